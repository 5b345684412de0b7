// The slow parts: reading files, and the library. They run in a worker, which is terminated to cancel them.
import {load, type Ballast, type Session} from 'ballast-xla';
import sample from 'sample-text';
import {isArchive, unpacked} from './archive';
import {contents} from './decompress';
import {lineStarts} from './text_source';

export interface Input {
  path: string;
  blob: Blob;
  folder: boolean; // found in a folder, not named
}
export interface Text {
  blob: Blob;
  starts: Float64Array;
}
export interface Module {
  index: number;
  name: string;
  number: string;
  path: string;
  paths: string[];
  report: boolean; // only a report about memory, not a dump
}
export interface Opened {
  modules: Module[];
  notices: string[];
  problems: {path: string; problem: string}[];
  files: number; // that the library reads
  ignored: string[]; // files of folders that are neither dumps nor logs
}
export interface Answer {
  code: number;
  output: string;
  messages: string[];
}
// Modules or the files of a folder.
export type Side = {module: number} | {folder: string};
export interface Converted {
  files: {name: string; kind: string; text: string}[];
  losses: {file: string; line: number; what: string; kind: string; count: number}[];
  missing: {kind: string; why: string}[];
}
export interface Progress {
  progress: {what: string; done: number; total: number};
}

type Options = Record<string, unknown>;

const AHEAD = 16; // files that are read at once, if they are small
const SMALL = 2 ** 22; // bytes

let ballast: Ballast;
let session: Session;
const texts = new Map<string, {blob: Blob; folder: boolean; twin?: boolean}>(); // decompressed
const twins: string[] = []; // notices about texts that are there already, with another compression

let told = 0;
function tell(what: string, done: number, total: number): void {
  const now = performance.now();
  if (now - told < 50 && done < total) return;
  told = now;
  postMessage({progress: {what, done, total}} satisfies Progress);
}

async function fill(own: Session, side: Side): Promise<void> {
  if ('module' in side) {
    const {files, modules} = session.files();
    for (const index of modules[side.module]!.files) own.add({name: files[index]!.name, bytes: session.bytes(index), folder: false});
  } else {
    for (const [path, {blob, folder, twin}] of texts)
      if (!twin && path.startsWith(`${side.folder}/`)) own.add({name: path, bytes: new Uint8Array(await blob.arrayBuffer()), folder});
  }
}

// The path of another file with the same text, whose name differs only in the compression.
async function twinOf(path: string, bytes: Uint8Array): Promise<string | undefined> {
  const bare = (one: string) => one.replace(/\.(gz|zst)$/, '');
  for (const other of new Set([bare(path), `${bare(path)}.gz`, `${bare(path)}.zst`])) {
    const known = other === path ? undefined : texts.get(other);
    if (known?.blob.size !== bytes.length) continue;
    const own = new Uint8Array(await known.blob.arrayBuffer());
    if (own.every((byte, i) => byte === bytes[i])) return other;
  }
  return undefined;
}

// Browsers compile a function of the library when it is first called; this is done before a file comes.
function warm(): void {
  const own = ballast.session();
  own.add({name: 'sample.txt', bytes: sample});
  for (const question of ['files', 'report', 'summary', 'validate']) own.ask(question, {});
  own.close();
}

// Files that the library was given and that no answer mentions.
function ignored(names: string[]): string[] {
  const read = new Set(names.flatMap(name => [name, name.slice(0, name.lastIndexOf('/'))]));
  return [...texts].filter(([path, {folder, twin}]) => folder && !twin && !read.has(path)).map(([path]) => path);
}

// Texts of logs have names of their own; others begin with what they are.
async function isReport(path: string, inLog: boolean): Promise<boolean> {
  if (inLog) return !/\.txt$/.test(path) || /-(memory-usage-report|out-of-memory|statistics|tpu-[\w-]+|message)\.txt$/.test(path);
  const head = await texts.get(path)?.blob.slice(0, 200).text() ?? '';
  return /^(Total bytes used:|Memory Space:|BufferAssignment (OOM Debugging|stats)|XLA::TPU |RESOURCE_EXHAUSTED|\*\*\* Begin \S+-memory-usage-report)/.test(head.trimStart());
}

