/**
 * Versions of files that are kept: to show what changed since, to prove which seen lines stayed, to give back the bytes
 * before an edit. Bounded in bytes, oldest out first; of a version that falls out while a record still refers to it the line
 * hashes stay (8 bytes a line).
 */
import type { Engine } from '../types.js';

/** Bytes kept by a session unless its options say otherwise. */
export const KEPT_BYTES = 8 << 20;

/** What is left of a version. */
export interface Kept {
  seen?: Uint8Array;
  seenHashes?: Uint8Array;
}

interface Version {
  bytes: Uint8Array;
  /** Real path. */
  path: string;
  /** The model was shown of it, or wrote it; false for what was only replaced. */
  isSeen: boolean;
}

export class Bases {
  /** By content hash; the order is that of use, oldest first. */
  readonly #versions = new Map<string, Version>();
  readonly #hashes = new Map<string, Uint8Array>();
  #total = 0;

  constructor(
    private readonly engine: Engine,
    private readonly limit: number,
    /** Does a record refer to this content? */
    private readonly isNeeded: (sha1: string) => boolean,
  ) {}

  /** Keeps a version. The bytes must not be changed afterwards. Amortised O(1), and O(file) where one falls out. */
  keep(path: string, sha1: string, bytes: Uint8Array, isSeen = true): void {
    const known = this.#versions.get(sha1);
    if (known) {
      this.#versions.delete(sha1);
      this.#versions.set(sha1, { bytes: known.bytes, path, isSeen: isSeen || known.isSeen });
      return;
    }
    if (bytes.length > this.limit) {
      if (!this.#hashes.has(sha1) && this.isNeeded(sha1)) this.#hashes.set(sha1, this.engine.lineHashes(bytes));
      this.#dropHashes();
      return;
    }
    this.#versions.set(sha1, { bytes, path, isSeen });
    this.#hashes.delete(sha1);
    this.#total += bytes.length;
    for (const [oldest, version] of this.#versions) {
      if (this.#total <= this.limit) break;
      this.#versions.delete(oldest);
      this.#total -= version.bytes.length;
      if (this.isNeeded(oldest)) this.#hashes.set(oldest, this.engine.lineHashes(version.bytes));
    }
    this.#dropHashes();
  }

  #dropHashes(): void {
    for (const sha1 of this.#hashes.keys()) {
      if (!this.isNeeded(sha1)) this.#hashes.delete(sha1);
    }
  }

  /** What is left of a version. */
  of(sha1: string): Kept {
    const version = this.#versions.get(sha1);
    if (version) return { seen: version.bytes };
    const seenHashes = this.#hashes.get(sha1);
    return seenHashes ? { seenHashes } : {};
  }

  bytes(sha1: string): Uint8Array | null {
    return this.#versions.get(sha1)?.bytes ?? null;
  }

  /** The newest kept version of a path that the model saw, that isn't the present one, and in which this text stands (line endings aside). O(kept bytes). */
  earlierWith(path: string, present: string, text: string): Uint8Array | undefined {
    const folded = (from: string): string => from.replaceAll('\r\n', '\n');
    const wanted = folded(text);
    for (const { sha1, path: of, bytes, isSeen } of this.newestFirst()) {
      if (of !== path || sha1 === present || !isSeen) continue;
      if (folded(new TextDecoder().decode(bytes)).includes(wanted)) return bytes;
    }
    return undefined;
  }

  /** All kept versions, newest first. */
  newestFirst(): ({ sha1: string } & Version)[] {
    return [...this.#versions].map(([sha1, version]) => ({ sha1, ...version })).reverse();
  }

  /** Bytes kept now. */
  get size(): number {
    return this.#total;
  }

  /** Fills a fork's store. */
  copyTo(other: Bases): void {
    for (const [sha1, version] of this.#versions) other.keep(version.path, sha1, version.bytes, version.isSeen);
    for (const [sha1, hashes] of this.#hashes) other.#hashes.set(sha1, hashes);
  }
}
