/** What "stet/engine" exports on every runtime, for hosts of one's own: everything but `loadEngine`, which entry/engine-* add. */
export { applySplices } from './hosts/apply.js';
export { isFailure } from './host.js';
export { marshal, type ArgumentMap } from './marshal.js';
export { StetError, type StetErrorCode } from './errors.js';
export { dialects, claude, mini, type Dialect } from './dialects/index.js';
export type { EngineSource } from './engine.js';
export type * from './host.js';
export type * from './types.js';
