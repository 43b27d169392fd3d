// The house's one-way arrows, held by reading the sources: the core never sees the world outside, and in js/ each module
// imports only what stands below it.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

function files(folder, ending) {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)).replaceAll('\\', '/'));
}
const read = (path) => readFileSync(join(root, path), 'utf8');
const withoutComments = (source) => source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

test('the core names no file system, clock, environment or JavaScript', () => {
  const banned = /std::(fs|time|env|net|process|thread)\b|js_sys|wasm_bindgen|web_sys/;
  const offenders = files('src', '.rs').filter((path) => path !== 'src/wasm.rs' && banned.test(withoutComments(read(path))));
  assert.deepEqual(offenders, []);
});

test('the core has no way to panic on purpose outside its tests', () => {
  const panics = /\.unwrap\(\)|\.expect\(|panic!\(|unreachable!\(|todo!\(|unimplemented!\(/;
  const offenders = files('src', '.rs').filter((path) => panics.test(withoutComments(read(path).split('#[cfg(test)]')[0])));
  assert.deepEqual(offenders, []);
});

const imports = (path) => [...read(path).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((found) => found[1]);

test('only js/engine.ts imports the glue', () => {
  const offenders = files('js', '.ts').filter((path) => path !== 'js/engine.ts' && !path.startsWith('js/glue/') && imports(path).some((name) => name.endsWith('glue/stet.js')));
  assert.deepEqual(offenders, []);
});

test('hosts know no session, dialect or engine', () => {
  const offenders = files('js/hosts', '.ts').filter((path) => imports(path).some((name) => /session|dialect|engine|entry/.test(name)));
  assert.deepEqual(offenders, []);
});

test('an SDK is named by the adapters alone, and each adapter by no other module', () => {
  const bare = /^(ai|@ai-sdk|@anthropic-ai|@openai|openai|@langchain|langchain|@mastra|zod)(\/|$)/;
  const others = files('js', '.ts').filter((path) => !path.startsWith('js/adapters/'));
  assert.deepEqual(others.filter((path) => imports(path).some((name) => bare.test(name) || /\badapters\//.test(name))), []);
  const zod = files('js', '.ts').filter((path) => imports(path).some((name) => /^zod/.test(name)));
  assert.deepEqual(zod, [], 'none needs zod');
});

test('the package has no runtime dependency', () => {
  const manifest = JSON.parse(read('pkg-template/package.json'));
  assert.deepEqual(Object.keys(manifest.dependencies ?? {}), []);
});
