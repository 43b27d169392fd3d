// The demo's steps. Each sets its own files up, makes tool calls, and says what must have come of them.

const shop = ['export function price(list, d) {', '  const sum = list.reduce((a, b) => a + b, 0);', '  return sum * (1 + d);', '}', ''].join('\n');

export const steps = [
  {
    title: 'An edit before any read is refused, shows the lines in question, and works when it is sent again',
    async run({ agent, disk, check }) {
      disk.write('shop.js', shop);
      const call = await agent();
      const edit = { file_path: 'shop.js', old_string: '(1 + d)', new_string: '(1 - d)' };
      const refused = await call('Edit', edit);
      check(!refused.ok && refused.code === 'not_read' && disk.text('shop.js') === shop, 'not_read, and the file is as it was');
      const edited = await call('Edit', edit);
      check(edited.ok && disk.text('shop.js') === shop.replace('1 + d', '1 - d'), 'the same call again: the discount is subtracted');
    },
  },
  {
    title: 'Two matches are never one edit',
    async run({ agent, disk, check }) {
      disk.write('two.js', 'open();\nwork();\nopen();\n');
      const call = await agent();
      await call('Read', { file_path: 'two.js' });
      const refused = await call('Edit', { file_path: 'two.js', old_string: 'open();', new_string: 'shut();' });
      check(refused.code === 'ambiguous' && refused.data.matches === 2, 'ambiguous, both lines named');
      const edited = await call('Edit', { file_path: 'two.js', old_string: 'work();\nopen();', new_string: 'work();\nshut();' });
      check(edited.ok && disk.text('two.js') === 'open();\nwork();\nshut();\n', 'one more line makes it unique');
    },
  },
  {
    title: 'Line numbers copied in from the reader',
    async run({ agent, disk, check }) {
      disk.write('numbers.py', 'def go():\n    start()\n    stop()\n');
      const call = await agent();
      await call('Read', { file_path: 'numbers.py' });
      const refused = await call('Edit', { file_path: 'numbers.py', old_string: '     2\t    start()\n     3\t    stop()', new_string: '    start()\n    halt()' });
      check(refused.code === 'not_found' && refused.hint?.kind === 'line_number_prefix', 'the refusal names the cause and gives the text to copy');
      const edited = await call('Edit', { file_path: 'numbers.py', old_string: refused.hint?.text ?? '', new_string: '    start()\n    halt()' });
      check(edited.ok, 'and that text works');
    },
  },
  {
    title: 'The snippet shows the edited place, not the first place where the new text stands',
    async run({ agent, disk, check }) {
      const lines = Array.from({ length: 90 }, (_, at) => `line ${at + 1}`);
      lines[11] = 'timeout = 30';
      lines[79] = 'timeout = 10';
      disk.write('long.cfg', `${lines.join('\n')}\n`);
      const call = await agent();
      await call('Read', { file_path: 'long.cfg' }, { quiet: true });
      const edited = await call('Edit', { file_path: 'long.cfg', old_string: 'timeout = 10', new_string: 'timeout = 30' });
      check(edited.ok && edited.replacements[0].line === 80 && edited.snippet.includes('    80\ttimeout = 30'), 'line 80, though the same text stands on line 12');
    },
  },
  {
    title: 'Somebody else changes the file in between: recovered where the text still stands once',
    async run({ agent, disk, check }) {
      disk.write('app.cfg', 'port=1\nhost=a\n');
      const call = await agent();
      await call('Read', { file_path: 'app.cfg' });
      disk.write('app.cfg', 'port=2\nhost=a\n');
      const edited = await call('Edit', { file_path: 'app.cfg', old_string: 'host=a', new_string: 'host=b' });
      check(edited.ok && edited.staleRecovered && disk.text('app.cfg') === 'port=2\nhost=b\n', 'both changes are in the file, and the answer says so');
    },
  },
  {
    title: 'Somebody else changes the very lines: refused, with what changed',
    async run({ agent, disk, check }) {
      disk.write('app.cfg', 'port=1\nhost=a\n');
      const call = await agent();
      await call('Read', { file_path: 'app.cfg' });
      disk.write('app.cfg', 'port=7\nhost=a\n');
      const refused = await call('Edit', { file_path: 'app.cfg', old_string: 'port=1', new_string: 'port=3' });
      check(refused.code === 'stale' && disk.text('app.cfg') === 'port=7\nhost=a\n', 'stale, and their change stands');
      const careful = await agent({ stale: 'refuse' });
      await careful('Read', { file_path: 'app.cfg' }, { quiet: true });
      disk.write('app.cfg', 'port=7\nhost=z\n');
      const strict = await careful('Edit', { file_path: 'app.cfg', old_string: 'port=7', new_string: 'port=8' });
      check(strict.code === 'stale', "with stale: 'refuse' nothing is recovered");
    },
  },
  {
    title: 'A CRLF file: line endings never decide, and stay',
    async run({ agent, disk, check }) {
      disk.write('dos.txt', 'one\r\ntwo\r\nthree\r\n');
      const call = await agent();
      await call('Read', { file_path: 'dos.txt' }, { quiet: true });
      const edited = await call('Edit', { file_path: 'dos.txt', old_string: 'one\ntwo', new_string: 'one\n2\nplus' });
      check(edited.ok && disk.text('dos.txt') === 'one\r\n2\r\nplus\r\nthree\r\n', 'every line still ends in CRLF');
    },
  },
  {
    title: 'An empty old_string creates a file with its folders, and never overwrites one',
    async run({ agent, disk, check }) {
      const call = await agent();
      const made = await call('Edit', { file_path: 'new/deep/file.txt', old_string: '', new_string: 'hello\n' });
      check(made.ok && made.kind === 'create' && disk.text('new/deep/file.txt') === 'hello\n', 'created');
      const again = await call('Edit', { file_path: 'new/deep/file.txt', old_string: '', new_string: 'other\n' });
      check(again.code === 'exists' && disk.text('new/deep/file.txt') === 'hello\n', 'exists, and the file is as it was');
    },
  },
  {
    title: 'A symbolic link is not replaced by a file',
    async run({ agent, disk, check }) {
      disk.write('real.cfg', 'a=1\n');
      disk.link('real.cfg', 'link.cfg');
      const call = await agent();
      const refused = await call('Edit', { file_path: 'link.cfg', old_string: 'a=1', new_string: 'a=2' });
      check(refused.code === 'symlink' && disk.text('real.cfg') === 'a=1\n', 'the refusal names the file behind it');
    },
  },
  {
    title: 'Ten parallel edits of one file',
    async run({ agent, disk, check }) {
      disk.write('list.txt', Array.from({ length: 10 }, (_, at) => `item ${at} todo\n`).join(''));
      const call = await agent();
      await call('Read', { file_path: 'list.txt' }, { quiet: true });
      const calls = Array.from({ length: 10 }, (_, at) => call('Edit', { file_path: 'list.txt', old_string: `item ${at} todo`, new_string: `item ${at} done` }, { quiet: true }));
      const outcomes = await Promise.all(calls);
      const done = disk.text('list.txt').match(/done/g)?.length ?? 0;
      console.log(`\n    ${outcomes.filter((outcome) => outcome.ok).length} of 10 report success; ${done} of 10 stand in the file.`);
      check(outcomes.every((outcome) => outcome.ok) && done === 10, 'ten of ten survive');
    },
  },
  {
    title: 'A Latin-1 file: the bytes that nobody named stay',
    async run({ agent, disk, check }) {
      disk.write('latin1.txt', Buffer.from('caf\xe9 = 1\nprice = 2\n', 'latin1'));
      const call = await agent();
      await call('Read', { file_path: 'latin1.txt' });
      const edited = await call('Edit', { file_path: 'latin1.txt', old_string: 'price = 2', new_string: 'price = 3' });
      check(edited.ok && disk.bytes('latin1.txt').equals(Buffer.from('caf\xe9 = 1\nprice = 3\n', 'latin1')), 'E9 is still E9');
    },
  },
];
