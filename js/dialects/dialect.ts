/**
 * A dialect is data: what the three operations and their arguments are called by a model, and in which order a tool lists
 * them. The texts come from the engine, in the dialect's own words.
 */
import type { ArgumentName, Names } from '../types.js';
import type { ArgumentMap } from '../marshal.js';

export type Operation = 'read' | 'edit' | 'write';

export interface Dialect {
  names: Names;
  /** The arguments of each tool in the order of its schema; those in `required` must be given. */
  tools: Record<Operation, { args: ArgumentName[]; required: ArgumentName[] }>;
}

/** Every argument of an operation, as stet calls it. */
export const ARGUMENTS: Record<Operation, readonly ArgumentName[]> = {
  read: ['filePath', 'offset', 'limit'],
  edit: ['filePath', 'oldString', 'newString', 'replaceAll', 'expectedReplacements', 'edits'],
  write: ['filePath', 'content', 'lineEndings'],
};

const API: Record<Operation, ArgumentMap> = {
  read: new Map(ARGUMENTS.read.map((name) => [name, name])),
  edit: new Map(ARGUMENTS.edit.map((name) => [name, name])),
  write: new Map(ARGUMENTS.write.map((name) => [name, name])),
};

/** The names of the TypeScript API, which are stet's own. */
export function apiArguments(op: Operation): ArgumentMap {
  return API[op];
}

/** A dialect's names of an operation's arguments -> stet's. */
export function argumentMap(dialect: Dialect, op: Operation): ArgumentMap {
  const map = new Map<string, ArgumentName>();
  for (const canonical of dialect.tools[op].args) {
    const name = dialect.names.args[canonical];
    if (name !== undefined) map.set(name, canonical);
  }
  return map;
}
