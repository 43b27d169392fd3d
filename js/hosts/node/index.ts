/**
 * Files of a folder on disk. Paths are resolved inside the root (links in parents are followed there, and nowhere else),
 * handles are checked, and changes take a file's place in one step. It isn't a sandbox: the README says what holds.
 */
import type { Change, Committed, Condition, Failure, Host, Stat } from '../../host.js';
import { applySplices } from '../apply.js';
import { checkKind, commit, type Writer } from './commit.js';
import type { Durability } from './durability.js';
import { HostFailure, failureOf, isAbsent } from './errors.js';
import { systemCalls, type SystemCalls } from './fs.js';
import { readFile } from './open.js';
import { Resolver } from './resolve.js';
import { defaultLockFolder, takeLock } from './lock.js';
import { tokenIsSure, tokenOf } from './token.js';

export interface NodeHostOptions {
  /** The folder, or folders, inside which files may be used. Relative paths start at the first. */
  root: string | string[];
  /** What reaches the disk before an answer: nothing forced, the file (default), the file and its folder. */
  durability?: Durability;
  /** Where locks against other processes lie: one folder for all processes that share files. Default: the user's cache folder; null: none. */
  lockDir?: string | null;
  /** @internal For tests: the system calls, wrapped. */
  calls?: SystemCalls;
}

/** Throws where a root doesn't exist. */
export function nodeHost(options: NodeHostOptions): Host {
  const calls = options.calls ?? systemCalls;
  const resolver = new Resolver(Array.isArray(options.root) ? options.root : [options.root], calls);
  const writer: Writer = { calls, resolver, durability: options.durability ?? 'file' };
  const lockFolder = options.lockDir === undefined ? defaultLockFolder() : options.lockDir;

  const guarded = async <T>(path: string, work: () => T | Promise<T>): Promise<T | Failure> => {
    try {
      return await work();
    } catch (error) {
      return failureOf(error, path);
    }
  };
  const orNull = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
  };
  const targetOf = (real: string): string | null => {
    try {
      const target = calls.realpath(real);
      return resolver.isInside(target) ? resolver.shown(target) : null;
    } catch {
      return null;
    }
  };
  const aborted = (path: string, signal: AbortSignal | undefined): void => {
    if (signal?.aborted) throw new HostFailure({ failed: 'aborted', data: { path, written: false } });
  };

  return {
    name: 'node',
    capabilities: { atomic: true, conditional: false, links: true, modes: process.platform !== 'win32', locked: lockFolder !== null },
    resolve: (path) => guarded(path, () => {
      const { real } = resolver.resolve(path);
      return { real, path: resolver.shown(real) || '.' };
    }),
    stat: (path) => guarded(path, (): Stat | null => {
      const { real } = resolver.resolve(path);
      const stats = orNull(() => calls.lstat(real));
      if (!stats) return null;
      const kind = stats.isFile() ? 'file' : stats.isDirectory() ? 'directory' : stats.isSymbolicLink() ? 'symlink' : 'other';
      return { kind, real, host: tokenOf(stats), size: Number(stats.size), ...(kind === 'symlink' ? { target: targetOf(real) } : {}) };
    }),
    read: (path, { max, signal }) => guarded(path, () => {
      aborted(path, signal);
      const { real } = resolver.resolve(path);
      return orNull(() => ({ ...readFile(calls, resolver, path, real, max), real }));
    }),
    commit: (path, change: Change, condition: Condition, { signal } = {}) => guarded(path, async (): Promise<Committed | { conflict: true }> => {
      aborted(path, signal);
      const bytes = 'bytes' in change ? change.bytes : applySplices(change.base, change.splices);
      const where = resolver.resolve(path);
      const base = (): Uint8Array => ('bytes' in change ? readFile(calls, resolver, path, where.real, Number.MAX_SAFE_INTEGER).bytes : change.base);
      const lock = await takeLock(lockFolder, where.real, path);
      try {
        aborted(path, signal);
        const answer = commit({ ...writer, holds: () => lock === null || lock.isOurs() }, path, where, bytes, base, condition);
        return lock === null && lockFolder !== null && !('conflict' in answer) ? { ...answer, locked: false } : answer;
      } finally {
        lock?.release();
      }
    }),
    remove: (path, { ifStamp }) => guarded(path, (): { removed: true } | { conflict: true } => {
      const { real } = resolver.resolve(path);
      checkKind(calls, path, real);
      const stats = orNull(() => calls.lstat(real));
      if (!stats?.isFile() || tokenOf(stats) !== ifStamp.host) return { conflict: true };
      calls.unlink(real);
      return { removed: true };
    }),
    list: (path, { max }) => guarded(path, () => {
      const { real } = resolver.resolve(path);
      if (orNull(() => calls.lstat(real))?.isFile()) throw new HostFailure({ failed: 'io_error', data: { path, errno: 'ENOTDIR' } });
      return orNull(() => calls.readdir(real).slice(0, max).map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name)));
    }),
    tokenIsSure,
  };
}
