// The closed list of refusals has one home (src/refusal.rs); the docs and the TypeScript type must say the same.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const read = (path) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const source = read('src/refusal.rs');
const codes = [.../pub const CODES: \[&str; \d+\] = \[([^\]]*)\]/.exec(source)[1].matchAll(/"(\w+)"/g)].map((found) => found[1]);

test('the enum and the list of codes are the same', () => {
  const ofVariants = [...source.matchAll(/Why::\w+ \{ \.\. \} => "(\w+)"/g)].map((found) => found[1]);
  assert.deepEqual(ofVariants, codes);
});

test('docs/refusals.md lists every code, in order', () => {
  const listed = [...read('docs/refusals.md').matchAll(/^\| `(\w+)` \|/gm)].map((found) => found[1]);
  assert.deepEqual(listed, codes);
});

test('the type RefusalCode lists every code, in order', () => {
  const type = /export type RefusalCode =([^;]*);/.exec(read('js/types.ts'))[1];
  assert.deepEqual([...type.matchAll(/'(\w+)'/g)].map((found) => found[1]), codes);
});

test('every code that the engine decides is produced by a case', () => {
  const bySession = new Set([
    'outside_root', 'denied', 'user_rejected', 'is_directory', 'not_regular', 'symlink', 'conflict', 'busy', 'permission_denied',
    'read_only_fs', 'no_space', 'partial_write', 'io_error', 'aborted', 'internal',
  ]);
  const folder = new URL('./cases/', import.meta.url);
  const produced = new Set();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (!entry.isDirectory()) continue;
    produced.add(JSON.parse(readFileSync(new URL(`${entry.name}/expected.json`, folder), 'utf8')).code);
  }
  assert.deepEqual(codes.filter((code) => !bySession.has(code) && !produced.has(code)), []);
});
