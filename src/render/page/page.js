// The page that `ballast report` writes. It shows the JSON in #data and nothing else; texts of it come from dumps, so they
// become text nodes and attribute values, never markup.
'use strict';
(() => {

const page = document.documentElement;
const main = document.getElementById('main');
const data = JSON.parse(document.getElementById('data').textContent);

// --- numbers and words ---

// As src/cli/size_text.hpp writes sizes: cut to 1024ths, then rounded, ties to the even digit.
function human(bytes) {
  const sign = bytes < 0 ? '-' : '';
  let n = Math.abs(bytes), unit = 0;
  if (n < 1024) return `${sign}${n} B`;
  for (; n >= 1048576; ++unit) n = Math.floor(n / 1024);
  const digits = unit ? 100 : 10, rest = n * digits % 1024;
  let whole = Math.floor(n * digits / 1024);
  if (rest > 512 || (rest === 512 && whole % 2)) ++whole;
  return `${sign}${(whole / digits).toFixed(unit ? 2 : 1)} ${'KMGTPE'[unit]}iB`;
}
const both = bytes => human(bytes) + (Math.abs(bytes) < 1024 ? '' : ` (${bytes} bytes)`);
const brief = bytes => human(bytes).replace(/\.?0+(?= .iB)/, '');
// One digit behind the point, ties to the even one, as the command writes it.
function fixed(x) {
  if (!Number.isInteger(4 * x) || Number.isInteger(2 * x)) return x.toFixed(1);
  const below = Math.floor(10 * x);
  return ((below + below % 2) / 10).toFixed(1);
}
const share = (part, whole) => whole ? `${fixed(100 * part / whole)}%` : '-';
const plural = (count, what) => `${count} ${what}${count === 1 ? '' : 's'}`;
const cut = (text, most) => text.length > most ? text.slice(0, Math.max(0, most - 1)) + '…' : text;
// The end of a path says more than its beginning.
const cutLeft = (text, most) => text.length > most ? '…' + text.slice(text.length - Math.max(0, most - 1)) : text;
const quoted = text => /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
const clamp = (x, low, high) => Math.max(low, Math.min(high, x));
const sum = (list, of) => list.reduce((all, one) => all + of(one), 0);

// --- elements ---

// What is no node and no text is a set of attributes; a function listens.
function grow(made, ...parts) {
  for (const part of parts.flat(9)) {
    if (part == null || part === false) continue;
    if (part instanceof Node || typeof part !== 'object') made.append(part);
    else for (const [key, value] of Object.entries(part)) {
      if (typeof value === 'function') made.addEventListener(key, value);
      else if (value != null && value !== false) made.setAttribute(key, value === true ? '' : value);
    }
  }
  return made;
}
// `p.words` is a <p class="words">.
function make(tag, ...parts) {
  const [name, kind] = tag.split('.');
  return grow(document.createElement(name), kind && {class: kind}, parts);
}
const draw = (tag, ...parts) => grow(document.createElementNS('http://www.w3.org/2000/svg', tag), parts);
const button = (click, ...parts) => make('button', {type: 'button', click}, parts);
const size = bytes => make('span.size', {title: `${bytes} bytes`}, human(bytes));
const words = (...parts) => make('p.words', parts);
// Text of a dump: what it does to the direction of writing stays in it.
const foreign = text => make('bdi', text);
const code = text => make('code', foreign(text));
const swatch = tint => make(`span.swatch ${tint}`);
const option = (value, text) => make('option', {value}, text);
// A copy of a template, and what the selectors find in it.
function stamp(name, ...selectors) {
  const copy = document.getElementById(name).content.cloneNode(true);
  return [copy, ...selectors.map(selector => copy.querySelector(selector))];
}
const section = (heading, ...parts) => make('section', {'aria-labelledby': heading.id}, heading, parts);
// A section with little to say: closed, with the reason in its summary.
const folded = (heading, why, ...parts) => make('section', {'aria-labelledby': heading.id},
  make('details', make('summary', heading, ' ', make('span.hint', why)), parts));
const unfold = node => node?.closest('details')?.setAttribute('open', '');
const headings = (level, prefix) => (id, text) => make(`h${level}`, {id: prefix + id, tabindex: -1}, text);
const bar = parts => make('div.parts', {'aria-hidden': 'true'}, parts.map(([kind, part, whole]) =>
  make(`span.c-${kind}`, {style: `width:${100 * part / whole}%`})));
// Classes of buffers, in the order in which pictures stack them.
const kinds = ['argument', 'donated', 'output', 'constant', 'unknown', 'temporary'];

// --- colours ---

const dark = matchMedia('(prefers-color-scheme: dark)');
let scheme = null; // in place of the preferred one
let current = null; // the view of the module that is shown
const other = () => page.dataset.theme === 'dark' ? 'light' : 'dark';
function paintAgain() {
  page.dataset.theme = scheme || (dark.matches ? 'dark' : 'light');
  document.querySelector('.theme').textContent = other() === 'dark' ? 'Dark colours' : 'Light colours';
  current?.resize();
}
dark.addEventListener('change', paintAgain);
const colour = name => getComputedStyle(page).getPropertyValue(`--${name}`).trim();

// --- tables ---

// A table whose heads sort it. A column: title; of: row => what sorts; show: row => text or node; right, of numbers; kind;
// fixed: it does not sort; main: stands for the row, which does what `press` says. On a phone a row begins with its main cell,
// and cells of numbers or headed ones repeat their titles.
function table({name, columns, rows, first = 10, by = 0, press}) {
  let down = true, all = false, pressed = null, below = null;
  const body = make('tbody');
  const heads = columns.map((column, i) => make('th', {scope: 'col', class: column.right && 'right'},
    column.fixed ? column.title : button(() => {
      down = by === i ? !down : !!column.right;
      by = i;
      fill();
    }, column.title)));
  const more = button(() => {
    all = !all;
    fill();
  }, {class: 'more'});
  const mark = (line, on) => {
    line.classList.toggle('pressed', on);
    line.querySelector('[aria-pressed]')?.setAttribute('aria-pressed', on);
  };

  function lineOf(row, place, shown) {
    const line = make('tr', columns.map(column => {
      const value = column.show ? column.show(row, place, shown) : column.of(row);
      const node = value instanceof Node ? value : foreign(String(value));
      const text = node.textContent, title = text.length > 20 && !node.title ? text : null;
      const kind = [column.right && 'right', column.kind, column.main && 'main', (!text || text === '-') && 'nil'].filter(Boolean).join(' ');
      return make('td', {class: kind, title, 'data-head': (column.right || column.headed) && column.title},
        press && column.main ? make('button.plain', {type: 'button', 'aria-pressed': 'false'}, node) : node);
    }));
    if (press) grow(line, {class: 'does', click: () => press(row)});
    line.row = row;
    if (row !== pressed) return line;
    mark(line, true);
    return [line, below];
  }
  function fill() {
    const sign = down ? -1 : 1;
    const shown = rows.map((row, i) => [columns[by].of(row), i, row]).sort(([a, i], [b, j]) => a < b ? -sign : a > b ? sign : i - j)
      .slice(0, all ? rows.length : first).map(entry => entry[2]);
    heads.forEach((head, i) => {
      if (!columns[i].fixed) head.setAttribute('aria-sort', i !== by ? 'none' : down ? 'descending' : 'ascending');
    });
    body.replaceChildren(...shown.length ? shown.flatMap(lineOf).filter(Boolean) : [make('tr', make('td', {colspan: columns.length}, 'none'))]);
    more.hidden = rows.length <= first;
    more.textContent = all ? `show the first ${first}` : `show all ${rows.length} rows`;
  }
  fill();
  return {
    element: make('div.table', make('div.scroll', make('table', make('caption.unseen', name), make('thead', make('tr', heads)), body)), more),
    update(others) {
      rows = others;
      fill();
    },
    // Marks a row, with details below it.
    press(row, ...details) {
      pressed = row;
      below?.remove();
      below = row && details.length ? make('tr.details', make('td', {colspan: columns.length}, details)) : null;
      for (const line of [...body.children]) {
        mark(line, Boolean(row) && line.row === row);
        if (row && line.row === row && below) line.after(below);
      }
    },
  };
}
const bytesOf = (title, of) => ({title, of, right: true, show: row => of(row) ? size(of(row)) : '-'});
const numberOf = (title, of, show) => ({title, of, right: true, show});
const textOf = (title, of, kind) => ({title, of, kind});
// Cut on the left, so that file and line are seen.
const sourceOf = of => ({...textOf('source', of, 'mono tail'), show: row => make('span', {title: of(row)}, foreign(cutLeft(of(row), 32)))});
const classOf = of => ({title: 'class', of, show: row => make('span', swatch(`c-${of(row)}`), of(row))});

// --- one space of a module ---

// What its sections share: rows with their texts, the moment, what is highlighted and what is selected.
function spaceOf(M, space) {
  const A = M.allocations;
  const steps = M.live_ranges ? M.steps : 0;
  const texts = 'name label group scope source shape op op_name class'.split(' ');
  const rowsOf = (columns, spaceAt) => [...columns.name.keys()].filter(i => spaceAt(i) === space.space).map(i => {
    const row = {i};
    for (const key in columns) row[key] = texts.includes(key) ? M.strings[columns[key][i]] || '' : columns[key][i];
    return row;
  });
  const own = rowsOf(M.buffers, i => A.space[M.buffers.allocation[i]]), of = new Map(own.map(b => [b.i, b]));
  for (const b of own) {
    b.kind = A.class[b.allocation];
    b.words = [b.name, b.label, b.source, b.op_name, b.shape].join('\n').toLowerCase();
    b.name ||= `value ${b.value}`;
    b.known = steps > 0 && b.start >= 0 && b.start <= b.end;
    b.range = b.known ? `${b.start} to ${b.end} of ${steps}` : 'unknown';
  }
  const holders = rowsOf(M.holders, i => M.holders.space[i]);
  for (const h of holders) {
    h.kind = h.class;
    h.buffer = of.get(h.buffer);
  }
  const hears = [];
  const allocations = [...A.number.keys()].filter(a => A.space[a] === space.space);
  const {arguments: given, outputs, shared} = space;
  // Bytes of each class. Reports have no allocations.
  const bytesOf = allocations.length ? kind => sum(allocations, a => A.class[a] === kind ? A.size[a] : 0)
    : kind => ({argument: given - shared, donated: shared, output: outputs - shared, constant: space.constants, temporary: space.temporaries})[kind] || 0;
  const V = {
    M, A, space, steps, own, holders, allocations,
    classes: kinds.map(kind => [kind, bytesOf(kind)]).filter(entry => entry[1] > 0),
    // Reports list only a part of it.
    inUse: M.from_report ? space.total : sum(holders, h => h.bytes),
    moment: space.temporary_peak?.step ?? 0,
    selected: null,
    lit: null, // {by: who asked, list, has: the same as a set}
    lives: (b, step) => b.known && b.start <= step && step <= b.end && step < steps,
    hear: what => hears.push(what),
    tell: what => hears.forEach(hear => hear(what)),
    light(by, list) {
      V.lit = list && {by, list, has: new Set(list)};
      V.tell('lit');
    },
    // The values of those, and what is said of it.
    lightRows(rows, heap) {
      const list = rows.map(h => h.buffer).filter(Boolean);
      V.light('rows', list.length ? list : null);
      return list.length ? [`${plural(list.length, 'value')} highlighted in the `, make('a', {href: `#${heap}`}, 'heap picture'), '.']
        : ['These holders have no value in this page, so nothing is highlighted.'];
    },
  };
  return V;
}

// Where plots begin and end, so that those over time are aligned.
const edge = {left: 76, right: 12, top: 34, bottom: 40};
// About as many round steps of an axis: of steps, else of bytes.
function gridOf(low, high, count, steps) {
  const least = Math.max(1, (high - low) / count), ten = 10 ** Math.floor(Math.log10(least)), found = [];
  const gap = steps ? Math.ceil([1, 2, 5, 10].find(k => k * ten >= least) * ten) : 2 ** Math.ceil(Math.log2(least));
  for (let x = Math.ceil(low / gap) * gap; x <= high; x += gap) found.push(x);
  return found;
}
// Steps to mark, at x(step). Labels are in one of two rows, left or right of their mark; those without room are left out.
function marksOf(V, x, low, high, set) {
  const list = [], taken = [];
  const mark = (step, text, kind) => {
    if (step === undefined || step >= V.steps) return;
    const same = list.find(m => m.step === step);
    if (!same) list.push({step, text, kind, x: x(step + 0.5)});
    else if (kind !== 'accent') same.text += `, ${text}`;
  };
  mark(V.space.temporary_peak?.step, 'peak', 'full');
  mark(V.M.xla_peak, 'XLA’s peak', 'peak');
  if (set) mark(V.moment, `step ${V.moment}`, 'accent');
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
const placeOf = m => [m.x + (m.at.left ? -4 : 4), 8 + 13 * m.at.row, m.at.left];

// --- how much is in use over time ---

function bytesAt(uses, step) {
  let bytes = 0;
  for (let i = 0; uses[i] <= step; i += 2) bytes = uses[i + 1];
  return bytes;
}

// XLA's own peak, and how much less is in use there.
function peaksInWords({M, space: s}) {
  if (M.xla_peak === undefined) return '';
  const said = [];
  for (const [most, there, what] of [[s.temporary_peak, s.temporary_at_xla_peak, 'temporary'], [s.live_peak, s.live_at_xla_peak, 'live']]) {
    if (!most || there === undefined || there >= most.bytes) continue;
    const text = human(there) === human(most.bytes) ? bytes => `${bytes} bytes` : human;
    said.push(`${text(there)} ${what}, ${text(most.bytes)} at step ${most.step}`);
  }
  if (s.live_peak && s.live_at_xla_peak === s.live_peak.bytes) said.push(M.xla_peak === s.live_peak.step ? 'the most live bytes' : 'the same live bytes');
  return said.length ? `XLA’s own peak is step ${M.xla_peak}: ${said.join('; ')}.` : '';
}

// Bytes in use: the classes that are allocated at every step, and above them the temporaries of each step. Null if no step has
// temporaries.
function useOverTime(V, heading) {
  const {space: s, steps} = V;
  const uses = s.occupied;
  if (!s.temporary_peak || !steps || !uses.length) return null;
  const lasting = V.classes.filter(([kind]) => kind !== 'temporary');
  const below = sum(lasting, entry => entry[1]);
  const most = Math.max(s.total, s.peak, 1);
  const height = 230, top = edge.top, bottom = height - edge.bottom;
  const [copy, slider, reads] = stamp('of-time', 'div', 'output');
  let width = 0, span = 1;
  const x = step => edge.left + span * step / steps;
  const y = bytes => bottom - (bottom - top) * bytes / most;
  const upright = (at, kind) => draw('line', {x1: at, x2: at, y1: top, y2: bottom, class: kind});
  const level = (bytes, kind) => draw('line', {x1: edge.left, x2: edge.left + span, y1: y(bytes), y2: y(bytes), class: kind});
  const label = (at, up, anchor, text, kind, more) => draw('text', {x: at, y: up, 'text-anchor': anchor, class: kind, ...more}, text);
  const picture = draw('svg', {height, 'aria-hidden': 'true'});
  const cursor = upright(0, 'cursor'), now = upright(0, 'accent');
  const part = draw('rect', {y: top, height: bottom - top, class: 'window'});
  const say = step => {
    const bytes = bytesAt(uses, step);
    return `step ${step}: ${human(below + bytes)} in use, ${human(bytes)} of it temporary`;
  };
  const move = (line, step) => grow(line, {x1: x(step + 0.5), x2: x(step + 0.5)});
  const read = step => {
    reads.textContent = say(step);
    move(cursor, step);
  };
  const set = step => {
    V.moment = clamp(step, 0, steps - 1);
    V.tell('moment');
  };
  const stepAt = event => clamp(Math.floor((event.clientX - picture.getBoundingClientRect().left - edge.left) * steps / span), 0, steps - 1);
  const far = Math.ceil(steps / 20);
  grow(slider, picture, {
    'aria-valuemax': steps - 1,
    pointermove: event => read(stepAt(event)),
    pointerleave: () => read(V.moment),
    click: event => set(stepAt(event)),
    keydown: event => {
      const by = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -far, PageUp: far, Home: -steps, End: steps}[event.key];
      if (!by) return;
      event.preventDefault();
      set(V.moment + by);
    },
  });
  function path() {
    let made = `M${x(0)} ${y(below)}`;
    for (let i = 0; i < uses.length; i += 2) made += `H${x(Math.min(uses[i], steps)).toFixed(1)}V${y(below + uses[i + 1]).toFixed(1)}`;
    return `${made}H${x(steps)}`;
  }
  function resize() {
    width = slider.clientWidth;
    if (!width) return;
    span = width - edge.left - edge.right;
    const d = path();
    let under = 0;
    picture.setAttribute('width', width);
    picture.replaceChildren(
      ...gridOf(0, most, 5).flatMap(bytes => [level(bytes, 'grid'), label(edge.left - 6, y(bytes) + 4, 'end', brief(bytes))]),
      ...gridOf(0, steps, width / 90, true).map(step => label(x(step), bottom + 16,
        !step ? 'start' : x(step) > width - 24 ? 'end' : 'middle', `${step}`)),
      label(-(top + bottom) / 2, 11, 'middle', 'in use', 'title', {transform: 'rotate(-90)'}),
      label(edge.left + span / 2, bottom + 33, 'middle', 'schedule step', 'title'),
      ...lasting.map(([kind, bytes]) => {
        under += bytes;
        return draw('rect', {x: x(0), width: span, y: y(under), height: y(under - bytes) - y(under), class: `area c-${kind}`});
      }),
      draw('path', {d: `${d}V${y(below)}Z`, class: 'area c-temporary'}), draw('path', {d, class: 'outline'}), level(s.total, 'limit'), part, now,
      ...marksOf(V, x, edge.left, width - edge.right).flatMap(m => {
        const [at, up, left] = m.at ? placeOf(m) : [];
        return [upright(m.x, m.kind), m.at && label(at, top - up, left ? 'end' : 'start', m.text, m.kind)];
      }).filter(Boolean),
      cursor);
    show();
  }
  function show() {
    const [from, to] = V.shown || [0, steps];
    grow(part, {x: x(from), width: to - from < 0.999 * steps ? x(to) - x(from) : 0});
    move(now, V.moment);
    read(V.moment);
    grow(slider, {'aria-valuenow': V.moment, 'aria-valuetext': say(V.moment)});
  }
  V.hear(what => width && (what === 'moment' || what === 'shown') && show());
  const beside = make('aside', {'aria-label': 'classes'}, classList(V, [...V.classes].reverse()), words(peaksInWords(V)));
  const parts = make('div.pictures', make('div', copy), beside);
  const temporary = s.temporary_peak.bytes;
  return {resize, element: temporary < s.peak / 100
    ? folded(heading, `temporaries are ${human(temporary)} (${share(temporary, s.peak)}) of the peak: nearly the same at every step`, parts)
    : section(heading, parts)};
}

// --- the heap picture ---

function heapPicture(V, heading, prefix, level) {
  const {A, own, steps} = V;
  const width = Math.max(1, steps);
  const temporaries = V.allocations.filter(a => A.class[a] === 'temporary').sort((a, b) => A.size[b] - A.size[a]);
  const [copy, which, search, found, clear, frame, canvas, tip, status, spoken, keys] =
    stamp('of-heap', 'select', 'input', 'output', '.clear', '.frame', 'canvas', '.tip', '.words', '.unseen', '.hint');
  const legend = make('ul.legend'), legendHead = make(`h${level}`);
  const all = `all ${plural(V.allocations.length, 'allocation')}`;
  grow(which, {change: () => pick(which.value)}, temporaries.map(a => option(a, `${A.number[a] < 0 ? 'all others' : `allocation ${A.number[a]}`}: temporaries, ${human(A.size[a])}`)),
    option('all', `${all}, ${human(V.space.total)}`));
  copy.querySelectorAll('.group button').forEach((made, i) => grow(made, {click: [() => zoom(1 / 1.5), () => zoom(1.5), whole][i]}));
  grow(clear, {click: unlight});
  keys.id = `${prefix}keys`;

  let choice;           // an allocation, or 'all'
  let items = [];       // buffers in drawing order, with corners x0, x1, y0, y1 and a tint
  let base = new Map(); // where allocations begin
  let height = 1;
  let view = {};        // the part on the canvas
  let groups = [];      // with colours of their own; classes where all allocations are shown
  let hover = null;
  let matchAt = -1;        // of the matches
  let lost = {};        // too low to be drawn
  let waiting = false;
  const inside = b => b && base.has(b.allocation);

  // The picture of one allocation, or of all, one over the other.
  function pick(value) {
    choice = value === 'all' ? value : Number(value);
    which.value = choice;
    base = new Map();
    height = 0;
    for (const a of choice === 'all' ? V.allocations : [choice]) {
      base.set(a, height);
      height += A.size[a];
    }
    const of = choice === 'all' ? b => b.kind : b => b.group;
    const weight = new Map();
    items = own.filter(inside);
    for (const b of items) {
      b.x0 = b.known ? Math.min(b.start, width) : 0;
      b.x1 = b.known ? Math.min(b.end + 1, width) : width;
      b.y0 = base.get(b.allocation) + b.offset;
      b.y1 = b.y0 + b.size;
      height = Math.max(height, b.y1, 1);
      b.area = (b.x1 - b.x0) * b.size;
      weight.set(of(b), (weight.get(of(b)) || 0) + b.area);
    }
    // The small ones last: they stand before those they share bytes with.
    items.sort((a, b) => b.area - a.area || a.i - b.i);
    groups = [...weight].filter(g => g[1]).sort((a, b) => b[1] - a[1]).slice(0, 10).map(g => g[0]);
    for (const b of items) b.tint = choice === 'all' ? `c-${b.kind}` : `g${(groups.indexOf(b.group) + 11) % 11}`;
    grow(canvas, {'aria-describedby': keys.id, 'aria-label': `heap picture of ${choice === 'all' ? all : `allocation ${A.number[choice]}`}: ` +
      `${plural(items.length, 'value')} over ${plural(width, 'step')} and ${both(height)}; the table of holders has the same as text`});
    legend.replaceChildren();
    grow(legend, choice === 'all' ? kinds.map(kind => legendItem(`c-${kind}`, kind))
      : [...groups.map((name, i) => legendItem(`g${i}`, name || '(unknown)')), legendItem('g10', 'other groups')]);
    legendHead.textContent = choice === 'all' ? 'Classes' : 'Largest groups, by bytes × steps';
    hover = null;
    tell(null);
    whole();
    sayFound();
  }
  function legendItem(tint, name) {
    const list = items.filter(b => b.tint === tint);
    const bytes = sum(list, b => b.size);
    const made = button(() => V.light(made, V.lit?.by === made ? null : list), 
    {title: `${name}: ${plural(list.length, 'value')}, ${bytes} bytes in sum`},
    swatch(tint), make('span.cut tail', foreign(name)), make('span.amount', `${human(bytes)} in ${list.length}`));
    return list.length > 0 && make('li', made);
  }

  // --- what part is shown ---

  const plot = () => {
    const p = {left: edge.left, top: edge.top, right: canvas.clientWidth - edge.right, bottom: canvas.clientHeight - edge.bottom};
    p.width = p.right - p.left;
    p.height = p.bottom - p.top;
    p.sx = p.width / (view.x1 - view.x0);
    p.sy = p.height / (view.y1 - view.y0);
    p.x = step => p.left + (step - view.x0) * p.sx;
    p.y = bytes => p.top + (view.y1 - bytes) * p.sy;
    return p;
  };
  function whole() {
    look(0, width, 0, height);
  }
  // Shows that part, moved into the picture where it leaves it. Whether anything changed.
  function look(x0, x1, y0, y1) {
    const w = clamp(x1 - x0, Math.min(width, 2), width), h = clamp(y1 - y0, Math.min(height, 16), height);
    const before = Object.values(view).join();
    x0 = clamp(x0, 0, width - w);
    y0 = clamp(y0, 0, height - h);
    view = {x0, x1: x0 + w, y0, y1: y0 + h};
    // What cannot be moved lets the page scroll under a finger.
    canvas.style.touchAction = w < width || h < height ? 'none' : 'pan-y';
    V.shown = [view.x0, view.x1];
    V.tell('shown');
    later();
    return Object.values(view).join() !== before;
  }
  // At its limits it keeps its place.
  function zoom(by, px = edge.left + plot().width / 2, py = edge.top + plot().height / 2, axes = 'xy') {
    const p = plot(), {x0, x1, y0, y1} = view;
    const fx = clamp((px - p.left) / p.width, 0, 1), fy = clamp((p.bottom - py) / p.height, 0, 1);
    const w = clamp((x1 - x0) * (axes === 'y' ? 1 : by), Math.min(width, 2), width) - x1 + x0;
    const h = clamp((y1 - y0) * (axes === 'x' ? 1 : by), Math.min(height, 16), height) - y1 + y0;
    return look(x0 - w * fx, x1 + w * (1 - fx), y0 - h * fy, y1 + h * (1 - fy));
  }
  function pan(dx, dy) {
    const p = plot();
    return look(view.x0 - dx / p.sx, view.x1 - dx / p.sx, view.y0 + dy / p.sy, view.y1 + dy / p.sy);
  }
  const corners = (b, p) => ({left: p.x(b.x0), right: p.x(b.x1), top: p.y(b.y1), bottom: p.y(b.y0)});
  const asked = b => b === V.selected || V.lit?.has.has(b);
  const isDrawn = (b, p) => b.size * p.sy >= 0.5 || asked(b);
  function bufferAt(px, py) {
    const p = plot();
    if (px < p.left || px > p.right || py < p.top || py > p.bottom) return null;
    const x = view.x0 + (px - p.left) / p.sx, y = view.y1 - (py - p.top) / p.sy;
    return items.findLast(b => b.y0 <= y && y < b.y1 && b.x0 <= x && x < Math.max(b.x1, b.x0 + 1 / p.sx) && isDrawn(b, p)) || null;
  }

  // --- drawing ---

  function later() {
    if (!waiting) requestAnimationFrame(paint);
    waiting = true;
  }
  function paint() {
    waiting = false;
    const w = canvas.clientWidth, h = canvas.clientHeight, dots = devicePixelRatio || 1;
    if (!w) return;
    for (const [side, length] of [['width', w], ['height', h]])
      if (canvas[side] !== Math.round(length * dots)) canvas[side] = Math.round(length * dots);
    const c = canvas.getContext('2d', {alpha: false});
    const p = plot();
    const [panel, muted, grid, accent, strong] = ['panel', 'muted', 'grid', 'accent', 'text'].map(colour);
    const tints = new Map();
    const tintOf = tint => tints.get(tint) || tints.set(tint, colour(tint.replace('c-', ''))).get(tint);
    const fill = (tone, x, y, wide, high) => {
      c.fillStyle = tone;
      c.fillRect(x, y, wide, high);
    };
    const put = (text, x, y, align, tone) => {
      c.textAlign = align;
      c.fillStyle = tone;
      c.fillText(text, x, y);
    };
    c.setTransform(dots, 0, 0, dots, 0, 0);
    fill(panel, 0, 0, w, h);
    c.font = '11px system-ui, sans-serif';
    c.textBaseline = 'middle';
    for (const bytes of gridOf(view.y0, view.y1, Math.max(2, p.height / 60))) {
      fill(grid, p.left, Math.round(p.y(bytes)), p.width, 1);
      put(brief(bytes), p.left - 6, p.y(bytes), 'right', muted);
    }
    for (const step of gridOf(view.x0, view.x1, p.width / 90, true))
      if (p.x(step) < p.right - 8) put(`${step}`, Math.max(p.x(step), p.left + 4), p.bottom + 13, 'center', muted);
    put('schedule step', p.left + p.width / 2, p.bottom + 30, 'center', muted);
    c.rotate(-Math.PI / 2);
    put('offset', -p.top - p.height / 2, 8, 'center', muted);
    c.rotate(Math.PI / 2);
    fill(grid, p.left - 1, p.top, 1, p.height);
    c.save();
    c.beginPath();
    c.rect(p.left, p.top, p.width, p.height);
    c.clip();
    // Each allocation on its own ground.
    if (choice === 'all') [...base].forEach(([a, y], i) => {
      const high = A.size[a] * p.sy, top = p.y(y + A.size[a]);
      if (high < 1 || top > p.bottom || top + high < p.top) return;
      c.globalAlpha = i % 2 ? 0.2 : 0.5;
      fill(grid, p.left, top, p.width, high);
      c.globalAlpha = 1;
      if (high > 13) put(`${A.class[a]} ${A.number[a]}`, p.right - 4, top + high / 2, 'right', muted);
    });
    lost = {count: 0, bytes: 0, drawn: 0};
    const named = [];
    const lit = V.lit?.has;
    for (const round of lit ? [false, true] : [true]) {
      c.globalAlpha = round ? 1 : 0.16;
      for (const b of items) {
        if (lit && lit.has(b) !== round) continue;
        if (b.x1 < view.x0 || b.x0 > view.x1 || b.y1 < view.y0 || b.y0 > view.y1) continue;
        if (!isDrawn(b, p)) {
          ++lost.count;
          lost.bytes += b.size;
          continue;
        }
        ++lost.drawn;
        const box = corners(b, p);
        const left = Math.max(box.left, p.left - 2), top = Math.max(box.top, p.top - 2);
        const wide = Math.max(1, Math.min(box.right, p.right + 2) - left);
        const high = Math.max(asked(b) ? 2 : 0.5, Math.min(box.bottom, p.bottom + 2) - top);
        fill(tintOf(b.tint), left, top, wide - (wide > 4 ? 0.5 : 0), high - (high > 4 ? 0.5 : 0));
        if (round && wide > 46 && high > 13) named.push([b, left, wide, top + high / 2]);
      }
    }
    c.globalAlpha = 1;
    c.font = '11px ui-monospace, monospace';
    for (const [b, left, wide, middle] of named.slice(-400))
      put(cutLeft(b.label || b.name, Math.floor((wide - 10) / 6.7)), left + 4, middle, 'left', '#000');
    const outline = (b, thick, tone) => {
      if (!inside(b)) return;
      const {left, right, top, bottom} = corners(b, p);
      const mx = Math.max(0, 7 - right + left) / 2, my = Math.max(0, 7 - bottom + top) / 2;
      for (const [wide, style] of [[thick + 2, panel], [thick, tone]]) {
        c.lineWidth = wide;
        c.strokeStyle = style;
        c.strokeRect(left - mx, top - my, right - left + 2 * mx, bottom - top + 2 * my);
      }
    };
    outline(hover, 1, strong);
    outline(V.selected, 2.5, accent);
    c.restore();
    for (const m of marksOf(V, p.x, p.left, p.right, true)) {
      c.strokeStyle = colour(m.kind);
      c.lineWidth = 1.5;
      c.setLineDash({accent: [], full: [5, 3], peak: [2, 3]}[m.kind]);
      c.beginPath();
      c.moveTo(m.x, p.top);
      c.lineTo(m.x, p.bottom);
      c.stroke();
      if (!m.at) continue;
      const [at, up, left] = placeOf(m);
      put(m.text, at, p.top - up - 2, left ? 'right' : 'left', c.strokeStyle);
    }
    c.setLineDash([]);
    say();
  }
  function say() {
    const said = [];
    if (view.x1 - view.x0 < width || view.y1 - view.y0 < height)
      said.push(`Steps ${Math.floor(view.x0)} to ${Math.ceil(view.x1)}, offsets ${human(Math.floor(view.y0))} to ${human(Math.ceil(view.y1))}.`);
    if (steps) said.push(`Live at step ${V.moment}: ${plural(items.filter(b => V.lives(b, V.moment)).length, 'value')}.`);
    else said.push('Without live ranges, every value is drawn over all steps.');
    if (lost.count) said.push(`${plural(lost.count, 'value')}, ${both(lost.bytes)}, are lower than half a pixel and not drawn.`);
    status.textContent = said.join(' ');
  }

  // --- what is pointed at, selected, searched ---

  function tell(b, px, py) {
    tip.hidden = !b;
    if (!b) return;
    const line = (name, value) => value && make('div', make('span', name), foreign(value));
    tip.replaceChildren(make('strong', foreign(b.name)));
    grow(tip, line('shape', b.shape), line('size', both(b.size)), line('steps', b.range),
      line('offset', both(b.offset)), line('label', b.label), line('source', b.source));
    tip.style.left = `${clamp(px + 16, 0, frame.clientWidth - tip.offsetWidth)}px`;
    tip.style.top = `${clamp(py + 14, 0, frame.clientHeight - tip.offsetHeight)}px`;
  }
  function tellSelected() {
    const b = V.selected, p = plot();
    if (!inside(b)) return;
    tell(b, clamp(p.x((b.x0 + b.x1) / 2), p.left, p.right), clamp(p.y(b.y0), p.top, p.bottom));
    spoken.textContent = `${cut(b.name, 120)}, ${human(b.size)} at offset ${b.offset}, steps ${b.range}`;
  }
  // Brings a buffer into view, in another picture where this one lacks it.
  function reveal(b) {
    if (!inside(b)) pick(b.kind === 'temporary' ? b.allocation : 'all');
    const by = (a0, a1, v0, v1) => (a0 >= v0 && a1 <= v1) || (a0 <= v0 && a1 >= v1) ? 0 : (a0 + a1 - v0 - v1) / 2;
    const dx = by(b.x0, b.x1, view.x0, view.x1), dy = by(b.y0, b.y1, view.y0, view.y1);
    if (dx || dy) look(view.x0 + dx, view.x1 + dx, view.y0 + dy, view.y1 + dy);
  }
  function select(b) {
    V.selected = b;
    if (b) reveal(b);
    V.tell('selected');
  }
  // The nearest in that direction: of those beside it, else of all.
  function neighbour(key) {
    const from = inside(V.selected) && V.selected;
    if (!from) return items.find(b => V.lives(b, V.moment)) || items[0] || null;
    const sign = key === 'ArrowRight' || key === 'ArrowUp' ? 1 : -1;
    const [a, b0, b1, long, wide] = key === 'ArrowRight' || key === 'ArrowLeft'
      ? ['x0', 'y0', 'y1', width, height] : ['y0', 'x0', 'x1', height, width];
    let best = from, least = Infinity;
    for (const b of items) {
      if (sign * (b[a] - from[a] || b.i - from.i) <= 0) continue;
      const beside = b[b0] < from[b1] && from[b0] < b[b1];
      const aside = beside ? 0 : 2 + 2 * Math.max(0, b[b0] - from[b1], from[b0] - b[b1]) / wide;
      const rank = Math.abs(b[a] - from[a]) / long + aside;
      if (rank < least || (rank === least && sign * (b.i - best.i) < 0)) [best, least] = [b, rank];
    }
    return best;
  }
  function unlight() {
    V.light('', null);
  }
  function sayFound() {
    const lit = V.lit;
    clear.hidden = !lit;
    for (const made of legend.querySelectorAll('button')) made.setAttribute('aria-pressed', lit?.by === made);
    if (lit?.by !== 'search') search.value = '';
    const here = lit?.list.filter(inside).length;
    found.textContent = !lit ? '' : (matchAt >= 0 ? `${matchAt + 1}: ` : '') +
      (lit.by === 'search' ? `${lit.list.length} of ${plural(own.length, 'value')} match` : `${plural(lit.list.length, 'value')} highlighted`) +
      (here === lit.list.length ? '' : `, ${here} in this picture`);
  }
  grow(search, {
    input: () => {
      const words = search.value.trim().toLowerCase();
      V.light('search', words ? own.filter(b => b.words.includes(words)) : null);
    },
    keydown: event => {
      if (event.key === 'Escape') {
        unlight();
        canvas.focus();
      }
      const list = V.lit?.list;
      if (event.key !== 'Enter' || !list?.length) return;
      matchAt = event.shiftKey ? (Math.max(matchAt, 0) + list.length - 1) % list.length : (matchAt + 1) % list.length;
      select(list[matchAt]);
      tellSelected();
      sayFound();
    },
  });

  // --- mouse, fingers, keys ---

  const place = event => {
    const b = canvas.getBoundingClientRect();
    return [event.clientX - b.left, event.clientY - b.top];
  };
  function point(px, py) {
    const b = bufferAt(px, py);
    tell(b, px, py);
    if (b !== hover) later();
    hover = b;
    canvas.classList.toggle('over', !!b);
  }
  const fingers = new Map();
  let moved = false, began = [0, 0];
  const lift = event => fingers.delete(event.pointerId) && !fingers.size && !moved;
  grow(canvas, {
    pointerdown: event => {
      if (event.button) return;
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, place(event));
      if (fingers.size > 1) return;
      moved = false;
      began = place(event);
    },
    pointermove: event => {
      const [px, py] = place(event), before = fingers.get(event.pointerId);
      if (!before) return event.pointerType === 'mouse' && point(px, py);
      const other = [...fingers].find(finger => finger[0] !== event.pointerId)?.[1];
      if (!moved && !other && Math.hypot(px - began[0], py - began[1]) < 4) return;
      moved = true;
      tell(null);
      fingers.set(event.pointerId, [px, py]);
      if (!other) return pan(px - before[0], py - before[1]);
      const apart = (x, y) => Math.max(1, Math.hypot(x - other[0], y - other[1]));
      zoom(clamp(apart(...before) / apart(px, py), 0.2, 5), (px + other[0]) / 2, (py + other[1]) / 2);
      pan((px - before[0]) / 2, (py - before[1]) / 2);
    },
    pointerup: event => {
      if (!lift(event)) return;
      select(bufferAt(...place(event)));
      if (V.selected) V.tell('open');
    },
    pointercancel: lift,
    pointerleave: () => point(-1, -1),
    dblclick: whole,
    blur: () => tell(null),
    keydown: event => {
      const key = event.key, p = plot(), b = inside(V.selected) && V.selected;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key.startsWith('Arrow')) {
        select(neighbour(key));
        tellSelected();
      } else if (key === '+' || key === '=' || key === '-')
        zoom(key === '-' ? 1.5 : 1 / 1.5, b ? p.x((b.x0 + b.x1) / 2) : undefined, b ? p.y((b.y0 + b.y1) / 2) : undefined);
      else if (key === '0') whole();
      else if (key === 'Enter') b && V.tell('open');
      else if (key === 'Escape') {
        select(null);
        tell(null);
        unlight();
      } else return;
      event.preventDefault();
    },
  });
  canvas.addEventListener('wheel', event => {
    const by = (event.deltaY || event.deltaX) * (event.deltaMode ? 16 : 1);
    // At its limits the picture lets the page scroll.
    if (zoom(Math.exp(clamp(by, -400, 400) * 0.0015), ...place(event), event.shiftKey ? 'x' : event.altKey ? 'y' : 'xy')) event.preventDefault();
    point(...place(event));
  }, {passive: false});

  V.hear(what => {
    if (what === 'shown' || what === 'open') return;
    const list = V.lit?.list || [];
    // Rows of a table may be of another picture.
    if (what === 'lit' && V.lit?.by === 'rows' && !list.some(inside))
      pick(list[0].kind === 'temporary' && list.every(b => b.allocation === list[0].allocation) ? list[0].allocation : 'all');
    if (what === 'lit') {
      matchAt = -1;
      sayFound();
    }
    later();
  });
  // A small allocation of temporaries says little of a large module.
  // For other sections: the details of a buffer.
  V.show = b => {
    unfold(canvas);
    select(b);
    V.tell('open');
  };
  pick(temporaries.length && A.size[temporaries[0]] >= V.space.total / 10 ? temporaries[0] : 'all');
  const aside = make('aside', {'aria-label': 'buffer and legend'}, legendHead, legend);
  const parts = make('div.pictures', make('div', copy), aside);
  const {temporaries: bytes, total} = V.space;
  const why = !steps ? 'without live ranges, all values of an allocation cover each other'
    : !bytes ? 'there are no temporaries: every allocation is there at all steps'
    : bytes < total / 100 && `temporaries are ${human(bytes)} (${share(bytes, total)}) of the total`;
  return {
    aside, resize: paint, focus: () => canvas.focus(),
    search() {
      unfold(search);
      search.focus();
    },
    element: why ? folded(heading, why, parts) : section(heading, parts),
    state: () => ({picture: choice === 'all' ? choice : A.number[choice], x: [view.x0, view.x1], y: [view.y0, view.y1], extent: [width, height],
      values: items.length, drawn: lost.drawn, hidden: {count: lost.count, bytes: lost.bytes}, hover: hover?.i ?? -1, groups}),
  };
}

