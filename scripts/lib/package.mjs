// From js/ to build/js, and from there with pkg-template/ to pkg/, which is what npm packs.

import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { at, npmBinary } from './paths.mjs';
import { run } from './run.mjs';
import { filesUnder, readJson, step } from './steps.mjs';

const compiled = at('build', 'js');

/** Files of build/js that come from js/ alone: the generated glue isn't tsc's. */
const scripts = () => filesUnder(compiled).filter((path) => !path.startsWith(join(compiled, 'glue')));

export async function compileScripts() {
  const { version } = readJson(at('node_modules', 'typescript', 'package.json'));
  await step('tsc', { inputs: [at('js'), at('tsconfig.json')], outputs: scripts, key: [version] }, async () => {
    for (const path of scripts()) rmSync(path);
    await run(npmBinary('tsc'), ['-p', 'tsconfig.json']);
  });
}

/** Name, version and licence have one home each: Cargo.toml. */
function manifest() {
  const cargo = readFileSync(at('Cargo.toml'), 'utf8');
  const field = (name) => {
    const found = new RegExp(`^${name} = "([^"]*)"`, 'm').exec(cargo);
    if (!found) throw new Error(`Cargo.toml has no ${name}`);
    return found[1];
  };
  const template = readJson(at('pkg-template', 'package.json'));
  return { ...template, version: field('version'), description: field('description'), license: field('license') };
}

export async function assemblePackage() {
  const texts = ['README.md', 'CHANGELOG.md', 'LICENSE-MIT', 'LICENSE-APACHE'].map((name) => at(name));
  const inputs = [compiled, at('pkg-template'), at('Cargo.toml'), at('scripts', 'lib', 'package.mjs'), ...texts];
  await step('pkg', { inputs, outputs: [at('pkg')] }, () => {
    rmSync(at('pkg'), { recursive: true, force: true });
    mkdirSync(at('pkg'));
    writeFileSync(at('pkg', 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
    for (const path of texts) cpSync(path, at('pkg', relative(at(), path)));
    for (const path of filesUnder(compiled)) {
      const to = at('pkg', 'dist', relative(compiled, path));
      mkdirSync(dirname(to), { recursive: true });
      cpSync(path, to);
    }
  });
}
