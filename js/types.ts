/**
 * The shapes that cross stet's borders: what a caller may ask, what a session answers, and what goes into and comes out
 * of the engine. Numbers without a unit in their name are bytes; lines are 1-based.
 */

/** Every reason for which stet refuses, a closed list (src/refusal.rs). */
export type RefusalCode =
  | 'invalid_input' | 'no_change' | 'outside_root' | 'denied' | 'user_rejected' | 'missing' | 'exists' | 'is_directory'
  | 'not_regular' | 'symlink' | 'too_large' | 'binary' | 'encoding' | 'not_read' | 'stale' | 'not_found' | 'ambiguous'
  | 'count_mismatch' | 'overlap' | 'conflict' | 'busy' | 'permission_denied' | 'read_only_fs' | 'no_space'
  | 'partial_write' | 'io_error' | 'aborted' | 'internal';

export type Locale = 'en' | 'zh';
export type ReadBeforeEdit = 'always' | 'unlessUnique' | 'never';
export type StalePolicy = 'recover' | 'refuse';

/** A version of a file: the host's own token, and the content's SHA-1 in hex. The content decides. */
export interface Stamp {
  host: string;
  sha1: string;
}

/** Lines, 1-based, both ends included. */
export interface LineRange {
  startLine: number;
  endLine: number;
}

/** Names that the dialect's tools and arguments have, so that each advice can be followed to the letter. An argument that the dialect lacks is absent. */
export interface Names {
  /** Answers in the form of Anthropic's text editor tool: its line numbers, and the sentences that its documentation asks for. */
  form?: 'text_editor';
  tools: { read: string; edit: string; write: string };
  args: Partial<Record<ArgumentName, string>> & { filePath: string };
}
export type ArgumentName =
  | 'filePath' | 'oldString' | 'newString' | 'replaceAll' | 'expectedReplacements' | 'edits'
  | 'content' | 'lineEndings' | 'offset' | 'limit' | 'viewRange' | 'insertLine' | 'command';

// ---------------------------------------------------------------------------------------------- operations

export interface ReadInput {
  filePath: string;
  /** First line to show, 1-based. */
  offset?: number;
  /** Number of lines to show. */
  limit?: number;
}
export interface SingleEdit {
  oldString: string;
  newString: string;
  replaceAll?: boolean;
}
export type EditInput =
  | ({ filePath: string; expectedReplacements?: number; preview?: boolean } & SingleEdit)
  | { filePath: string; edits: SingleEdit[]; preview?: boolean };
export interface WriteInput {
  filePath: string;
  content: string;
  lineEndings?: 'keep' | 'lf' | 'crlf';
  preview?: boolean;
}

/** One group of changed lines with 3 lines of context, field names as in the npm package `diff`. */
export interface Hunk {
  oldStart: number;
  oldLines: number;
  newStart: number;
  newLines: number;
  /** Each with ' ', '-' or '+' before it; `\ No newline at end of file` where it applies. */
  lines: string[];
}

/** A replaced place. `line` and the offsets are those of the result. */
export interface Replacement {
  line: number;
  /** Number of lines that the new text stands on. */
  lines: number;
  start: number;
  endExclusive: number;
}

/** The checks of DESIGN section 5 in their order. */
export interface TraceStep {
  check: 'input' | 'change' | 'path' | 'exists' | 'view' | 'read' | 'fresh' | 'match' | 'overlap' | 'allowed';
  state: 'passed' | 'failed' | 'not_reached';
}
export type Trace = TraceStep[];

/** Checked advice: the text it offers stands in the file at the lines it names. */
export interface Hint {
  kind: string;
  /** All kinds that combine in this hint, the primary one first. */
  kinds?: string[];
  startLine?: number;
  endLine?: number;
  /** The exact text to copy as the old string, with its line ends as LF. */
  text?: string;
  /** The new string with the same correction, where one can be given. */
  correctedNewString?: string;
  [more: string]: unknown;
}

/** A negative answer. It is a value: nothing was changed, and `text` tells the model what to do next. */
export interface Refusal {
  ok: false;
  code: RefusalCode;
  /** For the model. */
  text: string;
  hint?: Hint;
  hints?: Hint[];
  data: Record<string, unknown>;
  trace: Trace;
}

