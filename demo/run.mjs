// What `npm start` shows: an agent's tool calls on real files in a scratch folder, and to the letter what the model gets
// back. It's checked: a step whose outcome isn't the expected one makes it exit with 1.

import { chmodSync, mkdtempSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeHost, openSession } from '../pkg/dist/entry/node.js';
import { steps } from './steps.mjs';

const colour = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code, text) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
const indent = (text) => text.split('\n').map((line) => `    ${line}`).join('\n');

const root = mkdtempSync(join(tmpdir(), 'stet-demo-'));
const disk = {
  root,
  path: (name) => join(root, name),
  write: (name, content) => writeFileSync(join(root, name), content),
  bytes: (name) => readFileSync(join(root, name)),
  text: (name) => readFileSync(join(root, name), 'utf8'),
  exists: (name) => existsSync(join(root, name)),
  link: (target, name) => symlinkSync(target, join(root, name)),
  mode: (name, mode) => chmodSync(join(root, name), mode),
  folder: (name) => mkdirSync(join(root, name), { recursive: true }),
};

/** Opens a session and gives one function that calls a tool as a model would, and prints both sides. */
async function agent(options = {}) {
  const session = await openSession({ host: nodeHost({ root }), ...options });
  const tools = new Map(session.tools('claude').map((tool) => [tool.name, tool]));
  return async (name, input, { quiet = false } = {}) => {
    const answer = await tools.get(name).call(input);
    if (!quiet) {
      console.log(`\n  ${paint(36, `${name} ${JSON.stringify(input)}`)}`);
      console.log(indent(paint(answer.isError ? 33 : 32, answer.text)));
    }
    return answer.outcome;
  };
}

let failed = 0;
const check = (holds, what) => {
  if (!holds) failed += 1;
  console.log(`  ${holds ? paint(32, 'as expected') : paint(31, 'NOT AS EXPECTED')}: ${what}`);
};

try {
  let number = 0;
  for (const { title, run } of steps) {
    number += 1;
    console.log(`\n${paint(1, `${number}. ${title}`)}`);
    await run({ agent, disk, check });
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}

console.log(`
${paint(1, 'In your own agent')}

  import { openSession, nodeHost } from 'stet';

  const session = await openSession({ host: nodeHost({ root: process.cwd() }) });
  const tools = session.tools('claude');            // name, description, inputSchema, call(input)
  const { text, isError } = await tools[1].call({ file_path: 'a.js', old_string: '1', new_string: '2' });
`);
console.log(failed === 0 ? `${steps.length} steps, all as expected.` : `${failed} checks were not as expected.`);
process.exitCode = failed === 0 ? 0 : 1;
