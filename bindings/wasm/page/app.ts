// What the views share: inputs, answers, and the state in the address.
import type {Shown, Summary, SummaryRow, Validated} from './answers';
import {Backend, Cancelled} from './backend';
import type {Explainer} from './explain';
import type {Highlighter} from './highlight';
import {isArchive} from './archive';
import {joined} from './inputs';
import {initial, read, written, type State} from './state';
import {plural} from '../../../src/render/page/size';
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

// Modules and rows of the summary by each other, and what modules are called.
interface Links {
  opened: Opened;
  summary: Summary | null;
  modules: Map<SummaryRow, Module>;
  rows: Map<Module, SummaryRow>;
  labels: Map<Module, string>;
  sorted: Module[];
}

function linksOf(opened: Opened, summary: Summary | null): Links {
  // The texts of a log have its path, and names of their own.
  const byPath = new Map<string, Module>(), byName = new Map<string, Module>();
  const keyOf = ({path, name}: {path: string; name: string}) => JSON.stringify([path, name]);
  for (const module of opened.modules) {
    if (!byPath.has(module.path)) byPath.set(module.path, module);
    if (!byName.has(keyOf(module))) byName.set(keyOf(module), module);
  }
  const modules = new Map<SummaryRow, Module>(), rows = new Map<Module, SummaryRow>();
  for (const row of summary?.rows ?? []) {
    const module = byName.get(keyOf(row)) ?? byPath.get(row.path);
    if (!module) continue;
    modules.set(row, module);
    if (!rows.has(module)) rows.set(module, row);
  }
  // The largest first. Modules without a total come last: copies of others, messages, texts that are refused.
  const total = (module: Module) => rows.get(module)?.total ?? -1;
  const sorted = [...opened.modules].sort((a, b) => total(b) - total(a) || a.index - b.index);
  return {opened, summary, modules, rows, labels: labelsOf(opened.modules), sorted};
}

// The name; if several modules have it, also the folder, or the number, or both; the path if that is not enough.
function labelsOf(modules: Module[]): Map<Module, string> {
  const folderOf = ({path}: Module) => path.split('/').slice(0, -1).join('/') || '.';
  const additions = [() => '', folderOf, ({number}: Module) => number, (one: Module) => `${folderOf(one)}, ${one.number}`];
  const keyOf = (module: Module, which: number) => JSON.stringify([which, module.name, additions[which]!(module)]);
  const counts = new Map<string, number>();
  for (const module of modules)
    for (const which of additions.keys()) counts.set(keyOf(module, which), (counts.get(keyOf(module, which)) ?? 0) + 1);
  const labelOf = (module: Module): string => {
    const which = [...additions.keys()].find(one => counts.get(keyOf(module, one)) === 1);
    if (!module.name || which === undefined) return module.path;
    return which === 0 ? module.name : `${module.name} (${additions[which]!(module)})`;
  };
  return new Map(modules.map(module => [module, labelOf(module)]));
}

const nothing = (): Opened => ({modules: [], notices: [], problems: [], files: 0, ignored: []});

const FIRST = 250; // files of the first portion

export class App {
  inputs: Input[] = [];
  opened: Opened = nothing();
  otherLimit = false; // another size of device memory is being typed
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
  private linked = linksOf(this.opened, null);

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

  // Inputs that are added while others are read wait for them.
  add(inputs: Input[]): Promise<void> {
    this.added = this.added.catch(() => undefined).then(() => this.join(inputs));
    return this.added;
  }
  private added: Promise<void> = Promise.resolve();
  private async join(dropped: Input[]): Promise<void> {
    ++this.reads;
    const {inputs, problems} = dropped.some(one => isArchive(one.path)) ? await this.tools.backend.call('unpack', dropped) : {inputs: dropped, problems: []};
    const fresh = joined(this.inputs, inputs);
    if (!fresh.length) {
      this.faults = [...this.faults, ...problems];
      if (problems.length) this.tools.draw();
      return this.tools.say(problems[0]?.problem ?? (inputs.length ? 'these files are here already' : 'nothing to read'));
    }
    const before = this.inputs;
    this.inputs = [...before, ...fresh];
    await this.run(fresh, before, problems);
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
    // Only a question was cancelled, but the worker with the files is gone.
    if (!busy) void this.tools.backend.start().then(() => this.run(this.inputs, []));
  }

  // Reads inputs. If that is cancelled or fails, those before are read again by a new worker.
  private async run(inputs: Input[], before: Input[], faults: App['faults'] = []): Promise<void> {
    const turn = ++this.turn;
    const {backend, draw, say, working} = this.tools;
    this.busy = true;
    working('reading');
    draw();
    try {
      await this.read(inputs, turn, faults);
    } catch (fault) {
      if (turn !== this.turn) return;
      const why = fault instanceof Error ? fault.message : String(fault);
      say(why);
      backend.end();
      await backend.start();
      this.empty();
      this.inputs = before;
      this.faults = fault instanceof Cancelled ? [] : [{path: '', problem: why}];
      if (before.length) await this.run(before, [], this.faults);
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
    this.opened = nothing();
    this.otherLimit = false;
  }
  private forget(): void {
    this.answers.clear();
    this.sources.clear();
    this.summary = this.shown = this.validated = null;
    this.shownText = '';
  }

  // Reads inputs and asks what every view needs; the first answer is shown before the next question.
  private async read(inputs: Input[], turn: number, faults: App['faults']): Promise<void> {
    const {backend, draw, say} = this.tools;
    this.forget();
    const problems: App['faults'] = [...faults];
    const json = async <T>(question: string, options: object, what: string): Promise<T | null> => {
      const answer = await backend.call('ask', question, {format: 'json', ...options}, what);
      return answer.output.startsWith('{') ? JSON.parse(answer.output) as T : null;
    };
    // Many files come in portions, so that the first modules are there early.
    let opened = nothing();
    for (let from = 0, portion = FIRST; ; from += portion, portion = 8 * FIRST) {
      opened = await backend.call('open', inputs.slice(from, from + portion));
      if (turn !== this.turn) return;
      problems.push(...opened.problems);
      this.opened = opened;
      this.faults = problems;
      if (from + portion >= inputs.length) break;
      this.summary = await json<Summary>('summary', {}, 'adding up');
      if (!this.state.view && this.summary?.rows.length) this.set({view: 'modules'});
      else draw();
      say(`${plural(from + portion, 'file')} of ${inputs.length} read`);
    }
    const {modules} = opened;
    if (!opened.files) {
      // Only files that cannot be read, or that are no dumps.
      this.set({view: 'findings'});
      return say('nothing was read');
    }
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
      this.shownText = answer.code === 2 ? '' : answer.output || answer.messages.join('\n');
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

  // Made once for what was read: views ask for each of thousands of modules.
  private links(): Links {
    if (this.linked.opened !== this.opened || this.linked.summary !== this.summary) this.linked = linksOf(this.opened, this.summary);
    return this.linked;
  }
  rowOf(module: Module): SummaryRow | undefined {
    return this.links().rows.get(module);
  }
  moduleOf(row: SummaryRow): Module | undefined {
    return this.links().modules.get(row);
  }
  labelOf(module: Module): string {
    return this.links().labels.get(module) ?? module.path;
  }
  modules(): Module[] {
    return this.links().sorted;
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
