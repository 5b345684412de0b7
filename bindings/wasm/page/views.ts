// The views of the page. Each makes its elements from the app, and is rebuilt when its data changes.
import type {Finding, Message, Shown} from './answers';
import type {App} from './app';
import {Cancelled} from './backend';
import {button, foreign, grow, make, option, prose, type Part} from './dom';
import {bytesOf, human, plural} from './size';
import {bytes, table, type Column} from './table';
import {TextView, type Place} from './text_view';
import type {Converted, Module, Side} from './worker';
import type {SummaryRow} from './answers';

const LIMITS = ['8GiB', '16GiB', '24GiB', '32GiB', '40GiB', '48GiB', '80GiB', '96GiB', '141GiB', '192GiB'];

const whyOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));
const field = (text: string, control: HTMLElement): HTMLElement => make('label.field', make('span', text), control);

function failed(fault: unknown): HTMLElement {
  return make('p.lack', fault instanceof Cancelled ? 'Cancelled.' : foreign(whyOf(fault)));
}

// --- device memory ---

function limitField(app: App): HTMLElement {
  const {limit} = app.state;
  const known = !limit || LIMITS.includes(limit);
  const other = make('input', {type: 'text', 'aria-label': 'other size of device memory', value: known ? '' : limit, hidden: known, size: 10,
    placeholder: '15.75GiB', change: () => app.set({limit: other.value.trim()})});
  const select = make('select', {'aria-label': 'device memory', change: () => {
    if (select.value === 'other') {
      other.hidden = false;
      other.focus();
    } else app.set({limit: select.value});
  }}, option('', 'not set'), LIMITS.map(one => option(one, one.replace('GiB', ' GiB'))), option('other', 'other …'));
  select.value = known ? limit : 'other';
  return field('device memory', make('span', select, ' ', other));
}

// --- modules ---

export function modulesView(app: App): HTMLElement {
  const limit = bytesOf(app.state.limit);
  const rows = app.summary?.rows ?? [];
  const open = (row: SummaryRow) => app.set({view: 'report', module: app.moduleOf(row)?.index ?? -1});
  const nameOf = (row: SummaryRow) => {
    const module = app.moduleOf(row);
    return (module && app.labelOf(module)) || row.name || row.path;
  };
  const columns: Column<SummaryRow>[] = [
    bytes('total', row => row.total),
    {title: 'name', of: nameOf, kind: 'wide', show: row => make('button.plain', {type: 'button', click: () => open(row)}, foreign(nameOf(row)))},
    ...limit ? [{title: 'fits', of: row => limit - row.total, show: row => row.total > limit
      ? make('span.error', `no, ${human(row.total - limit)} over`) : make('span.fits', 'yes')} satisfies Column<SummaryRow>] : [],
    bytes('arguments', row => row.arguments), bytes('outputs', row => row.outputs), bytes('shared', row => row.shared),
    bytes('temporary', row => row.temporaries), bytes('donatable', row => row.donatable),
    {title: 'largest', of: row => row.largest ?? '', kind: 'wide'},
    {title: 'module', of: row => row.number ?? ''},
    {title: 'copies', of: row => row.copies, right: true},
    {title: 'path', of: row => row.path, kind: 'path'},
  ];
  const kept = columns.filter(column => ['total', 'name', 'fits', 'path'].includes(column.title) ||
    rows.some(row => column.title === 'copies' ? row.copies > 1 : Boolean(column.of(row))));
  const {in_other_spaces: others = 0, without_allocations: empty = 0} = app.summary ?? {};
  return make('section', {'aria-labelledby': 'modules-title'}, make('h2', {id: 'modules-title'}, app.summary ? plural(app.summary.modules, 'module') : 'Modules'),
    make('div.tools', limitField(app), app.choices().length > 1 && button(() => app.set({view: 'compare'}), 'Compare two')),
    rows.length ? table('modules by total allocated', kept, rows) : make('p', app.summary ? 'No module has allocations.' : 'Reading …'),
    make('p.hint', 'Totals of memory space 0, the main memory of the device. Total = arguments + outputs + constants + temporary − shared. ',
      'Donatable: what donation would lower the peak by.', others > 0 && ` Other memory spaces are in use in ${plural(others, 'module')}.`,
      empty > 0 && ` ${plural(empty, 'module')} without allocations.`));
}

// --- the report of a module ---

