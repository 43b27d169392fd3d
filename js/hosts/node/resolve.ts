/**
 * Where a path leads: one resolver for every operation. Links in parents are followed; the real path must lie inside a
 * root. The last part is never followed here. Nothing is created.
 */
import * as nodePath from 'node:path';
import type { Failure } from '../../host.js';
import { HostFailure, isAbsent } from './errors.js';
import type { SystemCalls } from './fs.js';

export interface Resolved {
  /** The real path: parents resolved, the last part (and parents that don't exist) as given. */
  real: string;
  /** The nearest parent that exists, resolved. */
  parent: string;
  /** Names below `parent` that don't exist yet, the last part left out. */
  missing: string[];
}

export class Resolver {
  readonly roots: readonly string[];
  readonly #calls: SystemCalls;

  /** Throws where a root isn't there: that is the embedder's mistake, not the model's. */
  constructor(roots: readonly string[], calls: SystemCalls) {
    if (roots.length === 0) throw new TypeError('stet: nodeHost needs a root');
    this.#calls = calls;
    this.roots = roots.map((root) => calls.realpath(nodePath.resolve(root)));
  }

  /** Is a real path inside one of the roots? */
  isInside(real: string): boolean {
    return this.roots.some((root) => {
      const way = nodePath.relative(root, real);
      return way === '' || (way !== '..' && !way.startsWith(`..${nodePath.sep}`) && !nodePath.isAbsolute(way));
    });
  }

  /** A real path as the model may use it: relative to the first root where it lies in it. */
  shown(real: string): string {
    const [first] = this.roots as [string];
    const way = nodePath.relative(first, real);
    return way.startsWith('..') || nodePath.isAbsolute(way) ? real : way.replaceAll(nodePath.sep, '/');
  }

  /** Throws `HostFailure`: `invalid_input`, `outside_root`, `symlink` (a parent is a link that leads nowhere), ... */
  resolve(path: string): Resolved {
    const wrong = formOf(path);
    if (wrong) throw new HostFailure(wrong);
    const [first] = this.roots as [string];
    const full = nodePath.resolve(first, path);
    if (this.roots.includes(full)) return { real: full, parent: full, missing: [] };
    let parent = nodePath.dirname(full);
    const rest = [nodePath.basename(full)];
    for (;;) {
      const real = this.#realOrAbsent(parent, path);
      if (real !== null) {
        const whole = nodePath.join(real, ...rest);
        if (!this.isInside(whole)) throw new HostFailure({ failed: 'outside_root', data: { path } });
        return { real: whole, parent: real, missing: rest.slice(0, -1) };
      }
      rest.unshift(nodePath.basename(parent));
      parent = nodePath.dirname(parent);
    }
  }

  #realOrAbsent(parent: string, path: string): string | null {
    try {
      return this.#calls.realpath(parent);
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
    try {
      this.#calls.lstat(parent);
    } catch (error) {
      if (isAbsent(error)) return null;
      throw error;
    }
    // Something stands there and leads nowhere: a dangling link, or a file that is taken for a folder.
    throw new HostFailure({ failed: 'symlink', data: { path, target: null } });
  }
}

/** Forms that are no path here. `~`, `$HOME` and `%20` are taken literally. */
function formOf(path: string): Failure | null {
  const problem = (name: string, got?: string): Failure => ({ failed: 'invalid_input', data: { path, problem: name, ...(got ? { got } : {}) } });
  if (path === '') return problem('path_empty');
  if (path.includes('\0')) return problem('path_nul');
  if (Buffer.byteLength(path) > 4_096 || path.split(/[/\\]/).some((name) => Buffer.byteLength(name) > 255)) return problem('path_too_long');
  if (nodePath.sep === '/' && /^([A-Za-z]:\\|\\\\|\.{1,2}\\)/.test(path)) return problem('path_form', 'a Windows path');
  if (/^file:\/\//.test(path)) return problem('path_form', 'a URL');
  return null;
}

/** Control, direction and invisible characters, which no new file's name may hold. */
export const hasHiddenCharacters = (path: string): boolean => /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/.test(path);
