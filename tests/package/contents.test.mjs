// What is in the tarball, and what the usual checkers and compilers say of it.

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { test } from 'node:test';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { checkout, installed, pack, withPrograms } from './helpers/packed.mjs';

const packed = pack();
const user = withPrograms(installed('contents', packed.path), 'types.ts');
const root = join(user, 'node_modules', 'stet');
const paths = packed.files.map((file) => file.path);
const read = (path) => readFileSync(join(root, path), 'utf8');
const manifest = JSON.parse(read('package.json'));

/** Scripts and declarations that an entry reaches, by following relative imports. */
function reachable(entries) {
  const found = new Set();
  const visit = (path) => {
    if (found.has(path)) return;
    found.add(path);
    if (path.endsWith('.wasm')) return;
    for (const [, to] of read(path).matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g)) {
      const target = posix.join(posix.dirname(path), to);
      visit(path.endsWith('.d.ts') ? target.replace(/\.js$/, '.d.ts') : target);
    }
  };
  entries.forEach(visit);
  return found;
}
const targets = (entry) => (typeof entry === 'string' ? [entry] : Object.values(entry).flatMap(targets)).map((path) => path.replace('./', ''));

test('the texts are there, and one wasm and one inlined copy of it', (t) => {
  for (const name of ['README.md', 'CHANGELOG.md', 'LICENSE-MIT', 'LICENSE-APACHE', 'package.json']) assert.ok(paths.includes(name), name);
  assert.deepEqual(paths.filter((path) => path.endsWith('.wasm')), ['dist/glue/stet.wasm']);
  const wasm = readFileSync(join(root, 'dist/glue/stet.wasm'));
  const copies = paths.filter((path) => !path.endsWith('.wasm') && read(path).includes(wasm.toString('base64', 0, 300)));
  assert.deepEqual(copies, ['dist/glue/inline.js']);
  assert.ok(read(copies[0]).includes(wasm.toString('base64')), 'the copy is whole');
  t.diagnostic(`${paths.length} files, ${packed.size} B packed, ${packed.unpackedSize} B unpacked, wasm ${wasm.length} B`);
});

test('each script and declaration is reached from an entry, and all that is reached is there', () => {
  const code = paths.filter((path) => path.startsWith('dist/') && path !== 'dist/glue/stet.wasm');
  const reached = [...reachable(targets(manifest.exports))].filter((path) => path.startsWith('dist/') && path !== 'dist/glue/stet.wasm');
  // The twin of a script is its declaration, and the other way round.
  const twins = new Set(reached.map((path) => (path.endsWith('.d.ts') ? path.replace(/\.d\.ts$/, '.js') : path.replace(/\.js$/, '.d.ts'))));
  assert.deepEqual(reached.filter((path) => !code.includes(path)), [], 'missing');
  assert.deepEqual(code.filter((path) => !reached.includes(path) && !twins.has(path)), [], 'superfluous');
});

test('the manifest: name, version of Cargo.toml, ESM, conditions in the stated order, no dependency, peers optional', () => {
  const [, version] = /^version = "(.+)"/m.exec(readFileSync(join(checkout, 'Cargo.toml'), 'utf8'));
  assert.deepEqual([manifest.name, manifest.version, manifest.type, manifest.license], ['stet', version, 'module', 'MIT OR Apache-2.0']);
  for (const entry of ['.', './engine']) assert.deepEqual(Object.keys(manifest.exports[entry]), ['types', 'workerd', 'node', 'browser', 'default']);
  for (const kind of ['dependencies', 'optionalDependencies', 'scripts']) assert.equal(manifest[kind], undefined, kind);
  for (const peer of Object.keys(manifest.peerDependencies)) assert.deepEqual(manifest.peerDependenciesMeta[peer], { optional: true }, peer);
});

test('nothing in the tarball names a path of the machine that built it', () => {
  const home = process.env.HOME;
  const named = paths.filter((path) => [checkout, `${home}/.cargo`].some((text) => readFileSync(join(root, path)).includes(text)));
  assert.deepEqual(named, []);
});

test('publint has nothing to say', async () => {
  const { messages } = await publint({ pkgDir: root, strict: true });
  assert.deepEqual(messages.map((message) => formatMessage(message, manifest)), []);
});

const tool = (name) => join(checkout, 'node_modules', '.bin', name);

test('are the types wrong? no (esm-only, without engine.wasm)', () => {
  const { status, stdout, stderr } = spawnSync(tool('attw'), [packed.path, '--profile', 'esm-only', '--exclude-entrypoints', './engine.wasm', '--no-color', '--no-emoji'], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});

for (const [module, moduleResolution, types] of [['esnext', 'bundler', []], ['node16', 'node16', []], ['nodenext', 'nodenext', ['node']]]) {
  test(`types compile: strict, moduleResolution ${moduleResolution}${types.length > 0 ? ', with the types of Node' : ''}`, () => {
    const lib = ['es2022', 'dom'];
    const options = { module, moduleResolution, strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, noEmit: true, target: 'es2022', lib, types };
    if (types.length > 0) options.typeRoots = [join(checkout, 'node_modules', '@types')];
    writeFileSync(join(user, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['types.ts'] }));
    try {
      execFileSync(tool('tsc'), ['-p', user], { encoding: 'utf8' });
    } catch (error) {
      assert.fail(error.stdout);
    }
  });
}
