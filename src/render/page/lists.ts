// Pages of several modules: a folder, and the changes between two.
import {gridOf} from './axes';
import {data, type Change, type Fit, type Group, type Picture, type Row} from './data';
import {button, code, draw, foreign, grow, headings, make, section, size, words, type Part} from './dom';
import {openModule, type ModuleView} from './module';
import {link, main, shown} from './sections';
import {brief, cut, human, plural, quoted, share, worded} from './size';
import {bytesOf, classOf, filtered, numberOf, sourceOf, table, textOf, type Column} from './table';

export const nameOf = (row: {name: string; path: string}): string => row.name || row.path;
const notHere = (path: string): Part[] => [
  make('span.by-command', 'Its picture is not in this page; ', code(`ballast report ${quoted(path)} -o FILE.html`), ' makes one.'),
  make('span.on-page', 'Its picture is not in this page: choose the module in Report.')];

// A list of modules; at #module-3 what open makes of row 3 stands in its place.
function indexed<T>(rows: T[], named: (row: T) => string, opens: (row: T) => unknown,
  open: (row: T, prefix: string, level: number, place: HTMLElement) => void, ...parts: Part[]): void {
  const index = section(headings(2, '')('modules', 'Modules'), parts);
  const place = make('div');
  grow(main, index, place);
  let opened: number | null = null, from = 0; // the row that is open, and where the list was left
  function show(): void {
    const asked = /^#module-(\d+)/.exec(location.hash);
    const row = asked ? rows[Number(asked[1])] : undefined, which = row && opens(row) ? Number(asked![1]) : -1;
    // Other hashes are places in what is shown.
    if (which === opened || (which < 0 && opened !== null && location.hash.length > 1)) return;
    const left = opened;
    if (left === -1) from = scrollY;
    shown.module = null;
    opened = which;
    place.replaceChildren();
    index.hidden = which >= 0;
    shown.linked = which < 0 ? 'none' : 'h3[id]';
    document.title = which < 0 ? data.title : named(row!);
    if (which >= 0) {
      const title = make('h2', {tabindex: '-1', id: `module-${which}`}, foreign(document.title));
      place.append(title);
      open(row!, `module-${which}-`, 3, place);
      scrollTo(0, 0);
      title.focus({preventScroll: true});
    } else if (left !== null) {
      scrollTo(0, from);
      index.querySelector<HTMLElement>(`a[href="#module-${left}"]`)?.focus({preventScroll: true});
    }
    link();
  }
  addEventListener('hashchange', show);
  show();
}

// What is left of the limit, or missing.
const limitName = () => data.limit!.device || 'the limit';
const leftText = (side: Fit) => `${human(Math.abs(side.left))} ${side.fits ? 'left' : side.left < 0 ? 'missing' : 'left at most: incomplete'}`;

export function folderPage(): void {
  const rows = data.rows, opens = (row: Row): Picture | undefined => data.pictures[row.picture ?? -1];
  const list = table<Row>({name: 'modules by total', rows, first: 100, columns: [
    bytesOf('total', r => r.total),
    {...textOf('name', nameOf, 'wide tail'), main: true, show: r => opens(r) ? make('a', {href: `#module-${rows.indexOf(r)}`}, foreign(nameOf(r)))
      : make('details', make('summary', foreign(nameOf(r))), notHere(r.path))},
    {...textOf('largest', r => r.largest || '', 'wide'), headed: true,
      show: r => r.largest ? make('span', make('span.amount', size(r.largest_bytes!)), ' ', foreign(r.largest)) : ''},
    ...data.limit ? [numberOf<Row>('left', r => r.left, r => make('span', {class: !r.fits && 'grew'}, leftText(r)))] : [],
    ...(['arguments', 'outputs', 'shared', 'temporaries', 'fragmentation', 'donatable'] as const).map(key => bytesOf<Row>(worded(key), r => r[key])),
    numberOf('copies', r => r.copies), numberOf('module', r => Number(r.number) || 0, r => r.number || ''),
  ]});
  const lacking = rows.filter(r => !opens(r)).length, incomplete = rows.filter(r => r.incomplete).length;
  indexed(rows, nameOf, opens, (row, prefix, level, place) => openModule(opens(row)!, prefix, level, place),
    words(`${plural(data.modules, 'module')} in space ${data.space}, ${rows.length} distinct; `,
      (['in_other_spaces', 'without_allocations', 'refused', 'unreadable'] as const).map(key => `${data[key]} ${worded(key)}`).join(', '), '.',
      data.limit && ` ${rows.filter(r => r.fits === false).length} of ${rows.length} do not fit ${limitName()} (${human(data.limit.available)} available).`,
      incomplete > 0 && ` ${incomplete} incomplete: their sizes are lower bounds.`,
      lacking > 0 && ` ${lacking} without a picture in this page; their names open how to make one.`),
    filtered(rows, r => [r.number || '', r.name, r.path, r.largest || ''], list, 'module'));
}

