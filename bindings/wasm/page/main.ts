// The page: inputs, views, progress.
import {App} from './app';
import {Backend} from './backend';
import {colours} from '../../../src/render/page/colours';
import {at, foreign, grow, make} from '../../../src/render/page/dom';
import {Explainer, type Chapters} from './explain';
import {Grammar} from './grammar';
import {Highlighter} from './highlight';
import {chosen, dropped, forgetPasted, pasted} from './inputs';
import type {State, View} from './state';
import {compareView, findingsView, modulesView, reportView, saveView, TextPart} from './views';
import type {Era} from './app';
import type {Input} from './worker';
import workerText from 'worker-text';

interface Data {
  grammar: string;
  ebnf: string;
  chapters: Chapters;
  eras: Era[];
  example: Record<string, string>;
}

// The packed parts of the page: base64 of gzip.
async function unpacked(id: string): Promise<ArrayBuffer> {
  const text = at(`#${id}`).textContent!;
  const packed = Uint8Array.from(atob(text), sign => sign.charCodeAt(0));
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

const data = once(async (): Promise<Data> => JSON.parse(new TextDecoder().decode(await unpacked('data-text'))) as Data);
const highlighter = once(async () => Highlighter.load(await unpacked('data-onig')));
const explainer = once(async () => {
  const {grammar, ebnf, chapters} = await data();
  return new Explainer(new Grammar(grammar), chapters, ebnf);
});
let eras: Era[] = [];
let findings: Chapters['findings'] = {};

// --- progress ---

const working = at('#working');
let shownSoon = 0;
function work(what: string | null): void {
  clearTimeout(shownSoon);
  if (what === null) {
    working.hidden = true;
    return;
  }
  working.querySelector('.what')!.textContent = what;
  working.querySelector('progress')!.removeAttribute('value');
  // Quick work shows no progress.
  shownSoon = window.setTimeout(() => {
    working.hidden = false;
  }, 150);
}
const say = (text: string): void => {
  at('#said').textContent = text;
};

const backend = new Backend(workerText, () => unpacked('data-wasm'), ({what, done, total}) => {
  working.querySelector('.what')!.textContent = what;
  const bar = working.querySelector('progress')!;
  bar.max = Math.max(1, total);
  bar.value = Math.min(done, bar.max);
});

// --- views ---

const titles: Record<View, string> = {modules: 'Modules', report: 'Report', compare: 'Compare', findings: 'Findings', text: 'Text', save: 'Save'};
const view = at('#view');
let text: TextPart | null = null;
let drawn = '';

// What a view depends on; it is made again only if that changed.
function keyOf({view: name, ...state}: State): string {
  const {modules} = app.opened;
  const what: Record<View, unknown[]> = {
    modules: [app.summary, state.limit, app.otherLimit, app.opened.ignored.length],
    report: [app.module()?.index, state.limit, app.otherLimit, app.shown, app.shownText, app.summary && app.summary.rows.length > 0, Boolean(app.summary && state.limit)],
    compare: [state.before, state.after, app.choices().length], findings: [app.validated?.summary, app.busy, app.opened.ignored.length], text: [], save: [app.module()?.index],
  };
  return name ? JSON.stringify([name, app.inputs.length, modules.length, ...what[name]]) : '';
}

function draw(): void {
  const {state, inputs, opened, validated} = app;
  const any = inputs.length > 0;
  at('#start').hidden = any;
  document.body.classList.toggle('reading', any);
  at('#clear').hidden = !any;
  at('#views').hidden = !any;
  const faults = at('#faults');
  const told = app.faults.map(({path, problem}) => (path ? `${path}: ${problem}` : problem));
  const notices = at('#notices');
  notices.hidden = !opened.notices.length || (state.view !== 'modules' && state.view !== 'findings');
  notices.querySelector('ul')!.replaceChildren(...opened.notices.slice(0, 100).map(one => make('li', foreign(one))));
  faults.hidden = !told.length || (any && state.view !== 'modules' && state.view !== 'findings' && opened.modules.length > 0);
  faults.querySelector('ul')!.replaceChildren(...told.slice(0, 100).map(one => make('li', foreign(one))));
  const problems = validated && validated.summary.errors + validated.summary.warnings + validated.summary.notes + validated.summary.unreadable;
  const list = (Object.keys(titles) as View[]).filter(name => name !== 'compare' || app.choices().length > 1);
  at('#views ul').replaceChildren(...list.map(name => make('li', make('a', {href: `#view=${name}`, 'aria-current': state.view === name ? 'page' : null,
    click: (event: MouseEvent) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      app.set({view: name});
    }}, titles[name], name === 'findings' && problems ? ` (${problems})` : null))));
  at('#views').querySelector('[aria-current]')?.scrollIntoView({block: 'nearest', inline: 'nearest'});
  document.title = any && state.view ? `${titles[state.view]} · ballast` : 'ballast: memory of XLA programs';
  const name = any && (opened.modules.length || !app.busy) ? state.view : '';
  const key = name ? keyOf(state) : '';
  if (key !== drawn) {
    drawn = key;
    view.replaceChildren();
    if (name === 'text') view.append((text ??= new TextPart(app)).element);
    else if (name) view.append({modules: modulesView, report: reportView, compare: compareView, findings: findingsView, save: saveView}[name](app));
  }
  if (name === 'text') text!.draw();
}

