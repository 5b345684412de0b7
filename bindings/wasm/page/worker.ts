// The slow parts: reading files, and the library. They run in a worker, which is terminated to cancel them.
import {load, type Ballast, type Session} from 'ballast-xla';
import sample from 'sample-text';
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
}
export interface Opened {
  modules: Module[];
  notices: string[];
  problems: {path: string; problem: string}[];
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

let ballast: Ballast;
let session: Session;
const texts = new Map<string, {blob: Blob; folder: boolean}>(); // decompressed

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
    for (const [path, {blob, folder}] of texts)
      if (path.startsWith(`${side.folder}/`)) own.add({name: path, bytes: new Uint8Array(await blob.arrayBuffer()), folder});
  }
}

// Browsers compile a function of the library when it is first called; this is done before a file comes.
function warm(): void {
  const own = ballast.session();
  own.add({name: 'sample.txt', bytes: sample});
  for (const question of ['files', 'report', 'summary', 'validate']) own.ask(question, {});
  own.close();
}

const api = {
  async start(wasm: ArrayBuffer): Promise<string> {
    ballast = await load({wasm});
    session = ballast.session();
    setTimeout(warm);
    return ballast.version;
  },

  async open(inputs: Input[]): Promise<Opened> {
    const problems: Opened['problems'] = [];
    const total = inputs.reduce((all, input) => all + input.blob.size, 0);
    let before = 0;
    for (const {path, blob, folder} of inputs) {
      try {
        const bytes = await contents(blob, read => tell(`reading ${path}`, before + read, total));
        // What was not compressed stays where it is.
        texts.set(path, {blob: bytes.length === blob.size ? blob : new Blob([bytes as BlobPart]), folder});
        session.add({name: path, bytes, folder});
      } catch (fault) {
        problems.push({path, problem: fault instanceof Error ? fault.message : String(fault)});
      }
      before += blob.size;
    }
    return {...api.modules(), problems};
  },

  modules(): Opened {
    const {files, modules, notices} = session.files();
    return {
      modules: modules.map(({name, number, path, files: own}, index) => ({index, name, number, path, paths: own.map(one => files[one]!.name)})),
      notices,
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
