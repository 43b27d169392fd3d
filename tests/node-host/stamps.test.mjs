// When is a file still the one that was read: the content decides, the token only saves a hash, and only where it is sure.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { open, part } from '../helpers/stet.mjs';
import { folder, fs, join, nodeHost, rewrite, stamped, systemCalls } from './lib.mjs';

const { Issued, tokenIsSure, tokenOf } = await part('hosts/node/token');
const CONFLICT = { conflict: true };
const commit = (host, stamp, text = 'mine') => host.commit('f', { bytes: Buffer.from(text) }, { ifStamp: stamp });
const text = (path) => fs.readFileSync(path, 'utf8');

test('S01: cp -p, touch -r and tar put the old times on other bytes, and are noticed', { skip: process.platform === 'win32' }, async (t) => {
  const root = folder(t);
  const [f, g] = [join(root, 'f'), join(root, 'g')];
  const past = new Date(Date.now() - 60_000);
  const forgers = {
    'cp -p': () => execFileSync('cp', ['-p', g, f]),
    'touch -r': () => {
      fs.writeFileSync(f, 'two');
      execFileSync('touch', ['-r', g, f]);
    },
    tar: () => {
      fs.mkdirSync(join(root, 'x'), { recursive: true });
      fs.writeFileSync(join(root, 'x/f'), 'two');
      fs.utimesSync(join(root, 'x/f'), past, past);
      execFileSync('bash', ['-c', 'tar cf - -C "$0/x" f | tar xf - -C "$0"', root]);
    },
    utimes: () => {
      fs.writeFileSync(f, 'two');
      fs.utimesSync(f, past, past);
    },
  };
  for (const [name, forge] of Object.entries(forgers)) {
    fs.writeFileSync(f, 'one');
    fs.writeFileSync(g, 'two');
    for (const path of [f, g]) fs.utimesSync(path, past, past);
    const host = nodeHost({ root, lockDir: null });
    const { stamp } = await stamped(host, 'f');
    forge();
    assert.deepEqual([fs.statSync(f).size, Math.floor(fs.statSync(f).mtimeMs / 1_000)], [3, Math.floor(past.getTime() / 1_000)], `${name} forges`);
    assert.deepEqual(await commit(host, stamp), CONFLICT, name);
    assert.equal(text(f), 'two');
    // A host that has forgotten when it took the token, too.
    assert.deepEqual(await commit(nodeHost({ root, lockDir: null }), stamp), CONFLICT, name);
  }
});

test('S02: an inode that is used again is noticed', async (t) => {
  const root = folder(t);
  const f = join(root, 'f');
  fs.writeFileSync(f, 'one');
  const host = nodeHost({ root, lockDir: null });
  const { stamp } = await stamped(host, 'f');
  for (let round = 0; round < 20; round++) {
    fs.writeFileSync(join(root, 'g'), 'two');
    fs.renameSync(join(root, 'g'), f);
  }
  assert.deepEqual(await commit(host, stamp), CONFLICT);
});

/** System calls of a file system whose clock ticks every two seconds, and whose inodes tell nothing. */
function coarse() {
  const round = (stats) => {
    const step = 2_000_000_000n;
    return Object.create(stats, {
      mtimeNs: { value: (stats.mtimeNs / step) * step }, ctimeNs: { value: (stats.ctimeNs / step) * step }, ino: { value: 7n },
    });
  };
  return { ...systemCalls, lstat: (path) => round(systemCalls.lstat(path)), fstat: (fd) => round(systemCalls.fstat(fd)) };
}

test('S03 C11: a rewrite of the same size within one tick of a coarse clock is noticed by its content', async (t) => {
  const root = folder(t);
  const f = join(root, 'f');
  for (const lag of [0, 10_000]) {
    let missed = 0;
    for (let round = 0; round < 5; round++) {
      fs.writeFileSync(f, 'one');
      let ahead = 0;
      const clock = { now: () => Date.now() + ahead, elapsed: () => performance.now(), pause: () => new Promise(setImmediate) };
      const calls = coarse();
      const host = nodeHost({ root, lockDir: null, calls, system: { clock, folds: false } });
      const { stamp } = await stamped(host, 'f');
      fs.writeFileSync(f, 'two');
      // The commit may come long after: what counts is when the stamp was taken.
      ahead = lag;
      if (tokenOf(calls.lstat(f)) === stamp.host) missed += 1;
      assert.deepEqual(await commit(host, stamp), CONFLICT);
      assert.equal(text(f), 'two');
    }
    assert.ok(missed > 0, 'the token alone would have missed it');
  }
});

