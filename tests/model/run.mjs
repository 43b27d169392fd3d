// Runs the model-based test over a host.
import fc from 'fast-check';
import { commands } from './commands.mjs';
import { World } from './world.mjs';

/**
 * `make()` gives an empty host, somebody else at its files (`outside`, synchronous), `realPath(ours)`, and `close()`; `mode`
 * is 'memory', where others may act at any moment, or 'real'. Fixed seed. Returns how often each call ended how.
 */
export async function runModel({ make, open, mode, runs, seed = 20_260_401 }) {
  const counts = {};
  const property = fc.asyncProperty(fc.scheduler(), fc.commands(commands, { maxCommands: 40, size: 'max' }), async (scheduler, list) => {
    const made = await make();
    const world = new World({ ...made, open, mode });
    try {
      // Only the scheduler lets a call of a host through; while a command waits, those of all calls come in any order.
      world.waitFor = (promise) => scheduler.waitFor(promise);
      world.start((name, work) => (...args) => scheduler.schedule(Promise.resolve(), name).then(() => work(...args)));
      await fc.asyncModelRun(() => ({ model: world, real: world }), list);
      await scheduler.waitFor(Promise.all(world.all));
      world.checkEnd();
      for (const [what, times] of Object.entries(world.counts)) counts[what] = (counts[what] ?? 0) + times;
    } finally {
      await made.close?.();
    }
  });
  await fc.assert(property, { numRuns: runs, seed, includeErrorInReport: true });
  return counts;
}
