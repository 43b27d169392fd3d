/** "stet/engine", workerd. */
import module from '../glue/stet.wasm';
import { engineLoader } from './loader.js';

export * from '../engine_api.js';
export const loadEngine = /* @__PURE__ */ engineLoader(() => module);
