// The views of the page. Each makes its elements from the app, and is rebuilt when its data changes.
import type {Finding, Message, Shown} from './answers';
import type {App} from './app';
import {Cancelled} from './backend';
import {button, foreign, grow, make, option, prose, type Part} from '../../../src/render/page/dom';
import {human, inGiB, parsed, plural} from '../../../src/render/page/size';
import {bytesOf, filtered, numberOf, table, textOf, type Column} from '../../../src/render/page/table';
import {TextView, type Place} from './text_view';
import type {Converted, Module, Side} from './worker';
import type {SummaryRow} from './answers';

const LIMITS = ['8GiB', '16GiB', '24GiB', '32GiB', '40GiB', '48GiB', '80GiB', '96GiB', '141GiB', '192GiB'];

const MOST_MESSAGES = 20; // beside a report

const whyOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
const field = (text: string, control: HTMLElement): HTMLElement => make('label.field', make('span', text), control);

function failed(fault: unknown): HTMLElement {
  return make('p.lack', fault instanceof Cancelled ? 'Cancelled.' : foreign(onPage(whyOf(fault))));
}

// Messages of the command advise other commands; here something else is to be done.
const onPage = (text: string): string => text.replace(/^ballast(?: \w+)?: /gm, '').replace(/then\s+`ballast\s+(?:show|report)\s+DIR`/g, 'then add the folder DIR here')
  .replace(/`ballast show LOG`/g, 'add the log here').replace(/look for the text with `ballast extract`/g, 'add the whole log, from which the text is taken')
  .replace(/`ballast era` shows[^.]*/g, '').replace(/ or, with `--audit`, by any amount/g, '').replace(/; *$/gm, '');

// --- device memory ---

function limitField(app: App): HTMLElement {
  const {limit} = app.state;
  const other = app.otherLimit || Boolean(limit && !LIMITS.includes(limit));
  const size = make('input', {type: 'text', 'aria-label': 'other size of device memory, in GiB without a unit', value: limit, size: 9,
    placeholder: '15.75', change: () => set(inGiB(size.value))});
  const set = (wanted: string): void => {
    app.otherLimit = false;
    app.set({limit: wanted});
  };
  const select = make('select', {'aria-label': 'device memory', change: () => {
    if (select.value !== 'other') return set(select.value);
    // The answer for the size before would stand beside it.
    app.otherLimit = true;
    app.set({limit: ''});
    document.querySelector<HTMLElement>('.other input')?.focus();
  }}, option('', 'not set'), LIMITS.map(one => option(one, one.replace('GiB', ' GiB'))), option('other', 'other …'));
  select.value = other ? 'other' : limit;
  return make('span.field', field('device memory', select),
    other && make('span.other', size, ' ', button(() => set(inGiB(size.value)), 'Set'), make('span.hint', ' in GiB, unless you add a unit such as MiB')));
}

// --- modules ---

export function modulesView(app: App): HTMLElement {
  const limit = parsed(app.state.limit);
  const rows = app.summary?.rows ?? [];
  const open = (row: SummaryRow) => app.set({view: 'report', module: app.moduleOf(row)?.index ?? -1});
  const nameOf = (row: SummaryRow) => {
    const module = app.moduleOf(row);
    return (module && app.labelOf(module)) || row.name || row.path;
  };
  const donatable = (row: SummaryRow) => row.donatable
    ? make('span', {title: `${row.donatable} bytes`}, human(row.donatable)) : app.moduleOf(row)?.report ? 'unknown' : 'none';
  const fits = (row: SummaryRow) => row.total > limit! ? make('span.error', `no, ${human(row.total - limit!)} over`)
    : row.missing ? make('span.error', 'unknown: incomplete') : make('span.fits', 'yes');
  const columns: Column<SummaryRow>[] = [
    bytesOf('total', row => row.total),
    {...textOf<SummaryRow>('name', nameOf, 'wide tail'), main: true, show: row => make('button.plain', {type: 'button', click: () => open(row)}, foreign(nameOf(row)))},
    ...limit ? [{title: 'fits', of: row => limit - row.total, show: fits, headed: true} satisfies Column<SummaryRow>] : [],
    bytesOf('arguments', row => row.arguments), bytesOf('outputs', row => row.outputs), bytesOf('shared', row => row.shared),
    bytesOf('temporary', row => row.temporaries), {...bytesOf('donatable', (row: SummaryRow) => row.donatable), show: donatable},
    {...textOf('largest', row => row.largest ?? '', 'wide'), headed: true}, {...textOf('module', row => row.number ?? ''), headed: true},
    numberOf('copies', row => row.copies), {...textOf('path', row => row.path, 'mono tail'), headed: true},
  ];
  const kept = columns.filter(column => ['total', 'name', 'fits', 'donatable', 'path'].includes(column.title) ||
    rows.some(row => column.title === 'copies' ? row.copies > 1 : Boolean(column.of!(row))));
  const {in_other_spaces: others = 0, without_allocations: empty = 0} = app.summary ?? {};
  return make('section', {'aria-labelledby': 'modules-title'}, make('h2', {id: 'modules-title'}, app.summary ? plural(app.summary.modules, 'module') : 'Modules'),
    make('div.tools', limitField(app), app.choices().length > 1 && button(() => app.set({view: 'compare'}), 'Compare two …')),
    rows.length ? filtered(rows, row => [nameOf(row), row.path, row.number ?? '', row.largest ?? ''],
      table({name: 'modules by total allocated', columns: kept, rows, first: 500}), 'module') : make('p', app.summary ? 'No module has allocations.' : 'Reading …'),
    make('p.hint', 'Totals of memory space 0, the main memory of the device. Total = arguments + outputs + constants + temporary − shared. ',
      'Donatable: what donation would lower the peak by.', ignoredHint(app), others > 0 && ` Other memory spaces are in use in ${plural(others, 'module')}.`,
      empty > 0 && ` ${plural(empty, 'module')} without allocations.`));
}

