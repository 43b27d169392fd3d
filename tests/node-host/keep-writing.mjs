// Writes versions of one file, or new files, in a tight loop until it's killed, and says which were acknowledged. A version
// is `N`, a line of filling, and `N` again: a torn one shows.
import { writeSync } from 'node:fs';
import { nodeHost, sha1 } from './lib.mjs';

export const version = (n, size) => `${n}\n${'x'.repeat(size)}\n${n}\n`;

if (process.argv[2]) {
  const { root, lockDir, size, what } = JSON.parse(process.argv[2]);
  const host = nodeHost({ root, lockDir, durability: 'none' });
  let n = 0;
  let stamp;
  for (;;) {
    n += 1;
    const bytes = Buffer.from(version(n, size));
    const condition = what === 'create' || n === 1 ? { ifAbsent: true } : { ifStamp: stamp };
    const answer = await host.commit(what === 'create' ? `d${n}/f` : 'f', { bytes }, condition);
    if (!('host' in answer)) throw new Error(JSON.stringify(answer));
    stamp = { host: answer.host, sha1: sha1(bytes) };
    writeSync(1, `${n}\n`);
  }
}
