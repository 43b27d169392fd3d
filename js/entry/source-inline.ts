/** The engine's wasm from the copy inside the package's scripts, decoded on first use. */

export async function inlineSource(): Promise<Uint8Array<ArrayBuffer>> {
  const { wasmBase64 } = await import('../glue/inline.js');
  const text = atob(wasmBase64);
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) bytes[at] = text.charCodeAt(at);
  return bytes;
}
