/**
 * Which lines of a file a shown text really holds. Used for text that came to the model by another way than Read: an
 * attachment, a search, a shell command. Lines are 1-based; line endings don't count, since nobody sees them.
 */
import type { LineRange } from '../types.js';

/** The file's lines without their ends; null where it can't be shown as text. UTF-8 with or without BOM, UTF-16 by BOM. */
export function linesOf(bytes: Uint8Array): string[] | null {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
  try {
    return split(new TextDecoder(utf16 ?? 'utf-8', { fatal: true }).decode(bytes));
  } catch {
    return null;
  }
}

function split(text: string): string[] {
  const lines = text.split(text.includes('\n') ? /\r\n|\n/ : /\r/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

/**
 * The lines of `file` at which all of `text`'s lines stand one after the other. None where that is nowhere, or in more than
 * one place: then nobody knows which was shown. Work is counted: at most 4 comparisons a line and 100,000 more.
 */
export function linesShown(file: readonly string[], text: string): LineRange[] {
  const wanted = split(text);
  const first = wanted[0];
  if (first === undefined) return [];
  let budget = 4 * (file.length + wanted.length) + 100_000;
  let found: LineRange | undefined;
  for (let at = file.indexOf(first); at >= 0; at = file.indexOf(first, at + 1)) {
    let same = 0;
    while (same < wanted.length && file[at + same] === wanted[same]) same += 1;
    budget -= same + 1;
    if (budget < 0) return [];
    if (same < wanted.length) continue;
    if (found) return [];
    found = { startLine: at + 1, endLine: at + wanted.length };
  }
  return found ? [found] : [];
}
