// Builds the installable package: src/ -> wasm -> glue, js/ -> build/js, all together -> pkg/. Steps whose inputs haven't
// changed are skipped. Needs what scripts/setup.mjs installs.

import { pathToFileURL } from 'node:url';
import { at } from './lib/paths.mjs';
import { locked } from './lib/lock.mjs';
import { main, sayTotal } from './lib/steps.mjs';
import { assemblePackage, compileScripts } from './lib/package.mjs';
import { buildWasm, checkSize } from './lib/wasm.mjs';

/** Builds all of it. @returns {Promise<string[]>} what makes the build a failure although everything was made: a wasm over its budget */
export async function build() {
  const wrong = await locked(at('build'), async () => {
    await buildWasm();
    await compileScripts();
    await assemblePackage();
    return checkSize();
  });
  sayTotal('build');
  return wrong;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async () => {
    const wrong = await build();
    if (wrong.length > 0) throw new Error(wrong.join('; '));
  });
}
