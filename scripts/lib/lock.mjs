// One set-up or build at a time in a folder: a file that names the process that works there. A lock whose process is gone
// is taken over.

import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { say } from './steps.mjs';

/** Runs `work` while holding the lock of `folder`, which is made where it's missing. */
export async function locked(folder, work) {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, '.lock');
  let told = false;
  while (!take(path)) {
    const owner = Number(read(path));
    if (owner && !alive(owner)) {
      takeAway(path, owner);
      continue;
    }
    if (!told) say(`waiting for process ${owner || '?'}, which is working in ${folder}`);
    told = true;
    await pause(250);
  }
  const release = () => rmSync(path, { force: true });
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.removeListener('exit', release);
    release();
  }
}

function take(path) {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a dead process's lock, and puts it back where another process was quicker. */
function takeAway(path, owner) {
  const aside = `${path}.${process.pid}`;
  try {
    renameSync(path, aside);
  } catch {
    return;
  }
  if (Number(read(aside)) === owner) rmSync(aside, { force: true });
  else renameSync(aside, path);
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

function alive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
