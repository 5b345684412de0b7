// What is in use at the selected instruction as an icicle: by source stack, scope or layer. A click zooms.
import {at, button, foreign, grow, make, section, stamp, type Part} from './dom';
import {cut, human, plural, share, sum} from './size';
import type {Holder, View} from './space';

interface Frame {
  name: string;
  leaf: boolean;
  kind: string; // class of buffers; empty: several
  bytes: number;
  parts: Map<string, Frame>;
  list: Frame[]; // the largest first
  holders: Holder[];
}

const HIGH = 22; // of a row
const DEEPEST = 24; // rows
const LEAST = 3; // pixels of a frame

const ways: Record<string, (V: View, h: Holder) => string[]> = {
  stack: (V, h) => {
    const calls = h.buffer && V.M.stacks[h.buffer.stack];
    return calls?.length ? calls.map(call => V.M.strings[call]!).reverse() : [h.source || '(no source)'];
  },
  scope: (_, h) => h.scope.split('/').map(part => part || '(no scope)'),
  layer: (_, h) => [h.layer || '(no layer)'],
  kind: (_, h) => [h.kind],
};

function framesOf(V: View, way: string): Frame {
  const frame = (name: string, leaf: boolean): Frame => ({name, leaf, kind: '', bytes: 0, parts: new Map(), list: [], holders: []});
  const top = frame('all', false);
  const add = (to: Frame, h: Holder): void => {
    to.kind = to.holders.length && to.kind !== h.kind ? '' : h.kind;
    to.bytes += h.bytes;
    to.holders.push(h);
  };
  for (const h of V.held(V.moment)) {
    const path = [...ways[way]!(V, h), h.group || '(none)'];
    let here = top;
    add(top, h);
    path.forEach((name, i) => {
      const leaf = i === path.length - 1, key = `${leaf} ${name}`;
      let next = here.parts.get(key);
      if (!next) here.parts.set(key, next = frame(name, leaf));
      here = next;
      add(here, h);
    });
  }
  (function finish(here: Frame) {
    here.list = [...here.parts.values()].filter(part => part.bytes > 0).sort((a, b) => b.bytes - a.bytes);
    here.list.forEach(finish);
  })(top);
  return top;
}

