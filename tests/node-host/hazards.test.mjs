// docs/hazards.md: no row without an answer, none that names a test that isn't there.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');
const COUNTS = { P: 30, T: 10, W: 28, C: 18, S: 7, E: 13, I: 10, O: 8 };

test('docs/hazards.md has all 124 rows, each with tests that exist', () => {
  const text = read('docs/hazards.md');
  const rows = [...text.matchAll(/^\| ([A-Z]\d\d) \| (.*) \| (.*) \| (real|host|simulated|unit|not here|open) \| (.*) \|$/gm)];
  const expected = Object.entries(COUNTS).flatMap(([letter, count]) => Array.from({ length: count }, (_, at) => `${letter}${String(at + 1).padStart(2, '0')}`));
  assert.deepEqual(rows.map(([, id]) => id), expected);
  for (const [, id, hazard, answer, how, held] of rows) {
    assert.ok(hazard.trim() && answer.trim(), id);
    const tests = [...held.matchAll(/`(tests\/[^`]+)`(?: "([^"]+)")?/g)];
    if (how !== 'not here' && how !== 'open') assert.ok(tests.length > 0, `${id} names no test`);
    for (const [, path, title] of tests) {
      assert.ok(existsSync(new URL(path, root)), `${id}: ${path}`);
      if (title) assert.ok(read(path).replaceAll("\\'", "'").includes(title), `${id}: ${path} has no "${title}"`);
    }
  }
  const count = (how) => rows.filter((row) => row[4] === how).length;
  const line = `124 hazards: ${count('real')} real, ${count('host')} by a host, ${count('simulated')} simulated, ${count('unit')} pure, ${count('not here')} not testable here, ${count('open')} open.`;
  assert.ok(text.includes(line), line);
});
