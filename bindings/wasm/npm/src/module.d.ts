// What Emscripten makes of bindings/wasm/module.cpp.

export interface WasmModule {
  HEAPU8: Uint8Array;
  progress?: (read: number, bytes: number) => boolean | void;
  _ballast_version(): number;
  _ballast_allocate(bytes: number): number;
  _ballast_release(place: number): void;
  _ballast_open(): number;
  _ballast_close(session: number): void;
  _ballast_add(session: number, name: number, bytes: number, size: number, inFolder: number): number;
  _ballast_watch_module(session: number): void;
  _ballast_ask(session: number, other: number, question: number): number;
  _ballast_forget(answer: number): void;
  _ballast_code(answer: number): number;
  _ballast_output(answer: number): number;
  _ballast_output_size(answer: number): number;
  _ballast_messages(answer: number): number;
}

export default function createModule(options: {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): object;
}): Promise<WasmModule>;
