/**
 * Changing a file: the new content goes to a temporary file beside it, and takes its place by a rename, in one synchronous
 * block with the last look at the old one: is the folder where it was, is the file still the version that the change was
 * made for, is the lock still held. What can't be replaced is written in place. A failure leaves the old file and nothing else.
 */
import { constants, type BigIntStats } from 'node:fs';
import type { Committed } from '../../host.js';
import type { Stamp } from '../../types.js';
import type { Disk } from './disk.js';
import { HostFailure, errnoOf, throwIfAborted } from './errors.js';
import { Folder } from './folder.js';
import { writeInPlace } from './inplace.js';
import type { Lock } from './lock.js';
import { isStill, lookAt, readHere, refuseKind } from './open.js';
import type { Resolved } from './resolve.js';
import { CannotReplace, Temp } from './temp.js';
import { tokenOf } from './token.js';

export type Conflict = { conflict: true };
export const CONFLICT: Conflict = { conflict: true };

/** A change on its way. `path` is the caller's. */
export interface Task {
  path: string;
  where: Resolved;
  signal: AbortSignal | undefined;
}

/** On Windows somebody who merely looks at a file (an indexer, a virus scanner) makes a rename fail for a moment. In milliseconds, about a second in all. */
const RENAME_PAUSES = [10, 20, 40, 80, 160, 320, 400];
const LOOKED_AT = new Set(['EPERM', 'EACCES', 'EBUSY']);

/** The bytes that stand in a file which is still the stamped one, for the write in place. */
type BaseOf = (at: string) => Uint8Array;

/** Replaces the stamped version by `bytes`. Throws `HostFailure` and system errors. Costs O(bytes), and O(file) where the stamp's token isn't sure. */
export async function replace(disk: Disk, task: Task, bytes: Uint8Array, base: BaseOf, stamp: Stamp): Promise<Committed | Conflict> {
  const { path, where, signal } = task;
  const folder = Folder.open(disk, path, where.parent);
  try {
    const at = folder.at(where.name);
    const old = lookAt(disk, at);
    if (!old) return CONFLICT;
    refuseKind(old, path);
    // A first look, which spares the work where it's lost already; the one that counts comes under the lock.
    if (tokenOf(old) !== stamp.host && !isStill(disk, path, at, stamp)) return CONFLICT;
    refuseReadOnly(disk, path, at, old);
    let answer: Committed | Conflict | 'in place' = 'in place';
    if (old.nlink === 1n) answer = await byRename(disk, task, folder, at, old, bytes, stamp);
    if (answer !== 'in place') {
      if ('host' in answer) disk.sweeper.visit(disk, where.parent, (name) => folder.at(name));
      return answer;
    }
    throwIfAborted(path, signal);
    return await inPlace(disk, task, folder, at, old, bytes, base, stamp);
  } finally {
    folder.close();
  }
}

/** A rename would get past a read-only file, and root past its mode. */
function refuseReadOnly(disk: Disk, path: string, at: string, old: BigIntStats): void {
  disk.calls.access(at, constants.W_OK);
  if ((old.mode & 0o222n) === 0n) throw new HostFailure({ failed: 'permission_denied', data: { path, errno: 'EACCES' } });
}

/** A file is locked by its real path, and where it has several names, by itself too. */
export const keysOf = (real: string, stats: BigIntStats): string[] =>
  stats.nlink > 1n ? [`path ${real}`, `file ${stats.dev} ${stats.ino}`] : [`path ${real}`];

async function byRename(disk: Disk, task: Task, folder: Folder, at: string, old: BigIntStats, bytes: Uint8Array, stamp: Stamp): Promise<Committed | Conflict | 'in place'> {
  const { path, where, signal } = task;
  let temp: Temp;
  try {
    temp = await Temp.write(disk, folder, bytes, old);
  } catch (error) {
    if (error instanceof CannotReplace) return 'in place';
    // The folder went away meanwhile.
    if (errnoOf(error) === 'ENOENT') return CONFLICT;
    throw error;
  }
  try {
    for (let tries = 0; ; tries++) {
      const answer = await disk.locks.hold(path, keysOf(where.real, old), signal, (lock) => {
        // From here to the rename nothing else runs in this thread.
        if (!isUntouched(disk, task, folder, at, old, stamp, lock)) return CONFLICT;
        return take(disk, folder, temp, at, old, lock);
      });
      if (!(answer instanceof Error)) return answer;
      const pause = RENAME_PAUSES[tries];
      if (pause === undefined) throw new HostFailure({ failed: 'busy', data: { path, errno: errnoOf(answer), syscall: 'rename' } });
      await disk.clock.pause(pause);
    }
  } finally {
    temp.close();
  }
}

