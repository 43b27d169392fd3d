// The packed tarball in Node: as installed, slim, and in a server's bundle without the package beside it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nodeBinary, nodeVersions } from '../../scripts/lib/tools.mjs';
import { bundle } from './helpers/bundlers.mjs';
import { cell } from './helpers/matrix.mjs';
import { emptyFolder, installed, withPrograms } from './helpers/packed.mjs';
import { reference } from './helpers/reference.mjs';

const programs = ['program.mjs', 'node-all.mjs', 'node-slim.mjs', 'node-lazy.mjs', 'node-bundle.mjs'];
const user = withPrograms(installed('node'), ...programs);
const answer = await reference;

/** A Node by version: from the tool cache, or the one that runs this. */
function binary(version) {
  if (process.versions.node === version) return process.execPath;
  return existsSync(nodeBinary(version)) ? nodeBinary(version) : null;
}
const run = (node, folder, script) => execFileSync(node, [script], { cwd: folder, encoding: 'utf8' });

/** A bundle lies in a folder of its own: no package beside it, and only with webpack a wasm. */
const bundles = {};
const failed = [];
for (const name of ['esbuild', 'webpack', 'Rollup']) {
  bundles[name] = emptyFolder('server-bundle');
  await bundle(name, { input: join(user, 'node-bundle.mjs'), folder: bundles[name], platform: 'node' }).catch((error) => failed.push(error.message));
}

test('a server bundle needs no package beside it; webpack takes the wasm along', () => {
  assert.deepEqual(failed, []);
  const wasm = Object.fromEntries(Object.entries(bundles).map(([name, folder]) => [name, readdirSync(folder).filter((path) => path.endsWith('.wasm')).length]));
  assert.deepEqual(wasm, { esbuild: 0, webpack: 1, Rollup: 0 });
});

for (const version of nodeVersions) {
  const name = `Node ${version.split('.')[0]}`;
  const node = binary(version);
  const skip = node === null && `missing: Node ${version} (node scripts/setup.mjs --browsers)`;

  test(cell(name, 'as installed'), { skip }, () => {
    assert.equal(run(node, user, 'node-all.mjs'), answer);
  });

  test(cell(name, '`stet/slim`'), { skip }, () => {
    assert.equal(run(node, user, 'node-slim.mjs'), answer);
  });

  for (const [bundler, folder] of Object.entries(bundles)) {
    test(cell(name, bundler), { skip }, () => {
      assert.equal(run(node, folder, 'main.mjs'), answer);
    });
  }

  test(`${name}: nothing loads at import, and a failed load can be retried`, { skip }, () => {
    run(node, user, 'node-lazy.mjs');
  });
}
