/** "stet/slim": without the wasm. `init` must be given it once, before the first session. */
import { loadEngine, type EngineSource } from '../engine.js';
import { nodeHost } from './no_files.js';
import { sessionOpener } from './open.js';

export * from '../index.js';
export { nodeHost, loadEngine };
export const openSession = /* @__PURE__ */ sessionOpener(() => loadEngine(), () => nodeHost());

/** Loads the engine from its bytes, a compiled module, or a URL ("stet/engine.wasm"). A failed load can be tried again. */
export async function init(source: EngineSource): Promise<void> {
  await loadEngine(source);
}
