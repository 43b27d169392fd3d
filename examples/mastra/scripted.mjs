// A scripted model for Mastra, which takes the AI SDK's models: Mastra's own mock of them.
import { MastraLanguageModelV2Mock } from '@mastra/core/test-utils/llm-mock';
import { play } from '../turns.mjs';

export async function scripted(turns) {
  const { next, sent } = play(turns);
  const usage = { inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  const answer = async ({ prompt }) => {
    const last = prompt.at(-1);
    const results = last.role !== 'tool' ? [] : last.content.map(({ output }) => ({ text: output.value, isError: output.type.startsWith('error') }));
    const { calls, text } = await next(results);
    return {
      content: text !== undefined ? [{ type: 'text', text }]
        : calls.map(({ id, name, input }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input: JSON.stringify(input) })),
      finishReason: text !== undefined ? 'stop' : 'tool-calls',
      usage,
      warnings: [],
    };
  };
  return { model: new MastraLanguageModelV2Mock({ doGenerate: answer }), sent, close: async () => {} };
}
