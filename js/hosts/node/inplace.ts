/**
 * The fallback where a file can't be replaced in one step: hard links, bind mounts, a folder that can't be written, another
 * owner. The tail that grows is written first (a full disk then fails before anything old is touched), then the head, and
 * the length is cut last. What fails half-way is put back; where even that fails, the old bytes are kept in a file.
 */
import { constants, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as nodePath from 'node:path';
import type { Committed } from '../../host.js';
import { settle, writeAll, type Writer } from './commit.js';
import { HostFailure, failureOf } from './errors.js';

/** `isStill` is asked once more, in the same synchronous block as the first write. Throws `HostFailure` and system errors. */
export function writeInPlace(writer: Writer, path: string, real: string, bytes: Uint8Array, base: Uint8Array, isStill: () => boolean): Committed | { conflict: true } {
  const { calls } = writer;
  const fd = calls.open(real, constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const opened = calls.fstat(fd);
    if (!opened.isFile()) throw new HostFailure({ failed: 'not_regular', data: { path } });
    const there = calls.lstat(real);
    if (!isStill() || there.dev !== opened.dev || there.ino !== opened.ino) return { conflict: true };
    try {
      writeAll(calls, fd, bytes, base.length, bytes.length);
    } catch (error) {
      calls.truncate(fd, base.length);
      throw error;
    }
    try {
      writeAll(calls, fd, bytes, 0, Math.min(base.length, bytes.length));
      if (bytes.length < base.length) calls.truncate(fd, bytes.length);
      if (writer.durability !== 'none') calls.sync(fd);
      if (calls.fstat(fd).size !== BigInt(bytes.length)) throw Object.assign(new Error('short write'), { code: 'EIO', syscall: 'write' });
    } catch (error) {
      putBack(writer, path, fd, base, error);
      throw error;
    }
    return { host: settle(writer, fd, real, ''), atomic: false };
  } finally {
    calls.close(fd);
  }
}

function putBack(writer: Writer, path: string, fd: number, base: Uint8Array, cause: unknown): void {
  try {
    writeAll(writer.calls, fd, base);
    writer.calls.truncate(fd, base.length);
  } catch {
    const { data } = failureOf(cause, path);
    throw new HostFailure({ failed: 'partial_write', data: { ...data, path, kept: keep(path, base) } });
  }
}

/** Keeps the old bytes outside the workspace; null where that fails too. */
function keep(path: string, base: Uint8Array): string | null {
  try {
    const kept = nodePath.join(mkdtempSync(nodePath.join(tmpdir(), 'stet-kept-')), nodePath.basename(path));
    writeFileSync(kept, base, { mode: 0o600, flag: 'wx' });
    return kept;
  } catch {
    return null;
  }
}
