/**
 * What stet needs from a place that holds files. A host knows no tool call and no text for a model: it answers with
 * values. "Absent" (`null`), "failed" (`{ failed }`) and "conflict" are three different answers, and a host never throws.
 *
 * Paths come as the model wrote them; the host resolves them inside its root and reports the real path, which is what the
 * session keys, queues and records by. `tests/conformance.mjs` holds every host to this file.
 */
import type { RefusalCode, Splice, Stamp } from './types.js';

/** A host's failure: a code of the closed list, with data for its text (`path`, `errno`, `syscall`, `limit`, ...). */
export interface Failure {
  failed: RefusalCode;
  data?: Record<string, unknown>;
}

export interface Stat {
  /** What stands at the path itself: a link as last part is `symlink` and isn't followed. Anything that is no file, directory or link is `other`. */
  kind: 'file' | 'directory' | 'symlink' | 'other';
  /** The real path: links in parents resolved; for an absent file, that of the nearest existing parent plus the rest (see `resolve`). */
  real: string;
  /** The host's token of this version: equal tokens mean equal content under the racy rule (`tokenIsSure`). */
  host: string;
  size: number;
  /** Of a symlink: the path (usable in further calls) that it leads to, if that lies inside the root and exists; else null. */
  target?: string | null;
}

/** Facts about a commit that the outcome passes on where they matter. */
export interface Committed {
  host: string;
  /** False: not replaced in one step (hard link, bind mount, ...). */
  atomic?: boolean;
  /** False: no lock against other processes could be had. */
  locked?: boolean;
  /** Where the kept bytes are, after an in-place write. */
  kept?: string;
  /** Anything else worth a note to the model, by note kind (src/messages). */
  notes?: { kind: string; data?: Record<string, unknown> }[];
}

export type Change = { base: Uint8Array; splices: Splice[] } | { bytes: Uint8Array };
export type Condition = { ifStamp: Stamp } | { ifAbsent: true };

export interface Capabilities {
  /** A reader sees the old file or the new one, nothing between. */
  atomic: boolean;
  /** The commit is a true compare-and-set. */
  conditional: boolean;
  links: boolean;
  modes: boolean;
  /** Commits of other processes on this machine are held off. */
  locked: boolean;
}

export interface Host {
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Where a path leads, whether or not a file is there: the key for queue and record. Fails with `outside_root`, `invalid_input`, `io_error`, ... */
  resolve(path: string): Promise<{ real: string; path: string } | Failure>;
  stat(path: string): Promise<Stat | null | Failure>;
  /** The whole file, at most `max` bytes (`too_large`). Never follows a link as last part (`symlink`); a directory is `is_directory`, a FIFO or device `not_regular`, without waiting. */
  read(path: string, options: { max: number; signal?: AbortSignal }): Promise<{ bytes: Uint8Array; host: string; real: string } | null | Failure>;
  /** Writes all of the change or nothing, if the file is still the stamped one, or still absent; parents are created. */
  commit(path: string, change: Change, condition: Condition, options?: { signal?: AbortSignal }): Promise<Committed | { conflict: true } | Failure>;
  remove(path: string, condition: { ifStamp: Stamp }): Promise<{ removed: true } | { conflict: true } | Failure>;
  /** Names in a directory (for near paths), at most `max`; directories end in `/`. */
  list(path: string, options: { max: number }): Promise<string[] | null | Failure>;
  /** May an equal token prove an equal content, given when it was taken? git's racy rule. Without it the content is always hashed. */
  tokenIsSure?(token: string, takenAtMs: number): boolean;
}

/** True for a host's failure. */
export function isFailure(answer: unknown): answer is Failure {
  return typeof answer === 'object' && answer !== null && 'failed' in answer;
}
