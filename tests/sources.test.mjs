// The behaviours of the two designs that stet starts from (docs/sources.md), where no other test holds them already; and that
// the list names tests that exist.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { memoryHost, open } from './helpers/stet.mjs';

const edit = (oldString, newString, more = {}) => ({ filePath: 'f.txt', oldString, newString, ...more });
async function opened(content, options) {
  const made = open({ 'f.txt': content }, options);
  await made.session.read({ filePath: 'f.txt' });
  return made;
}

test('row 1: a quoted piece is replaced, and every other byte stays', async () => {
  const { host, session } = await opened('a\r\n\tb \nc');
  assert.equal((await session.edit(edit('b', 'B'))).ok, true);
  assert.equal(host.text('f.txt'), 'a\r\n\tB \nc');
});

test('row 2: twice is refused with the count, the lines and the ways out', async () => {
  const { session } = await opened('x = 1\ny\nx = 1\n');
  const refused = await session.edit(edit('x = 1', 'x = 2'));
  assert.deepEqual([refused.code, refused.data.matches, refused.data.lines], ['ambiguous', 2, [1, 3]]);
  assert.match(refused.text, /replace_all/);
  assert.match(refused.text, /unique|context|more/);
});

test('row 3: replace_all only when asked for, with a note on hits inside longer names', async () => {
  const { host, session } = await opened('id = 1\nvalid(id)\nprovider\n');
  const outcome = await session.edit(edit('id', 'userID', { replaceAll: true }));
  assert.equal(host.text('f.txt'), 'userID = 1\nvaluserID(userID)\nprovuserIDer\n');
  assert.match(outcome.notes.join('\n'), /longer name.*2.*3/);
});

test('rows 4 and 5: line-number prefixes: warned of in the description, recognised in the refusal', async () => {
  const { session } = await opened('one\ntwo\n');
  const refused = await session.edit(edit('     2\ttwo', 'x'));
  assert.equal(refused.hint.kind, 'line_number_prefix');
  assert.equal(refused.hint.text, 'two');
  const [read, change] = session.tools();
  assert.match(`${read.description} ${change.description}`, /number.*(never copy|without line numbers)/s);
});

test('rows 6 and 7: never read: read first; changed since: read again', async () => {
  const { host, session } = open({ 'f.txt': 'a\n' });
  assert.match((await session.edit(edit('zz', 'b'))).text, /has not been read/);
  await session.read({ filePath: 'f.txt' });
  host.put('f.txt', 'b\n');
  const refused = await session.edit(edit('a', 'c'));
  assert.equal(refused.code, 'stale');
  assert.match(refused.text, /Read again/);
});

test('row 8: changed, but the text still stands there once: edited, and said so', async () => {
  const { host, session } = await opened('a\nb\n');
  host.put('f.txt', 'a\nb\nc\n');
  const outcome = await session.edit(edit('a', 'A'));
  assert.equal(outcome.staleRecovered, true);
  assert.match(outcome.text, /had changed since you read it/);
});

test('row 9: own edits and writes refresh the record', async () => {
  const { session } = await opened('a\n');
  assert.equal((await session.edit(edit('a', 'b'))).ok, true);
  assert.equal((await session.write({ filePath: 'f.txt', content: 'c\n' })).ok, true);
  const outcome = await session.edit(edit('c', 'd'));
  assert.deepEqual([outcome.ok, outcome.staleRecovered], [true, false]);
});

test('row 10: the content decides, not the clock', async () => {
  const { host, session } = await opened('a\n');
  host.touch('f.txt');
  assert.equal((await session.edit(edit('a', 'b'))).staleRecovered, false);
});

test('row 12: an empty old_string creates, with parents, and never overwrites', async () => {
  const { host, session } = open({ 'f.txt': 'a\n' });
  const made = await session.edit({ filePath: 'new/dir/g.txt', oldString: '', newString: 'g\n' });
  assert.deepEqual([made.kind, host.text('new/dir/g.txt')], ['create', 'g\n']);
  assert.equal((await session.edit(edit('', 'b'))).code, 'exists');
  const missing = await session.edit({ filePath: 'h.txt', oldString: 'a', newString: 'b' });
  assert.match(missing.text, /old_string empty/);
});

