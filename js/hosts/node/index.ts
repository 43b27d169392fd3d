/**
 * Files of a folder on disk. Paths are resolved inside the root (links in parents are followed there, and nowhere else),
 * handles are checked, and changes take a file's place in one step. It isn't a sandbox: SECURITY.md says what holds where.
 */
import { constants } from 'node:fs';
import type { Change, Committed, Condition, Failure, Host, Stat } from '../../host.js';
import { applySplices } from '../apply.js';
import { baseByReading, remove, replace } from './commit.js';
import { create } from './create.js';
import { thisSystem, type Disk, type System } from './disk.js';
import type { Durability } from './durability.js';
import { HostFailure, Moved, failureOf, orNull, throwIfAborted } from './errors.js';
import type { SystemCalls } from './fs.js';
import { O_PATH } from './folder.js';
import { Locks } from './lock.js';
import { lookAt, readFile, refuseKind } from './open.js';
import { Resolver, type Resolved } from './resolve.js';
import { Sweeper } from './sweep.js';
import { Issued, tokenIsSure, tokenOf } from './token.js';

/** How often a way that led elsewhere between two looks is gone anew. */
const MOST_WAYS = 3;

export interface NodeHostOptions {
  /** The folder, or folders, inside which files may be used. Relative paths start at the first. */
  root: string | string[];
  /** What reaches the disk before an answer: nothing forced, the file (default), the file and its folder. */
  durability?: Durability;
  /**
   * The folder of the locks that keep processes and threads of one user apart: the same for all of them, and nobody else may
   * write into it. Default: in the user's cache folder, whatever HOME and TMPDIR say; null: no locks.
   */
  lockDir?: string | null;
  /** @internal For tests: the system calls, wrapped. */
  calls?: SystemCalls;
  /** @internal For tests: what else differs between systems. */
  system?: Partial<System>;
}

/** Throws where a root doesn't exist. */
export function nodeHost(options: NodeHostOptions): Host {
  const system = thisSystem({ ...options.system, ...(options.calls ? { calls: options.calls } : {}) });
  const { calls } = system;
  const resolver = new Resolver(Array.isArray(options.root) ? options.root : [options.root], system);
  const locks = new Locks(system, typeof options.lockDir === 'string' ? system.paths.resolve(options.lockDir) : options.lockDir);
  const disk: Disk = { ...system, resolver, locks, durability: options.durability ?? 'file', issued: new Issued(), sweeper: new Sweeper() };

  /** A host never throws. */
  const answer = async <T>(path: string, work: (where: Resolved) => T | Promise<T>): Promise<T | Failure> => {
    try {
      for (let tries = 1; ; tries++) {
        try {
          return await work(resolver.resolve(path));
        } catch (error) {
          if (!(error instanceof Moved) || tries === MOST_WAYS) throw error;
        }
      }
    } catch (error) {
      return failureOf(error, path);
    }
  };

  return {
    name: 'node',
    capabilities: {
      atomic: true,
      conditional: false,
      links: true,
      modes: !system.windows,
      get locked() {
        return locks.folder() !== null;
      },
    },
    resolve: (path) => answer(path, ({ real }) => ({ real, path: resolver.shown(real) || '.' })),
    stat: (path) => answer(path, ({ real }): Stat | null => {
      const stats = lookAt(disk, real);
      if (!stats) return null;
      const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : stats.isSymbolicLink() ? 'symlink' : 'other';
      return { kind, real, host: tokenOf(stats), size: Number(stats.size), ...(kind === 'symlink' ? { target: targetOf(disk, real) } : {}) };
    }),
    read: (path, { max, signal }) => answer(path, (where) => {
      throwIfAborted(path, signal);
      return orNull(() => {
        refuseAsFolder(disk, path, where);
        return { ...readFile(disk, path, where.real, max), real: where.real };
      });
    }),
    commit: (path, change: Change, condition: Condition, { signal } = {}) => answer(path, (where): Promise<Committed | { conflict: true }> => {
      throwIfAborted(path, signal);
      const task = { path, where, signal };
      const bytes = 'bytes' in change ? change.bytes : applySplices(change.base, change.splices);
      refuseAsFolder(disk, path, where);
      if ('ifAbsent' in condition) return create(disk, task, bytes);
      return replace(disk, task, bytes, 'bytes' in change ? baseByReading(disk, path) : () => change.base, condition.ifStamp);
    }),
    remove: (path, { ifStamp }) => answer(path, (where) => {
      refuseAsFolder(disk, path, where);
      return remove(disk, { path, where, signal: undefined }, ifStamp);
    }),
    list: (path, { max }) => answer(path, ({ real }) => orNull(() => {
      if (calls.lstat(real).isFile()) throw new HostFailure({ failed: 'io_error', data: { path, errno: 'ENOTDIR' } });
      return listOf(disk, path, real, max);
    })),
    tokenIsSure,
  };
}

/** Of a path that is written as a folder's, or a root's: a folder is refused as what it is, and a file isn't that file. */
function refuseAsFolder(disk: Disk, path: string, { asFolder, real }: Resolved): void {
  const stats = asFolder ? lookAt(disk, real) : null;
  if (!stats) return;
  refuseKind(stats, path);
  throw new HostFailure({ failed: 'io_error', data: { path, errno: 'ENOTDIR' } });
}

/** Where a link leads, if that is inside the root and there. */
function targetOf(disk: Disk, real: string): string | null {
  try {
    const target = disk.calls.realpath(real);
    return disk.resolver.isInside(target) ? disk.resolver.shown(target) : null;
  } catch {
    return null;
  }
}

/** A link to a folder is followed here, inside the root alone. */
function listOf(disk: Disk, path: string, real: string, max: number): string[] {
  const { calls, resolver } = disk;
  const folder = calls.realpath(real);
  if (!resolver.isInside(folder)) throw new HostFailure({ failed: 'outside_root', data: { path } });
  const names = (at: string): string[] => calls.readdir(at, max).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  if (!disk.proc) return names(folder);
  const fd = calls.open(folder, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const at = `/proc/self/fd/${fd}`;
    if (!resolver.isInside(calls.readlink(at))) throw new Moved(path);
    return names(at);
  } finally {
    calls.close(fd);
  }
}
