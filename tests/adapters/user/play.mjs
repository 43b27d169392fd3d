// Plays the script through one framework's loop and through the tools alone, and prints what came of both as JSON.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodeHost, openSession } from 'stet';
import * as script from './script.mjs';

const framework = process.argv[2];
const { ask, fileTools } = await import(`./examples/${framework}/agent.mjs`);
const { scripted } = await import(`./examples/${framework}/scripted.mjs`);
const root = realpathSync(mkdtempSync(join(tmpdir(), 'stet-play-')));
const paint = join(root, 'paint.txt');
const raced = join(root, 'race.txt');

async function through(turns) {
  const session = await openSession({ host: nodeHost({ root }) });
  const outcomes = [];
  const { model, sent, close } = await scripted(turns);
  try {
    const said = await ask({ model, tools: fileTools(session, { onOutcome: (outcome, call) => { outcomes.push([call.tool, outcome.ok]); } }), prompt: 'Paint the house.' });
    return { said, sent, outcomes };
  } finally {
    await close();
  }
}

/** What the tools say to the same calls without a framework. */
async function alone(turns) {
  const session = await openSession({ host: nodeHost({ root }) });
  const tools = new Map(session.tools('claude').map((tool) => [tool.name, tool]));
  const answers = [];
  for (const { calls, before } of turns.filter((turn) => turn.calls)) {
    before?.();
    const results = [];
    for (const { name, input } of calls) results.push(await tools.get(name).call(input));
    answers.push(results.map(({ text, isError }) => ({ text, isError })));
  }
  return answers;
}

try {
  const turns = script.session(paint).map(({ turn }) => turn);
  writeFileSync(paint, script.before);
  const expected = await alone(turns);
  writeFileSync(paint, script.before);
  const played = { ...(await through(turns)), expected, file: readFileSync(paint, 'latin1') };
  writeFileSync(raced, script.raceBefore);
  const race = { ...(await through(script.race())), file: readFileSync(raced, 'latin1') };
  process.stdout.write(JSON.stringify({ played, race }));
} finally {
  rmSync(root, { recursive: true, force: true });
}
