// Steps of a build: each says what it does and how long it took, and is skipped where its inputs and outputs are those of
// its last good run. Inputs and outputs are compared by content, so a fresh checkout, a touched file or a branch and back
// costs nothing, and a damaged output is made again. Times are seconds.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { at, root } from './paths.mjs';

const started = Date.now();
const seconds = (since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

export const say = (text) => console.log(`stet  ${text}`);
export const sayTotal = (what) => say(`${what}: ${seconds(started)} in all`);

/** Every file under these files and folders, sorted; what doesn't exist is left out. */
export function filesUnder(...paths) {
  const found = [];
  const walk = (path) => {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (stat?.isFile()) found.push(path);
    if (stat?.isDirectory()) for (const name of readdirSync(path)) walk(join(path, name));
  };
  paths.forEach(walk);
  return found.sort();
}

/** SHA-256 over names and contents of files, and over further strings. */
export function hashOf(paths, more = []) {
  const hash = createHash('sha256');
  for (const text of more) hash.update(`${text.length}:${text}`);
  for (const path of filesUnder(...paths)) {
    const bytes = readFileSync(path);
    hash.update(`\n${relative(root, path)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/**
 * Runs `work` unless nothing has changed.
 * @param {string} name what is done, for the screen and for the stamp's file
 * @param {{ inputs: string[], outputs: string[] | (() => string[]), key?: string[] }} of files and folders; `key`: versions and flags that count as inputs
 * @param {() => unknown} work makes all outputs
 */
export async function step(name, { inputs, outputs, key = [] }, work) {
  const stamp = at('build', '.steps', `${name.replace(/\W+/g, '-')}.json`);
  const wanted = hashOf(inputs, key);
  const made = () => hashOf(typeof outputs === 'function' ? outputs() : outputs);
  const last = readJson(stamp);
  if (last?.inputs === wanted && last.outputs === made()) {
    say(`${name}: unchanged`);
    return;
  }
  rmSync(stamp, { force: true });
  await timed(name, work);
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, JSON.stringify({ inputs: wanted, outputs: made() }));
}

/** Runs `work` and says how long it took. */
export async function timed(name, work) {
  const since = Date.now();
  say(`${name} ...`);
  await work();
  say(`${name}: ${seconds(since)}`);
}

/** The end of a script: an error is one line and exit code 1, with its stack only under STET_DEBUG. */
export async function main(work) {
  try {
    await work();
  } catch (error) {
    console.error(`stet  failed: ${process.env.STET_DEBUG ? error.stack : error.message}`);
    process.exitCode = 1;
  }
}

export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return null;
  }
}
