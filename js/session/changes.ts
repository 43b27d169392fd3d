/** What has changed since the model saw it, for the host to tell. Looks, and changes no record but the token of a file whose content is the same. */
import { isFailure } from '../host.js';
import type { Stamp } from '../types.js';
import { sha1 } from '../hash.js';
import type { FileChange, ReadRecord } from './api.js';
import { engineOptions, mayShow, type Core } from './core.js';
import { takeTurn } from './queue.js';

/** One stat a file; a read only where the token can't prove that the content is the same. In the order of the records. */
export async function listChanges(core: Core): Promise<FileChange[]> {
  const changes: FileChange[] = [];
  for (const real of [...core.records.map.keys()]) {
    const turn = takeTurn(`${core.host.name}\0${real}`);
    try {
      await turn.ready;
      const record = core.records.map.get(real);
      const change = record ? await changeOf(core, real, record) : null;
      if (change) changes.push(change);
    } finally {
      turn.leave();
    }
  }
  return changes;
}

async function changeOf(core: Core, real: string, record: ReadRecord): Promise<FileChange | null> {
  const note = (kind: 'deleted' | 'replaced' | 'touched'): string => core.engine.note(kind, { path: core.records.asked(real) }, core.names, core.options.locale);
  const gone = (kind: 'deleted' | 'replaced'): FileChange => ({ filePath: real, kind, structuredPatch: [], text: note(kind), stamp: null });
  const stat = await core.host.stat(real);
  if (stat === null) return gone('deleted');
  if (isFailure(stat)) return unreadable(core, real);
  if (stat.kind !== 'file') return gone('replaced');
  const isSure = core.host.tokenIsSure?.(record.stamp.host, record.takenAtMs) ?? false;
  if (isSure && stat.host === record.stamp.host) return null;
  const found = await core.host.read(real, { max: core.fileBytes });
  if (found === null) return gone('deleted');
  if (isFailure(found)) return unreadable(core, real);
  const stamp: Stamp = { host: found.host, sha1: sha1(core.engine, found.bytes) };
  if (stamp.sha1 !== record.stamp.sha1) return modified(core, real, record, found.bytes, stamp);
  core.records.restamp(real, stamp);
  if (stamp.host === record.stamp.host) return null;
  return { filePath: real, kind: 'touched', structuredPatch: [], text: note('touched'), stamp };
}

function modified(core: Core, real: string, record: ReadRecord, bytes: Uint8Array, stamp: Stamp): FileChange {
  const kept = mayShow(core, real) ? core.bases.of(record.stamp.sha1) : {};
  const filePath = core.records.asked(real);
  const { structuredPatch, text } = core.engine.changed({ bytes, ...kept, ranges: [...record.ranges], filePath, options: engineOptions(core, real) });
  return { filePath: real, kind: 'modified', structuredPatch, text, stamp };
}

function unreadable(core: Core, real: string): FileChange {
  const path = core.records.asked(real);
  const { text } = core.engine.refusal('io_error', { path }, core.names, core.options.locale, 'path');
  return { filePath: real, kind: 'unreadable', structuredPatch: [], text, stamp: null };
}
