// What the views share: the inputs, the answers about them, the state in the address.
import type {Shown, Summary, SummaryRow, Validated} from './answers';
import {Backend, Cancelled} from './backend';
import type {Explainer} from './explain';
import type {Highlighter} from './highlight';
import {joined} from './inputs';
import {initial, read, written, type State} from './state';
import {plural} from './size';
import {lineStarts, TextSource} from './text_source';
import type {Answer, Input, Module, Opened} from './worker';

export interface Era {
  name: string;
  says: string;
}

export interface Tools {
  backend: Backend;
  highlighter: () => Promise<Highlighter>;
  explainer: () => Promise<Explainer>;
  eras: Era[];
  meaning: (finding: string) => string | undefined;
  // Shows what is there now.
  draw: () => void;
  say: (text: string) => void;
  // Files can be dropped there.
  accept: (target: Window) => void;
  working: (what: string | null) => void;
}

export class App {
  inputs: Input[] = [];
  opened: Opened = {modules: [], notices: [], problems: []};
  summary: Summary | null = null;
  shown: Shown | null = null;
  shownText = '';
  validated: Validated | null = null;
  faults: {path: string; problem: string}[] = [];
  made = new Map<string, Blob>(); // texts in the form of other eras
  state: State;
  busy = false;
  reads = 0; // how often something was added
  private answers = new Map<string, Promise<unknown>>();
  private sources = new Map<string, Promise<TextSource>>();
  private turn = 0;

  constructor(readonly tools: Tools) {
    this.state = read(location.hash);
  }

  // --- state ---

  set(change: Partial<State>): void {
    this.state = {...this.state, ...change};
    const fragment = written(this.state);
    if (fragment !== location.hash) history[change.view && change.view !== read(location.hash).view ? 'pushState' : 'replaceState'](null, '', fragment || '#');
    this.tools.draw();
  }
  // The address was changed by hand, or by going back.
  follow(): void {
    const said = read(location.hash);
    const {before, after, file} = this.state;
    this.state = {...said, before, after, file};
    this.tools.draw();
  }

  // --- inputs ---

  // What is added while others are read comes after them.
  add(inputs: Input[]): Promise<void> {
    this.added = this.added.catch(() => undefined).then(() => this.join(inputs));
    return this.added;
  }
  private added: Promise<void> = Promise.resolve();
  private async join(inputs: Input[]): Promise<void> {
    ++this.reads;
    const fresh = joined(this.inputs, inputs);
    if (!fresh.length) return this.tools.say(inputs.length ? 'these files are here already' : 'nothing to read');
    const before = this.inputs;
    this.inputs = [...before, ...fresh];
    await this.run(fresh, before);
  }
  async clear(): Promise<void> {
    this.tools.backend.end();
    ++this.turn;
    this.empty();
    this.state = initial;
    this.set({});
    await this.tools.backend.start();
  }
  cancel(): void {
    const {busy} = this;
    this.tools.backend.end();
    // A question was cancelled; the worker that knew the files is gone.
    if (!busy) void this.tools.backend.start().then(() => this.run(this.inputs, []));
  }

  // Reads; if that is cancelled or fails, what was there before is read again, in a fresh worker.
  private async run(inputs: Input[], before: Input[]): Promise<void> {
    const turn = ++this.turn;
    const {backend, draw, say, working} = this.tools;
    this.busy = true;
    working('reading');
    draw();
    try {
      await this.read(inputs, turn);
    } catch (fault) {
      if (turn !== this.turn) return;
      const why = fault instanceof Error ? fault.message : String(fault);
      say(why);
      backend.end();
      await backend.start();
      this.empty();
      this.inputs = before;
      if (!(fault instanceof Cancelled)) this.faults = [{path: '', problem: why}];
      if (before.length) await this.run(before, []);
    } finally {
      if (turn === this.turn) {
        this.busy = false;
        working(null);
        draw();
      }
    }
  }
  private empty(): void {
    this.forget();
    this.inputs = [];
    this.faults = [];
    this.made.clear();
    this.opened = {modules: [], notices: [], problems: []};
  }
  private forget(): void {
    this.answers.clear();
    this.sources.clear();
    this.summary = this.shown = this.validated = null;
    this.shownText = '';
  }

