// The matrix can fail: a package without its wasm, or with a damaged inlined copy, turns the tests of this folder red.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { checkout, emptyFolder } from './helpers/packed.mjs';

/** The names of the tests that fail in a file of this folder with a package that was damaged first. */
function red(file, damage) {
  const folder = emptyFolder('damaged');
  cpSync(join(checkout, 'pkg'), folder, { recursive: true });
  damage((name) => join(folder, name));
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', join(checkout, 'tests', 'package', file)], { env: { ...env, STET_PKG: folder }, encoding: 'utf8' });
  assert.notEqual(status, 0, stdout);
  return [...stdout.matchAll(/^ *not ok \d+ - (.*)$/gm)].map((match) => match[1]);
}
const withoutWasm = (at) => rmSync(at('dist/glue/stet.wasm'));
const withoutCopy = (at) => writeFileSync(at('dist/glue/inline.js'), "export const wasmBase64 = '';\n");

test('without the wasm, the contents and the Node cells that use it are red', () => {
  const contents = red('contents.test.mjs', withoutWasm);
  assert.ok(contents.includes('the texts are there, and one wasm and one inlined copy of it'), contents.join('\n'));
  const cells = red('node.test.mjs', withoutWasm);
  assert.ok(cells.some((name) => name.endsWith('as installed')) && cells.some((name) => name.endsWith('stet/slim')), cells.join('\n'));
});

test('without the inlined copy, the bundled cells are red', () => {
  const cells = red('node.test.mjs', withoutCopy);
  assert.ok(cells.some((name) => name.endsWith('esbuild')), cells.join('\n'));
});
