// The protocol of the locks: who may take one away, and when. Time is put forward, not waited for.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { open, part } from '../helpers/stet.mjs';
import { child, folder, fs, join, nodeHost, rewrite, stamped, systemCalls } from './lib.mjs';

const { Locks } = await part('hosts/node/lock');
const { thisSystem } = await part('hosts/node/disk');
const { holderOf } = await part('hosts/node/holder');
const KEYS = ['path /a/file'];
const linux = process.platform === 'linux';

/** A clock by which ten seconds pass in ten looks. */
function fast(now = () => Date.now()) {
  let elapsed = 0;
  return { now, elapsed: () => (elapsed += 1_000), pause: () => new Promise(setImmediate) };
}
const locksOf = (dir, system = {}) => new Locks(thisSystem({ clock: fast(), ...system }), dir);
/** True where the lock was had, false where it was busy. */
async function had(locks, work = () => {}) {
  try {
    return await locks.hold('file', KEYS, undefined, (lock) => {
      assert.equal(lock.lacking, false);
      assert.equal(lock.isMine(), true);
      work(lock);
      return true;
    });
  } catch (error) {
    assert.equal(error.failure?.failed, 'busy', String(error));
    return false;
  }
}
/** The path and text of the one lock in a folder, as a file system without a right to links keeps it, or as a link. */
const lockIn = (dir) => {
  const names = fs.readdirSync(dir).filter((name) => name.endsWith('.lock'));
  assert.equal(names.length, 1);
  return join(dir, names[0]);
};
/** Puts somebody else's lock in the place of the one that `locks` would make. */
async function planted(dir, change) {
  let made;
  await locksOf(dir).hold('file', KEYS, undefined, () => {
    const path = lockIn(dir);
    made = [path, fs.readlinkSync(path)];
  });
  const [path, text] = made;
  fs.symlinkSync(change(holderOf(text)), path);
  return path;
}
const textOf = ({ pid, start, boot, namespace, token }) => `stet1.${pid}.${start}.${boot}.${namespace}.${token}`;

for (const windows of [false, true]) {
  test(`a lock keeps others out until it's left${windows ? ', as on Windows' : ''}`, async (t) => {
    const dir = join(folder(t), 'locks');
    const system = windows ? { windows: true, proc: false, namespaces: false } : {};
    const other = locksOf(dir, system);
    let inside;
    assert.equal(await had(locksOf(dir, system), () => { inside = had(other); }), true);
    // It came while the lock was held, and gets it afterwards.
    assert.equal(await inside, true);
    assert.deepEqual(fs.readdirSync(dir), []);
    assert.equal(fs.statSync(dir).mode & 0o777, 0o700);
  });
}

test('a killed holder frees its lock at once, a living one never by age', { skip: process.platform === 'win32' }, async (t) => {
  const dir = join(folder(t), 'locks');
  const holder = child('hold-lock.mjs', [dir]);
  await holder.message(({ held }) => held);
  const hourAgo = new Date(Date.now() - 3_600_000);
  fs.lutimesSync(lockIn(dir), hourAgo, hourAgo);
  if (linux) assert.equal(await had(locksOf(dir)), false, 'while it lives, it holds');
  // Young again: its death frees it, not its age.
  fs.lutimesSync(lockIn(dir), new Date(), new Date());
  holder.process.kill('SIGKILL');
  await holder.ended;
  assert.equal(await had(locksOf(dir)), true);
  assert.deepEqual(fs.readdirSync(dir), []);
});

test('a holder that has ended but isn\'t reaped by its parent is dead', { skip: !linux }, async (t) => {
  const dir = join(folder(t), 'locks');
  const script = fileURLToPath(new URL('hold-lock.mjs', import.meta.url));
  // `sleep` never asks for its child.
  const parent = spawn('bash', ['-c', '"$0" "$1" "$2" & exec sleep 1000', process.execPath, script, dir], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => parent.kill('SIGKILL'));
  const [line] = await once(parent.stdout, 'data');
  const { pid } = JSON.parse(String(line));
  process.kill(pid, 'SIGKILL');
  while (!/^\d+ \(.*\) Z/s.test(fs.readFileSync(`/proc/${pid}/stat`, 'latin1'))) await new Promise(setImmediate);
  assert.equal(await had(locksOf(dir)), true);
});

test('another process of the same number is not the holder', { skip: !linux }, async (t) => {
  const dir = join(folder(t), 'locks');
  await planted(dir, (mine) => textOf({ ...mine, start: '1', token: 'aa' }));
  assert.equal(await had(locksOf(dir)), true);
});

