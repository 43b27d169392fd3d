// The case folders in headless browsers: writes the native outcomes, then runs `wasm-pack test` in Chromium and Firefox,
// where each outcome must be the same, byte for byte. A browser that isn't there is skipped with the reason.

import { existsSync } from 'node:fs';
import { delimiter, dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { at } from './lib/paths.mjs';
import { exitCode, run } from './lib/run.mjs';
import { chromedriver, lacking } from './lib/browsers.mjs';
import { main, say, timed } from './lib/steps.mjs';
import { geckodriver, wasmBindgen, wasmPack } from './lib/tools.mjs';
import { rustFlagsEnvironment } from './lib/wasm.mjs';
import { setUp } from './setup.mjs';

const outcomes = at('build', 'native-outcomes.json');

const browsers = [
  { name: 'Chromium', flag: '--chrome', missing: () => lacking('wasm-pack', 'chromium', 'chromedriver') },
  { name: 'Firefox', flag: '--firefox', missing: () => lacking('wasm-pack', 'firefox', 'geckodriver') },
];

/** Runs what can be run. @returns {Promise<string[]>} what failed */
export async function testInBrowsers() {
  const failed = [];
  const runnable = browsers.filter(({ name, missing }) => {
    const reason = missing();
    if (reason) say(`wasm-pack test in ${name}: skipped, ${reason}`);
    return !reason;
  });
  if (runnable.length === 0) return failed;
  await timed('native outcomes', () => run('cargo', ['test', '--locked', '--quiet', '--test', 'outcomes'], { env: { STET_NATIVE_OUTCOMES: outcomes } }));
  if (!existsSync(outcomes)) throw new Error('tests/outcomes.rs has written no outcomes');
  const path = [wasmBindgen(), geckodriver()].map(dirname).concat(process.env.PATH ?? '').join(delimiter);
  const env = { ...rustFlagsEnvironment(), STET_NATIVE_OUTCOMES: outcomes, PATH: path, CHROMEDRIVER: chromedriver() ?? '', GECKODRIVER: geckodriver() };
  for (const { name, flag } of runnable) {
    await timed(`wasm-pack test --headless ${flag}`, async () => {
      const code = await exitCode(wasmPack(), ['test', '--headless', flag, '--mode', 'no-install', '.', '--locked', '--test', 'wasm_cases'], { env });
      if (code !== 0) failed.push(`wasm-pack test in ${name} ended with ${code}`);
    });
  }
  return failed;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async () => {
    await setUp({ browsers: true });
    const failed = await testInBrowsers();
    if (failed.length > 0) throw new Error(failed.join('; '));
  });
}
