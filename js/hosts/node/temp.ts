/**
 * The temporary file that becomes the new version: made exclusively under a short name of stet's own beside the target (its
 * name may be 250 characters long), readable by nobody else until it has the old file's owner and mode, and complete: every
 * byte is written, the size verified, and the handle that wrote it closed without an error, before it takes a name.
 */
import { constants, type BigIntStats } from 'node:fs';
import type { Disk } from './disk.js';
import { HostFailure, errnoOf } from './errors.js';
import { O_PATH, type Folder } from './folder.js';
import { dispose, ioError, tryTo, writeAll } from './fs.js';
import { tokenOf } from './token.js';

/** Such files are stet's own; nothing else is ever swept away. */
export const TEMPORARY = /^\.stet-[0-9a-f]{12}\.tmp$/;

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const MOST_NAMES = 5;

/** In these cases the folder or the mount forbids a replacement, but the file itself may be written. */
const MAY_BE_WRITTEN_IN_PLACE = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY', 'EXDEV']);

/** The file can't be replaced, since a new one can't be made beside it or can't have its owner. */
export class CannotReplace extends Error {
  constructor(cause: unknown) {
    super('cannot replace', { cause });
  }
}

export class Temp {
  readonly path: string;
  readonly #disk: Disk;
  /** A second handle, which reads nothing and only tells what became of the file, once it has its name; null where there is none. */
  readonly #watch: number | null;
  readonly #made: BigIntStats;
  /** It has become the target. */
  taken = false;

  private constructor(disk: Disk, path: string, watch: number | null, made: BigIntStats) {
    this.#disk = disk;
    this.path = path;
    this.#watch = watch;
    this.#made = made;
  }

  /**
   * Writes a temporary file. `old`: the file that it's to replace; without one it gets what a new file gets here (umask,
   * the folder's default ACL). Throws `CannotReplace` and system errors; then nothing is left.
   */
  static async write(disk: Disk, folder: Folder, bytes: Uint8Array, old: BigIntStats | null): Promise<Temp> {
    const { calls } = disk;
    const { path, fd } = Temp.#open(disk, folder, old);
    disk.sweeper.live.add(path);
    let watch: number | null = null;
    let open = true;
    let whole = false;
    try {
      watch = disk.windows ? null : watchOf(disk, path);
      writeAll(calls, fd, bytes);
      const made = calls.fstat(fd);
      if (made.size !== BigInt(bytes.length)) throw ioError('write');
      if (old) likeOld(disk, fd, made, old);
      if (disk.durability !== 'none') await calls.flush(fd);
      open = false;
      // Some systems tell only here that the bytes didn't arrive.
      calls.close(fd);
      whole = true;
      return new Temp(disk, path, watch, made);
    } finally {
      if (open) tryTo(() => calls.close(fd));
      if (!whole) {
        if (watch !== null) closeQuietly(disk, watch);
        dispose(calls, path);
        disk.sweeper.live.delete(path);
      }
    }
  }

  static #open(disk: Disk, folder: Folder, old: BigIntStats | null): { path: string; fd: number } {
    for (let tries = 1; ; tries++) {
      const path = folder.at(`.stet-${disk.random(6)}.tmp`);
      try {
        return { path, fd: disk.calls.open(path, NEW_FILE, old ? 0o600 : 0o666) };
      } catch (error) {
        if (errnoOf(error) === 'EEXIST' && tries < MOST_NAMES) continue;
        if (old && MAY_BE_WRITTEN_IN_PLACE.has(errnoOf(error))) throw new CannotReplace(error);
        throw error;
      }
    }
  }

  /** The token of the version that this file is, once it has its name `at`; '' where it can't be told (the next call then goes by the content alone). */
  token(at: string): string {
    const { calls } = this.#disk;
    const watch = this.#watch;
    let stats: BigIntStats | null = null;
    if (watch !== null) tryTo(() => { stats = calls.fstat(watch); });
    if (!stats) {
      tryTo(() => {
        const there = calls.lstat(at);
        // By its path it may be somebody else's by now.
        if (there.ino === this.#made.ino && there.dev === this.#made.dev && there.size === this.#made.size) stats = there;
      });
    }
    return stats ? tokenOf(stats) : '';
  }

  /** Takes the temporary name away. Never throws. */
  unlink(): void {
    dispose(this.#disk.calls, this.path);
  }

  /** To be called in the end, whatever happened. Never throws. */
  close(): void {
    if (this.#watch !== null) closeQuietly(this.#disk, this.#watch);
    if (!this.taken) this.unlink();
    this.#disk.sweeper.live.delete(this.path);
  }
}

const closeQuietly = (disk: Disk, fd: number): void => void tryTo(() => disk.calls.close(fd));

function watchOf(disk: Disk, path: string): number | null {
  let fd: number | null = null;
  const flags = disk.proc ? O_PATH : constants.O_RDONLY;
  tryTo(() => { fd = disk.calls.open(path, flags | (constants.O_NOFOLLOW ?? 0)); });
  return fd;
}

/** Owner first: a change of owner may take bits of the mode away. setuid and setgid are dropped, as the kernel does on a write. */
function likeOld(disk: Disk, fd: number, made: BigIntStats, old: BigIntStats): void {
  const { calls } = disk;
  if (made.uid !== old.uid || made.gid !== old.gid) {
    try {
      calls.chown(fd, Number(old.uid), Number(old.gid));
    } catch (error) {
      if (errnoOf(error) === 'EPERM' || errnoOf(error) === 'EACCES') throw new CannotReplace(error);
      throw error;
    }
  }
  calls.chmod(fd, Number(old.mode & 0o777n));
}

/**
 * A new file under its own name at once, for file systems without hard links: exclusive, but a crash may leave a part of it.
 * Throws system errors; then nothing is left, else it's `partial_write`.
 */
export async function writeNew(disk: Disk, path: string, folder: Folder, name: string, bytes: Uint8Array): Promise<string> {
  const { calls } = disk;
  const fd = calls.open(folder.at(name), NEW_FILE, 0o666);
  let open = true;
  let whole = false;
  try {
    writeAll(calls, fd, bytes);
    const made = calls.fstat(fd);
    if (made.size !== BigInt(bytes.length)) throw ioError('write');
    if (disk.durability !== 'none') await calls.flush(fd);
    open = false;
    calls.close(fd);
    whole = true;
    return tokenOf(made);
  } finally {
    if (open) tryTo(() => calls.close(fd));
    if (!whole && !dispose(calls, folder.at(name))) throw new HostFailure({ failed: 'partial_write', data: { path } });
  }
}
