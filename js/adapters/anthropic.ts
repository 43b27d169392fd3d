/** "stet/anthropic": the tools of a session for the Anthropic SDK's tool runner: `client.beta.messages.toolRunner({ tools: fileTools(session), ... })`. */
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import { toolsFor, withSignal, type AdapterOptions, type HasTools } from './adapter.js';

export type { AdapterOptions, Answer } from './adapter.js';

/** The tools, in order. A refusal is a `ToolError`: the runner sends its text as a result with `is_error: true`. */
export function fileTools(session: HasTools, options: AdapterOptions = {}): BetaRunnableTool<unknown>[] {
  return toolsFor(session, options).map(({ name, description, inputSchema, run }) => ({
    type: 'custom',
    name,
    description,
    input_schema: inputSchema as { type: 'object' },
    parse: (input) => input,
    run: async (input, context) => {
      const { text, isError } = await run(input, withSignal(context?.signal));
      if (isError) throw new ToolError(text);
      return text;
    },
  }));
}
