/** Sets of lines as sorted, disjoint ranges that don't touch; 1-based, both ends included. */
import type { LineRange } from '../types.js';

/** Any ranges as a set. O(n log n). */
export function normal(ranges: readonly LineRange[]): LineRange[] {
  const sorted = ranges.filter((range) => range.startLine >= 1 && range.startLine <= range.endLine).sort((a, b) => a.startLine - b.startLine);
  const set: LineRange[] = [];
  for (const { startLine, endLine } of sorted) {
    const last = set.at(-1);
    if (last && startLine <= last.endLine + 1) last.endLine = Math.max(last.endLine, endLine);
    else set.push({ startLine, endLine });
  }
  return set;
}

/** Lines in either set. */
export function union(one: readonly LineRange[], other: readonly LineRange[]): LineRange[] {
  return normal([...one, ...other]);
}

/** Lines of `from` that aren't in `without`. */
export function minus(from: readonly LineRange[], without: readonly LineRange[]): LineRange[] {
  const holes = normal(without);
  return normal(from).flatMap((range) => {
    const left: LineRange[] = [];
    let next = range.startLine;
    for (const hole of holes) {
      if (hole.endLine < next || hole.startLine > range.endLine) continue;
      if (hole.startLine > next) left.push({ startLine: next, endLine: hole.startLine - 1 });
      next = hole.endLine + 1;
    }
    if (next <= range.endLine) left.push({ startLine: next, endLine: range.endLine });
    return left;
  });
}

/** The part of a set that lies in a file of `total` lines. */
export function clip(ranges: readonly LineRange[], total: number): LineRange[] {
  return normal(ranges.map((range) => ({ startLine: Math.max(1, range.startLine), endLine: Math.min(total, range.endLine) })));
}

/** Every line of a file of `total` lines is in the set. */
export function coversAll(ranges: readonly LineRange[], total: number): boolean {
  const first = ranges[0];
  return total === 0 || (first !== undefined && first.startLine === 1 && first.endLine >= total);
}
