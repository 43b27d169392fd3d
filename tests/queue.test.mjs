// Parallel calls: none is lost, none waits for ever.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryHost, open, part } from './helpers/stet.mjs';

const { takeTurn, waitFor } = await part('session/queue');

/** A host that gives others a chance to run at every call. */
function slow(host) {
  const later = (name) => async (...args) => {
    for (let hop = 0; hop < 3; hop++) await new Promise((resolve) => setImmediate(resolve));
    return host[name](...args);
  };
  return { ...host, resolve: later('resolve'), stat: later('stat'), read: later('read'), commit: later('commit'), list: later('list') };
}

test('turns come in the order in which they were taken, and the map is empty afterwards', async () => {
  const locks = new Map();
  const order = [];
  const turns = Array.from({ length: 50 }, (_, at) => [at, takeTurn('k', locks)]);
  const other = takeTurn('other', locks);
  await other.ready;
  assert.equal(other.first, true);
  other.leave();
  await Promise.all(turns.map(async ([at, turn]) => {
    assert.equal(turn.first, at === 0);
    await turn.ready;
    order.push(at);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(order.at(-1), at, 'two are in at once');
    turn.leave();
  }));
  assert.deepEqual(order, [...order].sort((a, b) => a - b));
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(locks.size, 0);
});

test('who gives up while waiting lets nobody through early', async () => {
  const locks = new Map();
  const first = takeTurn('k', locks);
  const second = takeTurn('k', locks);
  const third = takeTurn('k', locks);
  const stop = new AbortController();
  const gaveUp = waitFor(second, stop.signal);
  stop.abort();
  assert.equal(await gaveUp, false);
  second.leave();
  let isIn = false;
  void third.ready.then(() => { isIn = true; });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isIn, false, 'the first is still in');
  first.leave();
  await third.ready;
  third.leave();
});

test('queues are shared over globalThis under the name that other copies use', async () => {
  const turn = takeTurn('shared');
  const locks = globalThis[Symbol.for('stet.locks.v1')];
  assert.ok(locks instanceof Map && locks.has('shared'));
  turn.leave();
});

for (const [what, prepare, path] of [
  ['', () => {}, () => 'f.txt'],
  [' also through a linked folder', (host) => host.symlink('.', 'alias'), (at) => (at % 2 === 0 ? 'f.txt' : 'alias/f.txt')],
]) {
  test(`ten parallel edits through two sessions: ten of ten, 100 times${what}`, async () => {
    const lines = Array.from({ length: 10 }, (_, at) => `line ${at};`);
    for (let trial = 0; trial < 100; trial++) {
      const host = memoryHost({ 'f.txt': lines.join('\n') });
      prepare(host);
      const sessions = [open(slow(host)).session, open(slow(host)).session];
      for (const session of sessions) assert.equal((await session.read({ filePath: 'f.txt' })).ok, true);
      const outcomes = await Promise.all(lines.map((line, at) =>
        sessions[at % 2 === 0 ? 0 : 1].edit({ filePath: path(at >> 1), oldString: line, newString: `LINE ${at};` })));
      assert.deepEqual(outcomes.filter((outcome) => !outcome.ok), []);
      assert.equal(host.text('f.txt'), lines.map((line) => line.toUpperCase()).join('\n'));
    }
  });
}

test('calls for one path are taken in the order in which they came, however slow the host is with each', async () => {
  const host = memoryHost({ 'f.txt': 'v0' });
  let calls = 0;
  const uneven = { ...host, resolve: async (path) => {
    calls += 1;
    for (let hop = 0; hop < (calls % 2 === 0 ? 1 : 20); hop++) await new Promise((resolve) => setImmediate(resolve));
    return host.resolve(path);
  } };
  const { session } = open(uneven);
  await session.read({ filePath: 'f.txt' });
  // Each edit needs the one before.
  const outcomes = await Promise.all(Array.from({ length: 8 }, (_, at) => session.edit({ filePath: 'f.txt', oldString: `v${at}`, newString: `v${at + 1}` })));
  assert.deepEqual(outcomes.map((outcome) => outcome.ok), Array(8).fill(true));
  assert.equal(host.text('f.txt'), 'v8');
});