export interface ReadOutcome {
  ok: true;
  /** For the model: numbered lines and notices. */
  text: string;
  filePath: string;
  /** Lines of the file. */
  totalLines: number;
  /** Lines that were shown in full. */
  shown: LineRange[];
  /** False where some of the file wasn't shown. */
  whole: boolean;
  encoding: string;
  notes: string[];
  stamp: Stamp;
}

/** What stands in a folder, two levels deep, without hidden files and node_modules. */
export interface ListOutcome {
  ok: true;
  text: string;
  /** Of the folder. */
  filePath: string;
  /** Paths that further calls can use; folders end in `/`. At most 1,000. */
  entries: string[];
  /** False where there is more. */
  whole: boolean;
}

export interface EditOutcome {
  ok: true;
  text: string;
  /** What was done: `edit`, or `create` and `fill` (of an empty file) by an empty old string. */
  kind: 'edit' | 'create' | 'fill';
  filePath: string;
  oldString?: string;
  newString?: string;
  replaceAll?: boolean;
  edits?: SingleEdit[];
  structuredPatch: Hunk[];
  userModified: boolean;
  staleRecovered: boolean;
  contentNotInModelContext: boolean;
  /** The layout repair that was made, if any. */
  repaired?: string;
  replacements: Replacement[];
  /** Numbered lines of the result round the change. */
  snippet: string;
  notes: string[];
  trace: Trace;
  stamp: Stamp;
  /** True where nothing was committed because a preview was asked for. */
  preview?: true;
  /** False where the host couldn't replace the file in one step. */
  atomic?: boolean;
  /** False where the host could not take its lock against other processes. */
  locked?: boolean;
}

export interface WriteOutcome {
  ok: true;
  text: string;
  kind: 'create' | 'write' | 'identical';
  filePath: string;
  content: string;
  structuredPatch: Hunk[];
  userModified: boolean;
  notes: string[];
  trace: Trace;
  stamp: Stamp;
  preview?: true;
  atomic?: boolean;
  locked?: boolean;
}

// ---------------------------------------------------------------------------------------------- the engine

/** A replacement over the base: bytes `start..endExclusive` become `text`. Sorted and disjoint in a list. */
export interface Splice {
  start: number;
  endExclusive: number;
  text: Uint8Array;
}

/**
 * A request as the session hands it to `check`: arguments under their canonical names, marshalled by `js/marshal.ts`
 * (own properties only; what isn't plain data is tagged `{ $type: ... }`, so that the engine can name it in its refusal).
 */
export interface RawRequest {
  op: 'read' | 'edit' | 'write';
  args: Record<string, unknown>;
  /** Names of arguments that the dialect doesn't know, as the model gave them. */
  unknown: string[];
}

/** A request whose arguments are proven. */
export type CheckedRequest =
  | { op: 'read'; filePath: string; offset?: number; limit?: number }
  | { op: 'edit'; filePath: string; edits: { oldString: string; newString: string; replaceAll: boolean }[]; several: boolean; expectedReplacements?: number; /** Instead of a text to replace: the line after which the new text goes. */ insertLine?: number }
  | { op: 'write'; filePath: string; content: string; lineEndings: 'keep' | 'lf' | 'crlf' };

/** What the model has seen of a file, as the engine needs it. */
export interface SeenRecord {
  stamp: Stamp;
  /** Lines shown in full, sorted and disjoint. */
  ranges: LineRange[];
  /** A record made by lines in a refusal: it allows an edit inside them and nothing else. */
  narrow?: boolean;
}

export interface EngineOptions {
  locale?: Locale;
  readBeforeEdit?: ReadBeforeEdit;
  stale?: StalePolicy;
  repair?: 'off' | 'layout';
  /** Text of the file may be quoted in a refusal where no Read was made. Default true. */
  mayShow?: boolean;
  limits?: { fileBytes?: number; argumentBytes?: number };
}

