/**
 * The generated glue, after scripts/glue-factory.mjs: one call of `createGlue` is one instance's worth of variables. Only
 * js/engine.ts imports it. All values are plain data; bytes are Uint8Arrays.
 */
export interface Glue {
  /** The import object of an instance that is to be bound to this glue. */
  imports(): WebAssembly.Imports;
  /** Binds the instance and starts it. */
  bind(instance: WebAssembly.Instance, module: WebAssembly.Module): WebAssembly.Exports;
  check(request: unknown, names: unknown, options: unknown): unknown;
  plan(bytes: Uint8Array | undefined, input: unknown): unknown;
  render(bytes: Uint8Array, input: unknown): unknown;
  changed(bytes: Uint8Array, input: unknown): unknown;
  line_hashes(bytes: Uint8Array): Uint8Array;
  sha1(bytes: Uint8Array): string;
  apply(bytes: Uint8Array, splices: unknown): Uint8Array;
  invert(bytes: Uint8Array, splices: unknown): unknown;
  refusal(input: unknown): unknown;
  note(input: unknown): string;
  description(input: unknown): string;
}
export function createGlue(): Glue;