const app = new App({backend, highlighter, explainer, get eras() { return eras; }, meaning: id => findings[id]?.meaning, draw, say, accept, working: work});

// --- inputs ---

const add = (inputs: Input[]): void => {
  void started.then(() => app.add(inputs));
};
const files = at<HTMLInputElement>('#files'), folder = at<HTMLInputElement>('#folder');
for (const [control, press] of [[files, '#add-files'], [folder, '#add-folder']] as const) {
  at(press).addEventListener('click', () => control.click());
  control.addEventListener('change', () => {
    add(chosen(control.files!));
    control.value = '';
  });
}
const area = at<HTMLTextAreaElement>('#pasted');
const readText = (): void => {
  if (area.value.trim()) add([pasted(area.value)]);
  else area.focus();
};
at('#read-text').addEventListener('click', readText);
at('#add-text').addEventListener('click', () => {
  if (!at('#start').hidden) return area.focus();
  const pane = make('textarea', {rows: 12, spellcheck: 'false', 'aria-label': 'text of a dump or a log', class: 'pane'});
  const dialog = make('dialog', {'aria-label': 'paste a text', close: () => dialog.remove()}, make('h2', 'Paste the text of a dump or a log'), pane,
    make('p.tools', make('button.main', {type: 'button', click: () => {
      dialog.close();
      if (pane.value.trim()) add([pasted(pane.value)]);
    }}, 'Analyse'), make('button', {type: 'button', click: () => dialog.close()}, 'Cancel')));
  document.body.append(dialog);
  dialog.showModal();
});
at('#example').addEventListener('click', async () => {
  const {example} = await data();
  add(Object.entries(example).map(([path, content]) => ({path, blob: new Blob([content]), folder: path.split('/').length > 2})));
});
at('#clear').addEventListener('click', () => {
  area.value = '';
  forgetPasted();
  started = app.clear().then(() => undefined);
});
at('#working .cancel').addEventListener('click', () => app.cancel());

// Files can be dropped on a report, too, which is a document of its own.
const over = at('#over');
let inside = 0;
function accept(target: Window): void {
  target.addEventListener('dragenter', event => {
    event.preventDefault();
    ++inside;
    over.hidden = false;
  });
  target.addEventListener('dragleave', () => {
    if (--inside <= 0) over.hidden = true;
  });
  target.addEventListener('dragover', event => event.preventDefault());
  target.addEventListener('drop', event => {
    event.preventDefault();
    inside = 0;
    over.hidden = true;
    if (event.dataTransfer) void dropped(event.dataTransfer).then(add, (fault: Error) => {
      app.faults = [{path: '', problem: `${fault.message}; “Add files” and “Add a folder” may work`}];
      draw();
    });
  });
}
accept(window);
addEventListener('paste', event => {
  if ((event.target as Element).closest('textarea, input')) return;
  const {clipboardData: clipboard} = event;
  if (!clipboard) return;
  if (clipboard.files.length) add(chosen(clipboard.files));
  else if (clipboard.getData('text/plain').trim()) add([pasted(clipboard.getData('text/plain'))]);
});
area.addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) readText();
});

// --- colours ---

colours('#theme', (other, made) => made.replaceChildren(other === 'dark' ? 'Dark' : 'Light', make('span.wide', ' colours')), () => {
  const now = document.documentElement.dataset.theme;
  for (const one of document.querySelectorAll('iframe')) {
    const page = one.contentDocument;
    if (page?.documentElement.dataset.theme && page.documentElement.dataset.theme !== now) page.querySelector<HTMLButtonElement>('.theme')?.click();
  }
});

addEventListener('popstate', () => app.follow());
addEventListener('hashchange', () => app.follow());

// The library is made ready before the first file comes.
let started: Promise<void> = backend.start().then(() => {
  document.documentElement.dataset.ready = 'yes';
}, (fault: Error) => {
  grow(at('#main'), make('p.lack', foreign(`The library cannot be started: ${fault.message}`)));
  throw fault;
});
void data().then(({eras: known, chapters}) => {
  eras = known;
  findings = chapters.findings;
});
draw();

// For tests.
(window as unknown as {ballast: object}).ballast = {
  add: (inputs: Input[]) => app.add(inputs),
  state: () => ({view: app.state.view, busy: app.busy, reads: app.reads, modules: app.opened.modules.length, checked: Boolean(app.validated), text: text?.state() ?? null}),
};
