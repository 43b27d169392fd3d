// "stet" in a page: everything is inlined.
import * as stet from 'stet';
import { program } from './program.mjs';

globalThis.finished = program(stet);
