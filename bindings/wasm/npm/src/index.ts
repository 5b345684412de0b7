// Files in memory, and questions about them with the answers of the command.

import type {
  Conversion, Diff, Explanation, FileList, ModuleMemory, OtherAnswer, Summary, Validation,
} from "./answers.js";
import createModule, { type WasmModule } from "./module.js";

export type * from "./answers.js";

// --- options ---

export interface Asked {
  /** The number of one of `files().modules`; without it, all files are the input. */
  module?: number;
  /** Take every file by itself, not with others of its module. */
  filesAlone?: boolean;
}
export interface ValidateOptions extends Asked {
  /** Warnings, and notes about unknown spellings, are errors. */
  strict?: boolean;
  audit?: boolean;
  /** Files of another era have an error. */
  era?: string;
  /** Identifiers, phases, or rules such as `C3`. */
  only?: string[];
  disable?: string[];
  /** Of one file; 0: no limit. */
  maxErrors?: number;
  format?: "json" | "text" | "sarif" | "github" | "junit";
}
/** What a module must fit. If it does not, the code of the answer is 1. */
export interface LimitOptions {
  /** An accelerator, such as `v5e` or `h100`. */
  device?: string;
  /** Or so many bytes. */
  limit?: number;
  /** Decide also by a dump of another platform than the device; otherwise its code is 2 if it fits. */
  estimate?: boolean;
}
export interface TableOptions extends Asked, LimitOptions {
  space?: number;
  format?: "json" | "text" | "markdown";
  /** Rows of tables; 0: all. */
  top?: number;
  /** Columns of a line of text. */
  width?: number;
  /** ASCII only. */
  plain?: boolean;
}
export interface ShowOptions extends TableOptions {
  by?: "alike" | "value" | "class" | "op" | "source" | "scope" | (string & {});
  sort?: "bytes" | "count" | "label";
  step?: number;
  /** One buffer: its name, the id of its value, or a label. */
  why?: string;
  verbose?: boolean;
  fullPaths?: boolean;
}
export interface ReportOptions extends Asked, LimitOptions {
  /** `html`: one page; `json`: its data about one module. */
  format?: "html" | "json";
  /** Only the picture of the heap. */
  svg?: boolean;
  space?: number;
  title?: string;
}
export interface PrintOptions extends Asked {
  part?: "assignment" | "values" | "live-range";
}
export type ExportFormat = "csv" | "ndjson" | "pprof" | "trace";
export interface ExportOptions extends Asked {
  step?: number;
  /** Texts of `csv` as they are in the dump, even if a spreadsheet takes them for formulas. */
  raw?: boolean;
  /** Of `ndjson`; all by default. */
  tables?: string[];
}

// --- answers ---

/** What the command would print. */
export class Answer {
  constructor(
    /** 0, 1 if something failed, 2 if there is no answer, 3 if it was cancelled. */
    readonly code: 0 | 1 | 2 | 3,
    /** Standard output. */
    readonly bytes: Uint8Array,
    /** The lines of standard error. */
    readonly messages: string[],
  ) {}

  get output(): string {
    return textOf(this.bytes);
  }
  json(): unknown {
    return JSON.parse(this.output);
  }
}

/** There is no answer; the message says why. */
export class BallastError extends Error {
  override name = "BallastError";
  readonly code: number;
  readonly messages: string[];
  /** What was printed before. */
  readonly output: string;

  constructor(answer: Answer) {
    super([...answer.messages, answer.output.trim()].filter((line) => line).join("\n") || "no answer");
    this.code = answer.code;
    this.messages = answer.messages;
    this.output = answer.output;
  }
}

// --- files ---

export interface InputFile {
  /** Its path, with `/`. Files of one module have names that differ only in their endings. */
  name: string;
  bytes: Uint8Array | ArrayBuffer | string;
  /** True if it was found in a folder: then it is left out if it is not a dump. */
  folder?: boolean;
}

export type Decompress = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>;

export interface LoadOptions {
  /** The contents of `ballast.wasm`; by default, the file beside this one. */
  wasm?: BufferSource | WebAssembly.Module;
  /** For `.zst`; by default that of Node, or of the package fzstd. */
  zstd?: Decompress;
  /** The most bytes that a compressed file may contain; by default 1 GiB, as for the command. */
  maxContents?: number;
}

export type Progress = (read: number, bytes: number) => boolean | void;

