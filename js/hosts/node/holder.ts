/**
 * Who holds a lock, as a short text, and whether that one is dead. Threads share a process number, and numbers are used
 * again, so a lock is owned by a random token; the number, its start time, its namespace and the boot only tell a dead owner.
 */
import { hostname } from 'node:os';
import type { System } from './disk.js';
import type { SystemCalls } from './fs.js';

export interface Holder {
  pid: number;
  /** Clock ticks since the boot at which the process started; '' where that can't be told. */
  start: string;
  /** This boot of this machine. */
  boot: string;
  /** The namespace of the process number; '' where it isn't known. */
  namespace: string;
  token: string;
}

const SHAPE = /^stet1\.(\d+)\.(\d*)\.([\w-]*)\.([\w-]*)\.([0-9a-f]+)$/;

export const textOf = ({ pid, start, boot, namespace, token }: Holder): string => `stet1.${pid}.${start}.${boot}.${namespace}.${token}`;

/** Null for a text that no stet wrote. */
export function holderOf(text: string): Holder | null {
  const [, pid, start, boot, namespace, token] = SHAPE.exec(text) ?? [];
  if (pid === undefined || start === undefined || boot === undefined || namespace === undefined || token === undefined) return null;
  return { pid: Number(pid), start, boot, namespace, token };
}

/** This process, without a token. On Linux by /proc, without which nothing is known; elsewhere there are no namespaces, and the machine's name stands for the boot. */
export function identify({ calls, proc, namespaces }: System): Omit<Holder, 'token'> {
  const plain = (text: string): string => text.replace(/[^\w-]/g, '');
  if (!proc) return { pid: process.pid, start: '', boot: plain(hostname()), namespace: namespaces ? '' : 'one' };
  return {
    pid: process.pid,
    start: processOf(calls, process.pid)?.start ?? '',
    boot: plain(calls.text('/proc/sys/kernel/random/boot_id')),
    namespace: plain(calls.readlink('/proc/self/ns/pid')),
  };
}

/** State and start time of a process by /proc; null where it can't be told. */
function processOf(calls: SystemCalls, pid: number): { state: string; start: string } | null {
  try {
    // The name before the last bracket may hold anything.
    const fields = calls.text(`/proc/${pid}/stat`).replace(/^.*\) /s, '').split(' ');
    const [state, start] = [fields[0], fields[19]];
    return state && start && /^\d+$/.test(start) ? { state, start } : null;
  } catch {
    return null;
  }
}

/**
 * `dead` and `alive` are certain: the same machine, boot and namespace, so that the number means the same process there and
 * here. `unknown` is for everything else; only its age can tell.
 */
export function stateOf({ calls, proc }: System, me: Omit<Holder, 'token'>, holder: Holder): 'dead' | 'alive' | 'unknown' {
  if (me.namespace === '' || holder.namespace !== me.namespace || holder.boot !== me.boot) return 'unknown';
  if (!calls.isAlive(holder.pid)) return 'dead';
  const there = proc ? processOf(calls, holder.pid) : null;
  // Without a start time it may be another process of the same number.
  if (!there || holder.start === '') return 'unknown';
  // A zombie has ended, and only waits for its parent to notice.
  return there.start !== holder.start || there.state === 'Z' || there.state === 'X' ? 'dead' : 'alive';
}
