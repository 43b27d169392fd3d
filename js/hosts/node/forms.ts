/**
 * Which strings are no path here, before any file is touched: pure, so that the forms of Windows are tested on every system.
 * `~`, `$HOME` and `%20` are ordinary names.
 */
import type { Failure } from '../../host.js';

/** Bytes of a path, as Linux counts them; Windows: UTF-16 units. */
const LONGEST_PATH = 4_096;
const LONGEST_PATH_WINDOWS = 32_767;
const LONGEST_NAME = 255;

const DEVICES = /^(con|prn|aux|nul|com[0-9\u00b9\u00b2\u00b3]|lpt[0-9\u00b9\u00b2\u00b3]|conin\$|conout\$)$/i;

/** Why a path can't be used, or null. A failure's `data.hint`, where there is one, is how it's written here. */
export function wrongForm(path: unknown, windows: boolean): Failure | null {
  const problem = (name: string, got?: string, hint?: string): Failure => ({
    failed: 'invalid_input',
    data: { ...(typeof path === 'string' ? { path } : {}), problem: name, ...(got ? { got } : {}), ...(hint ? { hint } : {}) },
  });
  if (typeof path !== 'string') return problem('path_form', 'no text');
  if (path === '') return problem('path_empty');
  if (path.includes('\0')) return problem('path_nul');
  if (/^file:\/\//i.test(path)) return problem('path_form', 'a URL');
  const names = path.split(windows ? /[/\\]/ : '/');
  const length = (text: string): number => (windows ? text.length : Buffer.byteLength(text));
  if (length(path) > (windows ? LONGEST_PATH_WINDOWS : LONGEST_PATH)) return problem('path_too_long');
  if (names.some((name) => length(name) > LONGEST_NAME)) return problem('path_too_long');
  if (windows) {
    const got = wrongOnWindows(path, names);
    return got === null ? null : problem('path_form', got);
  }
  if (/^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\')) return problem('path_form', 'a Windows path');
  if (/^\.{1,2}\\/.test(path)) return problem('path_form', 'a Windows path', path.replaceAll('\\', '/'));
  return null;
}

/** A name with backslashes is legal on POSIX. Where no such file stands, it's a Windows path, and no odd file is made of it. */
export const windowsPathOnPosix = (path: string): Failure => ({
  failed: 'invalid_input',
  data: { path, problem: 'path_form', got: 'a Windows path', hint: path.replaceAll('\\', '/') },
});

function wrongOnWindows(path: string, names: string[]): string | null {
  // Judged by where it leads, in `leavesRoots`.
  if (/^[/\\]{2}/.test(path)) return null;
  const drive = /^[A-Za-z]:/.test(path);
  if (drive && !/^[A-Za-z]:[/\\]/.test(path)) return 'a path relative to a drive';
  for (const [at, name] of names.entries()) {
    if (name === '' || name === '.' || name === '..' || (drive && at === 0)) continue;
    if (name.includes(':')) return 'a data stream of a file';
    if (/[<>"|?*\u0001-\u001f]/.test(name)) return 'characters that no name may hold';
    if (/[. ]$/.test(name)) return 'a name that ends in a dot or space';
    if (DEVICES.test((name.split('.')[0] ?? '').trimEnd())) return 'the name of a device';
  }
  return null;
}

/**
 * Does a Windows path leave all roots by its drive or server alone? Asked before the path is touched: a mere look at
 * `\\server\share` sends this user's credentials to that server.
 */
export function leavesRoots(full: string, roots: readonly string[], rootOf: (path: string) => string): boolean {
  const volume = (path: string): string => rootOf(path).replaceAll('/', '\\').replace(/\\+$/, '').toLowerCase();
  return !roots.some((root) => volume(root) === volume(full));
}

/** Control, direction and invisible characters, which no new file's name may hold. */
export const hasHiddenCharacters = (path: string): boolean => /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(path);
