// Swaps a file, or a folder, for a link that leads out of the root and back, as fast as it can, until it's killed.
import { lstatSync, renameSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const { root, out, what } = JSON.parse(process.argv[2]);
const at = (name) => join(root, name);
writeSync(1, '"ready"\n');
for (;;) {
  if (what === 'last') {
    // Both are made first, while the plain one is in place: the link stands there about as long as the file.
    symlinkSync(join(out, 'f'), at('link'));
    writeFileSync(at('plain'), 'public');
    renameSync(at('link'), at('d/f'));
    for (let n = 0; n < 20; n++) lstatSync(at('d/f'));
    renameSync(at('plain'), at('d/f'));
  } else {
    symlinkSync(out, at('link'));
    renameSync(at('d'), at('real'));
    renameSync(at('link'), at('d'));
    rmSync(at('d'));
    renameSync(at('real'), at('d'));
  }
}
