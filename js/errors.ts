/**
 * The errors that stet throws: for misuse of the API and for an engine that can't be loaded. Nothing that comes from a
 * model's tool call ends here; that is answered with a refusal.
 */

export type StetErrorCode = 'not_loaded' | 'load_failed' | 'bad_option' | 'bad_state';

export class StetError extends Error {
  override readonly name = 'StetError';
  readonly code: StetErrorCode;

  constructor(code: StetErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}

/** What an unknown thrown value says, bounded; for `internal` refusals. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    const text = thrown instanceof Error ? thrown.message : String(thrown);
    return text.slice(0, 200);
  } catch {
    return 'unknown';
  }
}
