// Run by tests/host_node_lock.test.mjs in a process or a thread of its own: counts a number in a file up by edits, and
// answers how many were made. A refusal (somebody else was first) is followed by a fresh read.
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { open, part } from './stet.mjs';

const { nodeHost } = await part('hosts/node/index');
const { root, path, lockDir, edits } = isMainThread ? JSON.parse(process.argv[2]) : workerData;
const { session } = open(nodeHost({ root, lockDir, durability: 'none' }));
let made = 0;
while (made < edits) {
  const read = await session.read({ filePath: path });
  const number = Number(/count (\d+)/.exec(read.text)?.[1]);
  const outcome = await session.edit({ filePath: path, oldString: `count ${number}.`, newString: `count ${number + 1}.` });
  if (outcome.ok) made += 1;
  else if (outcome.code !== 'stale' && outcome.code !== 'conflict') throw new Error(outcome.text);
}
if (isMainThread) process.send(made);
else parentPort.postMessage(made);
if (isMainThread) process.disconnect();
