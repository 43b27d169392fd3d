// "stet/slim" in a page, which has put the wasm beside itself.
import * as slim from 'stet/slim';
import { program } from './program.mjs';

globalThis.finished = slim.init(new URL('engine.wasm', document.baseURI)).then(() => program(slim));
