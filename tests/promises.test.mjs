// The README's promises, one test each, named after the promise: whole calls on a real disk through the tools that a model
// is given. Laws, cases and the model-based tests go deeper; these say in a few lines what is meant.
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { engine, open, part } from './helpers/stet.mjs';

const { nodeHost } = await part('hosts/node/index');
const { systemCalls } = await part('hosts/node/fs');

function workspace(t, files) {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'stet-promise-')));
  t.after(() => fs.rmSync(root, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) fs.writeFileSync(join(root, name), content);
  const bytes = (name) => fs.readFileSync(join(root, name));
  const agent = (options = {}, hostOptions = {}) => open(nodeHost({ root, ...hostOptions }), options).session;
  return { root, bytes, agent };
}
const latin1 = (text) => Buffer.from(text, 'latin1');

test('promise 1: bytes outside the replaced spans never change', async (t) => {
  const hard = {
    'mixed.txt': ['a\r\nb\nkey\r\nc\rd', 'a\r\nb\nKEY\r\nc\rd'],
    'bom.txt': ['\xef\xbb\xbfkey\r\n', '\xef\xbb\xbfKEY\r\n'],
    'latin1.txt': ['caf\xe9\nkey\n', 'caf\xe9\nKEY\n'],
    'end.txt': ['key', 'KEY'],
    'utf16.txt': ['\xff\xfek\0e\0y\0\r\0\n\0', '\xff\xfeK\0E\0Y\0\r\0\n\0'],
  };
  const { bytes, agent } = workspace(t, Object.fromEntries(Object.entries(hard).map(([name, [before]]) => [name, latin1(before)])));
  const session = agent();
  for (const [name, [, after]] of Object.entries(hard)) {
    assert.equal((await session.read({ filePath: name })).ok, true, name);
    assert.equal((await session.edit({ filePath: name, oldString: 'key', newString: 'KEY' })).ok, true, name);
    assert.deepEqual(bytes(name), latin1(after), name);
  }
});

test('promise 2: only the place that the model named, and overlapping matches count', async (t) => {
  const { bytes, agent } = workspace(t, { f: 'aaa\nx = 1\nX = 1\n' });
  const session = agent();
  await session.read({ filePath: 'f' });
  const twice = await session.edit({ filePath: 'f', oldString: 'aa', newString: 'b' });
  assert.deepEqual([twice.code, twice.data.matches], ['ambiguous', 2]);
  const near = await session.edit({ filePath: 'f', oldString: 'x  = 1', newString: 'y' });
  assert.equal(near.code, 'not_found', 'what merely looks like it is never edited');
  assert.equal(String(bytes('f')), 'aaa\nx = 1\nX = 1\n');
});

test('promise 3: new_string is written as given', async (t) => {
  const given = '  $& $1 \\n “q” &lt; \t  ';
  const { bytes, agent } = workspace(t, { f: 'old\n' });
  const session = agent();
  await session.read({ filePath: 'f' });
  assert.equal((await session.edit({ filePath: 'f', oldString: 'old', newString: given })).ok, true);
  assert.equal(String(bytes('f')), `${given}\n`);
});

test('promise 4: nothing is edited unread, overwritten unseen, or changed since without saying so', async (t) => {
  const { root, bytes, agent } = workspace(t, { f: 'one\ntwo\nthree\n', long: 'line\n'.repeat(2_500) });
  const session = agent();
  assert.equal((await session.edit({ filePath: 'f', oldString: 'one', newString: '1' })).code, 'not_read');
  assert.equal((await session.write({ filePath: 'f', content: '' })).code, 'not_read');
  await session.read({ filePath: 'long' });
  assert.equal((await session.write({ filePath: 'long', content: '' })).code, 'not_read', 'only 2,000 lines were shown');
  await session.read({ filePath: 'f', offset: 1, limit: 1 });
  const elsewhere = await session.edit({ filePath: 'f', oldString: 'three', newString: '3' });
  assert.equal(elsewhere.contentNotInModelContext, true);
  await session.read({ filePath: 'f' });
  fs.writeFileSync(join(root, 'f'), 'ONE\ntwo\n3\n');
  assert.equal((await session.write({ filePath: 'f', content: 'x' })).code, 'stale');
  const recovered = await session.edit({ filePath: 'f', oldString: 'two', newString: '2' });
  assert.deepEqual([recovered.ok, recovered.staleRecovered], [true, true]);
  assert.match(recovered.text, /\+ONE/, 'what the other one changed is told');
  assert.equal(String(bytes('f')), 'ONE\n2\n3\n');
});

