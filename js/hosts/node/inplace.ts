/**
 * The fallback where a file can't be replaced in one step: hard links, bind mounts, a folder that can't be written, another
 * owner. The tail that grows is written first (a full disk then fails before anything old is touched), then the head, and
 * the length is cut last. What fails half-way is put back; where even that fails, the old bytes are kept in a file.
 */
import { constants } from 'node:fs';
import type { Disk } from './disk.js';
import { HostFailure, failureOf } from './errors.js';
import { ioError, dispose, tryTo, writeAll } from './fs.js';
import { keep } from './kept.js';
import { lookAt, refuseKind } from './open.js';
import { tokenOf } from './token.js';

/** `path` is the caller's, `at` leads to the file; `base` is what stands in it, as the caller has just verified under the lock. Synchronous. */
export interface InPlace {
  path: string;
  at: string;
  real: string;
  bytes: Uint8Array;
  base: Uint8Array;
  /** Asked once more between opening the file and the first write. */
  isStill: () => boolean;
}

/** The new token, or null where the file isn't the stamped one any more. Throws `HostFailure` and system errors: the old bytes stand again, but for `partial_write`. */
export function writeInPlace(disk: Disk, { path, at, real, bytes, base, isStill }: InPlace): { host: string } | null {
  const { calls } = disk;
  const fd = calls.open(at, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  let kept: string | null = null;
  let torn = false;
  let head = false;
  try {
    const opened = calls.fstat(fd);
    refuseKind(opened, path);
    kept = keep(disk, real, base);
    const there = lookAt(disk, at);
    if (!isStill() || there?.dev !== opened.dev || there.ino !== opened.ino) return null;
    try {
      writeAll(calls, fd, bytes, base.length, bytes.length);
      head = true;
      writeAll(calls, fd, bytes, 0, Math.min(base.length, bytes.length));
      if (bytes.length < base.length) calls.truncate(fd, bytes.length);
      if (calls.fstat(fd).size !== BigInt(bytes.length)) throw ioError('write');
      if (disk.durability !== 'none') calls.sync(fd);
    } catch (error) {
      if (putBack(disk, fd, base, head)) throw error;
      torn = true;
      throw new HostFailure({ failed: 'partial_write', data: { ...failureOf(error, path).data, path, kept: kept ?? keep(disk, real, base) } });
    }
    let host = '';
    tryTo(() => { host = tokenOf(calls.fstat(fd)); });
    return { host };
  } finally {
    // The bytes are verified, and on the disk where that was asked for: a failing close changes neither.
    tryTo(() => calls.close(fd));
    if (kept !== null && !torn) dispose(calls, kept);
  }
}

/**
 * The length first: after a full disk the tail is what there's no room for. The head only where it was touched: on a file
 * system that copies on write even the same bytes need room. Twice, since a disk may fail once.
 */
function putBack(disk: Disk, fd: number, base: Uint8Array, head: boolean): boolean {
  const { calls } = disk;
  const once = (): boolean => tryTo(() => {
    if (calls.fstat(fd).size > BigInt(base.length)) calls.truncate(fd, base.length);
    if (head) writeAll(calls, fd, base);
    if (calls.fstat(fd).size !== BigInt(base.length)) throw ioError('write');
  });
  return once() || once();
}