test('S04: times in the future, or a clock that goes back, make a token unsure, never sure', async (t) => {
  const root = folder(t);
  const future = new Date('2099-01-01');
  fs.writeFileSync(join(root, 'f'), 'one');
  fs.utimesSync(join(root, 'f'), future, future);
  const token = tokenOf(fs.lstatSync(join(root, 'f'), { bigint: true }));
  assert.equal(tokenIsSure(token, Date.now()), false);
  const issued = new Issued();
  const old = '1000000000000000000.1000000000000000000.3.1.1';
  issued.take(old, 2_000_000_000_000);
  assert.equal(issued.isSure(old, 2_000_000_000_001), true);
  assert.equal(issued.isSure(old, 1_999_999_999_999), false, 'the clock went back');
  assert.equal(issued.isSure('1000000000000000000.1000000000000000000.3.1.2', 2_000_000_000_001), false, 'never seen here');
  const racy = '2000000000000000000.1000000000000000000.3.1.1';
  issued.take(racy, 2_000_000_001_000);
  assert.equal(issued.isSure(racy, 3_000_000_000_000), false, 'it was young when it was taken');
  for (const nonsense of ['', 'x', '1', '.1', '1.', '-1.2.3', '1e3.1']) assert.equal(tokenIsSure(nonsense, Date.now()), false, nonsense);
  const host = nodeHost({ root, lockDir: null });
  const { stamp } = await stamped(host, 'f');
  assert.ok('host' in (await commit(host, stamp)), 'and it can be edited');
});

test('a sure token saves the hash, and only a sure one', async (t) => {
  const root = folder(t);
  fs.writeFileSync(join(root, 'f'), 'one');
  for (const [ahead, reads] of [[0, true], [60_000, false]]) {
    let opened = 0;
    const calls = { ...systemCalls, read: (...args) => { opened += 1; return systemCalls.read(...args); } };
    const clock = { now: () => Date.now() + ahead, elapsed: () => performance.now(), pause: () => new Promise(setImmediate) };
    const host = nodeHost({ root, lockDir: null, calls, system: { clock } });
    const { stamp } = await stamped(host, 'f');
    opened = 0;
    assert.ok('host' in (await commit(host, stamp, 'one')));
    assert.equal(opened > 0, reads);
  }
});

test('S05: nanoseconds and inodes beyond 2^53 keep every digit', () => {
  const stats = { mtimeNs: 1_234_567_890_123_456_789n, ctimeNs: 1_234_567_890_123_456_788n, size: 3n, dev: 9_007_199_254_740_993n, ino: 18_446_744_073_709_551_615n };
  const token = tokenOf(stats);
  assert.equal(JSON.parse(JSON.stringify(token)), '1234567890123456789.1234567890123456788.3.9007199254740993.18446744073709551615');
  assert.notEqual(token, tokenOf({ ...stats, mtimeNs: stats.mtimeNs + 1n }));
});

test('S06: a stamp belongs to the bytes: what changes between the looks is read again', async (t) => {
  const root = folder(t);
  const f = join(root, 'f');
  for (let at = 1; ; at++) {
    fs.writeFileSync(f, 'version one');
    let made = 0;
    const calls = {};
    for (const [name, call] of Object.entries(systemCalls)) {
      calls[name] = (...args) => {
        made += 1;
        if (made === at) fs.writeFileSync(f, 'version two');
        return call(...args);
      };
    }
    const host = nodeHost({ root, lockDir: null, calls });
    made = 0;
    const { bytes, stamp } = await stamped(host, 'f');
    const looks = made;
    // Whatever was read: a commit by that stamp works if, and only if, those bytes still stand there.
    const answer = await commit(nodeHost({ root, lockDir: null }), stamp);
    assert.equal('host' in answer, String(Buffer.from(bytes)) === (at > looks ? 'version one' : 'version two'), `call ${at}`);
    if (at > looks) break;
  }
});

test('C10 C12 C14: what others did between the read and the commit', async (t) => {
  const root = folder(t);
  const f = join(root, 'f');
  const host = nodeHost({ root, lockDir: null });
  fs.writeFileSync(f, 'one');
  const { stamp } = await stamped(host, 'f');
  fs.appendFileSync(f, ' and more');
  assert.deepEqual(await commit(host, stamp), CONFLICT);
  assert.equal(text(f), 'one and more');
  fs.writeFileSync(f, 'one');
  assert.ok('host' in (await commit(host, stamp, 'one')), 'the same bytes again, by another write');
  fs.utimesSync(f, new Date(), new Date(0));
  assert.ok('host' in (await commit(host, stamp, 'one')), 'touched');
  fs.rmSync(f);
  assert.deepEqual(await commit(host, stamp), CONFLICT);
  assert.equal(fs.existsSync(f), false, 'what is gone stays gone');
});

