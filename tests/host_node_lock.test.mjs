// The lock against other processes: no acknowledged edit is lost between them, the dead don't hold, the living aren't robbed.
import assert from 'node:assert/strict';
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { part } from './helpers/stet.mjs';

const { nodeHost } = await part('hosts/node/index');
const { takeLock } = await part('hosts/node/lock');
const LONG = process.env.STET_LONG === '1';
const EDITS = LONG ? 1_000 : 100;
const counter = fileURLToPath(new URL('./helpers/count_up.mjs', import.meta.url));

function folder(t) {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'stet-lock-')));
  t.after(() => fs.rmSync(root, { recursive: true, force: true }));
  return root;
}

/** Counts a number in a file up by edits, in processes or threads of their own; each edit that is answered with ok counts. */
async function race(t, makers) {
  const root = folder(t);
  fs.mkdirSync(join(root, 'real'));
  fs.symlinkSync('real', join(root, 'alias'));
  fs.writeFileSync(join(root, 'real/f'), 'count 0.\n');
  const lockDir = join(root, 'locks');
  const done = await Promise.all(makers.map((make, at) => make({ root, path: at % 2 ? 'alias/f' : 'real/f', lockDir, edits: EDITS })));
  assert.deepEqual(done, makers.map(() => EDITS), 'each made its edits');
  assert.equal(fs.readFileSync(join(root, 'real/f'), 'utf8'), `count ${EDITS * makers.length}.\n`);
  assert.deepEqual(fs.readdirSync(lockDir), [], 'no lock stays');
}

/** What the other one answers, once it has ended; one that ends without an answer is a failure, not a wait. */
const answerOf = (other) => new Promise((resolve, reject) => {
  let answer;
  other.once('message', (message) => { answer = message; });
  other.once('error', reject);
  other.once('exit', (code) => (answer === undefined ? reject(new Error(`ended with ${code}`)) : resolve(answer)));
});
const inProcess = (env = {}) => (job) => answerOf(fork(counter, [JSON.stringify(job)], { env: { ...process.env, ...env } }));
const inThread = () => (job) => answerOf(new Worker(counter, { workerData: job }));

test(`two processes, ${EDITS} edits each of one file, one through a linked folder: none is lost`, (t) => race(t, [inProcess(), inProcess()]));
test('with another TMPDIR the processes still meet', (t) => race(t, [inProcess(), inProcess({ TMPDIR: folder(t) })]));
test('two worker threads: none is lost', (t) => race(t, [inThread(), inThread()]));

test('a holder that was killed frees its lock at once', async (t) => {
  const root = folder(t);
  const script = `import('${new URL('../build/js/hosts/node/lock.js', import.meta.url)}').then(async ({ takeLock }) => {
    await takeLock(${JSON.stringify(root)}, '/a/file', 'file'); process.stdout.write('held'); setInterval(() => {}, 1e6); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  await assert.rejects(takeLock(root, '/a/file', 'file', 20), (error) => error.failure.failed === 'busy', 'while it lives, it holds');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = await takeLock(root, '/a/file', 'file', 0);
  assert.equal(lock.isOurs(), true);
  lock.release();
});

test('age frees no lock of a living process, and another start time does', async (t) => {
  const root = folder(t);
  const held = await takeLock(root, '/a/file', 'file');
  const [file] = fs.readdirSync(root).map((name) => join(root, name));
  const old = new Date(Date.now() - 3_600_000);
  fs.utimesSync(file, old, old);
  await assert.rejects(takeLock(root, '/a/file', 'file', 0), (error) => error.failure.failed === 'busy');
  if (process.platform === 'linux') {
    fs.writeFileSync(file, JSON.stringify({ ...JSON.parse(fs.readFileSync(file, 'utf8')), start: '1' }));
    const taken = await takeLock(root, '/a/file', 'file', 0);
    assert.equal(taken.isOurs(), true);
    assert.equal(held.isOurs(), false);
    held.release();
    assert.equal(taken.isOurs(), true, 'who has lost it takes nobody else\'s away');
    taken.release();
  }
});

test('a holder elsewhere counts as gone after 30 s, not before', async (t) => {
  const root = folder(t);
  (await takeLock(root, '/a/file', 'file')).release();
  const held = await takeLock(root, '/a/file', 'file');
  const [file] = fs.readdirSync(root).map((name) => join(root, name));
  fs.writeFileSync(file, JSON.stringify({ pid: 1, start: '1', space: 'another machine', token: 'x' }));
  await assert.rejects(takeLock(root, '/a/file', 'file', 0), (error) => error.failure.failed === 'busy');
  const old = new Date(Date.now() - 31_000);
  fs.utimesSync(file, old, old);
  assert.equal((await takeLock(root, '/a/file', 'file', 0)).isOurs(), true);
  held.release();
});

test('without a lock folder it goes on, and says so; a planted link is not followed', async (t) => {
  const root = folder(t);
  const other = folder(t);
  fs.writeFileSync(join(root, 'f'), 'x');
  fs.symlinkSync(other, join(root, 'planted'));
  for (const lockDir of ['/proc/nothing/here', join(root, 'planted')]) {
    const host = nodeHost({ root, lockDir });
    const made = await host.commit(`new-${lockDir.length}`, { bytes: Buffer.from('y') }, { ifAbsent: true });
    assert.equal(made.locked, false, lockDir);
  }
  assert.deepEqual(fs.readdirSync(other), []);
  const unlocked = await nodeHost({ root, lockDir: null }).commit('none', { bytes: Buffer.from('y') }, { ifAbsent: true });
  assert.equal('locked' in unlocked, false, 'nobody asked for one');
});

test('a lock that was lost before the rename is a conflict, and nothing is written', async (t) => {
  const root = folder(t);
  fs.writeFileSync(join(root, 'f'), 'old');
  const { systemCalls } = await part('hosts/node/fs');
  const lockDir = join(root, 'locks');
  const robbed = { ...systemCalls, sync: (fd) => {
    for (const name of fs.readdirSync(lockDir)) fs.rmSync(join(lockDir, name));
    systemCalls.sync(fd);
  } };
  const host = nodeHost({ root, lockDir, calls: robbed });
  const { bytes, host: token } = await host.read('f', { max: 100 });
  const { createHash } = await import('node:crypto');
  const stamp = { host: token, sha1: createHash('sha1').update(bytes).digest('hex') };
  assert.deepEqual(await host.commit('f', { bytes: Buffer.from('new') }, { ifStamp: stamp }), { conflict: true });
  assert.equal(fs.readFileSync(join(root, 'f'), 'utf8'), 'old');
});
