/** The host's token of a version: `mtimeNs.ctimeNs.size.dev.ino`, and how far it can be trusted. Times are nanoseconds in the token. */
import type { BigIntStats } from 'node:fs';

/** A file system's clock may be this coarse (FAT: 2 s); git's racy rule uses the same margin. */
const COARSEST_MS = 2_000;
/** Tokens whose moment is remembered. A forgotten one costs a hash. */
const MOST_ISSUED = 4_096;

export const tokenOf = (stats: BigIntStats): string => [stats.mtimeNs, stats.ctimeNs, stats.size, stats.dev, stats.ino].join('.');

/**
 * May an equal token prove an equal content? Only if the file's times lie more than the coarsest clock's step before the
 * moment in which the token was taken: else a later write could have left the same times.
 */
export function tokenIsSure(token: string, takenAtMs: number): boolean {
  const [mtime, ctime] = token.split('.');
  if (!mtime || !ctime || !/^\d+$/.test(mtime) || !/^\d+$/.test(ctime)) return false;
  const newest = BigInt(mtime) > BigInt(ctime) ? BigInt(mtime) : BigInt(ctime);
  return newest / 1_000_000n + BigInt(COARSEST_MS) < BigInt(Math.floor(takenAtMs));
}

/** When this host took its tokens: the racy rule is about that moment, which a token that comes back doesn't tell. */
export class Issued {
  readonly #takenAt = new Map<string, number>();

  take(token: string, nowMs: number): void {
    this.#takenAt.delete(token);
    this.#takenAt.set(token, nowMs);
    if (this.#takenAt.size > MOST_ISSUED) {
      const [oldest] = this.#takenAt.keys();
      if (oldest !== undefined) this.#takenAt.delete(oldest);
    }
  }

  /** False also where the clock has gone back since. */
  isSure(token: string, nowMs: number): boolean {
    const takenAt = this.#takenAt.get(token);
    return takenAt !== undefined && takenAt <= nowMs && tokenIsSure(token, takenAt);
  }
}
