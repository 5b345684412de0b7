// The JSON of the page: spec/report.schema.json. Sizes are bytes; texts of columns are numbers of `strings`.

export interface Moment {
  bytes: number;
  step: number;
}
export interface Fit {
  left: number;
  fits?: boolean;
}
export interface Space {
  space: number;
  name: string;
  verdict: string;
  fit?: {fits?: boolean; verdict: string; assumption?: string; heading?: string; suggestions?: string[]};
  savings: {kind: string; bytes: number}[];
  total: number;
  arguments: number;
  outputs: number;
  constants: number;
  temporaries: number;
  shared: number;
  peak?: number;
  temporary_peak?: Moment;
  live_peak?: Moment;
  temporary_at_xla_peak?: number;
  live_at_xla_peak?: number;
  occupied: number[]; // steps, each followed by the bytes from there on
}
export type Columns = Record<string, number[]>;
export interface Padding {
  space: number;
  shape: string;
  count: number;
  assigned: number;
  logical: number;
}
export interface Donation {
  space: number;
  bytes: number;
  parameter: number;
  output_allocation: number;
  same_shape: boolean;
  copied: boolean;
  read_later: boolean;
  argument: string;
  output: string;
  shape: string;
}
export interface Arena {
  allocation: number;
  space: number;
  size: number;
  filled: number;
}
export interface Picture {
  name: string;
  path: string;
  era: string;
  files: {path: string; kind: string; bytes: number}[];
  from_report: boolean;
  incomplete?: string;
  live_ranges: boolean;
  instructions: boolean;
  stack_frames_missing: boolean;
  steps: number;
  xla_peak?: number;
  thread_local: number;
  values: number;
  spaces: Space[];
  allocations: {number: number[]; space: number[]; size: number[]; class: string[]};
  left_out?: {count: number; bytes: number};
  buffers: Columns;
  stacks: number[][];
  schedule?: Columns;
  reads?: Columns;
  holders: Columns;
  padding: Padding[];
  donations: Donation[];
  more_donations?: {space: number; count: number; bytes: number}[];
  arenas: Arena[];
  strings: string[];
}

export interface Row {
  name: string;
  path: string;
  number?: string;
  left: number;
  fits?: boolean;
  incomplete?: string[];
  copies: number;
  total: number;
  arguments: number;
  outputs: number;
  shared: number;
  temporaries: number;
  fragmentation: number;
  donatable: number;
  largest?: string;
  largest_bytes?: number;
  picture?: number;
}
export type Numbers = Record<'total' | 'arguments' | 'outputs' | 'constants' | 'temporaries' | 'shared' | 'peak' | 'fragmentation', number>;
export interface Group {
  space: number;
  class: string;
  label: string;
  shape_before?: string;
  shape_after?: string;
  source?: string;
  count_before: number;
  count_after: number;
  before: number;
  after: number;
}
export interface Change {
  module: string;
  before?: string;
  after?: string;
  fit?: {before?: Fit; after?: Fit};
  spaces: {space: number; before: Numbers; after: Numbers}[];
  groups: Group[];
  picture_before?: number;
  picture_after?: number;
}
export interface Data {
  version: string;
  kind: 'module' | 'diff' | 'folder';
  title: string;
  pictures: Picture[];
  failures?: string[];
  limit?: {device?: string; available: number};
  changes: Change[];
  rows: Row[];
  space: number;
  modules: number;
  in_other_spaces: number;
  without_allocations: number;
  refused: number;
  unreadable: number;
}

export const data = JSON.parse(document.getElementById('data')!.textContent!) as Data;
