/**
 * The engine's wasm from the copy inside the package's scripts, imported and decoded on first use.
 */
import { messageOf } from '../errors.js';

type Inlined = { wasmBase64: string };

/** Where the copy lies, once the browser couldn't fetch it. */
let failedUrl: string | undefined;
let retries = 0;

/**
 * Firefox remembers a module that it couldn't fetch and fails each later import of the same URL, so the next attempt needs
 * another one. Which URL that is only the browser knows (a bundler has renamed the file): its error names it.
 */
async function inlined(): Promise<Inlined> {
  if (failedUrl !== undefined) {
    retries += 1;
    return await (import(/* @vite-ignore */ /* webpackIgnore: true */ `${failedUrl}?retry=${retries}`) as Promise<Inlined>);
  }
  try {
    return await import('../glue/inline.js');
  } catch (thrown) {
    failedUrl = /https?:[^\s?#]+\.m?js/.exec(messageOf(thrown))?.[0];
    throw thrown;
  }
}

export async function inlineSource(): Promise<Uint8Array<ArrayBuffer>> {
  const text = atob((await inlined()).wasmBase64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