type Question = Record<string, unknown>;

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true }); // texts keep their byte order mark

function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** A loaded library. Sessions of one library are used by turns. */
export class Ballast {
  readonly version: string;
  /** Is called after each module that was read; returns false to cancel. What it throws, the question throws. */
  onProgress: Progress | undefined;
  private thrown: { error: unknown } | undefined;

  constructor(
    private readonly wasm: WasmModule,
    private readonly zstd: Decompress | undefined,
    private readonly maxContents: number,
  ) {
    this.version = this.cText(wasm._ballast_version());
    wasm.progress = (read, bytes) => {
      try {
        return this.onProgress?.(read, bytes);
      } catch (error) {
        // It must not pass through the functions of the module, which would end it.
        this.thrown ??= { error };
        return false;
      }
    };
  }

  /** A session without files. */
  session(): Session {
    const handle = this.wasm._ballast_open();
    if (handle === 0) throw new Error("memory ran out");
    this.wasm._ballast_watch_module(handle);
    return new Session(this, handle);
  }

  /** A session with these files, decompressed if their names end in `.gz` or `.zst`. */
  async read(files: Iterable<InputFile> | AsyncIterable<InputFile>): Promise<Session> {
    const session = this.session();
    try {
      for await (const file of files) {
        const bytes = await this.decompressed(file.name, bytesOf(file.bytes));
        session.add({ ...file, bytes });
      }
    } catch (error) {
      session.close();
      throw error;
    }
    return session;
  }

  /** The text of a file whose name may say that it is compressed. */
  async decompressed(name: string, bytes: Uint8Array): Promise<Uint8Array> {
    if (name.endsWith(".gz")) return gunzip(bytes, this.maxContents);
    if (!name.endsWith(".zst")) return bytes;
    const decompress = this.zstd ?? (await findZstd(this.maxContents));
    return decompress(bytes);
  }

  /** What changed between two sessions. */
  diff(before: Session, after: Session, options: TableOptions & { format: "text" | "markdown" }): string;
  diff(before: Session, after: Session, options?: TableOptions & { format?: "json" }): Diff;
  diff(before: Session, after: Session, options: TableOptions = {}): Diff | string {
    return answerOf(before.ask("diff", { ...options }, after), options.format) as Diff | string;
  }

  /** The same as a page. */
  diffReport(before: Session, after: Session, options: LimitOptions & { space?: number; title?: string } = {}): string {
    return outputOf(before.ask("report", { ...options }, after));
  }

  /** What a finding means. */
  explain(id: string): Explanation {
    const session = this.session();
    try {
      return session.json("explain", { id }) as Explanation;
    } finally {
      session.close();
    }
  }

  // --- memory of the module ---

  /** @internal */
  addTo(handle: number, file: InputFile): void {
    const { wasm } = this;
    const bytes = bytesOf(file.bytes);
    const place = wasm._ballast_allocate(bytes.length);
    if (place === 0) throw new Error(`${file.name}: memory ran out`);
    wasm.HEAPU8.set(bytes, place >>> 0);
    const name = this.cString(file.name);
    const added = wasm._ballast_add(handle, name, place, bytes.length, file.folder ? 1 : 0);
    wasm._ballast_release(name);
    if (!added) throw new Error(`${file.name}: memory ran out`);
  }

  /** @internal */
  ask(handle: number, other: number, question: Question): Answer {
    const { wasm } = this;
    const text = this.cString(JSON.stringify(question));
    let answer = 0;
    try {
      answer = wasm._ballast_ask(handle, other, text);
    } catch (error) {
      // A trap, as if the stack overflows.
      return new Answer(2, new Uint8Array(), [`ballast: the module failed: ${String(error)}`]);
    }
    wasm._ballast_release(text);
    if (answer === 0) return new Answer(2, new Uint8Array(), ["ballast: memory ran out"]);
    const begin = wasm._ballast_output(answer) >>> 0;
    const size = wasm._ballast_output_size(answer) >>> 0;
    const result = new Answer(
      wasm._ballast_code(answer) as 0 | 1 | 2 | 3,
      wasm.HEAPU8.slice(begin, begin + size),
      JSON.parse(this.cText(wasm._ballast_messages(answer))) as string[],
    );
    wasm._ballast_forget(answer);
    const { thrown } = this;
    this.thrown = undefined;
    if (thrown) throw thrown.error;
    return result;
  }

