/**
 * The calls to the system that the node host makes, as one object: a test wraps it to make any of them fail. Synchronous:
 * each takes microseconds on a local disk, and a check and the rename after it must not be torn apart by other work. Only
 * forcing a file to the disk can take long, and waits beside the event loop (`flush`).
 */
import * as fs from 'node:fs';

export const systemCalls = {
  lstat: (path: string): fs.BigIntStats => fs.lstatSync(path, { bigint: true }),
  fstat: (fd: number): fs.BigIntStats => fs.fstatSync(fd, { bigint: true }),
  realpath: (path: string): string => fs.realpathSync.native(path),
  readlink: (path: string): string => fs.readlinkSync(path),
  open: (path: string, flags: number, mode?: number): number => fs.openSync(path, flags, mode),
  close: (fd: number): void => fs.closeSync(fd),
  read: (fd: number, into: Uint8Array, offset: number, length: number, position: number): number =>
    fs.readSync(fd, into, offset, length, position),
  write: (fd: number, from: Uint8Array, offset: number, length: number, position: number): number =>
    fs.writeSync(fd, from, offset, length, position),
  truncate: (fd: number, length: number): void => fs.ftruncateSync(fd, length),
  chmod: (fd: number, mode: number): void => fs.fchmodSync(fd, mode),
  chmodPath: (path: string, mode: number): void => fs.chmodSync(path, mode),
  chown: (fd: number, uid: number, gid: number): void => fs.fchownSync(fd, uid, gid),
  sync: (fd: number): void => fs.fsyncSync(fd),
  flush: (fd: number): Promise<void> => new Promise((resolve, reject) => fs.fsync(fd, (error) => (error ? reject(error) : resolve()))),
  access: (path: string, mode: number): void => fs.accessSync(path, mode),
  rename: (from: string, to: string): void => fs.renameSync(from, to),
  link: (from: string, to: string): void => fs.linkSync(from, to),
  symlink: (target: string, path: string): void => fs.symlinkSync(target, path),
  unlink: (path: string): void => fs.unlinkSync(path),
  mkdir: (path: string, mode?: number): void => void fs.mkdirSync(path, { mode: mode ?? 0o777 }),
  rmdir: (path: string): void => fs.rmdirSync(path),
  /** At most `max` entries; a large folder isn't read to its end. */
  readdir: (path: string, max: number): fs.Dirent[] => {
    const folder = fs.opendirSync(path);
    try {
      const entries: fs.Dirent[] = [];
      for (let entry = folder.readSync(); entry && entries.length < max; entry = folder.readSync()) entries.push(entry);
      return entries;
    } finally {
      folder.closeSync();
    }
  },
  /** A small file of the system (/proc) or of stet, as Latin-1. */
  text: (path: string): string => fs.readFileSync(path, 'latin1'),
  /** Is there a process of this number? One that may not be signalled is there. */
  isAlive: (pid: number): boolean => {
    try {
      process.kill(pid, 0);
      return true;
    } catch (error) {
      return (error as { code?: string }).code === 'EPERM';
    }
  },
};

export type SystemCalls = typeof systemCalls;

/** All bytes of `from..to`, each at the same offset in the file, however few the system takes at a time. */
export function writeAll(calls: SystemCalls, fd: number, bytes: Uint8Array, from = 0, to = bytes.length): void {
  for (let at = from; at < to;) {
    const written = calls.write(fd, bytes, at, to - at, at);
    if (written <= 0) throw ioError('write');
    at += written;
  }
}

/** An error of the system's shape for what the system itself doesn't call one: fewer bytes than were written. */
export const ioError = (syscall: string): Error => Object.assign(new Error(`${syscall}: short`), { code: 'EIO', syscall });

/** For what is cleaned up, or asked on the side, once the answer is settled. True if it went well. */
export function tryTo(work: () => void): boolean {
  try {
    work();
    return true;
  } catch {
    return false;
  }
}

/** Takes a file of stet's own away; once more if the first try fails (a virus scanner may hold it). Never throws. */
export const dispose = (calls: SystemCalls, path: string): boolean => tryTo(() => calls.unlink(path)) || tryTo(() => calls.unlink(path));
