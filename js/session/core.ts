/** What the parts of a session share, and how it is made from the options. Sizes are bytes. */
import type { Host } from '../host.js';
import type { Engine, EngineOptions, Names } from '../types.js';
import { StetError } from '../errors.js';
import { ARGUMENT_BYTES } from '../marshal.js';
import { claude } from '../dialects/claude.js';
import { Bases, KEPT_BYTES } from './bases.js';
import { Brake } from './brake.js';
import { Records } from './records.js';
import type { SessionOptions } from './api.js';

/** Largest file that a session handles unless its options say otherwise. */
export const FILE_BYTES = 64 << 20;
/** How often a change is planned anew after a conflict. */
export const MOST_TRIES = 5;

export interface Core {
  engine: Engine;
  host: Host;
  /** The options as given, validated. */
  options: Omit<SessionOptions, 'host' | 'root'>;
  names: Names;
  fileBytes: number;
  argumentBytes: number;
  records: Records;
  bases: Bases;
  brake: Brake;
  /** Queues of this session by the path as the model gave it: calls for one path are taken in the order in which they came. */
  gates: Map<string, Promise<void>>;
}

const CHOICES = {
  readBeforeEdit: ['always', 'unlessUnique', 'never'],
  stale: ['recover', 'refuse'],
  symlinks: ['refuse', 'follow'],
  repair: ['off', 'layout'],
  locale: ['en', 'zh'],
} as const;

/** Makes the shared state. Throws StetError `bad_option`: options are the programmer's, not a model's. */
export function createCore(engine: Engine, host: Host, options: Omit<SessionOptions, 'host' | 'root'>): Core {
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value = options[name as keyof typeof CHOICES];
    if (value !== undefined && !(choices as readonly string[]).includes(value)) {
      throw new StetError('bad_option', `stet: ${name} must be one of ${choices.join(', ')}; got ${String(value)}`);
    }
  }
  if (options.mayShow !== undefined && typeof options.mayShow !== 'function') {
    throw new StetError('bad_option', 'stet: mayShow must be a function');
  }
  const limit = (name: 'fileBytes' | 'argumentBytes' | 'keptBytes', usual: number): number => {
    const value = options.limits?.[name] ?? usual;
    if (!Number.isSafeInteger(value) || value < 0) throw new StetError('bad_option', `stet: limits.${name} must be a whole number of bytes`);
    return value;
  };
  const records = new Records();
  return {
    engine,
    host,
    options,
    names: options.names ?? claude.names,
    fileBytes: limit('fileBytes', FILE_BYTES),
    argumentBytes: limit('argumentBytes', ARGUMENT_BYTES),
    records,
    bases: new Bases(engine, limit('keptBytes', KEPT_BYTES), (sha1) => records.refersTo(sha1)),
    brake: new Brake(),
    gates: new Map(),
  };
}

/** May text of this file be quoted where no Read asked for it? */
export function mayShow(core: Core, real: string): boolean {
  if (!core.options.mayShow) return true;
  // A rule that can't answer is a rule that says no.
  try {
    return core.options.mayShow(real) === true;
  } catch {
    return false;
  }
}

/** The engine's options for one file; without `real` nothing of a file is at stake. */
export function engineOptions(core: Core, real?: string): EngineOptions {
  const { locale, readBeforeEdit, stale, repair } = core.options;
  return {
    locale: locale ?? 'en',
    readBeforeEdit: readBeforeEdit ?? 'always',
    stale: stale ?? 'recover',
    repair: repair ?? 'off',
    mayShow: real === undefined || mayShow(core, real),
    limits: { fileBytes: core.fileBytes, argumentBytes: core.argumentBytes },
  };
}