// Files that nothing is said about elsewhere.
function ignoredHint(app: App): string | false {
  const {ignored} = app.opened;
  return ignored.length > 0 && ` ${plural(ignored.length, 'file')} ${ignored.length === 1 ? 'is neither a dump nor a log' : 'are neither dumps nor logs'}: see Findings.`;
}

// --- the report of a module ---

// The page of `ballast report`, in a frame: it brings its own styles, script and policy.
function frame(app: App, title: string): {element: HTMLIFrameElement; show: (html: string) => void} {
  const element = make('iframe', {title, hidden: true});
  return {element, show: html => {
    element.hidden = false;
    element.addEventListener('load', () => {
      const inside = element.contentDocument, theme = inside?.querySelector<HTMLButtonElement>('.theme');
      if (inside) inside.documentElement.dataset.host = 'page';
      if (inside && inside.documentElement.dataset.theme !== document.documentElement.dataset.theme) theme?.click();
      theme?.setAttribute('hidden', '');
      if (element.contentWindow) app.tools.accept(element.contentWindow);
      // Links into the report would lead to this page, whose address is their base.
      inside?.addEventListener('click', event => {
        const link = (event.target as Element).closest('a[href^="#"]');
        if (!link) return;
        event.preventDefault();
        inside.defaultView!.location.hash = link.getAttribute('href')!;
      });
      element.dataset.ready = 'yes';
    });
    element.srcdoc = html;
  }};
}

function messageView(message: Message): HTMLElement {
  const sizes = Object.entries(message.sizes);
  return make('article.message', make('h3', foreign(`${message.source}: ${message.verdict}`)),
    sizes.length > 0 && make('dl', sizes.map(([key, size]) => [make('dt', foreign(key)), make('dd', {title: `${size} bytes`}, human(size))])),
    message.advice.length > 0 && make('ul', message.advice.map(one => make('li', prose(onPage(one))))),
    make('p.hint', foreign(`${message.path}, line ${message.line}`)));
}

function moduleField(app: App): HTMLElement | false {
  const modules = app.modules();
  if (modules.length < 2) return false;
  const select = make('select', {'aria-label': 'module', change: () => app.set({module: Number(select.value)})},
    modules.map(one => option(one.index, app.labelOf(one))));
  select.value = String(app.module()!.index);
  return field('module', select);
}

// What `show` says of texts without a report. Texts with buffers can have messages beside them.
function toldView(shown: Shown | null, text: string): Part[] {
  const messages = shown?.spaces || shown?.tpu ? [] : shown?.messages ?? [];
  return messages.length ? messages.map(messageView) : [text && make('pre.losses', foreign(onPage(text)))];
}

async function shownOf(app: App, module: Module): Promise<Shown | null> {
  const {output} = await app.ask('show', {module: module.index, format: 'json'}, 'reading');
  return output.startsWith('{') ? JSON.parse(output) as Shown : null;
}

