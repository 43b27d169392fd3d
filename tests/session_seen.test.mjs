// What the model has seen: the refusals that ask for a read, the lines that they show, ranges that move and are cut, and
// that nothing which somebody else changed is ever taken for seen.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryHost, open } from './helpers/stet.mjs';

const numbered = (count, from = 1) => Array.from({ length: count }, (_, at) => `line ${at + from}\n`).join('');
const range = (startLine, endLine) => ({ startLine, endLine });
const edit = (oldString, newString, more = {}) => ({ filePath: 'f.txt', oldString, newString, ...more });
const record = (session) => session.records.get('/f.txt');

test('the identical retry of an unread edit goes through, without a Read', async () => {
  const { host, session } = open({ 'f.txt': numbered(100) });
  const refused = await session.edit(edit('line 50', 'LINE 50'));
  assert.equal(refused.code, 'not_read');
  assert.match(refused.text, /50\tline 50/);
  assert.equal(session.records.size, 0, 'the file was not read');
  const outcome = await session.edit(edit('line 50', 'LINE 50'));
  assert.equal(outcome.ok, true, outcome.text);
  assert.equal(outcome.contentNotInModelContext, false);
  assert.equal(host.text('f.txt'), numbered(100).replace('line 50\n', 'LINE 50\n'));
});

test('two parallel edits of one unread file: both refused', async () => {
  const { host, session } = open({ 'f.txt': numbered(20) });
  const both = await Promise.all([session.edit(edit('line 5\n', 'five\n')), session.edit(edit('line 5\n', 'FIVE\n'))]);
  assert.deepEqual(both.map((outcome) => outcome.code), ['not_read', 'not_read']);
  assert.equal(host.text('f.txt'), numbered(20));
  const again = await Promise.all([session.edit(edit('line 5\n', 'five\n')), session.edit(edit('line 15\n', 'fifteen\n'))]);
  assert.deepEqual(again.map((outcome) => outcome.code), [undefined, 'not_read'], 'line 15 has not been shown');
});

test('two that were refused may both be sent again, together', async () => {
  const { host, session } = open({ 'f.txt': numbered(60) });
  const calls = [edit('line 10\n', 'ten\n'), edit('line 50\n', 'fifty\n')];
  await Promise.all(calls.map((call) => session.edit(call)));
  const again = await Promise.all(calls.map((call) => session.edit(call)));
  assert.deepEqual(again.map((outcome) => outcome.ok), [true, true], again.map((outcome) => outcome.text).join('\n'));
  assert.equal(host.text('f.txt'), numbered(60).replace('line 10\n', 'ten\n').replace('line 50\n', 'fifty\n'));
});

test('lines shown in a refusal allow nothing else: not elsewhere, not after a change, never Write', async () => {
  const { host, session } = open({ 'f.txt': numbered(100) });
  await session.edit(edit('line 50\n', 'x\n'));
  assert.equal((await session.edit(edit('line 90\n', 'x\n'))).code, 'not_read');
  assert.equal((await session.edit(edit('line 5', 'x', { replaceAll: true }))).code, 'not_read');
  assert.equal((await session.write({ filePath: 'f.txt', content: 'gone\n' })).code, 'not_read');
  host.put('f.txt', `${numbered(100)}more\n`);
  assert.equal((await session.edit(edit('line 50\n', 'x\n'))).code, 'not_read', 'that was another version');
  assert.equal(host.text('f.txt'), `${numbered(100)}more\n`);
});

test('lines shown by an answer don\'t help a call that started before it', async () => {
  const { session } = open({ 'f.txt': numbered(40) });
  await session.edit(edit('line 20\n', 'twenty\n'));
  // The first shows lines 16 to 24 of the result; the second was sent without having seen them.
  const both = await Promise.all([
    session.edit(edit('line 20\n', `twenty\n${numbered(3, 100)}`)),
    session.edit(edit('line 102\n', 'x\n')),
  ]);
  assert.deepEqual(both.map((outcome) => outcome.code), [undefined, 'not_read']);
  assert.equal((await session.edit(edit('line 102\n', 'y\n'))).ok, true, 'now they have been shown');
});

test('a small unread file whose lines were all shown is still not enough for Write', async () => {
  const { session } = open({ 'f.txt': 'a\nb\n' });
  await session.edit(edit('a', 'A'));
  const outcome = await session.edit(edit('a', 'A'));
  assert.equal(outcome.ok, true);
  assert.equal((await session.write({ filePath: 'f.txt', content: 'x' })).code, 'not_read');
});