test('promise 5: a refusal changes nothing and says what to do next; a hint stands where it says', async (t) => {
  const { bytes, agent } = workspace(t, { f: 'def f():\n\treturn 1\n' });
  const session = agent();
  await session.read({ filePath: 'f' });
  const refused = await session.edit({ filePath: 'f', oldString: '    return 1', newString: '    return 2' });
  assert.equal(refused.code, 'not_found');
  assert.equal(String(bytes('f')), 'def f():\n\treturn 1\n');
  const lines = String(bytes('f')).split('\n').slice(refused.hint.startLine - 1, refused.hint.endLine).join('\n');
  assert.ok(lines.includes(refused.hint.text));
  assert.equal((await session.edit({ filePath: 'f', oldString: refused.hint.text, newString: '\treturn 2' })).ok, true);
});

test('promise 6: no acknowledged edit is lost between parallel calls and sessions', async (t) => {
  const { bytes, agent } = workspace(t, { f: Array.from({ length: 40 }, (_, at) => `n${at}.\n`).join('') });
  const sessions = [agent(), agent()];
  for (const session of sessions) await session.read({ filePath: 'f' });
  const edits = Array.from({ length: 40 }, (_, at) => sessions[at % 2].edit({ filePath: 'f', oldString: `n${at}.`, newString: `m${at}.` }));
  assert.equal((await Promise.all(edits)).filter((outcome) => outcome.ok).length, 40);
  assert.equal(String(bytes('f')).match(/m/g).length, 40);
});

test('promise 7: a full disk leaves the old file, and ok means that every byte is there', async (t) => {
  const { root, bytes, agent } = workspace(t, { f: 'old\n' });
  let written = 0;
  const full = {
    ...systemCalls,
    write: (fd, from, offset, length, position) => {
      if (written >= 3) throw Object.assign(new Error('full'), { code: 'ENOSPC', syscall: 'write' });
      written += 1;
      return systemCalls.write(fd, from, offset, Math.min(1, length), position);
    },
  };
  const session = agent({}, { calls: full });
  await session.read({ filePath: 'f' });
  assert.equal((await session.edit({ filePath: 'f', oldString: 'old', newString: 'brand new' })).code, 'no_space');
  assert.equal(String(bytes('f')), 'old\n');
  assert.deepEqual(fs.readdirSync(root), ['f'], 'and no temporary file stays');
});

test('promise 8: the same bytes in give the same answer out, in memory that does not grow', async () => {
  // Native and wasm are compared in tests/parity.test.mjs, on every runtime in tests/package; work is counted in tests/diagnose_work.rs.
  const files = { f: Array.from({ length: 1_000 }, (_, at) => `line ${at};\n`).join('') };
  const answers = [];
  for (let round = 0; round < 2; round++) {
    const { session } = open({ ...files });
    await session.read({ filePath: 'f' });
    const missed = await session.edit({ filePath: 'f', oldString: 'line  7;', newString: 'x' });
    const made = await session.edit({ filePath: 'f', oldString: 'line 7;', newString: 'x' });
    answers.push(JSON.stringify([missed, { ...made, stamp: made.stamp.sha1 }]));
  }
  assert.equal(answers[0], answers[1]);
  const { session } = open({ ...files });
  await session.read({ filePath: 'f' });
  let after = 0;
  for (let at = 0; at < 10_000; at++) {
    const [oldString, newString] = at % 2 ? ['line five hundred;', 'line 500;'] : ['line 500;', 'line five hundred;'];
    assert.equal((await session.edit({ filePath: 'f', oldString, newString })).ok, true);
    if (at === 999) after = engine.memoryBytes();
  }
  assert.equal(engine.memoryBytes(), after, 'memory.buffer.byteLength after 10,000 edits is that after 1,000');
});
