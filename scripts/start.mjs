// `npm start`: set-up, build, and the demo on real files.

import { at } from './lib/paths.mjs';
import { exitCode } from './lib/run.mjs';
import { main } from './lib/steps.mjs';
import { build } from './build.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  await setUp();
  await build();
  process.exitCode = await exitCode(process.execPath, [at('demo', 'run.mjs'), ...process.argv.slice(2)]);
});
