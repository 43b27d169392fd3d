/** Refusals that the session or a host decides: the engine gives them their text, this file their data. */
import type { Failure } from '../host.js';
import type { CheckedRequest, Names, Refusal, RefusalCode, TraceStep } from '../types.js';
import type { Core } from './core.js';

/** One call on its way: what every step needs to know of it. */
export interface Call {
  core: Core;
  request: CheckedRequest;
  names: Names;
  /** The event at which it started; see Records. */
  started: number;
  signal: AbortSignal | undefined;
  /** Most characters of the file that a read shows. */
  maxCharacters?: number | undefined;
}

/** A refusal with the path as the model gave it. */
export function refuse(call: Call, code: RefusalCode, failed: TraceStep['check'], data: Record<string, unknown> = {}): Refusal {
  const { core, request, names } = call;
  return core.engine.refusal(code, { ...data, path: request.filePath }, names, core.options.locale, failed);
}

/** A host's failure as a refusal. What the text needs and a host may have left out is filled in. */
export function refuseFailure(call: Call, failure: Failure, failed: TraceStep['check']): Refusal {
  const data: Record<string, unknown> = { ...failure.data };
  const code = failure.failed;
  if (code === 'too_large') {
    data['what'] = 'file';
    data['limit'] ??= call.core.fileBytes;
    data['size'] ??= (data['limit'] as number) + 1;
  }
  if (code === 'invalid_input') {
    data['problem'] ??= 'path_form';
    data['argument'] ??= 'filePath';
  }
  if (code === 'missing') data['op'] ??= call.request.op;
  return refuse(call, code, code === 'invalid_input' ? 'path' : failed, data);
}

export function refuseAborted(call: Call): Refusal {
  return refuse(call, 'aborted', 'allowed', { written: false });
}
