/**
 * A lock file: it comes to be together with its text, or not at all, so that a process killed at any moment leaves no lock
 * of nobody. On POSIX it's a symbolic link whose target is the text (one call, nothing to clean up); on Windows, where links
 * need a right, a file that takes its name by a hard link.
 */
import { constants } from 'node:fs';
import type { SystemCalls } from './fs.js';
import { dispose, ioError, tryTo, writeAll } from './fs.js';
import { errnoOf } from './errors.js';

export interface LockFiles {
  /** False where the name is taken. Throws system errors. */
  make(path: string, text: string): boolean;
  /** Null where there is none. Throws system errors. */
  read(path: string): string | null;
}

const exclusive = (make: () => void): boolean => {
  try {
    make();
    return true;
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return false;
    throw error;
  }
};

function orNone(read: () => string): string | null {
  try {
    return read();
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return null;
    // Something of another kind stands there: nobody that stet knows.
    if (errnoOf(error) === 'EINVAL') return '';
    throw error;
  }
}

export const linkedLocks = (calls: SystemCalls): LockFiles => ({
  make: (path, text) => exclusive(() => calls.symlink(text, path)),
  read: (path) => orNone(() => calls.readlink(path)),
});

export const filedLocks = (calls: SystemCalls, random: (bytes: number) => string): LockFiles => ({
  make: (path, text) => {
    const made = `${path}.${random(6)}`;
    const fd = calls.open(made, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      try {
        writeAll(calls, fd, Buffer.from(text, 'latin1'));
        if (calls.fstat(fd).size !== BigInt(text.length)) throw ioError('write');
      } finally {
        tryTo(() => calls.close(fd));
      }
      return exclusive(() => calls.link(made, path));
    } finally {
      dispose(calls, made);
    }
  },
  read: (path) => orNone(() => calls.text(path)),
});
