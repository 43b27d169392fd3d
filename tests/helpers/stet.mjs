// The compiled parts under test. STET_BUILD names another folder of them than the checkout's own.
import { pathToFileURL } from 'node:url';
import { resolve } from 'node:path';

export const base = process.env.STET_BUILD ? pathToFileURL(`${resolve(process.env.STET_BUILD)}/`) : new URL('../../build/js/', import.meta.url);

/** A compiled module by its path under js/, without the extension. */
export const part = (path) => import(new URL(`${path}.js`, base).href);

export const { loadEngine, claude, dialects, mini, applySplices, marshal } = await part('entry/engine-node');
export const { memoryHost } = await part('hosts/memory');
const { createSession } = await part('session/session');
export const engine = await loadEngine();

/** A session over a host, by default over a new memory host with these files. */
export function open(files, options = {}) {
  const host = files && typeof files.commit === 'function' ? files : memoryHost(files ?? {});
  return { host, session: createSession(engine, host, options) };
}
