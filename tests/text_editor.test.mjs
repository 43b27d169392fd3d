// The dialect `text_editor`: each documented call of Anthropic's text editor tool gives the documented result (in English
// word for word, with our advice after it), and the laws of `insert` hold beside an oracle that works on lists of lines.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { memoryHost, open, part } from './helpers/stet.mjs';

const { textEditor } = await part('index');

/** A program with a missing colon on line 19, as in the documentation's walk-through. */
const PRIMES = [
  'def is_prime(n):', '    """Says whether a number is prime."""', '    if n < 2:', '        return False', '    if n < 4:', '        return True',
  '    if n % 2 == 0:', '        return False', '    d = 3', '    while d * d <= n:', '        if n % d == 0:', '            return False',
  '        d += 2', '    return True', '', 'def get_primes(limit):', '    """All primes up to a limit."""', '    primes = []',
  '    for num in range(2, limit + 1)', '        if is_prime(num):', '            primes.append(num)', '    return primes', '',
].join('\n');

function editor(files, { dialect = 'text_editor', ...options } = {}) {
  const { host, session } = open(files, options);
  const [tool, ...more] = session.tools(dialect);
  assert.deepEqual(more, []);
  return { host, session, tool, call: (input) => tool.call(input) };
}
const viewed = async (files, path, options) => {
  const made = editor(files, options);
  await made.call({ command: 'view', path });
  return made;
};

test('one tool, by its documented name, with the documented arguments', () => {
  for (const locale of ['en', 'zh']) {
    const { tool } = editor({}, { locale });
    assert.equal(tool.name, 'str_replace_based_edit_tool');
    const { properties, required } = tool.inputSchema;
    assert.deepEqual(Object.keys(properties), ['command', 'path', 'view_range', 'file_text', 'old_str', 'new_str', 'insert_line', 'insert_text']);
    assert.deepEqual(properties.command.enum, ['view', 'create', 'str_replace', 'insert']);
    assert.deepEqual(required, ['command', 'path']);
    const texts = [tool.description, ...Object.values(properties).map((property) => property.description)];
    assert.equal(new Set(texts).size, texts.length, 'each says something of its own');
    assert.ok(texts.every((text) => text.length > 4));
  }
});

test('documented: view numbers the lines as "1: ..."', async () => {
  const { call } = editor({ 'primes.py': PRIMES });
  const { text, isError } = await call({ command: 'view', path: 'primes.py' });
  assert.equal(isError, false);
  assert.equal(text, PRIMES.trimEnd().split('\n').map((line, index) => `${index + 1}: ${line}`).join('\n'));
});

test('documented: view_range, 1-based, both ends shown, -1 is the end', async () => {
  const { call } = editor({ 'primes.py': PRIMES });
  const lines = async (view_range) => (await call({ command: 'view', path: 'primes.py', view_range })).text;
  assert.equal(await lines([1, 2]), '1: def is_prime(n):\n2:     """Says whether a number is prime."""\n[Shown up to line 2 of 22. To go on: view with view_range [3, -1].]');
  assert.equal(await lines([21, -1]), '21:             primes.append(num)\n22:     return primes');
  assert.equal(await lines([21, 400]), await lines([21, -1]));
  assert.equal(await lines('[21, -1]'), await lines([21, -1]), 'as JSON text too');
  assert.equal(await lines([23, -1]), 'Error: view_range is past the end: primes.py has 22 lines.');
  for (const wrong of [[0, 3], [3, 2], [1], [1, 2, 3], [1.5, 2], ['1', '2'], 7, 'all', {}, [1, -2]]) {
    assert.match(await lines(wrong), /^Error: view_range must be a list of two line numbers/, JSON.stringify(wrong));
  }
});

