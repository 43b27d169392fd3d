/** "stet/engine", node. */
import { engineLoader } from './loader.js';
import { nodeSource } from './source-node.js';

export * from '../engine_api.js';
export const loadEngine = /* @__PURE__ */ engineLoader(nodeSource);
