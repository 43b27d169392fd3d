// Installs what this checkout needs and doesn't have: npm packages at the lock's versions, the wasm target, the crates,
// wasm-bindgen's command line tool. With --browsers also what only tests need: browsers and drivers, wasm-pack, the other
// runtimes of the matrix, the SDKs of agent frameworks; there a failure is told and left, and the tests that need it are
// skipped. Quick when all is there.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import { at, toolCache } from './lib/paths.mjs';
import { findProgram, output, run } from './lib/run.mjs';
import { locked } from './lib/lock.mjs';
import { main, say, sayTotal, timed } from './lib/steps.mjs';
import { cargoTool, nodeTool, nodeVersions, runtimeNames, runtimeTool, versions, wasmBindgenVersion } from './lib/tools.mjs';
import { installSdks } from './lib/sdks.mjs';
import { chromedriver, chromium, firefox, lacking } from './lib/browsers.mjs';

const target = 'wasm32-unknown-unknown';

function checkPrograms() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 19)) throw new Error(`Node ${process.versions.node} is too old: 20.19 or later is needed`);
  for (const program of ['cargo', 'rustc']) {
    if (!findProgram(program)) throw new Error(`${program} is not on PATH: install Rust 1.88 or later first`);
  }
}

async function npmPackages() {
  const marker = at('node_modules', '.stet-lockfile');
  const lockfile = createHash('sha256').update(readFileSync(at('package-lock.json'))).digest('hex');
  if (existsSync(marker) && readFileSync(marker, 'utf8') === lockfile) return;
  await timed('npm packages', () => run('npm', ['ci', '--loglevel=error']));
  // esbuild's install script is allowed or not by the user's npm; its binary is a package of its own and needs none.
  writeFileSync(marker, lockfile);
}

async function wasmTarget() {
  const folder = output('rustc', ['--print', 'target-libdir', '--target', target]);
  if (folder && existsSync(folder)) return;
  if (!findProgram('rustup')) throw new Error(`Rust's target ${target} is missing, and there is no rustup to add it: install it the way Rust was installed`);
  await timed(`Rust's target ${target}`, () => run('rustup', ['target', 'add', target]));
}

/** Before the build asks where crates lie: their folder appears with the first download. */
async function crates() {
  const lock = ['fetch', '--locked', '--quiet'];
  if (output('cargo', [...lock, '--offline']) !== null) return;
  await timed('crates', () => run('cargo', ['fetch', '--locked']));
}

async function browserPackages() {
  const packages = [[chromium, 'chromium'], [chromedriver, 'chromium-driver'], [firefox, 'firefox-esr']]
    .filter(([find]) => !find())
    .map(([, name]) => name);
  if (packages.length === 0) return;
  if (!findProgram('apt-get') || process.getuid?.() !== 0) return;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  await locked(toolCache, () => timed(`apt-get install ${packages.join(' ')}`, async () => {
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', '-o=Dpkg::Use-Pty=0', ...packages], { env });
  }));
}

async function attempt(what, work) {
  try {
    await work();
  } catch (error) {
    say(`${what}: ${error.message}`);
  }
}

/** What only tests need. */
async function forTests() {
  await attempt('browsers', browserPackages);
  for (const version of nodeVersions) await attempt(`node ${version}`, () => nodeTool(version));
  for (const name of runtimeNames) await attempt(name, () => runtimeTool(name));
  for (const [crate, version] of Object.entries(versions)) {
    await attempt(crate, () => cargoTool(crate, version, crate, { lockedVersions: true }));
  }
  await attempt('SDKs of agent frameworks', installSdks);
  const missing = lacking('chromium', 'chromedriver', 'firefox', 'geckodriver', 'wasm-pack');
  if (missing) say(`${missing}; the tests that need them will be skipped`);
}

export async function setUp({ browsers = false } = {}) {
  checkPrograms();
  await locked(at('build'), async () => {
    await npmPackages();
    await wasmTarget();
    await crates();
    await cargoTool('wasm-bindgen-cli', wasmBindgenVersion(), 'wasm-bindgen', { lockedVersions: false });
  });
  if (browsers) await forTests();
  sayTotal('set-up');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(() => setUp({ browsers: process.argv.includes('--browsers') }));
}
