// The JSON of the command that the page shows (spec/*.schema.json), as far as it does.

export interface SummaryRow {
  name: string;
  number?: string;
  path: string;
  copies: number;
  total: number;
  arguments: number;
  outputs: number;
  shared: number;
  temporaries: number;
  donatable: number;
  largest?: string;
  largest_bytes?: number;
}
export interface Summary {
  space: number;
  modules: number;
  in_other_spaces: number;
  without_allocations: number;
  refused: number;
  unreadable: number;
  rows: SummaryRow[];
}

export interface At {
  line: number;
  column: number;
  offset: number;
}
export interface Finding {
  id: string;
  severity: 'error' | 'warning' | 'note';
  message: string;
  begin: At;
  end: At;
  hint?: string;
  related?: {message: string; begin: At; end: At; path?: string}[];
}
export interface Validated {
  files: {path: string; bytes?: number; conforms?: boolean; kind?: string; era?: string; unreadable?: string; findings?: Finding[]}[];
  summary: {files: number; conform: number; with_errors: number; unreadable: number; errors: number; warnings: number; notes: number};
}

export interface Message {
  path: string;
  line: number;
  source: string;
  failure: boolean;
  verdict: string;
  sizes: Record<string, number>;
  advice: string[];
}
export interface Shown {
  messages?: Message[];
  tpu?: {verdict: string};
}
