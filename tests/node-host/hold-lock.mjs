// Takes the lock of /a/file in the folder of its argument, says so, and never lets it go.
import { writeSync } from 'node:fs';
import { part } from '../helpers/stet.mjs';

const { Locks } = await part('hosts/node/lock');
const { thisSystem } = await part('hosts/node/disk');
await new Locks(thisSystem(), process.argv[2]).hold('file', ['path /a/file'], undefined, (lock) => {
  writeSync(1, `${JSON.stringify({ held: !lock.lacking, pid: process.pid })}\n`);
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
});
