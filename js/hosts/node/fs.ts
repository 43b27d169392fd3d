/**
 * The calls to the system that the node host makes, as one object: a test wraps it to make any of them fail. Synchronous:
 * each takes microseconds on a local disk, and a check and the rename after it must not be torn apart by other work.
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
  chown: (fd: number, uid: number, gid: number): void => fs.fchownSync(fd, uid, gid),
  sync: (fd: number): void => fs.fsyncSync(fd),
  access: (path: string, mode: number): void => fs.accessSync(path, mode),
  rename: (from: string, to: string): void => fs.renameSync(from, to),
  link: (from: string, to: string): void => fs.linkSync(from, to),
  unlink: (path: string): void => fs.unlinkSync(path),
  mkdir: (path: string): void => fs.mkdirSync(path),
  rmdir: (path: string): void => fs.rmdirSync(path),
  readdir: (path: string): fs.Dirent[] => fs.readdirSync(path, { withFileTypes: true }),
};

export type SystemCalls = typeof systemCalls;