interface Sides {
  before?: number | undefined;
  after?: number | undefined;
}
const by = (r: Sides): number => (r.after || 0) - (r.before || 0);
const change = (bytes: number, text: (bytes: number) => string): HTMLElement =>
  make('span', {class: bytes > 0 ? 'grew' : bytes < 0 && 'shrank', title: `${bytes} bytes`}, bytes ? (bytes > 0 ? '+' : '−') + text(Math.abs(bytes)) : '');
// Of rows with sizes before and after.
const changeColumns = <R>(of: (row: R) => Sides): Record<'before' | 'after' | 'change' | 'percent', Column<R>> => ({
  before: bytesOf('before', r => of(r).before || 0), after: bytesOf('after', r => of(r).after || 0),
  change: numberOf('change', r => Math.abs(by(of(r))), r => change(by(of(r)), human)),
  percent: numberOf('%', r => by(of(r)), r => (of(r).before ? change(by(of(r)), bytes => share(bytes, of(r).before!)) : '')),
});

// The bytes in use at each instruction of the two modules, one line over the other.
function superimposed(heading: HTMLElement, sides: {side: string; M: Picture | undefined}[]): HTMLElement | false {
  const lines = sides.flatMap(({side, M}) => {
    const s = M?.spaces.find(one => one.temporary_peak) ?? M?.spaces[0];
    if (!M || !s || !M.live_ranges || !M.steps || s.peak === undefined) return [];
    const lasting = s.peak - (s.temporary_peak?.bytes ?? 0), uses = [0, lasting];
    for (let i = 0; i < s.occupied.length; i += 2) uses.push(s.occupied[i]!, lasting + s.occupied[i + 1]!);
    return [{side, steps: M.steps, peak: s.peak, at: s.temporary_peak?.step, space: s.space, uses}];
  });
  if (lines.length < 2 || lines[0]!.space !== lines[1]!.space) return false;
  const wide = 1000, high = 220, left = 70, bottom = high - 36;
  const steps = Math.max(...lines.map(line => line.steps)), most = Math.max(1, ...lines.map(line => line.peak));
  const x = (step: number) => left + ((wide - left - 12) * step) / steps, y = (bytes: number) => bottom - ((bottom - 14) * bytes) / most;
  const label = (px: number, py: number, anchor: string, text: string) => draw('text', {x: px, y: py, 'text-anchor': anchor}, text);
  const path = ({uses, steps: own}: (typeof lines)[number]): string => {
    let d = '';
    for (let i = 0; i < uses.length; i += 2) d += `${i ? 'H' : 'M'}${x(Math.min(uses[i]!, own)).toFixed(1)}${i ? 'V' : ' '}${y(uses[i + 1]!).toFixed(1)}`;
    return `${d}H${x(own).toFixed(1)}`;
  };
  const told = lines.map(({side, peak, at, steps: own}) => `${side}: ${human(peak)}${at === undefined ? '' : ` at instruction ${at}`} of ${own}`).join('; ');
  return section(heading, make('div.curve over', {tabindex: '0', role: 'group', 'aria-label': 'bytes in use of both'}, draw('svg', {viewBox: `0 0 ${wide} ${high}`, role: 'img', 'aria-label': `bytes in use, ${told}`},
    gridOf(0, most, 4).map(bytes => [draw('line', {x1: left, x2: wide - 12, y1: y(bytes), y2: y(bytes), class: 'grid'}), label(left - 6, y(bytes) + 4, 'end', brief(bytes))]),
    gridOf(0, steps, 8, true).map(step => label(x(step), bottom + 15, step ? 'middle' : 'start', `${step}`)), label((left + wide) / 2, high - 5, 'middle', 'instruction'),
    lines.map(line => draw('path', {d: path(line), class: `line ${line.side}`})))),
  words('Peaks: ', lines.map((line, i) => [i > 0 && '; ', make(`span.key ${line.side}` as 'span', {'aria-hidden': 'true'}), `${line.side} ${human(line.peak)}`,
    line.at !== undefined && ` at instruction ${line.at} of ${line.steps}`]), '.'));
}

