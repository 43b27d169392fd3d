/** "stet" in workerd, which compiles wasm at deployment and hands it out as a module. */
import module from '../glue/stet.wasm';
import { nodeHost } from './no_files.js';
import { engineLoader } from './loader.js';
import { sessionOpener } from './open.js';

export * from '../index.js';
export { nodeHost };
export const openSession = /* @__PURE__ */ sessionOpener(/* @__PURE__ */ engineLoader(() => module), () => nodeHost());
