/** "stet/ai-sdk": the tools of a session for the AI SDK (`ai` 7): `generateText({ model, tools: fileTools(session), ... })`. */
import type { Tool } from 'ai';
import { standardSchema } from '../standard_schema.js';
import { RefusedError, toolsFor, withSignal, type AdapterOptions, type HasTools } from './adapter.js';

export { RefusedError, type AdapterOptions, type Answer } from './adapter.js';

/**
 * The tools by name. A refusal is thrown: the SDK then hands its text to the model as a failed call (`error-text`) and goes
 * on. The result of a tool is the text for the model; `onOutcome` has the rest.
 */
export function fileTools(session: HasTools, options: AdapterOptions = {}): Record<string, Tool<Record<string, unknown>, string>> {
  return Object.fromEntries(toolsFor(session, options).map(({ name, description, inputSchema, run }) => [name, {
    description,
    inputSchema: standardSchema(inputSchema),
    execute: async (input, { abortSignal }) => {
      const { text, isError, outcome } = await run(input, withSignal(abortSignal));
      if (isError) throw new RefusedError(outcome);
      return text;
    },
  } satisfies Tool<Record<string, unknown>, string>]));
}
