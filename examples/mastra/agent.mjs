// An agent on Mastra with a session's file tools.
import { Agent } from '@mastra/core/agent';
import { fileTools } from 'stet/mastra';

export { fileTools };

/** @returns {Promise<string>} what the model says last */
export async function ask({ model, tools, prompt }) {
  const agent = new Agent({ id: 'editor', name: 'editor', instructions: 'Edit files.', model, tools });
  const { text } = await agent.generate(prompt, { maxSteps: 20 });
  return text;
}