// --- the card of a buffer ---

function cardOf(V, level, picture, prefix) {
  const {M, A} = V;
  const element = make('section.card', {tabindex: '-1', hidden: true, 'aria-labelledby': `${prefix}card`,
    keydown: event => event.key === 'Escape' && close()});
  function close() {
    element.hidden = true;
    picture.focus();
  }
  function atPeak(b) {
    const full = V.space.temporary_peak;
    if (b.kind !== 'temporary') return 'yes, its allocation is there at every step';
    if (!full || !b.known) return 'unknown';
    if (!V.lives(b, full.step)) return `no, it is not live at step ${full.step}`;
    const bytes = V.holders.find(h => h.buffer === b)?.bytes || 0;
    return `yes, at step ${full.step}` + (bytes === b.size ? '' : `: ${both(bytes)} of it, the rest counts for values that share its memory`);
  }
  function show(b) {
    const a = b.allocation, calls = M.stacks[b.stack] || [], more = b.size - b.logical;
    const [copy, top, close_, list, hint] = stamp('of-card', '.top', '.close', 'dl', 'code');
    const row = (name, value) => value && [make('dt', name), make('dd', value instanceof Node ? value : foreign(value))];
    top.prepend(make(`h${level}`, {id: `${prefix}card`}, foreign(b.name)));
    grow(close_, {click: close});
    grow(hint, foreign(`ballast show --why ${quoted(b.name)} ${quoted(M.path)}`));
    grow(list, row('label', b.label), row('class', b.kind), row('allocation', `${A.number[a]}, ${both(A.size[a])}`),
      row('offset', both(b.offset)), row('size', both(b.size)),
      row('logical', b.logical >= 0 && `${both(b.logical)}, ${more > 0 ? `${both(more)} of padding` : 'no padding'}`),
      row('live range', (b.known ? 'steps ' : '') + b.range), row('in use at the peak', atPeak(b)),
      row('shape', b.shape), row('opcode', b.op), row('op_name', b.op_name), row('source', b.source),
      row('stack', calls.length > 0 && make('ol', calls.map(call => make('li', foreign(M.strings[call]))))));
    element.replaceChildren(copy);
    element.hidden = false;
  }
  V.hear(what => {
    if (what === 'selected' && !V.selected) element.hidden = true;
    if (what === 'open' || (what === 'selected' && !element.hidden)) show(V.selected);
    if (what !== 'open') return;
    element.focus({preventScroll: true});
    element.scrollIntoView({block: 'nearest'});
  });
  return element;
}

