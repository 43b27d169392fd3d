// Every system call of every operation fails once in every way, and the process "dies" right before and after each: the old
// bytes or the new ones, an honest answer, no temporary file, no lock, no folder and no handle left. Complete, not sampled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../helpers/stet.mjs';
import { FAULTS, faulty, folder, fs, hasty, join, nodeHost, stamped, swiftFolder, systemCalls, temps } from './lib.mjs';

const OLD = 'old content, of some length\n';
const codes = new Set([
  'invalid_input', 'outside_root', 'missing', 'exists', 'is_directory', 'not_regular', 'symlink', 'too_large', 'conflict', 'busy',
  'permission_denied', 'read_only_fs', 'no_space', 'io_error', 'stale', 'not_read', 'internal',
]);

/**
 * What is swept. `prepare` runs with sound calls; `run` answers `{ ok, code?, atomic? }`; `file` has `old` before and `fresh`
 * after it (null: not there). `inPlace`: a crash may tear it, and then the kept bytes are the old ones.
 */
const operations = {
  read: {
    file: 'f', old: OLD, fresh: OLD,
    run: async (host) => {
      const answer = await host.read('f', { max: 100 });
      if (answer && !('failed' in answer)) assert.equal(String(Buffer.from(answer.bytes)), OLD, 'what was read is what is there');
      return answer && !('failed' in answer) ? { ok: true } : { ok: false, code: answer?.failed ?? 'missing' };
    },
  },
  edit: { file: 'f', old: OLD, fresh: OLD.replace('old', 'brand new'), session: (s) => s.edit({ filePath: 'f', oldString: 'old', newString: 'brand new' }) },
  'edit that shortens': { file: 'f', old: OLD, fresh: OLD.replace(', of some length', ''), session: (s) => s.edit({ filePath: 'f', oldString: ', of some length', newString: '' }) },
  write: { file: 'f', old: OLD, fresh: 'x\n', session: (s) => s.write({ filePath: 'f', content: 'x\n' }) },
  create: { file: 'new/deep/g', old: null, fresh: 'made\n', session: (s) => s.edit({ filePath: 'new/deep/g', oldString: '', newString: 'made\n' }) },
  'write a new file': { file: 'g', old: null, fresh: 'made\n', session: (s) => s.write({ filePath: 'g', content: 'made\n' }) },
  'edit of a hard link, longer': { file: 'f', link: true, inPlace: true, old: OLD, fresh: OLD.replace('old', 'brand new'), session: (s) => s.edit({ filePath: 'f', oldString: 'old', newString: 'brand new' }) },
  'edit of a hard link, shorter': { file: 'f', link: true, inPlace: true, old: OLD, fresh: OLD.replace('old ', ''), session: (s) => s.edit({ filePath: 'f', oldString: 'old ', newString: '' }) },
  remove: {
    file: 'f', old: OLD, fresh: null,
    run: async (host, stamp) => {
      const answer = await host.remove('f', { ifStamp: stamp });
      return 'removed' in answer ? { ok: true } : { ok: false, code: 'failed' in answer ? answer.failed : 'conflict' };
    },
  },
};

const systems = {
  'as here': { options: {} },
  'without /proc': { options: { system: { proc: false, namespaces: false, clock: hasty } } },
  'as on Windows': { options: { system: { windows: true, proc: false, namespaces: false, clock: hasty } } },
  'durability full': { options: { durability: 'full' } },
};

// Whether bytes survive a power cut can't be seen here: forcing them to the disk is called, and may fail, but isn't waited for.
const swift = { ...systemCalls, flush: async () => {}, sync: () => {} };

const contentOf = (path) => (fs.existsSync(path) ? fs.readFileSync(path, 'utf8') : null);

for (const [kind, { options }] of Object.entries(systems)) {
  for (const [name, operation] of Object.entries(operations)) {
    test(`faults, ${kind}: ${name}`, async (t) => {
      let runs = 0;
      for (const fault of FAULTS) {
        // In place only the size can be verified: a lie there isn't found out.
        if (fault !== 'LIE' || !operation.inPlace) runs += await sweep(t, options, operation, fault, `${kind}, ${name}, ${fault}`);
      }
      t.diagnostic(`${runs} runs`);
    });
  }
}