  // Reads inputs and asks what every view needs; the first answer is shown before the next question.
  private async read(inputs: Input[], turn: number): Promise<void> {
    const {backend, draw, say} = this.tools;
    this.forget();
    const opened = await backend.call('open', inputs);
    if (turn !== this.turn) return;
    this.opened = opened;
    this.faults = opened.problems;
    const json = async <T>(question: string, options: object, what: string): Promise<T | null> => {
      const answer = await backend.call('ask', question, {format: 'json', ...options}, what);
      return answer.output.startsWith('{') ? JSON.parse(answer.output) as T : null;
    };
    const {modules} = opened;
    if (modules.length === 1) {
      // The report of the only module is asked for first.
      if (!this.state.view) this.set({view: 'report'});
      else draw();
    }
    if (modules.length) this.summary = await json<Summary>('summary', {}, 'adding up');
    if (!this.summary?.rows.length) {
      // Messages, and texts of which no report can be made.
      this.shown = await json<Shown>('show', {}, 'looking for messages');
      const answer = await backend.call('ask', 'show', {format: 'text'}, 'reading');
      this.shownText = answer.code === 2 ? '' : answer.output;
      if (answer.code === 2) this.faults = [...this.faults, ...answer.messages.map(problem => ({path: '', problem}))];
    }
    if (turn !== this.turn) return;
    const {rows = []} = this.summary ?? {};
    const missing = this.state.view === 'compare' && this.choices().length < 2;
    if (!this.state.view || missing) this.set({view: rows.length > 1 ? 'modules' : rows.length || this.tells() ? 'report' : 'findings'});
    else if (!rows.length && !this.tells() && this.state.view === 'report') this.set({view: 'findings'});
    draw();
    say(`${plural(this.summary?.modules ?? 0, 'module')} read`);
    this.validated = await json<Validated>('validate', {}, 'checking');
    draw();
  }
  private tells(): boolean {
    return Boolean(this.shown?.messages?.length || this.shownText);
  }

  // --- answers ---

  // Questions about modules are asked once.
  ask(question: string, options: object, what: string): Promise<Answer> {
    return this.once(`${question} ${JSON.stringify(options)}`, () => this.tools.backend.call('ask', question, {...options}, what), what);
  }
  once<T>(key: string, make: () => Promise<T>, what: string): Promise<T> {
    let found = this.answers.get(key) as Promise<T> | undefined;
    if (!found) {
      this.tools.working(what);
      found = make().finally(() => {
        if (!this.busy) this.tools.working(null);
      });
      found.catch(() => this.answers.delete(key));
      this.answers.set(key, found);
    }
    return found;
  }
  source(path: string): Promise<TextSource> {
    let found = this.sources.get(path);
    if (!found) {
      const made = this.made.get(path);
      found = made ? made.arrayBuffer().then(bytes => new TextSource(path, made, lineStarts(new Uint8Array(bytes))))
        : this.tools.backend.call('text', path).then(({blob, starts}) => new TextSource(path, blob, starts));
      found.catch(() => this.sources.delete(path));
      this.sources.set(path, found);
    }
    return found;
  }

  rowOf(module: Module): SummaryRow | undefined {
    return this.summary?.rows.find(row => this.moduleOf(row) === module);
  }
  // The texts of a log have its path, and names of their own.
  moduleOf(row: SummaryRow): Module | undefined {
    const there = this.opened.modules.filter(module => module.path === row.path);
    return there.find(module => module.name === row.name) ?? there[0];
  }
  // Modules, the largest first. What has no total comes last: copies of others, messages, texts that are refused.
  modules(): Module[] {
    const total = (module: Module) => this.rowOf(module)?.total ?? -1;
    return [...this.opened.modules].sort((a, b) => total(b) - total(a) || a.index - b.index);
  }
  module(): Module | undefined {
    return this.opened.modules[this.state.module] ?? this.modules()[0];
  }
  // What can be compared.
  choices(): Module[] {
    const copies = this.summary?.rows.some(row => row.copies > 1);
    return this.modules().filter(module => copies || this.rowOf(module));
  }
  // Folders with modules, if there are several.
  folders(): string[] {
    const all = new Set(this.choices().map(module => module.path.split('/').slice(0, -1).join('/')).filter(Boolean));
    return all.size > 1 ? [...all].sort() : [];
  }
}
