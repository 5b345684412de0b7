// The answers, as the command prints them with `--format json`. spec/*.schema.json describes them completely.

/** The first members of most answers. */
export interface Head {
  tool: "ballast";
  version: string;
  /** Grows if a member changes its meaning. */
  schema: number;
}

export type Severity = "error" | "warning" | "note";

// --- files ---

export interface FileList {
  files: {
    /** Its path; a text in a log is named LOG/TEXT. */
    name: string;
    /** Its name in output. */
    shown: string;
    bytes?: number;
    /** The line of its log at which it starts. */
    line?: number;
    /** Why it cannot be read. */
    problem?: string;
  }[];
  /** Files of one module are read together. */
  modules: { name: string; number: string; path: string; files: number[] }[];
  notices: string[];
}

// --- validate ---

export interface Place {
  /** From 1 on. */
  line: number;
  /** In code points, from 1 on. */
  column: number;
  /** In bytes, from 0 on. */
  offset: number;
}
export interface Finding {
  id: string;
  phase: string;
  severity: Severity;
  rule?: string;
  message: string;
  begin: Place;
  end: Place;
  hint?: string;
  related?: { message: string; path?: string; begin: Place; end: Place }[];
}
export interface ValidatedFile {
  path: string;
  /** Why it could not be read; then there are no other members. */
  unreadable?: string;
  bytes?: number;
  accepted?: boolean;
  conforms?: boolean;
  kind?: string;
  era?: string;
  findings?: Finding[];
  ended_early?: boolean;
  more_findings?: boolean;
}
export interface Validation extends Head {
  files: ValidatedFile[];
  summary: {
    files: number;
    conform: number;
    with_errors: number;
    unreadable: number;
    errors: number;
    warnings: number;
    notes: number;
  };
}
export interface Explanation {
  id: string;
  severity: Severity;
  phase: string;
  rule?: string;
  sentence: string;
  text: string;
  /** A part of a dump that has the finding. */
  wrong: string;
  /** What XLA prints instead; may be empty. */
  right: string;
  hint: string;
}

// --- show ---

export type BufferClass = "argument" | "donated" | "output" | "constant" | "temporary";

/** A message about memory, as a log has it. */
export interface Message {
  path: string;
  line?: number;
  era: string;
  source: string;
  failure: boolean;
  verdict: string;
  sizes: Record<string, number>;
  advice: string[];
}

export interface Sizes {
  total: number;
  arguments: number;
  outputs: number;
  constants: number;
  temporaries: number;
  shared: number;
  peak?: number;
  fragmentation?: number;
}
export interface Moment {
  bytes: number;
  step: number;
}
export interface HolderGroup {
  bytes: number;
  count: number;
  class?: BufferClass;
  label?: string;
  shape?: string;
  source?: string;
  key?: string;
}
export interface SpaceMemory extends Sizes {
  space: number;
  groups: HolderGroup[];
  temporary_peak?: Moment;
  live_peak?: Moment;
  temporary_at_xla_peak?: number;
  live_at_xla_peak?: number;
}
export interface Holder {
  space: number;
  bytes: number;
  class: BufferClass;
  allocation: number;
  value?: number;
  name?: string;
  size: number;
  offset: number;
  logical?: number;
  /** Schedule steps of the live range. */
  start?: number;
  end?: number;
  parameter?: number;
  output?: string;
  label?: string;
  scope?: string;
  source?: string;
  shape?: string;
  dtype?: string;
  op?: string;
  op_name?: string;
}
export interface ModuleMemory extends Head {
  files: { path: string; kind: string; bytes: number }[];
  era: string;
  module?: string;
  fingerprint: string;
  values: number;
  from_report?: boolean;
  live_ranges: boolean;
  instructions: boolean;
  stack_frames_missing: boolean;
  steps?: number;
  xla_peak?: number;
  printed_total?: number;
  thread_local: number;
  step?: number;
  messages?: Message[];
  memory_analysis?: Record<string, number | boolean | null>;
  spaces: SpaceMemory[];
  holders: Holder[];
  padding: Record<string, unknown>[];
  donations: Record<string, unknown>[];
  savings: Record<string, unknown>[];
  arenas: Record<string, unknown>[];
}
/** Of messages about memory, of texts about TPUs, and with `why`. */
export interface OtherAnswer extends Head {
  [member: string]: unknown;
}

// --- summary, diff ---

export interface SummaryRow extends Omit<Sizes, "peak"> {
  name: string;
  number?: string;
  path: string;
  copies: number;
  donatable: number;
  largest?: string;
  largest_bytes?: number;
  /** What shows that the dump lacks parts; then the sizes are lower bounds. */
  complete: boolean;
  missing?: string[];
}
export interface Summary extends Head {
  space: number;
  modules: number;
  in_other_spaces: number;
  without_allocations: number;
  refused: number;
  unreadable: number;
  rows: SummaryRow[];
}
export interface ModuleChange {
  module: string;
  before?: string;
  after?: string;
  complete: boolean;
  missing?: { before?: string[]; after?: string[] };
  spaces: { space: number; before: Sizes; after: Sizes }[];
  groups: {
    space: number;
    class: BufferClass;
    label: string;
    shape_before?: string;
    shape_after?: string;
    source?: string;
    count_before: number;
    count_after: number;
    before: number;
    after: number;
  }[];
}
export interface Diff extends Head {
  modules: ModuleChange[];
}

// --- convert ---

export interface Conversion {
  /** The files of the module in the other era. */
  files: { name: string; kind: string; text: string }[];
  /** What the other era did not print, and what was made up. */
  losses: { kind: string; what: string; count: number; file: string; line: number }[];
  /** Files that could not be made. */
  missing: { kind: string; why: string; given: boolean; file: string; line: number }[];
}
