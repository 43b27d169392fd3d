// What the model-based test knows of the world: every version that a file ever had, every commit, and which lines each
// session's model has been shown. All lines that anybody ever writes are different from each other, so that a line's text
// says which line it is.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';

const sha1 = (text) => createHash('sha1').update(text).digest('hex');
const linesOf = (text) => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
/** Numbered lines in an answer: what the model was shown. */
const shownIn = (text) => [...text.matchAll(/^ *\d+\t(.*)$/gm)].map((match) => match[1]);

export const PATHS = ['f.txt', 'sub/g.txt', 'alias/g.txt', 'sub/h.txt'];
/** `alias` is a link to `sub`. */
export const realOf = (path) => path.replace(/^alias\//, 'sub/');

export class World {
  /** @param host the host under test @param outside somebody else at the same files, synchronous; see conformance.mjs */
  constructor({ host, outside, open, mode, realPath }) {
    this.outside = outside;
    this.mode = mode;
    this.realPath = realPath;
    /** Content hash -> content, of every version of any file. */
    this.versions = new Map();
    /** Real path (of ours) -> present content by the log alone; absent where there is no file. */
    this.files = new Map();
    this.commits = [];
    /** Paths at which somebody has put a link that leads nowhere. */
    this.replaced = new Set();
    this.pending = new Set();
    this.all = [];
    this.fresh = 0;
    this.counts = {};
    this.host = host;
    this.open = open;
    this.sessions = [];
  }

  start(schedule) {
    for (const path of ['f.txt', 'sub/g.txt', 'sub/h.txt']) this.put(path, this.lines(8).join('\n') + '\n');
    this.outside.symlink('sub', 'alias');
    const host = this.watched(schedule);
    for (let id = 0; id < 2; id++) this.sessions.push(this.newSession(this.open(host)));
  }

  newSession(session) {
    // An empty line has nothing to show.
    return { session, shown: new Set(['']), known: new Map(), narrow: [], read: new Set(), running: 0, event: 0 };
  }

  /** A line that never was before. */
  line() {
    this.fresh += 1;
    return `line number ${this.fresh} of all`;
  }
  lines(count) {
    return Array.from({ length: count }, () => this.line());
  }

  put(path, content) {
    if (this.replaced.delete(path)) this.outside.remove(path);
    this.outside.put(path, new TextEncoder().encode(content));
    this.files.set(path, content);
    this.versions.set(sha1(content), content);
  }
  remove(path) {
    this.replaced.delete(path);
    this.outside.remove(path);
    this.files.delete(path);
  }
  /** A link takes the file's place. */
  replace(path) {
    this.remove(path);
    this.outside.symlink('nowhere', path);
    this.replaced.add(path);
  }

  /** The host as the sessions have it: scheduled, and each commit checked against the log. */
  watched(schedule) {
    const { host } = this;
    const later = (name) => schedule(name, (...args) => host[name](...args));
    const commit = later('commit');
    return {
      ...host,
      resolve: later('resolve'), stat: later('stat'), read: later('read'), list: later('list'),
      commit: async (path, change, condition, options) => {
        const made = await commit(path, change, condition, options);
        if ('host' in made) this.committed(path, change, condition);
        return made;
      },
    };
  }

  committed(path, change, condition) {
    const real = this.ours(path);
    const before = this.files.get(real);
    const base = change.base ? Buffer.from(change.base).toString() : undefined;
    // Promise 6: the file was what the plan was made on, so that nothing which anybody wrote is lost.
    if ('ifAbsent' in condition) assert.equal(before, undefined, `${real} was there, and was created`);
    else assert.equal(before, base, `${real} was overwritten in a version that the plan had not seen`);
    let after = change.bytes ? Buffer.from(change.bytes).toString() : base;
    for (const { start, endExclusive, text } of [...(change.splices ?? [])].reverse()) {
      after = after.slice(0, start) + Buffer.from(text).toString() + after.slice(endExclusive);
    }
    this.files.set(real, after);
    this.versions.set(sha1(after), after);
    this.commits.push({ real, before, after, sha1: sha1(after) });
  }

  /** A host's path as one of PATHS, links in parents resolved. */
  ours(path) {
    const found = ['f.txt', 'sub/g.txt', 'sub/h.txt', 'alias/g.txt', 'alias/h.txt'].find((ours) => path === ours || path === this.realPath(realOf(ours)));
    assert.ok(found, `unknown path ${path}`);
    return realOf(found);
  }

  present(path) {
    const content = this.outside.get(realOf(path));
    return content === null ? undefined : Buffer.from(content).toString();
  }

  count(what) {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  /** Runs a call of a session and checks its answer when it comes. */
  call(id, what, path, work, check) {
    const state = this.sessions[id];
    state.running += 1;
    state.event += 1;
    const started = state.event;
    const real = realOf(path);
    const done = (async () => {
      const outcome = await work(state.session);
      state.running -= 1;
      state.event += 1;
      assert.notEqual(outcome.code, 'internal', outcome.text);
      this.count(`${what} ${outcome.ok ? 'ok' : outcome.code}`);
      check?.({ outcome, state, real, started });
      if (outcome.ok) {
        if (outcome.stamp && !outcome.preview) state.known.set(real, outcome.stamp.sha1);
      } else if (Array.isArray(outcome.data.shown) && outcome.data.shown.length > 0) {
        state.narrow.push({ real, since: state.event, lines: new Set(shownIn(outcome.text)) });
      }
      for (const line of shownIn(outcome.text)) state.shown.add(line);
    })();
    this.pending.add(done);
    this.all.push(done);
    void done.catch(() => {}).then(() => this.pending.delete(done));
    return done;
  }

  /** The commit that an outcome speaks of, and what its session knew of the file before the answer. */
  commitOf({ outcome, state, real }) {
    const at = this.commits.findLastIndex((commit) => commit.sha1 === outcome.stamp.sha1);
    assert.ok(at >= 0, 'ok, and nothing was committed');
    const [commit] = this.commits.splice(at, 1);
    assert.equal(commit.real, real);
    return { ...commit, known: state.known.get(real), wasRead: state.read.has(real) };
  }

  /** What holds whenever a session has no call under way. */
  checkSeen() {
    for (const { session, shown, running } of this.sessions) {
      if (running > 0) continue;
      for (const [real, record] of session.records) {
        const content = this.versions.get(record.stamp.sha1);
        assert.notEqual(content, undefined, `${real}: a version that never was`);
        const lines = linesOf(content);
        assert.equal(record.totalLines, lines.length, real);
        for (const { startLine, endLine } of record.ranges) {
          assert.ok(startLine >= 1 && endLine <= lines.length && startLine <= endLine, real);
          for (let at = startLine; at <= endLine; at++) {
            assert.ok(shown.has(lines[at - 1]), `${real}:${at} counts as seen, and never was shown: ${lines[at - 1]}`);
          }
        }
      }
    }
  }

  /** At the end: the store holds what the log says, and every commit was acknowledged. */
  checkEnd() {
    for (const path of ['f.txt', 'sub/g.txt', 'sub/h.txt']) assert.equal(this.present(path), this.files.get(path), path);
    assert.deepEqual(this.commits.map(({ real }) => real), [], 'committed, and answered with a refusal');
    this.checkSeen();
  }
}

export { linesOf, sha1, shownIn };
