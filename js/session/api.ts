/**
 * The session as its users see it: options, records, and what can be asked. Lines are 1-based, both ends included; sizes are
 * bytes; times are milliseconds since 1970.
 */
import type { Host } from '../host.js';
import type { Dialect } from '../dialects/dialect.js';
import type {
  EditInput, EditOutcome, Hunk, LineRange, ListOutcome, Locale, Names, ReadBeforeEdit, ReadInput, ReadOutcome, Refusal, StalePolicy, Stamp,
  WriteInput, WriteOutcome,
} from '../types.js';

export interface SessionOptions {
  /** Where the files are. Default: the file system under `root`, where there is one. */
  host?: Host;
  /** For the default host: the folder(s) that may be used. Default: the working directory. */
  root?: string | string[];
  /** Must a file be read before an edit? Default 'always'. */
  readBeforeEdit?: ReadBeforeEdit;
  /** A file that changed since it was read: recover where that is safe, or refuse. Default 'recover'. */
  stale?: StalePolicy;
  /** Links as the last part of a path, in Edit and Write. Default 'refuse'. Read follows inside the root always. */
  symlinks?: 'refuse' | 'follow';
  repair?: 'off' | 'layout';
  locale?: Locale;
  /** May text of this file be quoted in refusals, hints and `changes()`? Gets the real path. Default: yes. */
  mayShow?: (realPath: string) => boolean;
  limits?: { fileBytes?: number; argumentBytes?: number; keptBytes?: number };
  /** The names that texts of `read`, `edit` and `write` use. Default: those of the dialect `claude`. */
  names?: Names;
}

/** What the model has seen of one file. */
export interface ReadRecord {
  stamp: Stamp;
  /** Lines shown in full in their present text, sorted and disjoint. */
  ranges: readonly LineRange[];
  /** Lines of that version. */
  totalLines: number;
  /** Every line is in `ranges`. */
  whole: boolean;
  /** What made or last refreshed the record. */
  by: 'read' | 'edit' | 'write' | 'note';
  /** When the stamp was taken. */
  takenAtMs: number;
}

export interface CallOptions {
  signal?: AbortSignal;
}

/** A file that isn't any more what the model has seen. */
export interface FileChange {
  /** Real path. */
  filePath: string;
  /** `touched`: same content; `replaced`: no regular file stands there any more; `unreadable`: the host can't say. */
  kind: 'modified' | 'deleted' | 'replaced' | 'touched' | 'unreadable';
  /** From the model's version to the present one; empty where that isn't kept or may not be shown. */
  structuredPatch: Hunk[];
  /** For the model. */
  text: string;
  /** Of the present content; null where there is none. */
  stamp: Stamp | null;
}

/** What `noteRead` answers: the lines that now count as shown. */
export interface Noted {
  ok: true;
  filePath: string;
  shown: LineRange[];
  whole: boolean;
  stamp: Stamp;
}

/** A tool for a model. `call` never throws and never rejects, whatever the input. */
export interface Tool {
  name: string;
  description: string;
  /** JSON Schema of the input. */
  inputSchema: Record<string, unknown>;
  call(input: unknown, options?: CallOptions): Promise<{ text: string; isError: boolean; outcome: ReadOutcome | ListOutcome | EditOutcome | WriteOutcome | Refusal }>;
}

export interface Session {
  /** What the model has seen, by real path. */
  readonly records: ReadonlyMap<string, ReadRecord>;
  /** Shows a file and records the lines shown. Costs O(file). */
  read(input: ReadInput, options?: CallOptions): Promise<ReadOutcome | Refusal>;
  /** Replaces exact texts. With `preview: true` nothing is written. Costs O(file). */
  edit(input: EditInput, options?: CallOptions): Promise<EditOutcome | Refusal>;
  /** Writes a whole file. */
  write(input: WriteInput, options?: CallOptions): Promise<WriteOutcome | Refusal>;
  /** The three tools in the words of a dialect: its name, or one of your own. */
  tools(dialect?: string | Dialect): Tool[];
  /**
   * The host has shown this file to the model itself. `lines`: which; `text`: what was shown, and only lines that really
   * stand in the file count; neither: all of it.
   */
  noteRead(path: string, options?: { lines?: LineRange[]; text?: string }): Promise<Noted | Refusal>;
  /** The model's context was cut: its lines of this file (of all files) no longer count as seen. Stamps stay. */
  forget(path?: string): Promise<void>;
  /** Files that changed since the model saw them. Reads only what a stat can't vouch for; changes no record. */
  changes(): Promise<FileChange[]>;
  /** A sub-agent's session: own records (none, or a copy), same host and options. */
  fork(options?: { records?: 'empty' | 'copy' }): Session;
  /** The bytes of a version that this session has read or replaced, while they're kept; else null. */
  originalFile(stamp: Stamp): Uint8Array | null;
}
