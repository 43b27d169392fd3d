// The versions of the tools that aren't npm packages of this checkout, and how each comes into the user's cache. A tool is
// made in a folder beside its place and renamed into it, so an interrupted set-up leaves nothing half done.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { at, toolCache, toolFolder, toolPath } from './paths.mjs';
import { run } from './run.mjs';
import { locked } from './lock.mjs';
import { timed } from './steps.mjs';

/** Crate and command line tool must agree to the digit: the lock decides. */
export function wasmBindgenVersion() {
  const found = /name = "wasm-bindgen"\nversion = "([^"]+)"/.exec(readFileSync(at('Cargo.lock'), 'utf8'));
  if (!found) throw new Error('Cargo.lock names no wasm-bindgen');
  return found[1];
}

export const versions = { 'wasm-pack': '0.15.1', geckodriver: '0.37.1' };

/** The runtimes of the matrix beside the Node that runs the tests, as npm carries them. */
export const nodeVersions = ['20.20.2', '22.23.3', '24.21.0'];

export const wasmBindgen = () => toolPath('wasm-bindgen-cli', wasmBindgenVersion(), 'wasm-bindgen');
export const wasmPack = () => toolPath('wasm-pack', versions['wasm-pack'], 'wasm-pack');
export const geckodriver = () => process.env.GECKODRIVER || toolPath('geckodriver', versions.geckodriver, 'geckodriver');
export const nodeBinary = (version) => toolPath('node', version, 'node');

/** Builds a command line tool from crates. */
export function cargoTool(crate, version, binary, { lockedVersions }) {
  return cached(crate, version, binary, 'from source, some minutes', async (folder) => {
    const args = ['install', crate, '--version', version, '--root', folder, '--target-dir', join(folder, 'target')];
    // Not `--locked` for wasm-bindgen-cli: its lock may name versions that registries have withdrawn.
    if (lockedVersions) args.push('--locked');
    await run('cargo', args, { cwd: toolCache, env: { RUSTFLAGS: '', CARGO_TARGET_DIR: '' } });
    rmSync(join(folder, 'target'), { recursive: true, force: true });
  });
}

/** A Node of another version: npm carries its binary as a package for each platform. */
export function nodeTool(version) {
  const name = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  return cached('node', version, 'node', `npm's ${name}`, async (folder) => {
    await run('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `${name}@${version}`], { cwd: folder });
    renameSync(join(folder, 'node_modules', name, 'bin'), join(folder, 'bin'));
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true });
  });
}

const cached = (name, version, binary, how, make) => cachedFolder(name, version, toolPath(name, version, binary), how, make);

/** Makes a tool's folder unless `there`, a path inside it, exists. */
export async function cachedFolder(name, version, there, how, make) {
  if (existsSync(there)) return;
  await locked(toolCache, async () => {
    if (existsSync(there)) return;
    await timed(`${name} ${version} (${how})`, async () => {
      const folder = `${toolFolder(name, version)}.${process.pid}`;
      mkdirSync(folder, { recursive: true });
      try {
        await make(folder);
        rmSync(toolFolder(name, version), { recursive: true, force: true });
        renameSync(folder, toolFolder(name, version));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
}
