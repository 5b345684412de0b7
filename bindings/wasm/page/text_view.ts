// A text of any size: only the lines in view are in the document. Colours, findings at their places, an explanation of
// the token under the pointer or the caret.
import {button, foreign, grow, make, prose, type Part} from '../../../src/render/page/dom';
import type {Explainer, Explanation} from './explain';
import type {Highlighter, Token} from './highlight';
import type {Line, TextSource} from './text_source';

export interface Place {
  begin: number;
  end: number;
  severity: string;
  message: string;
  id: string;
}

const ROW = 18; // pixels, as in page.css
// Browsers limit the height of an element; a taller text scrolls by parts of lines.
const TALLEST = 8_000_000;
const MORE = 12; // lines above and below the view
const MOST_HITS = 100_000; // that are counted
const HOVER = 120; // milliseconds until a token is explained

const encoder = new TextEncoder(), decoder = new TextDecoder();
const bytesOf = (text: string): number => encoder.encode(text).length;

export class TextView {
  readonly element: HTMLElement;
  private source: TextSource | null = null;
  private places: Place[] = [];
  private top = 0; // the line at the top, with its part
  private moving = false; // the scroll position is set by this, not by hand
  private caret = {line: 0, offset: -1};
  private hit = {begin: 0, end: 0}; // what was found
  private hits: {source: TextSource; text: string; at: Promise<Float64Array>} | null = null;
  private shown = {first: -1, last: -1};
  private rows = new Map<number, {line: Line; tokens: Token[]}>();
  private drawing = 0;
  // The number of the last question of each kind. Answers to earlier ones are dropped.
  private tips = 0;
  private explanations = 0;
  private searches = 0;
  private hover = 0;
  private readonly scroller: HTMLElement;
  private readonly space: HTMLElement;
  private readonly list: HTMLElement;
  private readonly tip: HTMLElement;
  private readonly panel: HTMLElement;
  private readonly query: HTMLInputElement;
  private readonly goto: HTMLInputElement;
  private readonly said: HTMLOutputElement;

