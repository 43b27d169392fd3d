/**
 * A dialect is data: what the three operations and their arguments are called by a model, and in which order a tool lists
 * them. The texts come from the engine, in the dialect's own words.
 */
import type { ArgumentName, Names } from '../types.js';
import type { ArgumentMap } from '../marshal.js';

export type Operation = 'read' | 'edit' | 'write';

/** One of the commands of a dialect with a single tool. */
export interface Command {
  op: Operation;
  names: Names;
  /** The tool's names of its arguments -> stet's. */
  args: ArgumentMap;
  /** Values of arguments that are absent. */
  defaults?: Partial<Record<ArgumentName, unknown>>;
}

/** A single tool for all operations, which an argument called `command` chooses from. */
export interface SingleTool {
  name: string;
  /** By name, in the order of the schema. */
  commands: Readonly<Record<string, Command>>;
  /** Properties of the schema in their order: the tool's name of each argument, and stet's. */
  properties: Readonly<Record<string, ArgumentName>>;
  /** Most characters of a file that one call shows. */
  maxCharacters?: number;
}

export interface Dialect {
  names: Names;
  /** The arguments of each tool in the order of its schema; those in `required` must be given. */
  tools: Record<Operation, { args: ArgumentName[]; required: ArgumentName[] }>;
  /** Instead of three tools: one. `tools` isn't used then. */
  single?: SingleTool;
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
