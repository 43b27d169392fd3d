/** `noteRead`: the host has shown a file to the model itself. What is claimed is checked against the file as it is now. */
import type { LineRange, Refusal } from '../types.js';
import { StetError } from '../errors.js';
import type { Noted } from './api.js';
import type { Core } from './core.js';
import { load } from './load.js';
import { inTurn } from './place.js';
import { clip, coversAll } from './ranges.js';
import { recordShown } from './read.js';
import { refuse, type Call } from './refuse.js';
import { linesOf, linesShown } from './shown_lines.js';

export interface NoteOptions {
  lines?: LineRange[];
  text?: string;
}

/**
 * Lines given by number are taken as they are, inside the file; a text counts where it stands in the file exactly once, line
 * by line. A text that doesn't stand there changes nothing (`shown` is empty). Costs O(file).
 */
export async function noteRead(core: Core, path: string, options: NoteOptions = {}): Promise<Noted | Refusal> {
  const { lines, text } = options;
  if (lines !== undefined && !isRanges(lines)) throw new StetError('bad_option', 'stet: lines must be a list of { startLine, endLine }');
  if (text !== undefined && typeof text !== 'string') throw new StetError('bad_option', 'stet: text must be a string');
  const checked = core.engine.check({ op: 'read', args: { filePath: path }, unknown: [] }, core.names);
  if (!checked.ok) return checked;
  const call: Call = { core, request: checked.request, names: core.names, started: core.records.event(), signal: undefined };
  return inTurn<Noted | Refusal>(call, true, async (located) => {
    const loaded = await load(call, located);
    if (loaded === 'moved' || !loaded.ok) return loaded;
    if (loaded.bytes === null) return refuse(call, 'missing', 'exists', { op: 'read', near: [] });
    const { bytes, stamp } = loaded;
    const rendered = core.engine.render({ bytes, filePath: path, limit: 1, names: core.names });
    if (!rendered.ok) return rendered;
    const { totalLines } = rendered;
    const shown = lines ? clip(lines, totalLines) : text === undefined ? clip([{ startLine: 1, endLine: totalLines }], totalLines) : shownBy(bytes, text);
    // An empty file has no lines to show, and that was seen.
    if (shown.length > 0 || totalLines === 0) recordShown(core, located.real, path, bytes, stamp, shown, totalLines, 'note');
    return { ok: true, filePath: path, shown, whole: coversAll(shown, totalLines), stamp };
  });
}

function shownBy(bytes: Uint8Array, text: string): LineRange[] {
  const file = linesOf(bytes);
  return file ? linesShown(file, text) : [];
}

function isRanges(lines: unknown): lines is LineRange[] {
  return Array.isArray(lines) && lines.every((range: unknown) => {
    const { startLine, endLine } = (range ?? {}) as Partial<LineRange>;
    return Number.isSafeInteger(startLine) && Number.isSafeInteger(endLine);
  });
}