test('documented: str_replace at exactly one place', async () => {
  const { host, call } = await viewed({ 'primes.py': PRIMES }, 'primes.py');
  const { text, isError } = await call({
    command: 'str_replace', path: 'primes.py', old_str: '    for num in range(2, limit + 1)', new_str: '    for num in range(2, limit + 1):',
  });
  assert.equal(isError, false);
  assert.ok(text.startsWith('Successfully replaced text at exactly one location.\nEdited primes.py: 1 place, line 19.\n'), text);
  assert.ok(text.includes('\n19:     for num in range(2, limit + 1):\n'), text);
  assert.equal(host.text('primes.py'), PRIMES.replace('limit + 1)\n', 'limit + 1):\n'));
});

test('documented: str_replace without new_str deletes', async () => {
  for (const more of [{}, { new_str: '' }, { new_str: null }]) {
    const { host, call } = await viewed({ f: 'a\nb\nc\n' }, 'f');
    const { text } = await call({ command: 'str_replace', path: 'f', old_str: 'b\n', ...more });
    assert.ok(text.startsWith('Successfully replaced'), text);
    assert.equal(host.text('f'), 'a\nc\n');
  }
});

test('documented: create makes a file, with its folders; one that exists must have been viewed', async () => {
  const { host, call } = editor({ old: 'x\n' });
  assert.equal((await call({ command: 'create', path: 'tests/test_primes.py', file_text: 'import unittest\n' })).text, 'Created tests/test_primes.py: 1 line.');
  assert.equal(host.text('tests/test_primes.py'), 'import unittest\n');
  assert.match((await call({ command: 'create', path: 'old', file_text: 'y\n' })).text, /^Error: old exists and has not been read yet, .* Use view first/);
  await call({ command: 'view', path: 'old' });
  assert.equal((await call({ command: 'create', path: 'old', file_text: 'y\n' })).isError, false);
  assert.equal(host.text('old'), 'y\n');
});

test('documented: insert at the beginning, and after a line', async () => {
  const { host, call } = await viewed({ 'primes.py': PRIMES }, 'primes.py');
  const first = await call({ command: 'insert', path: 'primes.py', insert_line: 0, insert_text: '"""Works with primes."""\n' });
  assert.match(first.text, /^Edited primes\.py: 1 place, line 1\.\n/);
  const second = await call({ command: 'insert', path: 'primes.py', insert_line: 1, new_str: 'import math' });
  assert.match(second.text, /^Edited primes\.py: 1 place, line 2\.\n/);
  assert.equal(host.text('primes.py'), `"""Works with primes."""\nimport math\n${PRIMES}`);
});

test('documented: the errors', async () => {
  const { host, call } = await viewed({ f: 'one\ntwo\none\none\n', 'src/price.js': 'x\n' }, 'f');
  for (const input of [{ command: 'view', path: 'src/prize.js' }, { command: 'str_replace', path: 'src/prize.js', old_str: 'a', new_str: 'b' }, { command: 'insert', path: 'src/prize.js', insert_line: 0, insert_text: 'a' }]) {
    const { text, isError } = await call(input);
    assert.equal(isError, true);
    assert.ok(text.startsWith('Error: File not found\n'), text);
    assert.ok(text.includes('Paths like it: src/price.js.'), text);
    assert.equal(text.includes('use create'), input.command !== 'view', text);
  }
  const several = await call({ command: 'str_replace', path: 'f', old_str: 'one', new_str: 'x' });
  assert.ok(several.text.startsWith('Error: Found 3 matches for replacement text. Please provide more context to make a unique match.\nold_str stands 3 times in f: lines 1, 3, 4.'), several.text);
  const none = await call({ command: 'str_replace', path: 'f', old_str: 'Two', new_str: 'x' });
  assert.ok(none.text.startsWith('Error: No match found for replacement. Please check your text and try again.\nold_str was not found in f; nothing was changed. It fits line 2'), none.text);
  assert.ok([several, none].every(({ isError }) => isError));
  const denied = editor({ ...host, commit: async () => ({ failed: 'permission_denied', data: { path: 'f' } }) });
  await denied.call({ command: 'view', path: 'f' });
  const { text } = await denied.call({ command: 'str_replace', path: 'f', old_str: 'two', new_str: 'x' });
  assert.ok(text.startsWith('Error: Permission denied. Cannot write to file.\n'), text);
  assert.equal(host.text('f'), 'one\ntwo\none\none\n');
});

