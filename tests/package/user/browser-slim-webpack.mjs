// "stet/slim" under webpack, which emits the wasm and says where.
import * as slim from 'stet/slim';
import { program } from './program.mjs';

globalThis.finished = slim.init(new URL('stet/engine.wasm', import.meta.url)).then(() => program(slim));
