// The same commands as in session_model.test.mjs, in a real folder.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { open, part } from './helpers/stet.mjs';
import { runModel } from './model/run.mjs';

const { nodeHost } = await part('hosts/node/index');
const long = process.env.STET_LONG === '1';

test('model: a real folder', async (t) => {
  const counts = await runModel({
    make: () => {
      const root = realpathSync(mkdtempSync(join(tmpdir(), 'stet-model-')));
      const at = (path) => join(root, path);
      return {
        host: nodeHost({ root, durability: 'none' }),
        outside: {
          put: (path, bytes) => {
            mkdirSync(dirname(at(path)), { recursive: true });
            writeFileSync(at(path), bytes);
          },
          get: (path) => {
            try {
              return readFileSync(at(path));
            } catch {
              return null;
            }
          },
          remove: (path) => rmSync(at(path), { force: true }),
          touch: (path) => utimesSync(at(path), new Date(), new Date()),
          symlink: (target, path) => symlinkSync(target, at(path)),
        },
        realPath: at,
        close: () => rmSync(root, { recursive: true }),
      };
    },
    open: (host) => open(host).session,
    mode: 'real',
    runs: long ? 200 : 50,
  });
  t.diagnostic(JSON.stringify(counts));
  for (const what of ['read ok', 'edit ok', 'edit not_read', 'create exists', 'write ok', 'write not_read', 'outsider link']) {
    assert.ok(counts[what] > 0, `${what} was never reached`);
  }
});
