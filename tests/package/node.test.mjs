// The packed tarball in Node: as installed, slim, and in a server's bundle without the package beside it.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { build } from 'esbuild';
import { nodeBinary, nodeVersions } from '../../scripts/lib/tools.mjs';
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

/** The bundle lies in a folder of its own: no package, no wasm beside it. */
const bundled = emptyFolder('server-bundle');
await build({
  entryPoints: [join(user, 'node-bundle.mjs')], outfile: join(bundled, 'server.mjs'),
  bundle: true, minify: true, platform: 'node', format: 'esm', logLevel: 'silent',
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

  test(cell(name, 'esbuild'), { skip }, () => {
    assert.deepEqual(readdirSync(bundled), ['server.mjs']);
    assert.equal(run(node, bundled, 'server.mjs'), answer);
  });

  test(`${name}: nothing loads at import, and a failed load can be retried`, { skip }, () => {
    run(node, user, 'node-lazy.mjs');
  });
}
