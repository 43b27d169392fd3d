/** `nodeHost` where there is no file system: every call is answered with `io_error`, so that a misconfigured build says so instead of failing to load. */
import type { Failure, Host } from '../host.js';

export function nodeHost(_options?: { root?: string | string[] }): Host {
  const failed = (path: string): Promise<Failure> => Promise.resolve({ failed: 'io_error', data: { path, errno: 'no file system here' } });
  return {
    name: 'none',
    capabilities: { atomic: false, conditional: false, links: false, modes: false, locked: false },
    resolve: failed,
    stat: failed,
    read: failed,
    commit: failed,
    remove: failed,
    list: failed,
  };
}
