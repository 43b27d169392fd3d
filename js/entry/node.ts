/** "stet" in Node, Deno and Bun: files on disk by default. */
import { nodeHost } from '../hosts/node/index.js';
import { engineLoader } from './loader.js';
import { sessionOpener } from './open.js';
import { nodeSource } from './source-node.js';

export * from '../index.js';
export * from '../hosts/node/index.js';
export const openSession = /* @__PURE__ */ sessionOpener(/* @__PURE__ */ engineLoader(nodeSource), (root) => nodeHost({ root: root ?? process.cwd() }));
