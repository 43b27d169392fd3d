// An agent on the OpenAI Agents SDK with a session's file tools.
import { Agent, Runner } from '@openai/agents';
import { fileTools } from 'stet/openai';

export { fileTools };

/** `model`: a name, or a `Model` of the SDK. @returns {Promise<string>} what the model says last */
export async function ask({ model, tools, prompt }) {
  const agent = new Agent({ name: 'editor', model, tools });
  const { finalOutput } = await new Runner({ tracingDisabled: true }).run(agent, prompt, { maxTurns: 20 });
  return finalOutput;
}
