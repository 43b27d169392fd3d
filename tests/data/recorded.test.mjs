// 6,378 edit calls that agents made, through session.edit on the memory host: each that was ok, and whose old string stands in the
// recorded file, gives the naive result byte for byte. Those whose old string doesn't stand there are counted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryHost, open } from '../helpers/stet.mjs';
import { rows } from './rows.mjs';

const recorded = rows('recorded.jsonl.br');

test('recorded calls: the naive result', { skip: recorded === undefined ? 'there is no ../shared/data' : false }, async () => {
  const counts = { naive: 0, absent: 0, several: 0 };
  const wrong = [];
  for (const { id, before, old_string: oldString, new_string: newString, replace_all: replaceAll } of recorded.filter((row) => row.recorded_outcome === 'ok')) {
    const host = memoryHost({ file: before });
    const { session } = open(host);
    await session.read({ filePath: 'file' });
    const outcome = await session.edit({ filePath: 'file', oldString, newString, replaceAll });
    const at = before.indexOf(oldString);
    const kind = at < 0 || oldString === '' ? 'absent' : !replaceAll && before.indexOf(oldString, at + 1) >= 0 ? 'several' : 'naive';
    counts[kind] += 1;
    const file = new TextDecoder('utf-8', { ignoreBOM: true }).decode(host.bytes('file'));
    const expected = kind !== 'naive' ? before
      : replaceAll ? before.replaceAll(oldString, () => newString) : before.slice(0, at) + newString + before.slice(at + oldString.length);
    if (file !== expected || outcome.ok !== (kind === 'naive')) wrong.push(`${id}: ${outcome.code ?? 'other bytes'}`);
  }
  console.log(`recorded, memoryHost: ${counts.naive} calls give the naive result; ${counts.absent} absent from the bytes, ${counts.several} in several places`);
  assert.deepEqual(wrong, []);
});
