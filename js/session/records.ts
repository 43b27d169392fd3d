/**
 * What the model has seen, by real path. Full records come from reads, own changes and notes of the host. Lines shown in a
 * refusal make a narrow record: it allows an edit inside them, in a call that started after the refusal was returned, and
 * nothing else. Both are in memory only; nothing here reads a file. Lines are 1-based.
 */
import type { LineRange, SeenRecord, Stamp } from '../types.js';
import type { ReadRecord } from './api.js';
import { coversAll, minus, normal } from './ranges.js';

/** Narrow records kept for one file. */
const MOST_NARROW = 16;

interface Narrow {
  sha1: string;
  ranges: LineRange[];
  /** The session's count of events at which these lines had been shown. */
  since: number;
}

export class Records {
  readonly map = new Map<string, ReadRecord>();
  /** How the model called the file last. */
  readonly #asked = new Map<string, string>();
  readonly #narrow = new Map<string, Narrow[]>();
  #events = 0;

  /** The next event's number: calls start and answers are returned in this order. */
  event(): number {
    this.#events += 1;
    return this.#events;
  }

  /** Sets a full record. `ranges` are the lines seen of this version. */
  set(real: string, record: Omit<ReadRecord, 'whole' | 'takenAtMs'>, asked?: string): ReadRecord {
    const ranges = normal(record.ranges);
    const full: ReadRecord = Object.freeze({
      ...record,
      ranges: Object.freeze(ranges),
      whole: coversAll(ranges, record.totalLines),
      takenAtMs: Date.now(),
    });
    this.map.set(real, full);
    if (asked !== undefined) this.#asked.set(real, asked);
    // The full record allows more, but only for as long as it stands; narrow ones of other versions are of no use.
    this.#keepNarrow(real, (narrow) => narrow.sha1 === record.stamp.sha1);
    return full;
  }

  /** The same content under another token of the host. */
  restamp(real: string, stamp: Stamp): void {
    const record = this.map.get(real);
    if (record) this.map.set(real, Object.freeze({ ...record, stamp, takenAtMs: Date.now() }));
  }

  /** How the model called a file; its real path where it never did. */
  asked(real: string): string {
    return this.#asked.get(real) ?? real;
  }

  /** What counts as seen for a call that started at event `started`, of a file whose content is `sha1`. */
  seenBy(started: number, real: string, sha1: string): SeenRecord | null {
    const record = this.map.get(real);
    if (record) return { stamp: record.stamp, ranges: [...record.ranges] };
    const usable = this.#usable(started, real, sha1);
    if (usable.length === 0) return null;
    return { stamp: { host: '', sha1 }, ranges: normal(usable.flatMap((narrow) => narrow.ranges)), narrow: true };
  }

  /** Lines of this content were shown in an answer that is being returned now. */
  addNarrow(real: string, sha1: string, ranges: readonly LineRange[], since: number = this.event()): void {
    if (ranges.length === 0) return;
    const all = this.#narrow.get(real) ?? [];
    all.push({ sha1, ranges: normal(ranges), since });
    if (all.length > MOST_NARROW) all.shift();
    this.#narrow.set(real, all);
  }

  /**
   * After an own edit of a file that was never read: `ranges` are what its narrow record became, `shownNow` the part of it
   * that this answer shows for the first time. Calls that started before the answer may only use the rest.
   */
  moveNarrow(real: string, from: string, to: string, ranges: readonly LineRange[], shownNow: readonly LineRange[], started: number): void {
    const used = this.#usable(started, real, from);
    this.#narrow.delete(real);
    if (used.length > 0) this.addNarrow(real, to, minus(ranges, shownNow), Math.max(...used.map((narrow) => narrow.since)));
    this.addNarrow(real, to, ranges);
  }

  /** Lines no longer count as seen: of one file, or of all. */
  forget(real?: string): void {
    for (const [path, record] of this.map) {
      if (real !== undefined && real !== path) continue;
      this.map.set(path, Object.freeze({ ...record, ranges: Object.freeze([]), whole: record.totalLines === 0 }));
    }
    if (real === undefined) this.#narrow.clear();
    else this.#narrow.delete(real);
  }

  /** Does a full record refer to this content? */
  refersTo(sha1: string): boolean {
    for (const record of this.map.values()) {
      if (record.stamp.sha1 === sha1) return true;
    }
    return false;
  }

  /** Fills a fork's records. Narrow ones stay behind: they belong to one conversation's last answers. */
  copyTo(other: Records): void {
    for (const [real, record] of this.map) other.map.set(real, record);
    for (const [real, asked] of this.#asked) other.#asked.set(real, asked);
  }

  #usable(started: number, real: string, sha1: string): Narrow[] {
    return (this.#narrow.get(real) ?? []).filter((narrow) => narrow.sha1 === sha1 && narrow.since < started);
  }

  #keepNarrow(real: string, keep: (narrow: Narrow) => boolean): void {
    const kept = (this.#narrow.get(real) ?? []).filter(keep);
    if (kept.length > 0) this.#narrow.set(real, kept);
    else this.#narrow.delete(real);
  }
}