// --- who holds the memory ---

function grouped(holders, by) {
  const known = new Map();
  for (const h of holders) {
    const key = by === 'alike' ? JSON.stringify([h.kind, h.group, h.shape]) : by === 'value' ? h.i : h[by];
    if (!known.has(key)) known.set(key, {bytes: 0, holders: []});
    known.get(key).bytes += h.bytes;
    known.get(key).holders.push(h);
  }
  for (const row of known.values()) {
    const [h] = row.holders;
    for (const key of ['kind', 'shape', 'group', 'source', 'scope', 'op'])
      row[key] = row.holders.every(other => other[key] === h[key]) ? h[key] : `${h[key]} …`;
    if (row.holders.length === 1) row.group = by === 'value' ? `${h.name} ${h.label}` : h.label;
    if (row.kind !== h.kind) row.kind = 'several';
  }
  return [...known.values()].sort((a, b) => b.bytes - a.bytes || a.holders[0].i - b.holders[0].i);
}

function holderTable(V, heading, heap) {
  const [copy, by, asks, place, said] = stamp('of-holders', 'select', '.asks', '.rows', '.unseen');
  by.addEventListener('change', fill);
  asks.hidden = !V.own.length;
  const most = 8; // values of a row that are listed
  // The values of a row: a click on one selects it in the heap picture, which shows its details.
  const valuesOf = row => {
    const list = row.holders.filter(h => h.buffer);
    return [make('ul.values', list.slice(0, most).map(({buffer: b, bytes}) => make('li', make('button.plain', {type: 'button', click: event => {
      event.stopPropagation();
      V.show(b);
    }}, foreign(b.name)), ' ', size(bytes), b.known && `, steps ${b.range}`, b.source && [', ', make('span.mono', foreign(b.source))]))),
    list.length > most && words(`${list.length - most} more.`)];
  };
  let made = null;
  function fill() {
    const own = {alike: 'group', value: 'group'}[by.value] || by.value;
    const columns = [
      bytesOf('size', r => r.bytes),
      numberOf('share', r => r.bytes, r => share(r.bytes, V.inUse)),
      {title: 'cumulative', fixed: true, right: true, kind: 'lesser', show: (r, i, shown) => {
        r.so_far = r.bytes + (i ? shown[i - 1].so_far : 0);
        return share(r.so_far, V.inUse);
      }},
      numberOf('count', r => r.holders.length),
      {...classOf(r => r.kind), key: 'kind'},
      ...[['shape', 'shape', 'mono'], ['scope', 'scope', 'wide tail'], ['opcode', 'op', 'wide'], ['label', 'group', 'wide tail'], ['source', 'source', 'mono tail']]
        .filter(([, key]) => key === own || !['scope', 'op'].includes(key) && (key !== 'source' || V.holders.some(h => h.source)))
        .map(([title, key, kind]) => {
          const of = r => r[key] || (key === own ? '(unknown)' : '');
          return {...key === 'source' ? sourceOf(of) : textOf(title, of, kind), key};
        }),
    ];
    columns.find(column => column.key === own).main = true;
    const press = row => {
      const told = V.lightRows(row.holders, heap);
      made.press(row, words(told), valuesOf(row));
      said.textContent = made.element.querySelector('.details .words').textContent;
    };
    made = table({name: `holders by ${by.selectedOptions[0].text}`, columns, rows: grouped(V.holders, by.value),
      press: V.own.length > 0 && press});
    place.replaceChildren(made.element);
    said.textContent = '';
  }
  V.hear(what => {
    if (what !== 'lit') return;
    made.press(null);
    said.textContent = '';
  });
  fill();
  return section(heading, copy);
}

