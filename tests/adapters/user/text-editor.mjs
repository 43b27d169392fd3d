// The text editor tool through the Anthropic SDK's tool runner: what the API is sent of the tool, what the model is sent back.
import { memoryHost, openSession, textEditor } from 'stet';
import { textEditorTool } from 'stet/anthropic';
import { ask } from './examples/anthropic/agent.mjs';
import { scripted } from './examples/anthropic/scripted.mjs';

const files = { 'paint.txt': 'door = red\nwall = red\n' };
const name = 'str_replace_based_edit_tool';
const turns = [
  { command: 'view', path: 'paint.txt' },
  { command: 'str_replace', path: 'paint.txt', old_str: 'red', new_str: 'blue' },
  { command: 'str_replace', path: 'paint.txt', old_str: 'door = red', new_str: 'door = blue' },
  { command: 'insert', path: 'paint.txt', insert_line: 2, insert_text: 'roof = grey\n' },
  { command: 'create', path: 'new/notes.txt', file_text: 'one\n' },
  { command: 'undo_edit', path: 'paint.txt' },
].map((input) => ({ calls: [{ name, input }] }));

const host = memoryHost(files);
const { model, sent, close } = await scripted([...turns, { text: 'painted' }]);
const tool = textEditorTool(await openSession({ host }), { maxCharacters: 5000 });
const said = await ask({ model, tools: [tool], prompt: 'Paint the house.' });
await close();

const [alone] = (await openSession({ host: memoryHost(files) })).tools(textEditor({ maxCharacters: 5000 }));
const expected = [];
for (const { calls: [{ input }] } of turns) expected.push([await alone.call(input)].map(({ text, isError }) => ({ text, isError })));
process.stdout.write(JSON.stringify({ said, sent, expected, defined: JSON.parse(JSON.stringify(model.tools())), files: Object.fromEntries(host.paths().map((path) => [path, host.text(path)])) }));
