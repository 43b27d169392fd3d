// Calls as a whole: outcomes, previews, several edits, the brake, near paths, links, forks, tools.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dialects, memoryHost, open } from './helpers/stet.mjs';

const edit = (oldString, newString, more = {}) => ({ filePath: 'f.txt', oldString, newString, ...more });

test('the outcome of an edit is plain data with every field that is promised', async () => {
  const { session } = open({ 'f.txt': 'a\nb\nc\n' });
  await session.read({ filePath: 'f.txt' });
  const outcome = await session.edit(edit('b', 'B'));
  assert.deepEqual(structuredClone(outcome), outcome);
  const { text, trace, snippet, stamp, ...rest } = outcome;
  assert.deepEqual(rest, {
    ok: true, kind: 'edit', filePath: 'f.txt', oldString: 'b', newString: 'B', replaceAll: false,
    structuredPatch: [{ oldStart: 1, oldLines: 3, newStart: 1, newLines: 3, lines: [' a', '-b', '+B', ' c'] }],
    userModified: false, staleRecovered: false, contentNotInModelContext: false, notes: [],
    replacements: [{ line: 2, lines: 1, start: 2, endExclusive: 3 }],
  });
  assert.match(text, /f\.txt.*1 place.*line 2/);
  assert.match(snippet, /^ +2\tB$/m);
  assert.deepEqual(session.records.get('/f.txt').stamp, stamp);
  assert.deepEqual(new Set(trace.map(({ state }) => state)), new Set(['passed']));
  const refused = await session.edit(edit('zzz', 'x'));
  assert.deepEqual(refused.trace.map(({ check, state }) => `${check} ${state}`), [
    'input passed', 'change passed', 'path passed', 'exists passed', 'view passed', 'read passed', 'fresh passed', 'match failed', 'overlap not_reached', 'allowed not_reached',
  ]);
});

test('the bytes before are kept, by stamp', async () => {
  const { session } = open({ 'f.txt': 'a\n' });
  const { stamp } = await session.read({ filePath: 'f.txt' });
  await session.edit(edit('a', 'b'));
  assert.equal(new TextDecoder().decode(session.originalFile(stamp)), 'a\n');
  session.originalFile(stamp).fill(0);
  assert.equal(new TextDecoder().decode(session.originalFile(stamp)), 'a\n', 'a copy is handed out');
  assert.equal(session.originalFile({ host: '', sha1: 'f'.repeat(40) }), null);
});

test('kept bytes stay within their bound', async () => {
  const { session } = open({ 'f.txt': `${'x'.repeat(400_000)}\nv0\n` }, { limits: { keptBytes: 1_000_000 } });
  const stamps = [(await session.read({ filePath: 'f.txt' })).stamp];
  for (let round = 0; round < 6; round++) stamps.push((await session.edit(edit(`v${round}`, `v${round + 1}`))).stamp);
  assert.deepEqual(stamps.map((stamp) => session.originalFile(stamp) !== null), [false, false, false, false, false, true, true]);
});

test('preview: the outcome, and nothing written or recorded', async () => {
  const { host, session } = open({ 'f.txt': 'a\nb\n' });
  await session.read({ filePath: 'f.txt' });
  const before = session.records.get('/f.txt');
  const preview = await session.edit(edit('a', 'A', { preview: true }));
  assert.deepEqual([preview.ok, preview.preview, host.text('f.txt')], [true, true, 'a\nb\n']);
  assert.match(preview.text, /nothing was written/);
  assert.equal(session.records.get('/f.txt'), before);
  const write = await session.write({ filePath: 'new/g.txt', content: 'g', preview: true });
  assert.deepEqual([write.ok, write.kind, host.bytes('new/g.txt')], [true, 'create', null]);
  const outcome = await session.edit(edit('a', 'A'));
  assert.equal(outcome.stamp.sha1, preview.stamp.sha1);
  assert.deepEqual(outcome.structuredPatch, preview.structuredPatch);
  assert.equal(outcome.preview, undefined);
});

test('several edits: against one base, all or nothing, the index named', async () => {
  const { host, session } = open({ 'f.txt': 'a\nb\nc\n' });
  await session.read({ filePath: 'f.txt' });
  const edits = (...list) => session.edit({ filePath: 'f.txt', edits: list.map(([oldString, newString]) => ({ oldString, newString })) });
  const swap = await edits(['a', 'b'], ['b', 'a']);
  assert.equal(swap.ok, true, swap.text);
  assert.equal(host.text('f.txt'), 'b\na\nc\n');
  assert.deepEqual(swap.edits.length, 2);
  const missed = await edits(['b', 'x'], ['zzz', 'y']);
  assert.deepEqual([missed.code, missed.data.index], ['not_found', 1]);
  const overlap = await edits(['b\na', 'x'], ['a\nc', 'y']);
  assert.deepEqual([overlap.code, overlap.data.first, overlap.data.second], ['overlap', 0, 1]);
  assert.equal(host.text('f.txt'), 'b\na\nc\n');
});

