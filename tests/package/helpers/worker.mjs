// Runs a folder of modules as a worker of workerd: the runtime of Cloudflare's workers, by its own test command.

import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtimeBinary } from '../../../scripts/lib/tools.mjs';

const kinds = [[/\.wasm$/, 'wasm'], [/\.txt$/, 'text'], [/\.m?js$/, 'esModule']];

/**
 * What `workerd test` says of the worker whose first module is `main`; `{ status, text }`. Modules are the files of the
 * folder under their paths; `also`: name -> path of those that are known by another name too.
 */
export function runWorker(folder, main, also = {}) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(folder.length + 1))
    .filter((path) => path !== main);
  const module = ([name, path]) => {
    const kind = kinds.find(([pattern]) => pattern.test(path))?.[1];
    return kind && `(name = ${JSON.stringify(name)}, ${kind} = embed ${JSON.stringify(path)})`;
  };
  writeFileSync(join(folder, 'worker.capnp'), `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = (
  compatibilityDate = "2026-06-01", compatibilityFlags = ["nodejs_compat"],
  modules = [${[...[main, ...paths].map((path) => [path, path]), ...Object.entries(also)].map(module).filter(Boolean).join(',\n    ')}]
))]);
`);
  const { status, stdout, stderr } = spawnSync(runtimeBinary('workerd'), ['test', 'worker.capnp'], { cwd: folder, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}