export function flame(V: View, heading: HTMLElement, heap: string): {element: HTMLElement | false; resize(): void; path(): string[]} {
  const copy = stamp('of-flame'), by = at('select', copy), search = at('input', copy), found = at('.found', copy);
  const crumbs = at('ol', copy), area = at('.flame', copy), said = at('.words', copy);
  let top = framesOf(V, by.value), path = [top];
  const frameOf = new WeakMap<Element, Frame[]>();
  const stacks = V.own.some(b => b.stack >= 0), layers = V.holders.some(h => h.layer);
  for (const one of [...by.options]) if ((one.value === 'stack' && !stacks && !V.own.some(b => b.source)) || (one.value === 'layer' && !layers)) one.remove();

  function again(): void {
    top = framesOf(V, by.value);
    // As deep as before, where it is still there.
    let here = top;
    path = [top, ...path.slice(1).map(old => (here = here.parts.get(`${old.leaf} ${old.name}`) ?? here)).filter((one, i, all) => one !== top && all.indexOf(one) === i)];
    resize();
  }
  function go(next: Frame[]): void {
    path = next;
    said.replaceChildren();
    resize();
    ([...area.children].find(one => frameOf.get(one)?.at(-1) === path.at(-1)) as HTMLElement | undefined)?.focus({preventScroll: true});
  }
  function press(to: Frame[]): void {
    const frame = to.at(-1)!;
    if (!frame.leaf && to.length !== path.length) return go(to);
    said.replaceChildren();
    grow(said, V.lightRows(frame.holders, heap));
  }
  const asked = () => search.value.trim().toLowerCase();
  const matches = (frame: Frame) => asked() !== '' && frame.name.toLowerCase().includes(asked());
  function put(to: Frame[], x: number, y: number, w: number): void {
    const frame = to.at(-1)!, told = `${human(frame.bytes)}, ${share(frame.bytes, top.bytes)}`;
    const made = button(() => press(to), {
      class: ['frame-of', `c-${frame.kind || 'several'}`, matches(frame) && 'hit', to.length < path.length && 'above'].filter(Boolean).join(' '),
      style: `left:${x}px;top:${y}px;width:${Math.max(1, w - 1)}px`, tabindex: to.length === path.length ? 0 : -1,
      'aria-label': `${cut(frame.name, 160)}, ${told}${frame.leaf ? '' : ', zooms'}`, title: `${cut(frame.name, 400)}: ${told}; ${frame.bytes} bytes, ${plural(frame.holders.length, 'holder')}`,
    }, w > 30 && foreign(by.value === 'stack' ? frame.name.replace(/^\S*\//, '') : frame.name));
    frameOf.set(made, to);
    area.append(made);
  }
  function fill(to: Frame[], x: number, w: number, row: number): number {
    const frame = to.at(-1)!;
    put(to, x, row * HIGH, w);
    let deepest = row, from = x;
    if (row + 1 < DEEPEST)
      for (const part of frame.list) {
        const wide = (w * part.bytes) / frame.bytes;
        if (wide >= LEAST) deepest = Math.max(deepest, fill([...to, part], from, wide, row + 1));
        from += wide;
      }
    return deepest;
  }
  function resize(): void {
    const w = area.clientWidth;
    if (!w) return;
    area.replaceChildren();
    path.slice(0, -1).forEach((_, i) => put(path.slice(0, i + 1), 0, i * HIGH, w));
    area.style.height = `${(fill(path, 0, w, path.length - 1) + 1) * HIGH}px`;
    const hits: Frame[] = [];
    (function look(frame: Frame) {
      if (matches(frame)) hits.push(frame);
      else frame.list.forEach(look);
    })(top);
    const bytes = sum(hits, hit => hit.bytes);
    found.textContent = asked() ? `${human(bytes)} in ${plural(hits.length, 'frame')}, ${share(bytes, top.bytes)}` : '';
    crumbs.replaceChildren(...path.map((frame, i) => make('li', i === path.length - 1
      ? make('span', {'aria-current': 'location'}, foreign(cut(frame.name, 60)), ` ${human(frame.bytes)}`)
      : button(() => go(path.slice(0, i + 1)), foreign(cut(frame.name, 60))))));
  }
  // One frame is in the order of Tab; arrows go to the others.
  area.addEventListener('keydown', event => {
    const to = frameOf.get(event.target as Element);
    if (!to) return;
    const [frame, parent] = [to.at(-1)!, to.at(-2)];
    const beside = (by_: number) => parent && parent.list[parent.list.indexOf(frame) + by_];
    const moves: Record<string, () => Frame[] | undefined> = {
      ArrowDown: () => frame.list[0] && [...to, frame.list[0]], ArrowUp: () => to.slice(0, -1),
      ArrowLeft: () => beside(-1) && [...to.slice(0, -1), beside(-1)!], ArrowRight: () => beside(1) && [...to.slice(0, -1), beside(1)!],
    };
    if (event.key === 'Escape' && path.length > 1) go(path.slice(0, -1));
    else {
      const next = moves[event.key]?.();
      if (!next) return;
      const key = next.at(-1);
      ([...area.children].find(one => frameOf.get(one)?.at(-1) === key) as HTMLElement | undefined)?.focus();
    }
    event.preventDefault();
  });
  by.addEventListener('change', () => {
    path = [top];
    again();
  });
  search.addEventListener('input', resize);
  V.hear(what => {
    if (what === 'lit') said.replaceChildren();
    if (what === 'moment') again();
  });
  const body: Part = copy;
  return {resize, path: () => path.map(frame => frame.name), element: V.holders.length > 0 && section(heading, body)};
}