test('a holder in another namespace or boot, or nobody known, is gone after 30 seconds and not before', { skip: process.platform === 'win32' }, async (t) => {
  const dir = join(folder(t), 'locks');
  const strangers = [
    (mine) => textOf({ ...mine, namespace: 'pid1', token: 'aa' }),
    (mine) => textOf({ ...mine, boot: 'another', token: 'aa' }),
    () => 'no text of stet\'s',
  ];
  for (const stranger of strangers) {
    const path = await planted(dir, stranger);
    assert.equal(await had(locksOf(dir)), false);
    assert.equal(await had(locksOf(dir, { clock: fast(() => Date.now() + 29_000) })), false);
    assert.equal(await had(locksOf(dir, { clock: fast(() => Date.now() - 3_600_000) })), false, 'a clock that went back frees nothing');
    assert.equal(await had(locksOf(dir, { clock: fast(() => Date.now() + 31_000) })), true);
    assert.equal(fs.existsSync(path), false);
  }
});

test('of two takers of a dead one\'s lock one gets it, at whatever point the other comes', { skip: !linux }, async (t) => {
  const base = folder(t);
  let points = 0;
  for (let at = 1; ; at++) {
    const dir = join(base, `locks${at}`);
    await planted(dir, (mine) => textOf({ ...mine, start: '1', token: 'aa' }));
    const holding = [];
    // The second takes the lock, if it can, and keeps it: its own lock file isn't taken away.
    const keeping = { ...systemCalls, unlink: (path) => {
      if (holding.includes('second') && !/-/.test(path.slice(dir.length))) return;
      systemCalls.unlink(path);
    } };
    let made = 0;
    const hooked = {};
    for (const [name, call] of Object.entries(systemCalls)) {
      hooked[name] = (...args) => {
        made += 1;
        if (made === at) {
          // `hold` runs to its answer, or to its first pause, at once.
          void had(locksOf(dir, { calls: keeping, clock: { ...fast(), pause: () => new Promise(() => {}) } }), () => holding.push('second'));
        }
        return call(...args);
      };
    }
    const first = await had(locksOf(dir, { calls: hooked }), () => holding.push('first'));
    const before = holding.indexOf('second') >= 0 && holding.indexOf('first') > holding.indexOf('second');
    assert.ok(!before, `call ${at}: the first took the lock while the second held it`);
    if (!holding.includes('second')) assert.equal(first, true, `call ${at}`);
    if (made < at) break;
    points += 1;
  }
  t.diagnostic(`${points} points`);
  assert.ok(points > 8);
});

test('a holder that was taken for dead finds it out before the rename, and takes nobody else\'s lock away', { skip: process.platform === 'win32' }, async (t) => {
  const root = folder(t);
  const lockDir = join(root, 'locks');
  fs.writeFileSync(join(root, 'f'), 'old');
  let robbed = false;
  const calls = { ...systemCalls, symlink: (text, path) => {
    systemCalls.symlink(text, path);
    if (robbed || !path.endsWith('.lock')) return;
    robbed = true;
    fs.rmSync(path);
    fs.symlinkSync(textOf({ ...holderOf(text), token: 'bb' }), path);
  } };
  const host = nodeHost({ root, lockDir, calls });
  const { stamp } = await stamped(host, 'f');
  assert.deepEqual(await host.commit('f', { bytes: Buffer.from('new') }, { ifStamp: stamp }), { conflict: true });
  assert.equal(fs.readFileSync(join(root, 'f'), 'utf8'), 'old');
  assert.equal(holderOf(fs.readlinkSync(lockIn(lockDir))).token, 'bb');
});

test('a holder that slept for long leaves its lock under a guard, and only if it\'s still its own', { skip: process.platform === 'win32' }, async (t) => {
  const dir = join(folder(t), 'locks');
  let ahead = 0;
  const clock = fast(() => Date.now() + ahead);
  assert.equal(await had(locksOf(dir, { clock }), () => { ahead = 20_000; }), true);
  assert.deepEqual(fs.readdirSync(dir), []);
  assert.equal(await had(locksOf(dir, { clock }), () => {
    ahead = 60_000;
    const path = lockIn(dir);
    const text = fs.readlinkSync(path);
    fs.rmSync(path);
    fs.symlinkSync(textOf({ ...holderOf(text), token: 'cc' }), path);
  }), true);
  assert.equal(holderOf(fs.readlinkSync(lockIn(dir))).token, 'cc');
});

