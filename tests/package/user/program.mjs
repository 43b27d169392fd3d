// What every cell of the matrix runs: an agent's calls over files in memory. Knows no runtime; is given the package. The
// answer is one text, which must be the same on every runtime.

const bytes = (text) => Uint8Array.from(text, (character) => character.charCodeAt(0));

export async function program({ openSession, memoryHost }) {
  const host = memoryHost({
    'price.ts': 'export function price(p: number, d: number) {\r\n  return p * (1 + d);\r\n}\r\n',
    'twice.txt': 'aaa\n',
    'latin.txt': bytes('caf\xe9 = 1\nna\xefve = 2\n'),
    'menu.md': '# 菜单\n\n- 饺子 😀\n',
  });
  const session = await openSession({ host });
  const tools = Object.fromEntries(session.tools('claude').map((tool) => [tool.name, tool]));
  const answers = [];
  const call = async (name, input) => {
    const { text, isError, outcome } = await tools[name].call(input);
    answers.push({ name, input, text, isError, outcome });
  };
  await call('Edit', { file_path: 'price.ts', old_string: '1 + d', new_string: '1 - d' });
  await call('Read', { file_path: 'price.ts' });
  await call('Edit', { file_path: 'price.ts', old_string: '1 + d', new_string: '1 - d' });
  await call('Edit', { file_path: 'price.ts', old_string: '     2\t  return p', new_string: '  return q' });
  await call('Read', { file_path: 'twice.txt' });
  await call('Edit', { file_path: 'twice.txt', old_string: 'aa', new_string: 'b' });
  await call('Read', { file_path: 'latin.txt' });
  await call('Edit', { file_path: 'latin.txt', old_string: '= 2', new_string: '= 3' });
  await call('Read', { file_path: 'menu.md' });
  await call('Edit', { file_path: 'menu.md', old_string: '饺子 😀', new_string: '面条 🍜' });
  await call('Write', { file_path: 'deep/er/new.txt', content: 'one\ntwo' });
  await call('Write', { file_path: 'menu.md', content: 7 });
  const files = Object.fromEntries(host.paths().map((path) => [path, Array.from(host.bytes(path))]));
  return JSON.stringify({ answers, files });
}
