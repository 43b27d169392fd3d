// The versions of the tools that aren't npm packages of this checkout, and how each comes into the user's cache. A tool is
// made in a folder beside its place and renamed into it, so an interrupted set-up leaves nothing half done.

import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { at, exe, toolCache, toolFolder, toolPath } from './paths.mjs';
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
  return npmBinaryTool('node', version, name, 'bin/node');
}

/** Bun, Deno, workerd: their npm packages fetch or link a binary by a script; the packages per platform just hold it. */
const os = process.platform === 'win32' ? 'windows' : process.platform;
const runtimes = {
  bun: ['1.4.5', `@oven/bun-${os}-${process.arch === 'arm64' ? 'aarch64' : 'x64-baseline'}`, 'bin/bun'],
  deno: ['2.9.6', `@deno/${process.platform}-${process.arch}${process.platform === 'linux' ? '-glibc' : ''}`, 'deno'],
  workerd: ['1.20261117.1', `@cloudflare/workerd-${os}-${process.arch === 'x64' ? '64' : process.arch}`, 'bin/workerd'],
};
export const runtimeNames = Object.keys(runtimes);
export const runtimeVersion = (name) => runtimes[name][0];
export const runtimeBinary = (name) => toolPath(name, runtimes[name][0], name);
export const runtimeTool = (name) => npmBinaryTool(name, ...runtimes[name]);

/** `path`: where the binary lies in the package. */
function npmBinaryTool(name, version, packageName, path) {
  return cached(name, version, name, `npm's ${packageName}`, async (folder) => {
    await run('npm', ['install', '--prefix', folder, '--no-save', '--ignore-scripts', `${packageName}@${version}`], { cwd: folder });
    mkdirSync(join(folder, 'bin'));
    renameSync(join(folder, 'node_modules', packageName, path + exe), join(folder, 'bin', name + exe));
    chmodSync(join(folder, 'bin', name + exe), 0o755);
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
