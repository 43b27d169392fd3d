/**
 * One call from its raw input to its answer: arguments, turn, operation, brake. Whatever goes wrong is answered with a
 * refusal; nothing is thrown.
 */
import { messageOf } from '../errors.js';
import { sha1 } from '../hash.js';
import { marshal, type ArgumentMap } from '../marshal.js';
import type { ArgumentName, EditOutcome, ListOutcome, Names, RawRequest, ReadOutcome, Refusal, RefusalCode, WriteOutcome } from '../types.js';
import { engineOptions, type Core } from './core.js';
import { runChange } from './change.js';
import { listFolder } from './list.js';
import { runRead } from './read.js';
import type { Call } from './refuse.js';
import type { CallOptions } from './api.js';

export type Outcome = ReadOutcome | ListOutcome | EditOutcome | WriteOutcome;

/** Refusals after which the same call again is a mistake of its own: their texts say so. */
const BRAKED: ReadonlySet<RefusalCode> = new Set(['not_found', 'ambiguous']);

export interface CallInput {
  op: RawRequest['op'];
  input: unknown;
  /** The dialect's names of this operation's arguments. */
  args: ArgumentMap;
  names: Names;
  preview?: boolean;
  /** Values of arguments that are absent. */
  defaults?: Partial<Record<ArgumentName, unknown>>;
  /** A read of a folder lists it. */
  listsFolders?: boolean;
  maxCharacters?: number;
}

/** Never rejects. */
export async function runCall(core: Core, callInput: CallInput, options?: CallOptions): Promise<Outcome | Refusal> {
  const { op, input, args, names, preview = false } = callInput;
  const started = core.records.event();
  let path: string | undefined;
  try {
    const raw = withDefaults(marshal(op, input, args, core.argumentBytes), callInput.defaults);
    const checked = core.engine.check(raw, names, engineOptions(core));
    if (!checked.ok) return checked;
    const { request } = checked;
    path = request.filePath;
    const call: Call = { core, request, names, started, signal: signalOf(options), maxCharacters: callInput.maxCharacters };
    if (request.op === 'read') {
      const shown = await runRead(call);
      return callInput.listsFolders && !shown.ok && shown.code === 'is_directory' ? await listFolder(call) : shown;
    }
    let key: string | undefined;
    const keyOf = (): string => (key ??= sha1(core.engine, new TextEncoder().encode(JSON.stringify(request))));
    const { outcome, returned } = await runChange(call, { preview, repeated: core.brake.isRepeated(path, keyOf) });
    if (!preview) {
      returned?.();
      if (outcome.ok) core.brake.succeeded(path, keyOf);
      else if (BRAKED.has(outcome.code)) core.brake.refused(path, keyOf());
    }
    return outcome;
  } catch (thrown) {
    return core.engine.refusal('internal', { what: messageOf(thrown), ...(path === undefined ? {} : { path }) }, names, core.options.locale);
  }
}

function withDefaults(raw: RawRequest, defaults: CallInput['defaults']): RawRequest {
  for (const [name, value] of Object.entries(defaults ?? {})) raw.args[name] ??= value;
  return raw;
}

function signalOf(options: CallOptions | undefined): AbortSignal | undefined {
  const signal: unknown = options?.signal;
  return typeof AbortSignal === 'function' && signal instanceof AbortSignal ? signal : undefined;
}
