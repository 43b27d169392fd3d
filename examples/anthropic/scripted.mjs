// A scripted model for the Anthropic SDK: a server on this machine that answers as the Messages API does.
import Anthropic from '@anthropic-ai/sdk';
import { loopback, play } from '../turns.mjs';

/** A tool result's content as text. */
const textOf = (content) => (typeof content === 'string' ? content : content.map((block) => block.text).join(''));

export async function scripted(turns) {
  const { next, sent } = play(turns);
  let defined;
  const { url, close } = await loopback(async ({ messages, model, tools }) => {
    // A thread goes on with what is new alone: its tools are named once.
    defined ??= tools;
    const last = messages.at(-1).content;
    const results = (Array.isArray(last) ? last : []).filter((block) => block.type === 'tool_result');
    const { calls, text } = await next(results.map(({ content, is_error }) => ({ text: textOf(content), isError: is_error === true })));
    return {
      id: `msg_${sent.length}`, type: 'message', role: 'assistant', model,
      content: text !== undefined ? [{ type: 'text', text }] : calls.map(({ id, name, input }) => ({ type: 'tool_use', id, name, input })),
      stop_reason: text !== undefined ? 'end_turn' : 'tool_use', stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
    };
  });
  return { model: { client: new Anthropic({ apiKey: 'none', baseURL: url, maxRetries: 0 }), name: 'scripted', tools: () => defined }, sent, close };
}
