/** "stet" in browsers and wherever there is nothing better: the engine is inlined, and a host must be given. */
import { nodeHost } from './no_files.js';
import { engineLoader } from './loader.js';
import { sessionOpener } from './open.js';
import { inlineSource } from './source-inline.js';

export * from '../index.js';
export { nodeHost };
export const openSession = /* @__PURE__ */ sessionOpener(/* @__PURE__ */ engineLoader(inlineSource), () => nodeHost());