test('expected_replacements: another number is refused', async () => {
  const { host, session } = open({ 'f.txt': 'a a a' });
  await session.read({ filePath: 'f.txt' });
  const refused = await session.edit(edit('a', 'b', { replaceAll: true, expectedReplacements: 2 }));
  assert.deepEqual([refused.code, refused.data.matches, refused.data.expected], ['count_mismatch', 3, 2]);
  assert.equal((await session.edit(edit('a', 'b', { expectedReplacements: 2 }))).code, 'invalid_input');
  assert.equal((await session.edit(edit('a', 'b', { replaceAll: true, expectedReplacements: '3' }))).ok, true);
  assert.equal(host.text('f.txt'), 'b b b');
});

test('the brake: the same failing call again is told so; another one, or one in between that succeeds, isn\'t', async () => {
  const { session } = open({ 'f.txt': 'alpha\nbeta\nbeta\n' });
  await session.read({ filePath: 'f.txt' });
  const again = /same call as before/;
  const miss = edit('alpha 1', 'x');
  assert.doesNotMatch((await session.edit(miss)).text, again);
  assert.match((await session.edit(miss)).text, again);
  assert.match((await session.edit(miss)).text, again);
  assert.doesNotMatch((await session.edit(edit('alpha 2', 'x'))).text, again);
  const twice = edit('beta', 'x');
  assert.doesNotMatch((await session.edit(twice)).text, again);
  const braked = await session.edit(twice);
  assert.match(braked.text, again);
  assert.match(braked.text, /2\tbeta/, 'it shows the lines in question');
  await session.forget();
  assert.doesNotMatch((await session.edit(twice)).text, again, 'a model that has lost its context hasn\'t sent it before');
});

test('a call refused for want of a read may be sent again without a reproach', async () => {
  const { session } = open({ 'f.txt': 'beta\nbeta\n' });
  assert.equal((await session.edit(edit('beta', 'x'))).code, 'not_read');
  await session.read({ filePath: 'f.txt' });
  const refused = await session.edit(edit('beta', 'x'));
  assert.equal(refused.code, 'ambiguous');
  assert.doesNotMatch(refused.text, /same call as before/);
});

test('near paths for one that leads nowhere', async () => {
  const { session } = open({ 'src/Main.ts': '', 'src/mian.ts': '', 'src/other.rs': '', 'src/main.js': '', 'README.md': '' });
  const near = async (filePath) => (await session.read({ filePath })).data.near;
  assert.deepEqual(await near('src/main.ts'), ['src/Main.ts', 'src/main.js', 'src/mian.ts']);
  assert.deepEqual(await near('readme.md'), ['README.md']);
  assert.deepEqual(await near('nowhere/at/all.ts'), []);
  const refused = await session.edit({ filePath: 'src/main.ts', oldString: 'a', newString: 'b' });
  assert.equal(refused.code, 'missing');
  assert.match(refused.text, /src\/Main\.ts/);
  assert.match(refused.text, /send old_string empty/);
});

test('links: Read follows inside the root, Edit and Write refuse and name the target', async () => {
  const host = memoryHost({ 'real/f.txt': 'a\n' });
  host.symlink('real/f.txt', 'link.txt');
  host.symlink('gone.txt', 'dangling');
  host.symlink('b', 'a');
  host.symlink('a', 'b');
  const { session } = open(host);
  assert.equal((await session.read({ filePath: 'link.txt' })).ok, true);
  assert.deepEqual([...session.records.keys()], ['/real/f.txt']);
  const refused = await session.edit({ filePath: 'link.txt', oldString: 'a', newString: 'b' });
  assert.deepEqual([refused.code, refused.data.target], ['symlink', '/real/f.txt']);
  assert.equal((await session.write({ filePath: 'link.txt', content: 'x' })).code, 'symlink');
  assert.equal((await session.edit({ filePath: refused.data.target, oldString: 'a', newString: 'b' })).ok, true, 'the target can be used as named');
  for (const filePath of ['dangling', 'a']) {
    assert.equal((await session.read({ filePath })).code, 'symlink');
    assert.equal((await session.edit({ filePath, oldString: '', newString: 'x' })).code, 'symlink');
    assert.equal((await session.write({ filePath, content: 'x' })).code, 'symlink');
  }
  assert.equal(host.bytes('gone.txt'), null);
});

