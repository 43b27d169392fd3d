// Runs other programs. A failure is an error whose message is the command line and how it ended.

import { spawn, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { exe, root } from './paths.mjs';

const windows = process.platform === 'win32';

/** Runs a program in the checkout with its output on the screen; resolves with its exit code, rejects where it can't be started. */
export function exitCode(command, args, { cwd = root, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: 'inherit', shell: windows });
    child.on('error', (cause) => reject(new Error(`can't run ${command}: ${cause.message}`)));
    child.on('close', (code, signal) => resolve(code ?? `signal ${signal}`));
  });
}

/** The same, but any end other than 0 is an error. */
export async function run(command, args, options) {
  const code = await exitCode(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}`);
}

/** What a program prints, trimmed; null where it is absent or fails. */
export function output(command, args = []) {
  const { status, stdout } = spawnSync(command, args, { cwd: root, encoding: 'utf8', shell: windows });
  return status === 0 ? stdout.trim() : null;
}

/** The first of these programs that is on PATH (or is a path to an executable file); null where there is none. */
export function findProgram(...names) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const name of names.filter(Boolean)) {
    const candidates = /[\\/]/.test(name) ? [name] : folders.map((folder) => join(folder, name + exe));
    const found = candidates.find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
    if (found) return found;
  }
  return null;
}
