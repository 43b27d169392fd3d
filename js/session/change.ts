/**
 * Edit and Write: read the file, let the engine plan, commit. The condition of a commit is always the version just planned
 * on, never the record's; where the host says that it was overtaken, all of it is done again, at most 5 times.
 */
import { isFailure, type Committed, type Condition } from '../host.js';
import type { EditOutcome, LineRange, Plan, PlanInput, Refusal, Stamp, WriteOutcome } from '../types.js';
import { sha1Of } from '../hash.js';
import { applySplices } from '../hosts/apply.js';
import { MOST_TRIES, engineOptions, mayShow } from './core.js';
import { refuse, refuseAborted, refuseFailure, type Call } from './refuse.js';
import { load, type Loaded } from './load.js';
import { nearPaths } from './near.js';
import { inTurn, locate, type Located } from './place.js';
import { outcomeOf } from './outcome.js';

/** Other files that a miss is compared with. */
const MOST_OTHERS = 16;
/** Lines above and below a change that its answer shows. */
const SNIPPET_LINES = 4;

export interface ChangeOptions {
  preview: boolean;
  /** The same call was refused before. */
  repeated: boolean;
}

export type Changed = { outcome: EditOutcome | WriteOutcome | Refusal; /** Runs when the answer is returned. */ returned?: () => void };

export async function runChange(call: Call, options: ChangeOptions): Promise<Changed> {
  const answer = await inTurn<Changed>(call, call.core.options.symlinks === 'follow', async (first) => {
    let located: Located = first;
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const loaded = await load(call, located);
      if (loaded === 'moved') return 'moved';
      if (!loaded.ok) return { outcome: loaded };
      const planned = await plan(call, located, loaded, options.repeated);
      if (!planned.ok) return { outcome: planned, returned: () => showNarrow(call, located.real, loaded, planned) };
      if (options.preview) return { outcome: previewOf(call, planned, loaded) };
      if (call.signal?.aborted) return { outcome: refuseAborted(call) };
      const committed = await commit(call, located, loaded, planned);
      if (committed === 'conflict') {
        const again = await locate(call.core.host, call.request.filePath, call.core.options.symlinks === 'follow');
        if (isFailure(again)) return { outcome: refuseFailure(call, again, 'path') };
        if (again.real !== located.real) return 'moved';
        located = again;
        continue;
      }
      if (!('stamp' in committed)) return { outcome: committed };
      const returned = await record(call, located, loaded, planned, committed.stamp);
      return { outcome: outcomeOf(call, planned, committed.stamp, committed.facts), ...(returned ? { returned } : {}) };
    }
    return { outcome: refuse(call, 'conflict', 'allowed', { tries: MOST_TRIES }) };
  });
  return 'outcome' in answer ? answer : { outcome: answer };
}

/** Plans; after a miss once more, with what else this session knows. */
async function plan(call: Call, located: Located, loaded: Loaded, repeated: boolean): Promise<Plan | Refusal> {
  const { core, request, names, started } = call;
  const { real } = located;
  const record = loaded.stamp ? core.records.seenBy(started, real, loaded.stamp.sha1) : null;
  const isStale = record !== null && loaded.stamp !== null && record.stamp.sha1 !== loaded.stamp.sha1;
  const kept = isStale && record ? core.bases.of(record.stamp.sha1) : {};
  const input: PlanInput = {
    bytes: loaded.bytes, stamp: loaded.stamp, record, request, names,
    options: engineOptions(core, real),
    context: { ...kept, repeated },
  };
  const planned = core.engine.plan(input);
  if (planned.ok) return planned;
  if (planned.code === 'missing') {
    const near = await nearPaths(core.host, request.filePath);
    return near.length > 0 ? core.engine.plan({ ...input, context: { ...input.context, nearPaths: near } }) : planned;
  }
  const missed = planned.code === 'not_found' || (planned.code === 'stale' && planned.data['matches'] === 0);
  if (!missed || !loaded.stamp || !mayShow(core, real)) return planned;
  const others = otherFiles(call, real);
  const wanted = request.op === 'edit' ? request.edits[Number(planned.data['index'] ?? 0)]?.oldString : undefined;
  const earlier = isStale || wanted === undefined ? undefined : core.bases.earlierWith(real, loaded.stamp.sha1, wanted);
  if (others.length === 0 && !earlier) return planned;
  return core.engine.plan({ ...input, context: { ...input.context, ...(earlier ? { seen: earlier } : {}), others } });
}

