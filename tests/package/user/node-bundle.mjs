// The entry that a server's bundler is given.
import * as stet from 'stet';
import { program } from './program.mjs';

process.stdout.write(await program(stet));
