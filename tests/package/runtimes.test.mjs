// The packed tarball in Bun, Deno and workerd. Each answer must be the one that Node gives.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { runtimeBinary, runtimeVersion } from '../../scripts/lib/tools.mjs';
import { bundle } from './helpers/bundlers.mjs';
import { cell } from './helpers/matrix.mjs';
import { emptyFolder, installed, withPrograms } from './helpers/packed.mjs';
import { reference } from './helpers/reference.mjs';
import { runWorker } from './helpers/worker.mjs';

const user = withPrograms(installed('runtimes'), 'program.mjs', 'node-all.mjs', 'node-slim.mjs', 'worker.mjs', 'worker-slim.mjs');
const answer = await reference;
const skipped = (name) => !existsSync(runtimeBinary(name)) && `missing: ${name} ${runtimeVersion(name)} (node scripts/setup.mjs --browsers)`;

/** Command line and environment of each that runs a file as Node does. Deno may read, and write where the system's temporary files go. */
const commands = {
  Bun: ['bun', ['run'], {}],
  Deno: ['deno', ['run', '--no-prompt', '--allow-read', '--allow-write', '--allow-env', '--allow-sys'], { DENO_NO_UPDATE_CHECK: '1', DENO_DIR: emptyFolder('deno') }],
};
for (const [name, [program, args, env]] of Object.entries(commands)) {
  describe(name, { skip: skipped(program) }, () => {
    const run = (script) => execFileSync(runtimeBinary(program), [...args, script], { cwd: user, encoding: 'utf8', env: { ...process.env, ...env } });
    test(cell(name, 'as installed'), () => assert.equal(run('node-all.mjs'), answer));
    test(cell(name, '`stet/slim`'), () => assert.equal(run('node-slim.mjs'), answer));
  });
}

describe('workerd', { skip: skipped('workerd') }, () => {
  /** A bundle by esbuild as a worker's tools make it: wasm and texts stay modules of their own. */
  async function bundled(script, says = answer) {
    const folder = emptyFolder('worker');
    await bundle('esbuild', { input: join(user, script), folder, platform: 'neutral', conditions: ['workerd'], external: ['answer.txt', 'node:*'] });
    writeFileSync(join(folder, 'answer.txt'), says);
    return runWorker(folder, 'main.mjs');
  }
  /** The package's own files as modules, by the name that its export conditions give its entry: workerd itself resolves no package. */
  function unbundled(script, entry) {
    const folder = withPrograms(emptyFolder('worker'), 'program.mjs', script);
    cpSync(join(user, 'node_modules', 'stet', 'dist'), join(folder, 'dist'), { recursive: true });
    const { exports } = JSON.parse(readFileSync(join(user, 'node_modules', 'stet', 'package.json'), 'utf8'));
    const path = (name) => exports[name].workerd ?? exports[name].default ?? exports[name];
    const name = entry.replace('.', 'stet');
    // workerd resolves from the importing module's name.
    writeFileSync(join(folder, 'entry.js'), `export * from '${name.includes('/') ? '.' : ''}${path(entry)}';\n`);
    writeFileSync(join(folder, 'answer.txt'), answer);
    return runWorker(folder, script, { [name]: 'entry.js', 'stet/engine.wasm': path('./engine.wasm').slice(2) });
  }
  const passed = ({ status, text }) => assert.equal(status, 0, text);

  test(cell('workerd', 'esbuild'), async () => passed(await bundled('worker.mjs')));
  test(cell('workerd', 'esbuild, slim'), async () => passed(await bundled('worker-slim.mjs')));

  test(cell('workerd', 'as installed'), () => passed(unbundled('worker.mjs', '.')));
  test(cell('workerd', '`stet/slim`'), () => passed(unbundled('worker-slim.mjs', './slim')));

  test('a worker that gives another answer is red', async () => {
    const { status, text } = await bundled('worker.mjs', `${answer} `);
    assert.notEqual(status, 0, text);
  });
});
