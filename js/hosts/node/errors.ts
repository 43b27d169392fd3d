/** The system's error codes as refusal codes, in one table. */
import type { RefusalCode } from '../../types.js';
import type { Failure } from '../../host.js';

const CODES: Record<string, RefusalCode> = {
  EACCES: 'permission_denied', EPERM: 'permission_denied', EROFS: 'read_only_fs', ENOSPC: 'no_space', EDQUOT: 'no_space',
  ELOOP: 'symlink', EISDIR: 'is_directory', ENXIO: 'not_regular', ENODEV: 'not_regular', EOPNOTSUPP: 'not_regular',
  ENAMETOOLONG: 'invalid_input', EBUSY: 'busy', ETXTBSY: 'busy',
};

/** A failure that was found out inside the host, on its way to the host's border. */
export class HostFailure extends Error {
  readonly failure: Failure;
  constructor(failure: Failure) {
    super(failure.failed);
    this.failure = failure;
  }
}

export const errnoOf = (error: unknown): string => {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
};

/** Nothing stands there: the last part is missing, or a parent is, or a parent is a file. */
export const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(errnoOf(error));

/** What was thrown, as a failure for the path as the caller wrote it. */
export function failureOf(error: unknown, path: string): Failure {
  if (error instanceof HostFailure) return error.failure;
  const errno = errnoOf(error);
  const failed = CODES[errno] ?? 'io_error';
  const syscall = (error as { syscall?: unknown }).syscall;
  return {
    failed,
    data: {
      path,
      errno: errno || String(error),
      ...(typeof syscall === 'string' ? { syscall } : {}),
      ...(failed === 'invalid_input' ? { problem: 'path_too_long' } : {}),
    },
  };
}