  constructor(private readonly highlighter: () => Promise<Highlighter>, private readonly explainer: () => Promise<Explainer>) {
    this.list = make('div.rows');
    this.space = make('div.space', this.list);
    this.scroller = make('div.scroller', {tabindex: '0', role: 'listbox', 'aria-label': 'text of the file',
      scroll: () => this.scrolled(), keydown: (event: KeyboardEvent) => this.key(event), wheel: (event: WheelEvent) => this.wheel(event),
      pointermove: (event: PointerEvent) => this.pointed(event), pointerleave: () => this.unpointed(),
      click: (event: MouseEvent) => this.clicked(event)}, this.space);
    this.tip = make('div.tip', {role: 'tooltip', hidden: true});
    this.panel = make('aside.explained', {'aria-label': 'explanation', 'aria-live': 'polite'});
    this.said = make('output.found', {'aria-live': 'polite'});
    this.query = make('input', {type: 'search', autocomplete: 'off', spellcheck: 'false', 'aria-label': 'find in this text', placeholder: 'find …',
      keydown: (event: KeyboardEvent) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        this.attempt(this.find(event.shiftKey));
      }});
    this.goto = make('input.line', {type: 'text', inputmode: 'numeric', 'aria-label': 'go to line', placeholder: 'line', autocomplete: 'off',
      change: () => {
        const line = Number(this.goto.value);
        if (this.source && line >= 1) this.move(Math.min(Math.floor(line), this.source.lines) - 1);
      }});
    this.element = make('div.reader',
      make('div.tools', {role: 'search'}, this.query, button(() => this.attempt(this.find(true)), '↑', {'aria-label': 'find the previous place'}),
        button(() => this.attempt(this.find(false)), '↓', {'aria-label': 'find the next place'}), this.goto, this.said),
      make('div.page', this.scroller, this.panel), this.tip);
    this.explained(null);
    new ResizeObserver(() => this.draw(true)).observe(this.scroller);
  }

  show(source: TextSource, places: Place[]): void {
    const same = this.source === source;
    this.source = source;
    this.places = [...places].sort((a, b) => a.begin - b.begin);
    this.said.textContent = '';
    if (!same) {
      this.caret = {line: 0, offset: -1};
      this.hit = {begin: 0, end: 0};
      this.top = 0;
      this.explained(null);
    }
    grow(this.scroller, {'aria-label': `text of ${source.path}, ${source.lines} lines`});
    this.space.style.height = `${this.height()}px`;
    this.draw(true);
    this.place();
  }

  // Brings bytes into view and marks their line.
  go(offset: number): void {
    if (!this.source) return;
    this.caret = {line: this.source.lineAt(offset), offset};
    this.center(this.caret.line);
    this.attempt(this.explain(offset));
  }
  // Shows why the text cannot be read: its file changed, or is gone.
  failed(fault: unknown): void {
    this.said.textContent = fault instanceof Error ? fault.message : String(fault);
  }
  private attempt(work: Promise<void>): void {
    work.catch((fault: unknown) => this.failed(fault));
  }
  // For tests and for the state of the page.
  state(): {path: string; line: number; top: number; shown: number} {
    return {path: this.source?.path ?? '', line: this.caret.line + 1, top: Math.floor(this.top) + 1, shown: this.list.childElementCount};
  }

  // --- scrolling ---

  private view(): number {
    return Math.max(1, this.scroller.clientHeight / ROW);
  }
  private height(): number {
    return Math.min(TALLEST, (this.source?.lines ?? 0) * ROW + ROW);
  }
  private last(): number {
    return Math.max(0, (this.source?.lines ?? 0) + 1 - this.view());
  }
  private scaled(): boolean {
    return this.height() === TALLEST;
  }
  private scrolled(): void {
    if (this.moving) {
      this.moving = false;
      return;
    }
    const room = this.height() - this.scroller.clientHeight;
    this.top = room > 0 ? this.scroller.scrollTop / (this.scaled() ? room / this.last() : ROW) : 0;
    this.draw();
  }
  private place(): void {
    const room = this.height() - this.scroller.clientHeight;
    const to = Math.round(this.scaled() ? (this.top / Math.max(1, this.last())) * room : this.top * ROW);
    if (Math.abs(this.scroller.scrollTop - to) >= 1) {
      this.moving = true;
      this.scroller.scrollTop = to;
    }
    this.draw();
  }
  private to(top: number): void {
    this.top = Math.max(0, Math.min(this.last(), top));
    this.place();
  }
  private center(line: number): void {
    if (line < this.top + 2 || line > this.top + this.view() - 4) this.to(line - this.view() / 3);
    this.draw(true);
  }
  private wheel(event: WheelEvent): void {
    if (!this.scaled() || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    event.preventDefault();
    this.to(this.top + (event.deltaMode === 0 ? event.deltaY / ROW : event.deltaY * 3));
  }

  // --- drawing ---

  private draw(again = false): void {
    const {source} = this;
    if (!source || !this.scroller.clientHeight) return;
    const first = Math.max(0, Math.floor(this.top) - MORE);
    const last = Math.min(source.lines, Math.ceil(this.top + this.view()) + MORE);
    const inside = this.top >= this.shown.first && Math.min(source.lines, this.top + this.view()) <= this.shown.last;
    this.set();
    if (again || !inside) this.attempt(this.fill(source, first, last));
  }
  private set(): void {
    const down = this.scroller.scrollTop - (this.top - this.shown.first) * ROW;
    this.list.style.transform = `translateY(${Math.max(0, Math.round(down))}px)`;
  }
  private async fill(source: TextSource, first: number, last: number): Promise<void> {
    const own = ++this.drawing;
    const lines = await source.read(first, last, this.caret.offset);
    const highlighter = await this.highlighter();
    if (own !== this.drawing || source !== this.source) return;
    this.rows = new Map(lines.map(line => [line.number, {line, tokens: highlighter.tokens(line.text)}]));
    this.shown = {first, last};
    this.list.replaceChildren(...lines.map(line => this.row(line)));
    const current = this.list.querySelector('.current');
    if (current) this.scroller.setAttribute('aria-activedescendant', current.id);
    else this.scroller.removeAttribute('aria-activedescendant');
    this.set();
  }
  private row(line: Line): HTMLElement {
    const begin = this.source!.begin(line.number);
    const current = line.number === this.caret.line;
    const places = this.places.filter(place => place.begin < begin + line.bytes && Math.max(place.end, place.begin + 1) > begin);
    return make('div.row', {id: `line-${line.number + 1}`, role: 'option', 'aria-selected': `${current}`, 'aria-posinset': line.number + 1,
      'aria-setsize': this.source!.lines, class: current ? 'row current' : 'row'},
      make(`span.number${places.length ? ` ${worst(places)}` : ''}` as 'span.number', String(line.number + 1)),
      make('span.code', line.from > 0 && make('span.cut', `… ${line.from} bytes `), this.spans(line, begin, places),
        line.cut && make('span.cut', ` … line of ${line.bytes} bytes`)));
  }
  private spans(line: Line, begin: number, places: Place[]): Part[] {
    // Where spans begin and end: tokens, and findings inside of them.
    const marks = places.map(place => {
      const from = this.unitOf(line, place.begin - begin - line.from), to = this.unitOf(line, place.end - begin - line.from);
      return {from, to: Math.max(to, from + 1), place};
    });
    const caret = this.caret.line === line.number && this.caret.offset >= 0 ? this.unitOf(line, this.caret.offset - begin - line.from) : -1;
    const [from, to] = [this.hit.begin, this.hit.end].map(one => this.unitOf(line, Math.max(0, Math.min(line.bytes, one - begin)) - line.from)) as [number, number];
    const parts: Part[] = [];
    for (const token of this.rows.get(line.number)!.tokens) {
      const edges = [token.begin, token.end, ...marks.flatMap(mark => [mark.from, mark.to]), from, to].filter(one => one >= token.begin && one <= token.end);
      const cuts = [...new Set(edges)].sort((a, b) => a - b);
      for (let i = 0; i + 1 < cuts.length; ++i) {
        const first = cuts[i]!, last = cuts[i + 1]!;
        const found = marks.filter(mark => mark.from < last && mark.to > first).map(mark => mark.place);
        const hit = from < last && to > first;
        const kinds = [token.kind && `t-${token.kind}`, found.length && `place ${worst(found)}`, hit && 'hit',
          from === to && caret >= token.begin && caret < token.end && 'at'];
        const span = make('span', {class: kinds.filter(Boolean).join(' ') || null, 'data-at': first}, line.text.slice(first, last));
        parts.push(span);
      }
    }
    return parts;
  }
  private unitOf(line: Line, bytes: number): number {
    return bytes <= 0 ? 0 : decoder.decode(encoder.encode(line.text).subarray(0, bytes)).length;
  }

  // --- what is under the pointer or the caret ---

  private offsetOf(target: EventTarget | null): number {
    const span = target instanceof Element ? target.closest<HTMLElement>('[data-at]') : null;
    const row = span?.closest('.row');
    if (!span || !row || !this.source) return -1;
    const number = Number(row.id.slice('line-'.length)) - 1;
    const line = this.rows.get(number)?.line;
    return line ? this.source.begin(number) + line.from + bytesOf(line.text.slice(0, Number(span.dataset.at))) : -1;
  }
  private pointed(event: PointerEvent): void {
    if (event.pointerType === 'touch') return;
    clearTimeout(this.hover);
    const offset = this.offsetOf(event.target);
    if (offset < 0) return this.unpointed();
    const {clientX: x, clientY: y} = event;
    this.hover = window.setTimeout(() => this.attempt(this.show_tip(offset, x, y)), HOVER);
  }
  private unpointed(): void {
    clearTimeout(this.hover);
    this.tip.hidden = true;
    ++this.tips;
  }
  private async show_tip(offset: number, x: number, y: number): Promise<void> {
    const own = ++this.tips;
    const said = await this.says(offset);
    if (own !== this.tips || !said.length) return;
    this.tip.replaceChildren();
    grow(this.tip, said);
    this.tip.hidden = false;
    // Beside the text is what is explained.
    const {left, right} = this.scroller.getBoundingClientRect();
    this.tip.style.maxWidth = `${Math.min(460, right - left - 8)}px`;
    const {offsetWidth: width, offsetHeight: height} = this.tip;
    this.tip.style.left = `${Math.max(left, Math.min(x + 12, right - width))}px`;
    this.tip.style.top = `${y + 18 + height > innerHeight ? Math.max(4, y - height - 12) : y + 18}px`;
  }
  // Findings at a place, and what the specification says about it.
  private async says(offset: number): Promise<Part[]> {
    const {source} = this;
    if (!source) return [];
    const found = this.places.filter(place => place.begin <= offset && offset < Math.max(place.end, place.begin + 1));
    const explainer = await this.explainer();
    const told = await explainer.at(source, offset);
    return [found.map(place => make('p.finding', make(`strong.${place.severity}` as 'strong', `${place.severity}: `), foreign(place.message), ` [${place.id}]`)),
      told && wordsOf(told)];
  }
  private async explain(offset: number): Promise<void> {
    const own = ++this.explanations;
    const said = await this.says(offset);
    if (own === this.explanations) this.explained(said);
  }
  private explained(said: Part[] | null): void {
    this.panel.replaceChildren();
    grow(this.panel, said ?? make('p.hint', 'Point at a word, or move with the arrow keys and press Enter, to see what the specification says about it.'));
    if (said && !said.flat(9).some(Boolean)) grow(this.panel, make('p.hint', 'The specification does not describe this place.'));
  }
  private clicked(event: MouseEvent): void {
    const offset = this.offsetOf(event.target);
    if (offset < 0 || getSelection()?.toString()) return;
    this.caret = {line: this.source!.lineAt(offset), offset};
    this.hit = {begin: 0, end: 0};
    this.draw(true);
    this.attempt(this.explain(offset));
  }

  // --- keys ---

  private move(line: number): void {
    if (!this.source) return;
    const to = Math.max(0, Math.min(this.source.lines - 1, line));
    this.hit = {begin: 0, end: 0};
    this.caret = {line: to, offset: -1};
    if (to < this.top) this.to(to);
    else if (to > this.top + this.view() - 2) this.to(to - this.view() + 2);
    this.draw(true);
  }
  private key(event: KeyboardEvent): void {
    if (!this.source || event.ctrlKey || event.altKey || event.metaKey) return;
    const far = Math.max(1, Math.floor(this.view()) - 2);
    const by: Record<string, number> = {ArrowUp: -1, ArrowDown: 1, PageUp: -far, PageDown: far, Home: -Infinity, End: Infinity};
    if (event.key in by) this.move(this.caret.line + by[event.key]!);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') this.step(event.key === 'ArrowRight' ? 1 : -1);
    else if (event.key === 'Enter') {
      if (this.caret.offset < 0) this.step(1);
      else this.attempt(this.explain(this.caret.offset));
    } else return;
    event.preventDefault();
  }
  // To the next token of the line, or the one before.
  private step(by: number): void {
    const row = this.rows.get(this.caret.line);
    if (!row) return;
    const begin = this.source!.begin(this.caret.line) + row.line.from;
    const tokens = row.tokens.filter(token => row.line.text.slice(token.begin, token.end).trim());
    const offsets = tokens.map(token => begin + bytesOf(row.line.text.slice(0, token.begin)));
    const now = offsets.filter(offset => offset <= this.caret.offset).length - 1;
    const to = offsets[Math.max(0, Math.min(offsets.length - 1, now + by))];
    if (to === undefined) return;
    this.hit = {begin: 0, end: 0};
    this.caret = {line: this.caret.line, offset: to};
    this.draw(true);
    this.attempt(this.explain(to));
  }
  private async find(back: boolean): Promise<void> {
    const {source} = this, text = this.query.value;
    if (!source || !text) return;
    const own = ++this.searches;
    const from = this.caret.offset >= 0 ? this.caret.offset : source.begin(this.caret.line);
    this.said.textContent = 'searching …';
    const going = () => own === this.searches && source === this.source;
    const start = back || this.caret.offset < 0 ? from : from + 1;
    const found = await source.find(text, start, back, going) ?? await source.find(text, back ? source.blob.size : 0, back, going);
    if (!going()) return;
    if (found === null) {
      this.said.textContent = 'not found';
      return;
    }
    this.said.textContent = `line ${source.lineAt(found) + 1}`;
    this.hit = {begin: found, end: found + bytesOf(text)};
    this.go(found);
    // Their number comes later: the whole text is searched for it.
    if (this.hits?.source !== source || this.hits.text !== text) this.hits = {source, text, at: source.all(text, MOST_HITS, () => source === this.source && text === this.query.value)};
    const at = await this.hits.at;
    if (!going()) return;
    const place = at.indexOf(found);
    if (place < 0) this.hits = null;
    else this.said.textContent = `${place + 1} of ${at.length === MOST_HITS ? `at least ${MOST_HITS}` : at.length}, line ${source.lineAt(found) + 1}`;
  }
}

const worst = (places: Place[]): string => ['error', 'warning', 'note'].find(one => places.some(place => place.severity === one)) ?? 'note';

function wordsOf(told: Explanation): Part[] {
  return [make('p', make('code.token', foreign(told.text.trim() || told.text))),
    make('p', make('strong', told.name), make('span.hint', ` in ${told.path.slice(-5, -1).filter(one => one !== told.name).join(' › ') || 'the text'}`)),
    told.says && make('p', prose(told.says)),
    told.printed && make('p', `Printed ${told.printed}.`),
    told.definition && make('pre.definition', told.definition),
    make('p.hint', `Specification: ${told.chapter}${told.section === told.chapter ? '' : ` › ${told.section}`}`)];
}
