// Hints that need more than the one file: what another edit of the call brings, another file that was read, the version that
// the model saw.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from './helpers/stet.mjs';

const edit = (oldString, newString) => ({ filePath: 'f.txt', oldString, newString });
const kinds = (refusal) => [refusal.hint, ...(refusal.hints ?? [])].filter(Boolean).flatMap((hint) => [hint.kind, ...(hint.kinds ?? [])]);

test('depends_on_edit: the text stands only in an earlier edit\'s new text', async () => {
  const { host, session } = open({ 'f.txt': 'const total = 1;\n' });
  await session.read({ filePath: 'f.txt' });
  const refused = await session.edit({ filePath: 'f.txt', edits: [
    { oldString: 'const total = 1;', newString: 'const sum = compute(1);' },
    { oldString: 'compute(1)', newString: 'compute(2)' },
  ] });
  assert.deepEqual([refused.code, refused.data.index], ['not_found', 1]);
  assert.ok(kinds(refused).includes('depends_on_edit'), refused.text);
  assert.equal(host.text('f.txt'), 'const total = 1;\n');
});

test('wrong_file: another file that was read has it; one that wasn\'t, or that changed, is not searched', async () => {
  const files = { 'f.txt': 'something else\n', 'other.txt': 'function wanted(x) {\n  return x;\n}\n', 'unread.txt': 'function hidden(x) {\n' };
  const { host, session } = open(files);
  await session.read({ filePath: 'f.txt' });
  await session.read({ filePath: './other.txt' });
  const refused = await session.edit(edit('function wanted(x) {\n  return x;\n}', 'x'));
  assert.equal(refused.code, 'not_found');
  assert.ok(kinds(refused).includes('wrong_file'), refused.text);
  assert.match(refused.text, /other\.txt/);
  assert.ok(!kinds(await session.edit(edit('function hidden(x) {', 'x'))).includes('wrong_file'));
  assert.equal(host.text('other.txt'), files['other.txt']);
});

test('wrong_file: not where the other file may not be shown', async () => {
  const { session } = open({ 'f.txt': 'a\n', 'secret.txt': 'function wanted(x) {\n' }, { mayShow: (real) => !real.includes('secret') });
  await session.read({ filePath: 'f.txt' });
  await session.read({ filePath: 'secret.txt' });
  assert.doesNotMatch((await session.edit(edit('function wanted(x) {', 'x'))).text, /secret/);
});

test('changed_since: it stood in the version that the model saw', async () => {
  const { host, session } = open({ 'f.txt': 'alpha one\nbeta two\ngamma three\n' });
  await session.read({ filePath: 'f.txt' });
  host.put('f.txt', 'alpha one\ngamma three\n');
  const stale = await session.edit(edit('beta two', 'x'));
  assert.equal(stale.code, 'stale');
  assert.match(stale.text, /-beta two/);
  // After a recovery the record has the present version, but the model still has the old one in mind.
  assert.equal((await session.edit(edit('alpha one', 'ALPHA ONE'))).staleRecovered, true);
  const refused = await session.edit(edit('beta two', 'x'));
  assert.equal(refused.code, 'not_found');
  assert.ok(kinds(refused).includes('changed_since'), refused.text);
});