test('symlinks: "follow" edits the target and leaves the link', async () => {
  const host = memoryHost({ 'real/f.txt': 'a\n' });
  host.symlink('real/f.txt', 'one');
  host.symlink('one', 'two');
  host.symlink('gone', 'dangling');
  const { session } = open(host, { symlinks: 'follow' });
  await session.read({ filePath: 'two' });
  const outcome = await session.edit({ filePath: 'two', oldString: 'a', newString: 'b' });
  assert.equal(outcome.ok, true, outcome.text);
  assert.equal(host.text('real/f.txt'), 'b\n');
  assert.equal((await host.stat('two')).kind, 'symlink');
  assert.equal((await session.write({ filePath: 'dangling', content: 'x' })).code, 'symlink');
});

test('what is no file: directory, pipe, outside', async () => {
  const host = memoryHost({ 'd/f.txt': 'a' });
  host.mkfifo('pipe');
  const { session } = open(host);
  for (const [filePath, code] of [['d', 'is_directory'], ['.', 'is_directory'], ['pipe', 'not_regular'], ['../x', 'outside_root'], ['', 'invalid_input']]) {
    for (const outcome of [await session.read({ filePath }), await session.edit({ filePath, oldString: '', newString: 'x' }), await session.write({ filePath, content: 'x' })]) {
      assert.equal(outcome.code, code, filePath);
      assert.match(outcome.text, /\S/);
    }
  }
});

test('deleted between read and commit: not made again', async () => {
  const host = memoryHost({ 'f.txt': 'a\n' });
  const { session } = open({ ...host, commit: async (...args) => {
    host.delete('f.txt');
    return host.commit(...args);
  } });
  await session.read({ filePath: 'f.txt' });
  assert.equal((await session.edit(edit('a', 'b'))).code, 'missing');
  assert.equal(host.bytes('f.txt'), null);
});

test('a file that became a link between read and commit is refused', async () => {
  const host = memoryHost({ 'f.txt': 'a\n', 'other.txt': 'a\n' });
  const { session } = open({ ...host, commit: async (...args) => {
    host.symlink('other.txt', 'f.txt');
    return host.commit(...args);
  } });
  await session.read({ filePath: 'f.txt' });
  assert.equal((await session.edit(edit('a', 'b'))).code, 'symlink');
  assert.equal(host.text('other.txt'), 'a\n');
});

test('what a host says of its commit reaches the model', async () => {
  const host = memoryHost({ 'f.txt': 'a\n' });
  const { session } = open({ ...host, commit: async (...args) => ({ ...(await host.commit(...args)), atomic: false, locked: false, notes: [{ kind: 'hard_links' }] }) });
  await session.read({ filePath: 'f.txt' });
  const outcome = await session.edit(edit('a', 'b'));
  assert.deepEqual([outcome.atomic, outcome.locked, outcome.notes.length], [false, false, 3]);
  for (const note of outcome.notes) assert.ok(outcome.text.includes(note));
});

test('a host\'s failures become refusals of the same code, whatever it leaves out', async () => {
  const codes = ['permission_denied', 'read_only_fs', 'no_space', 'partial_write', 'io_error', 'busy', 'outside_root', 'symlink', 'is_directory', 'not_regular', 'too_large', 'missing', 'invalid_input', 'aborted', 'denied'];
  for (const locale of ['en', 'zh']) {
    for (const failed of codes) {
      for (const method of ['resolve', 'stat', 'read', 'commit']) {
        const host = memoryHost({ 'f.txt': 'a\n' });
        let fails = false;
        const { session } = open({ ...host, [method]: async (...args) => (fails ? { failed } : host[method](...args)) }, { locale });
        await session.read({ filePath: 'f.txt' });
        fails = true;
        const outcome = await session.edit(edit('a', 'b'));
        assert.equal(outcome.code, failed, `${failed} by ${method}: ${outcome.text}`);
        assert.match(outcome.text, /f\.txt|file_path/);
        assert.equal(host.text('f.txt'), 'a\n');
      }
    }
  }
});

test('fork: records of its own, the same files', async () => {
  const { session } = open({ 'f.txt': 'a\nb\n' });
  await session.read({ filePath: 'f.txt' });
  const empty = session.fork();
  assert.equal(empty.records.size, 0);
  assert.equal((await empty.edit(edit('a', 'A'))).code, 'not_read');
  const copy = session.fork({ records: 'copy' });
  assert.equal((await copy.edit(edit('a', 'A'))).ok, true);
  const outcome = await session.edit(edit('b', 'B'));
  assert.equal(outcome.staleRecovered, true, 'the parent learns that somebody changed the file');
  assert.match(outcome.text, /had changed since you read it/);
});