test('row 13: the snippet shows the edited place, not where the new text first stands', async () => {
  const lines = Array.from({ length: 100 }, (_, at) => `line ${at + 1}`);
  lines[11] = 'return total';
  const { session } = await opened(lines.join('\n'));
  const outcome = await session.edit(edit('line 80', 'return total'));
  assert.match(outcome.snippet, /^ +80\treturn total$/m);
  assert.doesNotMatch(outcome.snippet, /^ +12\t/m);
});

test('row 14: equal texts are refused', async () => {
  const { session } = await opened('a\n');
  assert.equal((await session.edit(edit('a', 'a'))).code, 'no_change');
});

test('row 15: permission bits stay', async () => {
  const { host, session } = await opened('a\n');
  host.chmod('f.txt', 0o755);
  await session.edit(edit('a', 'b'));
  assert.equal(host.mode('f.txt'), 0o755);
});

test('row 16: a CRLF file takes an LF needle', async () => {
  const { host, session } = await opened('a\r\nb\r\nc\r\n');
  assert.equal((await session.edit(edit('a\nb', 'x\ny\nz'))).ok, true);
  assert.equal(host.text('f.txt'), 'x\r\ny\r\nz\r\nc\r\n');
});

test('row 17: Write over a file needs the read; a new one doesn\'t', async () => {
  const { session } = open({ 'f.txt': 'a\n' });
  assert.equal((await session.write({ filePath: 'f.txt', content: 'b' })).code, 'not_read');
  assert.equal((await session.write({ filePath: 'g.txt', content: 'b' })).ok, true);
});

test('row 18: the result of a write', async () => {
  const { session } = await opened('a\n');
  const { text, notes, trace, stamp, ...rest } = await session.write({ filePath: 'f.txt', content: 'b\n' });
  assert.deepEqual(rest, {
    ok: true, kind: 'write', filePath: 'f.txt', content: 'b\n', userModified: false,
    structuredPatch: [{ oldStart: 1, oldLines: 1, newStart: 1, newLines: 1, lines: ['-a', '+b'] }],
  });
});

test('row 28: `$` in the new text is no pattern', async () => {
  const { host, session } = await opened('a b\n');
  const text = '$& $1 $$ $` \\1 %s';
  await session.edit(edit('a', text));
  assert.equal(host.text('f.txt'), `${text} b\n`);
});

test('row 29: nothing outside of the root', async () => {
  const { session } = open(memoryHost({}, { root: '/work' }));
  for (const filePath of ['/etc/passwd', '../etc/passwd', '/workshop/f']) assert.equal((await session.read({ filePath })).code, 'outside_root');
});

test('row 30: both languages', async () => {
  const { session } = await opened('a\n', { locale: 'zh' });
  assert.match((await session.edit(edit('zz', 'b'))).text, /\p{Script=Han}/u);
  assert.match(session.tools()[1].description, /\p{Script=Han}/u);
});

test('row 31: the descriptions teach', () => {
  const [read, change] = open({}).session.tools();
  const text = `${read.description} ${change.description}`;
  for (const lesson of [/on the file first/, /exactly/, /fewest lines that are unique/, /number/, /empty old_string creates/, /no need to read the file again/]) assert.match(text, lesson);
});

test('docs/sources.md has the 31 rows, each with a test that exists or the name of what it waits for', () => {
  const list = readFileSync(new URL('../docs/sources.md', import.meta.url), 'utf8').split('\n').filter((line) => /^\| \d+ \|/.test(line));
  assert.deepEqual(list.map((line) => Number(line.split('|')[1])), Array.from({ length: 31 }, (_, at) => at + 1));
  for (const line of list) {
    const held = line.split('|')[3].trim();
    if (held.startsWith('waits for ')) continue;
    const named = [...held.matchAll(/`(tests\/[\w./]+)` "([^"]+)"/g)];
    assert.ok(named.length > 0, line);
    for (const [, file, title] of named) {
      const path = new URL(`../${file}`, import.meta.url);
      assert.ok(existsSync(path), file);
      assert.ok(readFileSync(path, 'utf8').includes(`test('${title.replaceAll("'", "\\'")}`), `${file} has no test "${title}"`);
    }
  }
});
