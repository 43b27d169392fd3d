// The project's own cases through a session on the node host: real files, links and modes in a new folder for each. One test
// a case folder. UPDATE_CASES=1 writes the texts of those that need a disk (the others' come from `cargo test --test cases`).
import assert from 'node:assert/strict';
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { differences, fileOf, loadCases, needsDisk, runCase } from './helpers/cases.mjs';
import { open, part } from './helpers/stet.mjs';

const { nodeHost } = await part('hosts/node/index');
const cases = loadCases();
const passed = [];

for (const one of cases) {
  test(`case ${one.name}`, async (t) => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'stet-case-')));
    t.after(() => rmSync(root, { recursive: true, force: true }));
    const setup = one.request.setup ?? {};
    const put = (path, bytes) => {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytes);
    };
    for (const [path, text] of Object.entries(setup.files ?? {})) put(path, text);
    if (one.before) put(fileOf(one), one.before);
    for (const [path, target] of Object.entries(setup.links ?? {})) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      symlinkSync(target, join(root, path));
    }
    if (setup.mode) chmodSync(join(root, fileOf(one)), Number.parseInt(setup.mode, 8));

    const { session } = open(nodeHost({ root }), one.request.options);
    const file = () => (existsSync(join(root, fileOf(one))) && statSync(join(root, fileOf(one))).isFile() ? readFileSync(join(root, fileOf(one))) : null);
    const { text, isError, outcome, before } = await runCase(one, session, (bytes) => put(fileOf(one), bytes), file);

    if (process.env.UPDATE_CASES && needsDisk(one)) {
      one.expected = { ...one.expected, text };
      writeFileSync(one.at('expected.json'), `{\n${Object.entries(one.expected).map(([field, value]) => `  "${field}": ${JSON.stringify(value)}`).join(',\n')}\n}\n`);
    }
    assert.ok('text' in one.expected || 'textEnds' in one.expected, 'expected.json has no text');
    assert.deepEqual(differences(outcome, one.expected), []);
    assert.equal(text, outcome.text);
    assert.equal(isError, !one.expected.ok);
    // A refusal leaves what was there, byte for byte.
    const wanted = one.expected.ok && one.after ? one.after : before;
    assert.deepEqual(file() && Buffer.from(file()), wanted && Buffer.from(wanted));
    if (setup.afterMode) assert.equal((statSync(join(root, fileOf(one))).mode & 0o7777).toString(8), setup.afterMode.replace(/^0/, ''));
    for (const path of Object.keys(setup.links ?? {})) assert.ok(lstatSync(join(root, path)).isSymbolicLink(), `${path} is still a link`);
    passed.push(Number.parseInt(one.name, 10));
  });
}

after(() => {
  const given = passed.filter((number) => number <= 146).length;
  console.log(`cases on nodeHost: ${passed.length} of ${cases.length} passed, ${given} of 146 from public bug reports`);
});