// Numbers and groups of one module, and both its pictures.
function openChange(c: Change, prefix: string, level: number, place: HTMLElement): void {
  const heading = headings(level, prefix);
  const {spaces, groups} = c;
  const several = spaces.length > 1;
  interface Total extends Sides {
    key: string;
  }
  const totals = spaces.map(s => {
    const {before, after, change: by_, percent} = changeColumns<Total>(r => r);
    return table<Total>({name: `totals of space ${s.space}`, first: 9,
      rows: (['total', 'arguments', 'outputs', 'constants', 'temporaries', 'shared', 'peak', 'fragmentation'] as const)
        .map(key => ({key: worded(key), before: s.before[key], after: s.after[key]})).filter(r => r.before || r.after),
      columns: [{title: several ? `space ${s.space}` : 'bytes', show: r => r.key, main: true},
        ...[before, after, by_, percent].map(({of: _, ...column}): Column<Total> => ({...column}))]}).element;
  });
  const most = groups.reduce((so_far, g) => Math.max(so_far, Math.abs(by(g))), 1);
  const count = (g: Group) => !g.count_before ? `new ${g.count_after}` : !g.count_after ? `gone ${g.count_before}` : `${g.count_before} → ${g.count_after}`;
  const shape = (g: Group) => [...new Set([g.shape_before, g.shape_after])].filter(Boolean).join(' → ');
  const drawn = (g: Group) =>
    make('div.both', {'aria-hidden': 'true'}, make(`span.${by(g) > 0 ? 'grew' : 'shrank'}`, {style: `width:${(50 * Math.abs(by(g))) / most}%`}));
  const columns = changeColumns<Group>(g => g);
  const list = table<Group>({name: 'groups that changed', rows: groups, first: 20, columns: [
    columns.change, {title: 'as a bar', kind: 'drawn', show: drawn}, columns.before, columns.after, textOf('count', count),
    ...several ? [numberOf<Group>('space', g => g.space)] : [],
    classOf(g => g.class), {...textOf('label', g => g.label, 'tail'), main: true}, sourceOf(g => g.source || ''),
    textOf('shape', shape, 'mono'),
  ]});

  // The view of a module is made when its tab is first opened.
  interface Side {
    side: 'before' | 'after';
    path: string;
    M: Picture | undefined;
    tab: HTMLElement;
    panel: HTMLElement;
    view: ModuleView | null;
  }
  const sides = (['before', 'after'] as const).filter(side => c[side] !== undefined)
    .map((side): Side => ({side, path: c[side]!, M: data.pictures[c[`picture_${side}`] ?? -1], tab: make('button'), panel: make('div'), view: null}));
  const open = (chosen: Side, focus = false): void => {
    for (const s of sides) {
      grow(s.tab, {'aria-selected': `${s === chosen}`, tabindex: s === chosen ? '0' : '-1'});
      s.panel.hidden = s !== chosen;
    }
    if (chosen.M && !chosen.view) chosen.view = openModule(chosen.M, `${prefix}${chosen.side}-`, level + 1, chosen.panel);
    shown.module = chosen.view;
    chosen.view?.resize();
    if (focus) chosen.tab.focus();
  };
  sides.forEach((s, i) => {
    s.tab = button(() => open(s), make('strong', s.side), ' ', foreign(cut(s.M ? nameOf(s.M) : s.path, 80)),
      {role: 'tab', id: `${prefix}tab-${s.side}`, 'aria-controls': `${prefix}panel-${s.side}`, title: s.path, keydown: (event: KeyboardEvent) => {
        const keys: Record<string, number> = {ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: -1};
        const to = keys[event.key];
        if (to === undefined) return;
        event.preventDefault();
        open(sides.at(to % sides.length)!, true);
      }});
    s.panel = make('div', {role: 'tabpanel', id: `${prefix}panel-${s.side}`, 'aria-labelledby': s.tab.id}, !s.M && words(notHere(s.path)));
  });
  grow(place, section(heading('totals', 'Totals'), totals,
    c.fit && words(`Of ${human(data.limit!.available)} available (${limitName()}): `,
      Object.entries(c.fit).map(([side, fit]) => `${side} ${leftText(fit)}`).join(', '), '.'), several && words('Spaces are never added up.')),
    superimposed(heading('over-time', 'Both over time'), sides),
    section(heading('changed', 'What changed'), filtered(groups, g => [g.class, shape(g), g.label, g.source || '', count(g)], list, 'group')),
    section(heading('pictures', 'Both modules'), make('div.tabs', {role: 'tablist', 'aria-label': 'modules'}, sides.map(s => s.tab)),
      sides.map(s => s.panel)));
  open(sides.at(-1)!);
}

export function diffPage(): void {
  const {changes} = data;
  if (changes.length === 1) return openChange(changes[0]!, '', 2, main);
  const totalOf = (c: Change): Sides => {
    const s = c.spaces.find(one => one.space === 0);
    return {before: s?.before.total, after: s?.after.total};
  };
  const mostOf = (c: Change): string => {
    const [g] = c.groups;
    return c.before === undefined ? 'new' : c.after === undefined ? 'gone' : g ? `${change(by(g), human).textContent} ${g.class} ${g.label}` : '';
  };
  const name = (c: Change) => c.module || c.after || c.before || '';
  const columns = changeColumns(totalOf);
  const list = table<Change>({name: 'changes of the total of space 0', rows: changes, first: 100, columns: [
    columns.change, columns.percent, columns.before, columns.after,
    {...textOf('name', name, 'wide tail'), main: true, show: c => make('a', {href: `#module-${changes.indexOf(c)}`}, foreign(name(c)))},
    textOf('largest change', mostOf, 'wide')]});
  indexed(changes, name, () => true, openChange, words(`${plural(changes.length, 'module')}; the change of each total in space 0.`),
    filtered(changes, c => [c.module, c.before || '', c.after || '', mostOf(c)], list, 'module'));
}
