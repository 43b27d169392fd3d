// SIGKILL at any moment of a tight loop of writes: the file is a whole version, the last one acknowledged or the one after it.
// What a kill leaves behind is swept later; nothing else is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { child, folder, fs, join, long, nodeHost, rewrite, temps } from './lib.mjs';
import { version } from './keep-writing.mjs';

const KILLS = long ? 200 : 8;

/** A fixed sequence, so that a run can be repeated. */
function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

async function killed(job, versions, steps) {
  const other = child('keep-writing.mjs', [JSON.stringify(job)], { stdio: ['ignore', 'pipe', 'ignore'] });
  await other.message((n) => n >= versions);
  for (let at = 0; at < steps; at++) await new Promise(setImmediate);
  other.process.kill('SIGKILL');
  const { messages } = await other.ended;
  return messages.at(-1);
}

for (const size of [100_000, 2_000_000]) {
  test(`${KILLS} kills while a file of ${size} bytes is replaced: none torn`, async (t) => {
    const next = random(size);
    let leftovers = 0;
    let between = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const root = folder(t, 'kill');
      const lockDir = join(root, 'locks');
      const last = await killed({ root, lockDir, size, what: 'replace' }, 1 + Math.floor(next() * 4), Math.floor(next() * 400));
      const now = fs.readFileSync(join(root, 'f'), 'utf8');
      const n = Number(now.slice(0, now.indexOf('\n')));
      assert.equal(now, version(n, size), `kill ${kill}: torn`);
      assert.ok(n === last || n === last + 1, `kill ${kill}: version ${n}, acknowledged ${last}`);
      leftovers += temps(root).length;
      between += n - last;
      // The next one is held up by nothing, and an hour later nothing of the dead one is left.
      fs.writeFileSync(join(root, 'theirs.tmp'), 'foreign');
      fs.writeFileSync(join(root, '.stet-zzzzzzzzzzzz.tmp'), 'foreign');
      const clock = { now: () => Date.now() + 2 * 3_600_000, elapsed: () => performance.now(), pause: () => new Promise(setImmediate) };
      const answer = await rewrite(nodeHost({ root, lockDir, durability: 'none', system: { clock } }), 'f', 'after');
      assert.ok('host' in answer && answer.locked !== false, JSON.stringify(answer));
      assert.deepEqual(fs.readdirSync(root).sort(), ['.stet-zzzzzzzzzzzz.tmp', 'f', 'locks', 'theirs.tmp']);
      assert.deepEqual(fs.readdirSync(lockDir), []);
      fs.rmSync(root, { recursive: true });
    }
    t.diagnostic(`${KILLS} kills, 0 torn; ${leftovers} left a temporary file, ${between} came between the rename and the answer`);
  });
}

test(`${KILLS} kills while files are created: each is whole or not there`, async (t) => {
  const size = 300_000;
  const next = random(7);
  let files = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const root = folder(t, 'kill');
    const last = await killed({ root, lockDir: join(root, 'locks'), size, what: 'create' }, 1 + Math.floor(next() * 4), Math.floor(next() * 400));
    let n = 1;
    for (; fs.existsSync(join(root, `d${n}/f`)); n++) assert.equal(fs.readFileSync(join(root, `d${n}/f`), 'utf8'), version(n, size));
    assert.ok(n - 1 === last || n - 1 === last + 1, `kill ${kill}: ${n - 1} there, ${last} acknowledged`);
    files += n - 1;
    fs.rmSync(root, { recursive: true });
  }
  t.diagnostic(`${KILLS} kills, ${files} files, 0 torn`);
});
