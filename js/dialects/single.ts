/** A dialect's one tool with several commands. An unknown command is refused like any other wrong argument. */
import { described, ownText } from '../marshal.js';
import type { Tool } from '../session/api.js';
import type { Core } from '../session/core.js';
import { runCall } from '../session/call.js';
import type { Dialect, SingleTool } from './dialect.js';
import { TYPES } from './types.js';

export function singleTool(core: Core, dialect: Dialect, single: SingleTool): Tool {
  const { engine, options: { locale } } = core;
  const { names } = dialect;
  const { commands, maxCharacters } = single;
  return {
    name: single.name,
    description: engine.description('read', names, locale),
    inputSchema: schemaOf(core, dialect, single),
    call: async (input, options) => {
      const name = ownText(input, 'command');
      const command = name !== null && Object.hasOwn(commands, name) ? commands[name] : undefined;
      const outcome = command
        ? await runCall(core, {
          op: command.op, input, args: command.args, names: command.names, listsFolders: true,
          ...(command.defaults ? { defaults: command.defaults } : {}), ...(maxCharacters === undefined ? {} : { maxCharacters }),
        }, options)
        : engine.refusal('invalid_input', { problem: 'bad_command', argument: 'command', got: described(input, 'command') }, names, locale);
      return { text: outcome.text, isError: !outcome.ok, outcome };
    },
  };
}

function schemaOf(core: Core, { names }: Dialect, { commands, properties }: SingleTool): Record<string, unknown> {
  const schema: Record<string, unknown> = {};
  for (const [name, argument] of Object.entries(properties)) {
    schema[name] = {
      ...TYPES[argument],
      ...(argument === 'command' ? { enum: Object.keys(commands) } : {}),
      description: core.engine.description('read', names, core.options.locale, name),
    };
  }
  return { type: 'object', properties: schema, required: ['command', 'path'], additionalProperties: false };
}
