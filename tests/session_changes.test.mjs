// `changes()`: what is no longer as the model saw it; cheap where nothing happened.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryHost, open } from './helpers/stet.mjs';

const FILES = { 'modified.txt': 'a\nb\nc\n', 'deleted.txt': 'x\n', 'replaced.txt': 'x\n', 'touched.txt': 'x\n', 'same.txt': 'x\n', 'unread.txt': 'x\n' };

async function readAll(session) {
  for (const filePath of Object.keys(FILES)) {
    if (filePath !== 'unread.txt') await session.read({ filePath });
  }
}

/** Counts a host's calls. */
function counted(host) {
  const calls = { stat: 0, read: 0 };
  return {
    calls,
    host: {
      ...host,
      stat: (...args) => { calls.stat += 1; return host.stat(...args); },
      read: (...args) => { calls.read += 1; return host.read(...args); },
    },
  };
}

test('modified, deleted, replaced, touched; nothing else', async () => {
  const host = memoryHost(FILES);
  const { session } = open(host);
  await readAll(session);
  host.put('modified.txt', 'a\nB\nc\n');
  host.delete('deleted.txt');
  host.symlink('same.txt', 'replaced.txt');
  host.touch('touched.txt');
  host.put('unread.txt', 'y\n');
  const changes = await session.changes();
  assert.deepEqual(changes.map(({ filePath, kind }) => [filePath, kind]), [
    ['/modified.txt', 'modified'], ['/deleted.txt', 'deleted'], ['/replaced.txt', 'replaced'], ['/touched.txt', 'touched'],
  ]);
  const [modified, deleted] = changes;
  assert.deepEqual(modified.structuredPatch, [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' a', '-b', '+B', ' c'] }]);
  assert.match(modified.text, /modified\.txt/);
  assert.match(modified.text, /\+B/);
  assert.equal(deleted.stamp, null);
  assert.match(deleted.text, /deleted\.txt/);
});

test('it reports until the model has seen it, and never takes that for granted', async () => {
  const { host, session } = open({ 'f.txt': 'a\nb\n' });
  await session.read({ filePath: 'f.txt' });
  host.put('f.txt', 'a\nc\n');
  assert.equal((await session.changes()).length, 1);
  assert.equal((await session.changes()).length, 1);
  assert.equal((await session.write({ filePath: 'f.txt', content: 'x' })).code, 'stale');
  await session.read({ filePath: 'f.txt' });
  assert.deepEqual(await session.changes(), []);
});

test('own edits are no changes', async () => {
  const { session } = open({ 'f.txt': 'a\nb\n' });
  await session.read({ filePath: 'f.txt' });
  await session.edit({ filePath: 'f.txt', oldString: 'a', newString: 'A' });
  await session.write({ filePath: 'g.txt', content: 'g' });
  assert.deepEqual(await session.changes(), []);
});

test('where nothing changed, one stat a file and no read', async () => {
  const { calls, host } = counted(memoryHost(FILES));
  const { session } = open(host);
  await readAll(session);
  Object.assign(calls, { stat: 0, read: 0 });
  assert.deepEqual(await session.changes(), []);
  assert.deepEqual(calls, { stat: 5, read: 0 });
});

test('a token that proves nothing is not believed: the content is hashed', async () => {
  const memory = memoryHost({ 'f.txt': 'a\n' });
  // A clock so coarse that every version has the same token.
  const coarse = {
    ...memory,
    stat: async (path) => ({ ...(await memory.stat(path)), host: 'tick' }),
    read: async (...args) => ({ ...(await memory.read(...args)), host: 'tick' }),
    tokenIsSure: (token, takenAtMs) => takenAtMs < 0,
  };
  const { calls, host } = counted(coarse);
  const { session } = open(host);
  await session.read({ filePath: 'f.txt' });
  memory.put('f.txt', 'b\n');
  assert.deepEqual((await session.changes()).map(({ kind }) => kind), ['modified']);
  memory.put('f.txt', 'a\n');
  calls.read = 0;
  assert.deepEqual(await session.changes(), [], 'back again, and the token says nothing');
  assert.equal(calls.read, 1);
  delete host.tokenIsSure;
  memory.put('f.txt', 'b\n');
  assert.deepEqual((await session.changes()).map(({ kind }) => kind), ['modified']);
});

test('after the bytes have fallen out, the present lines; a binary file and one that can\'t be read are told', async () => {
  const host = memoryHost({ 'f.txt': 'a\nb\nc\n', 'big.txt': 'x'.repeat(990), 'bin.txt': 'text\n', 'shut.txt': 'x\n' });
  const { session } = open(host, { limits: { keptBytes: 1_000 } });
  for (const filePath of ['f.txt', 'bin.txt', 'shut.txt', 'big.txt']) await session.read({ filePath });
  host.put('f.txt', 'a\nB\nc\n');
  host.put('bin.txt', new Uint8Array([1, 0, 2]));
  host.put('shut.txt', 'y\n');
  host.chmod('shut.txt', 0);
  const [modified, binary, shut] = await session.changes();
  assert.deepEqual(modified.structuredPatch.flatMap(({ lines }) => lines), [' a', '+B', ' c']);
  assert.match(binary.text, /bin\.txt/);
  assert.deepEqual(binary.structuredPatch, []);
  assert.deepEqual([shut.kind, shut.stamp], ['unreadable', null]);
});
