/**
 * Locks between processes and threads of one user: held for the few synchronous steps of check and rename, never over an
 * `await`. One short-lived file a lock in a folder outside the workspace.
 *
 * The folder is in the user's cache folder by the user database, not by HOME, XDG_* or TMPDIR: two processes that differ in
 * their environment must meet. Not in /tmp: a sandbox or service often has a /tmp of its own, and two that don't meet there
 * would both believe that they hold the lock; a home that can't be written makes `locked: false`, which is said.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { userInfo } from 'node:os';
import * as nodePath from 'node:path';
import type { System } from './disk.js';
import { HostFailure, aborted, errnoOf } from './errors.js';
import { dispose, tryTo } from './fs.js';
import { holderOf, identify, stateOf, textOf, type Holder } from './holder.js';
import { KEPT, KEPT_FOR_MS } from './kept.js';
import { filedLocks, linkedLocks, type LockFiles } from './lockfile.js';
import { isOwn } from './sweep.js';

/** A waiter gives up after this. */
const WAIT_MS = 10_000;
/** Where a holder can't be asked (another namespace), its lock is free when it's this old. */
const FREE_AFTER_MS = 30_000;
/** After this a holder may be taken for dead somewhere: it looks before it takes its lock away. */
const SURELY_MINE_MS = 15_000;
const LONGEST_PAUSE_MS = 16;
/** Leftovers that are looked at once a host. */
const MOST_ENTRIES = 1_000;

/** A lock that is held, or the lack of one: then `isMine` is always true. */
export interface Lock {
  /** It was wanted and couldn't be had. */
  readonly lacking: boolean;
  /** Asked right before the change: a process that slept may have been taken for dead. */
  isMine(): boolean;
  release(): void;
}

export function defaultLockFolder(): string | null {
  try {
    return nodePath.join(userInfo().homedir, '.cache', 'stet', 'locks');
  } catch {
    // A user whom the user database doesn't know.
    return null;
  }
}

export class Locks {
  readonly #system: System;
  readonly #dir: string | null;
  readonly #wanted: boolean;
  readonly #files: LockFiles;
  #me: Omit<Holder, 'token'> | null = null;
  #usable = false;
  /** Tokens of locks that were left but whose file couldn't be taken away. */
  readonly #left = new Set<string>();

  /** `folder` null: no locks, and nobody wants any. Without one, the default. */
  constructor(system: System, folder?: string | null) {
    this.#system = system;
    this.#wanted = folder !== null;
    this.#dir = folder === undefined ? defaultLockFolder() : folder;
    this.#files = system.windows ? filedLocks(system.calls, system.random) : linkedLocks(system.calls);
  }

  /** The folder, made where it's missing; null where it can't be trusted or used now (asked for again the next time). */
  folder(): string | null {
    if (!this.#usable && this.#wanted) {
      this.#usable = this.#prepare();
      if (this.#usable) tryTo(() => this.#sweep());
    }
    return this.#usable ? this.#dir : null;
  }

  #prepare(): boolean {
    const { calls, windows } = this.#system;
    const dir = this.#dir;
    return dir !== null && tryTo(() => {
      // A umask may have taken even the owner's rights.
      if (this.#makeFolder(dir) && !windows) calls.chmodPath(dir, 0o700);
      const stats = calls.lstat(dir);
      const safe = stats.isDirectory() && isOwn(this.#system, stats.uid) && (windows || (stats.mode & 0o022n) === 0n);
      if (!safe) throw new Error('not a folder of this user alone');
      calls.access(dir, constants.W_OK);
    });
  }

  /** With its parents; false where it's there. Not by the system's own recursion: below /proc that never ends (Node 20). */
  #makeFolder(folder: string, climbs = true): boolean {
    const { calls, paths } = this.#system;
    try {
      calls.mkdir(folder, 0o700);
      return true;
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return false;
      const parent = paths.dirname(folder);
      if (!climbs || errnoOf(error) !== 'ENOENT' || parent === folder) throw error;
      this.#makeFolder(parent);
      return this.#makeFolder(folder, false);
    }
  }

  /**
   * Runs `work`, which must be synchronous, under the locks of all `keys`. Waits for others, at most 10 seconds. Throws
   * `HostFailure` `busy` or `aborted`, and what `work` throws.
   */
  async hold<T>(path: string, keys: readonly string[], signal: AbortSignal | undefined, work: (lock: Lock) => T): Promise<T> {
    const { clock } = this.#system;
    const began = clock.elapsed();
    for (let waits = 0; ; waits++) {
      if (signal?.aborted) throw aborted(path);
      const lock = this.#takeAll(keys);
      if (lock) {
        try {
          return work(lock);
        } finally {
          lock.release();
        }
      }
      if (clock.elapsed() - began >= WAIT_MS) throw new HostFailure({ failed: 'busy', data: { path, waitedMs: WAIT_MS } });
      // Not in step with the other waiters.
      await clock.pause(1 + Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** Math.min(waits, 4)));
    }
  }

