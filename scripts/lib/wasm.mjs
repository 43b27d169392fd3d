// From src/ to the optimised wasm and its glue, in build/wasm and build/js/glue. Sizes are bytes.

import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { at, npmBinary } from './paths.mjs';
import { output, run } from './run.mjs';
import { readJson, say, step } from './steps.mjs';
import { wasmBindgen, wasmBindgenVersion } from './tools.mjs';
import { glueFactory } from '../glue-factory.mjs';

const target = 'wasm32-unknown-unknown';

/** The most that the wasm may take gzipped (level 9): over `most` the build fails, over `warn` it says so. */
const budget = { warn: 150_000, most: 190_000 };

/** What rustc may assume and emits; wasm-opt is told the same set. Never "all": it writes encodings that no runtime reads yet. */
const features = ['bulk-memory', 'reference-types', 'multivalue', 'mutable-globals', 'sign-ext', 'nontrapping-float-to-int', 'simd'];

/**
 * To a fixpoint (1% smaller). Rust's linker puts the stack lowest and the data above 1 MiB, in a memory that the module
 * owns: no address under 1,024 is in use, and memory starts as zeros.
 */
const optimisations = ['-Oz', '--converge', '--low-memory-unused', '--zero-filled-memory'];

const raw = at('build', 'wasm', 'raw.wasm');
const bound = at('build', 'wasm', 'bindgen');
const optimised = at('build', 'wasm', 'stet.wasm');
const glue = (name) => at('build', 'js', 'glue', name);

const sources = ['Cargo.toml', 'Cargo.lock', 'build.rs', 'src'].map((name) => at(name));
const script = at('scripts', 'lib', 'wasm.mjs');

/**
 * Flags for rustc: SIMD, and no path of this machine in the panic messages that the wasm carries.
 * @returns {string[]}
 */
export function rustFlags() {
  const crates = join(process.env.CARGO_HOME || join(homedir(), '.cargo'), 'registry', 'src');
  const folders = existsSync(crates) ? readdirSync(crates).sort() : [];
  return ['-Ctarget-feature=+simd128', ...folders.map((folder) => `--remap-path-prefix=${join(crates, folder)}=crates`)];
}

/** The flags as environment, after those that the caller's environment has: cargo would ignore either otherwise. */
export function rustFlagsEnvironment() {
  const before = process.env.CARGO_ENCODED_RUSTFLAGS?.split('\x1f') ?? process.env.RUSTFLAGS?.split(/\s+/) ?? [];
  return { CARGO_ENCODED_RUSTFLAGS: [...before.filter(Boolean), ...rustFlags()].join('\x1f') };
}

async function compile() {
  const key = [output('rustc', ['-vV']) ?? '', rustFlagsEnvironment().CARGO_ENCODED_RUSTFLAGS];
  await step('rust to wasm', { inputs: sources, outputs: [raw], key }, async () => {
    await run('cargo', ['build', '--locked', '--lib', '--release', '--target', target], { env: rustFlagsEnvironment() });
    const folder = JSON.parse(output('cargo', ['metadata', '--no-deps', '--offline', '--format-version=1'])).target_directory;
    mkdirSync(at('build', 'wasm'), { recursive: true });
    copyFileSync(join(folder, target, 'release', 'stet.wasm'), raw);
  });
}

async function bind() {
  await step('wasm-bindgen', { inputs: [raw], outputs: [bound], key: [wasmBindgenVersion()] }, async () => {
    const says = output(wasmBindgen(), ['--version']);
    if (says !== `wasm-bindgen ${wasmBindgenVersion()}`) throw new Error(`${wasmBindgen()} says "${says}", Cargo.lock wants ${wasmBindgenVersion()}`);
    await run(wasmBindgen(), ['--target', 'web', '--out-name', 'stet', '--out-dir', bound, '--remove-name-section', '--remove-producers-section', raw]);
  });
}

async function optimise() {
  const { version } = readJson(at('node_modules', 'binaryen', 'package.json'));
  await step('wasm-opt', { inputs: [join(bound, 'stet_bg.wasm'), script], outputs: [optimised], key: [version] }, async () => {
    const flags = features.map((feature) => `--enable-${feature}`);
    await run(npmBinary('wasm-opt'), [...optimisations, ...flags, join(bound, 'stet_bg.wasm'), '-o', optimised]);
    if (!WebAssembly.validate(readFileSync(optimised))) throw new Error('wasm-opt wrote a module that this Node refuses');
  });
}

/** The names that js/glue/stet.d.ts declares must be those that wasm-bindgen wrote, else a call would fail at run time. */
function checkDeclared(source) {
  const declared = readFileSync(at('js', 'glue', 'stet.d.ts'), 'utf8');
  const names = [...declared.matchAll(/^ {2}(\w+)\(/gm)].map((match) => match[1]).filter((name) => name !== 'imports' && name !== 'bind');
  const written = [...source.matchAll(/^export function (\w+)\(/gm)].map((match) => match[1]);
  const differ = [...names.filter((name) => !written.includes(name)), ...written.filter((name) => !names.includes(name))];
  if (differ.length > 0) throw new Error(`js/glue/stet.d.ts and src/wasm.rs disagree about: ${differ.join(', ')}`);
}

async function wrap() {
  const inputs = [bound, optimised, at('js', 'glue'), at('scripts', 'glue-factory.mjs'), script];
  const outputs = ['stet.js', 'stet.wasm', 'inline.js'].map(glue);
  await step('glue', { inputs, outputs }, () => {
    const source = readFileSync(join(bound, 'stet.js'), 'utf8');
    checkDeclared(source);
    const wasm = readFileSync(optimised);
    mkdirSync(at('build', 'js', 'glue'), { recursive: true });
    writeFileSync(glue('stet.js'), glueFactory(source));
    writeFileSync(glue('stet.wasm'), wasm);
    writeFileSync(glue('inline.js'), `// Generated by the build: stet.wasm for where there is no file to read.\nexport const wasmBase64 = '${wasm.toString('base64')}';\n`);
  });
}

/** Prints the sizes. @returns {string[]} what is wrong with them */
export function checkSize() {
  const wasm = readFileSync(optimised);
  const gzip = gzipSync(wasm, { level: 9 }).length;
  const number = (bytes) => bytes.toLocaleString('en-US');
  say(`wasm: ${number(wasm.length)} B, gzipped ${number(gzip)} B (budget ${number(budget.most)} B)`);
  if (gzip > budget.most) return [`the wasm is ${number(gzip - budget.most)} B over its budget`];
  if (gzip > budget.warn) say(`wasm: warning: over ${number(budget.warn)} B gzipped`);
  return [];
}

export async function buildWasm() {
  await compile();
  await bind();
  await optimise();
  await wrap();
}
