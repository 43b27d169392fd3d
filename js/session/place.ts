/**
 * From a path as the model gave it to the file's turn in its queue. The real path is the key of queue and record. A turn
 * may come late, and the world may have moved meanwhile: whoever waited looks again.
 */
import { isFailure, type Failure, type Host, type Stat } from '../host.js';
import type { Refusal } from '../types.js';
import { refuse, refuseAborted, refuseFailure, type Call } from './refuse.js';
import { takeTurn, waitFor, type Turn } from './queue.js';

/** As many links as Linux follows. */
const MOST_LINKS = 40;
const MOST_MOVES = 5;

/** Where a path leads, and what stands there. */
export interface Located {
  real: string;
  /** The path for the host's calls: the model's own, or the target of the link that it named. */
  path: string;
  stat: Stat | null;
}

/** Follows links as last part where `follow` says so; without it, or where one leads nowhere, the link itself is the answer. */
export async function locate(host: Host, path: string, follow: boolean): Promise<Located | Failure> {
  let at = path;
  for (let links = 0; ; links++) {
    const where = await host.resolve(at);
    if (isFailure(where)) return where;
    const stat = await host.stat(at);
    if (isFailure(stat)) return stat;
    if (follow && stat?.kind === 'symlink' && typeof stat.target === 'string' && links < MOST_LINKS) {
      at = stat.target;
      continue;
    }
    return { real: stat && stat.kind !== 'symlink' ? stat.real : where.real, path: at, stat };
  }
}

export type Entered = { located: Located; turn: Turn };

/** Runs `work` in the file's turn. `moved` as its answer means that the path leads elsewhere by now: the turn is left and the way found anew. */
export async function inTurn<T>(call: Call, follow: boolean, work: (located: Located) => Promise<T | 'moved'>): Promise<T | Refusal> {
  const { core, request, signal } = call;
  for (let moves = 0; moves < MOST_MOVES; moves++) {
    const gate = takeTurn(request.filePath, core.gates);
    let located: Located | Failure;
    let turn: Turn;
    try {
      if (!(await waitFor(gate, signal))) return refuseAborted(call);
      located = await locate(core.host, request.filePath, follow);
      if (isFailure(located)) return refuseFailure(call, located, 'path');
      turn = takeTurn(`${core.host.name}\0${located.real}`);
    } finally {
      gate.leave();
    }
    try {
      if (!(await waitFor(turn, signal))) return refuseAborted(call);
      if (!turn.first) {
        const again = await locate(core.host, request.filePath, follow);
        if (isFailure(again)) return refuseFailure(call, again, 'path');
        if (again.real !== located.real) continue;
        located = again;
      }
      const answer = await work(located);
      if (answer !== 'moved') return answer;
    } finally {
      turn.leave();
    }
  }
  return refuse(call, 'conflict', 'path', { tries: MOST_MOVES });
}

/** What stands at a place is refused unless it's a file or nothing. */
export function refuseKind(call: Call, stat: Stat | null): Refusal | null {
  switch (stat?.kind) {
    case undefined:
    case 'file':
      return null;
    case 'directory':
      return refuse(call, 'is_directory', 'path');
    case 'symlink':
      return refuse(call, 'symlink', 'path', { target: stat.target ?? null });
    default:
      return refuse(call, 'not_regular', 'path');
  }
}
