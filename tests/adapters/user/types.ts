// A user's programs in TypeScript, one a framework; compiled, never run.
import Anthropic from '@anthropic-ai/sdk';
import { Agent as MastraAgent } from '@mastra/core/agent';
import { Agent } from '@openai/agents';
import { generateText, streamText, type LanguageModel, type ToolSet } from 'ai';
import { createAgent } from 'langchain';
import { openSession, standardSchema } from 'stet';
import * as aiSdk from 'stet/ai-sdk';
import * as anthropic from 'stet/anthropic';
import * as langchain from 'stet/langchain';
import * as mastra from 'stet/mastra';
import * as openai from 'stet/openai';

const session = await openSession();
declare const model: LanguageModel;

const set: ToolSet = aiSdk.fileTools(session, { dialect: 'mini' });
const { text } = await generateText({ model, prompt: '', tools: aiSdk.fileTools(session) });
streamText({ model, prompt: '', tools: { ...aiSdk.fileTools(session), ...set } });

new Anthropic().beta.messages.toolRunner({ model: 'm', max_tokens: 1, messages: [], tools: [...anthropic.fileTools(session), anthropic.textEditorTool(session, { maxCharacters: 10_000 })] });
new Agent({ name: 'a', tools: openai.fileTools(session) });
createAgent({ model: 'openai:m', tools: langchain.fileTools(session) });
new MastraAgent({ id: 'a', name: 'a', instructions: '', model: 'openai/m', tools: mastra.fileTools(session) });

aiSdk.fileTools(session, {
  onOutcome(outcome, { tool }) {
    if (outcome.ok) console.log(tool, outcome.text);
    else console.log(outcome.code);
  },
});
// @ts-expect-error no such option
openai.fileTools(session, { dialects: 'mini' });
// @ts-expect-error not a session
langchain.fileTools({});
console.log(text, standardSchema({ type: 'object' })['~standard'].vendor, new aiSdk.RefusedError({} as aiSdk.Answer).outcome);
