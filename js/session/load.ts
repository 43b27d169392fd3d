/** Reads what stands at a place: the bytes and their stamp, nothing, or a refusal. */
import { isFailure } from '../host.js';
import type { Refusal, Stamp } from '../types.js';
import { sha1 } from '../hash.js';
import { refuseFailure, type Call } from './refuse.js';
import { refuseKind, type Located } from './place.js';

export type Loaded = { ok: true; bytes: Uint8Array; stamp: Stamp } | { ok: true; bytes: null; stamp: null };

/** `moved` where the file that was opened isn't the one whose turn it is. Costs O(file). */
export async function load(call: Call, located: Located): Promise<Loaded | Refusal | 'moved'> {
  const refusal = refuseKind(call, located.stat);
  if (refusal) return refusal;
  const { core } = call;
  if (!located.stat) return { ok: true, bytes: null, stamp: null };
  const found = await core.host.read(located.path, { max: core.fileBytes, ...(call.signal ? { signal: call.signal } : {}) });
  if (found === null) return { ok: true, bytes: null, stamp: null };
  if (isFailure(found)) return refuseFailure(call, found, found.failed === 'too_large' ? 'view' : 'path');
  if (found.real !== located.real) return 'moved';
  return { ok: true, bytes: found.bytes, stamp: { host: found.host, sha1: sha1(core.engine, found.bytes) } };
}
