/**
 * A folder that is held while something is written into it. On Linux it's a handle, and its names are reached through
 * `/proc/self/fd/N/name`: whatever becomes of the path meanwhile, a parent swapped for a link leads nothing outside. Elsewhere
 * it's a path that is checked before and after; a window between the two remains (SECURITY.md).
 */
import { constants } from 'node:fs';
import type { Disk } from './disk.js';
import { HostFailure, Moved, errnoOf } from './errors.js';
import { tryTo } from './fs.js';

/** A handle that leads to something without opening it: needs no right to read it. Linux, on all architectures of Node. */
export const O_PATH = 0o10000000;

export class Folder {
  readonly real: string;
  readonly #disk: Disk;
  /** The caller's path, for failures. */
  readonly #path: string;
  readonly #fd: number | null;

  private constructor(disk: Disk, path: string, real: string, fd: number | null) {
    this.#disk = disk;
    this.#path = path;
    this.real = real;
    this.#fd = fd;
  }

  /** Throws `Moved` where `real` doesn't lead where it did, `outside_root`, and system errors. To be closed. */
  static open(disk: Disk, path: string, real: string): Folder {
    return Folder.#at(disk, path, real, real);
  }

  static #at(disk: Disk, path: string, real: string, way: string): Folder {
    const { calls } = disk;
    if (!disk.proc) {
      if (!disk.resolver.isInside(real)) throw new HostFailure({ failed: 'outside_root', data: { path } });
      if (calls.realpath(real) !== real) throw new Moved(path);
      return new Folder(disk, path, real, null);
    }
    const fd = calls.open(way, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
    const folder = new Folder(disk, path, real, fd);
    try {
      if (!folder.#handleIsAt(real)) throw new Moved(path);
      return folder;
    } catch (error) {
      folder.close();
      throw error;
    }
  }

  /** Where the handle is decides; where its name merely differs (a file system that folds case), it must be the same folder. */
  #handleIsAt(real: string): boolean {
    const { calls, resolver } = this.#disk;
    if (this.#fd === null) return false;
    const at = calls.readlink(`/proc/self/fd/${this.#fd}`);
    if (!resolver.isInside(at)) return false;
    if (at === real) return true;
    const [here, there] = [calls.fstat(this.#fd), calls.lstat(real)];
    return here.dev === there.dev && here.ino === there.ino;
  }

  /** The path for calls on a name in this folder. */
  at(name: string): string {
    return this.#fd === null ? this.#disk.paths.join(this.real, name) : `/proc/self/fd/${this.#fd}/${name}`;
  }

  /** Is it still where its path leads, and inside the root? */
  isStillThere(): boolean {
    if (this.#fd !== null) return this.#handleIsAt(this.real);
    return this.#disk.calls.realpath(this.real) === this.real;
  }

  /** Makes a folder in this one unless it's there, and opens it. `made` tells which. */
  child(name: string): { folder: Folder; made: boolean } {
    let made = true;
    try {
      this.#disk.calls.mkdir(this.at(name));
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
      made = false;
    }
    try {
      return { folder: Folder.#at(this.#disk, this.#path, this.#disk.paths.join(this.real, name), this.at(name)), made };
    } catch (error) {
      if (made) this.removeChild(name);
      throw error;
    }
  }

  /** Removes a folder if it's empty. Never throws. */
  removeChild(name: string): void {
    const { calls } = this.#disk;
    if (!tryTo(() => calls.rmdir(this.at(name)))) tryTo(() => calls.rmdir(this.at(name)));
  }

  /** Forces the folder's names to the disk, where the system can; never throws. A miss can only bring a whole old version back. */
  sync(): void {
    const { calls } = this.#disk;
    tryTo(() => {
      const fd = calls.open(this.at('.'), constants.O_RDONLY);
      try {
        calls.sync(fd);
      } finally {
        calls.close(fd);
      }
    });
  }

  /** Never throws: nothing was written through the handle. */
  close(): void {
    const fd = this.#fd;
    if (fd !== null) tryTo(() => this.#disk.calls.close(fd));
  }
}
