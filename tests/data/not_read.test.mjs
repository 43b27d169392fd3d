// The real refusals for want of a read: where the text stands exactly once, the identical retry is the edit, without a Read.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { open } from '../helpers/stet.mjs';

const at = new URL('../../../shared/data/recorded.jsonl.br', import.meta.url);

test('recorded not_read refusals become edits by the identical retry', { skip: existsSync(at) ? false : 'no ../shared/data' }, async (t) => {
  const lines = brotliDecompressSync(readFileSync(at)).toString().split('\n').filter((line) => line.includes('"not_read"'));
  const rows = lines.map((line) => JSON.parse(line)).filter((row) => row.recorded_error_kind === 'not_read' && typeof row.before === 'string');
  const counts = { rows: rows.length, once: 0, edited: 0 };
  for (const row of rows) {
    const { host, session } = open({ f: row.before });
    const call = { filePath: 'f', oldString: row.old_string, newString: row.new_string, replaceAll: row.replace_all === true };
    assert.equal((await session.edit(call)).code, 'not_read');
    if (row.before.split(row.old_string).length !== 2) continue;
    counts.once += 1;
    const outcome = await session.edit(call);
    if (!outcome.ok) continue;
    counts.edited += 1;
    assert.equal(host.text('f'), row.before.replace(row.old_string, () => row.new_string));
    assert.equal(outcome.contentNotInModelContext, false);
  }
  t.diagnostic(JSON.stringify(counts));
  assert.deepEqual(counts, { rows: 50, once: 46, edited: 46 });
});
