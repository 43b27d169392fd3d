/** The dialects by name. */
import type { Dialect } from './dialect.js';
import { claude } from './claude.js';
import { mini } from './mini.js';

export const dialects: Readonly<Record<string, Dialect>> = { claude, mini };
export { claude, mini };
export type { Dialect, Operation } from './dialect.js';
