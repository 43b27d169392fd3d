// The node host on a real disk: the conformance suite, and what only a disk can show. Needs no rights; what does, says so.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { conformance } from './conformance.mjs';
import { open, part } from './helpers/stet.mjs';

const { nodeHost } = await part('hosts/node/index');
const { systemCalls } = await part('hosts/node/fs');

function folder(t) {
  const root = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'stet-test-')));
  t.after(() => fs.rmSync(root, { recursive: true, force: true }));
  return root;
}

conformance('node', (t) => {
  const root = folder(t);
  const at = (path) => join(root, path);
  const outside = {
    put: (path, content) => {
      fs.mkdirSync(dirname(at(path)), { recursive: true });
      fs.writeFileSync(at(path), content);
    },
    get: (path) => (fs.existsSync(at(path)) ? fs.readFileSync(at(path)) : null),
    remove: (path) => fs.rmSync(at(path), { recursive: true }),
    mkdir: (path) => fs.mkdirSync(at(path), { recursive: true }),
    symlink: (target, path) => fs.symlinkSync(target, at(path)),
    mkfifo: (path) => execFileSync('mkfifo', [at(path)]),
    chmod: (path, mode) => fs.chmodSync(at(path), mode),
    mode: (path) => fs.statSync(at(path)).mode & 0o777,
    touch: (path) => fs.utimesSync(at(path), new Date(), new Date(Date.now() + 5_000)),
  };
  return { host: nodeHost({ root }), outside, root };
});

const stamped = async (host, path) => {
  const { bytes, host: token } = await host.read(path, { max: 1 << 20 });
  const { createHash } = await import('node:crypto');
  return { bytes, stamp: { host: token, sha1: createHash('sha1').update(bytes).digest('hex') } };
};
const temps = (root) => fs.readdirSync(root).filter((name) => name.includes('.stet-'));

test('hard links: both names show the change, which is said not to be atomic', async (t) => {
  const root = folder(t);
  fs.writeFileSync(join(root, 'a'), 'one');
  fs.linkSync(join(root, 'a'), join(root, 'b'));
  const host = nodeHost({ root });
  const { stamp } = await stamped(host, 'a');
  const answer = await host.commit('a', { bytes: Buffer.from('longer') }, { ifStamp: stamp });
  assert.equal(answer.atomic, false);
  assert.equal(fs.readFileSync(join(root, 'b'), 'utf8'), 'longer');
  assert.equal(fs.statSync(join(root, 'a')).ino, fs.statSync(join(root, 'b')).ino);
});

test('a read-only file is refused, not replaced', async (t) => {
  const root = folder(t);
  fs.writeFileSync(join(root, 'a'), 'one');
  fs.chmodSync(join(root, 'a'), 0o444);
  const host = nodeHost({ root });
  const { stamp } = await stamped(host, 'a');
  assert.equal((await host.commit('a', { bytes: Buffer.from('two') }, { ifStamp: stamp })).failed, 'permission_denied');
  assert.equal(fs.readFileSync(join(root, 'a'), 'utf8'), 'one');
});

test('a link loop, a dangling parent and a file as parent are refused, and nothing is made', async (t) => {
  const root = folder(t);
  fs.symlinkSync('l2', join(root, 'l1'));
  fs.symlinkSync('l1', join(root, 'l2'));
  fs.symlinkSync('gone', join(root, 'dangling'));
  fs.writeFileSync(join(root, 'file'), 'x');
  const host = nodeHost({ root });
  for (const path of ['l1/x', 'dangling/x', 'file/x']) {
    const answer = await host.commit(path, { bytes: Buffer.from('y') }, { ifAbsent: true });
    assert.ok('failed' in answer, path);
  }
  assert.equal(fs.existsSync(join(root, 'gone')), false);
  assert.deepEqual(temps(root), []);
});

test('a parent that leads out of the root is refused', async (t) => {
  const root = folder(t);
  const other = folder(t);
  fs.symlinkSync(other, join(root, 'out'));
  const host = nodeHost({ root });
  assert.equal((await host.commit('out/x', { bytes: Buffer.from('y') }, { ifAbsent: true })).failed, 'outside_root');
  assert.deepEqual(fs.readdirSync(other), []);
});

test('the same bytes through a linked folder and by its own name are one file', async (t) => {
  const root = folder(t);
  fs.mkdirSync(join(root, 'real'));
  fs.symlinkSync('real', join(root, 'alias'));
  fs.writeFileSync(join(root, 'real/f'), Array.from({ length: 10 }, (_, at) => `n${at}\n`).join(''));
  const host = nodeHost({ root });
  const sessions = [open(host).session, open(nodeHost({ root })).session];
  for (const session of sessions) assert.equal((await session.read({ filePath: 'real/f' })).ok, true);
  const edits = Array.from({ length: 10 }, (_, at) =>
    sessions[at % 2].edit({ filePath: at % 2 ? 'alias/f' : 'real/f', oldString: `n${at}\n`, newString: `m${at}\n` }));
  assert.deepEqual((await Promise.all(edits)).map((outcome) => outcome.ok), Array(10).fill(true));
  assert.equal(fs.readFileSync(join(root, 'real/f'), 'utf8').match(/m/g).length, 10);
});

