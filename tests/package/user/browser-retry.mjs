// A load that failed is tried again: the server refuses the first request for the engine.
import * as stet from 'stet';
import { program } from './program.mjs';

globalThis.finished = (async () => {
  const first = await stet.openSession({ host: stet.memoryHost() }).then(() => 'loaded', (error) => error.code);
  if (first !== 'load_failed') throw new Error(`the first load should fail, and was: ${first}`);
  return program(stet);
})();
