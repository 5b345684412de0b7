// The selection in the address, `#module-3&step=24&buffer=fusion.3`, so that a link shows it and the browser goes back to it.
import type {Buffer, View} from './space';

export const inLink = (): URLSearchParams => new URLSearchParams(location.hash.replace(/^#/, ''));
const moduleInLink = (): string => /^#(module-\d+)/.exec(location.hash)?.[1] ?? '';

let writing = 0;
// Only where the reader stays for a moment.
export function follow(V: View, shown: () => boolean): void {
  const read = (): void => {
    const said = inLink();
    if (!shown() || !(said.has('step') || said.has('buffer'))) return;
    const step = Number(said.get('step') ?? NaN), name = said.get('buffer');
    if (Number.isInteger(step) && step >= 0 && step < V.steps && step !== V.moment) {
      V.moment = step;
      V.tell('moment');
    }
    const b: Buffer | null = name === null ? null : V.own.find(one => one.name === name) ?? null;
    if (b !== V.selected) V.show(b);
  };
  const write = (): void => {
    if (!shown()) return;
    const said = new URLSearchParams();
    if (V.moment !== (V.peakAt ?? 0)) said.set('step', String(V.moment));
    if (V.selected) said.set('buffer', V.selected.name);
    const wanted = [moduleInLink(), said.toString()].filter(Boolean).join('&');
    const now = inLink();
    if ((now.get('step') ?? '') === (said.get('step') ?? '') && (now.get('buffer') ?? '') === (said.get('buffer') ?? '')) return;
    location.hash = wanted || '#';
  };
  V.hear(what => {
    if (what !== 'moment' && what !== 'selected') return;
    clearTimeout(writing);
    writing = window.setTimeout(write, 300);
  });
  addEventListener('hashchange', () => {
    // The first state has no selection in its address.
    if (shown() && /^(#(module-\d+)?)?$/.test(location.hash)) {
      if (V.selected) V.show(null);
      if (V.moment !== (V.peakAt ?? 0)) {
        V.moment = V.peakAt ?? 0;
        V.tell('moment');
      }
    } else read();
  });
  // Once it is in the page.
  queueMicrotask(read);
}
