/**
 * Content hashes, through one function: the platform's SHA-1 where there is one that answers synchronously, else the
 * engine's. Both give 40 lower-case hex digits, and agree.
 */
import type { Engine, Splice } from './types.js';
import { applySplices, pieces } from './hosts/apply.js';

interface Hash {
  update(bytes: Uint8Array): Hash;
  digest(encoding: 'hex'): string;
}
type CreateHash = (algorithm: 'sha1') => Hash;

let found: CreateHash | null | undefined;

/** `node:crypto` without an import that a browser's bundler would have to resolve. */
function platformHash(): CreateHash | null {
  if (found === undefined) {
    try {
      const process = (globalThis as { process?: { getBuiltinModule?: (name: string) => { createHash?: CreateHash } | undefined } }).process;
      const createHash = process?.getBuiltinModule?.('node:crypto')?.createHash;
      found = typeof createHash === 'function' && createHash('sha1').digest('hex').length === 40 ? createHash : null;
    } catch {
      // A build of Node without crypto, or one that forbids SHA-1.
      found = null;
    }
  }
  return found;
}

/** SHA-1 of a content. O(bytes). */
export function sha1(engine: Engine, bytes: Uint8Array): string {
  const createHash = platformHash();
  return createHash ? createHash('sha1').update(bytes).digest('hex') : engine.sha1(bytes);
}

/** SHA-1 of what the splices make of `base`, from the kept slices and the new texts. O(result). */
export function sha1Of(engine: Engine, base: Uint8Array, splices: readonly Splice[]): string {
  const createHash = platformHash();
  if (!createHash) return engine.sha1(applySplices(base, splices));
  const hash = createHash('sha1');
  for (const piece of pieces(base, splices)) hash.update(piece);
  return hash.digest('hex');
}