// --- holders by scope ---

// As near to squares as may be (Bruls, Huizing, van Wijk): parts, the largest first, in a rectangle.
function squarify(parts, {x, y, w, h}) {
  const placed = [];
  let rest = sum(parts, part => part.bytes);
  for (let at = 0; at < parts.length;) {
    const side = Math.min(w, h), per = w * h / rest;
    let bytes = 0, worst = Infinity, end = at;
    for (; end < parts.length; ++end) {
      const deep = (bytes + parts[end].bytes) * per / side;
      const ratio = Math.max(deep * deep / (parts[end].bytes * per), parts[at].bytes * per / (deep * deep));
      if (ratio > worst) break;
      worst = ratio;
      bytes += parts[end].bytes;
    }
    const deep = bytes * per / side;
    for (let along = 0; at < end; ++at) {
      const long = parts[at].bytes * per / deep;
      placed.push({part: parts[at], ...w <= h ? {x: x + along, y, w: long, h: deep} : {x, y: y + along, w: deep, h: long}});
      along += long;
    }
    if (w <= h) [y, h] = [y + deep, h - deep];
    else [x, w] = [x + deep, w - deep];
    rest -= bytes;
  }
  return placed;
}

function scopesOf(holders) {
  const node = (name, leaf) => ({name, leaf, kind: null, bytes: 0, parts: new Map(), holders: []});
  const kindOf = (part, kind) => !part.kind || part.kind === kind ? kind : 'several';
  const top = node('all scopes');
  for (const h of holders) {
    const path = [...h.scope.split('/').map(part => part || '(no scope)'), h.group || '(none)'];
    let here = top;
    top.bytes += h.bytes;
    path.forEach((name, i) => {
      const leaf = i === path.length - 1, key = `${leaf} ${name}`;
      if (!here.parts.has(key)) here.parts.set(key, node(name, leaf));
      here = here.parts.get(key);
      here.bytes += h.bytes;
      here.kind = kindOf(here, h.kind);
      here.holders.push(h);
    });
  }
  (function finish(here) {
    here.list = [...here.parts.values()].filter(part => part.bytes > 0).sort((a, b) => b.bytes - a.bytes);
    here.list.forEach(finish);
  })(top);
  return top;
}

