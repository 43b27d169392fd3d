/**
 * Writing: the new content goes to a temporary file in the same folder, is counted, gets owner and mode of the old one, and
 * takes its place by a rename, in one synchronous block with the last check that the old file is still the planned one. A
 * new file takes its name by a hard link, which is exclusive. A failure leaves the old file and no temporary one.
 */
import { constants } from 'node:fs';
import { createHash, randomBytes } from 'node:crypto';
import * as nodePath from 'node:path';
import type { Committed, Condition } from '../../host.js';
import type { Stamp } from '../../types.js';
import { HostFailure, errnoOf, isAbsent } from './errors.js';
import type { Durability } from './durability.js';
import type { SystemCalls } from './fs.js';
import { writeInPlace } from './inplace.js';
import { readFile } from './open.js';
import { hasHiddenCharacters, type Resolved, type Resolver } from './resolve.js';
import { tokenIsSure, tokenOf } from './token.js';

export interface Writer {
  calls: SystemCalls;
  resolver: Resolver;
  durability: Durability;
  /** Do we still hold the lock against other processes? */
  holds?: () => boolean;
}
type Answer = Committed | { conflict: true };

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
/** In these cases the folder or the mount forbids a replacement, but the file itself may be written. */
const IN_PLACE = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV']);

/** Throws `HostFailure` and system errors. */
export function commit(writer: Writer, path: string, where: Resolved, bytes: Uint8Array, base: () => Uint8Array, condition: Condition): Answer {
  checkKind(writer.calls, path, where.real);
  return 'ifAbsent' in condition ? create(writer, path, where, bytes) : replace(writer, path, where, bytes, base, condition.ifStamp);
}

/** All bytes, however few the system takes at a time; then the size is verified. */
export function writeAll(calls: SystemCalls, fd: number, bytes: Uint8Array, from = 0, to = bytes.length): void {
  for (let at = from; at < to;) {
    const written = calls.write(fd, bytes, at, to - at, at);
    if (written <= 0) throw Object.assign(new Error('nothing was written'), { code: 'EIO', syscall: 'write' });
    at += written;
  }
}

function temporary(writer: Writer, folder: string): { name: string; fd: number } {
  for (let tries = 1; ; tries++) {
    const name = nodePath.join(folder, `.stet-${randomBytes(6).toString('hex')}.tmp`);
    try {
      return { name, fd: writer.calls.open(name, NEW_FILE, 0o600) };
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST' || tries === 5) throw error;
    }
  }
}

/** Fills the temporary file; afterwards every byte is there. */
function fill(writer: Writer, fd: number, bytes: Uint8Array): void {
  writeAll(writer.calls, fd, bytes);
  if (writer.calls.fstat(fd).size !== BigInt(bytes.length)) throw Object.assign(new Error('short write'), { code: 'EIO', syscall: 'write' });
}

/** What is done once the new content has its name must not turn the answer into a failure: the change is made. */
export function settle(writer: Writer, fd: number | null, real: string, folder: string): string {
  const { calls, durability } = writer;
  if (durability === 'full' && folder !== '') {
    // A folder that can't be synced can only bring the whole old version back after a power cut, never a torn one.
    tryTo(() => {
      const opened = calls.open(folder, constants.O_RDONLY);
      try {
        calls.sync(opened);
      } finally {
        calls.close(opened);
      }
    });
  }
  let token = '';
  tryTo(() => { token = tokenOf(fd === null ? calls.lstat(real) : calls.fstat(fd)); });
  if (token === '') tryTo(() => { token = tokenOf(calls.lstat(real)); });
  // Without a token the next call goes by the content alone.
  return token;
}

/** Refuses what is no file at the path itself. */
export function checkKind(calls: SystemCalls, path: string, real: string): void {
  let stats;
  try {
    stats = calls.lstat(real);
  } catch (error) {
    if (isAbsent(error)) return;
    throw error;
  }
  if (stats.isFile()) return;
  const failed = stats.isDirectory() ? 'is_directory' : stats.isSymbolicLink() ? 'symlink' : 'not_regular';
  throw new HostFailure({ failed, data: { path } });
}

/** Still the stamped file? A token that is too young to prove it is backed by the content. */
function isStill(writer: Writer, path: string, real: string, stamp: Stamp): boolean {
  if (writer.holds?.() === false) return false;
  let stats;
  try {
    stats = writer.calls.lstat(real);
  } catch (error) {
    if (isAbsent(error)) return false;
    throw error;
  }
  if (!stats.isFile() || tokenOf(stats) !== stamp.host) return false;
  if (tokenIsSure(stamp.host, Date.now())) return true;
  const { bytes } = readFile(writer.calls, writer.resolver, path, real, Number(stats.size));
  return createHash('sha1').update(bytes).digest('hex') === stamp.sha1;
}

