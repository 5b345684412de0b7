// The JSON of the command that the page shows. The npm package has most of its types.
import type {Message} from 'ballast-xla';

export type {Finding, Message, Place as At, Summary, SummaryRow, Validation as Validated} from 'ballast-xla';

export interface Shown {
  messages?: Message[];
  spaces?: unknown[];
  tpu?: {verdict: string};
}