function treemap(V, heading, heap) {
  const top = scopesOf(V.holders);
  let path = [top];
  const [copy, crumbs, area, said] = stamp('of-scopes', 'ol', '.tiles', '.words');
  area.addEventListener('keydown', event => {
    if ((event.key !== 'Escape' && event.key !== 'Backspace') || path.length < 2) return;
    event.preventDefault();
    go(path.slice(0, -1));
  });
  function go(next) {
    const left = path[next.length];
    path = next;
    said.textContent = '';
    resize();
    ([...area.children].find(tile => tile.part === left) || area.firstChild)?.focus();
  }
  // What is too small for a tile, and all after the first few, is one tile.
  function merged(list, pixels, bytes, most) {
    const found = list.findIndex((part, i) => i >= most || part.bytes * pixels / bytes < 500);
    const rest = list.slice(Math.max(1, found));
    if (found < 0 || rest.length < 2) return list;
    return [...list.slice(0, Math.max(1, found)),
      {name: `other (${rest.length})`, bytes: sum(rest, part => part.bytes), list: rest, other: true, holders: rest.flatMap(part => part.holders)}];
  }
  function tile({part, x, y, w, h}, parents) {
    const told = `${human(part.bytes)}, ${share(part.bytes, top.bytes)}`;
    const made = button(() => {
      if (part.leaf) {
        said.replaceChildren(...V.lightRows(part.holders, heap));
        said.scrollIntoView({block: 'nearest'});
      } else go([...path, ...parents, part]);
    }, {
      class: `tile c-${part.kind}`, style: `left:${x}px;top:${y}px;width:${Math.max(0, w - 2)}px;height:${Math.max(0, h - 2)}px`,
      'aria-label': `${cut(part.name, 160)}, ${told}${part.leaf ? '' : ', opens'}`,
      title: `${cut(part.name, 400)}: ${told} of what is in use at the peak; ${part.bytes} bytes, ${plural(part.holders.length, 'holder')}`,
    }, make('span.title tail', foreign(part.name)), make('span.amount', human(part.bytes)));
    made.part = part;
    area.append(made);
    return made;
  }
  function resize() {
    const w = area.clientWidth, h = area.clientHeight, here = path.at(-1);
    if (!w) return;
    area.replaceChildren();
    for (const place of squarify(merged(here.list, w * h, here.bytes, 24), {x: 0, y: 0, w, h})) {
      const part = place.part;
      const outer = tile(place, []);
      if (part.leaf || part.other || place.w < 90 || place.h < 60) continue;
      outer.classList.add('holds');
      const inner = {x: place.x + 4, y: place.y + 21, w: place.w - 9, h: place.h - 26};
      squarify(merged(part.list, inner.w * inner.h, part.bytes, 10), inner).forEach(small => tile(small, [part]));
    }
    crumbs.replaceChildren(...path.map((node, i) => make('li', node === here
      ? make('span', {'aria-current': 'location'}, foreign(cut(node.name, 60)), ` ${human(node.bytes)}`)
      : button(() => go(path.slice(0, i + 1)), foreign(cut(node.name, 60))))));
  }
  V.hear(what => {
    if (what === 'lit') said.textContent = '';
  });
  const [only, another] = top.list;
  return {resize, path: () => path.map(node => node.name),
    element: only && folded(heading, another ? `${top.list.length} scopes` : ['everything is in ', foreign(only.name)], copy)};
}

