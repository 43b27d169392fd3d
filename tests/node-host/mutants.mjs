// Breaks the write path and the locks on purpose, one change at a time in a copy of the compiled scripts, and expects the
// named tests to turn red: a test that can't fail holds nothing. `node tests/node-host/mutants.mjs [name]`; a part of
// `npm run test:long` by mutants.test.mjs. Prints a line for each mutant and ends with 1 if one survives.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = (name) => fileURLToPath(new URL(name, import.meta.url));
const build = process.env.STET_BUILD ?? here('../../build/js');

/** `from` stands exactly once in the file. `by` are test files, with a pattern of test names where a part of one is enough. */
const mutants = [
  { name: 'no loop over short writes', file: 'fs.js', from: 'for (let at = from; at < to;) {', to: 'for (let at = from, n = 0; at < to && n < 1; n++) {', by: [['faults', 'as here: edit$']] },
  { name: 'no size check before the rename', file: 'temp.js', from: /if \(made\.size !== BigInt\(bytes\.length\)\)(?=\s+throw ioError\('write'\);\s+if \(old\))/, to: 'if (false)', by: [['faults', 'as here: edit$']] },
  { name: 'the file is not forced to the disk', file: 'temp.js', from: /if \(disk\.durability !== 'none'\)\s+await calls\.flush\(fd\);\s+open = false;\s+\/\/ Some/, to: 'open = false; // Some', by: [['faults', 'as here: edit$'], ['disk', 'P12']] },
  { name: 'a failing close is swallowed', file: 'temp.js', from: /(Some systems tell only here that the bytes didn't arrive\.\s+)calls\.close\(fd\);/, to: '$1tryTo(() => calls.close(fd));', by: [['faults', 'as here: edit$']] },
  { name: 'no O_EXCL', file: 'temp.js', from: 'constants.O_CREAT | constants.O_EXCL', to: 'constants.O_CREAT', by: [['disk', 'W16']] },
  { name: 'the temporary file is readable by all', file: 'temp.js', from: 'old ? 0o600 : 0o666', to: '0o666', by: [['disk', 'W17']] },
  { name: 'the mode is not kept', file: 'temp.js', from: 'calls.chmod(fd, Number(old.mode & 511n));', to: '', by: [['disk', 'W18'], ['conformance', 'permission']] },
  { name: 'setuid is kept', file: 'temp.js', from: 'old.mode & 511n', to: 'old.mode & 4095n', by: [['disk', 'W18']] },
  { name: 'the owner is not kept', file: 'temp.js', from: 'calls.chown(fd, Number(old.uid), Number(old.gid));', to: '', by: [['disk', 'W18|W20']], root: true },
  { name: 'the temporary file stays after a failure', file: 'temp.js', from: /dispose\(calls, path\);\s+disk\.sweeper\.live\.delete/, to: 'disk.sweeper.live.delete', by: [['faults', 'as here: edit$']] },
  { name: 'rename without a check', file: 'commit.js', from: 'if (!isUntouched(disk, task, folder, at, old, stamp, lock))\n                    return CONFLICT;\n                return take(', to: 'return take(', by: [['disk', 'P12'], ['conformance', 'racing commits']] },
  { name: 'the check before the lock is enough', file: 'commit.js', from: 'return sameFacts && isStill(disk, task.path, at, stamp) && lock.isMine();', to: 'return sameFacts && lock.isMine();', by: [['conformance', 'racing commits'], ['processes', 'two processes$']] },
  { name: 'the folder is not looked at again', file: 'commit.js', from: '!now?.isFile() || !folder.isStillThere()', to: '!now?.isFile()', by: [['disk', 'P12']] },
  { name: 'a read-only file is replaced', file: 'commit.js', from: 'refuseReadOnly(disk, path, at, old);', to: '', by: [['disk', 'W07|W08']] },
  { name: 'hard links are split', file: 'commit.js', from: 'if (old.nlink === 1n)', to: 'if (true)', by: [['disk', 'W21']] },
  { name: 'no way round a mount', file: 'commit.js', from: "if (errno === 'EBUSY' || errno === 'EXDEV')", to: 'if (false)', by: [['disk', 'W12|W10']] },
  { name: 'Windows: a rename is tried once', file: 'commit.js', from: 'const RENAME_PAUSES = [10, 20, 40, 80, 160, 320, 400];', to: 'const RENAME_PAUSES = [];', by: [['disk', 'W23']] },
  { name: 'a signal is not asked for after the wait', file: 'lock.js', from: 'if (signal?.aborted)', to: 'if (false)', by: [['disk', 'C18'], ['lock', 'busy']] },
  { name: 'in place with O_TRUNC', file: 'inplace.js', from: 'constants.O_WRONLY |', to: 'constants.O_WRONLY | constants.O_TRUNC |', by: [['faults', 'hard link, longer']] },
  { name: 'in place: nothing is put back', file: 'inplace.js', from: 'if (putBack(disk, fd, base, head))', to: 'if (true)', by: [['faults', 'hard link, longer'], ['disk', 'W13']] },
  { name: 'in place: the old bytes are not kept', file: 'inplace.js', from: 'kept = keep(disk, real, base);', to: '', by: [['faults', 'hard link, longer']] },
  { name: 'in place: the kept bytes stay', file: 'inplace.js', from: /if \(kept !== null && !torn\)\s+dispose\(calls, kept\);/, to: '', by: [['faults', 'hard link, longer']] },
  { name: 'a create replaces', file: 'create.js', from: 'disk.calls.link(temp.path, at);', to: 'disk.calls.rename(temp.path, at);', by: [['processes', 'create the same']] },
  { name: 'folders made for nothing stay', file: 'create.js', from: 'if (!created)', to: 'if (false)', by: [['faults', 'as here: create']] },
  { name: 'invisible characters in a new name', file: 'create.js', from: 'if (hasHiddenCharacters(path))', to: 'if (false)', by: [['disk', 'P15']] },
  { name: 'links are followed on reading', file: 'open.js', from: 'constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) |', to: 'constants.O_RDONLY |', by: [['disk', 'P04']] },
  { name: 'pipes are waited for', file: 'open.js', from: ' | (constants.O_NONBLOCK ?? 0)', to: '', by: [['disk', 'T01']] },
  { name: 'a handle is not asked where it is', file: 'open.js', from: /checkPlace\(disk, path, real, fd, stats\)/, to: 'undefined', by: [['disk', 'P10'], ['race', 'parent part flipped: 0 secret']] },
  { name: 'one look at a file is enough', file: 'open.js', from: 'if (whole && tokenOf(before) === host) {', to: 'if (true) {', by: [['disk', 'T08']] },
  { name: 'an equal token is an equal content', file: 'token.js', from: 'takenAt !== undefined && takenAt <= nowMs && tokenIsSure(token, takenAt)', to: 'true', by: [['stamps', 'S03']] },
  { name: 'a token is judged by now, not by when it was taken', file: 'token.js', from: 'tokenIsSure(token, takenAt)', to: 'tokenIsSure(token, nowMs)', by: [['stamps', 'S03|S04']] },
  { name: 'a folder is not held by its handle', file: 'folder.js', from: /return this\.#fd === null \?/, to: 'return true ?', by: [['disk', 'P14']] },
  { name: 'a folder is not asked where it is', file: 'folder.js', from: /if \(!resolver\.isInside\(at\)\)\s+return false;\s+if \(at === real\)\s+return true;/, to: 'return true;', by: [['race', 'parent part flipped: 0 writes'], ['disk', 'P12']] },
  { name: 'a listing leaves the root', file: 'index.js', from: 'if (!resolver.isInside(folder))', to: 'if (false)', by: [['disk', 'P04']] },
  { name: 'the root is a prefix', file: 'resolve.js', from: /const way = relative\(root, real\);\s+return way === '' [^\n]*/, to: 'return real.startsWith(root);', by: [['disk', 'P01'], ['windows-paths', 'P01']] },
  { name: 'Windows: a server is looked at', file: 'resolve.js', from: 'if (windows && leavesRoots', to: 'if (false && leavesRoots', by: [['windows-paths', 'P25']] },
  { name: 'foreign temporary files are swept', file: 'temp.js', from: '/^\\.stet-[0-9a-f]{12}\\.tmp$/', to: '/\\.tmp$/', by: [['stamps', 'W15']] },
  { name: 'young temporary files are swept', file: 'sweep.js', from: 'newest < BigInt(Math.floor(before))', to: 'stats.mtimeMs < BigInt(Math.floor(before))', by: [['stamps', 'W15']] },
  { name: 'no lock', file: 'lock.js', from: 'if (!this.#wanted)', to: 'if (true)', by: [['lock', 'keeps others out']] },
  { name: 'a lock that is lost is not noticed', file: 'lock.js', from: 'isMine: () => locks.every((lock) => lock.isMine())', to: 'isMine: () => true', by: [['lock', 'taken for dead']] },
  { name: 'age frees the lock of a living process', file: 'lock.js', from: "if (state !== 'unknown')", to: "if (state === 'dead')", by: [['lock', 'killed holder']] },
  { name: 'a dead holder is waited for', file: 'holder.js', from: "if (!calls.isAlive(holder.pid))", to: 'if (false)', by: [['lock', 'killed holder']] },
  { name: 'a zombie is alive', file: 'holder.js', from: /there\.state === 'Z' \|\| there\.state === 'X'/, to: 'false', by: [['lock', 'reaped']] },
  { name: 'a number used again is the holder', file: 'holder.js', from: 'there.start !== holder.start ||', to: '', by: [['lock', 'same number']] },
  { name: 'a stale lock is removed without a second look', file: 'lock.js', from: 'this.#files.read(path) === text && dispose(', to: 'dispose(', by: [['lock', 'two takers']] },
  { name: "another's lock is taken away when one's own is left", file: 'lock.js', from: 'return !isMine() || dispose(', to: 'return dispose(', by: [['lock', 'taken for dead']] },
  { name: "a folder that others may write holds locks", file: 'lock.js', from: '(stats.mode & 18n) === 0n', to: 'true', by: [['lock', 'without a lock folder']] },
];

// A test runner inside of a test would report to that one, and always end well.
const { NODE_TEST_CONTEXT: _, ...environment } = process.env;

function run(folder, [file, pattern]) {
  // The races run in the long tests only.
  const long = file === 'race' ? { STET_LONG: '1' } : {};
  const args = ['--test', `--test-name-pattern=${pattern}`, here(`${file}.test.mjs`)];
  const { status } = spawnSync(process.execPath, args, { env: { ...environment, STET_LONG: '', STET_BUILD: folder, ...long }, stdio: 'ignore', timeout: 120_000 });
  return status === 0;
}

/** @returns {{ name: string, caught: string | null }[]} each mutant, and the test file that turned red */
export function runMutants({ only, tell = () => {} } = {}) {
  const copy = mkdtempSync(join(tmpdir(), 'stet-mutants-'));
  // Tests that run as another user read it too.
  chmodSync(copy, 0o755);
  const folder = join(copy, 'build', 'js');
  const results = [];
  const green = new Map();
  try {
    cpSync(build, folder, { recursive: true });
    // For what the scripts look up beside themselves.
    symlinkSync(here('../../node_modules'), join(copy, 'node_modules'));
    for (const { name, file, from, to, by, root } of mutants) {
      if (only !== undefined && !name.includes(only)) continue;
      if (root && process.geteuid?.() !== 0) {
        results.push({ name, caught: 'skipped: needs root' });
        continue;
      }
      const path = join(folder, 'hosts', 'node', file);
      const sound = readFileSync(path, 'utf8');
      const found = typeof from === 'string' ? sound.split(from).length - 1 : (sound.match(new RegExp(from, 'g')) ?? []).length;
      if (found !== 1) throw new Error(`${name}: its text stands ${found} times in ${file}`);
      let caught = null;
      for (const test of by) {
        const key = test.join(' ');
        // Red counts only where sound scripts are green.
        if (!green.has(key)) green.set(key, run(folder, test));
        if (!green.get(key)) throw new Error(`${key} is red without a mutant`);
        writeFileSync(path, typeof from === 'string' ? sound.split(from).join(to) : sound.replace(from, to));
        const passes = run(folder, test);
        writeFileSync(path, sound);
        if (!passes) {
          caught = test.join(': ');
          break;
        }
      }
      results.push({ name, caught });
      tell(`${caught === null ? 'SURVIVED' : 'caught  '} ${name}${caught === null ? '' : ` (${caught})`}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return results;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = runMutants({ only: process.argv[2], tell: console.log });
  const survivors = results.filter(({ caught }) => caught === null);
  console.log(`${results.length} mutants, ${survivors.length} survived`);
  if (survivors.length > 0 || results.length === 0) process.exitCode = 1;
}
