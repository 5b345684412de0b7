// What the library says about a text, without the editor: findings, an outline, the report of its module.
import {load, type Ballast} from 'ballast-xla';
import type {Finding, Validated} from '../wasm/page/answers';

export interface Named {
  name: string;
  bytes: Uint8Array;
}
export interface Entry {
  name: string;
  detail: string;
  offset: number; // of the first byte
  children: Entry[];
}

type Json = null | boolean | number | string | Json[] | {[key: string]: Json};
type Members = {[key: string]: Json};

const isObject = (value: Json | undefined): value is Members => typeof value === 'object' && value !== null && !Array.isArray(value);
const worded = (key: string): string => key.replaceAll('_', ' ');
// `allocations` are made of an `allocation`.
const singular = (key: string): string => worded(key).replace(/ies$/, 'y').replace(/([^s])s$/, '$1');
const flags = ['constant', 'thread_local', 'maybe_live_out', 'preallocated_temp'];

export class Analysis {
  private constructor(private readonly ballast: Ballast) {}

  static async load(wasm: Uint8Array): Promise<Analysis> {
    return new Analysis(await load({wasm}));
  }

  findings(file: Named): Finding[] {
    return this.with([file], session => {
      const {output} = session.ask('validate', {format: 'json'});
      return output.startsWith('{') ? (JSON.parse(output) as Validated).files.flatMap(one => one.findings ?? []) : [];
    });
  }

  outline(file: Named): Entry[] {
    return this.with([file], session => {
      const {output} = session.ask('json', {positions: true});
      const entries: Entry[] = [];
      for (const line of output.split('\n')) if (line.startsWith('{')) collect((JSON.parse(line) as Members).tree, '', entries);
      return entries;
    });
  }

  // The HTML page, or what the command says instead.
  report(files: Named[], of: string): {html: string} | {problem: string} {
    return this.with(files, session => {
      const {files: known, modules} = session.files();
      const module = modules.findIndex(one => one.files.some(index => known[index]!.name === of));
      const {output, messages} = session.ask('report', module < 0 ? {} : {module});
      // What is refused has a line of text instead of a page.
      return output.startsWith('<') ? {html: output} : {problem: [...messages, output].join('\n').trim() || 'there is no report of this text'};
    });
  }

  private with<T>(files: Named[], use: (session: ReturnType<Ballast['session']>) => T): T {
    const session = this.ballast.session();
    try {
      for (const {name, bytes} of files) session.add({name, bytes, folder: false});
      return use(session);
    } finally {
      session.close();
    }
  }
}

function detailOf(node: Members): string {
  const size = node.size ?? node.bytes;
  const what = flags.filter(key => node[key] === true).map(worded);
  if (isObject(node.parameter)) what.push(`parameter ${String(node.parameter.number)}`);
  return [typeof size === 'number' ? `${size} bytes` : '', ...what].filter(Boolean).join(', ');
}

// Records with positions, below the lists that they are in.
function collect(value: Json | undefined, key: string, into: Entry[]): void {
  if (Array.isArray(value)) {
    const entries = value.filter(isObject).filter(node => typeof node.at === 'number').map((node, i): Entry => {
      const children: Entry[] = [];
      for (const [inner, part] of Object.entries(node)) collect(part, inner, children);
      const name = node.name ?? node.number ?? node.color ?? i;
      return {name: `${singular(key)} ${String(name)}`, detail: detailOf(node), offset: node.at as number, children};
    });
    if (entries.length) into.push({name: worded(key), detail: String(entries.length), offset: entries[0]!.offset, children: entries});
    else for (const part of value) if (isObject(part)) collect(part, key, into);
  } else if (isObject(value)) {
    if (typeof value.at !== 'number') {
      for (const [inner, part] of Object.entries(value)) collect(part, inner, into);
      return;
    }
    const children: Entry[] = [];
    for (const [inner, part] of Object.entries(value)) collect(part, inner, children);
    into.push({name: worded(key), detail: detailOf(value), offset: value.at, children});
  }
}
