/** "stet/mastra": the tools of a session for Mastra: `new Agent({ tools: fileTools(session), ... })`. */
import { createTool, type Tool } from '@mastra/core/tools';
import { standardSchema } from '../standard_schema.js';
import { RefusedError, toolsFor, withSignal, type AdapterOptions, type HasTools } from './adapter.js';

export { RefusedError, type AdapterOptions, type Answer } from './adapter.js';

/** The tools by name. A refusal is thrown: Mastra hands its text to the model as a failed call. */
export function fileTools(session: HasTools, options: AdapterOptions = {}): Record<string, Tool<any, unknown>> {
  return Object.fromEntries(toolsFor(session, options).map(({ name, description, inputSchema, run }) => [name, createTool({
    id: name,
    description,
    inputSchema: standardSchema(inputSchema),
    execute: async (input, context) => {
      const { text, isError, outcome } = await run(input, withSignal(context?.abortSignal));
      if (isError) throw new RefusedError(outcome);
      return text;
    },
  })]));
}
