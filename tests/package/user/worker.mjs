// A worker of workerd, which holds the answer that it should give: `workerd test` says whether it does.
import assert from 'node:assert/strict';
import * as stet from 'stet';
import expected from 'answer.txt';
import { program } from './program.mjs';

export default {
  async test() {
    assert.equal(await program(stet), expected);
    const { text } = await (await stet.openSession()).read({ filePath: 'a.txt' });
    assert.match(text, /no file system here/);
  },
};