// Those with the same words once, failures first.
function different(messages: Message[]): Message[] {
  const seen = new Set<string>();
  const once = messages.filter(({verdict}) => !seen.has(verdict) && seen.add(verdict));
  return [...once.filter(one => one.failure), ...once.filter(one => !one.failure)].slice(0, MOST_MESSAGES);
}

async function withoutReport(app: App, module: Module, problem: string): Promise<Part[]> {
  const shown = await shownOf(app, module);
  const text = await app.ask('show', {module: module.index, format: 'text'}, 'reading');
  const told = toldView(shown, text.code === 2 ? '' : text.output || text.messages.join('\n'));
  return told.some(Boolean) ? told : [failed(new Error(problem))];
}

function fitView(app: App, module: Module): HTMLElement | false {
  const limit = parsed(app.state.limit), row = app.rowOf(module);
  const size = app.state.limit.replace(/(\d)([A-Z])/i, '$1 $2');
  if (!app.state.limit || (limit !== null && !row)) return false;
  if (limit === null) return make('output.answer error', foreign(`${app.state.limit} is not a size: write 15.75 or 16384MiB`));
  if (row!.total <= limit && row!.missing)
    return make('output.answer error', `Whether it fits in ${size} cannot be decided, because the dump is incomplete: at least ${human(row!.total)} allocated.`);
  return row!.total <= limit ? make('output.answer fits', `It fits in ${size}.`)
    : make('output.answer error', `It does not fit in ${size}: ${human(row!.total)} allocated, ${human(row!.total - limit)} too much`,
      row!.largest ? foreign(`; the largest part is ${human(row!.largest_bytes ?? 0)} for ${row!.largest}.`) : '.');
}

export function reportView(app: App): HTMLElement {
  const module = app.module();
  const rows = app.summary?.rows.length ?? 0;
  // Without totals, all that was read is told together.
  if (!module || (app.summary && !rows)) {
    return make('section', {'aria-labelledby': 'report-title'}, make('h2', {id: 'report-title'}, 'Report'),
      app.shown || app.shownText ? toldView(app.shown, app.shownText)
        : make('p', 'Add the *-buffer-assignment.txt of the same module, or the log of its error: nothing here says how much memory is needed.'));
  }
  const beside = make('div.beside');
  const {element, show} = frame(app, `report of ${module.name || module.path}`);
  const whole = make('section.whole', {'aria-label': 'report'},
    make('div.tools', moduleField(app), limitField(app), make('div', {'aria-live': 'polite'}, fitView(app, module))), beside, element);
  const limit = parsed(app.state.limit);
  app.ask('report', {module: module.index, ...limit !== null && limit < 2 ** 53 && {limit}}, 'making the report').then(async answer => {
    // What is refused has a line of text instead of a page.
    if (answer.output.startsWith('<')) return show(answer.output);
    const told = await withoutReport(app, module, answer.messages.join('\n') || answer.output);
    element.remove();
    grow(whole, told);
  }).catch(fault => element.replaceWith(failed(fault)));
  // Of a log: what it says besides. The report comes first.
  if (module.paths[0]?.startsWith(`${module.path}/`)) {
    shownOf(app, module).then(shown => grow(beside, different(shown?.messages ?? []).map(message => {
      const full = messageView(message);
      return make('details', make('summary', full.querySelector('h3')!), full);
    })), () => undefined);
  }
  return whole;
}

// --- two modules, or two folders ---

const sideOf = (said: string): Side => (said.startsWith('f:') ? {folder: said.slice(2)} : {module: Number(said.slice(2))});

// Two modules of one name, else two of one kind: a log says less than a dump.
function pairOf(modules: Module[]): Module[] {
  const like = (of: (module: Module) => unknown): Module[] | undefined => {
    for (const one of modules) {
      const same = modules.filter(other => of(other) === of(one));
      if (same.length > 1) return same.slice(0, 2);
    }
    return undefined;
  };
  return like(one => (one.report || !one.name ? one : one.name)) ?? like(one => one.report) ?? modules;
}

