// Bad input: every argument of every operation in every wrong shape is answered with a clear refusal; the file stays byte
// for byte, nothing is thrown, nothing hangs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claude, marshal, mini, open } from './helpers/stet.mjs';

const BEFORE = 'one\r\ntwo\nthree';
const GOOD = {
  read: { filePath: 'f.txt', offset: 1, limit: 2 },
  edit: { filePath: 'f.txt', oldString: 'two', newString: '2', replaceAll: false, expectedReplacements: 1 },
  edits: { filePath: 'f.txt', edits: [{ oldString: 'two', newString: '2', replaceAll: false }] },
  write: { filePath: 'f.txt', content: 'x', lineEndings: 'keep' },
};
const OPTIONAL = new Set(['offset', 'limit', 'replaceAll', 'expectedReplacements', 'lineEndings']);

const thrower = new Proxy({}, { get() { throw new Error('get'); }, has() { throw new Error('has'); }, ownKeys() { throw new Error('keys'); }, getOwnPropertyDescriptor() { throw new Error('own'); }, getPrototypeOf() { throw new Error('proto'); } });
const throwingList = new Proxy([], { get() { throw new Error('get'); } });

/** Name -> a value that is wrong for every argument. */
const WRONG = {
  object: { toString: () => 'two' },
  array: ['two'],
  'a String object': Object('two'),
  'toJSON': { toJSON: () => 'two' },
  'NaN': Number.NaN,
  'Infinity': Number.POSITIVE_INFINITY,
  'a fraction': 1.5,
  'a negative number': -1,
  'a bigint': 1n,
  'a symbol': Symbol('two'),
  'a function': () => 'two',
  'a Date': new Date(0),
  'a Map': new Map(),
  'bytes': new Uint8Array(3),
  'a throwing proxy': thrower,
  'a throwing list': throwingList,
  'a tag of our own': { $type: 'undefined' },
};
/** Wrong only for texts, or only for the others. */
const WRONG_TEXT = { number: 3, 'true': true, NUL: 'a\0b', 'half a pair': 'a\ud800b', 'the other half': '\udc00' };
const WRONG_OTHER = { '"yes"': 'yes', 'a half pair': '\ud800', zero: 0, '"1.5"': '1.5', 'empty text': '' };

const TEXTS = new Set(['filePath', 'oldString', 'newString', 'content']);

async function refused(session, host, op, input, what, codes = ['invalid_input']) {
  const outcome = await session[op](input);
  assert.equal(outcome.ok, false, `${what} was accepted`);
  assert.ok(codes.includes(outcome.code), `${what}: ${outcome.code}: ${outcome.text}`);
  assert.match(outcome.text, /\S/, what);
  assert.doesNotMatch(outcome.text, /[\0\ud800-\udfff]/, what);
  assert.equal(host.text('f.txt'), BEFORE, `${what} changed the file`);
  return outcome;
}

for (const [kind, good] of Object.entries(GOOD)) {
  const op = kind === 'edits' ? 'edit' : kind;
  test(`every argument of ${kind} in every wrong shape`, async () => {
    const { host, session } = open({ 'f.txt': BEFORE });
    await session.read({ filePath: 'f.txt' });
    for (const name of Object.keys(good)) {
      const shapes = { ...WRONG, ...(TEXTS.has(name) ? WRONG_TEXT : WRONG_OTHER) };
      if (name === 'edits') delete shapes['a String object'];
      for (const [shape, value] of Object.entries(shapes)) {
        if (name === 'lineEndings' && shape === 'zero') continue;
        const outcome = await refused(session, host, op, { ...good, [name]: value }, `${name} = ${shape}`);
        if (name !== 'edits' || shape !== 'array') assert.equal(outcome.data.argument ?? name, name, `${name} = ${shape} blames ${outcome.data.argument}`);
      }
      if (!OPTIONAL.has(name)) {
        const { [name]: _, ...without } = good;
        await refused(session, host, op, without, `${name} missing`);
        await refused(session, host, op, { ...good, [name]: undefined }, `${name} undefined`);
        await refused(session, host, op, { ...good, [name]: null }, `${name} null`);
        // What an object inherits isn't an argument.
        await refused(session, host, op, Object.assign(Object.create({ [name]: good[name] }), without), `${name} inherited`);
      }
      let reads = 0;
      const getter = Object.defineProperty({ ...good }, name, { get: () => { reads += 1; throw new Error('no'); } });
      await refused(session, host, op, getter, `${name} by a throwing getter`);
      assert.equal(reads, 1, `${name} is read once`);
    }
  });
}

test('an argument of 100 MB is refused before the engine sees it', async () => {
  const { host, session } = open({ 'f.txt': BEFORE });
  await session.read({ filePath: 'f.txt' });
  const huge = 'x'.repeat(100 << 20);
  const wide = '\u4e2d'.repeat(3 << 20);
  for (const text of [huge, wide]) {
    for (const name of ['oldString', 'newString']) {
      const { data } = await refused(session, host, 'edit', { ...GOOD.edit, [name]: text }, name, ['too_large']);
      assert.ok(data.size > data.limit && data.limit === 8 << 20 && data.argument === name);
      await refused(session, host, 'edit', { filePath: 'f.txt', edits: [{ oldString: 'two', newString: '2', [name]: text }] }, `edits.${name}`, ['too_large']);
    }
    await refused(session, host, 'write', { filePath: 'f.txt', content: text }, 'content', ['too_large']);
    await refused(session, host, 'read', { filePath: text }, 'filePath', ['too_large', 'invalid_input']);
    await refused(session, host, 'edit', { filePath: 'f.txt', edits: text }, 'edits as text', ['too_large', 'invalid_input']);
  }
  // All edits together are held to the same limit.
  const part = 'y'.repeat(1 << 20);
  await refused(session, host, 'edit', { filePath: 'f.txt', edits: Array.from({ length: 9 }, () => ({ oldString: 'two', newString: part })) }, 'nine large edits', ['too_large']);
});