  /** @internal */
  closed(handle: number): void {
    this.wasm._ballast_close(handle);
  }

  private cString(text: string): number {
    const bytes = encoder.encode(text);
    const place = this.wasm._ballast_allocate(bytes.length + 1);
    if (place === 0) throw new Error("memory ran out");
    this.wasm.HEAPU8.set(bytes, place >>> 0);
    this.wasm.HEAPU8[(place >>> 0) + bytes.length] = 0;
    return place;
  }
  private cText(place: number): string {
    const begin = place >>> 0;
    return textOf(this.wasm.HEAPU8.slice(begin, this.wasm.HEAPU8.indexOf(0, begin)));
  }
}

/** Files that are asked about together. `close` frees their memory. */
export class Session {
  private handle: number;

  /** Use `Ballast.session` or `Ballast.read`. */
  constructor(
    private readonly of: Ballast,
    handle: number,
  ) {
    this.handle = handle;
  }

  /** Adds a file, which must not be compressed. A file of the same name is replaced. */
  add(file: InputFile): void {
    this.of.addTo(this.open(), file);
  }
  /** Any question, with the options of the command. Does not throw for what is wrong with the input. */
  ask(question: string, options: Question = {}, other?: Session): Answer {
    return this.of.ask(this.open(), other ? other.open() : 0, { ...options, ask: question });
  }
  /** The same as parsed JSON; throws a BallastError if there is no answer. */
  json(question: string, options: Question = {}, other?: Session): unknown {
    return JSON.parse(outputOf(this.ask(question, options, other)));
  }
  /** The files, with logs replaced by their texts, and the modules that they are of. */
  files(options: { filesAlone?: boolean } = {}): FileList {
    return this.json("files", options) as FileList;
  }
  /** The text of one of `files().files`. */
  text(file: number): string {
    return textOf(this.bytes(file));
  }
  bytes(file: number): Uint8Array {
    const answer = this.ask("text", { module: file });
    if (answer.code !== 0) throw new BallastError(answer);
    return answer.bytes;
  }

  validate(options: ValidateOptions & { format: "text" | "sarif" | "github" | "junit" }): string;
  validate(options?: ValidateOptions & { format?: "json" }): Validation;
  validate(options: ValidateOptions = {}): Validation | string {
    return answerOf(this.ask("validate", { ...options }), options.format) as Validation | string;
  }

  /** The memory of a module, of the one with the largest total if there are several. `dump` has the module of a message. */
  show(options: ShowOptions & { format: "text" | "markdown" }, dump?: Session): string;
  show(options?: ShowOptions & { format?: "json" }, dump?: Session): ModuleMemory | OtherAnswer;
  show(options: ShowOptions = {}, dump?: Session): ModuleMemory | OtherAnswer | string {
    return answerOf(this.ask("show", { ...options }, dump), options.format) as ModuleMemory | string;
  }

  summary(options: TableOptions & { format: "text" | "markdown" }): string;
  summary(options?: TableOptions & { format?: "json" }): Summary;
  summary(options: TableOptions = {}): Summary | string {
    return answerOf(this.ask("summary", { ...options }), options.format) as Summary | string;
  }

  /** A page with pictures, or their data. */
  report(options: ReportOptions & { format: "json" }): Record<string, unknown>;
  report(options?: ReportOptions & { format?: "html" }): string;
  report(options: ReportOptions = {}): Record<string, unknown> | string {
    const output = outputOf(this.ask("report", { ...options }));
    return options.format === "json" ? (JSON.parse(output) as Record<string, unknown>) : output;
  }

  /** The texts again, from their trees. */
  print(options: PrintOptions = {}): string {
    return outputOf(this.ask("print", { ...options }));
  }
  /** As an XLA of another era would have printed the module. */
  convert(era: string, options: Asked = {}): Conversion {
    return this.json("convert", { ...options, era }) as Conversion;
  }
  /** The trees as JSON, one per line. */
  trees(options: Asked & { positions?: boolean } = {}): string {
    return outputOf(this.ask("json", { ...options }));
  }
  exportAs(format: "pprof", options?: ExportOptions): Uint8Array;
  exportAs(format: Exclude<ExportFormat, "pprof">, options?: ExportOptions): string;
  exportAs(format: ExportFormat, options: ExportOptions = {}): Uint8Array | string {
    const answer = this.ask("export", { ...options, to: format });
    if (answer.code >= 2) throw new BallastError(answer);
    return format === "pprof" ? answer.bytes : answer.output;
  }

