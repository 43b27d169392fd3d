// "stet/slim" under Vite, which emits the wasm and says where.
import url from 'stet/engine.wasm?url';
import * as slim from 'stet/slim';
import { program } from './program.mjs';

globalThis.finished = slim.init(new URL(url, document.baseURI)).then(() => program(slim));