// --- what can be saved ---

const rowsOf = (V, name) => V.M[name].filter(r => r.space === V.space.space);

function donation(V) {
  const more = (V.M.more_donations || []).filter(m => m.space === V.space.space);
  const known = new Map();
  for (const d of rowsOf(V, 'donations')) {
    const key = JSON.stringify([d.bytes, d.argument, d.output, d.shape, d.copied, d.same_shape, d.read_later]);
    const row = known.get(key) || known.set(key, {...d, count: 0, bytes: 0}).get(key);
    row.bytes += d.bytes;
    ++row.count;
  }
  const rows = [...known.values()].sort((a, b) => a.parameter - b.parameter);
  const notes = r => [r.copied && 'the result is a copy of the input', !r.same_shape && 'other shape', r.read_later && 'input is read after the result is written']
    .filter(Boolean).join(', ');
  return {kind: 'donation', rows, said: `${human(sum(rows, r => r.bytes) + sum(more, m => m.bytes))} of results fit the memory of inputs`,
    note: more.map(m => `${plural(m.count, 'smaller one')} not listed.`), columns: [
      bytesOf('size', r => r.bytes), numberOf('count', r => r.count), numberOf('parameter', r => r.parameter, r => `${r.parameter}${r.count > 1 ? ' …' : ''}`),
      {...textOf('input', r => r.argument, 'wide tail'), main: true},
      {...textOf('result', r => r.output || `in allocation ${r.output_allocation}`, 'tail'), headed: true},
      textOf('shape', r => r.shape, 'mono'), {...textOf('', notes, 'prose'), fixed: true},
    ]};
}

function padding(V) {
  const rows = rowsOf(V, 'padding');
  const assigned = sum(rows, r => r.assigned);
  return {kind: 'padding', rows, said: `${human(assigned - sum(rows, r => r.logical))} of ${human(assigned)} in values of padded shapes`,
    note: 'Values that share memory at different times each count.', columns: [
      bytesOf('padding', r => r.assigned - r.logical), bytesOf('assigned', r => r.assigned), bytesOf('elements', r => r.logical),
      numberOf('factor', r => r.assigned / r.logical, r => r.logical ? fixed(r.assigned / r.logical) : '-'),
      numberOf('count', r => r.count), {...textOf('shape', r => r.shape, 'mono wide'), main: true},
    ]};
}

function fragmentation(V) {
  const rows = rowsOf(V, 'arenas').filter(r => r.size > r.filled);
  const unused = r => r.size - r.filled;
  return {kind: 'fragmentation', rows, said: `${human(sum(rows, unused))} of the memory for temporaries is free even at the fullest step`, columns: [
    bytesOf('free', unused), numberOf('share', r => unused(r) / r.size, r => share(unused(r), r.size)), bytesOf('size', r => r.size),
    {...textOf('allocation', r => r.allocation), show: r => `allocation ${r.allocation}`, main: true},
  ]};
}

// Savings; those that are too small to be reported are folded.
function savings(V, heading, prefix, level) {
  const parts = [donation(V), padding(V), fragmentation(V)].filter(part => part.rows.length).map(({kind, said, note, rows, columns}) => {
    const found = V.space.savings.find(s => s.kind === kind);
    const whole = kind === 'fragmentation' ? 'total' : 'peak';
    const title = make(`h${level}`, {id: prefix + kind}, `${kind[0].toUpperCase()}${kind.slice(1)}: ${said}`);
    const body = [words(note), table({name: kind, rows, columns}).element];
    return found ? section(title, words(`The ${whole} would be up to ${human(found.bytes)} lower.`), body)
      : folded(title, `would hardly lower the ${whole}`, body);
  });
  if (parts.length) return section(heading, parts);
  return !V.M.from_report && section(heading, words('Nothing found: no donation, padding or fragmentation that could be avoided.'));
}

