// The answer that every cell must give: that of the checkout's own build in the Node that runs the tests.

import { program } from '../user/program.mjs';

export const reference = program(await import('../../../build/js/entry/node.js'));
