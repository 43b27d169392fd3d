/**
 * Where a path leads: one resolver for every operation. Links in parents are followed; the real path must lie inside a
 * root. The last part is never followed here. Nothing is created.
 */
import { HostFailure, isAbsent, orNull } from './errors.js';
import { leavesRoots, windowsPathOnPosix, wrongForm } from './forms.js';
import type { System } from './disk.js';

export interface Resolved {
  /** The real path: parents resolved, the last part (and parents that don't exist) as given. */
  real: string;
  /** The nearest parent that exists, resolved. */
  parent: string;
  /** Names below `parent` that don't exist yet, the last part left out. */
  missing: string[];
  /** The last part. */
  name: string;
  /** Written with a separator at its end: what stands there must be a folder. */
  asFolder: boolean;
}

export class Resolver {
  /** The real paths of the roots. */
  readonly roots: readonly string[];
  /** The roots as they were given, absolute. */
  readonly #given: readonly string[];
  readonly #system: System;

  /** Throws where a root isn't there: that is the embedder's mistake, not the model's. */
  constructor(roots: readonly string[], system: System) {
    if (roots.length === 0) throw new TypeError('stet: nodeHost needs a root');
    this.#system = system;
    this.#given = roots.map((root) => system.paths.resolve(root));
    this.roots = this.#given.map((root) => system.calls.realpath(root));
  }

  /** Is a real path inside one of the roots? */
  isInside(real: string): boolean {
    const { relative, isAbsolute, sep } = this.#system.paths;
    return this.roots.some((root) => {
      const way = relative(root, real);
      return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
    });
  }

  /** A real path as the model may use it: relative to the first root where it lies in it. */
  shown(real: string): string {
    const { relative, isAbsolute, sep } = this.#system.paths;
    const [first] = this.roots as [string];
    const way = relative(first, real);
    return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? real : way.replaceAll(sep, '/');
  }

  /** Throws `HostFailure`: `invalid_input`, `outside_root`, `symlink` (a parent is a link that leads nowhere), ... Costs one `realpath`, one more for each missing parent. */
  resolve(path: string): Resolved {
    const { paths, windows, folds, calls } = this.#system;
    const wrong = wrongForm(path, windows);
    if (wrong) throw new HostFailure(wrong);
    const [first] = this.roots as [string];
    const full = paths.resolve(first, path);
    if (windows && leavesRoots(full, [...this.roots, ...this.#given], (at) => paths.parse(at).root)) throw this.#outside(path);
    const asFolder = (windows ? /[/\\]\.?$/ : /\/\.?$/).test(path);
    const root = this.roots.includes(full) ? full : this.roots[this.#given.indexOf(full)];
    if (root !== undefined) return { real: root, parent: paths.dirname(root), missing: [], name: paths.basename(root), asFolder: true };
    const found = this.#fromNearestParent(full, path, asFolder);
    if (!windows && path.includes('\\') && orNull(() => calls.lstat(found.real)) === null) throw new HostFailure(windowsPathOnPosix(path));
    return folds ? this.#byItsOwnName(found, path) : found;
  }

  #fromNearestParent(full: string, path: string, asFolder: boolean): Resolved {
    const { paths } = this.#system;
    const name = paths.basename(full);
    const missing: string[] = [];
    for (let parent = paths.dirname(full); ; parent = paths.dirname(parent)) {
      const real = this.#realOrAbsent(parent, path);
      if (real !== null) {
        const whole = paths.join(real, ...missing, name);
        if (!this.isInside(whole)) throw this.#outside(path);
        return { real: whole, parent: real, missing, name, asFolder };
      }
      // Not even the volume is there.
      if (paths.dirname(parent) === parent) throw new HostFailure({ failed: 'io_error', data: { path, errno: 'ENOENT' } });
      missing.unshift(paths.basename(parent));
    }
  }

  /** Where names that look different may be one file, the name that it has itself is the key. */
  #byItsOwnName(found: Resolved, path: string): Resolved {
    const { calls, paths } = this.#system;
    const stats = orNull(() => calls.lstat(found.real));
    if (!stats || stats.isSymbolicLink()) return found;
    const real = orNull(() => calls.realpath(found.real));
    if (real === null) return found;
    if (!this.isInside(real)) throw this.#outside(path);
    return { ...found, real, name: paths.basename(real), parent: paths.dirname(real) };
  }

  #realOrAbsent(parent: string, path: string): string | null {
    const { calls } = this.#system;
    try {
      return calls.realpath(parent);
    } catch (error) {
      if (!isAbsent(error)) throw error;
    }
    const stats = orNull(() => calls.lstat(parent));
    if (!stats) return null;
    // Something stands there and leads nowhere.
    if (stats.isSymbolicLink()) throw new HostFailure({ failed: 'symlink', data: { path, target: null } });
    // Somebody made it a moment ago.
    if (stats.isDirectory()) return calls.realpath(parent);
    throw new HostFailure({ failed: 'io_error', data: { path, errno: 'ENOTDIR' } });
  }

  #outside(path: string): HostFailure {
    return new HostFailure({ failed: 'outside_root', data: { path } });
  }
}
