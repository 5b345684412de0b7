// What plots over time share: where they begin and end, round numbers along their axes, and marks of steps.
import type {View} from './space';

// Plots over time are aligned.
export const edge = {left: 76, right: 12, top: 34, bottom: 40};

// About as many round steps of an axis: of steps, else of bytes.
export function gridOf(low: number, high: number, count: number, steps = false): number[] {
  const least = Math.max(1, (high - low) / count), ten = 10 ** Math.floor(Math.log10(least)), found: number[] = [];
  const gap = steps ? Math.ceil([1, 2, 5, 10].find(k => k * ten >= least)! * ten) : 2 ** Math.ceil(Math.log2(least));
  for (let x = Math.ceil(low / gap) * gap; x <= high; x += gap) found.push(x);
  return found;
}

interface Label {
  row: number;
  from: number;
  to: number;
  left: boolean;
}
export interface Mark {
  step: number;
  text: string;
  kind: string;
  x: number;
  at?: Label | undefined;
}
// Steps to mark, at x(step). Labels are in one of two rows, left or right of their mark; those without room are left out.
export function marksOf(V: View, x: (step: number) => number, low: number, high: number, set = false): Mark[] {
  const list: Mark[] = [], taken: Label[] = [];
  const mark = (step: number | undefined, text: string, kind: string): void => {
    if (step === undefined || step >= V.steps) return;
    const same = list.find(m => m.step === step);
    if (!same) list.push({step, text, kind, x: x(step + 0.5)});
    else if (kind !== 'accent') same.text += `, ${text}`;
  };
  mark(V.space.temporary_peak?.step, 'peak', 'full');
  mark(V.M.xla_peak, 'XLA’s peak', 'peak');
  if (set) mark(V.moment, `instruction ${V.moment}`, 'accent');
  const seen = list.filter(m => m.x >= low && m.x <= high);
  for (const m of seen) {
    const long = 6.6 * m.text.length + 8;
    const places = [0, 1].flatMap(row => [m.x, m.x - long].map(from => ({row, from, to: from + long, left: from < m.x})));
    m.at = places.find(a => a.from >= low - 8 && a.to <= high + 8 && taken.every(b => a.row !== b.row || a.to <= b.from || b.to <= a.from));
    if (m.at) taken.push(m.at);
  }
  return seen;
}
// The edge of a label, its height above the plot, and whether it is left of its mark.
export const placeOf = (m: Mark, at: Label): [number, number, boolean] => [m.x + (at.left ? -4 : 4), 8 + 13 * at.row, at.left];
