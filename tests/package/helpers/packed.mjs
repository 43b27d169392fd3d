// The tarball, installed in an empty folder: what a user of the package gets. STET_PKG names another folder to pack than
// the checkout's pkg/.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

export const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** A new folder that goes when the test file has ended. */
export function emptyFolder(name) {
  const folder = mkdtempSync(join(tmpdir(), `stet-${name}-`));
  after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const npm = (folder, ...args) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Packs the package: the tarball's path, and what npm says of it: `files: [{ path, size }]`, `size`, `unpackedSize` in bytes. */
export function pack() {
  const folder = process.env.STET_PKG ? resolve(process.env.STET_PKG) : join(checkout, 'pkg');
  const to = emptyFolder('tarball');
  const answer = JSON.parse(npm(to, 'pack', folder, '--json', '--ignore-scripts', '--pack-destination', to));
  // An array until npm 11, an object by package name since.
  const report = Array.isArray(answer) ? answer[0] : (answer.stet ?? answer);
  return { ...report, path: join(to, report.filename) };
}

/** A new folder where nothing but the tarball is installed. */
export function installed(name, from = pack().path) {
  const folder = emptyFolder(name);
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'a-user', private: true, type: 'module' }));
  npm(folder, 'install', from, '--offline', '--ignore-scripts', '--no-audit', '--no-fund');
  return folder;
}

/** Copies the user's programs of tests/package/user into a folder. */
export function withPrograms(folder, ...names) {
  mkdirSync(folder, { recursive: true });
  for (const name of names) copyFileSync(join(checkout, 'tests', 'package', 'user', name), join(folder, name));
  return folder;
}
