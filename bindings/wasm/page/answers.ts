// The JSON of the command that the page shows. The npm package has most of its types.
export type {Finding, Place as At, Summary, SummaryRow, Validation as Validated} from 'ballast-xla';

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
  spaces?: unknown[];
  tpu?: {verdict: string};
}
