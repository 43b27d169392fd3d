// A scripted model for the OpenAI Agents SDK: a server on this machine that answers as the Responses API does.
import { OpenAIProvider } from '@openai/agents';
import { loopback, play } from '../turns.mjs';

export async function scripted(turns) {
  const { next, sent } = play(turns);
  const { url, close } = await loopback(async ({ input, model }) => {
    const fromLast = [...input].reverse();
    const results = fromLast.slice(0, fromLast.findIndex((item) => item.type !== 'function_call_output')).reverse();
    const { calls, text } = await next(results.map(({ output }) => ({ text: output })));
    return {
      id: `resp_${input.length}`, object: 'response', created_at: 0, status: 'completed', model, error: null,
      output: text !== undefined
        ? [{ type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text, annotations: [] }] }]
        : calls.map(({ id, name, input }) => ({ type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: JSON.stringify(input), status: 'completed' })),
      usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2, input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
    };
  });
  const model = await new OpenAIProvider({ apiKey: 'none', baseURL: `${url}/v1`, useResponses: true }).getModel('scripted');
  return { model, sent, close };
}
