// No acknowledged edit is lost between processes, threads and sessions, however they come to the file: also through a linked
// folder, with another environment, and after one of them was killed while it worked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { open } from '../helpers/stet.mjs';
import { child, folder, fs, join, long, nodeHost } from './lib.mjs';

const EDITS = long ? 1_000 : 60;

const inProcess = (env = {}) => async (job) => {
  const { code, messages } = await child('count-up.mjs', [JSON.stringify(job)], { env }).ended;
  assert.equal(code, 0);
  return messages[0];
};
const inThread = () => (job) => new Promise((resolve, reject) => {
  const worker = new Worker(fileURLToPath(new URL('count-up.mjs', import.meta.url)), { workerData: job });
  let told;
  worker.once('message', (message) => { told = message; });
  worker.once('error', reject);
  worker.once('exit', (code) => (told ? resolve(told) : reject(new Error(`ended with ${code}`))));
});

/** `paths`: how each of them names the file. */
async function count(t, makers, { paths = ['real/f', 'alias/f'], options = {} } = {}) {
  const root = folder(t);
  fs.mkdirSync(join(root, 'real'));
  fs.symlinkSync('real', join(root, 'alias'));
  fs.writeFileSync(join(root, 'real/f'), `count 0.\n${'filler\n'.repeat(500)}`);
  const lockDir = join(root, 'locks');
  const told = await Promise.all(makers.map((make, at) => make({ root, path: paths[at % paths.length], lockDir, edits: EDITS, ...options })));
  const made = told.reduce((sum, { made: one }) => sum + one, 0);
  const [, counted] = /^count (\d+)\./.exec(fs.readFileSync(join(root, 'real/f'), 'utf8'));
  t.diagnostic(`${made} acknowledged edits, ${made - Number(counted)} lost, ${told.reduce((sum, { again }) => sum + again, 0)} times somebody else was first`);
  assert.equal(made, EDITS * makers.length);
  assert.equal(Number(counted), made, 'every acknowledged edit is in the file');
  assert.deepEqual(told.map(({ unlocked }) => unlocked), told.map(() => 0));
  assert.deepEqual(fs.readdirSync(lockDir), [], 'no lock stays');
  assert.deepEqual(fs.readdirSync(join(root, 'real')), ['f']);
}

test('two processes', (t) => count(t, [inProcess(), inProcess()], { paths: ['real/f'] }));
test('two processes, one of them through a linked folder', (t) => count(t, [inProcess(), inProcess()]));
test('two processes with different TMPDIR, HOME and XDG folders', (t) => {
  const other = folder(t);
  return count(t, [inProcess(), inProcess({ TMPDIR: other, HOME: other, XDG_CACHE_HOME: other, XDG_RUNTIME_DIR: other })]);
});
test('two processes with everything forced to the disk', (t) => count(t, [inProcess(), inProcess()], { options: { durability: 'file' } }));
test('two worker threads', (t) => count(t, [inThread(), inThread()]));
test('three processes and a thread', (t) => count(t, [inProcess(), inProcess(), inProcess(), inThread()]));

test('the default folder of the locks is the same in every environment', async () => {
  const { defaultLockFolder } = await import('../helpers/stet.mjs').then(({ part }) => part('hosts/node/lock'));
  const before = { ...process.env };
  try {
    const here = defaultLockFolder();
    for (const name of ['HOME', 'TMPDIR', 'XDG_CACHE_HOME', 'XDG_RUNTIME_DIR', 'USERPROFILE']) process.env[name] = '/somewhere/else';
    if (process.platform !== 'win32') assert.equal(defaultLockFolder(), here);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
});

test('one is killed in the middle, again and again: the other goes on at once and loses nothing', async (t) => {
  const root = folder(t);
  const lockDir = join(root, 'locks');
  fs.writeFileSync(join(root, 'f'), 'count 0.\n');
  const job = JSON.stringify({ root, path: 'f', lockDir, edits: 1_000_000 });
  const { session } = open(nodeHost({ root, lockDir, durability: 'none' }));
  let made = 0;
  for (let round = 0; round < (long ? 40 : 6); round++) {
    const other = child('count-up.mjs', [job], { stdio: ['ignore', 'pipe', 'ignore'] });
    const start = fs.readFileSync(join(root, 'f'), 'utf8');
    // It works: the file moves.
    while (fs.readFileSync(join(root, 'f'), 'utf8') === start) await new Promise(setImmediate);
    for (let at = 0; at < round % 5; at++) await new Promise(setImmediate);
    other.process.kill('SIGKILL');
    await other.ended;
    const before = Number(/count (\d+)\./.exec(fs.readFileSync(join(root, 'f'), 'utf8'))[1]);
    await session.read({ filePath: 'f' });
    const outcome = await session.edit({ filePath: 'f', oldString: `count ${before}.`, newString: `count ${before + 1}.` });
    assert.equal(outcome.ok, true, outcome.text);
    assert.notEqual(outcome.locked, false);
    made += 1;
  }
  t.diagnostic(`${made} kills`);
  assert.deepEqual(fs.readdirSync(lockDir).filter((name) => !name.endsWith('.lock')), []);
});

test(`two sessions in one process, ${EDITS} edits each, through both names of the folder`, async (t) => {
  const root = folder(t);
  fs.mkdirSync(join(root, 'real'));
  fs.symlinkSync('real', join(root, 'alias'));
  fs.writeFileSync(join(root, 'real/f'), Array.from({ length: 2 * EDITS }, (_, at) => `n${at}.\n`).join(''));
  const sessions = ['real/f', 'alias/f'].map((filePath) => ({ filePath, session: open(nodeHost({ root, durability: 'none', lockDir: join(root, 'locks') })).session }));
  for (const { session, filePath } of sessions) assert.equal((await session.read({ filePath })).ok, true);
  const outcomes = await Promise.all(Array.from({ length: 2 * EDITS }, (_, at) => {
    const { session, filePath } = sessions[at % 2];
    return session.edit({ filePath, oldString: `n${at}.`, newString: `m${at}.` });
  }));
  assert.equal(outcomes.filter(({ ok }) => ok).length, 2 * EDITS);
  assert.equal(fs.readFileSync(join(root, 'real/f'), 'utf8').match(/m\d/g).length, 2 * EDITS);
});

test('of two processes that create the same files each is created by one', async (t) => {
  const root = folder(t);
  const files = long ? 400 : 100;
  const ops = Array.from({ length: files }, (_, at) => ['create', `d${at % 10}/f${at}`]);
  const run = async (who) => {
    const { messages } = await child('run-host.mjs', [JSON.stringify({ root, durability: 'none', ops: ops.map((op) => [...op, who]) })]).ended;
    return messages.map(({ answer }) => answer);
  };
  const [a, b] = await Promise.all([run('a'), run('b')]);
  let contested = 0;
  for (let at = 0; at < files; at++) {
    const winners = [['a', a[at]], ['b', b[at]]].filter(([, answer]) => 'host' in answer).map(([who]) => who);
    assert.equal(winners.length, 1, JSON.stringify([a[at], b[at]]));
    assert.equal(fs.readFileSync(join(root, ops[at][1]), 'utf8'), winners[0]);
    if ('conflict' in a[at] || 'conflict' in b[at]) contested += 1;
  }
  t.diagnostic(`${contested} of ${files} contested`);
});
