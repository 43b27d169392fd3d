// Loading the engine, and what happens to an instance that broke or grew.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { base, part } from './helpers/stet.mjs';

const wasm = new Uint8Array(await readFile(new URL('glue/stet.wasm', base)));
const names = { tools: { read: 'Read', edit: 'Edit', write: 'Write' }, args: { filePath: 'file_path', oldString: 'old_string', newString: 'new_string' } };
const bytes = (text) => new TextEncoder().encode(text);

/** A copy of the loader with a state of its own: modules are cached by their whole URL. */
let copies = 0;
async function freshLoader() {
  copies += 1;
  return import(`${new URL('engine.js', base).href}?copy=${copies}`);
}

test('without a source the error says what to call', async () => {
  const { loadEngine } = await freshLoader();
  await assert.rejects(loadEngine(), (error) => error.code === 'not_loaded' && /init\(/.test(error.message));
});

test('a failed load can be tried again; then all callers share one engine', async () => {
  const { loadEngine } = await freshLoader();
  await assert.rejects(loadEngine(bytes('no wasm')), (error) => error.code === 'load_failed');
  await assert.rejects(loadEngine(() => { throw new Error('no such file'); }), /no such file/);
  const [one, other] = await Promise.all([loadEngine(wasm), loadEngine(() => Promise.resolve(wasm))]);
  assert.equal(one, other);
  assert.equal(await loadEngine(), one);
  assert.equal(one.sha1(bytes('abc')), 'a9993e364706816aba3e25717850c26c9cd0d89d');
});

test('bytes, a module, a response and a URL are all sources', async () => {
  const url = `data:application/octet-stream;base64,${Buffer.from(wasm).toString('base64')}`;
  for (const source of [wasm, wasm.buffer, await WebAssembly.compile(wasm), new Response(wasm), url, new URL(url), Promise.resolve(wasm)]) {
    const { loadEngine } = await freshLoader();
    assert.equal((await loadEngine(source)).sha1(bytes('')), 'da39a3ee5e6b4b0d3255bfef95601890afd80709');
  }
  const { loadEngine } = await freshLoader();
  await assert.rejects(loadEngine(new Response('gone', { status: 404 })), /404/);
});

test('after a trap the answer is `internal`, and the next call runs on a fresh instance', async () => {
  const { loadEngine } = await freshLoader();
  const engine = await loadEngine(wasm);
  const request = { op: 'edit', filePath: 'f', edits: [{ oldString: 'a', newString: 'b', replaceAll: false }], several: false };
  const input = { stamp: { host: '', sha1: 'x' }, record: { stamp: { host: '', sha1: 'x' }, ranges: [] }, request, options: {}, names };
  const before = engine.memoryBytes();
  for (let round = 0; round < 100; round++) {
    // An allocation that no memory can hold traps inside the wasm.
    const broken = engine.plan({ ...input, bytes: { length: 0xffff_fff0 } });
    assert.deepEqual([broken.ok, broken.code], [false, 'internal']);
    assert.match(broken.text, /\S/);
    const planned = engine.plan({ ...input, bytes: bytes('xay') });
    assert.equal(planned.ok, true, planned.text);
  }
  assert.ok(engine.memoryBytes() <= before + (1 << 16), 'what a trap leaves behind goes with its instance');
});

test('an instance whose memory grew over 64 MiB is not kept', async () => {
  const { loadEngine } = await freshLoader();
  const engine = await loadEngine(wasm);
  const small = engine.memoryBytes();
  const large = new Uint8Array(80 << 20);
  assert.equal(engine.sha1(large).length, 40);
  assert.equal(engine.memoryBytes(), 0);
  assert.equal(engine.sha1(bytes('abc')), 'a9993e364706816aba3e25717850c26c9cd0d89d');
  assert.ok(engine.memoryBytes() <= small + (1 << 16));
});

test('the platform\'s hash and the engine\'s agree', async () => {
  const { sha1, sha1Of } = await part('hash');
  const { applySplices } = await part('hosts/apply');
  const { engine } = await import('./helpers/stet.mjs');
  const base = bytes('one two three');
  const splices = [{ start: 0, endExclusive: 3, text: bytes('1') }, { start: 8, endExclusive: 13, text: bytes('') }];
  assert.equal(sha1(engine, base), engine.sha1(base));
  assert.equal(sha1Of(engine, base, splices), engine.sha1(applySplices(base, splices)));
  assert.deepEqual(applySplices(base, splices), engine.apply(base, splices));
  assert.throws(() => applySplices(base, [{ start: 5, endExclusive: 4, text: base }]), RangeError);
  assert.throws(() => applySplices(base, [splices[1], splices[0]]), RangeError);
});
