// How much is in use over time.
import {edge, gridOf, marksOf, placeOf} from './axes';
import {at, code, draw, folded, foreign, grow, make, section, stamp, words, type Part} from './dom';
import {brief, clamp, cut, human, plural, share, sum} from './size';
import {trafficOf, type View} from './space';

function bytesAt(uses: number[], step: number): number {
  let bytes = 0;
  for (let i = 0; uses[i]! <= step; i += 2) bytes = uses[i + 1]!;
  return bytes;
}

// XLA's own peak, and how much less is in use there.
// What an instruction is: its name, opcode, layer and source.
function inWords(V: View, step: number): Part[] {
  const one = V.at(step);
  if (!one) return [];
  const layer = one.defines.find(b => b.layer)?.layer, source = one.source || one.defines.find(b => b.source)?.source;
  return [code(one.name), one.op && ` ${one.op}`, one.label && [' of ', foreign(one.label)], layer && `, ${layer}`,
    source && [', ', make('span.mono', foreign(source))]];
}

function peaksInWords({M, space: s}: View): string {
  if (M.xla_peak === undefined) return '';
  const said: string[] = [];
  for (const [most, there, what] of [[s.temporary_peak, s.temporary_at_xla_peak, 'temporary'], [s.live_peak, s.live_at_xla_peak, 'live']] as const) {
    if (!most || there === undefined || there >= most.bytes) continue;
    const text = human(there) === human(most.bytes) ? (bytes: number) => `${bytes} bytes` : human;
    said.push(`${text(there)} ${what}, ${text(most.bytes)} at instruction ${most.step}`);
  }
  if (s.live_peak && s.live_at_xla_peak === s.live_peak.bytes) said.push(M.xla_peak === s.live_peak.step ? 'the most live bytes' : 'the same live bytes');
  return said.length ? `XLA’s own peak is instruction ${M.xla_peak}: ${said.join('; ')}.` : '';
}

