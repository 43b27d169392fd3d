/**
 * Queues: one per key, first come first served. A session's work on a file (read, plan, commit) is one turn of the queue of
 * its real path. The queues live on globalThis, so that two copies of this package in one thread share them; threads and
 * processes meet through the host's locks. The value there is a plain map from key to the promise of the last turn's end:
 * its shape is the contract between the copies (v1).
 */

const LOCKS = Symbol.for('stet.locks.v1');
type Locks = Map<string, Promise<void>>;

function sharedLocks(): Locks {
  const holder = globalThis as { [LOCKS]?: Locks };
  return (holder[LOCKS] ??= new Map());
}

/** A place in a queue. `ready` fulfils when everybody before has left; `leave` must be called, ready or not, and lets the next one in. */
export interface Turn {
  ready: Promise<void>;
  /** Nobody was before. */
  first: boolean;
  leave(): void;
}

/** Takes a place in the queue of `key`, at once. */
export function takeTurn(key: string, locks: Locks = sharedLocks()): Turn {
  const before = locks.get(key);
  let open = (): void => {};
  const left = new Promise<void>((resolve) => { open = resolve; });
  // Who comes next waits for this turn and, should it be left early, for all before it.
  const ended = before ? before.then(() => left) : left;
  locks.set(key, ended);
  return {
    ready: before ?? Promise.resolve(),
    first: before === undefined,
    leave() {
      open();
      void ended.then(() => {
        if (locks.get(key) === ended) locks.delete(key);
      });
    },
  };
}

/** Waits for a turn, or for the signal. True where the turn has come. */
export async function waitFor(turn: Turn, signal: AbortSignal | undefined): Promise<boolean> {
  if (!signal) {
    await turn.ready;
    return true;
  }
  if (signal.aborted) return false;
  let stop = (): void => {};
  const aborted = new Promise<void>((resolve) => { stop = resolve; });
  signal.addEventListener('abort', stop, { once: true });
  try {
    await Promise.race([turn.ready, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
  return !signal.aborted;
}
