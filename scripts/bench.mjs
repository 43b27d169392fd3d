// `npm run bench`: builds, then runs every bench/*.mjs, or those named (`npm run bench -- cold-start --rounds 5`).

import { readdirSync } from 'node:fs';
import { at } from './lib/paths.mjs';
import { run } from './lib/run.mjs';
import { main, say } from './lib/steps.mjs';
import { build } from './build.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  await setUp();
  await build();
  const all = readdirSync(at('bench')).filter((name) => name.endsWith('.mjs')).map((name) => name.slice(0, -4));
  const [first = '', ...rest] = process.argv.slice(2);
  const named = all.includes(first) ? [first] : all;
  const args = all.includes(first) ? rest : process.argv.slice(2);
  for (const name of named) {
    say(`bench/${name}.mjs`);
    await run(process.execPath, [at('bench', `${name}.mjs`), ...args]);
  }
});