// --- a module ---

const classList = (V, classes) => make('ul.classes', classes.map(([kind, bytes]) =>
  make('li', swatch(`c-${kind}`), `${kind} `, size(bytes), ` ${share(bytes, sum(V.classes, entry => entry[1]))}`)));

// Between backticks is code.
const marked = text => text.split('`').map((part, i) => i % 2 ? code(part) : foreign(part));

// Total, peak, and what would lower it.
function headline(V) {
  const {M, space: s, steps} = V;
  const figure = (name, bytes, how) => make('div.figure', make('span.what', name), make('strong', {title: `${bytes} bytes`}, human(bytes)), make('span.how', how));
  const parts = [['arguments', 'arguments'], ['outputs', 'outputs'], ['constants', 'constants'], ['temporaries', 'temporary']]
    .filter(([name]) => s[name]).map(([name, word], i) => [i ? ' + ' : '= ', size(s[name]), ` ${word}`]);
  const peak = s.temporary_peak;
  const whole = sum(V.classes, entry => entry[1]);
  const [lacks] = stamp('of-lacks');
  // The other file of a dump that has only its report.
  const report = M.from_report && M.files.find(f => /-memory-usage-report\.txt/.test(f.path));
  if (report) grow(lacks.querySelector('.of_file code'), foreign(report.path.split('/').at(-1).replace(/-memory-usage-report\.txt.*/, '-buffer-assignment.txt')));
  const lack = {of_file: report, from_report: M.from_report && !report, live_ranges: !M.live_ranges && !M.from_report, instructions: !M.instructions,
    stack_frames_missing: M.stack_frames_missing};
  for (const key in lack) if (!lack[key]) lacks.querySelector(`.${key}`).remove();
  return make('section.headline', {'aria-label': 'total and peak'},
    make('div.figures', figure('total allocated', s.total, [parts, s.shared > 0 && [' − ', size(s.shared), ' shared']]),
      peak ? figure('peak', s.peak, `at step ${peak.step} of ${steps} (${human(peak.bytes)} of it temporary)`)
        : s.peak !== undefined && M.live_ranges && figure('peak', s.peak, 'the same at every step')),
    M.incomplete && make('p.verdict over', marked(M.incomplete)),
    M.thread_local > 0 && make('p.hint', 'plus ', size(M.thread_local), ' thread-local'),
    s.fit && [make(s.fit.fits ? 'p.verdict fits' : 'p.verdict over', marked(s.fit.verdict)), s.fit.assumption && make('p.hint', marked(s.fit.assumption)),
      s.fit.suggestions && [make('p', s.fit.heading), make('ol.suggestions', s.fit.suggestions.map(text => make('li', marked(text))))]],
    s.verdict && make(s.savings.length ? 'p.verdict' : 'p.verdict calm', marked(s.verdict)),
    whole > 0 && [bar(V.classes.map(([kind, bytes]) => [kind, bytes, whole])), classList(V, V.classes)],
    lacks, M.left_out && make('p.lack', `${plural(M.left_out.count, 'value')} (${human(M.left_out.bytes)}), the least in bytes × steps, not in this page.`));
}

// The sections of a module below headings of that level; prefix is before their ids.
function moduleView(M, prefix, level) {
  const heading = headings(level, prefix);
  const [copy, tools, spaces, several, host] = stamp('of-module', '.tools', 'select', '.hint', '.space');
  const element = make('div', copy);
  let V = null, picture = null, curve = null, tiles = null;
  grow(spaces, M.spaces.map(s => option(s.space, `${s.name}: ${human(s.total)}`)), {change: () => choose(spaces.selectedIndex)});
  grow(several, `${M.spaces.length} spaces, which are never added up; everything below is about this one.`);
  tools.hidden = M.spaces.length < 2;
  if (!M.spaces.length) grow(host, make('p.lack', M.from_report ? 'The text lists no buffers.' : 'This module allocates nothing.'));

  function choose(at) {
    V = spaceOf(M, M.spaces[at]);
    picture = V.own.length > 0 && heapPicture(V, heading('heap', 'Heap'), prefix, level + 1);
    if (picture) picture.aside.prepend(cardOf(V, level + 1, picture, prefix));
    curve = useOverTime(V, heading('time', 'Use over time'));
    tiles = treemap(V, heading('scopes', 'Holders by scope'), `${prefix}heap`);
    const peak = V.space.temporary_peak;
    host.replaceChildren();
    grow(host, headline(V),
      (V.holders.length > 0 || !M.from_report) && holderTable(V, heading('holders', M.from_report ? 'Largest buffers' : peak ? `In use at the peak (step ${peak.step})` : 'In use'), `${prefix}heap`),
      savings(V, heading('savings', 'What can be saved'), prefix, level + 1), curve?.element, picture?.element, tiles.element,
      folded(heading('files', 'Files'), [M.era, ` · ${plural(M.values, 'value')}`, M.live_ranges && ` · ${plural(M.steps, 'schedule step')}`],
        make('ul.files', M.files.map(f => make('li', foreign(f.path), ` ${f.kind}, `, size(f.bytes))))));
    for (const made of host.querySelectorAll('details')) made.addEventListener('toggle', resize);
    resize();
    link();
  }
  function resize() {
    for (const part of element.offsetWidth ? [curve, picture, tiles] : []) part?.resize?.();
  }
  if (M.spaces.length) choose(0);
  let width = 0;
  new ResizeObserver(() => {
    if (element.offsetWidth === width) return;
    width = element.offsetWidth;
    resize();
  }).observe(element);
  return {
    element, resize, search: () => picture?.search(),
    state: () => V && {module: M.name, space: V.space.space, moment: V.moment, selected: V.selected?.i ?? -1,
      highlighted: V.lit ? V.lit.list.map(b => b.i) : null, scope: tiles.path(), ...picture?.state()},
  };
}

// --- pages ---

const nameOf = row => row.name || row.path;
const worded = key => key.replaceAll('_', ' ');
const notHere = path => [make('span.by-command', 'Its picture is not in this page; ', code(`ballast report ${quoted(path)} -o FILE.html`), ' makes one.'),
  make('span.on-page', 'Its picture is not in this page: choose the module in Report.')];

// A link to something that is folded opens it.
addEventListener('click', event => {
  const to = event.target.closest('a[href^="#"]');
  if (to) unfold(document.getElementById(to.hash.slice(1)));
});
let linked = 'h2[id]';
// Links to the sections that are shown.
function link() {
  const list = [...main.querySelectorAll(linked)].map(h => [h.id, h.textContent]);
  if (linked === 'h3[id]') list.unshift(['', '← all modules']);
  document.querySelector('#sections ul').replaceChildren(...list.map(([id, text]) => make('li', make('a', {href: `#${id}`, click: () => {
    clicked = id;
    markSection();
  }}, text))));
  clicked = null;
  markSection();
}
// Marks the link of the section in view: of the one that was clicked while it is in view, else of the last that begins above.
let clicked = null;
function markSection() {
  const links = [...document.querySelectorAll('#sections a')].filter(a => a.hash);
  const topOf = id => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
  const above = links.filter(a => topOf(a.hash.slice(1)) < 80);
  const now = links.find(a => a.hash === `#${clicked}`) || above.at(-1) || links[0];
  for (const a of links) grow(a, {'aria-current': `${a === now}`});
}
let marking = 0;
addEventListener('scroll', () => {
  cancelAnimationFrame(marking);
  marking = requestAnimationFrame(() => {
    const top = document.getElementById(clicked)?.getBoundingClientRect().top ?? -1;
    if (top < 0 || top > innerHeight) clicked = null;
    markSection();
  });
}, {passive: true});
function filtered(rows, texts, into, what) {
  const [copy, label, control, told] = stamp('of-filter', 'span', 'input', 'output');
  const lower = rows.map(row => texts(row).join('\n').toLowerCase());
  grow(label, `filter ${what}s`);
  grow(control, {input: () => {
    const asked = control.value.trim().toLowerCase();
    const left = rows.filter((_, i) => lower[i].includes(asked));
    into.update(left);
    told.textContent = asked && `${left.length} of ${plural(rows.length, what)}`;
  }});
  return [copy, into.element];
}
function openModule(M, prefix, level, place) {
  current = moduleView(M, prefix, level);
  place.append(current.element);
  current.resize();
}

// A list of modules; at #module-3 what open makes of row 3 stands in its place.
function indexed(rows, opens, open, ...parts) {
  const index = section(headings(2, '')('modules', 'Modules'), parts);
  const place = make('div');
  grow(main, index, place);
  let opened = null, from = 0; // the row that is open, and where the list was left
  function show() {
    const asked = /^#module-(\d+)/.exec(location.hash);
    const row = asked && rows[asked[1]], at = row && opens(row) ? Number(asked[1]) : -1;
    // Other hashes are places in what is shown.
    if (at === opened || (at < 0 && opened !== null && location.hash.length > 1)) return;
    const left = opened;
    if (left === -1) from = scrollY;
    current = null;
    opened = at;
    place.replaceChildren();
    index.hidden = at >= 0;
    linked = at < 0 ? 'none' : 'h3[id]';
    document.title = at < 0 ? data.title : nameOf(row);
    if (at >= 0) {
      const title = make('h2', {tabindex: '-1', id: `module-${at}`}, foreign(document.title));
      place.append(title);
      open(row, `module-${at}-`, 3, place);
      scrollTo(0, 0);
      title.focus({preventScroll: true});
    } else if (left !== null) {
      scrollTo(0, from);
      index.querySelector(`a[href="#module-${left}"]`)?.focus({preventScroll: true});
    }
    link();
  }
  addEventListener('hashchange', show);
  show();
}

