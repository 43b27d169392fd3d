/**
 * "stet/anthropic": the tools of a session for the Anthropic SDK's tool runner:
 * `client.beta.messages.toolRunner({ tools: fileTools(session), ... })`, or `tools: [textEditorTool(session)]` for the text
 * editor tool that the models know by its type.
 */
import type { BetaRunnableTool } from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool';
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError';
import { textEditor, type TextEditorOptions } from '../dialects/text_editor.js';
import type { Tool } from '../session/api.js';
import { toolsFor, withSignal, type AdapterOptions, type HasTools } from './adapter.js';

export type { AdapterOptions, Answer } from './adapter.js';

/** The tools, in order. A refusal is a `ToolError`: the runner sends its text as a result with `is_error: true`. */
export function fileTools(session: HasTools, options: AdapterOptions = {}): BetaRunnableTool<unknown>[] {
  return toolsFor(session, options).map((tool) => ({
    type: 'custom',
    name: tool.name,
    description: tool.description,
    input_schema: tool.inputSchema as { type: 'object' },
    ...runnable(tool.run),
  }));
}

/**
 * Anthropic's text editor tool (`text_editor_20250728`, named `str_replace_based_edit_tool`), carried out by the session.
 * `maxCharacters` is sent as the tool's `max_characters`, and kept. Throws StetError `bad_option`.
 */
export function textEditorTool(session: HasTools, { maxCharacters, onOutcome }: TextEditorOptions & Pick<AdapterOptions, 'onOutcome'> = {}): BetaRunnableTool<unknown> {
  const limit = maxCharacters === undefined ? {} : { maxCharacters };
  const [tool] = toolsFor(session, { dialect: textEditor(limit), ...(onOutcome ? { onOutcome } : {}) });
  return {
    type: 'text_editor_20250728',
    name: 'str_replace_based_edit_tool',
    ...(maxCharacters === undefined ? {} : { max_characters: maxCharacters }),
    ...runnable(tool!.run),
  };
}

function runnable(call: Tool['call']): Pick<BetaRunnableTool<unknown>, 'parse' | 'run'> {
  return {
    parse: (input) => input,
    run: async (input, context) => {
      const { text, isError } = await call(input, withSignal(context?.signal));
      if (isError) throw new ToolError(text);
      return text;
    },
  };
}
