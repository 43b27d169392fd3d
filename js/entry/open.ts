/** `openSession`, made from what differs between runtimes: where the engine comes from, and the default host. */
import type { Host } from '../host.js';
import type { Engine } from '../types.js';
import type { Session, SessionOptions } from '../session/api.js';
import { createSession } from '../session/session.js';

/**
 * `openSession` for this runtime. Loads the engine on the first call. Rejects with StetError: `load_failed`, `not_loaded`
 * (slim, before init) or `bad_option`.
 */
export function sessionOpener(load: () => Promise<Engine>, defaultHost: (root: string | string[] | undefined) => Host) {
  return async (options: SessionOptions = {}): Promise<Session> => {
    const { host, root, ...rest } = options;
    const engine = await load();
    return createSession(engine, host ?? defaultHost(root), rest);
  };
}