// What is left of the limit, or missing.
const limitName = () => data.limit.device || 'the limit';
const leftText = side => `${human(Math.abs(side.left))} ${side.fits ? 'left' : side.left < 0 ? 'missing' : 'left at most: incomplete'}`;

function folderPage() {
  const rows = data.rows, opens = row => data.pictures[row.picture ?? -1];
  const list = table({name: 'modules by total', rows, first: 100, columns: [
    bytesOf('total', r => r.total),
    {...textOf('name', nameOf, 'wide tail'), main: true, show: r => opens(r) ? make('a', {href: `#module-${rows.indexOf(r)}`}, foreign(nameOf(r)))
      : make('details', make('summary', foreign(nameOf(r))), notHere(r.path))},
    {...textOf('largest', r => r.largest || '', 'wide'), headed: true,
      show: r => r.largest ? make('span', make('span.amount', size(r.largest_bytes)), ' ', foreign(r.largest)) : ''},
    ...data.limit ? [numberOf('left', r => r.left, r => make('span', {class: !r.fits && 'grew'}, leftText(r)))] : [],
    ...['arguments', 'outputs', 'shared', 'temporaries', 'fragmentation', 'donatable'].map(key => bytesOf(worded(key), r => r[key])),
    numberOf('copies', r => r.copies), numberOf('module', r => Number(r.number) || 0, r => r.number || ''),
  ]});
  const lacking = rows.filter(r => !opens(r)).length;
  indexed(rows, opens, (row, ...where) => openModule(opens(row), ...where),
    words(`${plural(data.modules, 'module')} in space ${data.space}, ${rows.length} distinct; `,
      ['in_other_spaces', 'without_allocations', 'refused', 'unreadable']
      .map(key => `${data[key]} ${worded(key)}`).join(', '), '.',
      data.limit && ` ${rows.filter(r => r.fits === false).length} of ${rows.length} do not fit ${limitName()} (${human(data.limit.available)} available).`,
      rows.some(r => r.incomplete) && ` ${rows.filter(r => r.incomplete).length} incomplete: their sizes are lower bounds.`,
      lacking > 0 && ` ${lacking} without a picture in this page; their names open how to make one.`),
    filtered(rows, r => [r.number || '', r.name, r.path, r.largest || ''], list, 'module'));
}

const by = r => (r.after || 0) - (r.before || 0);
const change = (bytes, text) => make('span', {class: bytes > 0 ? 'grew' : bytes < 0 && 'shrank', title: `${bytes} bytes`},
  bytes ? (bytes > 0 ? '+' : '−') + text(Math.abs(bytes)) : '');
const changeColumns = [
  bytesOf('before', r => r.before || 0), bytesOf('after', r => r.after || 0), numberOf('change', r => Math.abs(by(r)), r => change(by(r), human)),
  numberOf('%', by, r => r.before ? change(by(r), bytes => share(bytes, r.before)) : ''),
];

// Numbers and groups of one module, and both its pictures.
function openChange(c, prefix, level, place) {
  const heading = headings(level, prefix);
  const {spaces, groups} = c;
  const several = spaces.length > 1;
  const totals = spaces.map(s => table({name: `totals of space ${s.space}`, first: 9,
    rows: ['total', 'arguments', 'outputs', 'constants', 'temporaries', 'shared', 'peak', 'fragmentation']
      .map(key => ({key: worded(key), before: s.before[key], after: s.after[key]})).filter(r => r.before || r.after),
    columns: [{title: several && `space ${s.space}`, of: () => 0, show: r => r.key, main: true}, ...changeColumns]
      .map(column => ({...column, fixed: true}))}).element);
  const most = groups.reduce((so_far, g) => Math.max(so_far, Math.abs(by(g))), 1);
  const count = g => !g.count_before ? `new ${g.count_after}` : !g.count_after ? `gone ${g.count_before}` : `${g.count_before} → ${g.count_after}`;
  const shape = g => [...new Set([g.shape_before, g.shape_after])].filter(Boolean).join(' → ');
  const drawn = g =>
    make('div.both', {'aria-hidden': 'true'}, make(`span.${by(g) > 0 ? 'grew' : 'shrank'}`, {style: `width:${50 * Math.abs(by(g)) / most}%`}));
  const list = table({name: 'groups that changed', rows: groups, first: 20, columns: [
    changeColumns[2], {title: '', fixed: true, kind: 'drawn', show: drawn}, ...changeColumns.slice(0, 2), textOf('count', count),
    several && numberOf('space', g => g.space),
    classOf(g => g.class), {...textOf('label', g => g.label, 'tail'), main: true}, sourceOf(g => g.source || ''),
    textOf('shape', shape, 'mono'),
  ].filter(Boolean)});

  // The view of a module is made when its tab is first opened.
  const sides = ['before', 'after'].filter(side => c[side] !== undefined)
    .map(side => ({side, path: c[side], M: data.pictures[c[`picture_${side}`] ?? -1]}));
  const open = (chosen, focus) => {
    for (const s of sides) {
      grow(s.tab, {'aria-selected': `${s === chosen}`, tabindex: s === chosen ? '0' : '-1'});
      s.panel.hidden = s !== chosen;
    }
    if (chosen.M && !chosen.view) {
      openModule(chosen.M, `${prefix}${chosen.side}-`, level + 1, chosen.panel);
      chosen.view = current;
    }
    current = chosen.view;
    current?.resize();
    if (focus) chosen.tab.focus();
  };
  sides.forEach((s, i) => {
    s.tab = button(() => open(s), make('strong', s.side), ' ', foreign(cut(s.M ? nameOf(s.M) : s.path, 80)),
      {role: 'tab', id: `${prefix}tab-${s.side}`, 'aria-controls': `${prefix}panel-${s.side}`, title: s.path, keydown: event => {
        const to = {ArrowLeft: i - 1, ArrowRight: i + 1, Home: 0, End: -1}[event.key];
        if (to === undefined) return;
        event.preventDefault();
        open(sides.at(to % sides.length), true);
      }});
    s.panel = make('div', {role: 'tabpanel', id: `${prefix}panel-${s.side}`, 'aria-labelledby': s.tab.id}, !s.M && words(notHere(s.path)));
  });
  grow(place, section(heading('totals', 'Totals'), totals,
    c.fit && words(`Of ${human(data.limit.available)} available (${limitName()}): `,
      Object.entries(c.fit).map(([side, fit]) => `${side} ${leftText(fit)}`).join(', '), '.'), several && words('Spaces are never added up.')),
    section(heading('changed', 'What changed'), filtered(groups, g => [g.class, shape(g), g.label, g.source || '', count(g)], list, 'group')),
    section(heading('pictures', 'Both modules'), make('div.tabs', {role: 'tablist', 'aria-label': 'modules'}, sides.map(s => s.tab)),
      sides.map(s => s.panel)));
  open(sides.at(-1));
}

function diffPage() {
  const {changes} = data;
  if (changes.length === 1) return openChange(changes[0], '', 2, main);
  for (const c of changes) {
    const s = c.spaces.find(s => s.space === 0);
    c.name = c.module;
    c.total = {before: s?.before.total, after: s?.after.total};
    const [g] = c.groups;
    c.most = c.before === undefined ? 'new' : c.after === undefined ? 'gone' : g ? `${change(by(g), human).textContent} ${g.class} ${g.label}` : '';
  }
  const list = table({name: 'changes of the total of space 0', rows: changes, first: 100, columns: [
    ...[2, 3, 0, 1].map(i => changeColumns[i]).map(column => ({...column, of: c => column.of(c.total), show: c => column.show(c.total)})),
    {...textOf('name', nameOf, 'wide tail'), main: true, show: c => make('a', {href: `#module-${changes.indexOf(c)}`}, foreign(nameOf(c)))},
    textOf('largest change', c => c.most, 'wide')]});
  indexed(changes, () => true, openChange, words(`${plural(changes.length, 'module')}; the change of each total in space 0.`),
    filtered(changes, c => [c.name, c.before || '', c.after || '', c.most], list, 'module'));
}

paintAgain();
grow(document.querySelector('.theme'), {click: () => {
  scheme = other();
  paintAgain();
}});
grow(document.querySelector('h1'), foreign(data.kind === 'module' ? nameOf(data.pictures[0]) : data.title));
grow(document.querySelector('.tool'), `${data.kind} report by ${data.tool} ${data.version}`);
addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select')) return;
  event.preventDefault();
  if (current) current.search();
  else document.querySelector('.filter')?.focus();
});
if (data.failures) grow(main, make('section', {'aria-label': 'failures'}, data.failures.map(text => make('p.verdict over', foreign(text)))));
({module: () => openModule(data.pictures[0], '', 2, main), diff: diffPage, folder: folderPage})[data.kind]();
link();
// The first drawing is done when the frame after it begins.
requestAnimationFrame(() => requestAnimationFrame(() => {
  page.dataset.ready = Math.round(performance.now());
}));

// For tests: what is shown, with buffers by their places in the table; x and y are the part of the picture, which is drawn as far
// from the edges of the canvas as edge says.
window.ballast = {human, edge, view: () => ({kind: data.kind, ...current?.state()})};

})();
