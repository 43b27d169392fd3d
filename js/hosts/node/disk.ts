/**
 * What the parts of the node host share: the system's calls, what kind of system it is, and what one host keeps. Everything
 * that differs between systems is asked for here, so that a test can say "as on Windows" or "without /proc" on any of them.
 */
import { randomBytes } from 'node:crypto';
import * as nodePath from 'node:path';
import type { Durability } from './durability.js';
import { systemCalls, tryTo, type SystemCalls } from './fs.js';
import type { Locks } from './lock.js';
import type { Resolver } from './resolve.js';
import type { Sweeper } from './sweep.js';
import type { Issued } from './token.js';

export interface Clock {
  /** The wall's clock: milliseconds since 1970, comparable with times of files. */
  now(): number;
  /** Milliseconds that only go forward. */
  elapsed(): number;
  pause(milliseconds: number): Promise<void>;
}

export interface System {
  calls: SystemCalls;
  /** Path forms, rename retries and the locks' shape are those of Windows. */
  windows: boolean;
  /** `/proc/self/fd/N` leads to opened files: the way to be sure where a handle is (Linux). */
  proc: boolean;
  /** The same process number may mean different processes for two who share a folder (Linux). */
  namespaces: boolean;
  /** Names that differ in case or Unicode form may be one file: the real name is asked for (macOS, Windows). */
  folds: boolean;
  paths: nodePath.PlatformPath;
  clock: Clock;
  /** That many random bytes in hex. */
  random(bytes: number): string;
}

export interface Disk extends System {
  resolver: Resolver;
  durability: Durability;
  locks: Locks;
  issued: Issued;
  sweeper: Sweeper;
}

const clock: Clock = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

/** The system that this process runs on, with what a test puts in its place. */
export function thisSystem(given: Partial<System> = {}): System {
  const windows = given.windows ?? process.platform === 'win32';
  const calls = given.calls ?? systemCalls;
  return {
    calls,
    windows,
    proc: process.platform === 'linux' && tryTo(() => systemCalls.lstat('/proc/self/fd')),
    namespaces: process.platform === 'linux',
    folds: windows || process.platform === 'darwin',
    paths: nodePath,
    clock,
    random: (bytes) => randomBytes(bytes).toString('hex'),
    ...given,
  };
}
