// A scripted model for LangChain: its own fake.
import { AIMessage, ToolMessage } from '@langchain/core/messages';
import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { play } from '../turns.mjs';

class Scripted extends BaseChatModel {
  constructor(next) {
    super({});
    this.next = next;
  }
  _llmType() {
    return 'scripted';
  }
  bindTools() {
    return this;
  }
  async _generate(messages) {
    const fromLast = [...messages].reverse();
    const results = fromLast.slice(0, fromLast.findIndex((message) => !ToolMessage.isInstance(message))).reverse();
    const { calls, text } = await this.next(results.map((message) => ({ text: message.text, isError: message.status === 'error' })));
    const message = text !== undefined ? new AIMessage(text)
      : new AIMessage({ content: '', tool_calls: calls.map(({ id, name, input }) => ({ type: 'tool_call', id, name, args: input })) });
    return { generations: [{ text: text ?? '', message }] };
  }
}

export async function scripted(turns) {
  const { next, sent } = play(turns);
  return { model: new Scripted(next), sent, close: async () => {} };
}
