// Cold start: from importing the package to the end of the first edit, in fresh Node processes and in fresh Chromium pages,
// beside an empty process and an empty page, in one run. The packed tarball is measured, installed in an empty folder; the
// page is a production bundle by esbuild, from a server on this machine.
// Times are milliseconds; a median with the least and the most of `--rounds N` (default 15) follows the name.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { chromium as playwright } from 'playwright-core';
import { chromium, lacking } from '../scripts/lib/browsers.mjs';
import { page, serveFolder } from '../tests/package/helpers/pages.mjs';

const rounds = Number(process.argv[process.argv.indexOf('--rounds') + 1]) || 15;
const checkout = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'stet-cold-'));

/** The first edit of an agent, as text of a module: sets `globalThis.finished` to how long it took since the module began. */
const firstEdit = `
const begin = performance.now();
globalThis.finished = (async () => {
  const { openSession, memoryHost } = await import('stet');
  const imported = performance.now();
  const session = await openSession({ host: memoryHost({ 'a.txt': 'one\\ntwo\\n' }) });
  const loaded = performance.now();
  await session.read({ filePath: 'a.txt' });
  const edited = await session.edit({ filePath: 'a.txt', oldString: 'two', newString: 'zwei' });
  if (!edited.ok) throw new Error(edited.text);
  const end = performance.now();
  return { imported: imported - begin, loaded: loaded - imported, edited: end - loaded, total: end - begin };
})();
`;

function row(name, times) {
  const sorted = [...times].sort((a, b) => a - b);
  const shown = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)].map((time) => time.toFixed(1).padStart(7));
  console.log(`${name.padEnd(44)} ${shown.join(' ')}`);
}
const parts = { imported: 'import', loaded: 'load the engine', edited: 'read and first edit', total: 'import to first edit' };
const rowsOf = (where, results) => {
  for (const [field, name] of Object.entries(parts)) row(`${where}: ${name}`, results.map((result) => result[field]));
};
const wall = (work) => {
  const since = performance.now();
  work();
  return performance.now() - since;
};

function inNode() {
  writeFileSync(join(folder, 'first.mjs'), `${firstEdit}console.log(JSON.stringify(await globalThis.finished));`);
  writeFileSync(join(folder, 'empty.mjs'), '');
  const results = [];
  const [empty, whole] = [[], []];
  for (let round = 0; round < rounds; round++) {
    empty.push(wall(() => execFileSync(process.execPath, ['empty.mjs'], { cwd: folder })));
    whole.push(wall(() => results.push(JSON.parse(execFileSync(process.execPath, ['first.mjs'], { cwd: folder, encoding: 'utf8' })))));
  }
  const name = `Node ${process.versions.node}`;
  row(`${name}: a process that does nothing`, empty);
  row(`${name}: a process that edits once`, whole);
  rowsOf(name, results);
}

async function inChromium() {
  const missing = lacking('chromium');
  if (missing) return console.log(`Chromium: skipped, ${missing}`);
  writeFileSync(join(folder, 'page.js'), firstEdit);
  writeFileSync(join(folder, 'empty.js'), 'globalThis.finished = Promise.resolve({});');
  const site = join(folder, 'site');
  const entryPoints = ['page.js', 'empty.js'].map((name) => join(folder, name));
  await build({ entryPoints, outdir: site, bundle: true, splitting: true, minify: true, format: 'esm', platform: 'browser', logLevel: 'silent' });
  for (const name of ['page', 'empty']) writeFileSync(join(site, `${name}.html`), page(`${name}.js`));
  const server = await serveFolder(site);
  const browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const name = `Chromium ${browser.version()}`;
  const results = [];
  const [empty, whole] = [[], []];
  try {
    for (let round = 0; round < rounds; round++) {
      for (const [path, times] of [['empty.html', empty], ['page.html', whole]]) {
        const context = await browser.newContext();
        const tab = await context.newPage();
        const since = performance.now();
        await tab.goto(server.url + path);
        const result = await tab.evaluate('globalThis.finished');
        times.push(performance.now() - since);
        if (path === 'page.html') results.push(result);
        await context.close();
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
  row(`${name}: a page that does nothing`, empty);
  row(`${name}: a page that edits once`, whole);
  rowsOf(name, results);
}

try {
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
  mkdirSync(join(folder, 'tarball'));
  const npm = (...args) => execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  const file = npm('pack', join(checkout, 'pkg'), '--silent', '--pack-destination', join(folder, 'tarball')).trim().split('\n').at(-1);
  copyFileSync(join(folder, 'tarball', file), join(folder, 'stet.tgz'));
  npm('install', './stet.tgz', '--offline', '--no-audit', '--no-fund');
  console.log(`${'cold start, ms'.padEnd(44)} ${['median', 'least', 'most'].map((text) => text.padStart(7)).join(' ')}`);
  inNode();
  await inChromium();
} finally {
  rmSync(folder, { recursive: true, force: true });
}
