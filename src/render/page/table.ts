// A table whose heads sort it.
import {button, foreign, grow, make, size, swatch, type Part} from './dom';
import {cutLeft, plural} from './size';

type Key = string | number;
export interface Column<Row> {
  title: string;
  of?: (row: Row) => Key; // what sorts; the column does not sort without it
  show?: (row: Row, place: number, shown: Row[]) => Node | string;
  right?: boolean; // of numbers
  kind?: string;
  headed?: boolean; // on a phone, where rows are cards, cells repeat their titles, as those of numbers do
  main?: boolean; // stands for the row: it begins the card, and does what `press` says
  key?: string;
}

export interface Table<Row> {
  element: HTMLElement;
  update(rows: Row[]): void;
  // Marks a row, with details below it.
  press(row: Row | null, ...details: Part[]): void;
}

interface Options<Row> {
  name: string;
  columns: Column<Row>[];
  rows: Row[];
  first?: number;
  press?: ((row: Row) => void) | false;
}

export function table<Row>({name, columns, rows, first = 10, press}: Options<Row>): Table<Row> {
  let by = 0, down = true, all = false, pressed: Row | null = null, below: HTMLElement | null = null;
  const body = make('tbody');
  const rowOf = new WeakMap<Element, Row>();
  const heads = columns.map((column, i) => make('th', {scope: 'col', class: column.right && 'right'},
    !column.of ? column.title : button(() => {
      down = by === i ? !down : Boolean(column.right);
      by = i;
      fill();
    }, column.title)));
  const more = button(() => {
    all = !all;
    fill();
  }, {class: 'more'});
  const mark = (line: Element, on: boolean): void => {
    line.classList.toggle('pressed', on);
    line.querySelector('[aria-pressed]')?.setAttribute('aria-pressed', String(on));
  };

  function lineOf(row: Row, place: number, shown: Row[]): (HTMLElement | null)[] {
    const line = make('tr', columns.map(column => {
      const value = column.show ? column.show(row, place, shown) : String(column.of!(row));
      const node = value instanceof Node ? value as HTMLElement : foreign(value);
      const text = node.textContent ?? '', title = text.length > 20 && !node.title ? text : null;
      const kind = [column.right && 'right', column.kind, column.main && 'main', (!text || text === '-') && 'nil'].filter(Boolean).join(' ');
      return make('td', {class: kind, title, 'data-head': (column.right || column.headed) && column.title},
        press && column.main ? make('button.plain', {type: 'button', 'aria-pressed': 'false'}, node) : node);
    }));
    if (press) grow(line, {class: 'does', click: () => press(row)});
    rowOf.set(line, row);
    if (row !== pressed) return [line];
    mark(line, true);
    return [line, below];
  }
  function fill(): void {
    const sign = down ? -1 : 1, of = columns[by]!.of ?? (() => 0);
    const shown = rows.map((row, i) => ({key: of(row), i, row})).sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : a.i - b.i))
      .slice(0, all ? rows.length : first).map(entry => entry.row);
    heads.forEach((head, i) => {
      if (columns[i]!.of) head.setAttribute('aria-sort', i !== by ? 'none' : down ? 'descending' : 'ascending');
    });
    body.replaceChildren(...shown.length ? shown.flatMap(lineOf).filter(line => line !== null)
      : [make('tr', make('td', {colspan: columns.length}, 'none'))]);
    more.hidden = rows.length <= first;
    more.textContent = all ? `show the first ${first}` : `show all ${rows.length} rows`;
  }
  fill();
  return {
    element: make('div.table', make('div.scroll', {tabindex: '0', role: 'region', 'aria-label': name},
      make('table', make('caption.unseen', name), make('thead', make('tr', heads)), body)), more),
    update(others) {
      rows = others;
      fill();
    },
    press(row, ...details) {
      pressed = row;
      below?.remove();
      below = row && details.length ? make('tr.details', make('td', {colspan: columns.length}, details)) : null;
      for (const line of [...body.children]) {
        const on = row !== null && rowOf.get(line) === row;
        mark(line, on);
        if (on && below) line.after(below);
      }
    },
  };
}

// A table with a field that leaves the rows with a text.
export function filtered<Row>(rows: Row[], texts: (row: Row) => string[], into: Table<Row>, what: string): Part[] {
  const lower = rows.map(row => texts(row).join('\n').toLowerCase());
  const told = make('output.found', {'aria-live': 'polite'});
  const control = make('input.filter', {type: 'search', autocomplete: 'off', spellcheck: 'false', input: () => {
    const asked = control.value.trim().toLowerCase();
    const left = rows.filter((_, i) => lower[i]!.includes(asked));
    into.update(left);
    told.textContent = asked && `${left.length} of ${plural(rows.length, what)}`;
  }});
  return [make('div.tools', make('label.field', make('span', `filter ${what}s`), control), told), into.element];
}

export const bytesOf = <Row>(title: string, of: (row: Row) => number): Column<Row> => ({title, of, right: true, show: row => (of(row) ? size(of(row)) : '-')});
export const numberOf = <Row>(title: string, of: (row: Row) => number, show?: (row: Row) => Node | string): Column<Row> => ({title, of, right: true, ...show && {show}});
export const textOf = <Row>(title: string, of: (row: Row) => string, kind?: string): Column<Row> => ({title, of, ...kind && {kind}});
// Cut on the left, so that file and line are seen.
export const sourceOf = <Row>(of: (row: Row) => string): Column<Row> =>
  ({...textOf('source', of, 'mono tail'), show: row => make('span', {title: of(row)}, foreign(cutLeft(of(row), 32)))});
export const classOf = <Row>(of: (row: Row) => string): Column<Row> =>
  ({title: 'class', of, show: row => make('span', swatch(`c-${of(row)}`), of(row))});
