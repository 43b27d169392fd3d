/**
 * Files in memory: the reference for what a host must do, and a place for tests and sandboxes. Commits are a true
 * compare-and-set: check and change are one synchronous step. Has folders, links, modes, and a second door for "somebody
 * else" (`touch`, `put`, ...), whose writes no session is told of. Sizes are bytes.
 */
import type { Capabilities, Change, Committed, Condition, Failure, Host, Stat } from '../host.js';
import type { Stamp } from '../types.js';
import { contentOf } from './apply.js';
import { Tree, type FileNode } from './memory_tree.js';

export interface MemoryHostOptions {
  /** Paths outside of it are refused; relative paths start there. Default '/'. */
  root?: string;
}

export interface MemoryHost extends Host {
  /** What stands in a file now, as a copy; null where there is none. Links are followed. */
  bytes(path: string): Uint8Array | null;
  /** The same as text. */
  text(path: string): string | null;
  /** Writes a file past all checks, with its folders, as another program would. */
  put(path: string, content: string | Uint8Array): void;
  /** Gives a file a new token and leaves its content. */
  touch(path: string): void;
  /** Puts a link at `path` in the place of what was there. `target` as in ln -s. */
  symlink(target: string, path: string): void;
  mkdir(path: string): void;
  chmod(path: string, mode: number): void;
  mode(path: string): number | null;
  /** Something that is neither file nor folder nor link. */
  mkfifo(path: string): void;
  /** Takes away whatever stands at the path itself; a folder with all that is in it. */
  delete(path: string): void;
  /** All files by real path, sorted. */
  paths(): string[];
}

const CAPABILITIES: Capabilities = { atomic: true, conditional: true, links: true, modes: true, locked: true };

/** Paths of `files` are relative to the root. */
export function memoryHost(files: Record<string, string | Uint8Array> = {}, options: MemoryHostOptions = {}): MemoryHost {
  const tree = new Tree(options.root ?? '/');
  for (const [path, content] of Object.entries(files)) tree.put(path, toBytes(content));
  return {
    name: 'memory',
    capabilities: CAPABILITIES,
    resolve: (path) => answer(() => tree.resolve(path)),
    stat: (path) => answer(() => statOf(tree, path)),
    read: (path, { max, signal }) => answer(() => (signal?.aborted ? { failed: 'aborted' } : readOf(tree, path, max))),
    commit: (path, change, condition, { signal } = {}) => answer(() => (signal?.aborted ? { failed: 'aborted' } : commitTo(tree, path, change, condition))),
    remove: (path, { ifStamp }) => answer(() => removeFrom(tree, path, ifStamp)),
    list: (path, { max }) => answer(() => tree.list(path, max)),
    // Every write makes a new token: an equal one is an equal content.
    tokenIsSure: () => true,
    bytes: (path) => tree.file(path)?.bytes.slice() ?? null,
    text: (path) => {
      const file = tree.file(path);
      return file ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(file.bytes) : null;
    },
    put: (path, content) => tree.put(path, toBytes(content)),
    touch: (path) => tree.touch(path),
    symlink: (target, path) => tree.place(path, { kind: 'symlink', target }),
    mkdir: (path) => tree.mkdir(path),
    mkfifo: (path) => tree.place(path, { kind: 'other' }),
    chmod: (path, mode) => {
      const file = tree.file(path);
      if (file) file.mode = mode;
    },
    mode: (path) => tree.file(path)?.mode ?? null,
    delete: (path) => tree.delete(path),
    paths: () => tree.paths(),
  };
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content.slice();
}

/** A host never throws; what would be a defect here is an `io_error` there. */
function answer<T>(work: () => T): Promise<T> {
  return new Promise((resolve) => {
    resolve(work());
  });
}

function token(file: FileNode): string {
  return `${file.version}.${file.bytes.length}`;
}

function statOf(tree: Tree, path: string): Stat | null | Failure {
  const found = tree.lookUp(path);
  if ('failed' in found) return found;
  const { node, real } = found;
  if (!node) return null;
  switch (node.kind) {
    case 'file':
      return { kind: 'file', real, host: token(node), size: node.bytes.length };
    case 'symlink': {
      const end = tree.follow(path);
      const target = 'failed' in end || !end.node ? null : end.real;
      return { kind: 'symlink', real, host: '', size: 0, target };
    }
    default:
      return { kind: node.kind, real, host: '', size: 0 };
  }
}

/** The file at a path itself, nothing, or why it can't be used. */
function fileAt(tree: Tree, path: string): { file: FileNode | null; real: string } | Failure {
  const found = tree.lookUp(path);
  if ('failed' in found) return found;
  switch (found.node?.kind) {
    case undefined:
      return { file: null, real: found.real };
    case 'file':
      return { file: found.node, real: found.real };
    case 'symlink':
      return { failed: 'symlink', data: { path } };
    case 'directory':
      return { failed: 'is_directory', data: { path } };
    default:
      return { failed: 'not_regular', data: { path } };
  }
}

function readOf(tree: Tree, path: string, max: number): { bytes: Uint8Array; host: string; real: string } | null | Failure {
  const found = fileAt(tree, path);
  if ('failed' in found) return found;
  const { file, real } = found;
  if (!file) return null;
  if ((file.mode & 0o444) === 0) return { failed: 'permission_denied', data: { path, errno: 'EACCES' } };
  if (file.bytes.length > max) return { failed: 'too_large', data: { path, size: file.bytes.length, limit: max } };
  return { bytes: file.bytes.slice(), host: token(file), real };
}

function commitTo(tree: Tree, path: string, change: Change, condition: Condition): Committed | { conflict: true } | Failure {
  const found = fileAt(tree, path);
  if ('failed' in found) return found;
  const { file, real } = found;
  if ('ifAbsent' in condition) {
    if (file) return { conflict: true };
    const made = tree.create(real, contentOf(change).slice());
    return 'failed' in made ? made : { host: token(made) };
  }
  if (!file || token(file) !== condition.ifStamp.host) return { conflict: true };
  if ((file.mode & 0o222) === 0) return { failed: 'permission_denied', data: { path, errno: 'EACCES' } };
  tree.write(file, contentOf(change).slice());
  return { host: token(file) };
}

function removeFrom(tree: Tree, path: string, ifStamp: Stamp): { removed: true } | { conflict: true } | Failure {
  const found = fileAt(tree, path);
  if ('failed' in found) return found;
  if (!found.file || token(found.file) !== ifStamp.host) return { conflict: true };
  tree.delete(path);
  return { removed: true };
}
