// What the tests of the node host share: scratch folders, stamps, child processes, and system calls that fail or crash.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { part } from '../helpers/stet.mjs';

export const { nodeHost } = await part('hosts/node/index');
export const { systemCalls } = await part('hosts/node/fs');
export const long = process.env.STET_LONG === '1';

const undo = new WeakMap();
/** Undone after the test, the last first: a mount has to go before its folder. */
function after(t, work) {
  if (!undo.has(t)) {
    undo.set(t, []);
    t.after(() => undo.get(t).reverse().forEach((step) => step()));
  }
  undo.get(t).push(work);
}

/** Memory, where there is a file system of it: thousands of scratch folders take half the time there. */
export const swiftFolder = fs.existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** A folder of its own for a test, by its real path, gone afterwards. */
export function folder(t, name = 'test', where = tmpdir()) {
  const root = fs.realpathSync(fs.mkdtempSync(join(where, `stet-${name}-`)));
  after(t, () => fs.rmSync(root, { recursive: true, force: true }));
  return root;
}

export const sha1 = (bytes) => createHash('sha1').update(bytes).digest('hex');
export const MAX = 1 << 22;

/** Reads through the host: the bytes and the stamp for a commit. */
export async function stamped(host, path) {
  const found = await host.read(path, { max: MAX });
  if (!found || 'failed' in found) throw new Error(`${path}: ${JSON.stringify(found)}`);
  return { bytes: found.bytes, stamp: { host: found.host, sha1: sha1(found.bytes) } };
}

/** Replaces a whole file by the stamp of its present version. */
export async function rewrite(host, path, text) {
  const { stamp } = await stamped(host, path);
  return host.commit(path, { bytes: Buffer.from(text) }, { ifStamp: stamp });
}

export const temps = (root) => fs.readdirSync(root, { recursive: true }).filter((name) => /\.stet-/.test(name));
export const handles = () => fs.readdirSync('/proc/self/fd').length;

/** What every fault throws once a simulated crash has happened: nothing more is done by this process. */
export class Crash extends Error {}

const kinds = { ENOSPC: 1, EIO: 1, EACCES: 1, EMFILE: 1, EPERM: 1, EBUSY: 1, EXDEV: 1 };

/**
 * System calls of which the `failAt`-th (1-based) fails by `fault`: an errno, `SHORT` (a write or read of one byte), or a
 * crash right before or after it. `LIE` is a write that says it wrote all and wrote one byte. A failing close has closed, as
 * on Linux. `state.fired` is the name of the call that was hit, `state.on` the path of its handle, `state.open` what is open.
 */
export function faulty(failAt, fault, { calls = systemCalls } = {}) {
  const open = new Map();
  const state = { made: 0, fired: null, on: '', crashed: false, open };
  const wrapped = {};
  for (const [name, call] of Object.entries(calls)) {
    if (name === 'isAlive') {
      wrapped[name] = call;
      continue;
    }
    wrapped[name] = (...args) => {
      if (state.crashed) throw new Crash('crashed');
      state.made += 1;
      const hit = state.made === failAt;
      if (hit) {
        state.fired = name;
        state.on = open.get(args[0]) ?? '';
      }
      if (hit && fault === 'CRASH_BEFORE') {
        state.crashed = true;
        throw new Crash('crashed');
      }
      if (hit && fault in kinds) {
        if (name === 'close') {
          call(...args);
          open.delete(args[0]);
        }
        throw Object.assign(new Error(fault), { code: fault, syscall: name });
      }
      if (hit && fault === 'SHORT' && (name === 'write' || name === 'read')) {
        return call(args[0], args[1], args[2], Math.min(1, args[3]), args[4]);
      }
      if (hit && fault === 'LIE' && name === 'write') {
        call(args[0], args[1], args[2], Math.min(1, args[3]), args[4]);
        return args[3];
      }
      const answer = call(...args);
      if (name === 'open') open.set(answer, `${args[0]} ${args[1] & (fs.constants.O_WRONLY | fs.constants.O_RDWR) ? 'written' : 'read'}`);
      if (name === 'close') open.delete(args[0]);
      const crash = () => {
        state.crashed = true;
        throw new Crash('crashed');
      };
      if (hit && fault === 'CRASH_AFTER') return answer instanceof Promise ? answer.then(crash) : crash();
      return answer;
    };
  }
  return { calls: wrapped, state };
}

export const FAULTS = [...Object.keys(kinds), 'SHORT', 'LIE', 'CRASH_BEFORE', 'CRASH_AFTER'];

/** A clock that doesn't wait. */
export const hasty = { now: () => Date.now(), elapsed: () => performance.now(), pause: () => new Promise(setImmediate) };

/** Runs a script of this folder as a process of its own. `messages` are the JSON lines that it prints. */
export function child(script, args = [], { env = {}, command = [process.execPath], stdio } = {}) {
  const file = fileURLToPath(new URL(script, import.meta.url));
  const [program, ...before] = command;
  const started = spawn(program, [...before, file, ...args], { env: { ...process.env, ...env }, stdio: stdio ?? ['ignore', 'pipe', 'inherit'] });
  const messages = [];
  let text = '';
  let wake = () => {};
  started.stdout.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n')) {
      messages.push(JSON.parse(text.slice(0, end)));
      text = text.slice(end + 1);
    }
    wake();
  });
  const ended = new Promise((resolve) => started.on('close', (code, signal) => {
    wake();
    resolve({ code, signal, messages });
  }));
  let over = false;
  void ended.then(() => { over = true; });
  /** The first message that fits; rejects where the process ends without it. */
  const message = async (fits) => {
    for (;;) {
      const found = messages.find(fits);
      if (found) return found;
      if (over) throw new Error(`${script} ended without the message`);
      await new Promise((resolve) => { wake = resolve; });
    }
  };
  return { process: started, ended, message, messages };
}

/** A file system of its own at a folder, unmounted afterwards; null with a reason where there's no right to mount. */
export async function mounted(t, args, at) {
  const { execFileSync } = await import('node:child_process');
  try {
    execFileSync('mount', [...args, at], { stdio: 'pipe' });
  } catch (error) {
    return `no right to mount here (${String(error.stderr ?? error.message).trim().split('\n')[0]})`;
  }
  after(t, () => execFileSync('umount', [at], { stdio: 'pipe' }));
  return null;
}

export { dirname, fs, join };
