// The memory host keeps what js/host.ts promises, at the root of its tree and below it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conformance } from './conformance.mjs';
import { memoryHost } from './helpers/stet.mjs';

const outsideOf = (host) => ({
  put: (path, content) => host.put(path, content),
  get: (path) => host.bytes(path),
  remove: (path) => host.delete(path),
  mkdir: (path) => host.mkdir(path),
  symlink: (target, path) => host.symlink(target, path),
  mkfifo: (path) => host.mkfifo(path),
  chmod: (path, mode) => host.chmod(path, mode),
  mode: (path) => host.mode(path),
  touch: (path) => host.touch(path),
});

for (const root of ['/', '/home/user/project']) {
  conformance(`memory at ${root}`, () => {
    const host = memoryHost({}, { root });
    return { host, outside: outsideOf(host), root };
  });
}

test('a read-only file is refused and stays', async () => {
  const host = memoryHost({ f: 'x' });
  const { bytes, host: token } = await host.read('f', { max: 10 });
  host.chmod('f', 0o444);
  const answer = await host.commit('f', { base: bytes, splices: [] }, { ifStamp: { host: token, sha1: '' } });
  assert.equal(answer.failed, 'permission_denied');
  host.chmod('f', 0o000);
  assert.equal((await host.read('f', { max: 10 })).failed, 'permission_denied');
});

test('an absolute path outside of the root is refused', async () => {
  const host = memoryHost({ f: 'x' }, { root: '/proj' });
  assert.equal((await host.resolve('/proj/f')).real, '/proj/f');
  for (const path of ['/etc/passwd', '/proj2/f', '/', '/proj/../x']) assert.equal((await host.stat(path)).failed, 'outside_root', path);
});