test('a lock whose file can\'t be taken away when it\'s left is known again by its owner', { skip: process.platform === 'win32' }, async (t) => {
  const dir = join(folder(t), 'locks');
  let refusing = true;
  const calls = { ...systemCalls, unlink: (path) => {
    if (refusing) throw Object.assign(new Error('EIO'), { code: 'EIO' });
    systemCalls.unlink(path);
  } };
  const locks = locksOf(dir, { calls });
  assert.equal(await had(locks), true);
  assert.equal(fs.readdirSync(dir).length, 1);
  refusing = false;
  assert.equal(await had(locks), true);
  assert.deepEqual(fs.readdirSync(dir), []);
});

test('a lock that isn\'t left for ten seconds makes a waiter busy, with the old bytes', { skip: !linux }, async (t) => {
  const root = folder(t);
  const lockDir = join(root, 'locks');
  fs.writeFileSync(join(root, 'f'), 'old');
  let host = nodeHost({ root, lockDir, system: { clock: fast() } });
  const { stamp } = await stamped(host, 'f');
  let path;
  const calls = { ...systemCalls, symlink: (text, at) => { path ??= [at, text]; systemCalls.symlink(text, at); } };
  await rewrite(nodeHost({ root, lockDir, calls }), 'f', 'old');
  fs.symlinkSync(path[1], path[0]);
  const { stamp: again } = await stamped(host, 'f');
  assert.equal((await host.commit('f', { bytes: Buffer.from('new') }, { ifStamp: again })).failed, 'busy');
  assert.deepEqual(await host.commit('f', { bytes: Buffer.from('new') }, { ifStamp: { ...stamp, sha1: '0'.repeat(40) } }), { conflict: true });
  const controller = new AbortController();
  const waiting = { now: Date.now, elapsed: () => performance.now(), pause: async () => controller.abort() };
  host = nodeHost({ root, lockDir, system: { clock: waiting } });
  assert.equal((await host.commit('f', { bytes: Buffer.from('new') }, { ifStamp: again }, { signal: controller.signal })).failed, 'aborted');
  assert.equal(fs.readFileSync(join(root, 'f'), 'utf8'), 'old');
  assert.deepEqual(fs.readdirSync(root).sort(), ['f', 'locks']);
});

test('without a lock folder it goes on, and says so; a planted link or somebody else\'s folder isn\'t used', { skip: process.platform === 'win32' }, async (t) => {
  const root = folder(t);
  const other = folder(t);
  fs.mkdirSync(join(root, 'shared'));
  fs.chmodSync(join(root, 'shared'), 0o777);
  fs.symlinkSync(other, join(root, 'planted'));
  fs.writeFileSync(join(root, 'file'), '');
  const folders = ['/proc/nothing/here', join(root, 'planted'), join(root, 'shared'), join(root, 'file')];
  if (process.geteuid() === 0) {
    fs.mkdirSync(join(root, 'theirs'), { mode: 0o700 });
    fs.chownSync(join(root, 'theirs'), 65_534, 65_534);
    folders.push(join(root, 'theirs'));
  }
  for (const lockDir of folders) {
    fs.writeFileSync(join(root, 'f'), 'old');
    const host = nodeHost({ root, lockDir });
    assert.equal(host.capabilities.locked, false);
    const { session } = open(host);
    await session.read({ filePath: 'f' });
    const outcome = await session.edit({ filePath: 'f', oldString: 'old', newString: 'new' });
    assert.deepEqual([outcome.ok, outcome.locked], [true, false], lockDir);
    assert.match(outcome.text, /lock/);
  }
  assert.deepEqual([fs.readdirSync(other), fs.readdirSync(join(root, 'shared'))], [[], []]);
  const answer = await rewrite(nodeHost({ root, lockDir: null }), 'f', 'newer');
  assert.equal('locked' in answer, false, 'nobody asked for one');
});

test('leftovers of the dead are swept from the folder of the locks, the living and the young stay', { skip: !linux }, async (t) => {
  const dir = join(folder(t), 'locks');
  await planted(dir, (mine) => textOf({ ...mine, start: '1', token: 'aa' }));
  const dead = lockIn(dir);
  fs.renameSync(dead, join(dir, `${'0'.repeat(32)}.lock`));
  const week = new Date(Date.now() - 8 * 24 * 3_600_000);
  for (const [name, old] of [['kept-000000000000-f', true], ['kept-111111111111-f', false], ['somebody-elses', true]]) {
    fs.writeFileSync(join(dir, name), 'bytes');
    if (old) fs.utimesSync(join(dir, name), week, week);
  }
  assert.equal(await had(locksOf(dir)), true);
  assert.deepEqual(fs.readdirSync(dir).sort(), ['kept-111111111111-f', 'somebody-elses']);
});
