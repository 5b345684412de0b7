// Who holds the memory: holders, grouped.
import {at, foreign, grow, make, option, section, size, stamp, words, type Part} from './dom';
import {human, plural, share, sum} from './size';
import type {Holder, View} from './space';
import {bytesOf, classOf, numberOf, sourceOf, table, textOf, type Column, type Table} from './table';

const shown = ['kind', 'shape', 'group', 'source', 'scope', 'op', 'layer'] as const;
type Shown = (typeof shown)[number];

interface Row extends Omit<Holder, 'i' | 'buffer' | 'name' | 'label'> {
  holders: Holder[];
  so_far: number;
}

function grouped(holders: Holder[], by: string): Row[] {
  const known = new Map<unknown, Row>();
  for (const h of holders) {
    const key = by === 'alike' ? JSON.stringify([h.kind, h.group, h.shape]) : by === 'value' ? h.i : h[by as Shown];
    let row = known.get(key);
    if (!row) known.set(key, row = {...h, bytes: 0, holders: [], so_far: 0});
    row.bytes += h.bytes;
    row.holders.push(h);
  }
  for (const row of known.values()) {
    const h = row.holders[0]!;
    for (const key of shown)
      row[key] = row.holders.every(other => other[key] === h[key]) ? h[key] : `${h[key]} …`;
    if (row.holders.length === 1) row.group = by === 'value' ? `${h.name} ${h.label}` : h.label;
    if (row.kind !== h.kind) row.kind = 'several';
  }
  return [...known.values()].sort((a, b) => b.bytes - a.bytes || a.holders[0]!.i - b.holders[0]!.i);
}

export function holderTable(V: View, heading: HTMLElement, heap: string): HTMLElement {
  const copy = stamp('of-holders'), by = at('select', copy), place = at('.rows', copy), said = at('.unseen', copy);
  const filter = at<HTMLInputElement>('.filter', copy), told = at('.found', copy), back = at('.back', copy);
  const kind = at<HTMLSelectElement>('.kind', copy), layer = at<HTMLSelectElement>('.layer', copy);
  const number = (text: string) => Number(/\d+/.exec(text)?.[0] ?? 0);
  grow(kind, option('', 'all'), [...new Set(V.holders.map(h => h.kind))].map(one => option(one, one)));
  const layers = [...new Set([...V.own, ...V.holders].map(one => one.layer))].filter(Boolean).sort((a, b) => number(a) - number(b));
  grow(layer, option('', 'all'), layers.map(one => option(one, one)));
  layer.closest('label')!.hidden = !layers.length;
  for (const control of [kind, layer]) control.addEventListener('change', fill);
  filter.addEventListener('input', fill);
  grow(back, {click: () => V.go(V.peakAt!)});
  by.addEventListener('change', fill);
  at('.asks', copy).hidden = !V.own.length;
  const most = 8; // values of a row that are listed
  // The values of a row: a click on one selects it in the heap picture, which shows its details.
  const valuesOf = (row: Row): Part[] => {
    const list = row.holders.flatMap(h => (h.buffer ? [{buffer: h.buffer, bytes: h.bytes}] : []));
    return [make('ul.values', list.slice(0, most).map(({buffer: b, bytes}) => make('li', make('button.plain', {type: 'button', click: (event: MouseEvent) => {
      event.stopPropagation();
      V.show(b);
    }}, foreign(b.name)), ' ', size(bytes), b.known && `, instructions ${b.range}`, b.source && [', ', make('span.mono', foreign(b.source))]))),
    list.length > most && words(`${list.length - most} more.`)];
  };
  let made: Table<Row>;
  function fill(): void {
    const there = V.held(V.moment), asked = filter.value.trim().toLowerCase();
    const wanted = (h: Holder) => (!kind.value || h.kind === kind.value) && (!layer.value || h.layer === layer.value) &&
      (!asked || [h.name, h.label, h.scope, h.source, h.shape, h.op].some(text => text.toLowerCase().includes(asked)));
    const held = there.filter(wanted);
    const inUse = V.M.from_report ? V.space.total : sum(there, h => h.bytes);
    told.textContent = held.length === there.length ? '' : `${held.length} of ${plural(there.length, 'holder')}, ${human(sum(held, h => h.bytes))}, ${share(sum(held, h => h.bytes), inUse)}`;
    back.hidden = V.peakAt === undefined || V.moment === V.peakAt;
    if (V.peakAt !== undefined) heading.textContent = `In use at ${V.moment === V.peakAt ? 'the peak (' : ''}instruction ${V.moment}${V.moment === V.peakAt ? ')' : ''}`;
    const own = by.value === 'alike' || by.value === 'value' ? 'group' : by.value;
    const columns: Column<Row>[] = [
      bytesOf('size', r => r.bytes),
      numberOf('share', r => r.bytes, r => share(r.bytes, inUse)),
      {title: 'cumulative', right: true, kind: 'lesser', show: (r, i, shown) => {
        r.so_far = r.bytes + (i ? shown[i - 1]!.so_far : 0);
        return share(r.so_far, inUse);
      }},
      numberOf('count', r => r.holders.length),
      {...classOf(r => r.kind), key: 'kind'},
      ...([['shape', 'shape', 'mono'], ['scope', 'scope', 'wide tail'], ['opcode', 'op', 'wide'], ['layer', 'layer', ''], ['label', 'group', 'wide tail'], ['source', 'source', 'mono tail']] as [string, Shown, string][])
        .filter(([, key]) => key === own || !['scope', 'op', 'layer'].includes(key) && (key !== 'source' || V.holders.some(h => h.source)))
        .map(([title, key, kind]) => {
          const of = (r: Row) => r[key] || (key === own ? '(unknown)' : '');
          return {...key === 'source' ? sourceOf(of) : textOf(title, of, kind), key};
        }),
    ];
    columns.find(column => column.key === own)!.main = true;
    const press = (row: Row): void => {
      const told = V.lightRows(row.holders, heap);
      made.press(row, words(told), valuesOf(row));
      said.textContent = at('.details .words', made.element).textContent;
    };
    made = table({name: `holders by ${by.selectedOptions[0]!.text}`, columns, rows: grouped(held, by.value),
      press: V.own.length > 0 && press});
    place.replaceChildren(made.element);
    said.textContent = '';
  }
  V.hear(what => {
    if (what === 'moment') fill();
    if (what !== 'lit') return;
    made.press(null);
    said.textContent = '';
  });
  fill();
  return section(heading, copy);
}