test('text of exactly the limit goes through', async () => {
  const { host, session } = open({ 'f.txt': 'x' });
  await session.read({ filePath: 'f.txt' });
  const outcome = await session.write({ filePath: 'f.txt', content: 'z'.repeat(8 << 20) });
  assert.equal(outcome.ok, true, outcome.text);
  assert.equal(host.bytes('f.txt').length, 8 << 20);
});

test('lists of edits: empty, too long, with holes, no objects, as JSON text', async () => {
  const { host, session } = open({ 'f.txt': BEFORE });
  await session.read({ filePath: 'f.txt' });
  const edits = async (value, codes) => refused(session, host, 'edit', { filePath: 'f.txt', edits: value }, JSON.stringify(value)?.slice(0, 40), codes);
  await edits([]);
  await edits(Array.from({ length: 10_001 }, () => ({ oldString: 'two', newString: '2' })));
  await edits(new Array(3));
  for (const item of [null, 'two', 1, [], undefined]) await edits([item]);
  await edits('no JSON');
  await edits('{"oldString":"two"}');
  await edits('[{"oldString":"two"}]');
  await edits([{ oldString: '', newString: '2' }]);
  await refused(session, host, 'edit', { ...GOOD.edit, ...GOOD.edits }, 'edits beside oldString');
  const outcome = await session.edit({ filePath: 'f.txt', edits: '[{"oldString":"two","newString":"2"}]' });
  assert.equal(outcome.ok, true, outcome.text);
  assert.equal(host.text('f.txt'), 'one\r\n2\nthree');
});

test('arguments that are no object', async () => {
  const { host, session } = open({ 'f.txt': BEFORE });
  for (const op of ['read', 'edit', 'write']) {
    for (const input of [undefined, null, 'f.txt', 3, true, [], ['f.txt'], () => {}, Symbol('x'), thrower, throwingList, 1n]) {
      await refused(session, host, op, input, `${op}(${typeof input})`);
    }
  }
});

test('booleans and numbers as models write them', async () => {
  for (const [value, wanted] of [['true', true], ['false', false], [true, true], [false, false]]) {
    const { host, session } = open({ 'f.txt': 'a a' });
    await session.read({ filePath: 'f.txt' });
    const outcome = await session.edit({ filePath: 'f.txt', oldString: 'a', newString: 'b', replaceAll: value });
    assert.equal(outcome.ok, wanted, `${value}: ${outcome.text}`);
    assert.equal(host.text('f.txt'), wanted ? 'b b' : 'a a');
  }
  const { session } = open({ 'f.txt': 'a\nb\nc\n' });
  const read = await session.read({ filePath: 'f.txt', offset: '2', limit: '1' });
  assert.deepEqual(read.shown, [{ startLine: 2, endLine: 2 }]);
});

test('`__proto__` and its kin are names like any other', async () => {
  const { host, session } = open({ 'f.txt': BEFORE, __proto__: null, constructor: 'c' });
  await session.read({ filePath: 'f.txt' });
  const input = JSON.parse('{"filePath":"f.txt","oldString":"one","newString":"1","__proto__":{"replaceAll":true},"constructor":1}');
  assert.equal((await session.edit(input)).ok, true);
  assert.equal({}.replaceAll, undefined);
  for (const filePath of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const outcome = await session.read({ filePath });
    assert.equal(outcome.ok, filePath === 'constructor', filePath);
    assert.equal(session.records.has(`/${filePath}`), filePath === 'constructor');
  }
  assert.equal(host.text('f.txt').startsWith('1'), true);
});

test('tools take the same bad input in their own names', async () => {
  for (const dialect of [claude, mini]) {
    const { host, session } = open({ 'f.txt': BEFORE });
    const [read, edit, write] = session.tools(dialect);
    for (const tool of [read, edit, write]) {
      for (const input of [undefined, null, {}, [], 'f.txt', thrower, { [dialect.names.args.filePath]: 'f.txt\0' }]) {
        const answer = await tool.call(input);
        assert.equal(answer.isError, true);
        assert.equal(answer.outcome.code, 'invalid_input');
        assert.equal(answer.text, answer.outcome.text);
      }
    }
    // stet's own names are unknown to a model.
    const foreign = await edit.call({ filePath: 'f.txt', oldString: 'one', newString: '1' });
    assert.equal(foreign.outcome.data.argument, 'filePath');
    assert.match(foreign.text, new RegExp(`${dialect.names.args.filePath} is missing`));
    assert.equal(host.text('f.txt'), BEFORE);
  }
});

test('well-known other names of an argument are named', async () => {
  const { session } = open({ 'f.txt': BEFORE });
  const [, edit] = session.tools('claude');
  const answer = await edit.call({ path: 'f.txt', old_str: 'a', new_str: 'b' });
  assert.match(answer.text, /file_path/);
  assert.match(answer.text, /\bpath\b/);
});

test('marshal reads each property once and calls nothing', () => {
  const calls = [];
  const spy = new Proxy({ filePath: 'f', content: 'c', extra: 1 }, {
    get(target, key) { calls.push(key); return target[key]; },
  });
  const names = new Map([['filePath', 'filePath'], ['content', 'content'], ['lineEndings', 'lineEndings']]);
  assert.deepEqual(marshal('write', spy, names), { op: 'write', args: { filePath: 'f', content: 'c' }, unknown: ['extra'] });
  assert.deepEqual(calls.sort(), ['content', 'filePath']);
});
