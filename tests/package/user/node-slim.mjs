// "stet/slim" alone: an error that says what to call, then the wasm from where its user has put it.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as slim from 'stet/slim';
import { program } from './program.mjs';

await assert.rejects(slim.openSession({ host: slim.memoryHost() }), (error) => error.code === 'not_loaded' && /init\(/.test(error.message));
await assert.rejects(slim.init(new Uint8Array([1, 2, 3])), (error) => error.code === 'load_failed');
await slim.init(await readFile(new URL(import.meta.resolve('stet/engine.wasm'))));
process.stdout.write(await program(slim));