/** The last look. Content, kind, owner, mode and names of the file are those that the change was prepared for. */
function isUntouched(disk: Disk, task: Task, folder: Folder, at: string, old: BigIntStats, stamp: Stamp, lock: Lock): boolean {
  const now = lookAt(disk, at);
  if (!now?.isFile() || !folder.isStillThere()) return false;
  const sameFacts = now.mode === old.mode && now.uid === old.uid && now.gid === old.gid && now.nlink === old.nlink;
  return sameFacts && isStill(disk, task.path, at, stamp) && lock.isMine();
}

/** The rename. An `Error` as its answer is worth another try later. */
function take(disk: Disk, folder: Folder, temp: Temp, at: string, old: BigIntStats, lock: Lock): Committed | Conflict | 'in place' | Error {
  try {
    disk.calls.rename(temp.path, at);
  } catch (error) {
    const errno = errnoOf(error);
    if (disk.windows && LOOKED_AT.has(errno)) return error as Error;
    // A file that is a mount of its own.
    if (errno === 'EBUSY' || errno === 'EXDEV') return 'in place';
    if (errno === 'ENOENT') return CONFLICT;
    throw error;
  }
  temp.taken = true;
  // The change is made: nothing from here on may turn the answer into a failure.
  if (disk.durability === 'full') folder.sync();
  const notes = (old.mode & 0o6000n) === 0n ? {} : { notes: [{ kind: 'setid_dropped' }] };
  return { host: issue(disk, temp.token(at)), ...notes, ...unlocked(lock) };
}

async function inPlace(disk: Disk, task: Task, folder: Folder, at: string, old: BigIntStats, bytes: Uint8Array, base: BaseOf, stamp: Stamp): Promise<Committed | Conflict> {
  const { path, where, signal } = task;
  return disk.locks.hold(path, keysOf(where.real, old), signal, (lock) => {
    const untouched = (): boolean => isUntouched(disk, task, folder, at, old, stamp, lock);
    if (!untouched()) return CONFLICT;
    const written = writeInPlace(disk, { path, at, real: where.real, bytes, base: base(at), isStill: untouched });
    if (!written) return CONFLICT;
    const notes = [...(old.nlink > 1n ? [{ kind: 'hard_links' }] : []), ...((old.mode & 0o6000n) === 0n ? [] : [{ kind: 'setid_dropped' }])];
    return { host: issue(disk, written.host), atomic: false, ...(notes.length > 0 ? { notes } : {}), ...unlocked(lock) };
  });
}

/** Remembers when a token was taken. */
export function issue(disk: Disk, token: string): string {
  if (token !== '') disk.issued.take(token, disk.clock.now());
  return token;
}

const unlocked = (lock: Lock): { locked?: false } => (lock.lacking ? { locked: false } : {});

/** The bytes of a file that a write in place may have to put back, read under the lock. */
export const baseByReading = (disk: Disk, path: string): BaseOf => (at) => readHere(disk, path, at, Number.MAX_SAFE_INTEGER).bytes;

/** Takes the stamped version away. Throws `HostFailure` and system errors. */
export async function remove(disk: Disk, task: Task, stamp: Stamp): Promise<{ removed: true } | Conflict> {
  const { path, where, signal } = task;
  const folder = Folder.open(disk, path, where.parent);
  try {
    const at = folder.at(where.name);
    const old = lookAt(disk, at);
    if (!old) return CONFLICT;
    refuseKind(old, path);
    return await disk.locks.hold(path, keysOf(where.real, old), signal, (lock): { removed: true } | Conflict => {
      if (!isUntouched(disk, task, folder, at, old, stamp, lock)) return CONFLICT;
      if ((old.mode & 0o222n) === 0n) throw new HostFailure({ failed: 'permission_denied', data: { path, errno: 'EACCES' } });
      disk.calls.unlink(at);
      if (disk.durability === 'full') folder.sync();
      return { removed: true };
    });
  } finally {
    folder.close();
  }
}
