// Puts the ten misses to stet (the checkout's own build, `npm run build`) and to three peers' edit tools, and prints what
// each answers, as it came, and what became of the file. `npm ci && node run.mjs > ../../docs/side-by-side-misses.md`

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { betaEditTool } from '@anthropic-ai/sdk/tools/agent-toolset/node';
import { FilesystemBackend } from 'deepagents';
import { nodeHost, openSession } from '../../pkg/dist/entry/node.js';
import { misses } from './misses.mjs';

const require = createRequire(import.meta.url);
const { dependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url)));
const root = realpathSync(mkdtempSync(join(tmpdir(), 'misses-')));
const path = join(root, 'file.txt');

async function stet(miss) {
  const session = await openSession({ host: nodeHost({ root }) });
  const [read, edit] = session.tools('claude');
  await read.call({ file_path: path });
  return (await edit.call({ file_path: path, old_string: miss.old, new_string: miss.new })).text;
}

async function anthropic(miss) {
  const tool = betaEditTool({ workdir: root, cwd: root });
  const answer = await tool.run({ file_path: 'file.txt', old_string: miss.old, new_string: miss.new });
  return typeof answer === 'string' ? answer : JSON.stringify(answer);
}

async function deepagents(miss) {
  const answer = await new FilesystemBackend({ rootDir: root }).edit(path, miss.old, miss.new);
  return answer.error ?? JSON.stringify(answer);
}

/** One call of `edit_file` over stdio. */
async function mcp(miss) {
  const entry = join(dirname(require.resolve('@modelcontextprotocol/server-filesystem/package.json')), 'dist', 'index.js');
  const server = spawn(process.execPath, [entry, root], { stdio: ['pipe', 'pipe', 'ignore'] });
  const send = (message) => server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  try {
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'misses', version: '1' } } });
    for await (const line of createInterface({ input: server.stdout })) {
      const message = JSON.parse(line);
      if (message.id === 1) {
        send({ method: 'notifications/initialized' });
        send({ id: 2, method: 'tools/call', params: { name: 'edit_file', arguments: { path, edits: [{ oldText: miss.old, newText: miss.new }] } } });
      }
      if (message.id === 2) return message.result?.content?.map((part) => part.text).join('\n') ?? JSON.stringify(message.error);
    }
    throw new Error('the server ended');
  } finally {
    server.kill();
  }
}

const contestants = [
  ['stet', stet],
  [`@anthropic-ai/sdk ${dependencies['@anthropic-ai/sdk']}, agent toolset, edit`, anthropic],
  [`deepagents ${dependencies.deepagents}, FilesystemBackend, edit`, deepagents],
  [`@modelcontextprotocol/server-filesystem ${dependencies['@modelcontextprotocol/server-filesystem']}, edit_file`, mcp],
];

const fenced = (text) => {
  const fence = '`'.repeat(Math.max(3, ...[...text.matchAll(/`+/g)].map((found) => found[0].length + 1)));
  return `${fence}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
};

console.log(`# Ten misses, side by side

What the model is told when its text doesn't stand in the file to the letter, by stet and by three peers' edit tools: each answer as it
came (the folder's name is written as FOLDER), and what became of the file. Made by \`npm run build && cd bench/misses && npm ci && node run.mjs\`; the peers are pinned in
\`bench/misses/package.json\`.
`);
try {
  for (const [index, miss] of misses.entries()) {
    console.log(`## ${index + 1}. ${miss.title}\n\nThe file:\n${fenced(miss.file)}\nThe text to replace:\n${fenced(miss.old)}\nBy:\n${fenced(miss.new)}\n`);
    for (const [name, call] of contestants) {
      writeFileSync(path, miss.file);
      let answer;
      try {
        answer = await call(miss);
      } catch (error) {
        answer = error.message;
      }
      const now = readFileSync(path, 'utf8');
      const fate = now === miss.file ? 'The file is as it was.' : `The file was changed to:\n${fenced(now)}`;
      console.log(`**${name}**\n${fenced(answer.replaceAll(root, 'FOLDER'))}\n${fate}\n`);
    }
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
