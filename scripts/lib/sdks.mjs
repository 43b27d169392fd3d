// The SDKs of agent frameworks, pinned in tests/adapters: installed once for a user and a lock file (about 330 MB), and put
// by links into the folder of a program that uses them.

import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { at, toolFolder } from './paths.mjs';
import { run } from './run.mjs';
import { readJson } from './steps.mjs';
import { cachedFolder, nodeBinary, nodeVersions } from './tools.mjs';

const files = ['package.json', 'package-lock.json'];
const lock = () => createHash('sha256').update(files.map((name) => readFileSync(at('tests', 'adapters', name), 'utf8')).join('\0')).digest('hex').slice(0, 12);
const modules = () => join(toolFolder('adapter-sdks', lock()), 'node_modules');

/** Package -> version, as pinned. */
export const sdkVersions = () => readJson(at('tests', 'adapters', 'package.json')).dependencies;

/** The Node that runs them: two of the SDKs need 22. */
export const sdkNode = () => nodeBinary(nodeVersions.find((version) => version.startsWith('22.')));

/** Why the SDKs can't be used here; null where they can. */
export function lackingSdks() {
  const missing = [existsSync(modules()) ? null : 'the SDKs', existsSync(sdkNode()) ? null : 'Node 22'].filter(Boolean);
  return missing.length === 0 ? null : `missing: ${missing.join(', ')} (node scripts/setup.mjs --browsers)`;
}

export async function installSdks() {
  await cachedFolder('adapter-sdks', lock(), modules(), 'npm, about 330 MB', async (folder) => {
    for (const name of files) copyFileSync(at('tests', 'adapters', name), join(folder, name));
    copyFileSync(at('.npmrc'), join(folder, '.npmrc'));
    await run('npm', ['ci', '--ignore-scripts', '--loglevel=error'], { cwd: folder });
  });
}

/** Puts every installed package into `folder`/node_modules that isn't there yet. */
export function linkSdks(folder) {
  const link = (from, to) => {
    for (const name of readdirSync(from)) {
      if (name.startsWith('.') || existsSync(join(to, name))) continue;
      if (name.startsWith('@')) {
        mkdirSync(join(to, name));
        link(join(from, name), join(to, name));
      } else symlinkSync(join(from, name), join(to, name), 'junction');
    }
  };
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  link(modules(), join(folder, 'node_modules'));
}