export interface PlanInput {
  /** The file now; null where there is none. */
  bytes: Uint8Array | null;
  stamp: Stamp | null;
  record: SeenRecord | null;
  request: CheckedRequest;
  options: EngineOptions;
  names: Names;
  context?: {
    /** The version that the model saw, where it is kept: proves what stayed and shows what changed. */
    seen?: Uint8Array;
    /** Else its line hashes (`lineHashes`). */
    seenHashes?: Uint8Array;
    /** Other files that were read in this session, for the hint `wrong_file`. */
    others?: { path: string; bytes: Uint8Array }[];
    /** Paths that look like the missing one. */
    nearPaths?: string[];
    /** The same call was refused before: the brake. */
    repeated?: boolean;
  };
}

/** What `plan` answers: everything of the outcome but the new stamp. Plain data. */
export interface Plan {
  ok: true;
  kind: 'edit' | 'create' | 'fill' | 'write' | 'identical';
  splices: Splice[];
  text: string;
  structuredPatch: Hunk[];
  replacements: Replacement[];
  snippet: string;
  notes: string[];
  staleRecovered: boolean;
  contentNotInModelContext: boolean;
  repaired?: string;
  /** The read record after the commit: lines of the result that the model has seen. */
  ranges: LineRange[];
  /** The file itself was never read: `ranges` allow an edit inside them and nothing else. */
  narrow: boolean;
  /** Lines of the result. */
  totalLines: number;
  trace: Trace;
}

/** A refusal of the engine. `data.shown` (LineRange[]) names the lines it quotes: they make a narrow record. */
export type EngineRefusal = Refusal;

export interface Rendered {
  ok: true;
  text: string;
  totalLines: number;
  shown: LineRange[];
  whole: boolean;
  encoding: string;
  notes: string[];
}

/** What changed between the version that the model saw and the present one. */
export interface Changed {
  /** Hunks from the seen version to the present one; only present lines where just hashes were kept. */
  structuredPatch: Hunk[];
  text: string;
  /** The seen ranges that are proven unchanged, as lines of the present version. */
  ranges: LineRange[];
  totalLines: number;
}

export interface Engine {
  /** Checks 1 and 2: the arguments. Costs O(arguments). */
  check(request: RawRequest, names: Names, options?: EngineOptions): { ok: true; request: CheckedRequest } | EngineRefusal;
  /** Checks 4 to 9, and the edit or write itself. Costs O(file) and, after a miss, the diagnosis' budget. */
  plan(input: PlanInput): Plan | EngineRefusal;
  /** The read view. Costs O(file). */
  render(input: { bytes: Uint8Array; filePath: string; offset?: number; limit?: number; maxCharacters?: number; names: Names; options?: EngineOptions }): Rendered | EngineRefusal;
  /** What changed since the model's version; `ranges` are those of the record. */
  changed(input: { bytes: Uint8Array; seen?: Uint8Array; seenHashes?: Uint8Array; ranges: LineRange[]; filePath: string; options?: EngineOptions }): Changed;
  /** 8 bytes a line, to keep when the bytes themselves can't be kept. */
  lineHashes(bytes: Uint8Array): Uint8Array;
  sha1(bytes: Uint8Array): string;
  apply(bytes: Uint8Array, splices: Splice[]): Uint8Array;
  /** The splices that lead back from the result to `bytes`. */
  invert(bytes: Uint8Array, splices: Splice[]): Splice[];
  /** The text and shape of a refusal that a session or a host decides. `failed` is the check that it fails. */
  refusal(code: RefusalCode, data: Record<string, unknown>, names: Names, locale?: Locale, failed?: TraceStep['check']): Refusal;
  /** A sentence for the model that the session adds to an outcome: `not_atomic`, `user_modified`, `reformatted` and others (src/messages). */
  note(kind: string, data: Record<string, unknown>, names: Names, locale?: Locale): string;
  /** A tool's description for the model; with `argument`, that of one of its arguments (of the form `text_editor` by its own name). */
  description(op: 'read' | 'edit' | 'write', names: Names, locale?: Locale, argument?: string): string;
  /** Bytes of wasm memory held now (a counter for tests). */
  memoryBytes(): number;
}