function replace(writer: Writer, path: string, where: Resolved, bytes: Uint8Array, base: () => Uint8Array, stamp: Stamp): Answer {
  const { calls } = writer;
  const { real } = where;
  if (!isStill(writer, path, real, stamp)) return { conflict: true };
  const old = calls.lstat(real);
  // A rename would get past a read-only file, and root past its mode.
  calls.access(real, constants.W_OK);
  if ((old.mode & 0o222n) === 0n) throw new HostFailure({ failed: 'permission_denied', data: { path, errno: 'EACCES' } });
  const inPlace = (): Answer => writeInPlace(writer, path, real, bytes, base(), () => isStill(writer, path, real, stamp));
  if (old.nlink > 1n) return withNote(inPlace(), 'hard_links');
  let temp;
  try {
    temp = temporary(writer, where.parent);
  } catch (error) {
    if (IN_PLACE.has(errnoOf(error))) return inPlace();
    throw error;
  }
  let renamed = false;
  let open = true;
  try {
    fill(writer, temp.fd, bytes);
    const made = calls.fstat(temp.fd);
    if (made.uid !== old.uid || made.gid !== old.gid) {
      try {
        calls.chown(temp.fd, Number(old.uid), Number(old.gid));
      } catch (error) {
        if (errnoOf(error) === 'EPERM' || errnoOf(error) === 'EACCES') return inPlace();
        throw error;
      }
    }
    calls.chmod(temp.fd, Number(old.mode & 0o777n));
    if (writer.durability !== 'none') calls.sync(temp.fd);
    if (process.platform === 'win32') {
      calls.close(temp.fd);
      open = false;
    }
    // From here to the rename nothing else runs in this process.
    if (!isStill(writer, path, real, stamp)) return { conflict: true };
    try {
      calls.rename(temp.name, real);
    } catch (error) {
      if (errnoOf(error) === 'EBUSY' || errnoOf(error) === 'EXDEV') return inPlace();
      throw error;
    }
    renamed = true;
    const answer: Committed = { host: settle(writer, open ? temp.fd : null, real, where.parent) };
    return (old.mode & 0o6000n) === 0n ? answer : withNote(answer, 'setid_dropped');
  } finally {
    try {
      if (open) calls.close(temp.fd);
    } finally {
      if (!renamed) calls.unlink(temp.name);
    }
  }
}

function withNote(answer: Answer, kind: string): Answer {
  return 'conflict' in answer ? answer : { ...answer, notes: [...(answer.notes ?? []), { kind }] };
}

function create(writer: Writer, path: string, where: Resolved, bytes: Uint8Array): Answer {
  const { calls } = writer;
  if (hasHiddenCharacters(path)) throw new HostFailure({ failed: 'invalid_input', data: { path, problem: 'path_control' } });
  const made: string[] = [];
  let created = false;
  try {
    let folder = where.parent;
    for (const name of where.missing) {
      folder = nodePath.join(folder, name);
      try {
        calls.mkdir(folder);
        made.push(folder);
      } catch (error) {
        if (errnoOf(error) !== 'EEXIST') throw error;
      }
    }
    // Somebody may have put a link where we made our folders.
    if (calls.realpath(folder) !== folder) throw new HostFailure({ failed: 'outside_root', data: { path } });
    const answer = createIn(writer, folder, where.real, bytes);
    created = !('conflict' in answer);
    return answer;
  } finally {
    // Only what we made, and only where it's empty.
    if (!created) for (const folder of made.reverse()) tryTo(() => calls.rmdir(folder));
  }
}

function createIn(writer: Writer, folder: string, real: string, bytes: Uint8Array): Answer {
  const { calls } = writer;
  const temp = temporary(writer, folder);
  try {
    fill(writer, temp.fd, bytes);
    calls.chmod(temp.fd, 0o666 & ~process.umask());
    if (writer.durability !== 'none') calls.sync(temp.fd);
    try {
      calls.link(temp.name, real);
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return { conflict: true };
      if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES'].includes(errnoOf(error))) throw error;
      return createWithoutLinks(writer, real, bytes);
    }
    // The link counts as a change of the file: its token is taken once the temporary name is gone.
    tryTo(() => calls.unlink(temp.name));
    return { host: settle(writer, temp.fd, real, folder) };
  } finally {
    try {
      calls.close(temp.fd);
    } finally {
      tryTo(() => calls.unlink(temp.name));
    }
  }
}

/** Where the file system has no hard links: exclusive, but a crash may leave a part of it. */
function createWithoutLinks(writer: Writer, real: string, bytes: Uint8Array): Answer {
  const { calls } = writer;
  let fd;
  try {
    fd = calls.open(real, NEW_FILE, 0o666);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return { conflict: true };
    throw error;
  }
  let whole = false;
  try {
    fill(writer, fd, bytes);
    if (writer.durability !== 'none') calls.sync(fd);
    whole = true;
    return { host: tokenOf(calls.fstat(fd)), atomic: false };
  } finally {
    calls.close(fd);
    if (!whole) tryTo(() => calls.unlink(real));
  }
}

export function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // Cleaning up after an answer that is settled already.
  }
}
