/** "stet/openai": the tools of a session for the OpenAI Agents SDK: `new Agent({ tools: fileTools(session), ... })`. */
import { tool, type FunctionTool } from '@openai/agents';
import { toolsFor, withSignal, type AdapterOptions, type HasTools } from './adapter.js';

export type { AdapterOptions, Answer } from './adapter.js';

/**
 * The tools, in order. A refusal is returned as text like any other answer: the SDK would put a fixed sentence of its own
 * before a thrown one. Not `strict`: that mode makes every argument required.
 */
export function fileTools(session: HasTools, options: AdapterOptions = {}): FunctionTool<any, any, string>[] {
  return toolsFor(session, options).map(({ name, description, inputSchema, run }) => tool({
    name,
    description,
    // The SDK's type of a schema that isn't strict asks for this; the engine ignores what it doesn't know.
    parameters: { ...(inputSchema as { properties: Record<string, object>; required: string[] }), type: 'object', additionalProperties: true },
    strict: false,
    execute: async (input, _context, details) => (await run(input, withSignal(details?.signal))).text,
  }));
}
