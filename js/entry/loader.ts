/** `loadEngine`, made from where a runtime has its wasm. */
import { loadEngine, type EngineSource } from '../engine.js';
import type { Engine } from '../types.js';

/** One that knows this runtime's own source; a source that is given goes first. */
export function engineLoader(source: () => EngineSource): (own?: EngineSource) => Promise<Engine> {
  return (own) => loadEngine(own ?? source);
}
