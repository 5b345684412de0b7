// One memory space of a module: what its sections share. Rows with their texts, the moment, what is highlighted and what is selected.
import type {Picture, Space} from './data';
import {make, type Part} from './dom';
import {plural, sum} from './size';

// Classes of buffers, in the order in which pictures stack them.
export const kinds = ['argument', 'donated', 'output', 'constant', 'unknown', 'temporary'];

interface Texts {
  name: string;
  label: string;
  group: string;
  scope: string;
  source: string;
  shape: string;
  op: string;
}
export interface Buffer extends Texts {
  i: number;
  op_name: string;
  allocation: number; // in the list of allocations
  value: number;
  offset: number;
  size: number;
  logical: number;
  start: number;
  end: number;
  stack: number;
  kind: string;
  layer: string;
  known: boolean; // its live range
  range: string;
  // In the heap picture: corners and colour.
  x0: number;
  x1: number;
  y0: number;
  y1: number;
  area: number;
  tint: string;
}
export interface Holder extends Texts {
  i: number;
  bytes: number;
  kind: string;
  buffer: Buffer | undefined;
  layer: string;
}
// An instruction of the schedule. Its values have its name; those that it reads are in the order of its operands.
export interface Instruction extends Pick<Texts, 'name' | 'label' | 'source' | 'op'> {
  step: number;
  defines: Buffer[];
  reads: Buffer[];
}
export interface Lit {
  by: unknown; // who asked
  list: Buffer[];
  has: Set<Buffer>;
}
// `moment`: another instruction is selected; `shown`: the heap picture shows another part; `open`: the details of a value are wanted.
export type News = 'moment' | 'shown' | 'lit' | 'selected' | 'open';

export interface View {
  M: Picture;
  A: Picture['allocations'];
  space: Space;
  steps: number;
  own: Buffer[];
  holders: Holder[];
  allocations: number[];
  classes: [kind: string, bytes: number][];
  peakAt: number | undefined;
  inUse: number; // at the peak
  held(step: number): Holder[];
  traffic: Instruction[]; // copies and collectives
  at(step: number): Instruction | undefined;
  readers(b: Buffer): Instruction[];
  definer(b: Buffer): Instruction | undefined;
  moment: number;
  selected: Buffer | null;
  lit: Lit | null;
  shown: [number, number] | null; // the steps that the heap picture shows
  show: (b: Buffer | null) => void;
  go: (step: number) => void; // selects an instruction
  lives(b: Buffer, step: number): boolean;
  hear(heard: (what: News) => void): void;
  tell(what: News): void;
  light(by: unknown, list: Buffer[] | null): void;
  lightRows(rows: Holder[], heap: string): Part[];
}

// What moves data between devices, or between memories.
const COLLECTIVE = /^(all-|reduce-scatter|collective-|ragged-all-|send|recv|partition-id|infeed|outfeed)/;
const COPY = /^(copy|async-)/;
export const trafficOf = (op: string): 'collective' | 'copy' | '' => (COLLECTIVE.test(op) ? 'collective' : COPY.test(op) ? 'copy' : '');

