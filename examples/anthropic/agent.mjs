// An agent on the Anthropic SDK's tool runner with a session's file tools.
import { fileTools } from 'stet/anthropic';

export { fileTools };

/** `model`: `{ client, name }`. @returns {Promise<string>} what the model says last */
export async function ask({ model, tools, prompt }) {
  const runner = model.client.beta.messages.toolRunner({
    model: model.name, max_tokens: 4096, tools, messages: [{ role: 'user', content: prompt }],
  });
  const message = await runner;
  return message.content.map((block) => block.text ?? '').join('');
}