test('two creates of one file: one wins, the other is told', async () => {
  const host = memoryHost();
  const sessions = [open(slow(host)).session, open(slow(host)).session];
  const outcomes = await Promise.all(sessions.map((session, at) => session.edit({ filePath: 'new/f.txt', oldString: '', newString: `by ${at}\n` })));
  assert.deepEqual(outcomes.map((outcome) => outcome.ok).sort(), [false, true]);
  const lost = outcomes.find((outcome) => !outcome.ok);
  assert.equal(lost.code, 'exists');
  assert.equal(host.text('new/f.txt'), `by ${outcomes.findIndex((outcome) => outcome.ok)}\n`);
});

test('a host whose every commit is overtaken: five tries, then `conflict`, and nothing is written', async () => {
  const host = memoryHost({ 'f.txt': 'a\n' });
  let commits = 0;
  const { session } = open({ ...host, commit: async (...args) => {
    commits += 1;
    host.put('f.txt', `a\nsomebody else ${commits}\n`);
    return host.commit(...args);
  } });
  await session.read({ filePath: 'f.txt' });
  const outcome = await session.edit({ filePath: 'f.txt', oldString: 'a', newString: 'b' });
  assert.deepEqual([outcome.ok, outcome.code, commits], [false, 'conflict', 5]);
  assert.equal(host.text('f.txt'), 'a\nsomebody else 5\n');
});

test('one that is overtaken once plans anew on what is there then', async () => {
  const host = memoryHost({ 'f.txt': 'a\nb\n' });
  let commits = 0;
  const { session } = open({ ...host, commit: async (...args) => {
    commits += 1;
    if (commits === 1) host.put('f.txt', 'a\nb\nc\n');
    return host.commit(...args);
  } });
  await session.read({ filePath: 'f.txt' });
  const outcome = await session.edit({ filePath: 'f.txt', oldString: 'a', newString: 'A' });
  assert.equal(outcome.ok, true, outcome.text);
  assert.equal(outcome.staleRecovered, true);
  assert.equal(host.text('f.txt'), 'A\nb\nc\n');
});

test('a call that is called off while it waits answers at once and does nothing later', async () => {
  const host = memoryHost({ 'f.txt': 'a' });
  const { session } = open(host);
  await session.read({ filePath: 'f.txt' });
  const turn = takeTurn('memory\0/f.txt');
  const stop = new AbortController();
  const call = session.edit({ filePath: 'f.txt', oldString: 'a', newString: 'b' }, { signal: stop.signal });
  await new Promise((resolve) => setImmediate(resolve));
  stop.abort();
  const outcome = await call;
  assert.deepEqual([outcome.ok, outcome.code], [false, 'aborted']);
  turn.leave();
  const next = await session.edit({ filePath: 'f.txt', oldString: 'a', newString: 'c' });
  assert.equal(next.ok, true, next.text);
  assert.equal(host.text('f.txt'), 'c');
  assert.equal((await session.edit({ filePath: 'f.txt', oldString: 'c', newString: 'd' }, { signal: AbortSignal.abort() })).code, 'aborted');
  assert.equal(host.text('f.txt'), 'c');
});

test('a host that throws is answered with `internal`, and its queue goes on', async () => {
  const host = memoryHost({ 'f.txt': 'a' });
  let broken = true;
  const { session } = open({ ...host, read: async (...args) => {
    if (broken) throw new Error('a defect');
    return host.read(...args);
  } });
  const outcome = await session.read({ filePath: 'f.txt' });
  assert.deepEqual([outcome.ok, outcome.code], [false, 'internal']);
  broken = false;
  assert.equal((await session.read({ filePath: 'f.txt' })).ok, true);
  assert.equal(globalThis[Symbol.for('stet.locks.v1')].has('memory\0/f.txt'), false);
});
