// wasm-pack compiles every file of tests/ for wasm, also where it is told to run one: each must say on which target it runs,
// else a native test's crates break the tests in browsers.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const folder = new URL('.', import.meta.url);

test('each Rust test says on which target it runs', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.rs'));
  assert.ok(files.length > 0);
  assert.deepEqual(files.filter((name) => !/^#!?\[cfg\((not\()?target_arch = "wasm32"/m.test(readFileSync(new URL(name, folder), 'utf8'))), []);
});
