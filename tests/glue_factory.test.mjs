// The glue's post-processing: each call makes an instance of its own, and a shape of the glue that it doesn't know is
// refused instead of shipped.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { glueFactory } from '../scripts/glue-factory.mjs';
import { base } from './helpers/stet.mjs';

const source = readFileSync(new URL('../build/wasm/bindgen/stet.js', import.meta.url), 'utf8');

test('two glues of one module have memories of their own', async () => {
  const { createGlue } = await import(new URL('glue/stet.js', base).href);
  const module = await WebAssembly.compile(readFileSync(new URL('glue/stet.wasm', base)));
  const start = () => {
    const glue = createGlue();
    return { glue, exports: glue.bind(new WebAssembly.Instance(module, glue.imports()), module) };
  };
  const [one, other] = [start(), start()];
  assert.notEqual(one.exports.memory, other.exports.memory);
  const before = other.exports.memory.buffer.byteLength;
  assert.equal(one.glue.sha1(new Uint8Array(8 << 20)).length, 40);
  assert.equal(other.exports.memory.buffer.byteLength, before);
  assert.equal(other.glue.sha1(new TextEncoder().encode('abc')), 'a9993e364706816aba3e25717850c26c9cd0d89d');
});

test('what is written has no import, no URL and one export', () => {
  const written = glueFactory(source);
  assert.doesNotMatch(written, /import\.meta|^\s*import\b|\bnew URL\b|\bfetch\(/m);
  assert.deepEqual(written.match(/^export .*/gm), ['export function createGlue() {']);
});

test('a glue of another shape is refused', () => {
  for (const [what, broken] of [
    ['no loader', source.replaceAll('__wbg_load', '__wbg_other')],
    ['no imports', source.replaceAll('__wbg_get_imports', 'getImports')],
    ['an import', `import { x } from './snippet.js';\n${source}`],
    ['an exported class', source.replace(/^export function/m, 'export class X {}\nexport function')],
    ['no function', source.replaceAll(/^export function/gm, 'function')],
  ]) assert.throws(() => glueFactory(broken), /^Error: glue: /, what);
});
