// `npm test`: set-up, build, then both runners over everything, each with its own closing lines; exit code 1 if anything
// failed. `--long` (npm run test:long) sets STET_LONG=1: every count at its full size. STET_NO_BROWSERS=1 leaves out the
// tests that need a browser.

import { at } from './lib/paths.mjs';
import { exitCode } from './lib/run.mjs';
import { filesUnder, main, say, sayTotal } from './lib/steps.mjs';
import { build } from './build.mjs';
import { setUp } from './setup.mjs';
import { testInBrowsers } from './wasm-pack-test.mjs';

await main(async () => {
  const env = process.argv.includes('--long') ? { STET_LONG: '1' } : {};
  const browsers = process.env.STET_NO_BROWSERS !== '1';
  await setUp({ browsers });
  const failed = await build();

  // Node 20's runner takes files, not patterns.
  const files = filesUnder(at('tests')).filter((path) => path.endsWith('.test.mjs'));
  if (files.length === 0) throw new Error('there is no tests/**/*.test.mjs');
  // A test that hangs is a failure, not a wait: in the short run a file has four minutes.
  const timeout = env.STET_LONG ? 3_600_000 : 240_000;
  const runs = [
    ['cargo test', 'cargo', ['test', '--locked', '--quiet']],
    ['node --test', process.execPath, ['--test', `--test-timeout=${timeout}`, ...files]],
  ];
  for (const [name, command, args] of runs) {
    say(`${name} ...`);
    const code = await exitCode(command, args, { env });
    if (code !== 0) failed.push(`${name} ended with ${code}`);
  }
  if (browsers) failed.push(...(await testInBrowsers()));
  else say('wasm-pack test: skipped, STET_NO_BROWSERS=1');
  sayTotal('tests');
  if (failed.length > 0) throw new Error(failed.join('; '));
});
