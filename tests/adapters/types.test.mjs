// The adapters' types against the SDKs' own: the sources as they are, and a user's program over the packed tarball.

import assert from 'node:assert/strict';
import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { spawnSync } from 'node:child_process';
import { linkSdks } from '../../scripts/lib/sdks.mjs';
import { checkout, emptyFolder } from '../package/helpers/packed.mjs';
import { skip, userFolder } from './helpers/frameworks.mjs';

/** What the compiler says of a folder, by line; the folder's own path is left out. */
function compile(folder, config) {
  writeFileSync(join(folder, 'tsconfig.test.json'), JSON.stringify(config));
  const { stdout, stderr } = spawnSync(process.execPath, [join(checkout, 'node_modules', 'typescript', 'lib', 'tsc.js'), '-p', 'tsconfig.test.json', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
  return (stdout + stderr).split('\n').filter((line) => line !== '');
}
const typeRoots = [join(checkout, 'node_modules', '@types')];

test('the sources compile against the real SDKs', { skip }, () => {
  const folder = emptyFolder('adapter-types');
  cpSync(join(checkout, 'js'), join(folder, 'js'), { recursive: true });
  cpSync(join(checkout, 'tsconfig.json'), join(folder, 'tsconfig.json'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  rmSync(join(folder, 'js', 'adapters', 'sdks.d.ts'));
  linkSdks(folder);
  assert.deepEqual(compile(folder, { extends: './tsconfig.json', compilerOptions: { noEmit: true, rootDir: '/', skipLibCheck: true, typeRoots }, include: ['js'] }), []);
});

test('a user\'s program compiles, strict, and no file of the package has an error', { skip }, () => {
  const folder = userFolder('adapter-user-types');
  const options = { module: 'nodenext', target: 'es2023', lib: ['es2023', 'dom', 'esnext.disposable'], strict: true, exactOptionalPropertyTypes: true, skipLibCheck: !process.env.STET_LONG, noEmit: true, types: ['node'], typeRoots };
  const said = compile(folder, { compilerOptions: options, files: ['types.ts'] });
  // In the long run declarations are checked too (20 s); the SDKs' own aren't clean, ours must be.
  assert.deepEqual(said.filter((line) => /^(types\.ts|node_modules\/stet\/|error)/.test(line)), []);
});
