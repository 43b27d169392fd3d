/** A folder's listing, two levels deep, for dialects whose read takes folders too. Hidden entries and node_modules are left out. */
import { isFailure } from '../host.js';
import type { ListOutcome, Refusal } from '../types.js';
import { refuse, refuseAborted, refuseFailure, type Call } from './refuse.js';

/** Most entries of one answer, and most names that are asked of one folder. */
const MOST_ENTRIES = 1_000;

const isShown = (name: string): boolean => !name.startsWith('.') && name !== 'node_modules' && name !== 'node_modules/';

/** A name as a line of its own: control and direction characters escaped. */
const escaped = (name: string): string => name.replace(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, (c) => `\\u{${c.codePointAt(0)?.toString(16)}}`);

/** Costs a listing of the folder and of each folder in it, until 1,000 entries are found. Folders that can't be listed stand without their content. */
export async function listFolder(call: Call): Promise<ListOutcome | Refusal> {
  const { core, names, request: { filePath } } = call;
  const top = await namesIn(call, filePath);
  if (!Array.isArray(top)) return top.refusal;
  // As further calls can use them.
  const base = filePath === '.' || filePath === './' ? '' : filePath.endsWith('/') ? filePath : `${filePath}/`;
  const entries: string[] = [];
  let whole = top.length <= MOST_ENTRIES;
  for (const name of top) {
    if (entries.length >= MOST_ENTRIES) {
      whole = false;
      break;
    }
    if (call.signal?.aborted) return refuseAborted(call);
    entries.push(base + name);
    if (!name.endsWith('/')) continue;
    const inside = await namesIn(call, base + name);
    if (!Array.isArray(inside)) continue;
    const room = MOST_ENTRIES - entries.length;
    whole &&= inside.length <= room;
    entries.push(...inside.slice(0, room).map((inner) => base + name + inner));
  }
  const lines = entries.map(escaped).join('\n');
  const text = core.engine.note('listing', { path: filePath, entries: lines, more: !whole }, names, core.options.locale);
  return { ok: true, text, filePath, entries, whole };
}

/** The names to show, sorted; one more than the limit where there are more. */
async function namesIn(call: Call, path: string): Promise<string[] | { refusal: Refusal }> {
  const listed = await call.core.host.list(path, { max: 10 * MOST_ENTRIES });
  if (listed === null) return { refusal: refuse(call, 'missing', 'exists', { op: 'read', near: [] }) };
  if (isFailure(listed)) return { refusal: refuseFailure(call, listed, 'path') };
  return listed.filter(isShown).sort().slice(0, MOST_ENTRIES + 1);
}
