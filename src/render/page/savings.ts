// What can be saved: donation, padding, fragmentation.
import type {Arena, Donation, Padding} from './data';
import {folded, make, section, words} from './dom';
import {fixed, human, plural, share, sum} from './size';
import type {View} from './space';
import {bytesOf, numberOf, table, textOf} from './table';

interface Saving {
  kind: string;
  said: string;
  note?: string;
  rows: number;
  element: HTMLElement;
}
const here = <T extends {space: number}>(V: View, rows: T[]): T[] => rows.filter(r => r.space === V.space.space);

function donation(V: View): Saving {
  const more = here(V, V.M.more_donations ?? []);
  const known = new Map<string, Donation & {count: number}>();
  for (const d of here(V, V.M.donations)) {
    const key = JSON.stringify([d.bytes, d.argument, d.output, d.shape, d.copied, d.same_shape, d.read_later]);
    const row = known.get(key) ?? {...d, count: 0, bytes: 0};
    known.set(key, row);
    row.bytes += d.bytes;
    ++row.count;
  }
  const rows = [...known.values()].sort((a, b) => a.parameter - b.parameter);
  const notes = (r: Donation) => [r.copied && 'the result is a copy of the input', !r.same_shape && 'other shape', r.read_later && 'input is read after the result is written']
    .filter(Boolean).join(', ');
  return {kind: 'donation', rows: rows.length, said: `${human(sum(rows, r => r.bytes) + sum(more, m => m.bytes))} of results fit the memory of inputs`,
    note: more.map(m => `${plural(m.count, 'smaller one')} not listed.`).join(' '), element: table<Donation & {count: number}>({name: 'donation', rows, columns: [
      bytesOf('size', r => r.bytes), numberOf('count', r => r.count), numberOf('parameter', r => r.parameter, r => `${r.parameter}${r.count > 1 ? ' …' : ''}`),
      {...textOf('input', r => r.argument, 'wide tail'), main: true},
      {...textOf('result', r => r.output || `in allocation ${r.output_allocation}`, 'tail'), headed: true},
      textOf('shape', r => r.shape, 'mono'), {title: 'notes', kind: 'prose', show: notes},
    ]}).element};
}

function padding(V: View): Saving {
  const rows = here(V, V.M.padding);
  const assigned = sum(rows, r => r.assigned);
  return {kind: 'padding', rows: rows.length, said: `${human(assigned - sum(rows, r => r.logical))} of ${human(assigned)} in values of padded shapes`,
    note: 'Values that share memory at different times each count.', element: table<Padding>({name: 'padding', rows, columns: [
      bytesOf('padding', r => r.assigned - r.logical), bytesOf('assigned', r => r.assigned), bytesOf('elements', r => r.logical),
      numberOf('factor', r => r.assigned / r.logical, r => r.logical ? fixed(r.assigned / r.logical) : '-'),
      numberOf('count', r => r.count), {...textOf('shape', r => r.shape, 'mono wide'), main: true},
    ]}).element};
}

function fragmentation(V: View): Saving {
  const rows = here(V, V.M.arenas).filter(r => r.size > r.filled);
  const unused = (r: Arena) => r.size - r.filled;
  return {kind: 'fragmentation', rows: rows.length, said: `${human(sum(rows, unused))} of the memory for temporaries is free even at the fullest step`, element: table<Arena>({name: 'fragmentation', rows, columns: [
    bytesOf('free', unused), numberOf('share', r => unused(r) / r.size, r => share(unused(r), r.size)), bytesOf('size', r => r.size),
    {title: 'allocation', of: r => r.allocation, show: r => `allocation ${r.allocation}`, main: true},
  ]}).element};
}

// Savings; those that are too small to be reported are folded.
export function savings(V: View, heading: HTMLElement, prefix: string, level: number): HTMLElement | false {
  const parts = [donation(V), padding(V), fragmentation(V)].filter(part => part.rows).map(({kind, said, note, element}) => {
    const found = V.space.savings.find(s => s.kind === kind);
    const whole = kind === 'fragmentation' ? 'total' : 'peak';
    const title = make(`h${level}` as 'h3', {id: prefix + kind}, `${kind[0]!.toUpperCase()}${kind.slice(1)}: ${said}`);
    const body = [words(note), element];
    return found ? section(title, words(`The ${whole} would be up to ${human(found.bytes)} lower.`), body)
      : folded(title, `would hardly lower the ${whole}`, body);
  });
  if (parts.length) return section(heading, parts);
  return !V.M.from_report && section(heading, words('Nothing found: no donation, padding or fragmentation that could be avoided.'));
}