test('ranges merge over reads; together they can be the whole file', async () => {
  const { session } = open({ 'f.txt': numbered(10) });
  await session.read({ filePath: 'f.txt', offset: 1, limit: 3 });
  await session.read({ filePath: 'f.txt', offset: 8, limit: 3 });
  assert.deepEqual(record(session).ranges, [range(1, 3), range(8, 10)]);
  assert.equal(record(session).whole, false);
  const refused = await session.write({ filePath: 'f.txt', content: 'x\n' });
  assert.equal(refused.code, 'not_read');
  assert.deepEqual(refused.data.unseen, [range(4, 7)]);
  await session.read({ filePath: 'f.txt', offset: 3, limit: 5 });
  assert.deepEqual(record(session).ranges, [range(1, 10)]);
  assert.equal((await session.write({ filePath: 'f.txt', content: 'x\n' })).ok, true);
});

test('ranges move with own edits', async () => {
  const { session } = open({ 'f.txt': numbered(40) });
  await session.read({ filePath: 'f.txt', offset: 1, limit: 2 });
  await session.read({ filePath: 'f.txt', offset: 30, limit: 3 });
  const outcome = await session.edit(edit('line 2\n', 'two\n2b\n2c\n'));
  assert.equal(outcome.contentNotInModelContext, false);
  // Lines 1 to 4 are new or seen, 5 to 8 were shown by the answer, 30 to 32 moved down by two.
  assert.deepEqual(record(session).ranges, [range(1, 8), range(32, 34)]);
  const unseen = await session.edit(edit('line 20\n', 'twenty\n'));
  assert.equal(unseen.ok, true, 'read means the path');
  assert.equal(unseen.contentNotInModelContext, true);
});

test('laundering: read whole, outside change, recovered edit, Write: refused', async () => {
  const { host, session } = open({ 'f.txt': numbered(60) });
  await session.read({ filePath: 'f.txt' });
  const changed = numbered(60).replace('line 40\n', 'SOMEBODY ELSE\'S\n');
  host.put('f.txt', changed);
  const outcome = await session.edit(edit('line 5\n', 'five\n'));
  assert.equal(outcome.staleRecovered, true);
  assert.deepEqual(record(session).ranges, [range(1, 39), range(41, 60)]);
  const refused = await session.write({ filePath: 'f.txt', content: 'mine\n' });
  assert.equal(refused.code, 'not_read');
  assert.deepEqual(refused.data.unseen, [range(40, 40)]);
  assert.equal(host.text('f.txt'), changed.replace('line 5\n', 'five\n'));
  await session.read({ filePath: 'f.txt', offset: 40, limit: 1 });
  assert.equal((await session.write({ filePath: 'f.txt', content: 'mine\n' })).ok, true, 'now it has been seen');
});

test('laundering through noteRead, a partial read, fork and edits', async () => {
  const changed = numbered(60).replace('line 40\n', 'SOMEBODY ELSE\'S\n');
  const ways = {
    noteRead: (session) => session.noteRead('f.txt', { lines: [range(1, 5)] }),
    text: (session) => session.noteRead('f.txt', { text: 'line 1\nline 2\n' }),
    read: (session) => session.read({ filePath: 'f.txt', offset: 1, limit: 5 }),
    edits: (session) => session.edit({ filePath: 'f.txt', edits: [{ oldString: 'line 1\n', newString: '1\n' }, { oldString: 'line 60\n', newString: '60\n' }] }),
    fork: (session) => session,
  };
  for (const [name, way] of Object.entries(ways)) {
    const { host, session: parent } = open({ 'f.txt': numbered(60) });
    await parent.read({ filePath: 'f.txt' });
    const session = name === 'fork' ? parent.fork({ records: 'copy' }) : parent;
    host.put('f.txt', changed);
    await way(session);
    if (name === 'fork') await session.edit(edit('line 5\n', 'five\n'));
    const before = host.text('f.txt');
    const refused = await session.write({ filePath: 'f.txt', content: 'mine\n' });
    assert.equal(refused.code, 'not_read', name);
    assert.equal(host.text('f.txt'), before, name);
  }
});

test('without kept bytes the line hashes prove the same', async () => {
  const { host, session } = open({ 'f.txt': numbered(60), 'other.txt': 'x'.repeat(900) }, { limits: { keptBytes: 1_000 } });
  await session.read({ filePath: 'f.txt' });
  await session.read({ filePath: 'other.txt' });
  assert.equal(session.originalFile(record(session).stamp), null, 'fallen out');
  host.put('f.txt', numbered(60).replace('line 40\n', 'else\n'));
  const outcome = await session.edit(edit('line 5\n', 'five\n'));
  assert.equal(outcome.staleRecovered, true);
  assert.deepEqual(record(session).ranges, [range(1, 39), range(41, 60)]);
  const [change] = await session.changes();
  assert.equal(change, undefined, 'the record has the present version');
});