async function sweep(t, options, operation, fault, title) {
  const { file, old, fresh, link, inPlace } = operation;
  const crash = fault.startsWith('CRASH');
  for (let at = 1; ; at++) {
    const base = fs.mkdtempSync(join(folderOf(t), 'run-'));
    const root = join(base, 'root');
    const lockDir = join(base, 'locks');
    fs.mkdirSync(root);
    fs.mkdirSync(lockDir, { mode: 0o700 });
    if (old !== null) fs.writeFileSync(join(root, file), old, { mode: 0o640 });
    if (link) fs.linkSync(join(root, file), join(root, 'other-name'));
    const { calls, state } = faulty(Number.POSITIVE_INFINITY, fault, { calls: swift });
    const armed = { ...calls };
    const host = nodeHost({ root, lockDir, ...options, calls: armed });
    const { session } = open(host);
    let stamp;
    if (old !== null) {
      stamp = (await stamped(host, file)).stamp;
      assert.equal((await session.read({ filePath: file })).ok, true);
    }
    // From here on one call fails.
    const broken = faulty(at, fault, { calls: swift });
    Object.assign(armed, broken.calls);
    const outcome = operation.session ? await operation.session(session) : await operation.run(host, stamp);
    const where = `${title}, call ${at} (${broken.state.fired})`;
    const now = contentOf(join(root, file));
    const kept = fs.readdirSync(lockDir).filter((entry) => entry.startsWith('kept-'));
    if (crash && broken.state.fired) {
      const torn = now !== old && now !== fresh;
      if (inPlace) assert.ok(!torn || kept.some((entry) => contentOf(join(lockDir, entry)) === old), `${where}: torn, and the old bytes aren't kept`);
      else assert.ok(!torn, `${where}: ${JSON.stringify(now)}`);
      for (const fd of broken.state.open.keys()) systemCalls.close(fd);
      await goesOn(root, lockDir, file, now, where, options);
    } else {
      assert.equal(now, outcome.ok ? fresh : old, `${where}: ${JSON.stringify(outcome)}`);
      if (mustFail(fault, broken.state)) assert.equal(outcome.ok, false, `${where}: nobody may take this for done`);
      if (fault === 'SHORT') assert.equal(outcome.ok, true, `${where}: the rest is written too`);
      if (!outcome.ok) assert.ok(codes.has(outcome.code), `${where}: ${outcome.code}`);
      assert.deepEqual(temps(root), [], where);
      assert.deepEqual(fs.readdirSync(lockDir), [], `${where}: left in the folder of the locks`);
      assert.deepEqual([...broken.state.open.values()], [], `${where}: handles`);
      if (old === null && !outcome.ok) assert.deepEqual(fs.readdirSync(root), [], `${where}: folders stay after a failure`);
      if (now !== null && old !== null) assert.equal(fs.statSync(join(root, file)).mode & 0o777, 0o640, where);
      if (link) assert.equal(contentOf(join(root, 'other-name')), now, where);
    }
    fs.rmSync(base, { recursive: true });
    if (!broken.state.fired) {
      assert.ok(outcome.ok, `${where}: without a fault it works: ${JSON.stringify(outcome)}`);
      return at;
    }
  }
}

/** What was to be forced to the disk and wasn't, or was written and didn't arrive, is no success. */
function mustFail(fault, { fired, on }) {
  if (fault === 'SHORT' || fired === null) return false;
  const temporary = on.endsWith('.tmp written');
  if (fault === 'LIE') return fired === 'write' && temporary;
  return (temporary && ['write', 'flush', 'close'].includes(fired)) || (fired === 'sync' && /\/f written$/.test(on));
}

/** After a crash the next process works on: the dead one's lock is freed at once, and its temporary file harms nobody. */
async function goesOn(root, lockDir, file, now, where, options) {
  if (now === null) return;
  const alone = { ...systemCalls, isAlive: () => false };
  const host = nodeHost({ root, lockDir, ...options, calls: alone });
  const { stamp } = await stamped(host, file);
  const answer = await host.commit(file, { bytes: Buffer.from('after the crash') }, { ifStamp: stamp });
  assert.ok('host' in answer && answer.locked !== false, `${where}: the next one gets ${JSON.stringify(answer)}`);
  assert.equal(contentOf(join(root, file)), 'after the crash', where);
}

