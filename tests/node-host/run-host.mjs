// A host in a process of its own: `node run-host.mjs <json>` with { root, lockDir?, durability?, umask?, ops: [[name, ...args]] }.
// Prints a JSON line for each operation: its answer, bytes as text.
// A long text is { repeat, times }.
import { nodeHost, rewrite } from './lib.mjs';

const { ops, umask, ...options } = JSON.parse(process.argv[2]);
if (umask !== undefined) process.umask(umask);
const host = nodeHost(options);
const run = {
  rewrite: (path, text) => rewrite(host, path, typeof text === 'string' ? text : text.repeat.repeat(text.times)),
  create: (path, text) => host.commit(path, { bytes: Buffer.from(text) }, { ifAbsent: true }),
  read: async (path, max = 1 << 22) => {
    const found = await host.read(path, { max });
    return found && 'bytes' in found ? { text: String(Buffer.from(found.bytes)) } : found;
  },
  stat: (path) => host.stat(path),
};
for (const [name, ...args] of ops) {
  let answer;
  try {
    answer = await run[name](...args);
  } catch (error) {
    answer = { threw: String(error.message) };
  }
  console.log(JSON.stringify({ name, answer }));
}