test('stale: refused where the text is gone, with what changed since', async () => {
  const { host, session } = open({ 'f.txt': numbered(30) });
  await session.read({ filePath: 'f.txt' });
  host.put('f.txt', numbered(30).replace('line 7\n', 'seven, says somebody else\n'));
  const refused = await session.edit(edit('line 7\n', '7\n'));
  assert.equal(refused.code, 'stale');
  assert.equal(refused.data.matches, 0);
  assert.match(refused.text, /\+seven, says somebody else/);
  assert.deepEqual(refused.data.changed[0].lines.filter((line) => !line.startsWith(' ')), ['-line 7', '+seven, says somebody else']);
  assert.equal(record(session).stamp.sha1.length, 40);
});

test('stale: never recovered where the text now stands twice, nor under replace_all with a new match', async () => {
  const { host, session } = open({ 'f.txt': 'a = 1\nb = 2\n' });
  await session.read({ filePath: 'f.txt' });
  host.put('f.txt', 'a = 1\nb = 2\na = 1\n');
  for (const replaceAll of [false, true]) {
    const refused = await session.edit(edit('a = 1', 'a = 3', { replaceAll }));
    assert.deepEqual([refused.code, refused.data.matches], ['stale', 2]);
  }
  assert.equal(host.text('f.txt'), 'a = 1\nb = 2\na = 1\n');
});

test('stale: "refuse" refuses always; a touch is no change', async () => {
  const { host, session } = open({ 'f.txt': 'a\nb\n' }, { stale: 'refuse' });
  await session.read({ filePath: 'f.txt' });
  host.touch('f.txt');
  assert.equal((await session.edit(edit('a', 'A'))).ok, true);
  host.put('f.txt', 'A\nb\nc\n');
  assert.equal((await session.edit(edit('A', 'B'))).code, 'stale');
  assert.equal((await session.write({ filePath: 'f.txt', content: 'x' })).code, 'stale');
});

test('readBeforeEdit: unlessUnique and never', async () => {
  const unique = open({ 'f.txt': 'a\nb\nb\n' }, { readBeforeEdit: 'unlessUnique' });
  const outcome = await unique.session.edit(edit('a', 'A'));
  assert.equal(outcome.ok, true);
  assert.equal(outcome.contentNotInModelContext, true);
  unique.host.put('g.txt', 'b\nb\n');
  assert.equal((await unique.session.edit({ ...edit('b', 'c'), filePath: 'g.txt' })).code, 'not_read');
  assert.equal((await unique.session.write({ filePath: 'f.txt', content: 'x' })).code, 'not_read', 'an edit is no read');
  const never = open({ 'f.txt': 'a\nb\nb\n' }, { readBeforeEdit: 'never' });
  assert.equal((await never.session.edit(edit('b', 'c', { replaceAll: true }))).ok, true);
  assert.equal((await never.session.write({ filePath: 'f.txt', content: 'x' })).ok, true);
  assert.equal(never.host.text('f.txt'), 'x');
});

test('noteRead counts what really stands in the file', async () => {
  const { session } = open({ 'f.txt': 'one\r\ntwo\r\nthree\r\ntwo\r\n' });
  assert.deepEqual((await session.noteRead('f.txt', { text: 'two\nthree' })).shown, [range(2, 3)]);
  assert.deepEqual((await session.noteRead('f.txt', { text: 'two\n' })).shown, [], 'it stands twice: nobody knows which');
  assert.deepEqual((await session.noteRead('f.txt', { text: 'four' })).shown, []);
  assert.deepEqual(record(session).ranges, [range(2, 3)]);
  assert.deepEqual((await session.noteRead('f.txt', { lines: [range(4, 9)] })).shown, [range(4, 4)]);
  assert.equal((await session.noteRead('f.txt')).whole, true);
  assert.equal(record(session).by, 'note');
  assert.equal((await session.write({ filePath: 'f.txt', content: 'x' })).ok, true);
  assert.equal((await session.noteRead('not.txt')).code, 'missing');
  assert.equal((await session.noteRead('a\0b')).code, 'invalid_input');
  await assert.rejects(session.noteRead('f.txt', { lines: [3] }), { code: 'bad_option' });
});

