// The recorded data beside the checkout (../shared/data): JSON lines under Brotli, read in place. One row in ten by default, all
// with STET_LONG=1.
import { existsSync, readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { brotliDecompressSync } from 'node:zlib';

const long = process.env.STET_LONG === '1';

/** The rows of a file; undefined where the folder isn't there. */
export function rows(name) {
  const at = new URL(`../../../shared/data/${name}`, import.meta.url);
  if (!existsSync(at)) return undefined;
  const lines = brotliDecompressSync(readFileSync(at)).toString().split('\n').filter(Boolean);
  return lines.filter((_, index) => long || index % 10 === 0).map((line) => JSON.parse(line));
}

/** The name that git gives to a content. */
export const blobId = (bytes) => createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
