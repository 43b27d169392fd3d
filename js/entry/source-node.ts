/** The engine's wasm from the file beside, or from the inlined copy: a server bundle has no file beside it. */
import { readFile } from 'node:fs/promises';
import { inlineSource } from './source-inline.js';

export async function nodeSource(): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await readFile(new URL('../glue/stet.wasm', import.meta.url)));
  } catch {
    return inlineSource();
  }
}
