/**
 * Reading by handle: opened without following a link and without waiting, checked to be a regular file inside the root, and
 * read to its end, at most `max` bytes. A file that changes while it's read is read again, at most 3 times.
 */
import { constants, type BigIntStats } from 'node:fs';
import { createHash } from 'node:crypto';
import type { Stamp } from '../../types.js';
import type { Disk } from './disk.js';
import { HostFailure, Moved, orNull } from './errors.js';
import { tryTo } from './fs.js';
import { tokenOf } from './token.js';

const MOST_TRIES = 3;
const CHUNK = 1 << 20;
/** A larger file is never read whole just to be compared. */
const MOST_HASHED = 1 << 30;
export const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface ReadFile {
  bytes: Uint8Array;
  host: string;
}

/** Reads a file by its real path. Throws `HostFailure` and system errors. `path` is the caller's, for failures. */
export function readFile(disk: Disk, path: string, real: string, max: number): ReadFile {
  return readBy(disk, path, real, max, (fd, stats) => checkPlace(disk, path, real, fd, stats));
}

/** Reads a file in a folder that is held: it needs no check of where it is. */
export function readHere(disk: Disk, path: string, at: string, max: number): ReadFile {
  return readBy(disk, path, at, max, () => {});
}

function readBy(disk: Disk, path: string, at: string, max: number, check: (fd: number, stats: BigIntStats) => void): ReadFile {
  const { calls } = disk;
  // Windows has no flag that refuses links; what is swapped after this look is found out by `check`, unless it leads to the same file.
  if (disk.windows && calls.lstat(at).isSymbolicLink()) throw new HostFailure({ failed: 'symlink', data: { path } });
  const fd = calls.open(at, READ_FLAGS);
  try {
    const opened = calls.fstat(fd);
    refuseKind(opened, path);
    check(fd, opened);
    let before = opened;
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const takenAt = disk.clock.now();
      if (before.size > BigInt(max)) throw tooLarge(path, Number(before.size), max);
      const bytes = readToEnd(disk, fd, Number(before.size), max, path);
      const after = calls.fstat(fd);
      // Files of /proc say size 0 and have content.
      const whole = before.size === 0n || bytes.length === Number(before.size);
      const host = tokenOf(after);
      if (whole && tokenOf(before) === host) {
        disk.issued.take(host, takenAt);
        return { bytes, host };
      }
      before = after;
    }
    throw new HostFailure({ failed: 'busy', data: { path } });
  } finally {
    // Nothing was written through it.
    tryTo(() => calls.close(fd));
  }
}

const tooLarge = (path: string, size: number, limit: number): HostFailure => new HostFailure({ failed: 'too_large', data: { path, size, limit } });

/** Refuses what is no regular file. */
export function refuseKind(stats: BigIntStats, path: string): void {
  if (stats.isFile()) return;
  const failed = stats.isDirectory() ? 'is_directory' : stats.isSymbolicLink() ? 'symlink' : 'not_regular';
  throw new HostFailure({ failed, data: { path } });
}

/** The opened file must be where the resolver said: parents can be swapped in between. Throws `Moved` where it isn't. */
function checkPlace(disk: Disk, path: string, real: string, fd: number, opened: BigIntStats): void {
  const { calls, resolver } = disk;
  if (disk.proc) {
    const at = calls.readlink(`/proc/self/fd/${fd}`);
    if (at === real) return;
    if (!resolver.isInside(at)) throw new Moved(path);
  }
  const again = orNull(() => calls.realpath(real));
  const there = again === null ? null : orNull(() => calls.lstat(again));
  if (again === null || !there || !resolver.isInside(again) || there.dev !== opened.dev || there.ino !== opened.ino) throw new Moved(path);
}

function readToEnd(disk: Disk, fd: number, size: number, max: number, path: string): Uint8Array {
  // One byte more than it says: a file that has grown shows it at once.
  let buffer = new Uint8Array(size + 1);
  let length = 0;
  for (;;) {
    const read = disk.calls.read(fd, buffer, length, buffer.length - length, length);
    if (read === 0) return buffer.subarray(0, length);
    length += read;
    if (length > max) throw tooLarge(path, length, max);
    if (length === buffer.length) {
      const larger = new Uint8Array(buffer.length + CHUNK);
      larger.set(buffer);
      buffer = larger;
    }
  }
}

/** What stands at a path itself, or null. */
export const lookAt = (disk: Disk, at: string): BigIntStats | null => orNull(() => disk.calls.lstat(at));

/**
 * Is a file still the stamped version? The token only saves the hash, and only where it's old enough to be sure; the content
 * decides. Synchronous, since it's asked right before a change. Costs O(file) where the token isn't sure.
 */
export function isStill(disk: Disk, path: string, at: string, stamp: Stamp): boolean {
  const stats = lookAt(disk, at);
  if (!stats?.isFile()) return false;
  const token = tokenOf(stats);
  if (token === stamp.host && disk.issued.isSure(token, disk.clock.now())) return true;
  // Another size is another content; a stamp without a token (it could not be taken) tells no size.
  const size = /^\d+\.\d+\.(\d+)\./.exec(stamp.host)?.[1];
  if ((size !== undefined && BigInt(size) !== stats.size) || stats.size > BigInt(MOST_HASHED)) return false;
  const read = orNull(() => readHere(disk, path, at, Number(stats.size)));
  return read !== null && createHash('sha1').update(read.bytes).digest('hex') === stamp.sha1;
}
