/** The folders, files and links of the memory host, and how a path is walked through them. Absolute paths with `/`; no `.` or `..` in keys. */
import type { Failure } from '../host.js';

export interface FileNode {
  kind: 'file';
  /** Never changed in place: a write puts another array here. */
  bytes: Uint8Array;
  mode: number;
  /** Another one after each write and touch, never used twice in a tree. */
  version: number;
}
export type Node = FileNode | { kind: 'directory' } | { kind: 'symlink'; target: string } | { kind: 'other' };
/** `node` is null where nothing stands; then `real` is where it would. */
export interface Found {
  real: string;
  node: Node | null;
}

const MOST_LINKS = 40;
const MOST_NAME = 255;

export class Tree {
  readonly #nodes = new Map<string, Node>([['/', { kind: 'directory' }]]);
  readonly #root: string;
  #versions = 0;

  constructor(root: string) {
    this.#root = normal(root);
    this.#mkdirs(this.#root);
  }

  /** Where a path leads: links in parents are followed, one as last part isn't. */
  resolve(path: string): { real: string; path: string } | Failure {
    const found = this.lookUp(path);
    return 'failed' in found ? found : { real: found.real, path };
  }

  /** What stands at the path itself. */
  lookUp(path: string): Found | Failure {
    return this.#walk(path, false);
  }

  /** What stands where the path leads in the end. */
  follow(path: string): Found | Failure {
    return this.#walk(path, true);
  }

  file(path: string): FileNode | null {
    const found = this.follow(path);
    return !('failed' in found) && found.node?.kind === 'file' ? found.node : null;
  }

  #walk(path: string, followLast: boolean): Found | Failure {
    const wrong = problemOf(path);
    if (wrong) return { failed: 'invalid_input', data: { problem: wrong, argument: 'filePath', path } };
    const outside: Failure = { failed: 'outside_root', data: { path } };
    // Parts still to be walked, the next one last.
    const parts = split(path).reverse();
    let at = path.startsWith('/') ? '' : this.#root === '/' ? '' : this.#root;
    let links = 0;
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      if (part === '..') {
        if (at === '') return outside;
        at = at.slice(0, at.lastIndexOf('/'));
        continue;
      }
      const next = `${at}/${part}`;
      const node = this.#nodes.get(next);
      const isLast = parts.length === 0;
      if (node?.kind === 'symlink' && (followLast || !isLast)) {
        links += 1;
        if (links > MOST_LINKS) return { failed: 'symlink', data: { path, target: null } };
        if (node.target.startsWith('/')) at = '';
        parts.push(...split(node.target).reverse());
        continue;
      }
      if (!isLast && node && node.kind !== 'directory') {
        return { failed: 'io_error', data: { path, errno: 'ENOTDIR', syscall: 'open' } };
      }
      at = next;
    }
    const real = at === '' ? '/' : at;
    if (!this.#isInside(real)) return outside;
    return { real, node: this.#nodes.get(real) ?? null };
  }

  #isInside(real: string): boolean {
    return this.#root === '/' || real === this.#root || real.startsWith(`${this.#root}/`);
  }

  /** A new file with its folders. */
  create(real: string, bytes: Uint8Array): FileNode | Failure {
    const file: FileNode = { kind: 'file', bytes, mode: 0o644, version: this.#nextVersion() };
    this.#mkdirs(real.slice(0, real.lastIndexOf('/')));
    this.#nodes.set(real, file);
    return file;
  }

  write(file: FileNode, bytes: Uint8Array): void {
    file.bytes = bytes;
    file.version = this.#nextVersion();
  }

  list(path: string, max: number): string[] | null | Failure {
    const found = this.follow(path);
    if ('failed' in found) return found;
    if (found.node?.kind !== 'directory') return found.node ? { failed: 'io_error', data: { path, errno: 'ENOTDIR' } } : null;
    const prefix = found.real === '/' ? '/' : `${found.real}/`;
    const names: string[] = [];
    for (const [real, node] of this.#nodes) {
      if (names.length === max) break;
      if (real === '/' || !real.startsWith(prefix) || real.includes('/', prefix.length)) continue;
      names.push(real.slice(prefix.length) + (node.kind === 'directory' ? '/' : ''));
    }
    return names;
  }

  // The door for somebody else: no checks but that a path can be walked.

  put(path: string, bytes: Uint8Array): void {
    const found = this.follow(path);
    if ('failed' in found) throw new RangeError(`${path}: ${found.failed}`);
    if (found.node?.kind === 'file') this.write(found.node, bytes);
    else this.create(found.real, bytes);
  }

  place(path: string, node: Node): void {
    const found = this.lookUp(path);
    if ('failed' in found) throw new RangeError(`${path}: ${found.failed}`);
    this.delete(path);
    this.#mkdirs(found.real.slice(0, found.real.lastIndexOf('/')));
    this.#nodes.set(found.real, node);
  }

  mkdir(path: string): void {
    const found = this.follow(path);
    if ('failed' in found) throw new RangeError(`${path}: ${found.failed}`);
    this.#mkdirs(found.real);
  }

  touch(path: string): void {
    const file = this.file(path);
    if (file) file.version = this.#nextVersion();
  }

  delete(path: string): void {
    const found = this.lookUp(path);
    if ('failed' in found) return;
    for (const real of [...this.#nodes.keys()]) {
      if (real === found.real || real.startsWith(`${found.real}/`)) this.#nodes.delete(real);
    }
  }

  paths(): string[] {
    return [...this.#nodes].filter(([, node]) => node.kind === 'file').map(([real]) => real).sort();
  }

  #mkdirs(real: string): void {
    for (let at = real; at !== '' && !this.#nodes.has(at); at = at.slice(0, at.lastIndexOf('/'))) {
      this.#nodes.set(at, { kind: 'directory' });
    }
  }

  #nextVersion(): number {
    this.#versions += 1;
    return this.#versions;
  }
}

function split(path: string): string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}

function normal(path: string): string {
  const parts: string[] = [];
  for (const part of split(path)) {
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

function problemOf(path: string): string | null {
  if (path === '') return 'path_empty';
  if (path.includes('\0')) return 'path_nul';
  return split(path).some((part) => part.length > MOST_NAME) ? 'path_too_long' : null;
}