// The layer of a model: the number in `layers[3]`, `layers/3`, `layer_3`, `blocks.3` or `h_3`.
const LAYER = /(?:^|[\W_])(?:(?:layers?|blocks?)[[/._]*|h[[/._]+)(\d+)(?![\da-z])/i;
const layers = new Map<string, string>(); // by text, which many values share
const layerOf = (...texts: string[]): string => {
  for (const text of texts) {
    let layer = layers.get(text);
    if (layer === undefined) {
      const found = LAYER.exec(text);
      layers.set(text, layer = found ? `layer ${found[1]}` : '');
    }
    if (layer) return layer;
  }
  return '';
};

// What a value holds of an allocation at a step: larger values come first, and bytes that several share count once.
function parts(living: Buffer[]): [Buffer, number][] {
  const taken: [from: number, to: number][] = []; // sorted, apart from each other
  return living.sort((a, b) => b.size - a.size || a.value - b.value || a.i - b.i).map(b => {
    let from = b.offset, to = b.offset + b.size, bytes = b.size, first = 0;
    while (first < taken.length && taken[first]![1] < from) ++first;
    let last = first;
    for (; last < taken.length && taken[last]![0] <= to; ++last) {
      const [low, high] = taken[last]!;
      bytes -= Math.max(0, Math.min(b.offset + b.size, high) - Math.max(b.offset, low));
      from = Math.min(from, low);
      to = Math.max(to, high);
    }
    taken.splice(first, last - first, [from, to]);
    return [b, bytes];
  });
}

const texts = new Set(['name', 'label', 'group', 'scope', 'source', 'shape', 'op', 'op_name', 'class']);

export function spaceOf(M: Picture, space: Space): View {
  const A = M.allocations;
  const steps = M.live_ranges ? M.steps : 0;
  const rowsOf = (columns: Record<string, number[]>, spaceAt: (i: number) => number): never[] =>
    [...columns.name!.keys()].filter(i => spaceAt(i) === space.space).map(i => {
      const row: Record<string, unknown> = {i};
      for (const key in columns) row[key] = texts.has(key) ? M.strings[columns[key]![i]!] || '' : columns[key]![i];
      return row as never;
    });
  const own: Buffer[] = rowsOf(M.buffers, i => A.space[M.buffers.allocation![i]!]!);
  const of = new Map(own.map(b => [b.i, b]));
  for (const b of own) {
    b.kind = A.class[b.allocation]!;
    b.name ||= `value ${b.value}`;
    b.known = steps > 0 && b.start >= 0 && b.start <= b.end;
    b.layer = layerOf(b.label, b.op_name, b.scope, b.name);
    b.range = b.known ? `${b.start} to ${b.end} of ${steps}` : 'unknown';
  }
  const holders: (Holder & {class: string})[] = rowsOf(M.holders, i => M.holders.space![i]!);
  for (const h of holders) {
    h.kind = h.class;
    h.buffer = of.get(h.buffer as never);
    h.layer = h.buffer?.layer ?? layerOf(h.label, h.scope);
  }
  const byStep = new Map<number, Instruction>(), byName = new Map<string, Instruction>(), read = new Map<Buffer, Instruction[]>();
  const text = (column: number[] | undefined, i: number) => M.strings[column?.[i] ?? 0] || '';
  for (const [i, step] of (M.schedule?.step ?? []).entries()) {
    const one = {step, name: text(M.schedule!.name, i), label: text(M.schedule!.label, i), source: text(M.schedule!.source, i),
      op: text(M.schedule!.op, i), defines: [], reads: []};
    byStep.set(step, one);
    byName.set(one.name, one);
  }
  const nameOf = (b: Buffer) => b.name.split('{')[0]!.trim();
  for (const b of own) byName.get(nameOf(b))?.defines.push(b);
  const {buffer: readBuffers = [], step: readSteps = [], operand = []} = M.reads ?? {};
  for (const i of [...readBuffers.keys()].sort((a, b) => operand[a]! - operand[b]!)) {
    const b = of.get(readBuffers[i]!), one = byStep.get(readSteps[i]!);
    if (!b || !one) continue;
    one.reads.push(b);
    const readers = read.get(b);
    if (readers) readers.push(one);
    else read.set(b, [one]);
  }
  for (const [b, readers] of read) read.set(b, [...new Set(readers)].sort((one, other) => one.step - other.step));
  for (const one of byStep.values()) one.reads = [...new Set(one.reads)];
  const hears: ((what: News) => void)[] = [];
  const allocations = [...A.number.keys()].filter(a => A.space[a] === space.space);
  const {arguments: given, outputs, shared} = space;
  // Bytes of each class. Reports have no allocations.
  const reported: Record<string, number> =
    {argument: given - shared, donated: shared, output: outputs - shared, constant: space.constants, temporary: space.temporaries};
  const bytesOf = (kind: string) => allocations.length ? sum(allocations, a => (A.class[a] === kind ? A.size[a]! : 0)) : reported[kind] || 0;
  const V: View = {
    M, A, space, steps, own, holders, allocations,
    classes: kinds.map((kind): [string, number] => [kind, bytesOf(kind)]).filter(entry => entry[1] > 0),
    // Reports list only a part of it.
    inUse: M.from_report ? space.total : sum(holders, h => h.bytes),
    moment: space.temporary_peak?.step ?? 0,
    peakAt: space.temporary_peak?.step,
    // At another instruction the temporaries are those that are live there.
    held(step) {
      if (!steps || step === V.peakAt || V.peakAt === undefined) return holders;
      const living = new Map<number, Buffer[]>();
      for (const b of own) {
        if (b.kind !== 'temporary' || !V.lives(b, step)) continue;
        const list = living.get(b.allocation);
        if (list) list.push(b);
        else living.set(b.allocation, [b]);
      }
      return [...holders.filter(h => h.kind !== 'temporary'),
        ...[...living.values()].flatMap(parts).filter(([, bytes]) => bytes > 0).map(([b, bytes]): Holder => ({...b, i: -1 - b.i, bytes, buffer: b}))];
    },
    traffic: [...byStep.values()].filter(one => trafficOf(one.op)),
    at: step => byStep.get(step),
    readers: b => read.get(b) ?? [],
    definer: b => byName.get(nameOf(b)),
    selected: null, lit: null, shown: null,
    show: () => undefined,
    go(step) {
      const to = Math.max(0, Math.min(steps - 1, step));
      if (to === V.moment) return;
      V.moment = to;
      V.tell('moment');
    },
    lives: (b, step) => b.known && b.start <= step && step <= b.end && step < steps,
    hear: heard => hears.push(heard),
    tell: what => hears.forEach(heard => heard(what)),
    light(by, list) {
      V.lit = list && {by, list, has: new Set(list)};
      V.tell('lit');
    },
    // The values of those, and what is said of it.
    lightRows(rows, heap) {
      const list = rows.map(h => h.buffer).filter(b => b !== undefined);
      V.light('rows', list.length ? list : null);
      return list.length ? [`${plural(list.length, 'value')} highlighted in the `, make('a', {href: `#${heap}`}, 'heap picture'), '.']
        : ['These holders have no value in this page, so nothing is highlighted.'];
    },
  };
  return V;
}
