// The commands of the model-based test, as fast-check arbitraries. A command starts a call and either waits for it or lets it
// run beside the next ones; the scheduler decides in which order the host's answers come.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PATHS, linesOf, realOf, sha1 } from './world.mjs';

const command = (name, args, run, check = () => true) => ({
  check,
  run: async (world) => {
    const started = run(world);
    if (args.wait && started) await world.waitFor(started);
    if (world.pending.size === 0) world.checkSeen();
  },
  toString: () => `${name}(${JSON.stringify(args)})`,
});

const id = fc.nat(1);
const path = fc.constantFrom(...PATHS);
const at = fc.nat(20);
const wait = fc.boolean();
const quiet = (world) => world.pending.size === 0;
/** In a real folder nobody can watch the moment of a rename: others act only while no call is under way. */
const mayMeddle = (world) => world.mode !== 'real' || quiet(world);

/** Promise 4 of an edit that went through: the file was read, or the very lines had been shown before the call began. */
function checkMayEdit(world, { outcome, state, real, started }, commit, oldTexts) {
  if (commit.wasRead) {
    if (commit.known !== undefined) assert.equal(outcome.staleRecovered, commit.known !== sha1(commit.before), 'a change by somebody else is always told');
    return;
  }
  const shown = state.narrow.filter((narrow) => narrow.real === real && narrow.since < started);
  for (const line of oldTexts.flatMap(linesOf)) assert.ok(shown.some(({ lines }) => lines.has(line)), `edited, and never shown: ${line}`);
}

function edited(before, edits) {
  let after = before;
  for (const { oldString, newString } of edits) {
    assert.equal(after.split(oldString).length, 2, 'edited where the text does not stand exactly once');
    after = after.replace(oldString, () => newString);
  }
  return after;
}

function afterEdit(world, edits, more) {
  const { outcome, state, real } = more;
  if (!outcome.ok || outcome.preview) return;
  const commit = world.commitOf(more);
  for (const { newString } of edits) for (const line of linesOf(newString)) state.shown.add(line);
  if (outcome.kind === 'edit') {
    assert.equal(commit.after, edited(commit.before, edits), 'more was changed than was named');
    checkMayEdit(world, more, commit, edits.map(({ oldString }) => oldString));
    if (commit.wasRead) state.read.add(real);
    else state.narrow.push({ real, since: state.event, lines: new Set(outcome.snippet.split('\n').map((line) => line.replace(/^ *\d+\t/, ''))) });
  } else {
    assert.ok(commit.before === undefined || commit.before === '', 'created over a text');
    assert.equal(commit.after, edits[0].newString);
    state.read.add(real);
  }
}

/** A line that stands in the file now, or one that this session's model knows and that may be gone. */
function someLine(world, who, target, index, isOld) {
  const lines = isOld ? [...world.sessions[who].shown].filter(Boolean) : linesOf(world.files.get(realOf(target)) ?? '').filter(Boolean);
  return lines.length > 0 ? lines[index % lines.length] : 'no such line';
}

const read = fc.record({ id, path, wait, offset: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }), limit: fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }) })
  .map((args) => command('read', args, (world) => world.call(args.id, 'read', args.path,
    (session) => session.read({ filePath: args.path, ...(args.offset ? { offset: args.offset } : {}), ...(args.limit ? { limit: args.limit } : {}) }),
    ({ outcome, state, real }) => { if (outcome.ok) state.read.add(real); })));

const edit = fc.record({ id, path, wait, at, isOld: fc.boolean(), count: fc.integer({ min: 0, max: 3 }), preview: fc.nat(9).map((n) => n === 0) })
  .map((args) => command('edit', args, (world) => {
    const oldString = someLine(world, args.id, args.path, args.at, args.isOld);
    const newString = world.lines(args.count).join('\n');
    return world.call(args.id, args.preview ? 'preview' : 'edit', args.path,
      (session) => session.edit({ filePath: args.path, oldString, newString, preview: args.preview }),
      (more) => afterEdit(world, [{ oldString, newString }], more));
  }));

const edits = fc.record({ id, path, wait, at, other: at })
  .map((args) => command('edits', args, (world) => {
    const list = [...new Set([args.at, args.other].map((index) => someLine(world, args.id, args.path, index, false)))].map((oldString) => ({ oldString, newString: world.line() }));
    return world.call(args.id, 'edits', args.path, (session) => session.edit({ filePath: args.path, edits: list }), (more) => afterEdit(world, list, more));
  }));

const create = fc.record({ id, path, wait })
  .map((args) => command('create', args, (world) => {
    const newString = `${world.lines(3).join('\n')}\n`;
    return world.call(args.id, 'create', args.path, (session) => session.edit({ filePath: args.path, oldString: '', newString }), (more) => afterEdit(world, [{ oldString: '', newString }], more));
  }));