  /** All or none; in the given order, which is the same for everybody, so that no two wait for each other. */
  #takeAll(keys: readonly string[]): Lock | null {
    if (!this.#wanted) return { ...LACKING, lacking: false };
    const locks: Lock[] = [];
    const release = (): void => locks.reverse().forEach((lock) => lock.release());
    try {
      for (const key of keys) {
        const lock = this.#take(key);
        if (!lock) {
          release();
          return null;
        }
        locks.push(lock);
      }
    } catch {
      // The folder can't be used now: without a lock is better than not at all, and the answer says so.
      release();
      return LACKING;
    }
    return { lacking: false, isMine: () => locks.every((lock) => lock.isMine()), release };
  }

  /** Null where somebody holds it. Throws where locks can't be used. */
  #take(key: string): Lock | null {
    const folder = this.folder();
    if (folder === null) throw new Error('no lock folder');
    const path = nodePath.join(folder, `${createHash('sha256').update(key).digest('hex').slice(0, 32)}.lock`);
    const token = this.#system.random(8);
    const text = textOf({ ...this.#identity(), token });
    for (let tries = 1; tries <= 3; tries++) {
      if (this.#make(path, text)) return this.#held(path, text);
      if (!this.#freeIfDead(path)) return null;
    }
    return null;
  }

  #make(path: string, text: string): boolean {
    try {
      return this.#files.make(path, text);
    } catch (error) {
      if (errnoOf(error) !== 'ENOENT') throw error;
    }
    // The folder was cleaned away.
    this.#usable = false;
    if (this.folder() === null) throw new Error('no lock folder');
    return this.#files.make(path, text);
  }

  #held(path: string, text: string): Lock {
    const { clock } = this.#system;
    const takenAt = clock.now();
    const isMine = (): boolean => this.#files.read(path) === text;
    const drop = (): boolean => {
      const age = clock.now() - takenAt;
      if (age < 0 || age >= SURELY_MINE_MS) return this.#remove(path, text) || !isMine();
      return !isMine() || dispose(this.#system.calls, path);
    };
    // An owner that can't take its lock away knows it again.
    const tried = (): boolean => {
      let dropped = false;
      tryTo(() => { dropped = drop(); });
      return dropped;
    };
    const release = (): void => {
      if (!tried() && !tried()) this.#left.add(text);
    };
    return { lacking: false, isMine, release };
  }

  #identity(): Omit<Holder, 'token'> {
    return (this.#me ??= identify(this.#system));
  }

  /** True where the lock is gone by now, or may be: it's worth another try. */
  #freeIfDead(path: string): boolean {
    const text = this.#files.read(path);
    if (text === null) return true;
    if (this.#left.has(text)) {
      this.#left.delete(text);
      return this.#remove(path, text);
    }
    return this.#isDead(path, text) && this.#remove(path, text);
  }

  #isDead(path: string, text: string): boolean {
    const { calls, clock } = this.#system;
    const holder = holderOf(text);
    const state = holder ? stateOf(this.#system, this.#identity(), holder) : 'unknown';
    if (state !== 'unknown') return state === 'dead';
    try {
      return clock.now() - Number(calls.lstat(path).mtimeMs) > FREE_AFTER_MS;
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return false;
      throw error;
    }
  }

  /**
   * Takes a lock away that nobody holds any more. Only who has the guard of this very lock may: between the look and the
   * removal another taker could have removed it and a third made a new one. A guard is a lock itself, and is freed the same way.
   */
  #remove(path: string, text: string, depth = 0): boolean {
    const guard = `${path.slice(0, -'.lock'.length)}-${createHash('sha256').update(text).digest('hex').slice(0, 16)}.lock`;
    const mine = textOf({ ...this.#identity(), token: this.#system.random(8) });
    if (!this.#files.make(guard, mine)) {
      const other = this.#files.read(guard);
      if (other !== null && depth < 3 && (this.#left.delete(other) || this.#isDead(guard, other))) this.#remove(guard, other, depth + 1);
      return false;
    }
    try {
      // While this guard is held, a lock with this text can only be taken away here.
      return this.#files.read(path) === text && dispose(this.#system.calls, path);
    } finally {
      if (!dispose(this.#system.calls, guard)) this.#left.add(mine);
    }
  }

  /** Locks of killed processes on files that nobody changes any more, and bytes that were kept long ago. */
  #sweep(): void {
    const { calls, clock } = this.#system;
    const dir = this.#dir;
    if (dir === null) return;
    for (const { name } of calls.readdir(dir, MOST_ENTRIES)) {
      const path = nodePath.join(dir, name);
      if (name.endsWith('.lock')) tryTo(() => this.#freeIfDead(path));
      else if (KEPT.test(name)) tryTo(() => clock.now() - Number(calls.lstat(path).mtimeMs) > KEPT_FOR_MS && dispose(calls, path));
    }
  }
}

const LACKING: Lock = { lacking: true, isMine: () => true, release: () => {} };