test('two sessions on one text: the second is told what the first did', async () => {
  const host = memoryHost({ 'f.txt': 'a\nb\n' });
  const [one, two] = [open(host).session, open(host).session];
  await one.read({ filePath: 'f.txt' });
  await two.read({ filePath: 'f.txt' });
  const [first, second] = await Promise.all([one.edit(edit('a', 'ONE')), two.edit(edit('a', 'TWO'))]);
  assert.equal(first.ok, true);
  assert.equal(second.code, 'stale');
  assert.match(second.text, /\+ONE/);
  assert.equal(host.text('f.txt'), 'ONE\nb\n');
});

test('tools: names, schemas and descriptions in each dialect and language; advice is callable', async () => {
  for (const locale of ['en', 'zh']) {
    for (const [id, dialect] of Object.entries(dialects)) {
      const { session } = open({ 'f.txt': 'a\n' }, { locale });
      const tools = session.tools(id);
      assert.deepEqual(tools.map((tool) => tool.name), dialect.single ? [dialect.single.name] : Object.values(dialect.names.tools));
      for (const tool of tools) {
        assert.match(tool.description, /\S{3}/);
        assert.equal(tool.inputSchema.type, 'object');
        for (const name of tool.inputSchema.required) assert.ok(name in tool.inputSchema.properties);
        for (const property of Object.values(tool.inputSchema.properties)) assert.match(property.description, /\S/);
        assert.deepEqual(JSON.parse(JSON.stringify(tool.inputSchema)), tool.inputSchema);
      }
      // Where there is one tool, the operations are its commands.
      const [read, change, write] = Object.values(dialect.names.tools).map((name, index) =>
        dialect.single ? { call: (input) => tools[0].call({ command: name, ...input }) } : tools[index]);
      const { args } = dialect.names;
      const refused = await change.call({ [args.filePath]: 'f.txt', [args.oldString]: 'zzz', [args.newString]: 'b' });
      assert.deepEqual([refused.isError, refused.outcome.code], [true, 'not_read']);
      assert.match(refused.text, new RegExp(dialect.names.tools.read));
      const shown = await read.call({ [args.filePath]: 'f.txt' });
      assert.deepEqual([shown.isError, shown.text], [false, dialect.single ? '1: a' : '     1\ta']);
      assert.equal((await change.call({ [args.filePath]: 'f.txt', [args.oldString]: 'a', [args.newString]: 'b' })).isError, false);
      assert.equal((await write.call({ [args.filePath]: 'f.txt', [args.content]: 'c\n' })).isError, false);
    }
  }
  assert.throws(() => open({}).session.tools('no such'), { code: 'bad_option' });
});

test('options that don\'t exist are refused when the session is opened', () => {
  for (const options of [{ readBeforeEdit: 'sometimes' }, { stale: true }, { locale: 'de' }, { symlinks: 'yes' }, { repair: 'all' }, { limits: { fileBytes: -1 } }, { mayShow: true }]) {
    assert.throws(() => open({}, options), { code: 'bad_option' }, JSON.stringify(options));
  }
});

test('limits: a file over the limit is refused, and none grows over it', async () => {
  const { host, session } = open({ 'f.txt': 'x'.repeat(101), 'g.txt': 'a' }, { limits: { fileBytes: 100 } });
  assert.equal((await session.read({ filePath: 'f.txt' })).code, 'too_large');
  assert.equal((await session.edit(edit('x', 'y'))).code, 'too_large');
  await session.read({ filePath: 'g.txt' });
  assert.equal((await session.edit({ filePath: 'g.txt', oldString: 'a', newString: 'b'.repeat(101) })).code, 'too_large');
  assert.equal((await session.write({ filePath: 'h.txt', content: 'b'.repeat(101) })).code, 'too_large');
  assert.equal(host.text('g.txt'), 'a');
});

test('what came instead of an argument is named in the words of the language, never by an inner name', async () => {
  const revoked = Proxy.revocable({}, {});
  revoked.revoke();
  const wrong = [null, 5, 1.5, Number.NaN, {}, [], '\ud800', 'x'.repeat(9 << 20), 10n, Symbol('x'), () => {}, new Map(), revoked.proxy];
  for (const locale of ['en', 'zh']) {
    const { session } = open({ 'f.txt': 'a\n' }, { locale });
    for (const value of wrong) {
      for (const name of ['oldString', 'replaceAll', 'expectedReplacements', 'edits']) {
        const input = name === 'edits' ? { filePath: 'f.txt', edits: value } : edit('a', 'b', { [name]: value });
        const { ok, text } = await session.edit(input);
        assert.equal(ok, false);
        const came = text.replace(/old_string|new_string|replace_all|expected_replacements|edits|true|false|null|NaN|MiB/g, '');
        assert.doesNotMatch(came, locale === 'en' ? /_/ : /[A-Za-z]/, text);
      }
    }
  }
});
