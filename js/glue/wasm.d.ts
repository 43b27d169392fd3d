/** Where a runtime imports wasm as a module (workerd). */
declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