export function compareView(app: App): HTMLElement {
  const modules = app.choices(), folders = app.folders();
  const choices = [...folders.map(folder => `f:${folder}`), ...modules.map(module => `m:${module.index}`)];
  const [first, second] = folders.length === 2 && modules.length > 2 ? choices : pairOf(modules).map(module => `m:${module.index}`);
  const {opened} = app;
  const moduleAt = (choice = ''): Module | undefined => opened.modules[(sideOf(choice) as {module: number}).module];
  // XLA numbers modules as it compiles them. Names can say it, too.
  const later = Number(moduleAt(first)?.number || NaN) - Number(moduleAt(second)?.number || NaN);
  const swap = later ? later > 0 : /after|new/i.test(nameOf(first)) && /before|old/i.test(nameOf(second));
  function nameOf(choice = ''): string {
    const side = sideOf(choice);
    return 'folder' in side ? `${side.folder}/` : opened.modules[side.module] ? app.labelOf(opened.modules[side.module]!) : '';
  }
  // With what tells modules of one name apart.
  function labelOf(choice: string): string {
    const module = moduleAt(choice), total = module && app.rowOf(module)?.total;
    return [nameOf(choice), total !== undefined && human(total), module?.number && `module ${module.number}`].filter(Boolean).join(' · ');
  }
  const valid = (choice: string, other = '') => (choices.includes(choice) ? choice : other);
  const before = valid(app.state.before, swap ? second : first), after = valid(app.state.after, swap ? first : second);
  const select = (name: 'before' | 'after', value: string) => {
    const made = make('select', {'aria-label': name, change: () => app.set({[name]: made.value})}, choices.map(choice => option(choice, labelOf(choice))));
    made.value = value;
    return made;
  };
  const {element, show} = frame(app, 'what changed');
  const whole = make('section.whole', {'aria-label': 'compare'}, make('div.tools', field('before', select('before', before)),
    field('after', select('after', after)), button(() => app.set({before: after, after: before}), 'Swap')),
    make('p.hint', `Choose ${folders.length ? 'two modules or two folders' : 'two modules'}: the one before a change, and the one after it.`), element);
  if (before === after) element.replaceWith(make('p', 'Choose two different modules.'));
  else app.once(`compare ${before} ${after}`, () => app.tools.backend.call('compare', sideOf(before), sideOf(after), `${nameOf(before)} → ${nameOf(after)}`), 'comparing')
    .then(show, fault => element.replaceWith(failed(fault)));
  return whole;
}

// --- findings ---

const MOST_FINDINGS = 1000;
const NOTHING = 'Nothing was checked: add a folder that XLA wrote with XLA_FLAGS=--xla_dump_to=DIR, or the log of an out-of-memory error.';

export function findingsView(app: App): HTMLElement {
  const {validated} = app;
  const title = make('h2', {id: 'findings-title'}, 'Findings');
  const {ignored} = app.opened;
  const others = ignored.length > 0 && make('details', make('summary', `${plural(ignored.length, 'other file')} in the folders: neither dumps nor logs`),
    make('ul.ignored', ignored.slice(0, MOST_FINDINGS).map(path => make('li', foreign(path)))),
    ignored.length > MOST_FINDINGS && make('p.hint', `${ignored.length - MOST_FINDINGS} more`));
  if (!validated) {
    return make('section', {'aria-labelledby': 'findings-title'}, title,
      make('p', app.busy ? 'Checking …' : NOTHING), !app.busy && others);
  }
  const {errors, warnings, notes, files} = validated.summary;
  const unreadable = validated.files.filter(file => file.unreadable !== undefined);
  const all = validated.files.flatMap(file => (file.findings ?? []).map(finding => ({path: file.path, finding})));
  const line = ({path, finding}: {path: string; finding: Finding}): HTMLElement => make('li',
    make('button.plain', {type: 'button', click: () => app.set({view: 'text', file: path, line: finding.begin.line})},
      make(`strong.${finding.severity}` as 'strong', finding.severity), ': ', adviceFor(finding) ?? foreign(finding.message)),
    adviceFor(finding) && make('div.where', foreign(finding.message)),
    make('div.where', foreign(`${path}, line ${finding.begin.line}, column ${finding.begin.column}`), ` [${finding.id}]`),
    !adviceFor(finding) && app.tools.meaning(finding.id) && make('div.hint', prose(onPage(app.tools.meaning(finding.id)!))),
    !adviceFor(finding) && finding.hint && make('div.hint', prose(onPage(finding.hint))));
  return make('section', {'aria-labelledby': 'findings-title'}, title,
    make('p', `${plural(files, 'file')}: ${plural(errors, 'error')}, ${plural(warnings, 'warning')}, ${plural(notes, 'note')}.`,
      !files ? ` ${NOTHING}` : !all.length && !unreadable.length && ' Everything that was read is complete and consistent.'),
    unreadable.length > 0 && make('ul.findings', unreadable.slice(0, MOST_FINDINGS).map(file => make('li',
      make('strong.error', 'unreadable'), ': ', foreign(file.unreadable!), make('div.where', foreign(file.path))))),
    make('ul.findings', all.slice(0, MOST_FINDINGS).map(line)),
    all.length > MOST_FINDINGS && make('p.hint', `${all.length - MOST_FINDINGS} more`), others);
}

