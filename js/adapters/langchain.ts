/** "stet/langchain": the tools of a session for LangChain and LangGraph: `createAgent({ model, tools: fileTools(session) })`. */
import { ToolMessage } from '@langchain/core/messages';
import { DynamicStructuredTool, type ToolRunnableConfig } from '@langchain/core/tools';
import { toolsFor, withSignal, type AdapterOptions, type HasTools } from './adapter.js';

export type { AdapterOptions, Answer } from './adapter.js';

/** Takes any input: the engine proves the arguments itself, and a failed validation would end in LangChain's own sentence. */
class FileTool extends DynamicStructuredTool {
  override async call(...call: Parameters<DynamicStructuredTool['call']>): ReturnType<DynamicStructuredTool['call']> {
    const unchecked = Object.create(this, { schema: { value: {} } }) as DynamicStructuredTool;
    return super.call.apply(unchecked, call);
  }
}

/**
 * The tools, in order. A refusal is a `ToolMessage` with `status: 'error'` (its text alone where a tool is invoked without a
 * tool call's id). `artifact` of the message is the outcome; the model isn't sent it.
 */
export function fileTools(session: HasTools, options: AdapterOptions = {}): DynamicStructuredTool[] {
  return toolsFor(session, options).map(({ name, description, inputSchema, run }) => new FileTool({
    name,
    description,
    schema: inputSchema,
    responseFormat: 'content_and_artifact',
    func: async (input, _manager, config?: ToolRunnableConfig) => {
      const { text, isError, outcome } = await run(input, withSignal(config?.signal));
      const id = config?.toolCall?.id;
      const failed = isError && id ? new ToolMessage({ content: text, name, tool_call_id: id, status: 'error', artifact: outcome }) : null;
      return [failed ?? text, outcome];
    },
  }));
}
