// 3,750 commits of public repositories as edit calls, through session.edit: each row ends in the recorded blob. Rows on the list
// of exempt ones (replay-exempt.txt) convert line endings or the BOM, which Edit doesn't do by design: they must end in the
// recorded blob once line endings are folded and the BOM is dropped, and one that passes fails the test.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { memoryHost, open, part } from '../helpers/stet.mjs';
import { blobId, rows } from './rows.mjs';

const replay = rows('replay.jsonl.br');
const skip = replay === undefined ? 'there is no ../shared/data' : false;
const exempt = new Set(readFileSync(new URL('replay-exempt.txt', import.meta.url), 'utf8').split('\n').filter((line) => line && !line.startsWith('#')));
const idOf = (row) => `${row.commit} ${row.path}`;
const folded = (text) => text.replace(/\r\n?/g, '\n').replaceAll('\u{FEFF}', '');

/** To the letter. Functions as replacements: `$` is no pattern. */
const literally = (row) => row.edits.reduce((text, { old, new: text2, replace_all: all }) => (all ? text.replaceAll(old, () => text2) : text.replace(old, () => text2)), row.before);

/** Reads the file, makes the row's calls; codes of those that were refused. */
async function run(session, path, row) {
  const read = await session.read({ filePath: path });
  assert.ok(read.ok, `${idOf(row)}: ${read.text}`);
  const refused = [];
  for (const edit of row.edits) {
    const outcome = await session.edit({ filePath: path, oldString: edit.old, newString: edit.new, replaceAll: edit.replace_all });
    if (!outcome.ok) refused.push(outcome.code);
  }
  return refused;
}

/** 'passed', 'exempt', or what is wrong. */
function judge(row, bytes, refused) {
  const same = refused.length === 0 && blobId(bytes) === row.after_sha1;
  if (!exempt.has(idOf(row))) return same ? 'passed' : `${idOf(row)}: ${refused.join(' ') || 'other bytes'}`;
  if (same) return `${idOf(row)} passes, and is on the list of exempt rows`;
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return folded(text) === folded(literally(row)) ? 'exempt' : `${idOf(row)} is exempt, but more than line endings or the BOM differs: ${refused.join(' ')}`;
}

function close(name, verdicts) {
  const of = (verdict) => verdicts.filter((one) => one === verdict).length;
  console.log(`replay, ${name}: ${of('passed')} of ${verdicts.length} rows end in the recorded blob, ${of('exempt')} exempt`);
  assert.deepEqual(verdicts.filter((one) => one !== 'passed' && one !== 'exempt'), []);
}

test('replay: session.edit on the memory host', { skip }, async () => {
  assert.ok(exempt.size <= 38, `${exempt.size} rows are exempt`);
  const verdicts = [];
  for (const row of replay) {
    const host = memoryHost({ [row.path]: row.before });
    const refused = await run(open(host).session, row.path, row);
    verdicts.push(judge(row, host.bytes(row.path), refused));
  }
  close('memoryHost', verdicts);
});

test('replay: 300 rows on the node host', { skip }, async (t) => {
  const { nodeHost } = await part('hosts/node/index');
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'stet-replay-')));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const { session } = open(nodeHost({ root, durability: 'none' }));
  const step = Math.max(1, Math.floor(replay.length / 300));
  const verdicts = [];
  for (const [index, row] of replay.filter((_, index) => index % step === 0).slice(0, 300).entries()) {
    const path = `${index}/${row.path}`;
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), row.before);
    const refused = await run(session, path, row);
    verdicts.push(judge(row, readFileSync(join(root, path)), refused));
  }
  assert.equal(verdicts.length, 300);
  close('nodeHost', verdicts);
});