// What a newcomer needs before the words of the reader.
const ADVICE: Record<string, string> = {
  not_a_dump: 'This is not one of XLA’s texts: add a *-buffer-assignment.txt or a *-memory-usage-report.txt from a folder of dumps, or a log.',
  empty_input: 'This file is empty: check that the program that writes it has finished, and add it again.',
  truncated: 'The end of this file is missing, so it is not read: copy it again, or make the dump again.',
};
const adviceFor = ({id}: Finding): string | undefined => (Object.hasOwn(ADVICE, id) ? ADVICE[id] : undefined);

// --- the text of a file ---

export class TextPart {
  readonly element: HTMLElement;
  private readonly view: TextView;
  private readonly select: HTMLSelectElement;
  private shown = '';

  constructor(private readonly app: App) {
    this.view = new TextView(app.tools.highlighter, app.tools.explainer);
    this.select = make('select', {'aria-label': 'file', change: () => app.set({file: this.select.value, line: 0})});
    this.element = make('section.whole', {'aria-label': 'text'}, make('div.tools', field('file', this.select)), this.view.element);
  }

  draw(): void {
    const {app} = this, {state} = app;
    const paths = [...app.inputs.map(input => input.path), ...app.made.keys()];
    // A text of a log has the path of the log before its own.
    const own = app.module()?.paths[0] ?? '';
    const path = paths.includes(state.file) ? state.file : paths.find(one => one === own || own.startsWith(`${one}/`)) ?? paths[0] ?? '';
    if (this.select.childElementCount !== paths.length || this.select.lastElementChild?.textContent !== paths.at(-1))
      this.select.replaceChildren(...paths.map(one => option(one, one)));
    this.select.value = path;
    if (path) void this.show(path, state.line);
  }

  private async show(path: string, line: number): Promise<void> {
    const findings = this.app.validated?.files.filter(file => file.path === path).flatMap(file => file.findings ?? []) ?? [];
    const key = `${path}\n${line}\n${findings.length}`;
    if (key === this.shown) return;
    const moved = !this.shown.startsWith(`${path}\n${line}\n`);
    this.shown = key;
    try {
      const source = await this.app.source(path);
      // Offsets are those in a text of a log, lines and columns those in the log.
      const places = await Promise.all(findings.map(async ({begin, end, severity, message, id}): Promise<Place> =>
        ({begin: await source.offset(begin.line, begin.column), end: await source.offset(end.line, end.column), severity, message, id})));
      this.view.show(source, places);
      const first = findings.findIndex(one => one.begin.line === line);
      if (moved && line > 0) this.view.go(first >= 0 ? places[first]!.begin : source.begin(Math.min(line, source.lines) - 1));
    } catch (fault) {
      this.shown = '';
      this.view.failed(fault);
    }
  }
  state() {
    return this.view.state();
  }
}

// --- what can be saved as a file ---