const folders = new Map();
function folderOf(t) {
  if (!folders.has(t)) folders.set(t, folder(t, 'faults', swiftFolder));
  return folders.get(t);
}

// The disk dies for good: from the n-th call on, everything that would change it fails. What is left can't be cleaned then,
// but the file is the old one or the new one, and the answer is true.
const CHANGES = ['write', 'truncate', 'chmod', 'chown', 'sync', 'flush', 'rename', 'link', 'unlink', 'mkdir', 'rmdir', 'symlink'];

for (const fault of ['EIO', 'ENOSPC', 'EACCES']) {
  test(`from one call on everything fails by ${fault}`, async (t) => {
    for (const [name, operation] of Object.entries(operations)) {
      if (!operation.session || operation.inPlace) continue;
      for (let at = 1; ; at++) {
        const base = fs.mkdtempSync(join(folderOf(t), 'run-'));
        fs.mkdirSync(join(base, 'root'));
        fs.mkdirSync(join(base, 'locks'), { mode: 0o700 });
        const { file, old, fresh } = operation;
        if (old !== null) fs.writeFileSync(join(base, 'root', file), old);
        const calls = { ...swift };
        const { session } = open(nodeHost({ root: join(base, 'root'), lockDir: join(base, 'locks'), calls }));
        if (old !== null) await session.read({ filePath: file });
        let made = 0;
        for (const change of CHANGES) {
          calls[change] = (...args) => {
            made += 1;
            if (made >= at) throw Object.assign(new Error(fault), { code: fault, syscall: change });
            return swift[change](...args);
          };
        }
        const outcome = await operation.session(session);
        if (outcome.code !== 'partial_write') assert.equal(contentOf(join(base, 'root', file)), outcome.ok ? fresh : old, `${name}, change ${at}: ${JSON.stringify(outcome)}`);
        fs.rmSync(base, { recursive: true });
        if (made < at) break;
      }
    }
  });
}

// A write in place on a disk that dies: put back, or said to be partial, with the old bytes where the answer says.
test('a write in place that can be neither finished nor put back keeps the old bytes, and says where', async (t) => {
  let partial = 0;
  for (const [oldText, newText] of [['old content\n', 'brand new content\n'], ['old content\n', 'new\n']]) {
    for (let at = 1; ; at++) {
      const base = fs.mkdtempSync(join(folderOf(t), 'run-'));
      const [root, lockDir] = [join(base, 'root'), join(base, 'locks')];
      fs.mkdirSync(root);
      fs.mkdirSync(lockDir, { mode: 0o700 });
      fs.writeFileSync(join(root, 'f'), oldText);
      fs.linkSync(join(root, 'f'), join(root, 'g'));
      const calls = { ...systemCalls };
      const host = nodeHost({ root, lockDir, calls });
      const { stamp } = await stamped(host, 'f');
      const target = fs.statSync(join(root, 'f')).ino;
      let made = 0;
      for (const change of ['write', 'truncate', 'sync']) {
        calls[change] = (fd, ...args) => {
          if (fs.fstatSync(fd).ino === target && ++made >= at) throw Object.assign(new Error('EIO'), { code: 'EIO', syscall: change });
          // Byte by byte, so that it can be torn anywhere.
          if (change === 'write') return systemCalls.write(fd, args[0], args[1], Math.min(1, args[2]), args[3]);
          return systemCalls[change](fd, ...args);
        };
      }
      const answer = await host.commit('f', { bytes: Buffer.from(newText) }, { ifStamp: stamp });
      const now = contentOf(join(root, 'f'));
      if (answer.failed === 'partial_write') {
        partial += 1;
        assert.equal(contentOf(answer.data.kept), oldText, 'the old bytes are where the answer says');
      } else {
        assert.equal(now, 'host' in answer ? newText : oldText, `change ${at}: ${JSON.stringify(answer)}`);
        assert.deepEqual(fs.readdirSync(lockDir), []);
      }
      if ('host' in answer) break;
    }
  }
  assert.ok(partial > 10, 'the case was reached');
});