/** Files that the model has read and that are kept in their present version, the newest first. */
function otherFiles(call: Call, real: string): { path: string; bytes: Uint8Array }[] {
  const { records, bases } = call.core;
  const others: { path: string; bytes: Uint8Array }[] = [];
  for (const { sha1, path, bytes } of bases.newestFirst()) {
    if (path === real || records.map.get(path)?.stamp.sha1 !== sha1 || !mayShow(call.core, path)) continue;
    others.push({ path: records.asked(path), bytes });
    if (others.length === MOST_OTHERS) break;
  }
  return others;
}

/** Lines that a refusal shows make a narrow record, from the moment in which it is returned. */
function showNarrow(call: Call, real: string, loaded: Loaded, refusal: Refusal): void {
  const shown = refusal.data['shown'];
  if (loaded.stamp && Array.isArray(shown)) call.core.records.addNarrow(real, loaded.stamp.sha1, shown as LineRange[]);
}

type Commit = { stamp: Stamp; facts: Committed | null } | Refusal | 'conflict';

async function commit(call: Call, located: Located, loaded: Loaded, planned: Plan): Promise<Commit> {
  const { core, signal } = call;
  if (planned.kind === 'identical' && loaded.stamp) return { stamp: loaded.stamp, facts: null };
  const base = loaded.bytes ?? new Uint8Array(0);
  const sha1 = sha1Of(core.engine, base, planned.splices);
  const condition: Condition = loaded.stamp ? { ifStamp: loaded.stamp } : { ifAbsent: true };
  const change = loaded.bytes ? { base, splices: planned.splices } : { bytes: applySplices(base, planned.splices) };
  const answer = await core.host.commit(located.path, change, condition, signal ? { signal } : {});
  if (isFailure(answer)) return refuseFailure(call, answer, 'allowed');
  if ('conflict' in answer) return 'conflict';
  return { stamp: { host: answer.host, sha1 }, facts: answer };
}

function previewOf(call: Call, planned: Plan, loaded: Loaded): EditOutcome | WriteOutcome {
  const sha1 = sha1Of(call.core.engine, loaded.bytes ?? new Uint8Array(0), planned.splices);
  return outcomeOf(call, planned, { host: '', sha1 }, null, true);
}

/** Moves the record to the new version. What this answer shows for the first time counts from its return on. */
async function record(call: Call, located: Located, loaded: Loaded, planned: Plan, stamp: Stamp): Promise<(() => void) | undefined> {
  const { core, request, started } = call;
  const base = loaded.bytes ?? new Uint8Array(0);
  let { real } = located;
  if (loaded.bytes === null) {
    // What had no file may have another real path now that it has one.
    const where = await core.host.resolve(located.path);
    if (!isFailure(where)) real = where.real;
  }
  let returned: (() => void) | undefined;
  if (planned.narrow && loaded.stamp) {
    const from = loaded.stamp.sha1;
    returned = () => core.records.moveNarrow(real, from, stamp.sha1, planned.ranges, snippetLines(planned), started);
  } else {
    const by = request.op === 'write' ? 'write' : 'edit';
    core.records.set(real, { stamp, ranges: planned.ranges, totalLines: planned.totalLines, by }, request.filePath);
  }
  if (loaded.stamp) core.bases.keep(real, loaded.stamp.sha1, base, false);
  core.bases.keep(real, stamp.sha1, applySplices(base, planned.splices));
  return returned;
}

/** The lines that the answer's snippet shows, or more. */
function snippetLines(planned: Plan): LineRange[] {
  return planned.replacements.map(({ line, lines }) => ({ startLine: Math.max(1, line - SNIPPET_LINES), endLine: line + lines - 1 + SNIPPET_LINES }));
}