test('forget: lines go, stamps stay', async () => {
  const { session } = open({ 'f.txt': 'a\nb\n', 'g.txt': 'g\n' });
  await session.read({ filePath: 'f.txt' });
  await session.read({ filePath: 'g.txt' });
  const { stamp } = record(session);
  await session.forget('./f.txt');
  assert.deepEqual(record(session).ranges, []);
  assert.deepEqual(record(session).stamp, stamp);
  assert.equal(session.records.get('/g.txt').whole, true);
  assert.equal((await session.write({ filePath: 'f.txt', content: 'x' })).code, 'not_read');
  const outcome = await session.edit(edit('a', 'A'));
  assert.deepEqual([outcome.ok, outcome.contentNotInModelContext], [true, true]);
  await session.edit({ filePath: 'h.txt', oldString: 'x', newString: 'y' });
  await session.forget();
  assert.equal(session.records.get('/g.txt').whole, false);
});

test('forget takes back the lines that a refusal had shown', async () => {
  const { session } = open({ 'f.txt': 'a\nb\n' });
  await session.edit(edit('a', 'A'));
  await session.forget();
  assert.equal((await session.edit(edit('a', 'A'))).code, 'not_read');
});

test('mayShow: no byte of such a file in refusals, hints and changes; a rule that throws says no', async () => {
  for (const mayShow of [(real) => !real.includes('secret'), (real) => { if (real.includes('secret')) throw new Error('x'); return true; }]) {
    const MARK = 'hunter2';
    const host = memoryHost({ 'secret.txt': `key ${MARK}\nkey ${MARK}\n`, 'open.txt': 'a\n' });
    const { session } = open(host, { mayShow });
    const answers = [];
    const keep = (answer) => answers.push(answer);
    const call = (oldString, more = {}) => session.edit({ filePath: 'secret.txt', oldString, newString: 'x', ...more }).then(keep);
    await call('key');
    await call('kez');
    await session.noteRead('secret.txt', { lines: [range(1, 1)] });
    await call('key');
    await call('kez');
    await call('kez');
    await call(' key');
    await session.edit({ filePath: 'open.txt', oldString: 'key', newString: 'x' }).then(keep);
    host.put('secret.txt', `key ${MARK}${MARK}\n`);
    await call('kez');
    await call('key', { replaceAll: true, expectedReplacements: 3 });
    await session.write({ filePath: 'secret.txt', content: 'x' }).then(keep);
    host.put('secret.txt', `${MARK} 3\n`);
    (await session.changes()).forEach(keep);
    assert.doesNotMatch(JSON.stringify(answers.filter((answer) => !answer.ok)), new RegExp(MARK));
    assert.ok(answers.length > 9);
  }
});

test('a failed call never clears a record', async () => {
  const { session } = open({ 'f.txt': 'a\na\n' });
  await session.read({ filePath: 'f.txt' });
  const before = record(session);
  await session.edit(edit('zzz', 'x'));
  await session.edit(edit('a', 'x'));
  await session.read({ filePath: 'f.txt', offset: 99 });
  assert.deepEqual(record(session), before);
});

test('records are by path: a copy elsewhere is another file', async () => {
  const { session } = open({ 'one/f.txt': 'a\n', 'two/f.txt': 'a\n' });
  await session.read({ filePath: 'one/f.txt' });
  assert.equal((await session.edit({ filePath: 'two/f.txt', oldString: 'a', newString: 'b' })).code, 'not_read');
  assert.equal((await session.edit({ filePath: './one/../one/f.txt', oldString: 'a', newString: 'b' })).ok, true);
});

test('a not_read that says "send the same call again" is kept by the next call; the others don\'t say it', async () => {
  const rows = Array.from({ length: 60 }, (_, at) => `row ${at + 1}`).join('\n');
  const calls = [
    { oldString: 'row 30', newString: 'x' }, { oldString: 'row', newString: 'x' }, { oldString: 'row', newString: 'x', replaceAll: true },
    { oldString: 'row 5', newString: 'x', replaceAll: true }, { oldString: 'nowhere', newString: 'x' }, { oldString: 'row 60', newString: 'x' },
    { edits: [{ oldString: 'row 30', newString: 'x' }, { oldString: 'nowhere', newString: 'y' }] },
    { edits: [{ oldString: 'row 30', newString: 'x' }, { oldString: 'row 50', newString: 'y' }] },
  ];
  const says = [];
  for (const call of calls) {
    const { session } = open({ 'f.txt': rows });
    const input = { filePath: 'f.txt', ...call };
    const first = await session.edit(input);
    assert.equal(first.code, 'not_read');
    says.push(/If they are what you meant, send the same call again/.test(first.text));
    assert.equal((await session.edit(input)).ok, says.at(-1), first.text);
  }
  assert.deepEqual(says, [true, false, false, true, false, true, false, true]);
});
