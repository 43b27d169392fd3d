/** Read: shows a file and records the lines that it showed in full. */
import type { LineRange, ReadOutcome, Refusal, Stamp } from '../types.js';
import type { ReadRecord } from './api.js';
import { engineOptions, type Core } from './core.js';
import { refuse, type Call } from './refuse.js';
import { load } from './load.js';
import { nearPaths } from './near.js';
import { inTurn } from './place.js';
import { clip, union } from './ranges.js';

/** Links are followed inside the root: what the model sees is the target, and that's what is recorded. */
export function runRead(call: Call): Promise<ReadOutcome | Refusal> {
  const { core, request, names } = call;
  if (request.op !== 'read') throw new TypeError('no read');
  return inTurn<ReadOutcome | Refusal>(call, true, async (located) => {
    const loaded = await load(call, located);
    if (loaded === 'moved' || !loaded.ok) return loaded;
    if (loaded.bytes === null) {
      const near = await nearPaths(core.host, request.filePath);
      return refuse(call, 'missing', 'exists', { op: 'read', near });
    }
    const { bytes, stamp } = loaded;
    const { filePath, offset, limit } = request;
    const { maxCharacters } = call;
    const rendered = core.engine.render({
      bytes, filePath, names, options: engineOptions(core, located.real),
      ...(offset == null ? {} : { offset }), ...(limit == null ? {} : { limit }), ...(maxCharacters === undefined ? {} : { maxCharacters }),
    });
    if (!rendered.ok) return rendered;
    recordShown(core, located.real, filePath, bytes, stamp, rendered.shown, rendered.totalLines, 'read');
    return { ...rendered, filePath, stamp };
  });
}

/** Adds lines of the present version to what the model has seen; of an older version only lines that are proven unchanged stay. Costs O(file) where the version is new. */
export function recordShown(
  core: Core, real: string, asked: string, bytes: Uint8Array, stamp: Stamp, shown: readonly LineRange[], totalLines: number, by: ReadRecord['by'],
): ReadRecord {
  const before = core.records.map.get(real);
  const stillSeen = before ? stillUnchanged(core, before, asked, bytes, stamp) : [];
  const record = core.records.set(real, { stamp, ranges: union(stillSeen, clip(shown, totalLines)), totalLines, by }, asked);
  core.bases.keep(real, stamp.sha1, bytes);
  return record;
}

function stillUnchanged(core: Core, before: ReadRecord, filePath: string, bytes: Uint8Array, stamp: Stamp): readonly LineRange[] {
  if (before.stamp.sha1 === stamp.sha1) return before.ranges;
  const kept = core.bases.of(before.stamp.sha1);
  if (before.ranges.length === 0 || !(kept.seen || kept.seenHashes)) return [];
  return core.engine.changed({ bytes, ...kept, ranges: [...before.ranges], filePath }).ranges;
}
