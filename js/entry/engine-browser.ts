/** "stet/engine", browser. */
import { engineLoader } from './loader.js';
import { inlineSource } from './source-inline.js';

export * from '../engine_api.js';
export const loadEngine = /* @__PURE__ */ engineLoader(inlineSource);
