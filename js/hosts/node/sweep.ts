/**
 * stet's own temporary files that a killed process left: swept from a folder at the first change that a host makes there.
 * Only regular files of this user with a name of stet's own, older than an hour by both of their times, are touched.
 */
import type { Disk } from './disk.js';
import { dispose, tryTo } from './fs.js';
import { TEMPORARY } from './temp.js';

const OLD_MS = 3_600_000;
/** Entries of a folder that are looked at; folders remembered as swept. */
const MOST_ENTRIES = 10_000;
const MOST_FOLDERS = 1_000;

export class Sweeper {
  /** Paths of temporary files in use by this host. */
  readonly live = new Set<string>();
  readonly #swept = new Set<string>();

  /** `at` gives the path for a name in the folder. Never throws. Costs one listing, once a folder. */
  visit(disk: Disk, folder: string, at: (name: string) => string): void {
    if (this.#swept.has(folder)) return;
    if (this.#swept.size === MOST_FOLDERS) this.#swept.clear();
    this.#swept.add(folder);
    const { calls, clock } = disk;
    tryTo(() => {
      for (const { name } of calls.readdir(at('.'), MOST_ENTRIES)) {
        if (TEMPORARY.test(name) && !this.live.has(at(name))) tryTo(() => sweep(disk, at(name), clock.now() - OLD_MS));
      }
    });
  }
}

function sweep(disk: Disk, path: string, before: number): void {
  const stats = disk.calls.lstat(path);
  const newest = stats.mtimeMs > stats.ctimeMs ? stats.mtimeMs : stats.ctimeMs;
  if (stats.isFile() && isOwn(disk, stats.uid) && newest < BigInt(Math.floor(before))) dispose(disk.calls, path);
}

/** Owned by this process' user, where there are users. */
export const isOwn = (disk: { windows: boolean }, uid: bigint): boolean => disk.windows || uid === BigInt(process.geteuid?.() ?? -1);
