// The card of a buffer: all that is known of it.
import {at, button, foreign, grow, make, stamp, type Part} from './dom';
import type {Heap} from './heap';
import {both, quoted} from './size';
import type {Buffer, Instruction, View} from './space';

const MOST = 12; // operands and readers that are listed

export function cardOf(V: View, level: number, picture: Heap, prefix: string): HTMLElement {
  const {M, A} = V;
  const element = make('section.card', {tabindex: '-1', hidden: true, 'aria-labelledby': `${prefix}card`,
    keydown: (event: KeyboardEvent) => event.key === 'Escape' && close()});
  function close(): void {
    element.hidden = true;
    picture.focus();
  }
  function atPeak(b: Buffer): string {
    const full = V.space.temporary_peak;
    if (b.kind !== 'temporary') return 'yes, its allocation is there at every instruction';
    if (!full || !b.known) return 'unknown';
    if (!V.lives(b, full.step)) return `no, it is not live at instruction ${full.step}`;
    const bytes = V.holders.find(h => h.buffer === b)?.bytes || 0;
    return `yes, at instruction ${full.step}` + (bytes === b.size ? '' : `: ${both(bytes)} of it, the rest counts for values that share its memory`);
  }
  function show(b: Buffer): void {
    const a = b.allocation, calls = M.stacks[b.stack] || [], more = b.size - b.logical;
    const copy = stamp('of-card');
    const row = (name: string, value: string | Node | false): Part => value && [make('dt', name), make('dd', value instanceof Node ? value : foreign(value))];
    at('.top', copy).prepend(make(`h${level}` as 'h3', {id: `${prefix}card`}, foreign(b.name)));
    grow(at('.close', copy), {click: close});
    grow(at('code', copy), foreign(`ballast show --why ${quoted(b.name)} ${quoted(M.path)}`));
    grow(at('dl', copy), row('label', b.label), row('class', b.kind), row('allocation', `${A.number[a]}, ${both(A.size[a]!)}`),
      row('offset', both(b.offset)), row('size', both(b.size)),
      row('logical', b.logical >= 0 && `${both(b.logical)}, ${more > 0 ? `${both(more)} of padding` : 'no padding'}`),
      row('live range', (b.known ? 'instructions ' : '') + b.range), row('in use at the peak', atPeak(b)),
      row('shape', b.shape), row('opcode', b.op), row('op_name', b.op_name), row('source', b.source),
      row('stack', calls.length > 0 && make('ol', calls.map(call => make('li', foreign(M.strings[call]!))))));
    const go = (one: Instruction) => button(() => V.go(one.step), {class: 'plain', title: `instruction ${one.step}`}, `${one.step}: `, foreign(one.name));
    const value = (other: Buffer) => button(() => V.show(other), {class: 'plain', title: both(other.size)}, foreign(other.name));
    const definer = V.definer(b), readers = V.readers(b);
    const listed = (list: Part[]) => make('ul', list.slice(0, MOST).map(one => make('li', one)), list.length > MOST && make('li', `${list.length - MOST} more`));
    grow(at('dl', copy),
      definer && [make('dt', 'defined by'), make('dd', go(definer), ` ${definer.op}(`,
        definer.reads.slice(0, MOST).map((read, i) => [i > 0 && ', ', value(read)]), definer.reads.length > MOST && ' …', ')')],
      readers.length > 0 && [make('dt', 'read by'), make('dd', listed(readers.map(reader =>
        [go(reader), ` ${reader.op}`, reader.defines.length > 0 && [' → ', reader.defines.slice(0, 3).map((made, i) => [i > 0 && ', ', value(made)])]])))],
      (M.schedule?.step?.length ?? 0) > 0 && !readers.length && [make('dt', 'read by'), make('dd', 'no instruction of the schedule')]);
    element.replaceChildren(copy);
    element.hidden = false;
  }
  V.hear(what => {
    if (what === 'selected' && !V.selected) element.hidden = true;
    if (V.selected && (what === 'open' || (what === 'selected' && !element.hidden))) show(V.selected);
    if (what !== 'open') return;
    element.focus({preventScroll: true});
    element.scrollIntoView({block: 'nearest'});
  });
  return element;
}
