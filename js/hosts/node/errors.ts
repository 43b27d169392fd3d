/** The system's error codes as refusal codes, in one table. */
import type { RefusalCode } from '../../types.js';
import type { Failure } from '../../host.js';
import { messageOf } from '../../errors.js';

const CODES: Record<string, RefusalCode> = {
  EACCES: 'permission_denied', EPERM: 'permission_denied', EROFS: 'read_only_fs', ENOSPC: 'no_space', EDQUOT: 'no_space',
  ELOOP: 'symlink', EISDIR: 'is_directory', ENXIO: 'not_regular', ENODEV: 'not_regular', EOPNOTSUPP: 'not_regular',
  ENAMETOOLONG: 'invalid_input', EILSEQ: 'invalid_input', EBUSY: 'busy', ETXTBSY: 'busy', EAGAIN: 'busy',
};

/** What is wrong with a path that the system itself refuses. */
const PROBLEMS: Record<string, string> = { ENAMETOOLONG: 'path_too_long', EILSEQ: 'path_form' };

/** A failure that was found out inside the host, on its way to the host's border. */
export class HostFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.failed);
    this.failure = failure;
  }
}

/** The way to a file led elsewhere between two looks: all is done again, a few times. */
export class Moved extends HostFailure {
  constructor(path: string) {
    super({ failed: 'busy', data: { path } });
  }
}

export const errnoOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** Nothing stands there: the last part is missing, or a parent is, or a parent is a file. */
export const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errnoOf(error));

/** What `work` gives, or null where nothing stands. */
export function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

/** What was thrown, as a failure for the path as the caller wrote it. */
export function failureOf(error: unknown, path: string): Failure {
  if (error instanceof HostFailure) return error.failure;
  const errno = errnoOf(error);
  // No error of the system: a fault of stet's own.
  if (errno === '' || errno.startsWith('ERR_')) return { failed: 'internal', data: { path, what: messageOf(error) } };
  const failed = CODES[errno] ?? 'io_error';
  const syscall = (error as { syscall?: unknown }).syscall;
  const problem = failed === 'invalid_input' ? { problem: PROBLEMS[errno] } : {};
  return { failed, data: { path, errno, ...(typeof syscall === 'string' ? { syscall } : {}), ...problem } };
}

export const aborted = (path: string): HostFailure => new HostFailure({ failed: 'aborted', data: { path, written: false } });

export function throwIfAborted(path: string, signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw aborted(path);
}