test('C13 C15: own edits one after the other, and after a failed one, need no new read', async (t) => {
  const root = folder(t);
  fs.writeFileSync(join(root, 'f'), 'n0\n');
  const { session } = open(nodeHost({ root, lockDir: null }));
  await session.read({ filePath: 'f' });
  for (let n = 0; n < 5; n++) {
    assert.equal((await session.edit({ filePath: 'f', oldString: 'not there', newString: 'x' })).code, 'not_found');
    assert.equal((await session.edit({ filePath: 'f', oldString: `n${n}`, newString: `n${n + 1}` })).ok, true);
  }
});

test('W28: after a crash between the rename and the answer, the same call is refused and changes nothing twice', async (t) => {
  const root = folder(t);
  fs.writeFileSync(join(root, 'f'), 'x = 1\n');
  const calls = { ...systemCalls, rename: (...args) => {
    systemCalls.rename(...args);
    throw Object.assign(new Error('power cut'), { code: 'EIO' });
  } };
  const first = open(nodeHost({ root, lockDir: null, calls })).session;
  const edit = { filePath: 'f', oldString: 'x = 1', newString: 'x = 1 + 1' };
  await first.read({ filePath: 'f' });
  await first.edit(edit);
  assert.equal(text(join(root, 'f')), 'x = 1 + 1\n');
  const { session } = open(nodeHost({ root, lockDir: null }));
  await session.read({ filePath: 'f' });
  const again = await session.edit({ ...edit, oldString: 'x = 1\n', newString: 'x = 1 + 1\n' });
  assert.equal(again.code, 'not_found');
  assert.equal(text(join(root, 'f')), 'x = 1 + 1\n');
});

test('W15: only own temporary files, old by both times, are swept, and in a folder only once a host', async (t) => {
  const root = folder(t);
  fs.mkdirSync(join(root, '.stet-cccccccccccc.tmp'));
  fs.symlinkSync('f', join(root, '.stet-dddddddddddd.tmp'));
  for (const name of ['f', '.stet-aaaaaaaaaaaa.tmp', '.stet-AAAAAAAAAAAA.tmp', '.stet-aaaaaaaaaaaa.tmp.bak', '.stet-aaa.tmp', 'x.tmp', '.stet-eeeeeeeeeeee.tmp']) fs.writeFileSync(join(root, name), 'x');
  if (process.geteuid?.() === 0) fs.chownSync(join(root, '.stet-eeeeeeeeeeee.tmp'), 65_534, 65_534);
  const before = fs.readdirSync(root).sort();
  let ahead = 0;
  let listed = 0;
  const calls = { ...systemCalls, readdir: (...args) => { listed += 1; return systemCalls.readdir(...args); } };
  const clock = { now: () => Date.now() + ahead, elapsed: () => performance.now(), pause: () => new Promise(setImmediate) };
  const past = new Date(Date.now() - 7_200_000);
  fs.utimesSync(join(root, '.stet-aaaaaaaaaaaa.tmp'), past, past);
  await rewrite(nodeHost({ root, lockDir: null, calls, system: { clock } }), 'f', 'y');
  assert.deepEqual(fs.readdirSync(root).sort(), before, 'mtime alone is no proof: it can be set');
  ahead = 7_200_000;
  listed = 0;
  const host = nodeHost({ root, lockDir: null, calls, system: { clock } });
  for (const word of ['z', 'w']) await rewrite(host, 'f', word);
  assert.equal(listed, 1);
  const swept = process.geteuid?.() === 0 ? ['.stet-aaaaaaaaaaaa.tmp'] : ['.stet-aaaaaaaaaaaa.tmp', '.stet-eeeeeeeeeeee.tmp'];
  assert.deepEqual(fs.readdirSync(root).sort(), before.filter((name) => !swept.includes(name)));
});

test('the token of a commit is that of the own version, even if somebody writes right after it', async (t) => {
  const root = folder(t);
  const f = join(root, 'f');
  for (const system of [{}, { proc: false }, { windows: true, proc: false }]) {
    fs.writeFileSync(f, 'old');
    const calls = { ...systemCalls, rename: (...args) => {
      systemCalls.rename(...args);
      fs.writeFileSync(join(root, 'g'), 'theirs, longer');
      fs.renameSync(join(root, 'g'), f);
    } };
    const answer = await rewrite(nodeHost({ root, lockDir: null, calls, system }), 'f', 'mine');
    assert.notEqual(answer.host, tokenOf(fs.lstatSync(f, { bigint: true })));
    if (system.proc !== false) assert.match(answer.host, /^\d+\.\d+\.4\./);
  }
});
