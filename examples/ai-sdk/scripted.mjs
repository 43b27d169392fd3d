// A scripted model for the AI SDK: its own mock.
import { MockLanguageModelV4 } from 'ai/test';
import { play } from '../turns.mjs';

export async function scripted(turns) {
  const { next, sent } = play(turns);
  const usage = { inputTokens: { total: 1, noCache: 1 }, outputTokens: { total: 1, text: 1 } };
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      const last = prompt.at(-1);
      const { calls, text } = await next(last.role !== 'tool' ? [] : last.content.map(({ output }) => ({ text: output.value, isError: output.type === 'error-text' })));
      return {
        content: text !== undefined ? [{ type: 'text', text }]
          : calls.map(({ id, name, input }) => ({ type: 'tool-call', toolCallId: id, toolName: name, input: JSON.stringify(input) })),
        finishReason: text !== undefined ? { unified: 'stop' } : { unified: 'tool-calls' },
        usage,
        warnings: [],
      };
    },
  });
  return { model, sent, close: async () => {} };
}
