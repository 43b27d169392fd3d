// Each mutant of the write path and the locks is caught (npm run test:long).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { long } from './lib.mjs';
import { runMutants } from './mutants.mjs';

test('each mutant of the node host turns a test red', { skip: long ? false : 'npm run test:long' }, (t) => {
  const results = runMutants();
  t.diagnostic(`${results.length} mutants`);
  assert.deepEqual(results.filter(({ caught }) => caught === null), []);
  assert.ok(results.length >= 10);
});
