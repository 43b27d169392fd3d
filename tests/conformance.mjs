// What every host must do, as one suite that each host's test file calls:
//
//   conformance('memory', async (t) => ({ host, outside, root }));
//
// `make` is called for each test and gives an empty host. `outside` is somebody else at the same files: put(path, bytes),
// get(path) -> bytes | null, remove(path), mkdir(path), and where the host's capabilities say so symlink(target, path),
// mkfifo(path), chmod(path, mode), mode(path), touch(path). Paths are relative to the root. A host cleans up by t.after.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createHash } from 'node:crypto';

const bytes = (text) => new TextEncoder().encode(text);
const text = (read) => new TextDecoder().decode(read.bytes);
const sha1 = (data) => createHash('sha1').update(data).digest('hex');
const MAX = { max: 1 << 20 };

export function conformance(name, make) {
  const check = (title, needs, body) => {
    test(`${name}: ${title}`, async (t) => {
      const made = await make(t);
      const lacks = needs.filter((need) => !made.host.capabilities[need] && typeof made.outside[need] !== 'function');
      if (lacks.length > 0) return t.skip(`this host has no ${lacks.join(', ')}`);
      await body(made, t);
    });
  };
  const read = async (host, path) => {
    const found = await host.read(path, MAX);
    assert.ok(found !== null && !('failed' in found), `${path} can't be read: ${JSON.stringify(found)}`);
    return found;
  };
  const stampOf = (found) => ({ host: found.host, sha1: sha1(found.bytes) });
  const failure = (answer, ...codes) => {
    assert.ok(answer !== null && typeof answer === 'object' && 'failed' in answer, `no failure: ${JSON.stringify(answer)}`);
    if (codes.length > 0) assert.ok(codes.includes(answer.failed), `${answer.failed}, wanted ${codes.join(' or ')}`);
  };
  const splice = (start, endExclusive, what) => ({ start, endExclusive, text: bytes(what) });

  check('a new file is created with its folders, and read back byte for byte', [], async ({ host, outside }) => {
    const content = Uint8Array.from({ length: 256 }, (_, at) => at);
    const made = await host.commit('a/b/c.bin', { bytes: content }, { ifAbsent: true });
    assert.equal(typeof made.host, 'string');
    const found = await read(host, 'a/b/c.bin');
    assert.deepEqual([...found.bytes], [...content]);
    assert.equal(found.host, made.host, 'the token of the commit is that of the file');
    assert.deepEqual([...(await outside.get('a/b/c.bin'))], [...content]);
  });

  check('an empty file is a file', [], async ({ host }) => {
    assert.ok('host' in (await host.commit('empty', { bytes: new Uint8Array(0) }, { ifAbsent: true })));
    assert.equal((await read(host, 'empty')).bytes.length, 0);
    assert.equal((await host.stat('empty')).size, 0);
  });

  check('absent is null, not a failure', [], async ({ host, outside }) => {
    await outside.mkdir('there');
    assert.equal(await host.stat('not.txt'), null);
    assert.equal(await host.read('not.txt', MAX), null);
    assert.equal(await host.stat('there/not/at/all.txt'), null);
    assert.equal(await host.list('nowhere', { max: 10 }), null);
    const where = await host.resolve('there/not/at/all.txt');
    assert.match(where.real, /there\/not\/at\/all\.txt$/);
  });

  check('stat tells files from folders, and agrees with read', [], async ({ host, outside }) => {
    await outside.put('d/f.txt', bytes('four'));
    const stat = await host.stat('d/f.txt');
    const found = await read(host, 'd/f.txt');
    assert.deepEqual([stat.kind, stat.size, stat.host, stat.real], ['file', 4, found.host, found.real]);
    assert.equal((await host.resolve('d/f.txt')).real, stat.real);
    assert.equal((await host.stat('d')).kind, 'directory');
    assert.equal((await host.stat('.')).kind, 'directory');
    failure(await host.read('d', MAX), 'is_directory');
    failure(await host.commit('d', { bytes: bytes('x') }, { ifAbsent: true }), 'is_directory');
  });

  check('the real path is one, however the file is called, and can itself be used', [], async ({ host, outside }) => {
    await outside.put('d/f.txt', bytes('x'));
    const reals = [];
    for (const path of ['d/f.txt', './d/f.txt', 'd//f.txt', 'd/./f.txt', 'd/../d/f.txt']) reals.push((await host.resolve(path)).real);
    assert.equal(new Set(reals).size, 1, reals.join(' '));
    assert.equal(text(await read(host, reals[0])), 'x');
    assert.equal((await host.stat(reals[0])).real, reals[0]);
  });

  check('splices change what they name and nothing else', [], async ({ host, outside }) => {
    const base = Uint8Array.from([0xff, 0xfe, 0, 13, 10, 65, 66, 67, 13, 0xc3]);
    await outside.put('f', base);
    const before = await read(host, 'f');
    const made = await host.commit('f', { base: before.bytes, splices: [splice(5, 6, 'xyz'), splice(7, 8, ''), splice(10, 10, '!')] }, { ifStamp: stampOf(before) });
    assert.ok('host' in made, JSON.stringify(made));
    assert.deepEqual([...(await outside.get('f'))], [0xff, 0xfe, 0, 13, 10, 120, 121, 122, 66, 13, 0xc3, 33]);
    assert.equal((await read(host, 'f')).host, made.host);
    assert.notEqual(made.host, before.host);
  });

  check('whole bytes replace longer and shorter content', [], async ({ host, outside }) => {
    await outside.put('f', bytes('some text'));
    for (const content of ['a much longer text than before', 'x', '']) {
      const before = await read(host, 'f');
      assert.ok('host' in (await host.commit('f', { bytes: bytes(content) }, { ifStamp: stampOf(before) })));
      assert.equal(text({ bytes: await outside.get('f') }), content);
    }
  });

  check('a commit on another version is a conflict and changes nothing', [], async ({ host, outside }) => {
    await outside.put('f', bytes('one'));
    const before = await read(host, 'f');
    await outside.put('f', bytes('two'));
    assert.deepEqual(await host.commit('f', { bytes: bytes('mine') }, { ifStamp: stampOf(before) }), { conflict: true });
    assert.equal(text({ bytes: await outside.get('f') }), 'two');
    await outside.remove('f');
    assert.deepEqual(await host.commit('f', { bytes: bytes('mine') }, { ifStamp: stampOf(before) }), { conflict: true });
    assert.equal(await outside.get('f'), null, 'a file that is gone stays gone');
  });

  check('a touched file is a conflict or is written, never lost', ['touch'], async ({ host, outside }) => {
    await outside.put('f', bytes('one'));
    const before = await read(host, 'f');
    await outside.touch('f');
    const made = await host.commit('f', { bytes: bytes('mine') }, { ifStamp: stampOf(before) });
    assert.equal(text({ bytes: await outside.get('f') }), 'conflict' in made ? 'one' : 'mine');
  });

  check('ifAbsent on a file that is there is a conflict', [], async ({ host, outside }) => {
    await outside.put('f', bytes('theirs'));
    assert.deepEqual(await host.commit('f', { bytes: bytes('mine') }, { ifAbsent: true }), { conflict: true });
    assert.equal(text({ bytes: await outside.get('f') }), 'theirs');
  });

  check('of racing commits on one stamp exactly one wins', [], async ({ host, outside }) => {
    for (let round = 0; round < 10; round++) {
      await outside.put('f', bytes(`round ${round}`));
      const stamp = stampOf(await read(host, 'f'));
      const made = await Promise.all(['a', 'b', 'c', 'd'].map((who) => host.commit('f', { bytes: bytes(who) }, { ifStamp: stamp })));
      const winners = made.flatMap((answer, at) => ('host' in answer ? ['abcd'[at]] : []));
      assert.equal(winners.length, 1, JSON.stringify(made));
      assert.equal(text({ bytes: await outside.get('f') }), winners[0]);
    }
  });

  check('of racing creates exactly one wins', [], async ({ host, outside }) => {
    for (let round = 0; round < 10; round++) {
      const path = `new/${round}.txt`;
      const made = await Promise.all(['a', 'b', 'c'].map((who) => host.commit(path, { bytes: bytes(who) }, { ifAbsent: true })));
      const winners = made.flatMap((answer, at) => ('host' in answer ? ['abc'[at]] : []));
      assert.equal(winners.length, 1, JSON.stringify(made));
      assert.equal(text({ bytes: await outside.get(path) }), winners[0]);
    }
  });

  check('remove takes the stamped version away and no other', [], async ({ host, outside }) => {
    await outside.put('f', bytes('one'));
    const stamp = stampOf(await read(host, 'f'));
    await outside.put('f', bytes('two'));
    assert.deepEqual(await host.remove('f', { ifStamp: stamp }), { conflict: true });
    assert.equal(text({ bytes: await outside.get('f') }), 'two');
    assert.deepEqual(await host.remove('f', { ifStamp: stampOf(await read(host, 'f')) }), { removed: true });
    assert.equal(await host.stat('f'), null);
    assert.deepEqual(await host.remove('f', { ifStamp: stamp }), { conflict: true });
    failure(await host.remove('.', { ifStamp: stamp }));
  });

  check('list names what is in a folder, bounded', [], async ({ host, outside }) => {
    await outside.put('d/b.txt', bytes(''));
    await outside.put('d/a.txt', bytes(''));
    await outside.put('d/sub/deep.txt', bytes(''));
    assert.deepEqual((await host.list('d', { max: 10 })).sort(), ['a.txt', 'b.txt', 'sub/']);
    assert.equal((await host.list('d', { max: 2 })).length, 2);
    failure(await host.list('d/a.txt', { max: 10 }));
  });

  check('a file over the limit is refused before it is handed over', [], async ({ host, outside }) => {
    await outside.put('f', new Uint8Array(100));
    const answer = await host.read('f', { max: 99 });
    failure(answer, 'too_large');
    assert.deepEqual([answer.data.size, answer.data.limit], [100, 99]);
    assert.equal((await host.read('f', { max: 100 })).bytes.length, 100);
  });

  check('no path leads out of the root', [], async ({ host }) => {
    for (const path of ['..', '../x', '../../etc/passwd', 'a/../../x', './../x']) {
      failure(await host.resolve(path), 'outside_root');
      failure(await host.stat(path), 'outside_root');
      failure(await host.read(path, MAX), 'outside_root');
      failure(await host.commit(path, { bytes: bytes('x') }, { ifAbsent: true }), 'outside_root');
      failure(await host.list(path, { max: 1 }), 'outside_root');
    }
  });

  check('impossible paths fail as values', [], async ({ host, outside }) => {
    await outside.put('file', bytes('x'));
    for (const path of ['', 'a\0b', 'x'.repeat(5_000)]) {
      failure(await host.resolve(path), 'invalid_input');
      failure(await host.stat(path), 'invalid_input');
      failure(await host.read(path, MAX), 'invalid_input');
      failure(await host.commit(path, { bytes: bytes('x') }, { ifAbsent: true }), 'invalid_input');
      failure(await host.remove(path, { ifStamp: { host: '', sha1: '' } }), 'invalid_input');
      failure(await host.list(path, { max: 1 }), 'invalid_input');
    }
    // Below something that is no folder there is nothing, or nothing that can be reached; it can't be created.
    failure(await host.commit('file/below', { bytes: bytes('x') }, { ifAbsent: true }));
    assert.equal(text({ bytes: await outside.get('file') }), 'x');
  });

  check('a commit that was called off before it began leaves the old file', [], async ({ host, outside }) => {
    await outside.put('f', bytes('old'));
    const stamp = stampOf(await read(host, 'f'));
    const signal = AbortSignal.abort();
    failure(await host.commit('f', { bytes: bytes('new') }, { ifStamp: stamp }, { signal }), 'aborted');
    assert.equal(text({ bytes: await outside.get('f') }), 'old');
  });

  check('the bytes that a read gave are the caller\'s own', [], async ({ host, outside }) => {
    await outside.put('f', bytes('old'));
    const found = await read(host, 'f');
    found.bytes.fill(0);
    assert.equal(text(await read(host, 'f')), 'old');
    const mine = bytes('mine');
    await host.commit('g', { bytes: mine }, { ifAbsent: true });
    mine.fill(0);
    assert.equal(text(await read(host, 'g')), 'mine');
  });

  // ------------------------------------------------------------------------------------------------ links

  check('a link is told from its target, and not followed', ['links', 'symlink'], async ({ host, outside }) => {
    await outside.put('real.txt', bytes('real'));
    await outside.symlink('real.txt', 'link.txt');
    const stat = await host.stat('link.txt');
    assert.equal(stat.kind, 'symlink');
    assert.equal((await host.stat(stat.target)).kind, 'file', 'the target is a path for further calls');
    assert.equal((await host.stat(stat.target)).real, (await host.stat('real.txt')).real);
    failure(await host.read('link.txt', MAX), 'symlink');
    const stamp = stampOf(await read(host, 'real.txt'));
    failure(await host.commit('link.txt', { bytes: bytes('x') }, { ifStamp: stamp }), 'symlink');
    failure(await host.commit('link.txt', { bytes: bytes('x') }, { ifAbsent: true }), 'symlink');
    failure(await host.remove('link.txt', { ifStamp: stamp }), 'symlink');
    assert.equal(text({ bytes: await outside.get('real.txt') }), 'real');
    assert.equal((await host.stat('link.txt')).kind, 'symlink');
  });

  check('links that lead nowhere, out, or in a circle have no target and create nothing', ['links', 'symlink'], async ({ host, outside }) => {
    await outside.symlink('gone.txt', 'dangling');
    await outside.symlink('../../../../../../../../etc/passwd', 'out');
    await outside.symlink('b', 'a');
    await outside.symlink('a', 'b');
    for (const path of ['dangling', 'out', 'a']) {
      const stat = await host.stat(path);
      assert.equal(stat.kind, 'symlink', path);
      assert.equal(stat.target ?? null, null, path);
      failure(await host.read(path, MAX), 'symlink');
      failure(await host.commit(path, { bytes: bytes('x') }, { ifAbsent: true }), 'symlink');
    }
    assert.equal(await host.stat('gone.txt'), null);
    failure(await host.read('a/below', MAX));
    failure(await host.commit('a/below', { bytes: bytes('x') }, { ifAbsent: true }));
  });

  check('links in parents are followed inside the root, and the real path is one', ['links', 'symlink'], async ({ host, outside }) => {
    await outside.put('sub/f.txt', bytes('x'));
    await outside.symlink('sub', 'alias');
    assert.equal((await host.resolve('alias/f.txt')).real, (await host.resolve('sub/f.txt')).real);
    const found = await read(host, 'alias/f.txt');
    assert.equal(found.real, (await host.stat('sub/f.txt')).real);
    assert.ok('host' in (await host.commit('alias/f.txt', { bytes: bytes('y') }, { ifStamp: stampOf(found) })));
    assert.ok('host' in (await host.commit('alias/new/g.txt', { bytes: bytes('g') }, { ifAbsent: true })));
    assert.equal(text({ bytes: await outside.get('sub/new/g.txt') }), 'g');
    assert.equal((await host.resolve('alias/not/yet')).real, (await host.resolve('sub/not/yet')).real);
  });

  check('links in parents that leave the root are refused, and nothing is made out there', ['links', 'symlink'], async ({ host, outside }) => {
    await outside.symlink('../../../../../../../../tmp', 'way-out');
    for (const path of ['way-out/stet-conformance.txt', 'way-out/stet-conformance/new.txt']) {
      failure(await host.resolve(path), 'outside_root');
      failure(await host.stat(path), 'outside_root');
      failure(await host.read(path, MAX), 'outside_root');
      failure(await host.commit(path, { bytes: bytes('x') }, { ifAbsent: true }), 'outside_root');
    }
  });

  check('a pipe is neither opened nor replaced', ['mkfifo'], async ({ host, outside }) => {
    await outside.mkfifo('pipe');
    assert.equal((await host.stat('pipe')).kind, 'other');
    failure(await host.read('pipe', MAX), 'not_regular');
    failure(await host.commit('pipe', { bytes: bytes('x') }, { ifAbsent: true }), 'not_regular');
    assert.equal((await host.stat('pipe')).kind, 'other');
  });

  check('permission bits are kept', ['modes', 'chmod'], async ({ host, outside }) => {
    for (const mode of [0o755, 0o600, 0o640]) {
      await outside.put('f', bytes('#!/bin/sh'));
      await outside.chmod('f', mode);
      const before = await read(host, 'f');
      assert.ok('host' in (await host.commit('f', { bytes: bytes('#!/bin/sh\n') }, { ifStamp: stampOf(before) })));
      assert.equal((await outside.mode('f')) & 0o777, mode);
    }
  });
}
