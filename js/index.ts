/** What "stet" exports on every runtime; entry/* adds how the engine is loaded and which host is the default. */
export { memoryHost, type MemoryHost, type MemoryHostOptions } from './hosts/memory.js';
export { applySplices } from './hosts/apply.js';
export { isFailure } from './host.js';
export { dialects, claude, mini, textEditor, type Command, type Dialect, type Operation, type SingleTool, type TextEditorOptions } from './dialects/index.js';
export { standardSchema, type StandardSchema } from './standard_schema.js';
export { StetError, type StetErrorCode } from './errors.js';
export type { EngineSource } from './engine.js';
export type * from './host.js';
export type * from './types.js';
export type * from './session/api.js';