test('a folder is listed two levels deep, hidden entries and node_modules left out', async () => {
  const files = ['README.md', 'src/a.ts', 'src/lib/b.ts', 'src/lib/deep/c.ts', '.git/HEAD', 'src/.env', 'node_modules/x/y.js', 'odd\nname.txt'];
  const { host, call } = editor(Object.fromEntries(files.map((path) => [path, 'x\n'])));
  host.mkdir('empty');
  const { text, outcome, isError } = await call({ command: 'view', path: '.' });
  assert.equal(isError, false);
  assert.deepEqual(outcome.entries, ['README.md', 'empty/', 'odd\nname.txt', 'src/', 'src/a.ts', 'src/lib/']);
  assert.equal(text, 'In ., two levels deep, without hidden files and node_modules:\nREADME.md\nempty/\nodd\\u{a}name.txt\nsrc/\nsrc/a.ts\nsrc/lib/');
  for (const path of ['src', 'src/']) {
    assert.deepEqual((await call({ command: 'view', path })).outcome.entries, ['src/a.ts', 'src/lib/', 'src/lib/b.ts', 'src/lib/deep/']);
  }
  assert.equal((await call({ command: 'view', path: 'empty' })).text, '[empty has nothing to show.]');
  assert.match((await call({ command: 'create', path: 'src', file_text: '' })).text, /^Error: src is a directory/);
  assert.match((await call({ command: 'view', path: '../up' })).text, /^Error: .*outside the workspace/);
  // Whatever a listing names, a call can use.
  assert.equal((await call({ command: 'view', path: 'src/lib/b.ts' })).text, '1: x');
});

test('a folder with more than 1,000 entries says that there is more', async () => {
  const names = Array.from({ length: 700 }, (_, index) => `f${index}`);
  const { call } = editor(Object.fromEntries(names.flatMap((name) => [[`a/${name}`, ''], [`b/${name}`, '']])));
  const { outcome, text } = await call({ command: 'view', path: '.' });
  assert.equal(outcome.entries.length, 1000);
  assert.equal(outcome.whole, false);
  assert.match(text, /\n\[There is more than is shown here\. To go on: view with a folder in it\.\]$/);
});

test('max_characters bounds a view and says how to go on; only lines shown in full count as seen', async () => {
  const dialect = textEditor({ maxCharacters: 10 });
  const { call, session } = editor({ f: 'äöü\nabcd\nefgh\n', long: `${'y'.repeat(30)}\nz\n` }, { dialect });
  const { text } = await call({ command: 'view', path: 'f' });
  assert.equal(text, '1: äöü\n2: abcd\n[Shown up to line 2 of 3. To go on: view with view_range [3, -1].]', '4 + 5 characters fit into 10');
  assert.match((await call({ command: 'create', path: 'f', file_text: '' })).text, /line 3 is missing/);
  assert.equal((await call({ command: 'view', path: 'f', view_range: [3, -1] })).text, '3: efgh');
  assert.equal([...session.records.values()][0].whole, true);
  assert.equal((await call({ command: 'view', path: 'long' })).text, `1: ${'y'.repeat(10)}\n[Line 1 cut: too long.]\n[Shown up to line 1 of 2. To go on: view with view_range [2, -1].]`);
  assert.throws(() => textEditor({ maxCharacters: 0 }), { code: 'bad_option' });
});

