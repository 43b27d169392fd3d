// A counter in a process or a thread of its own: counts a number in a file up by edits, and answers how many were made. A
// refusal (somebody else was first) is followed by a fresh read.
import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { open } from '../helpers/stet.mjs';
import { nodeHost } from './lib.mjs';

const { path, edits, ...options } = isMainThread ? JSON.parse(process.argv[2]) : workerData;
const { session } = open(nodeHost({ durability: 'none', ...options }));
const told = { made: 0, again: 0, unlocked: 0 };
while (told.made < edits) {
  const read = await session.read({ filePath: path });
  const number = Number(/count (\d+)\./.exec(read.text)?.[1]);
  const outcome = await session.edit({ filePath: path, oldString: `count ${number}.`, newString: `count ${number + 1}.` });
  if (outcome.ok) told.made += 1;
  else if (outcome.code === 'stale' || outcome.code === 'conflict') told.again += 1;
  else throw new Error(outcome.text);
  if (outcome.locked === false) told.unlocked += 1;
}
if (isMainThread) console.log(JSON.stringify(told));
else parentPort.postMessage(told);
