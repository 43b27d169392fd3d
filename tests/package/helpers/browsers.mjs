// Two browsers with one face: `open(url)` answers with what the page's program gave (`globalThis.finished`, a promise of a
// text). Chromium by playwright-core; Firefox by geckodriver and plain WebDriver, which Debian's Firefox understands.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { chromium as playwright } from 'playwright-core';
import { chromium, firefox, lacking } from '../../../scripts/lib/browsers.mjs';
import { geckodriver } from '../../../scripts/lib/tools.mjs';

/** Each with the reason why it can't run here, or null. */
export const browsers = [
  { name: 'Chromium', skip: lacking('chromium'), launch: launchChromium },
  { name: 'Firefox', skip: lacking('firefox', 'geckodriver'), launch: launchFirefox },
];

/** Runs in the page: the program's answer, or what went wrong with it. */
const outcome = `
  const said = (error) => 'failed: ' + (error.code ?? error.name) + ': ' + error.message;
  return Promise.resolve(globalThis.finished ?? 'failed: the page has started no program').catch(said);`;

async function launchChromium() {
  const browser = await playwright.launch({ executablePath: chromium(), args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  return {
    version: browser.version(),
    async open(url) {
      const page = await browser.newPage();
      if (process.env.STET_DEBUG) {
        page.on('console', (message) => console.error(message.text()));
        page.on('pageerror', (error) => console.error(error));
      }
      try {
        await page.goto(url, { waitUntil: 'load' });
        return await page.evaluate(`(() => {${outcome}})()`);
      } finally {
        await page.close();
      }
    },
    close: () => browser.close(),
  };
}

async function launchFirefox() {
  const driver = spawn(geckodriver(), ['--port', '0', '--log', 'info'], { stdio: ['ignore', 'pipe', 'ignore'], env: { ...process.env, MOZ_HEADLESS: '1' } });
  const ended = new Promise((resolve) => driver.once('close', resolve));
  const port = await new Promise((resolve, reject) => {
    driver.once('error', reject);
    driver.once('close', () => reject(new Error('geckodriver ended before it listened')));
    createInterface({ input: driver.stdout }).on('line', (line) => {
      const found = /Listening on 127\.0\.0\.1:(\d+)/.exec(line);
      if (found) resolve(Number(found[1]));
    });
  });
  const command = async (method, path, body) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}) });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  const stop = async () => {
    driver.kill();
    await ended;
  };
  const options = { binary: firefox(), args: ['-headless'], prefs: { 'network.captive-portal-service.enabled': false, 'network.connectivity-service.enabled': false } };
  let session;
  try {
    session = await command('POST', '/session', { capabilities: { alwaysMatch: { browserName: 'firefox', 'moz:firefoxOptions': options } } });
  } catch (error) {
    await stop();
    throw error;
  }
  const at = `/session/${session.sessionId}`;
  return {
    version: session.capabilities.browserVersion,
    async open(url) {
      await command('POST', `${at}/url`, { url });
      return command('POST', `${at}/execute/sync`, { script: outcome, args: [] });
    },
    async close() {
      await command('DELETE', at).catch(() => {});
      await stop();
    },
  };
}
