/**
 * A lock against other processes of this user: a short file outside the workspace, held from the last check of a version to
 * the rename, never over anything that can wait. It belongs to a token, not to a pid (threads share one). A dead holder in the same pid
 * namespace is recognised at once, however long ago it died, and a live one is never robbed by age (a sleeping laptop is
 * alive); a holder elsewhere counts as gone after 30 s. Times are milliseconds.
 */
import * as fs from 'node:fs';
import { createHash, randomBytes } from 'node:crypto';
import { userInfo } from 'node:os';
import * as nodePath from 'node:path';
import { HostFailure, errnoOf } from './errors.js';

/** A waiter gives up after this long: `busy`. */
const MOST_WAIT_MS = 10_000;
/** A holder that can't be asked (another pid namespace, another machine) counts as gone after this long. */
const FOREIGN_AGE_MS = 30_000;
const LONGEST_PAUSE_MS = 50;

interface Holder {
  pid: number;
  /** The process's start time, so that a pid used again is another process. */
  start: string;
  /** The pid namespace and the boot that the pid belongs to. */
  space: string;
  token: string;
}

export interface Lock {
  /** Still ours? Asked in the same synchronous block as the rename. */
  isOurs(): boolean;
  release(): void;
}

/** Independent of TMPDIR and of HOME: all processes of a user must meet in one folder. */
export function defaultLockFolder(): string | null {
  try {
    return nodePath.join(userInfo().homedir, '.cache', 'stet', 'locks');
  } catch {
    return null;
  }
}

/** Not by `recursive: true`: below /proc that never returns (Node 20). */
function makeFolder(folder: string, mayClimb = true): void {
  try {
    fs.mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return;
    const parent = nodePath.dirname(folder);
    if (!mayClimb || errnoOf(error) !== 'ENOENT' || parent === folder) throw error;
    makeFolder(parent);
    makeFolder(folder, false);
  }
}

/** Makes the folder, for this user alone. False where it can't be used, or isn't ours. */
function isUsable(folder: string): boolean {
  try {
    makeFolder(folder);
    const stats = fs.lstatSync(folder);
    const uid = process.getuid?.();
    if (!stats.isDirectory() || (uid !== undefined && (stats.uid !== uid || (stats.mode & 0o022) !== 0))) return false;
    fs.accessSync(folder, fs.constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Takes the lock of a real path. Null where the lock folder can't be used. Throws `HostFailure`: `busy`. */
export async function takeLock(folder: string | null, real: string, path: string, mostWaitMs = MOST_WAIT_MS): Promise<Lock | null> {
  if (folder === null || !isUsable(folder)) return null;
  const file = nodePath.join(folder, `${createHash('sha256').update(real).digest('hex').slice(0, 40)}.lock`);
  const token = randomBytes(12).toString('hex');
  const until = Date.now() + mostWaitMs;
  for (let pause = 1; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      if (tryTake(file, token)) return lockOf(file, token);
      if (removeIfDead(file)) continue;
    } catch (error) {
      if (['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOENT'].includes(errnoOf(error))) return null;
      throw error;
    }
    if (Date.now() >= until) throw new HostFailure({ failed: 'busy', data: { path } });
    // A little chance, so that waiters don't meet again and again.
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())));
  }
}

/** The content comes with the name, by a link: nobody ever sees a lock without its holder. */
function tryTake(file: string, token: string): boolean {
  const temp = `${file}.${token}`;
  const holder: Holder = { pid: process.pid, start: startOf(process.pid), space: pidSpace(), token };
  fs.writeFileSync(temp, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
  try {
    fs.linkSync(temp, file);
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(temp, { force: true });
  }
}

function holderOf(file: string): Holder | null {
  try {
    const holder: unknown = JSON.parse(fs.readFileSync(file, 'utf8'));
    const { pid, start, space, token } = holder as Record<string, unknown>;
    if (typeof pid !== 'number' || typeof start !== 'string' || typeof space !== 'string' || typeof token !== 'string') return null;
    return { pid, start, space, token };
  } catch {
    return null;
  }
}

/** Takes a dead holder's lock away; true where it's worth trying again at once. */
function removeIfDead(file: string): boolean {
  const holder = holderOf(file);
  let age;
  try {
    age = Date.now() - fs.lstatSync(file).mtimeMs;
  } catch {
    return true;
  }
  const dead = holder !== null && holder.space !== '' && holder.space === pidSpace() ? !isAlive(holder) : age > FOREIGN_AGE_MS;
  if (!dead) return false;
  // By a rename, which one taker wins. If it was a new holder's after all, it goes back; should that come too late, that
  // holder finds it out by its own last check.
  const aside = `${file}.dead-${randomBytes(6).toString('hex')}`;
  try {
    fs.renameSync(file, aside);
  } catch {
    return true;
  }
  if (holderOf(aside)?.token !== holder?.token) {
    try {
      fs.linkSync(aside, file);
    } catch {
      // Somebody else has taken it meanwhile.
    }
  }
  fs.rmSync(aside, { force: true });
  return true;
}

function isAlive(holder: Holder): boolean {
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
  return holder.start === '' || holder.start === startOf(holder.pid);
}

/** The start time of a process in clock ticks since boot, by /proc; empty elsewhere. */
function startOf(pid: number): string {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in brackets, may hold blanks: fields are counted behind it. This is the 22nd.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}

let space: string | undefined;

/** In what the pids of this process mean something: the namespace of this boot; empty where that can't be told. */
function pidSpace(): string {
  if (space !== undefined) return space;
  try {
    const boot = fs.readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    space = `${boot} ${fs.readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    space = process.platform === 'linux' ? '' : `${process.platform}`;
  }
  return space;
}

function lockOf(file: string, token: string): Lock {
  const isOurs = (): boolean => holderOf(file)?.token === token;
  return {
    isOurs,
    release: () => {
      if (isOurs()) fs.rmSync(file, { force: true });
    },
  };
}