const api = {
  async start(wasm: ArrayBuffer): Promise<string> {
    ballast = await load({wasm});
    session = ballast.session();
    setTimeout(warm);
    return ballast.version;
  },

  // Archives become the files that are in them.
  async unpack(inputs: Input[]): Promise<{inputs: Input[]; problems: Opened['problems']}> {
    const all: Input[] = [], problems: Opened['problems'] = [];
    for (const input of inputs) {
      if (!isArchive(input.path)) {
        all.push(input);
        continue;
      }
      try {
        all.push(...await unpacked(input, read => tell(`unpacking ${input.path}`, read, input.blob.size)));
      } catch (fault) {
        problems.push({path: input.path, problem: fault instanceof Error ? fault.message : String(fault)});
      }
    }
    return {inputs: all, problems};
  },

  async open(inputs: Input[]): Promise<Opened> {
    const problems: Opened['problems'] = [];
    const total = inputs.reduce((all, input) => all + input.blob.size, 0);
    let before = 0;
    const reading = new Map<number, Promise<Uint8Array>>();
    const start = (i: number): void => {
      const {path, blob} = inputs[i]!;
      const made = contents(blob, read => tell(`reading ${path}`, before + read, total));
      made.catch(() => undefined);
      reading.set(i, made);
    };
    for (const [i, {path, blob, folder}] of inputs.entries()) {
      for (let next = i; next < Math.min(i + AHEAD, inputs.length); ++next)
        if (!reading.has(next) && (next === i || inputs[next]!.blob.size < SMALL)) start(next);
      try {
        const bytes = await reading.get(i)!;
        reading.delete(i);
        const twin = await twinOf(path, bytes);
        if (twin !== undefined) {
          twins.push(`${path}: the same text is in ${twin}, so it is read once`);
          texts.set(path, {blob: new Blob([bytes as BlobPart]), folder, twin: true});
          before += blob.size;
          continue;
        }
        // What was not compressed stays where it is.
        texts.set(path, {blob: bytes.length === blob.size ? blob : new Blob([bytes as BlobPart]), folder});
        session.add({name: path, bytes, folder});
      } catch (fault) {
        problems.push({path, problem: fault instanceof Error ? fault.message : String(fault)});
      }
      before += blob.size;
    }
    const opened = await api.modules();
    return {...opened, problems};
  },

  async modules(): Promise<Opened> {
    const {files, modules, notices} = session.files();
    const reports = new Set<string>();
    for (const {name, line} of files) if (await isReport(name, Boolean(line))) reports.add(name);
    return {
      modules: modules.map(({name, number, path, files: own}, index) => {
        const paths = own.map(one => files[one]!.name);
        return {index, name, number, path, paths, report: paths.every(one => reports.has(one))};
      }),
      notices: [...notices, ...twins],
      files: files.length, ignored: ignored(files.map(file => file.name)),
      problems: files.flatMap(({name, problem}) => (problem ? [{path: name, problem}] : [])),
    };
  },

  ask(question: string, options: Options, what: string): Answer {
    ballast.onProgress = (done, total) => tell(what, done, total);
    const {code, output, messages} = session.ask(question, options);
    return {code, output, messages};
  },

  exported(format: string, options: Options): Blob {
    const answer = session.ask('export', {to: format, ...options});
    if (answer.code !== 0) throw new Error(answer.messages.join('\n') || answer.output);
    return new Blob([answer.bytes as BlobPart]);
  },

  async compare(before: Side, after: Side, title: string): Promise<string> {
    ballast.onProgress = (done, total) => tell('comparing', done, total);
    const sides = [ballast.session(), ballast.session()] as const;
    try {
      await fill(sides[0], before);
      await fill(sides[1], after);
      return ballast.diffReport(...sides, {title});
    } finally {
      sides.forEach(side => side.close());
    }
  },

  convert(era: string, options: Options): Converted {
    return session.convert(era, options);
  },

  async text(path: string): Promise<Text> {
    const text = texts.get(path);
    if (!text) throw new Error(`${path} is not here`);
    tell(`reading ${path}`, 0, 1);
    return {blob: text.blob, starts: lineStarts(new Uint8Array(await text.blob.arrayBuffer()))};
  },
};
export type Api = typeof api;

addEventListener('message', async ({data: {id, method, args}}: MessageEvent<{id: number; method: keyof Api; args: never[]}>) => {
  try {
    const value: unknown = await (api[method] as (...args: never[]) => unknown)(...args);
    const moved = value && typeof value === 'object' && 'starts' in value ? [(value.starts as Float64Array<ArrayBuffer>).buffer] : [];
    postMessage({id, value}, {transfer: moved});
  } catch (fault) {
    postMessage({id, fault: fault instanceof Error ? fault.message : String(fault)});
  }
});
