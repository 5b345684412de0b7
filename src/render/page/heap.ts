// The heap picture: values as rectangles over steps and offsets.
import {edge, gridOf, marksOf, placeOf} from './axes';
import {colour} from './colours';
import {at, button, folded, foreign, grow, make, option, section, stamp, swatch, unfold, type Part} from './dom';
import {both, brief, clamp, cut, cutLeft, human, plural, share, sum} from './size';
import {kinds, trafficOf, type Buffer, type View} from './space';

export interface Heap {
  element: HTMLElement;
  aside: HTMLElement;
  resize(): void;
  focus(): void;
  search(): void;
  state(): object;
}
interface Plot {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
  sx: number;
  sy: number;
  x(step: number): number;
  y(bytes: number): number;
}
const dashes: Record<string, number[]> = {accent: [], full: [5, 3], peak: [2, 3]};

export function heapPicture(V: View, heading: HTMLElement, prefix: string, level: number): Heap {
  const {A, own, steps} = V;
  const width = Math.max(1, steps);
  const temporaries = V.allocations.filter(a => A.class[a] === 'temporary').sort((a, b) => A.size[b]! - A.size[a]!);
  const copy = stamp('of-heap'), which = at('select', copy), search = at('input', copy), found = at('output', copy);
  const clear = at<HTMLButtonElement>('.clear', copy), frame = at('.frame', copy), canvas = at('canvas', copy), tip = at('.tip', copy);
  const status = at('.words', copy), spoken = at('.unseen', copy), keys = at('.hint', copy);
  const legend = make('ul.legend'), legendHead = make(`h${level}` as 'h3');
  const all = `all ${plural(V.allocations.length, 'allocation')}`;
  grow(which, {change: () => pick(which.value)}, temporaries.map(a => option(a, `${A.number[a]! < 0 ? 'all others' : `allocation ${A.number[a]}`}: temporaries, ${human(A.size[a]!)}`)),
    option('all', `${all}, ${human(V.space.total)}`));
  copy.querySelectorAll('.group button').forEach((made, i) => grow(made, {click: [() => void zoom(1 / 1.5), () => void zoom(1.5), whole][i]}));
  grow(clear, {click: unlight});
  keys.id = `${prefix}keys`;

  let choice: number | 'all' = 'all'; // an allocation, or 'all'
  let items: Buffer[] = []; // buffers in drawing order, with corners x0, x1, y0, y1 and a tint
  let base = new Map<number, number>(); // where allocations begin
  let height = 1;
  let view = {x0: 0, x1: 1, y0: 0, y1: 1}; // the part on the canvas
  let groups: string[] = []; // with colours of their own; classes where all allocations are shown
  let hover: Buffer | null = null;
  let matchAt = -1; // of the matches
  let lost = {count: 0, bytes: 0, drawn: 0}; // too low to be drawn
  let waiting = false;
  const inside = (b: Buffer | null): b is Buffer => b !== null && base.has(b.allocation);

  // The picture of one allocation, or of all, one over the other.
  function pick(value: string | number): void {
    choice = value === 'all' ? value : Number(value);
    which.value = String(choice);
    base = new Map();
    height = 0;
    for (const a of choice === 'all' ? V.allocations : [choice]) {
      base.set(a, height);
      height += A.size[a]!;
    }
    const of = (b: Buffer) => (choice === 'all' ? b.kind : b.group);
    const weight = new Map<string, number>();
    items = own.filter(inside);
    for (const b of items) {
      b.x0 = b.known ? Math.min(b.start, width) : 0;
      b.x1 = b.known ? Math.min(b.end + 1, width) : width;
      b.y0 = base.get(b.allocation)! + b.offset;
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
      `${plural(items.length, 'value')} over ${plural(width, 'instruction')} and ${both(height)}; the table of holders has the same as text`});
    legend.replaceChildren();
    grow(legend, choice === 'all' ? kinds.map(kind => legendItem(`c-${kind}`, kind))
      : [...groups.map((name, i) => legendItem(`g${i}`, name || '(unknown)')), legendItem('g10', 'other groups')]);
    legendHead.textContent = choice === 'all' ? 'Classes' : 'Largest groups, by bytes × instructions';
    hover = null;
    tell(null);
    whole();
    sayFound();
  }
  function legendItem(tint: string, name: string): Part {
    const list = items.filter(b => b.tint === tint);
    const bytes = sum(list, b => b.size);
    const made: HTMLElement = button(() => V.light(made, V.lit?.by === made ? null : list),
    {title: `${name}: ${plural(list.length, 'value')}, ${bytes} bytes in sum`},
    swatch(tint), make('span.cut tail', foreign(name)), make('span.amount', `${human(bytes)} in ${list.length}`));
    return list.length > 0 && make('li', made);
  }

  // --- what part is shown ---

  const plot = (): Plot => {
    const {left, top} = edge, right = canvas.clientWidth - edge.right, bottom = canvas.clientHeight - edge.bottom;
    const wide = right - left, high = bottom - top, sx = wide / (view.x1 - view.x0), sy = high / (view.y1 - view.y0);
    return {left, top, right, bottom, width: wide, height: high, sx, sy,
      x: (step: number) => left + (step - view.x0) * sx, y: (bytes: number) => top + (view.y1 - bytes) * sy};
  };
  function whole(): void {
    look(0, width, 0, height);
  }
  // Shows that part, moved into the picture where it leaves it. Whether anything changed.
  function look(x0: number, x1: number, y0: number, y1: number): boolean {
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
  function zoom(by: number, px = edge.left + plot().width / 2, py = edge.top + plot().height / 2, axes = 'xy'): boolean {
    const p = plot(), {x0, x1, y0, y1} = view;
    const fx = clamp((px - p.left) / p.width, 0, 1), fy = clamp((p.bottom - py) / p.height, 0, 1);
    const w = clamp((x1 - x0) * (axes === 'y' ? 1 : by), Math.min(width, 2), width) - x1 + x0;
    const h = clamp((y1 - y0) * (axes === 'x' ? 1 : by), Math.min(height, 16), height) - y1 + y0;
    return look(x0 - w * fx, x1 + w * (1 - fx), y0 - h * fy, y1 + h * (1 - fy));
  }
  function pan(dx: number, dy: number): boolean {
    const p = plot();
    return look(view.x0 - dx / p.sx, view.x1 - dx / p.sx, view.y0 + dy / p.sy, view.y1 + dy / p.sy);
  }
  const corners = (b: Buffer, p: Plot) => ({left: p.x(b.x0), right: p.x(b.x1), top: p.y(b.y1), bottom: p.y(b.y0)});
  const asked = (b: Buffer) => b === V.selected || V.lit?.has.has(b);
  const isDrawn = (b: Buffer, p: Plot) => b.size * p.sy >= 0.5 || asked(b);
  function bufferAt(px: number, py: number): Buffer | null {
    const p = plot();
    if (px < p.left || px > p.right || py < p.top || py > p.bottom) return null;
    const x = view.x0 + (px - p.left) / p.sx, y = view.y1 - (py - p.top) / p.sy;
    return items.findLast(b => b.y0 <= y && y < b.y1 && b.x0 <= x && x < Math.max(b.x1, b.x0 + 1 / p.sx) && isDrawn(b, p)) || null;
  }

  // --- drawing ---

  function later(): void {
    if (!waiting) requestAnimationFrame(paint);
    waiting = true;
  }
  function paint(): void {
    waiting = false;
    const w = canvas.clientWidth, h = canvas.clientHeight, dots = devicePixelRatio || 1;
    if (!w) return;
    for (const [side, length] of [['width', w], ['height', h]] as const)
      if (canvas[side] !== Math.round(length * dots)) canvas[side] = Math.round(length * dots);
    const c = canvas.getContext('2d', {alpha: false})!;
    const p = plot();
    const [panel, muted, grid, accent, full, strong] = ['panel', 'muted', 'grid', 'accent', 'full', 'text'].map(colour) as [string, string, string, string, string, string];
    const tints = new Map<string, string>();
    const tintOf = (tint: string) => {
      const known = tints.get(tint) ?? colour(tint.replace('c-', ''));
      tints.set(tint, known);
      return known;
    };
    const fill = (tone: string, x: number, y: number, wide: number, high: number) => {
      c.fillStyle = tone;
      c.fillRect(x, y, wide, high);
    };
    const put = (text: string, x: number, y: number, align: CanvasTextAlign, tone: string) => {
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
    const ticks = gridOf(view.x0, view.x1, p.width / 110, true);
    for (const [i, step] of ticks.entries()) {
      if (p.x(step) >= p.right - 8) continue;
      put(`${step}`, Math.max(p.x(step), p.left + 4), p.bottom + 11, 'center', muted);
      const room = Math.floor((p.x(ticks[i + 1] ?? view.x1) - p.x(step)) / 6) - 1, name = room > 7 && V.at(step)?.name;
      if (name) put(cut(name, room), p.x(step) - 3, p.bottom + 22, 'left', muted);
    }
    for (const one of V.traffic)
      if (one.step >= view.x0 && one.step < view.x1) fill(trafficOf(one.op) === 'copy' ? accent : full, p.x(one.step + 0.5) - 1, p.bottom, 2, 5);
    put('instruction', p.left + p.width / 2, p.bottom + 33, 'center', muted);
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
      const high = A.size[a]! * p.sy, top = p.y(y + A.size[a]!);
      if (high < 1 || top > p.bottom || top + high < p.top) return;
      c.globalAlpha = i % 2 ? 0.2 : 0.5;
      fill(grid, p.left, top, p.width, high);
      c.globalAlpha = 1;
      if (high > 13) put(`${A.class[a]} ${A.number[a]}`, p.right - 4, top + high / 2, 'right', muted);
    });
    lost = {count: 0, bytes: 0, drawn: 0};
    const named: [Buffer, number, number, number][] = [];
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
    const outline = (b: Buffer | null, thick: number, tone: string) => {
      if (!inside(b)) return;
      const {left, right, top, bottom} = corners(b, p);
      const mx = Math.max(0, 7 - right + left) / 2, my = Math.max(0, 7 - bottom + top) / 2;
      for (const [wide, style] of [[thick + 2, panel], [thick, tone]] as const) {
        c.lineWidth = wide;
        c.strokeStyle = style;
        c.strokeRect(left - mx, top - my, right - left + 2 * mx, bottom - top + 2 * my);
      }
    };
    outline(hover, 1, strong);
    outline(V.selected, 2.5, accent);
    c.restore();
    for (const m of marksOf(V, p.x, p.left, p.right, true)) {
      const tone = colour(m.kind);
      c.strokeStyle = tone;
      c.lineWidth = 1.5;
      c.setLineDash(dashes[m.kind] ?? []);
      c.beginPath();
      c.moveTo(m.x, p.top);
      c.lineTo(m.x, p.bottom);
      c.stroke();
      if (!m.at) continue;
      const [px, up, left] = placeOf(m, m.at);
      put(m.text, px, p.top - up - 2, left ? 'right' : 'left', tone);
    }
    c.setLineDash([]);
    say();
  }
  function say(): void {
    const said: string[] = [];
    if (view.x1 - view.x0 < width || view.y1 - view.y0 < height)
      said.push(`Instructions ${Math.floor(view.x0)} to ${Math.ceil(view.x1)}, offsets ${human(Math.floor(view.y0))} to ${human(Math.ceil(view.y1))}.`);
    if (steps) said.push(`Live at instruction ${V.moment}: ${plural(items.filter(b => V.lives(b, V.moment)).length, 'value')}.`);
    else said.push('Without live ranges, every value is drawn over all instructions.');
    if (lost.count) said.push(`${plural(lost.count, 'value')}, ${both(lost.bytes)}, are lower than half a pixel and not drawn.`);
    status.textContent = said.join(' ');
  }

  // --- what is pointed at, selected, searched ---

  function tell(b: Buffer | null, px = 0, py = 0): void {
    tip.hidden = !b;
    if (!b) return;
    const line = (name: string, value: string) => value && make('div', make('span', name), foreign(value));
    tip.replaceChildren(make('strong', foreign(b.name)));
    grow(tip, line('shape', b.shape), line('size', both(b.size)), line('live', b.range),
      line('offset', both(b.offset)), line('label', b.label), line('source', b.source));
    // In the picture and in the window.
    const box = frame.getBoundingClientRect(), most = Math.min(frame.clientHeight, innerHeight - box.top);
    tip.style.left = `${clamp(px + 16, 0, frame.clientWidth - tip.offsetWidth)}px`;
    tip.style.top = `${clamp(py + 14, Math.max(0, -box.top), Math.max(0, most - tip.offsetHeight))}px`;
  }
  function tellSelected(): void {
    const b = V.selected, p = plot();
    if (!inside(b)) return;
    tell(b, clamp(p.x((b.x0 + b.x1) / 2), p.left, p.right), clamp(p.y(b.y0), p.top, p.bottom));
    spoken.textContent = `${cut(b.name, 120)}, ${human(b.size)} at offset ${b.offset}, instructions ${b.range}`;
  }
  // Brings a buffer into view, in another picture where this one lacks it.
  function reveal(b: Buffer): void {
    if (!base.has(b.allocation)) pick(b.kind === 'temporary' ? b.allocation : 'all');
    const by = (a0: number, a1: number, v0: number, v1: number) => (a0 >= v0 && a1 <= v1) || (a0 <= v0 && a1 >= v1) ? 0 : (a0 + a1 - v0 - v1) / 2;
    const dx = by(b.x0, b.x1, view.x0, view.x1), dy = by(b.y0, b.y1, view.y0, view.y1);
    if (dx || dy) look(view.x0 + dx, view.x1 + dx, view.y0 + dy, view.y1 + dy);
  }
  function select(b: Buffer | null): void {
    V.selected = b;
    if (b) reveal(b);
    V.tell('selected');
  }
  // The nearest in that direction: of those beside it, else of all.
  function neighbour(key: string): Buffer | null {
    const from = V.selected;
    if (!inside(from)) return items.find(b => V.lives(b, V.moment)) || items[0] || null;
    const sign = key === 'ArrowRight' || key === 'ArrowUp' ? 1 : -1;
    const [a, b0, b1, long, wide] = key === 'ArrowRight' || key === 'ArrowLeft'
      ? ['x0', 'y0', 'y1', width, height] as const : ['y0', 'x0', 'x1', height, width] as const;
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
  function unlight(): void {
    V.light('', null);
  }
  function sayFound(): void {
    const lit = V.lit;
    clear.hidden = !lit;
    for (const made of legend.querySelectorAll('button')) made.setAttribute('aria-pressed', String(lit?.by === made));
    if (lit?.by !== 'search') search.value = '';
    const here = lit?.list.filter(b => inside(b)).length;
    found.textContent = !lit ? '' : (matchAt >= 0 ? `${matchAt + 1}: ` : '') +
      (lit.by === 'search' ? `${lit.list.length} of ${plural(own.length, 'value')} match` : `${plural(lit.list.length, 'value')} highlighted`) +
      (here === lit.list.length ? '' : `, ${here} in this picture`);
  }
  grow(search, {
    input: () => {
      const words = search.value.trim().toLowerCase();
      V.light('search', words ? own.filter(b => [b.name, b.label, b.source, b.op_name, b.shape].some(text => text.toLowerCase().includes(words))) : null);
    },
    keydown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        unlight();
        canvas.focus();
      }
      const list = V.lit?.list;
      if (event.key !== 'Enter' || !list?.length) return;
      matchAt = event.shiftKey ? (Math.max(matchAt, 0) + list.length - 1) % list.length : (matchAt + 1) % list.length;
      select(list[matchAt]!);
      tellSelected();
      sayFound();
    },
  });

  // --- mouse, fingers, keys ---

  const place = (event: MouseEvent): [number, number] => {
    const b = canvas.getBoundingClientRect();
    return [event.clientX - b.left, event.clientY - b.top];
  };
  function point(px: number, py: number): void {
    const b = bufferAt(px, py);
    tell(b, px, py);
    if (b !== hover) later();
    hover = b;
    canvas.classList.toggle('over', !!b);
  }
  const fingers = new Map<number, [number, number]>();
  let moved = false, began = [0, 0] as [number, number];
  const lift = (event: PointerEvent) => fingers.delete(event.pointerId) && !fingers.size && !moved;
  grow(canvas, {
    pointerdown: (event: PointerEvent) => {
      if (event.button) return;
      canvas.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, place(event));
      if (fingers.size > 1) return;
      moved = false;
      began = place(event);
    },
    pointermove: (event: PointerEvent) => {
      const [px, py] = place(event), before = fingers.get(event.pointerId);
      if (!before) {
        if (event.pointerType === 'mouse') point(px, py);
        return;
      }
      const other = [...fingers].find(finger => finger[0] !== event.pointerId)?.[1];
      if (!moved && !other && Math.hypot(px - began[0], py - began[1]) < 4) return;
      moved = true;
      tell(null);
      fingers.set(event.pointerId, [px, py]);
      if (!other) return void pan(px - before[0], py - before[1]);
      const apart = (x: number, y: number) => Math.max(1, Math.hypot(x - other[0], y - other[1]));
      zoom(clamp(apart(...before) / apart(px, py), 0.2, 5), (px + other[0]) / 2, (py + other[1]) / 2);
      pan((px - before[0]) / 2, (py - before[1]) / 2);
    },
    pointerup: (event: PointerEvent) => {
      if (!lift(event)) return;
      select(bufferAt(...place(event)));
      if (V.selected) V.tell('open');
    },
    pointercancel: lift,
    pointerleave: () => point(-1, -1),
    dblclick: whole,
    blur: () => tell(null),
    keydown: (event: KeyboardEvent) => {
      const key = event.key, p = plot(), b = inside(V.selected) ? V.selected : null;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key.startsWith('Arrow')) {
        select(neighbour(key));
        tellSelected();
      } else if (key === '+' || key === '=' || key === '-')
        zoom(key === '-' ? 1.5 : 1 / 1.5, b ? p.x((b.x0 + b.x1) / 2) : undefined, b ? p.y((b.y0 + b.y1) / 2) : undefined);
      else if (key === '0') whole();
      else if (key === 'Enter') {
        if (b) V.tell('open');
      }
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
    const [first] = list;
    if (what === 'lit' && V.lit?.by === 'rows' && first && !list.some(b => inside(b)))
      pick(first.kind === 'temporary' && list.every(b => b.allocation === first.allocation) ? first.allocation : 'all');
    if (what === 'lit') {
      matchAt = -1;
      sayFound();
    }
    later();
  });
  // A small allocation of temporaries says little of a large module.
  // For other sections: the details of a buffer.
  V.show = b => {
    if (b) unfold(canvas);
    select(b);
    if (b) V.tell('open');
  };
  const [largest] = temporaries;
  pick(largest !== undefined && A.size[largest]! >= V.space.total / 10 ? largest : 'all');
  const aside = make('aside', {'aria-label': 'buffer and legend'}, legendHead, legend);
  const parts = make('div.pictures', make('div', copy), aside);
  const {temporaries: bytes, total} = V.space;
  const why = !steps ? 'without live ranges, all values of an allocation cover each other'
    : !bytes ? 'there are no temporaries: every allocation is there at all instructions'
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
