/**
 * The old bytes of a file that is written in place, kept outside the workspace until the write has gone well: a process that
 * is killed half-way, or a disk that fails, leaves them there. In stet's own folder, for its user alone.
 */
import { constants } from 'node:fs';
import * as nodePath from 'node:path';
import type { Disk } from './disk.js';
import { dispose, tryTo, writeAll } from './fs.js';

/** Kept files are swept when they're older than this. */
export const KEPT_FOR_MS = 7 * 24 * 3_600_000;
export const KEPT = /^kept-[0-9a-f]{12}-/;

/** Where the bytes are kept; null where they can't be (no folder, a full disk): the write goes on then. Never throws. */
export function keep(disk: Disk, real: string, bytes: Uint8Array): string | null {
  const folder = disk.locks.folder();
  if (folder === null) return null;
  const { calls } = disk;
  const name = nodePath.basename(real).replace(/[^\w.-]/g, '_').slice(0, 100);
  const path = nodePath.join(folder, `kept-${disk.random(6)}-${name}`);
  let fd: number | null = null;
  const done = tryTo(() => {
    fd = calls.open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0), 0o600);
    writeAll(calls, fd, bytes);
    if (calls.fstat(fd).size !== BigInt(bytes.length)) throw new Error('short');
    if (disk.durability !== 'none') calls.sync(fd);
  });
  const opened: number | null = fd;
  if (opened === null) return null;
  const closed = tryTo(() => calls.close(opened));
  if (done && closed) return path;
  dispose(calls, path);
  return null;
}