test('an unknown command and wrong arguments are refused, whatever comes', async () => {
  const { call } = editor({ f: 'x\n' });
  assert.equal((await call({ command: 'undo_edit', path: 'f' })).text, 'Error: command must be view, str_replace, create or insert, but "undo_edit" came.');
  for (const input of [{}, null, 3, [], 'view', { command: 7 }, { command: 'toString' }, { command: '__proto__' }, new Proxy({}, { getOwnPropertyDescriptor() { throw new Error('no'); } })]) {
    assert.match((await call(input)).text, /^Error: command must be view/);
  }
  await call({ command: 'view', path: 'f' });
  const insert = async (more) => (await call({ command: 'insert', path: 'f', ...more })).text;
  assert.match(await insert({ insert_text: 'a' }), /^Error: insert_line is missing/);
  assert.match(await insert({ insert_line: 0 }), /^Error: insert_text is missing/);
  assert.match(await insert({ insert_line: -1, insert_text: 'a' }), /^Error: insert_line must be a whole number of at least 0, but -1 came/);
  assert.equal(await insert({ insert_line: 2, insert_text: 'a' }), 'Error: insert_line is past the end: f has 1 line.');
  assert.match((await call({ command: 'view', file_path: 'f' })).text, /^Error: path is missing; file_path is not an argument/);
});

test('insert needs the lines that the number was taken from: unread shows them, stale is refused', async () => {
  const { host, call } = editor({ f: 'a\nb\nc\n' }, { readBeforeEdit: 'unlessUnique' });
  const input = { command: 'insert', path: 'f', insert_line: 2, insert_text: 'x' };
  const unread = await call(input);
  assert.match(unread.text, /^Error: f has not been read yet, so nothing was changed\. These are the lines in question:\n```\n1: a\n2: b\n3: c\n```\n/);
  assert.equal((await call(input)).isError, false, 'the same call, once the lines were shown');
  await call({ command: 'view', path: 'f' });
  host.put('f', `new\n${host.text('f')}`);
  const stale = await call(input);
  assert.match(stale.text, /^Error: f has changed since you read it; nothing was written\. What changed since:/);
  assert.doesNotMatch(stale.text, /stands in it/);
  assert.equal(host.text('f'), 'new\na\nb\nx\nc\n');
});

const linesOf = (text) => {
  const lines = text.split(/\r?\n/);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
};

test('insert keeps every other byte, and its text is a run of lines of its own', async () => {
  const line = fc.stringMatching(/^[a-c \t]{0,4}$/);
  const anyFile = fc.tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('\n', '\r\n'), fc.boolean(), fc.constantFrom('', '\ufeff'));
  await fc.assert(fc.asyncProperty(anyFile, fc.array(line, { minLength: 1, maxLength: 3 }), fc.nat(6), async ([given, end, ended, bom], added, at) => {
    const text = given.join(end) + (ended && given.length > 0 ? end : '');
    const lines = linesOf(text);
    const after = Math.min(at, lines.length);
    const insert_text = added.join('\n');
    const { host, call } = await viewed({ f: bom + text }, 'f');
    const { text: said, isError } = await call({ command: 'insert', path: 'f', insert_line: after, insert_text });
    assert.equal(isError, false, said);
    const result = host.text('f');
    // Bytes: what stood before and after the place is there, unchanged.
    const head = text.split(/(?<=\n)/).slice(0, after).join('');
    assert.ok(result.startsWith(bom + head) && result.endsWith(text.slice(head.length)), JSON.stringify({ result, head }));
    const own = result.slice((bom + head).length, result.length - (text.length - head.length));
    assert.ok(!own.replaceAll(end, '').includes('\n') || !text.includes('\n'), 'line ends are those of the file');
    // Lines: an insertion in a list. An empty text is an empty line.
    const inserted = insert_text === '' ? [''] : linesOf(insert_text);
    const onlyEndsTheLast = insert_text === '' && after === lines.length && head !== '' && !head.endsWith('\n');
    assert.deepEqual(linesOf(result.slice(bom.length)), [...lines.slice(0, after), ...(onlyEndsTheLast ? [] : inserted), ...lines.slice(after)]);
  }), { seed: 9, numRuns: process.env.STET_LONG ? 20_000 : 500 });
});
