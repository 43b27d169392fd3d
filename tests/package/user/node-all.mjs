// Every entry of the package in Node, on disk and in memory.
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as stet from 'stet';
import { loadEngine } from 'stet/engine';
import * as slim from 'stet/slim';
import { program } from './program.mjs';

const wasm = readFileSync(fileURLToPath(import.meta.resolve('stet/engine.wasm')));
assert.ok(WebAssembly.validate(wasm));

const root = mkdtempSync(join(tmpdir(), 'stet-user-'));
try {
  writeFileSync(join(root, 'a.txt'), 'one\r\ntwo\r\n');
  const session = await stet.openSession({ root });
  assert.equal((await session.read({ filePath: 'a.txt' })).ok, true);
  const edited = await session.edit({ filePath: 'a.txt', oldString: 'two\n', newString: 'zwei\ndrei\n' });
  assert.equal(edited.ok, true, edited.text);
  assert.equal(readFileSync(join(root, 'a.txt'), 'utf8'), 'one\r\nzwei\r\ndrei\r\n');
} finally {
  rmSync(root, { recursive: true, force: true });
}

const engine = await loadEngine();
assert.equal(engine.sha1(new TextEncoder().encode('abc')), 'a9993e364706816aba3e25717850c26c9cd0d89d');
await slim.init(wasm);
const answer = await program(stet);
assert.equal(await program(slim), answer);
process.stdout.write(answer);
