/** Paths that look like one that leads nowhere: same folder, a name that differs little. Bounded work, best first. */
import { isFailure, type Host } from '../host.js';

const MOST_NAMES = 1_000;
const MOST_PATHS = 3;

/** At most 3 paths in the way that the model writes them. Costs one listing. */
export async function nearPaths(host: Host, path: string): Promise<string[]> {
  const slash = path.lastIndexOf('/');
  const folder = slash < 0 ? '' : path.slice(0, slash + 1);
  const name = path.slice(slash + 1);
  const names = await host.list(folder === '' ? '.' : folder, { max: MOST_NAMES });
  if (names === null || isFailure(names) || name === '') return [];
  return names
    .filter((other) => !other.endsWith('/'))
    .map((other) => ({ other, far: distance(name, other) }))
    .filter(({ far }) => far !== null)
    .sort((a, b) => (a.far ?? 0) - (b.far ?? 0) || (a.other < b.other ? -1 : 1))
    .slice(0, MOST_PATHS)
    .map(({ other }) => folder + other);
}

/** How far two names are apart; null where they have nothing to do with each other. */
function distance(wanted: string, other: string): number | null {
  const [a, b] = [wanted.normalize('NFC').toLowerCase(), other.normalize('NFC').toLowerCase()];
  if (a === b) return 0;
  const stem = (name: string): string => name.replace(/\.[^.]*$/, '');
  const most = Math.max(1, Math.floor(Math.max(a.length, b.length) / 4));
  const edits = editDistance(a, b, Math.min(most, 3));
  if (edits !== null) return edits;
  return stem(a) !== '' && stem(a) === stem(b) ? 4 : null;
}

/** Insertions, deletions, replacements and swaps of neighbours, if at most `most`. O(length * most). */
function editDistance(a: string, b: string, most: number): number | null {
  if (Math.abs(a.length - b.length) > most || Math.max(a.length, b.length) > 255) return null;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (before[j - 2] ?? 0) + 1);
      next.push(best);
    }
    [before, row] = [row, next];
  }
  const edits = row[b.length] ?? most + 1;
  return edits <= most ? edits : null;
}
