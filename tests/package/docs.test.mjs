// What the docs say of the package: the matrix is the list of the tests, and the browser example runs as it stands.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { browsers } from './helpers/browsers.mjs';
import { table } from './helpers/matrix.mjs';
import { checkout, emptyFolder, installed } from './helpers/packed.mjs';
import { page, serve } from './helpers/pages.mjs';
import { build } from 'vite';

const texts = ['README.md', join('docs', 'runtimes.md')].map((name) => ({ name, text: readFileSync(join(checkout, name), 'utf8') }));

for (const { name, text } of texts) {
  test(`${name} shows the matrix as it is tested`, () => {
    assert.ok(text.includes(table()), `it should hold:\n${table()}`);
  });
}

/** The code under "Ten lines for a browser", of each text. */
const examples = texts.map(({ name, text }) => ({ name, code: /^## Ten lines for a browser\n[\s\S]*?```js\n([\s\S]*?)```/m.exec(text)?.[1] }));

test('README and docs show the same example', () => {
  assert.ok(examples[0].code, 'README.md has no example under "Ten lines for a browser"');
  assert.equal(examples[1].code, examples[0].code);
});

for (const { name, skip, launch } of browsers) {
  describe(name, { skip: skip ?? false }, () => {
    let browser;
    before(async () => { browser = await launch(); });
    after(() => browser?.close());

    test(`the example runs in ${name}`, async () => {
      const root = installed('example');
      const outDir = emptyFolder('example-site');
      writeFileSync(join(root, 'example.js'), examples[1].code);
      writeFileSync(join(root, 'main.js'), "globalThis.finished = import('./example.js').then(() => document.body.innerText);");
      writeFileSync(join(root, 'index.html'), page('/main.js'));
      await build({ root, configFile: false, logLevel: 'error', build: { outDir, emptyOutDir: true } });
      const { url } = await serve(outDir);
      const text = await browser.open(url);
      assert.match(text, /price\.js/);
      assert.match(text, /p \* \(1 - d\)/);
    });
  });
}
