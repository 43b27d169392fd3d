// "stet/slim" under esbuild with the loader "file" for .wasm.
import url from 'stet/engine.wasm';
import * as slim from 'stet/slim';
import { program } from './program.mjs';

globalThis.finished = slim.init(new URL(url, document.baseURI)).then(() => program(slim));
