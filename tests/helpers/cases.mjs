// The case folders (format: tests/cases/README.md), run through a session's tools over any host.
import { readdirSync, readFileSync, existsSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';

const folder = new URL('../cases/', import.meta.url);

/** Every case: its name, its files and what they say. */
export function loadCases() {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map((entry) => entry.name).sort();
  return names.map((name) => {
    const at = (file) => new URL(`${name}/${file}`, folder);
    const bytes = (file) => (existsSync(at(file)) ? new Uint8Array(readFileSync(at(file))) : null);
    const json = (file) => JSON.parse(readFileSync(at(file), 'utf8'));
    return { name, at, before: bytes('before'), outside: bytes('outside'), after: bytes('after'), request: json('request.json'), expected: json('expected.json') };
  });
}

/** True where links, modes or folders are needed: only a host with a disk can run it. */
export const needsDisk = (one) => one.request.setup !== undefined;

/** Where the case's file stands: at its path, or where a link leads. */
export const fileOf = (one) => one.request.setup?.contentAt ?? (one.request.input.file_path || 'file.txt');

/**
 * Makes the case's calls in their order. `put(bytes)` is the outside writer. Answers with the last call's outcome; `file()`
 * just before that call tells what a refusal must leave.
 */
export async function runCase(one, session, put, file) {
  const { request } = one;
  const tools = new Map(session.tools('claude').map((tool) => [tool.name, tool]));
  const call = (tool, input) => tools.get(tool).call(input);
  const path = request.input.file_path ?? 'file.txt';
  if (request.read === true) await call('Read', { file_path: path });
  if (request.read === 'partial') await call('Read', { file_path: path, offset: 1, limit: 2 });
  if (one.outside) await put(one.outside);
  for (const step of request.first ?? []) {
    if (step.outside === undefined) await call(step.tool, step.input);
    else await put(new TextEncoder().encode(step.outside));
  }
  const before = await file();
  const answer = await call(request.tool, request.input);
  return { ...answer, before };
}

/** What of `expected` the outcome doesn't have, by the rules of tests/cases/README.md. */
export function differences(outcome, expected) {
  const wrong = [];
  for (const [field, wanted] of Object.entries(expected)) {
    const kinds = [outcome.hint, ...(outcome.hints ?? [])].filter(Boolean).map((hint) => hint.kind);
    const [got, same] =
      field === 'hint' ? [kinds, kinds.includes(wanted)]
      : field === 'matches' ? [outcome.data?.matches, outcome.data?.matches === wanted]
      : field === 'textEnds' ? [outcome.text, outcome.text.endsWith(wanted)]
      : [outcome[field], holds(outcome[field], wanted)];
    if (!same) wrong.push(`${field} is ${JSON.stringify(got)}\nexpected ${JSON.stringify(wanted)}`);
  }
  return wrong;
}

/** Objects field by field, all else as a whole. */
function holds(got, wanted) {
  if (wanted === null || typeof wanted !== 'object' || Array.isArray(wanted)) return isDeepStrictEqual(got, wanted);
  return got !== null && typeof got === 'object' && Object.entries(wanted).every(([field, value]) => holds(got[field], value));
}
