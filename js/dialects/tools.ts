/** The three operations of a session as tools for a model, in the words of a dialect. */
import type { ArgumentName } from '../types.js';
import type { Tool } from '../session/api.js';
import type { Core } from '../session/core.js';
import { runCall } from '../session/call.js';
import { singleTool } from './single.js';
import { TYPES } from './types.js';
import { argumentMap, type Dialect, type Operation } from './dialect.js';

export function toolsOf(core: Core, dialect: Dialect): Tool[] {
  if (dialect.single) return [singleTool(core, dialect, dialect.single)];
  return (['read', 'edit', 'write'] as const).map((op) => toolOf(core, dialect, op));
}

function toolOf(core: Core, dialect: Dialect, op: Operation): Tool {
  const args = argumentMap(dialect, op);
  return {
    name: dialect.names.tools[op],
    description: core.engine.description(op, dialect.names, core.options.locale),
    inputSchema: schemaOf(core, dialect, op),
    call: async (input, options) => {
      const outcome = await runCall(core, { op, input, args, names: dialect.names }, options);
      return { text: outcome.text, isError: !outcome.ok, outcome };
    },
  };
}

const EDIT_ARGUMENTS: readonly ArgumentName[] = ['oldString', 'newString', 'replaceAll'];

function schemaOf(core: Core, dialect: Dialect, op: Operation): Record<string, unknown> {
  const properties = (args: readonly ArgumentName[]): Record<string, unknown> => {
    const all: Record<string, unknown> = {};
    for (const argument of args) {
      const name = dialect.names.args[argument];
      if (name === undefined) continue;
      const description = core.engine.description(op, dialect.names, core.options.locale, argument);
      all[name] = { ...TYPES[argument], description, ...(argument === 'edits' ? { items: itemOf() } : {}) };
    }
    return all;
  };
  const named = (args: readonly ArgumentName[]): string[] => args.flatMap((argument) => dialect.names.args[argument] ?? []);
  const itemOf = (): Record<string, unknown> => ({
    type: 'object', properties: properties(EDIT_ARGUMENTS), required: named(['oldString', 'newString']), additionalProperties: false,
  });
  const { args, required } = dialect.tools[op];
  return { type: 'object', properties: properties(args), required: named(required), additionalProperties: false };
}
