// The node host keeps js/host.ts: as it is here, without /proc (macOS), with the ways of Windows, with names that fold, with
// system calls that are wrapped, and with everything forced to the disk.
import { execFileSync } from 'node:child_process';
import { conformance } from '../conformance.mjs';
import { dirname, faulty, folder, fs, hasty, join, nodeHost, systemCalls } from './lib.mjs';

const outsideOf = (root) => {
  const at = (path) => join(root, path);
  return {
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
};

const bytewise = {
  ...systemCalls,
  read: (fd, into, offset, length, position) => systemCalls.read(fd, into, offset, Math.min(1, length), position),
  write: (fd, from, offset, length, position) => systemCalls.write(fd, from, offset, Math.min(1, length), position),
};

const kinds = {
  node: () => ({}),
  'node without /proc': () => ({ system: { proc: false } }),
  'node with the ways of Windows': () => ({ system: { windows: true, proc: false, clock: hasty } }),
  'node where names fold': () => ({ system: { folds: true } }),
  'node with wrapped calls': () => ({ calls: faulty(Number.POSITIVE_INFINITY, 'EIO').calls }),
  'node where every read and write moves one byte': () => ({ calls: bytewise }),
  'node, durability full': () => ({ durability: 'full' }),
  'node, durability none': () => ({ durability: 'none' }),
};

for (const [name, options] of Object.entries(kinds)) {
  conformance(name, (t) => {
    const root = folder(t);
    return { host: nodeHost({ root, lockDir: join(folder(t, 'locks'), 'l'), ...options() }), outside: outsideOf(root), root };
  });
}