export function save(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  make('a', {href: address, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

interface Output {
  title: string;
  says: string;
  ending: string;
  question: string;
  options?: object;
}
const outputs: Output[] = [
  {title: 'Report', says: 'the page with pictures', ending: '.html', question: 'report'},
  {title: 'Heap', says: 'the picture of the heap as SVG', ending: '.svg', question: 'report', options: {svg: true}},
  {title: 'Spreadsheet', says: 'CSV: all values with their live ranges', ending: '.csv', question: 'export', options: {to: 'csv'}},
  {title: 'pprof', says: 'what is in use at the peak, for go tool pprof', ending: '.pb.gz', question: 'export', options: {to: 'pprof'}},
  {title: 'Trace', says: 'for Perfetto or Chrome', ending: '.trace.json', question: 'export', options: {to: 'trace'}},
  {title: 'Text', says: 'the tables as plain text', ending: '.txt', question: 'show', options: {format: 'text', verbose: true}},
  {title: 'Markdown', says: 'for an issue or a pull request', ending: '.md', question: 'show', options: {format: 'markdown'}},
  {title: 'Figures', says: 'JSON: all numbers of the report', ending: '.show.json', question: 'show', options: {format: 'json'}},
  {title: 'Tree', says: 'JSON: everything that the text says', ending: '.tree.json', question: 'json'},
  {title: 'Findings', says: 'SARIF, for code scanning', ending: '.sarif', question: 'validate', options: {format: 'sarif'}},
];

const VERSIONS = 'A release such as jaxlib-0.6.0, a day such as 2025-06-01, or an era such as D16: the list has all releases and eras.';

export function saveView(app: App): HTMLElement {
  const module = app.module();
  if (!module) return make('section', {'aria-labelledby': 'save-title'}, make('h2', {id: 'save-title'}, 'Save'), make('p', 'There is no module.'));
  const name = (module.name || module.path.split('/').at(-1) || 'module').replace(/[^\w.-]+/g, '_');
  const said = make('output.answer', {'aria-live': 'polite'});
  const saved = (blob: Blob, file: string): void => {
    save(blob, file);
    said.replaceChildren(make('p.fits', 'Saved: ', foreign(file), ` (${human(blob.size)})`));
  };
  const make_one = async (output: Output): Promise<void> => {
    said.textContent = '';
    results.replaceChildren();
    try {
      const blob = output.question === 'export' ? await app.tools.backend.call('exported', (output.options as {to: string}).to, {module: module.index}) : null;
      if (blob) return saved(blob, name + output.ending);
      const answer = await app.ask(output.question, {module: module.index, ...output.options}, `making ${output.title}`);
      if (answer.code > (output.question === 'validate' ? 1 : 0)) throw new Error([...answer.messages, answer.output].join('\n').trim() || 'there is no answer');
      saved(new Blob([answer.output]), name + output.ending);
    } catch (fault) {
      said.replaceChildren(failed(fault));
    }
  };
  const era = make('input', {type: 'text', list: 'eras', value: app.state.era, 'aria-label': 'XLA version: a release, a day or an era', placeholder: 'jaxlib-0.6.0', size: 20});
  const results = make('div', {'aria-live': 'polite'});
  const convert = async (): Promise<void> => {
    const wanted = era.value.trim();
    if (!wanted) return era.focus();
    said.textContent = '';
    app.state = {...app.state, era: wanted};
    results.replaceChildren(make('p', 'Converting …'));
    try {
      const made = await app.once(`convert ${module.index} ${wanted}`, () => app.tools.backend.call('convert', wanted, {module: module.index}), 'converting');
      results.replaceChildren();
      grow(results, converted(app, made, wanted));
    } catch (fault) {
      results.replaceChildren(failed(fault), / is not an era/.test(whyOf(fault)) ? make('p.hint', VERSIONS) : '');
    }
  };
  return make('section', {'aria-labelledby': 'save-title'}, make('h2', {id: 'save-title'}, 'Save'),
    make('div.tools', moduleField(app)),
    make('ul.outputs', outputs.map(output => make('li', button(() => void make_one(output), make('strong', output.title), make('small', prose(output.says)))))),
    said, make('h3', 'Convert to another XLA version'), make('p.hint', VERSIONS),
    make('form.tools', {submit: (event: Event) => {
      event.preventDefault();
      void convert();
    }}, field('version', era), make('datalist', {id: 'eras'}, app.tools.eras.map(one => option(one.name, one.says))),
    make('button', {type: 'submit'}, 'Convert')), results);
}

function converted(app: App, {files, losses, missing}: Converted, era: string): Part[] {
  return [
    losses.length > 0 && [make('p', `${plural(losses.length, 'feature')} could not be derived exactly:`),
      make('pre.losses', losses.map(loss => make('div', foreign(`${loss.kind}: ${loss.what}, ${loss.file}${loss.line ? `:${loss.line}` : ''}`),
        loss.count > 1 && ` (${plural(loss.count, 'place')})`)))],
    missing.map(one => make('p.lack', foreign(`${one.kind}: ${one.why}`))),
    files.map(file => {
      const blob = new Blob([file.text]), name = file.name.split('/').at(-1)!;
      return make('p.tools', make('span', foreign(name), make('span.hint', ` ${file.kind}, ${human(blob.size)}`)), button(() => {
        const path = `${era}: ${name}`;
        app.made.set(path, blob);
        app.set({view: 'text', file: path, line: 0});
      }, 'Show'), button(() => save(blob, name), 'Save'));
    }),
  ];
}
