// The packed tarball in browsers, under the content security policy of the docs: as installed, slim, and built for
// production by Vite and by esbuild. Each answer must be the one that Node gives.

import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import * as vite from 'vite';
import { browsers } from './helpers/browsers.mjs';
import { bundle } from './helpers/bundlers.mjs';
import { cell } from './helpers/matrix.mjs';
import { importMap, page, policy, serve } from './helpers/pages.mjs';
import { emptyFolder, installed, withPrograms } from './helpers/packed.mjs';
import { reference } from './helpers/reference.mjs';

const programs = ['program.mjs', ...['all', 'slim', 'slim-vite', 'slim-esbuild', 'slim-webpack', 'retry'].map((name) => `browser-${name}.mjs`)];
const user = withPrograms(installed('browser'), ...programs);
const imports = await importMap(user);
for (const name of ['all', 'slim', 'retry']) writeFileSync(join(user, `${name}.html`), page(`browser-${name}.mjs`, imports));
copyFileSync(join(user, 'node_modules', 'stet', 'dist', 'glue', 'stet.wasm'), join(user, 'engine.wasm'));

/** A production build by Vite: the folder of its output. */
async function viteBuild(script) {
  const outDir = emptyFolder('vite');
  const input = join(user, `${script}.vite.html`);
  writeFileSync(input, page(`/${script}`));
  await vite.build({ root: user, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, rolldownOptions: { input } } });
  return { folder: outDir, path: `${script}.vite.html` };
}

/** A production build by another bundler, and a page for it. */
async function built(bundler, script) {
  const folder = emptyFolder(bundler);
  await bundle(bundler, { input: join(user, script), folder, platform: 'browser' });
  writeFileSync(join(folder, 'index.html'), page('main.mjs'));
  return { folder, path: '' };
}

const wasmFiles = (folder) => readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('.wasm'));

const builds = {
  Vite: { made: await viteBuild('browser-all.mjs'), wasm: 0 },
  'Vite, slim': { made: await viteBuild('browser-slim-vite.mjs'), wasm: 1 },
  esbuild: { made: await built('esbuild', 'browser-all.mjs'), wasm: 0 },
  'esbuild, slim': { made: await built('esbuild', 'browser-slim-esbuild.mjs'), wasm: 1 },
  webpack: { made: await built('webpack', 'browser-all.mjs'), wasm: 0 },
  'webpack, slim': { made: await built('webpack', 'browser-slim-webpack.mjs'), wasm: 1 },
  Rollup: { made: await built('Rollup', 'browser-all.mjs'), wasm: 0 },
};
const retry = await viteBuild('browser-retry.mjs');
const answer = await reference;

test('the wasm is emitted once where it is a file, and never where it is inlined', () => {
  for (const [name, { made, wasm }] of Object.entries(builds)) assert.equal(wasmFiles(made.folder).length, wasm, name);
});

for (const { name, skip, launch } of browsers) {
  describe(name, { skip: skip ?? false }, () => {
    let browser;
    before(async () => { browser = await launch(); });
    after(() => browser?.close());

    test(cell(name, 'as installed'), async () => {
      const { url } = await serve(user);
      assert.equal(await browser.open(`${url}all.html`), answer);
    });

    test(cell(name, '`stet/slim`'), async () => {
      const { url, requests } = await serve(user);
      assert.equal(await browser.open(`${url}slim.html`), answer);
      assert.deepEqual(requests.filter((path) => path.endsWith('/glue/inline.js')), [], 'slim never asks for the inlined copy');
    });

    for (const [column, { made }] of Object.entries(builds)) {
      test(cell(name, column), async () => {
        const { url } = await serve(made.folder);
        assert.equal(await browser.open(url + made.path), answer);
      });
    }

    test(`${name}: without wasm-unsafe-eval the load fails with an error that says so`, async () => {
      const { url } = await serve(user, { policy: policy.replace(" 'wasm-unsafe-eval'", '') });
      assert.match(await browser.open(`${url}all.html`), /^failed: load_failed: .*(unsafe-eval|CSP|Content Security Policy)/is);
    });

    for (const [how, folder, path] of [['as installed', user, 'retry.html'], ['Vite', retry.folder, retry.path]]) {
      test(`${name}: a failed load can be retried, ${how}`, async () => {
        let asked = 0;
        const { url } = await serve(folder, { answer: (path) => (/\/(glue|assets)\/inline\b/.test(path) && asked++ === 0 ? 503 : undefined) });
        assert.equal(await browser.open(url + path), answer);
        assert.equal(asked, 2);
      });
    }
  });
}
