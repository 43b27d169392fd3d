/**
 * A new file with its folders. It's written under a temporary name and takes its own by a hard link, which is exclusive: of
 * two who create the same file one wins, and nobody ever sees a part of it. Folders that were made for nothing are removed.
 */
import type { Committed } from '../../host.js';
import { CONFLICT, issue, type Conflict, type Task } from './commit.js';
import type { Disk } from './disk.js';
import { HostFailure, errnoOf, throwIfAborted } from './errors.js';
import { Folder } from './folder.js';
import { hasHiddenCharacters } from './forms.js';
import { lookAt, refuseKind } from './open.js';
import { Temp, writeNew } from './temp.js';

/** How file systems say that they have no hard links, or none here. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES']);

/** Throws `HostFailure` and system errors; then nothing is left. A file that stands there already is a conflict. Costs O(bytes). */
export async function create(disk: Disk, task: Task, bytes: Uint8Array): Promise<Committed | Conflict> {
  const { path, where } = task;
  const opened: Folder[] = [];
  const made: { parent: Folder; name: string }[] = [];
  let created = false;
  try {
    let folder = Folder.open(disk, path, where.parent);
    opened.push(folder);
    if (where.missing.length === 0) {
      const there = lookAt(disk, folder.at(where.name));
      if (there) {
        refuseKind(there, path);
        return CONFLICT;
      }
    }
    if (where.asFolder) throw new HostFailure({ failed: 'invalid_input', data: { path, problem: 'path_form', got: "a folder's path" } });
    if (hasHiddenCharacters(path)) throw new HostFailure({ failed: 'invalid_input', data: { path, problem: 'path_control' } });
    for (const name of where.missing) {
      const parent = folder;
      const child = parent.child(name);
      folder = child.folder;
      opened.push(folder);
      if (child.made) made.push({ parent, name });
    }
    const answer = await createIn(disk, task, folder, bytes);
    created = !('conflict' in answer);
    if (created && disk.durability === 'full') for (const { parent } of made) parent.sync();
    return answer;
  } catch (error) {
    // A folder went away meanwhile: whoever asks again finds out what stands there now.
    if (errnoOf(error) === 'ENOENT') return CONFLICT;
    throw error;
  } finally {
    // Only what was made here, and only where it's empty.
    if (!created) for (const { parent, name } of made.reverse()) parent.removeChild(name);
    for (const folder of opened) folder.close();
  }
}

async function createIn(disk: Disk, task: Task, folder: Folder, bytes: Uint8Array): Promise<Committed | Conflict> {
  const { path, where, signal } = task;
  const at = folder.at(where.name);
  const temp = await Temp.write(disk, folder, bytes, null);
  try {
    throwIfAborted(path, signal);
    if (!folder.isStillThere()) return CONFLICT;
    try {
      disk.calls.link(temp.path, at);
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return CONFLICT;
      if (!NO_LINKS.has(errnoOf(error))) throw error;
      return await createWithoutLinks(disk, path, folder, where.name, bytes);
    }
    // The link counts as a change of the file: its token is taken once the temporary name is gone.
    temp.unlink();
    temp.taken = true;
    if (disk.durability === 'full') folder.sync();
    disk.sweeper.visit(disk, folder.real, (name) => folder.at(name));
    return { host: issue(disk, temp.token(at)) };
  } finally {
    temp.close();
  }
}

async function createWithoutLinks(disk: Disk, path: string, folder: Folder, name: string, bytes: Uint8Array): Promise<Committed | Conflict> {
  try {
    return { host: issue(disk, await writeNew(disk, path, folder, name, bytes)), atomic: false };
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return CONFLICT;
    throw error;
  }
}
