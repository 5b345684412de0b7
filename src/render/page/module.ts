// The sections of a module.
import {cardOf} from './card';
import {useOverTime} from './curve';
import type {Picture} from './data';
import {at, folded, foreign, grow, headings, make, option, size, stamp} from './dom';
import {flame} from './flame';
import {headline} from './headline';
import {heapPicture, type Heap} from './heap';
import {holderTable} from './holders';
import {savings} from './savings';
import {follow} from './link';
import {link, shown} from './sections';
import {human, plural} from './size';
import {spaceOf, type View} from './space';

export interface ModuleView {
  element: HTMLElement;
  resize(): void;
  search(): void;
  state(): object | null;
}

// Below headings of that level; prefix is before their ids.
export function moduleView(M: Picture, prefix: string, level: number): ModuleView {
  const heading = headings(level, prefix);
  const copy = stamp('of-module'), tools = at('.tools', copy), spaces = at('select', copy), several = at('.hint', copy), host = at('.space', copy);
  const element = make('div', copy);
  let V: View | null = null, picture: Heap | null = null;
  let curve: {resize(): void} | null = null, tiles: ReturnType<typeof flame> | null = null;
  grow(spaces, M.spaces.map(s => option(s.space, `${s.name}: ${human(s.total)}`)), {change: () => choose(spaces.selectedIndex)});
  grow(several, `${M.spaces.length} spaces, which are never added up; everything below is about this one.`);
  tools.hidden = M.spaces.length < 2;
  if (!M.spaces.length) grow(host, make('p.lack', M.from_report ? 'The text lists no buffers.' : 'This module allocates nothing.'));

  function choose(which: number): void {
    const own = V = spaceOf(M, M.spaces[which]!);
    picture = own.own.length > 0 ? heapPicture(own, heading('heap', 'Heap'), prefix, level + 1) : null;
    if (picture) picture.aside.prepend(cardOf(own, level + 1, picture, prefix));
    const made = useOverTime(own, heading('time', 'Use over time'));
    curve = made;
    tiles = flame(own, heading('flame', 'In use, as an icicle'), `${prefix}heap`);
    const peak = own.space.temporary_peak;
    host.replaceChildren();
    grow(host, make('div.first', headline(own), made?.element),
      (own.holders.length > 0 || !M.from_report) && holderTable(own,
        heading('holders', M.from_report ? 'Largest buffers' : peak ? `In use at the peak (instruction ${peak.step})` : 'In use'), `${prefix}heap`),
      savings(own, heading('savings', 'What can be saved'), prefix, level + 1), picture?.element, tiles.element,
      folded(heading('files', 'Files'), [M.era, ` · ${plural(M.values, 'value')}`, M.live_ranges && ` · ${plural(M.steps, 'instruction')}`],
        make('ul.files', M.files.map(f => make('li', foreign(f.path), ` ${f.kind}, `, size(f.bytes))))));
    for (const one of host.querySelectorAll('details')) one.addEventListener('toggle', resize);
    resize();
    link();
    follow(own, () => V === own && element.isConnected && element.offsetWidth > 0);
  }
  function resize(): void {
    for (const part of element.offsetWidth ? [curve, picture, tiles] : []) part?.resize();
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
      highlighted: V.lit ? V.lit.list.map(b => b.i) : null, scope: tiles!.path(), ...picture?.state()},
  };
}

export function openModule(M: Picture, prefix: string, level: number, place: HTMLElement): ModuleView {
  const made = moduleView(M, prefix, level);
  shown.module = made;
  place.append(made.element);
  made.resize();
  return made;
}