  close(): void {
    if (this.handle !== 0) this.of.closed(this.handle);
    this.handle = 0;
  }

  private open(): number {
    if (this.handle === 0) throw new Error("the session is closed");
    return this.handle;
  }
}

function outputOf(answer: Answer): string {
  if (answer.code >= 2 && answer.bytes.length === 0) throw new BallastError(answer);
  if (answer.code === 1 && answer.bytes.length === 0) throw new BallastError(answer);
  return answer.output;
}

function answerOf(answer: Answer, format: string | undefined): unknown {
  const output = outputOf(answer);
  return format === undefined || format === "json" ? JSON.parse(output) : output;
}

function bytesOf(bytes: Uint8Array | ArrayBuffer | string): Uint8Array {
  if (typeof bytes === "string") return encoder.encode(bytes);
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes);
}

// --- loading ---

interface NodeProcess {
  versions?: { node?: string };
}

function isNode(): boolean {
  return typeof (globalThis as { process?: NodeProcess }).process?.versions?.node === "string";
}

// Bundlers for browsers do not look for the module.
async function importNode(name: string): Promise<Record<string, unknown>> {
  return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as Record<string, unknown>;
}

// Contents that come in pieces. A small file can contain more than the memory holds, so there is a limit.
class Contents {
  private readonly pieces: Uint8Array[] = [];
  private size = 0;

  constructor(private readonly most: number) {}

  add(piece: Uint8Array): void {
    this.size += piece.length;
    if (this.size > this.most) throw new Error(`it contains more than ${this.most} bytes`);
    this.pieces.push(piece);
  }
  joined(): Uint8Array {
    const all = new Uint8Array(this.size);
    let at = 0;
    for (const piece of this.pieces) {
      all.set(piece, at);
      at += piece.length;
    }
    return all;
  }
}

async function gunzip(bytes: Uint8Array, most: number): Promise<Uint8Array> {
  const contents = new Contents(most);
  const reader = new Blob([bytes as BlobPart]).stream().pipeThrough(new DecompressionStream("gzip")).getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) contents.add(read.value);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
  return contents.joined();
}

type ZstdOfNode = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array;
type ZstdStream = new (take: (piece: Uint8Array) => void) => { push(bytes: Uint8Array, last?: boolean): void };

async function findZstd(most: number): Promise<Decompress> {
  if (isNode()) {
    const unpack = (await importNode("node:zlib"))["zstdDecompressSync"] as ZstdOfNode | undefined;
    if (unpack) return (bytes) => unpack(bytes, { maxOutputLength: most });
  }
  let Stream: ZstdStream;
  try {
    Stream = (await importNode("fzstd"))["Decompress"] as ZstdStream;
  } catch {
    throw new Error("a Zstandard file: pass `zstd` to load(), as decompress of the package fzstd");
  }
  return (bytes) => {
    const contents = new Contents(most);
    const stream = new Stream((piece) => contents.add(piece));
    stream.push(bytes);
    stream.push(new Uint8Array(0), true);
    return contents.joined();
  };
}

async function wasmBeside(): Promise<BufferSource> {
  const place = new URL("./ballast.wasm", import.meta.url);
  if (isNode() && place.protocol === "file:") {
    const { readFile } = (await importNode("node:fs/promises")) as { readFile: (from: URL) => Promise<Uint8Array> };
    return (await readFile(place)) as BufferSource;
  }
  const response = await fetch(place);
  if (!response.ok) throw new Error(`${place.href}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}

/** Loads the library. Its calls are synchronous, so a page should make them in a worker. */
export async function load(options: LoadOptions = {}): Promise<Ballast> {
  const wasm = options.wasm ?? (await wasmBeside());
  const compiled = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
  const module = await createModule({
    instantiateWasm(imports, done) {
      void WebAssembly.instantiate(compiled, imports).then((instance) => done(instance, compiled));
      return {};
    },
  });
  return new Ballast(module, options.zstd, options.maxContents ?? 2 ** 30);
}

/** Loads the library and reads files. */
export async function read(files: Iterable<InputFile> | AsyncIterable<InputFile>): Promise<Session> {
  return (await load()).read(files);
}
