/** What every adapter is given, and what those throw whose framework turns a thrown error into a failed tool result. */
import type { Dialect } from '../dialects/dialect.js';
import type { Session, Tool } from '../session/api.js';

/** What a tool call came to: an outcome or a refusal, with `text` for the model. */
export type Answer = Awaited<ReturnType<Tool['call']>>['outcome'];

export interface AdapterOptions {
  /** The words of the tools. Default 'claude' (Read, Edit, Write). */
  dialect?: string | Dialect;
  /** Is told of every answer beside the text that the model gets: patch, stamp, hint. Awaited; what it throws reaches the framework. */
  onOutcome?: (outcome: Answer, call: { tool: string; input: unknown }) => void | Promise<void>;
}

/** A session, as far as adapters need it. */
export type HasTools = Pick<Session, 'tools'>;

/** A refusal as an error, for frameworks that want one. `message` is the text for the model. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  constructor(readonly outcome: Answer) {
    super(outcome.text);
  }
  /** The text alone: what a framework prints of an error is what the model reads. */
  override toString(): string {
    return this.message;
  }
}

/** The tools of a session, each with `run`: a call whose answer `onOutcome` has seen. */
export function toolsFor(session: HasTools, { dialect, onOutcome }: AdapterOptions): (Tool & { run: Tool['call'] })[] {
  return session.tools(dialect).map((tool) => ({
    ...tool,
    run: async (input, options) => {
      const answer = await tool.call(input, options);
      await onOutcome?.(answer.outcome, { tool: tool.name, input });
      return answer;
    },
  }));
}

/** Call options with a signal only where there is one. */
export function withSignal(signal: AbortSignal | null | undefined): { signal?: AbortSignal } {
  return signal ? { signal } : {};
}
