// The browsers and their drivers, where this machine has them. A test that needs one asks here and is skipped with the
// reason where it's missing.

import { existsSync } from 'node:fs';
import { findProgram } from './run.mjs';
import { geckodriver, wasmPack } from './tools.mjs';

export const chromium = () => findProgram(process.env.STET_CHROMIUM, 'chromium', 'chromium-browser', 'google-chrome');
export const chromedriver = () => findProgram(process.env.CHROMEDRIVER, 'chromedriver');
export const firefox = () => findProgram(process.env.STET_FIREFOX, 'firefox-esr', 'firefox');

/** What to install by hand, by the name that a reader will look for. */
const wanted = {
  chromium: [chromium, 'chromium (Debian: apt-get install chromium; or STET_CHROMIUM=path)'],
  chromedriver: [chromedriver, 'chromedriver (Debian: apt-get install chromium-driver; or CHROMEDRIVER=path)'],
  firefox: [firefox, 'firefox (Debian: apt-get install firefox-esr; or STET_FIREFOX=path)'],
  geckodriver: [() => existsSync(geckodriver()), 'geckodriver (node scripts/setup.mjs --browsers; or GECKODRIVER=path)'],
  'wasm-pack': [() => existsSync(wasmPack()), 'wasm-pack (node scripts/setup.mjs --browsers)'],
};

/** Why these can't be used: the advice for each that is missing; null where all are there. */
export function lacking(...names) {
  const missing = names.filter((name) => !wanted[name][0]()).map((name) => wanted[name][1]);
  return missing.length === 0 ? null : `missing: ${missing.join(', ')}`;
}