test('names of 250 characters work, of 300 are refused', async (t) => {
  const root = folder(t);
  const host = nodeHost({ root });
  assert.ok('host' in (await host.commit('n'.repeat(250), { bytes: Buffer.from('y') }, { ifAbsent: true })));
  assert.equal((await host.commit('n'.repeat(300), { bytes: Buffer.from('y') }, { ifAbsent: true })).failed, 'invalid_input');
});

test('modes are kept whatever the umask', async (t) => {
  const root = folder(t);
  const host = nodeHost({ root });
  for (const umask of [0o077, 0o777, 0o022]) {
    const before = process.umask(umask);
    try {
      for (const mode of [0o755, 0o640, 0o600]) {
        fs.writeFileSync(join(root, 'f'), 'one');
        fs.chmodSync(join(root, 'f'), mode);
        const { stamp } = await stamped(host, 'f');
        assert.ok('host' in (await host.commit('f', { bytes: Buffer.from('two') }, { ifStamp: stamp })));
        assert.equal(fs.statSync(join(root, 'f')).mode & 0o777, mode);
        fs.rmSync(join(root, 'f'));
      }
    } finally {
      process.umask(before);
    }
  }
});

// Every call of a commit fails once, in every way: old bytes or new ones, an honest answer, no temporary file, no handle left.
const FAULTS = ['ENOSPC', 'EIO', 'EACCES', 'EMFILE', 'EPERM', 'EBUSY', 'EXDEV', 'SHORT'];

function faulty(failAt, fault) {
  let made = 0;
  let fired = false;
  const open = new Set();
  const calls = {};
  for (const [name, call] of Object.entries(systemCalls)) {
    calls[name] = (...args) => {
      made += 1;
      if (made === failAt) {
        fired = true;
        if (fault === 'SHORT') {
          if (name === 'write') return call(args[0], args[1], args[2], Math.min(1, args[3]), args[4]);
        } else if (name !== 'close' && name !== 'unlink' && name !== 'rmdir') {
          throw Object.assign(new Error(fault), { code: fault, syscall: name });
        }
      }
      const answer = call(...args);
      if (name === 'open') open.add(answer);
      if (name === 'close') open.delete(args[0]);
      return answer;
    };
  }
  return { calls, open, fired: () => fired };
}

for (const fault of FAULTS) {
  test(`every system call of replace and create fails by ${fault}`, async (t) => {
    const root = folder(t);
    let at = 0;
    for (;;) {
      at += 1;
      fs.writeFileSync(join(root, 'f'), 'old content');
      fs.rmSync(join(root, 'new'), { recursive: true, force: true });
      const { stamp } = await stamped(nodeHost({ root }), 'f');
      const replacing = faulty(Number.POSITIVE_INFINITY, fault);
      const counted = faulty(at + 1, fault);
      const host = nodeHost({ root, calls: counted.calls });
      const answer = await host.commit('f', { base: Buffer.from('old content'), splices: [{ start: 0, endExclusive: 3, text: Buffer.from('brand new') }] }, { ifStamp: stamp });
      const now = fs.readFileSync(join(root, 'f'), 'utf8');
      if ('host' in answer) assert.equal(now, 'brand new content', `call ${at}`);
      else assert.equal(now, 'old content', `call ${at}: ${JSON.stringify(answer)}`);
      const creating = faulty(at + 1, fault);
      const made = await nodeHost({ root, calls: creating.calls }).commit('new/deep/f', { bytes: Buffer.from('made') }, { ifAbsent: true });
      if ('host' in made) assert.equal(fs.readFileSync(join(root, 'new/deep/f'), 'utf8'), 'made');
      else assert.equal(fs.existsSync(join(root, 'new')), false, `call ${at}: folders stay after ${JSON.stringify(made)}`);
      const reading = faulty(at + 1, fault);
      const read = await nodeHost({ root, calls: reading.calls }).read('f', { max: 100 });
      if (!('failed' in read)) assert.equal(Buffer.from(read.bytes).toString(), now);
      for (const used of [counted, creating, reading, replacing]) assert.equal(used.open.size, 0, `call ${at}: a handle stays open`);
      assert.deepEqual(fs.readdirSync(root, { recursive: true }).filter((name) => name.includes('.stet-')), [], `call ${at}`);
      if (!counted.fired() && !creating.fired() && !reading.fired()) break;
    }
    assert.ok(at > 10, 'the sweep reached the calls');
  });
}
