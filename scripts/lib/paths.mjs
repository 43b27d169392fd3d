// Where things are: the checkout's folders and the user's tool cache. All paths are absolute.

import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
export const at = (...parts) => join(root, ...parts);

/** Tools built once for a user, shared by all checkouts: `<name>-<version>/`. */
export const toolCache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'stet', 'tools');

export const exe = process.platform === 'win32' ? '.exe' : '';
export const toolFolder = (name, version) => join(toolCache, `${name}-${version}`);
export const toolPath = (name, version, binary) => join(toolFolder(name, version), 'bin', binary + exe);
export const npmBinary = (name) => at('node_modules', '.bin', name);
