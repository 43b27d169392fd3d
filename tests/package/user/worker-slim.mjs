// The same with "stet/slim", whose wasm is a module of the worker.
import assert from 'node:assert/strict';
import wasm from 'stet/engine.wasm';
import * as slim from 'stet/slim';
import expected from 'answer.txt';
import { program } from './program.mjs';

export default {
  async test() {
    await slim.init(wasm);
    assert.equal(await program(slim), expected);
  },
};