// Bytes in use: the classes that are allocated at every step, and above them the temporaries of each step. Null if no step has
// temporaries.
export function useOverTime(V: View, heading: HTMLElement): {element: HTMLElement; resize(): void} | null {
  const {space: s, steps} = V;
  const uses = s.occupied;
  if (!s.temporary_peak || !steps || !uses.length) return null;
  const peak = s.peak ?? 0;
  const lasting = V.classes.filter(([kind]) => kind !== 'temporary');
  const below = sum(lasting, entry => entry[1]);
  const most = Math.max(s.total, peak, 1);
  const height = 240, top = edge.top, bottom = height - edge.bottom - 10;
  const {traffic} = V;
  const copy = stamp('of-time'), slider = at('div', copy), reads = at('output', copy), named = at('.words', copy), hint = at('.hint', copy);
  let width = 0, span = 1;
  const x = (step: number) => edge.left + span * step / steps;
  const y = (bytes: number) => bottom - (bottom - top) * bytes / most;
  const upright = (px: number, kind: string) => draw('line', {x1: px, x2: px, y1: top, y2: bottom, class: kind});
  const level = (bytes: number, kind: string) => draw('line', {x1: edge.left, x2: edge.left + span, y1: y(bytes), y2: y(bytes), class: kind});
  const label = (px: number, up: number, anchor: string, text: string, kind?: string, more?: {transform: string}) => draw('text', {x: px, y: up, 'text-anchor': anchor, class: kind, ...more}, text);
  const picture = draw('svg', {height, 'aria-hidden': 'true'});
  const cursor = upright(0, 'cursor'), now = upright(0, 'accent');
  const part = draw('rect', {y: top, height: bottom - top, class: 'window'});
  const say = (step: number) => {
    const bytes = bytesAt(uses, step);
    return `instruction ${step}: ${human(below + bytes)} in use, ${human(bytes)} of it temporary`;
  };
  const move = (line: SVGElement, step: number) => grow(line, {x1: x(step + 0.5), x2: x(step + 0.5)});
  const read = (step: number) => {
    reads.replaceChildren(say(step));
    named.replaceChildren();
    grow(named, inWords(V, step));
    move(cursor, step);
  };
  const stepAt = (event: MouseEvent) => clamp(Math.floor((event.clientX - picture.getBoundingClientRect().left - edge.left) * steps / span), 0, steps - 1);
  const far = Math.ceil(steps / 20);
  grow(slider, picture, {
    'aria-valuemax': steps - 1,
    pointermove: (event: PointerEvent) => read(stepAt(event)),
    pointerleave: () => read(V.moment),
    click: (event: MouseEvent) => V.go(stepAt(event)),
    keydown: (event: KeyboardEvent) => {
      const moves: Record<string, number> = {ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -far, PageUp: far, Home: -steps, End: steps};
      const by = moves[event.key];
      if (!by) return;
      event.preventDefault();
      V.go(V.moment + by);
    },
  });
  function path(): string {
    let made = `M${x(0)} ${y(below)}`;
    for (let i = 0; i < uses.length; i += 2) made += `H${x(Math.min(uses[i]!, steps)).toFixed(1)}V${y(below + uses[i + 1]!).toFixed(1)}`;
    return `${made}H${x(steps)}`;
  }
  function resize(): void {
    width = slider.clientWidth;
    if (!width) return;
    span = width - edge.left - edge.right;
    const d = path(), ticks = gridOf(0, steps, width / 110, true);
    let under = 0;
    picture.setAttribute('width', String(width));
    picture.replaceChildren(
      ...gridOf(0, most, 5).flatMap(bytes => [level(bytes, 'grid'), label(edge.left - 6, y(bytes) + 4, 'end', brief(bytes))]),
      ...ticks.flatMap((step, i) => {
        const anchor = !step ? 'start' : x(step) > width - 24 ? 'end' : 'middle', room = (x(ticks[i + 1] ?? steps) - x(step)) / 6.4 - 1;
        const name = room > 7 && step < steps && V.at(step)?.name;
        return [label(x(step), bottom + 17, name ? 'start' : anchor, `${step}`), ...name ? [label(x(step), bottom + 29, 'start', cut(name, Math.floor(room)), 'name')] : []];
      }),
      ...traffic.map(one => draw('line', {x1: x(one.step + 0.5), x2: x(one.step + 0.5), y1: bottom, y2: bottom + 5, class: `traffic ${trafficOf(one.op)}`})),
      label(-(top + bottom) / 2, 11, 'middle', 'in use', 'title', {transform: 'rotate(-90)'}),
      label(edge.left + span / 2, bottom + 43, 'middle', 'instruction', 'title'),
      ...lasting.map(([kind, bytes]) => {
        under += bytes;
        return draw('rect', {x: x(0), width: span, y: y(under), height: y(under - bytes) - y(under), class: `area c-${kind}`});
      }),
      draw('path', {d: `${d}V${y(below)}Z`, class: 'area c-temporary'}), draw('path', {d, class: 'outline'}), level(s.total, 'limit'), part, now,
      ...marksOf(V, x, edge.left, width - edge.right).flatMap(m => {
        const mark = upright(m.x, m.kind);
        if (!m.at) return [mark];
        const [px, up, left] = placeOf(m, m.at);
        return [mark, label(px, top - up, left ? 'end' : 'start', m.text, m.kind)];
      }),
      cursor);
    show();
  }
  function show(): void {
    const [from, to] = V.shown || [0, steps];
    grow(part, {x: x(from), width: to - from < 0.999 * steps ? x(to) - x(from) : 0});
    move(now, V.moment);
    read(V.moment);
    grow(slider, {'aria-valuenow': V.moment, 'aria-valuetext': say(V.moment)});
  }
  V.hear(what => {
    if (width && (what === 'moment' || what === 'shown')) show();
  });
  const counts = (['collective', 'copy'] as const).map(kind => [kind, traffic.filter(one => trafficOf(one.op) === kind).length] as const).filter(entry => entry[1]);
  if (counts.length) hint.before(make('p.words', counts.map(([kind, count], i) =>
    [i > 0 && ', ', make(`span.traffic ${kind}` as 'span', {'aria-hidden': 'true'}), plural(count, kind).replace('copys', 'copies')]), ' marked below the axis.'));
  const parts = [copy, words(peaksInWords(V))];
  const temporary = s.temporary_peak.bytes;
  return {resize, element: temporary < peak / 100
    ? folded(heading, `temporaries are ${human(temporary)} (${share(temporary, peak)}) of the peak: nearly the same at every step`, parts)
    : section(heading, parts)};
}
