/** Opens a session: one agent's view of the files of one host. The parts are in the files beside this one. */
import type { Host } from '../host.js';
import { isFailure } from '../host.js';
import type { EditInput, EditOutcome, Engine, ReadInput, ReadOutcome, Refusal, WriteInput, WriteOutcome } from '../types.js';
import { messageOf, StetError } from '../errors.js';
import { dialects } from '../dialects/index.js';
import { apiArguments, type Dialect } from '../dialects/dialect.js';
import { toolsOf } from '../dialects/tools.js';
import { ownTrue } from '../marshal.js';
import type { CallOptions, Session, SessionOptions } from './api.js';
import { runCall } from './call.js';
import { listChanges } from './changes.js';
import { createCore, type Core } from './core.js';
import { noteRead } from './note_read.js';

/** A session over a loaded engine and a host. Throws StetError `bad_option`. */
export function createSession(engine: Engine, host: Host, options: Omit<SessionOptions, 'host' | 'root'>): Session {
  return sessionOver(createCore(engine, host, options));
}

function sessionOver(core: Core): Session {
  const run = <T>(op: 'read' | 'edit' | 'write', input: unknown, options?: CallOptions): Promise<T | Refusal> =>
    runCall(core, { op, input, args: apiArguments(op), names: core.names, preview: op !== 'read' && ownTrue(input, 'preview') }, options) as Promise<T | Refusal>;
  return {
    records: core.records.map,
    read: (input: ReadInput, options?: CallOptions) => run<ReadOutcome>('read', input, options),
    edit: (input: EditInput, options?: CallOptions) => run<EditOutcome>('edit', input, options),
    write: (input: WriteInput, options?: CallOptions) => run<WriteOutcome>('write', input, options),
    tools: (dialect: string | Dialect = 'claude') => toolsOf(core, dialectOf(dialect)),
    noteRead: async (path, options) => {
      try {
        return await noteRead(core, path, options);
      } catch (thrown) {
        if (thrown instanceof StetError) throw thrown;
        return core.engine.refusal('internal', { what: messageOf(thrown) }, core.names, core.options.locale);
      }
    },
    forget: (path) => forget(core, path),
    changes: () => listChanges(core),
    fork: ({ records = 'empty' } = {}) => {
      const copy = createCore(core.engine, core.host, { ...core.options, names: core.names });
      if (records === 'copy') {
        core.records.copyTo(copy.records);
        core.bases.copyTo(copy.bases);
      }
      return sessionOver(copy);
    },
    originalFile: (stamp) => core.bases.bytes(stamp.sha1)?.slice() ?? null,
  };
}

async function forget(core: Core, path: string | undefined): Promise<void> {
  if (path === undefined) {
    core.records.forget();
    core.brake.forget();
    return;
  }
  const where = await core.host.resolve(path);
  core.records.forget(isFailure(where) ? path : where.real);
  core.brake.forget(path);
}

function dialectOf(dialect: string | Dialect): Dialect {
  if (typeof dialect !== 'string') return dialect;
  const found = Object.hasOwn(dialects, dialect) ? dialects[dialect] : undefined;
  if (!found) throw new StetError('bad_option', `stet: there is no dialect ${dialect}; there are ${Object.keys(dialects).join(', ')}`);
  return found;
}
