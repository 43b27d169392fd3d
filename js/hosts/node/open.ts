/**
 * Reading by handle: opened without following a link and without waiting, checked to be a regular file inside the root, and
 * read to its end, at most `max` bytes. A file that changes while it's read is read again, at most 3 times.
 */
import { constants } from 'node:fs';
import { HostFailure } from './errors.js';
import type { SystemCalls } from './fs.js';
import type { Resolver } from './resolve.js';
import { tokenOf } from './token.js';

const MOST_TRIES = 3;
const CHUNK = 1 << 20;
const READ_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface ReadFile {
  bytes: Uint8Array;
  host: string;
}

/** Throws `HostFailure` and system errors. `path` is the caller's, for messages; `real` comes from the resolver. */
export function readFile(calls: SystemCalls, resolver: Resolver, path: string, real: string, max: number): ReadFile {
  const fd = calls.open(real, READ_FLAGS);
  try {
    checkHandle(calls, resolver, path, real, fd);
    for (let tries = 1; tries <= MOST_TRIES; tries++) {
      const before = calls.fstat(fd);
      if (before.size > BigInt(max)) throw tooLarge(path, Number(before.size), max);
      const bytes = readToEnd(calls, fd, Number(before.size), max, path);
      const after = calls.fstat(fd);
      // Files of /proc say size 0 and have content.
      const whole = before.size === 0n || bytes.length === Number(before.size);
      if (whole && tokenOf(before) === tokenOf(after)) return { bytes, host: tokenOf(after) };
    }
    throw new HostFailure({ failed: 'busy', data: { path } });
  } finally {
    calls.close(fd);
  }
}

const tooLarge = (path: string, size: number, limit: number): HostFailure => new HostFailure({ failed: 'too_large', data: { path, size, limit } });

/** The opened file must be a regular one, and must be where the resolver said: parents can be swapped in between. */
function checkHandle(calls: SystemCalls, resolver: Resolver, path: string, real: string, fd: number): void {
  const stats = calls.fstat(fd);
  if (stats.isDirectory()) throw new HostFailure({ failed: 'is_directory', data: { path } });
  if (!stats.isFile()) throw new HostFailure({ failed: 'not_regular', data: { path } });
  if (process.platform === 'linux') {
    const opened = calls.readlink(`/proc/self/fd/${fd}`).replace(/ \(deleted\)$/, '');
    if (!resolver.isInside(opened)) throw new HostFailure({ failed: 'outside_root', data: { path } });
    return;
  }
  const again = calls.realpath(real);
  const there = calls.lstat(again);
  if (!resolver.isInside(again) || there.dev !== stats.dev || there.ino !== stats.ino) {
    throw new HostFailure({ failed: 'outside_root', data: { path } });
  }
}

function readToEnd(calls: SystemCalls, fd: number, size: number, max: number, path: string): Uint8Array {
  // One byte more than it says: a file that has grown shows it at once.
  let buffer = new Uint8Array(size + 1);
  let length = 0;
  for (;;) {
    const read = calls.read(fd, buffer, length, buffer.length - length, length);
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
