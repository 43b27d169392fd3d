// Each adapter in its SDK's own loop, with a scripted model: what the model is sent back for every call must be what the
// tools say, flagged as the framework flags failures; and ten parallel edits of one file must all survive.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { frameworks, runScript, skip, userFolder } from './helpers/frameworks.mjs';
import * as script from './user/script.mjs';

const folder = skip ? null : userFolder('adapters');

for (const [framework, { flagged }] of Object.entries(frameworks)) {
  describe(framework, { skip }, () => {
    let answer;
    const played = async () => JSON.parse(await (answer ??= runScript(folder, 'play.mjs', [framework])));

    test('read, ambiguous, corrected, stale, recovered: the model is sent the tools\' texts', async () => {
      const { played: { said, sent, expected, outcomes, file } } = await played();
      assert.equal(said, 'painted');
      assert.equal(file, script.after);
      assert.deepEqual(sent.map((results) => results.map(({ text }) => text)), expected.map((results) => results.map(({ text }) => text)));
      if (flagged) assert.deepEqual(sent.map((results) => results.map(({ isError }) => isError)), expected.map((results) => results.map(({ isError }) => isError)));
      const steps = script.session('').filter(({ turn }) => turn.calls);
      for (const [index, { expected: [...results] }] of steps.entries()) {
        for (const [at, [isError, word]] of results.entries()) {
          assert.equal(expected[index][at].isError, isError, `step ${index + 1}`);
          assert.ok(sent[index][at].text.includes(word), `step ${index + 1}: ${sent[index][at].text}`);
        }
      }
      assert.deepEqual(outcomes, steps.flatMap(({ turn, expected }) => turn.calls.map(({ name }, at) => [name, !expected[at][0]])));
    });

    test('ten parallel edits: 10 of 10', async () => {
      const { race: { said, sent, file } } = await played();
      assert.equal(said, 'done');
      assert.equal(file, script.raceAfter);
      assert.equal(sent[1].length, script.lines);
      for (const { text } of sent[1]) assert.match(text, /^Edited race\.txt: 1 place/);
    });
  });
}

test('anthropic: the text editor tool goes by its type and is carried out by the session', { skip }, async () => {
  const { said, sent, expected, defined, files } = JSON.parse(await runScript(folder, 'text-editor.mjs'));
  assert.equal(said, 'painted');
  assert.deepEqual(defined, [{ type: 'text_editor_20250728', name: 'str_replace_based_edit_tool', max_characters: 5000 }]);
  assert.deepEqual(sent, expected);
  assert.deepEqual(sent.map(([{ isError }]) => isError), [false, true, false, false, false, true]);
  assert.deepEqual(files, { '/paint.txt': 'door = blue\nwall = red\nroof = grey\n', '/new/notes.txt': 'one\n' });
});
