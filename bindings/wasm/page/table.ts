// A table whose heads sort it.
import {breakable, button, foreign, grow, make} from './dom';
import {human} from './size';

export interface Column<Row> {
  title: string;
  of: (row: Row) => string | number;
  show?: (row: Row) => Node | string;
  right?: boolean;
  kind?: 'wide' | 'path';
}

export const bytes = <Row>(title: string, of: (row: Row) => number): Column<Row> => ({title, of, right: true, show: row => {
  const size = of(row);
  return size ? make('span', {title: `${size} bytes`}, human(size)) : '-';
}});

export function table<Row>(name: string, columns: Column<Row>[], rows: Row[], first = 500): HTMLElement {
  let by = 0, down = Boolean(columns[0]!.right), most = first;
  const body = make('tbody');
  const heads = columns.map((column, i) => make('th', {scope: 'col', class: column.right && 'right'}, button(() => {
    down = by === i ? !down : Boolean(column.right);
    by = i;
    fill();
  }, column.title)));
  const more = button(() => {
    most = Infinity;
    fill();
  }, `show all ${rows.length} rows`);
  function fill(): void {
    const sign = down ? -1 : 1, {of} = columns[by]!;
    const sorted = rows.map((row, i) => ({key: of(row), i, row})).sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.i - b.i));
    heads.forEach((head, i) => grow(head, {'aria-sort': i !== by ? 'none' : down ? 'descending' : 'ascending'}));
    body.replaceChildren(...sorted.slice(0, most).map(({row}) => make('tr', columns.map(column => {
      const shown = column.show ? column.show(row) : String(column.of(row));
      return make('td', {class: column.right ? 'right' : column.kind, title: column.kind === 'path' && String(column.of(row)), 'data-head': column.title},
        typeof shown !== 'string' ? shown : column.kind ? breakable(shown) : foreign(shown));
    }))));
    more.hidden = rows.length <= most;
  }
  fill();
  return make('div', make('div.scroll', {tabindex: '0', role: 'region', 'aria-label': name},
    make('table', make('caption.unseen', name), make('thead', make('tr', heads)), body)), more);
}
