// Swaps a file, or a folder, for a link that leads out of the root and back, as fast as it can, until it's killed.
import { existsSync, lstatSync, renameSync, rmSync, symlinkSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const { root, out, what } = JSON.parse(process.argv[2]);
const at = (name) => join(root, name);
const linger = (path) => {
  for (let n = 0; n < 20; n++) lstatSync(path);
};

function flipLast() {
  // Both are made first, while the plain one is in place: the link stands there about as long as the file.
  symlinkSync(join(out, 'f'), at('link'));
  writeFileSync(at('plain'), 'public');
  renameSync(at('link'), at('d/f'));
  linger(at('d/f'));
  renameSync(at('plain'), at('d/f'));
}

function flipParent() {
  symlinkSync(out, at('link'));
  renameSync(at('d'), at('real'));
  renameSync(at('link'), at('d'));
  linger(at('d'));
  rmSync(at('d'));
  renameSync(at('real'), at('d'));
  linger(at('d'));
}

/** A folder that the other side made while there was none stands in the way. */
function tidy() {
  rmSync(at('link'), { force: true });
  if (!existsSync(at('real'))) return;
  rmSync(at('d'), { recursive: true, force: true });
  renameSync(at('real'), at('d'));
}

writeSync(1, '"ready"\n');
for (;;) {
  try {
    if (what === 'last') flipLast();
    else flipParent();
  } catch (error) {
    if (what === 'last') throw error;
    try {
      tidy();
    } catch {
      // Made again meanwhile: so is the try.
    }
  }
}