const write = fc.record({ id, path, wait, count: fc.nat(4) })
  .map((args) => command('write', args, (world) => {
    const content = world.lines(args.count).map((line) => `${line}\n`).join('');
    return world.call(args.id, 'write', args.path, (session) => session.write({ filePath: args.path, content }), (more) => {
      const { outcome, state, real } = more;
      if (!outcome.ok) return;
      // What the model was shown when the write was made, and not what this answer shows.
      if (outcome.kind !== 'identical') {
        const commit = world.commitOf(more);
        assert.equal(commit.after, content);
        for (const line of linesOf(commit.before ?? '')) assert.ok(state.shown.has(line), `overwritten, and never shown: ${line}`);
        if (commit.before) assert.equal(commit.known, sha1(commit.before), 'overwritten in a version that the model had not seen');
      }
      for (const line of linesOf(content)) state.shown.add(line);
      state.read.add(real);
    });
  }));

const noteRead = fc.record({ id, path, wait, from: fc.integer({ min: 1, max: 8 }), count: fc.nat(3), byText: fc.boolean() })
  // By number the host vouches for what is there when the note is taken: nobody may write meanwhile.
  .map((args) => command('noteRead', { ...args, wait: args.wait || !args.byText }, (world) => {
    // The host shows these lines of the present file, and says so.
    const lines = linesOf(world.files.get(realOf(args.path)) ?? '').slice(args.from - 1, args.from + args.count);
    for (const line of lines) world.sessions[args.id].shown.add(line);
    const options = args.byText ? { text: lines.join('\n') } : { lines: [{ startLine: args.from, endLine: args.from + args.count }] };
    return world.call(args.id, 'noteRead', args.path, (session) => session.noteRead(args.path, options).then((noted) => ({ text: '', ...noted })),
      ({ outcome, state, real }) => {
        if (!outcome.ok) return;
        if (outcome.shown.length > 0 || outcome.whole) state.read.add(real);
        // Nothing was recorded, so nothing is known of the version.
        else outcome.stamp = undefined;
      });
  }, (world) => args.byText || quiet(world)));

const forget = fc.record({ id, path: fc.option(path, { nil: undefined }) })
  .map((args) => command('forget', { ...args, wait: true }, async (world) => {
    const state = world.sessions[args.id];
    await state.session.forget(args.path);
    if (args.path === undefined) {
      state.shown = new Set(['']);
      state.narrow = [];
    } else {
      const real = realOf(args.path);
      for (const line of linesOf(world.files.get(real) ?? '')) if (line) state.shown.delete(line);
      state.narrow = state.narrow.filter((narrow) => narrow.real !== real);
    }
  }, quiet));

const fork = fc.record({ copy: fc.boolean() })
  .map((args) => command('fork', { ...args, wait: true }, async (world) => {
    const [parent, child] = world.sessions;
    child.session = parent.session.fork({ records: args.copy ? 'copy' : 'empty' });
    Object.assign(child, args.copy
      ? { shown: new Set(parent.shown), known: new Map(parent.known), read: new Set(parent.read), narrow: [] }
      : { shown: new Set(['']), known: new Map(), read: new Set(), narrow: [] });
  }, quiet));

const changes = fc.record({ id })
  .map((args) => command('changes', { ...args, wait: true }, async (world) => {
    const { session } = world.sessions[args.id];
    const told = new Map((await session.changes()).map((change) => [change.filePath, change.kind]));
    if (!quiet(world)) return;
    for (const [real, record] of session.records) {
      const ours = ['f.txt', 'sub/g.txt', 'sub/h.txt'].find((path) => world.realPath(path) === real);
      const content = world.files.get(ours);
      const kind = told.get(real);
      if (world.replaced.has(ours)) assert.equal(kind, 'replaced', ours);
      else if (content === undefined) assert.equal(kind, 'deleted', ours);
      else if (sha1(content) !== record.stamp.sha1) assert.equal(kind, 'modified', ours);
      else assert.ok(kind === undefined || kind === 'touched', `${ours}: ${kind}`);
    }
  }, quiet));

const outsider = fc.record({ what: fc.constantFrom('change', 'change', 'append', 'rewrite', 'empty', 'delete', 'touch', 'link'), path: fc.constantFrom('f.txt', 'sub/g.txt', 'sub/h.txt'), at })
  .map((args) => command('outsider', { ...args, wait: false }, (world) => {
    const content = world.files.get(args.path);
    const lines = linesOf(content ?? '');
    world.count(`outsider ${args.what}`);
    switch (args.what) {
      case 'change':
        if (lines.length > 0) lines[args.at % lines.length] = world.line();
        return void (content !== undefined && world.put(args.path, lines.map((line) => `${line}\n`).join('')));
      case 'append':
        return void world.put(args.path, `${[...lines, world.line()].join('\n')}\n`);
      case 'rewrite':
        return void world.put(args.path, `${world.lines(5).join('\n')}\n`);
      case 'empty':
        return void world.put(args.path, '');
      case 'delete':
        return void world.remove(args.path);
      case 'touch':
        return void (content !== undefined && world.outside.touch(args.path));
      default:
        return void world.replace(args.path);
    }
  }, mayMeddle));

export const commands = [read, read, edit, edit, edit, edits, create, write, write, noteRead, forget, fork, changes, outsider, outsider];