// The page of `ballast report`, in a frame: it brings its own styles, script and policy.
function frame(app: App, title: string): {element: HTMLIFrameElement; show: (html: string) => void} {
  const element = make('iframe', {title, hidden: true});
  return {element, show: html => {
    element.hidden = false;
    element.addEventListener('load', () => {
      const inside = element.contentDocument, theme = inside?.querySelector<HTMLButtonElement>('.theme');
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
    message.advice.length > 0 && make('ul', message.advice.map(one => make('li', foreign(one)))),
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

// What `show` says of texts without a report.
function toldView(shown: Shown | null, text: string): Part[] {
  const messages = shown?.messages ?? [];
  return messages.length ? messages.map(messageView) : [text && make('pre.losses', foreign(text))];
}

async function withoutReport(app: App, module: Module, problem: string): Promise<Part[]> {
  const json = await app.ask('show', {module: module.index, format: 'json'}, 'reading');
  const text = await app.ask('show', {module: module.index, format: 'text'}, 'reading');
  const told = toldView(json.output.startsWith('{') ? JSON.parse(json.output) as Shown : null, text.code === 2 ? '' : text.output);
  return told.some(Boolean) ? told : [failed(new Error(problem))];
}

function fitView(app: App, module: Module): HTMLElement | false {
  const limit = bytesOf(app.state.limit), row = app.rowOf(module);
  const size = app.state.limit.replace(/(\d)([A-Z])/i, '$1 $2');
  if (!app.state.limit || (limit !== null && !row)) return false;
  if (limit === null) return make('output.answer error', `${app.state.limit} is not a size`);
  return row!.total <= limit ? make('output.answer fits', `It fits into ${size}.`)
    : make('output.answer error', `It does not fit into ${size}: ${human(row!.total)} are allocated, ${human(row!.total - limit)} too much`,
      row!.largest ? foreign(`; the most is ${human(row!.largest_bytes ?? 0)} for ${row!.largest}.`) : '.');
}

export function reportView(app: App): HTMLElement {
  const module = app.module();
  const rows = app.summary?.rows.length ?? 0;
  // Without totals, all that was read is told together.
  if (!module || (app.summary && !rows)) {
    return make('section', {'aria-labelledby': 'report-title'}, make('h2', {id: 'report-title'}, 'Report'),
      app.shown || app.shownText ? toldView(app.shown, app.shownText) : make('p', 'Nothing here has buffers or says how much memory is needed.'));
  }
  const {element, show} = frame(app, `report of ${module.name || module.path}`);
  const whole = make('section.whole', {'aria-label': 'report'},
    make('div.tools', moduleField(app), limitField(app), make('div', {'aria-live': 'polite'}, fitView(app, module))), element);
  const limit = bytesOf(app.state.limit);
  app.ask('report', {module: module.index, ...limit !== null && limit < 2 ** 53 && {limit}}, 'making the report').then(async answer => {
    // What is refused has a line of text instead of a page.
    if (answer.output.startsWith('<')) return show(answer.output);
    const told = await withoutReport(app, module, answer.messages.join('\n') || answer.output);
    element.remove();
    grow(whole, told);
  }).catch(fault => element.replaceWith(failed(fault)));
  return whole;
}

// --- two modules, or two folders ---

const sideOf = (said: string): Side => (said.startsWith('f:') ? {folder: said.slice(2)} : {module: Number(said.slice(2))});

export function compareView(app: App): HTMLElement {
  const modules = app.choices(), folders = app.folders();
  const choices = [...folders.map(folder => `f:${folder}`), ...modules.map(module => `m:${module.index}`)];
  const [first, second] = folders.length === 2 && modules.length > 2 ? choices : modules.map(module => `m:${module.index}`);
  // The order of names is no order of time: `before` comes before `after`.
  const {opened} = app;
  const swap = /after|new/i.test(nameOf(first)) && /before|old/i.test(nameOf(second));
  function nameOf(choice = ''): string {
    const side = sideOf(choice);
    return 'folder' in side ? `${side.folder}/` : opened.modules[side.module] ? app.labelOf(opened.modules[side.module]!) : '';
  }
  const valid = (choice: string, other = '') => (choices.includes(choice) ? choice : other);
  const before = valid(app.state.before, swap ? second : first), after = valid(app.state.after, swap ? first : second);
  const select = (name: 'before' | 'after', value: string) => {
    const made = make('select', {'aria-label': name, change: () => app.set({[name]: made.value})}, choices.map(choice => option(choice, nameOf(choice))));
    made.value = value;
    return made;
  };
  const {element, show} = frame(app, 'what changed');
  const whole = make('section.whole', {'aria-label': 'compare'}, make('div.tools', field('before', select('before', before)),
    field('after', select('after', after)), button(() => app.set({before: after, after: before}), 'Swap')), element);
  if (before === after) element.replaceWith(make('p', 'Choose two different modules.'));
  else app.once(`compare ${before} ${after}`, () => app.tools.backend.call('compare', sideOf(before), sideOf(after), `${nameOf(before)} → ${nameOf(after)}`), 'comparing')
    .then(show, fault => element.replaceWith(failed(fault)));
  return whole;
}

// --- findings ---

const MOST_FINDINGS = 1000;

export function findingsView(app: App): HTMLElement {
  const {validated} = app;
  const title = make('h2', {id: 'findings-title'}, 'Findings');
  if (!validated) return make('section', {'aria-labelledby': 'findings-title'}, title, make('p', 'Checking …'));
  const {errors, warnings, notes, files} = validated.summary;
  const unreadable = validated.files.filter(file => file.unreadable !== undefined);
  const all = validated.files.flatMap(file => (file.findings ?? []).map(finding => ({path: file.path, finding})));
  const line = ({path, finding}: {path: string; finding: Finding}): HTMLElement => make('li',
    make('button.plain', {type: 'button', click: () => app.set({view: 'text', file: path, line: finding.begin.line})},
      make(`strong.${finding.severity}` as 'strong', finding.severity), ': ', foreign(finding.message)),
    make('div.where', foreign(`${path}, line ${finding.begin.line}, column ${finding.begin.column}`), ` [${finding.id}]`),
    app.tools.meaning(finding.id) && make('div.hint', prose(app.tools.meaning(finding.id)!)),
    finding.hint && make('div.hint', prose(finding.hint)));
  return make('section', {'aria-labelledby': 'findings-title'}, title,
    make('p', `${plural(files, 'file')}: ${plural(errors, 'error')}, ${plural(warnings, 'warning')}, ${plural(notes, 'note')}.`,
      !all.length && !unreadable.length && ' Everything that was read is complete and consistent.'),
    unreadable.length > 0 && make('ul.findings', unreadable.slice(0, MOST_FINDINGS).map(file => make('li',
      make('strong.error', 'unreadable'), ': ', foreign(file.unreadable!), make('div.where', foreign(file.path))))),
    make('ul.findings', all.slice(0, MOST_FINDINGS).map(line)),
    all.length > MOST_FINDINGS && make('p.hint', `${all.length - MOST_FINDINGS} more`));
}

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
  {title: 'Picture of the heap', says: 'SVG', ending: '.svg', question: 'report', options: {svg: true}},
  {title: 'Spreadsheet', says: 'CSV: all values with their live ranges', ending: '.csv', question: 'export', options: {to: 'csv'}},
  {title: 'pprof', says: 'holders at the peak, for go tool pprof', ending: '.pb.gz', question: 'export', options: {to: 'pprof'}},
  {title: 'Trace', says: 'for Perfetto or Chrome', ending: '.trace.json', question: 'export', options: {to: 'trace'}},
  {title: 'Text', says: 'as `ballast show` prints it', ending: '.txt', question: 'show', options: {format: 'text', verbose: true}},
  {title: 'Markdown', says: 'for an issue or a pull request', ending: '.md', question: 'show', options: {format: 'markdown'}},
  {title: 'Figures', says: 'JSON (spec/show.schema.json)', ending: '.show.json', question: 'show', options: {format: 'json'}},
  {title: 'Tree', says: 'JSON: everything that the text says', ending: '.tree.json', question: 'json'},
  {title: 'Findings', says: 'SARIF, for code scanning', ending: '.sarif', question: 'validate', options: {format: 'sarif'}},
];

export function saveView(app: App): HTMLElement {
  const module = app.module();
  if (!module) return make('section', {'aria-labelledby': 'save-title'}, make('h2', {id: 'save-title'}, 'Save'), make('p', 'There is no module.'));
  const name = (module.name || module.path.split('/').at(-1) || 'module').replace(/[^\w.-]+/g, '_');
  const said = make('output', {'aria-live': 'polite'});
  const make_one = async (output: Output): Promise<void> => {
    said.textContent = '';
    try {
      const blob = output.question === 'export' ? await app.tools.backend.call('exported', (output.options as {to: string}).to, {module: module.index}) : null;
      if (blob) return save(blob, name + output.ending);
      const answer = await app.ask(output.question, {module: module.index, ...output.options}, `making ${output.title}`);
      if (answer.code > (output.question === 'validate' ? 1 : 0)) throw new Error([...answer.messages, answer.output].join('\n').trim() || 'there is no answer');
      save(new Blob([answer.output]), name + output.ending);
    } catch (fault) {
      said.replaceChildren(failed(fault));
    }
  };
  const era = make('input', {type: 'text', list: 'eras', value: app.state.era, 'aria-label': 'era, day or release', placeholder: 'D16, 2025-06-01, jaxlib-0.6.0', size: 26});
  const results = make('div', {'aria-live': 'polite'});
  const convert = async (): Promise<void> => {
    const wanted = era.value.trim();
    if (!wanted) return era.focus();
    app.state = {...app.state, era: wanted};
    results.replaceChildren(make('p', 'Converting …'));
    try {
      const made = await app.once(`convert ${module.index} ${wanted}`, () => app.tools.backend.call('convert', wanted, {module: module.index}), 'converting');
      results.replaceChildren();
      grow(results, converted(app, made, wanted));
    } catch (fault) {
      results.replaceChildren(failed(fault));
    }
  };
  return make('section', {'aria-labelledby': 'save-title'}, make('h2', {id: 'save-title'}, 'Save'),
    make('div.tools', moduleField(app)),
    make('ul.outputs', outputs.map(output => make('li', button(() => void make_one(output), make('strong', output.title), make('small', prose(output.says)))))),
    said, make('h3', 'As another XLA would have printed it'),
    make('form.tools', {submit: (event: Event) => {
      event.preventDefault();
      void convert();
    }}, field('era', era), make('datalist', {id: 'eras'}, app.tools.eras.map(one => option(one.name, one.says))),
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
