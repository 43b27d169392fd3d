// A static server for a folder, with the content security policy that the docs ask for, and pages for a program of
// tests/package/user. It listens on this machine alone.

import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { after } from 'node:test';

const types = { '.html': 'text/html', '.js': 'text/javascript', '.mjs': 'text/javascript', '.wasm': 'application/wasm' };

/** What a page needs to run wasm, and nothing more. */
export const policy = "default-src 'self'; img-src data:; script-src 'self' 'wasm-unsafe-eval' 'nonce-map'";

/** Serves a folder to the tests of a file; closed when they have ended. Options and answer as of `serveFolder`. */
export async function serve(folder, options) {
  const server = await serveFolder(folder, options);
  after(server.close);
  return server;
}

/**
 * Serves a folder until `close()`.
 * @param {string} folder
 * @param {{ policy?: string, answer?: (path: string) => number | undefined }} options `answer`: a status to fail this request with
 * @returns {Promise<{ url: string, requests: string[], close: () => Promise<void> }>} `requests`: paths asked for so far
 */
export async function serveFolder(folder, { policy: csp = policy, answer = () => undefined } = {}) {
  const requests = [];
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, 'http://x').pathname));
    requests.push(path);
    const status = answer(path);
    if (status) return response.writeHead(status, { 'cache-control': 'no-store' }).end();
    try {
      const body = await readFile(join(folder, path.endsWith('/') ? `${path}index.html` : path));
      response.writeHead(200, { 'content-type': types[extname(path)] ?? 'text/html', 'content-security-policy': csp, 'cache-control': 'no-store' }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = () => new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${server.address().port}/`, requests, close };
}

/** A page that runs one module; `imports` is an import map for pages without a bundler. */
export function page(script, imports) {
  const map = imports ? `<script type="importmap" nonce="map">${JSON.stringify({ imports })}</script>` : '';
  return `<!doctype html><meta charset="utf-8"><title>stet</title><link rel="icon" href="data:,">${map}<script type="module" src="${script}"></script>`;
}

/** The entries of the installed package, as its export conditions give them to a browser. */
export async function importMap(folder) {
  const { exports } = JSON.parse(await readFile(join(folder, 'node_modules', 'stet', 'package.json'), 'utf8'));
  const path = (entry) => new URL(entry.browser ?? entry.default ?? entry, 'http://x/node_modules/stet/').pathname;
  return { stet: path(exports['.']), 'stet/slim': path(exports['./slim']), 'stet/engine': path(exports['./engine']) };
}
