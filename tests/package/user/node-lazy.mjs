// Imports every entry while the wasm and its inlined copy are away, so a load at import would fail; then a load fails, the
// file comes back, and the next call succeeds.
import assert from 'node:assert/strict';
import { renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const compiled = [];
for (const name of ['compile', 'instantiate', 'compileStreaming', 'instantiateStreaming']) {
  const before = WebAssembly[name];
  WebAssembly[name] = (...args) => { compiled.push(name); return before.apply(WebAssembly, args); };
}

const glue = dirname(fileURLToPath(import.meta.resolve('stet/engine.wasm')));
const names = ['stet.wasm', 'inline.js'];
for (const name of names) renameSync(join(glue, name), join(glue, `${name}.away`));
const { openSession, memoryHost } = await import('stet');
await import('stet/engine');
await import('stet/slim');
assert.deepEqual(compiled, [], 'nothing is compiled at import');

await assert.rejects(openSession({ host: memoryHost() }), (error) => error.name === 'StetError' && error.code === 'load_failed');
for (const name of names) renameSync(join(glue, `${name}.away`), join(glue, name));
const session = await openSession({ host: memoryHost({ 'a.txt': 'a\n' }) });
assert.equal((await session.read({ filePath: 'a.txt' })).ok, true);
assert.ok(compiled.length > 0);
