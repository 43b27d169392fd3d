// The session against its model: two sessions over one memory host, outside writers, any order of the host's answers.
// Promises 4, 5 and 6 are invariants, and no line counts as seen that wasn't shown in its present text.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryHost, open } from './helpers/stet.mjs';
import { runModel } from './model/run.mjs';

const long = process.env.STET_LONG === '1';

test('model: memory', async (t) => {
  const counts = await runModel({
    make: () => {
      const host = memoryHost();
      return {
        host,
        outside: { put: host.put, get: host.bytes, remove: host.delete, touch: host.touch, symlink: host.symlink },
        realPath: (ours) => `/${ours}`,
      };
    },
    open: (host) => open(host).session,
    mode: 'memory',
    runs: long ? 2_000 : 300,
  });
  t.diagnostic(JSON.stringify(counts));
  // The test is worth what its branches are: each of these must have been reached.
  for (const what of ['read ok', 'edit ok', 'edit not_read', 'edit stale', 'edit not_found', 'edit missing', 'edit symlink', 'edits ok', 'create ok',
    'create exists', 'write ok', 'write not_read', 'write stale', 'noteRead ok', 'preview ok', 'outsider link']) {
    assert.ok(counts[what] > 0, `${what} was never reached`);
  }
});
