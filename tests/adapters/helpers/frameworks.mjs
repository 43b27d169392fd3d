// The frameworks whose adapters are tested, and the folder of a user who has them all and the packed tarball.

import { spawn } from 'node:child_process';
import { copyFileSync, cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { lackingSdks, linkSdks, sdkNode } from '../../../scripts/lib/sdks.mjs';
import { checkout, installed } from '../../package/helpers/packed.mjs';

/** Sub-path of the package -> the package of its SDK, and how a refusal is told to the model. */
export const frameworks = {
  'ai-sdk': { sdk: 'ai', flagged: true },
  anthropic: { sdk: '@anthropic-ai/sdk', flagged: true },
  // The Agents SDK has no flag: what went wrong stands in the text.
  openai: { sdk: '@openai/agents', flagged: false },
  langchain: { sdk: '@langchain/core', flagged: true },
  mastra: { sdk: '@mastra/core', flagged: true },
};

export const skip = lackingSdks() ?? false;

/** A folder with the tarball, the SDKs, the examples, and the programs of tests/adapters/user. */
export function userFolder(name) {
  const folder = installed(name);
  linkSdks(folder);
  cpSync(join(checkout, 'examples'), join(folder, 'examples'), { recursive: true, filter: (path) => !path.includes('node_modules') });
  const programs = join(checkout, 'tests', 'adapters', 'user');
  for (const name of readdirSync(programs)) copyFileSync(join(programs, name), join(folder, name));
  return folder;
}

/** Runs a script under the Node of the SDKs: what it prints. Rejects with both of its outputs where it fails. */
export function runScript(folder, script, args = [], env = {}) {
  return new Promise((resolve, reject) => {
    // No key of the user's may reach an SDK, and none may report anywhere.
    const clean = { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR ?? '/tmp', MASTRA_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', OPENAI_AGENTS_DISABLE_TRACING: '1', LANGSMITH_TRACING: 'false' };
    const child = spawn(sdkNode(), [script, ...args], { cwd: folder, env: { ...clean, ...env } });
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr']) child[stream].setEncoding('utf8').on('data', (text) => { said[stream] += text; });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(said.stdout) : reject(new Error(`${script} ${args.join(' ')} ended with ${code}\n${said.stdout}\n${said.stderr}`))));
  });
}
