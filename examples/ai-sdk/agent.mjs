// An agent on the AI SDK with a session's file tools.
import { generateText, isStepCount } from 'ai';
import { fileTools } from 'stet/ai-sdk';

export { fileTools };

/** @returns {Promise<string>} what the model says last */
export async function ask({ model, tools, prompt }) {
  const { text } = await generateText({ model, tools, prompt, stopWhen: isStepCount(20) });
  return text;
}
