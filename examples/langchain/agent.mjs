// An agent on LangChain with a session's file tools.
import { createAgent } from 'langchain';
import { fileTools } from 'stet/langchain';

export { fileTools };

/** @returns {Promise<string>} what the model says last */
export async function ask({ model, tools, prompt }) {
  const { messages } = await createAgent({ model, tools }).invoke({ messages: [{ role: 'user', content: prompt }] });
  return messages.at(-1).text;
}
