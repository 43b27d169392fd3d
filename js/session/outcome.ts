/** A plan that was carried out (or previewed) as the outcome that the caller gets. */
import type { Committed } from '../host.js';
import type { EditOutcome, Plan, SingleEdit, Stamp, WriteOutcome } from '../types.js';
import type { Call } from './refuse.js';

/** `facts`: what the host says of its commit; null where nothing was committed. */
export function outcomeOf(call: Call, planned: Plan, stamp: Stamp, facts: Committed | null, preview = false): EditOutcome | WriteOutcome {
  const { request } = call;
  const added = notesOn(call, facts, preview);
  const shared = {
    ok: true as const,
    text: [planned.text, ...added].join('\n'),
    filePath: request.filePath,
    structuredPatch: planned.structuredPatch,
    userModified: false,
    notes: [...planned.notes, ...added],
    // The last check is the session's own.
    trace: planned.trace.map((step) => (step.check === 'allowed' && !preview ? { ...step, state: 'passed' as const } : step)),
    stamp,
    ...(preview ? { preview: true as const } : {}),
    ...(facts?.atomic === undefined ? {} : { atomic: facts.atomic }),
    ...(facts?.locked === undefined ? {} : { locked: facts.locked }),
  };
  if (request.op === 'write') {
    return { ...shared, kind: planned.kind as WriteOutcome['kind'], content: request.content };
  }
  const edits: SingleEdit[] = request.op === 'edit' ? request.edits : [];
  const single = request.op === 'edit' && !request.several ? edits[0] : undefined;
  return {
    ...shared,
    kind: planned.kind as EditOutcome['kind'],
    ...(single ? { oldString: single.oldString, newString: single.newString, replaceAll: single.replaceAll === true } : { edits }),
    staleRecovered: planned.staleRecovered,
    contentNotInModelContext: planned.contentNotInModelContext,
    ...(planned.repaired == null ? {} : { repaired: planned.repaired }),
    replacements: planned.replacements,
    snippet: planned.snippet,
  };
}

function notesOn(call: Call, facts: Committed | null, preview: boolean): string[] {
  const { core, names } = call;
  const note = (kind: string, data: Record<string, unknown> = {}): string => core.engine.note(kind, data, names, core.options.locale);
  const notes: string[] = [];
  if (preview) notes.push(note('preview'));
  if (facts?.atomic === false) notes.push(note('not_atomic', facts.kept === undefined ? {} : { kept: facts.kept }));
  if (facts?.locked === false) notes.push(note('not_locked'));
  for (const { kind, data } of facts?.notes ?? []) notes.push(note(kind, data));
  return notes;
}
