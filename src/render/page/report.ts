// The page that `ballast report` writes. It shows the JSON in #data and nothing else. src/render/page/report.js is made of this by
// scripts/dev/report_script.sh.
import {edge} from './axes';
import {colours} from './colours';
import {data} from './data';
import {at, foreign, grow, make} from './dom';
import {diffPage, folderPage, nameOf} from './lists';
import {openModule} from './module';
import {link, main, shown} from './sections';
import {human} from './size';

colours('.theme', (other, button) => {
  button.textContent = other === 'dark' ? 'Dark colours' : 'Light colours';
}, () => shown.module?.resize());
grow(at('h1'), foreign(data.kind === 'module' ? nameOf(data.pictures[0]!) : data.title));
grow(at('.tool'), `${data.kind} report by ballast ${data.version}`);
addEventListener('keydown', event => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || (event.target as Element).closest('input, select')) return;
  event.preventDefault();
  if (shown.module) shown.module.search();
  else document.querySelector<HTMLElement>('.filter')?.focus();
});
if (data.failures) grow(main, make('section', {'aria-label': 'failures'}, data.failures.map(text => make('p.verdict over', foreign(text)))));
const pages = {module: () => void openModule(data.pictures[0]!, '', 2, main), diff: diffPage, folder: folderPage};
pages[data.kind]();
link();
// The first drawing is done when the frame after it begins.
requestAnimationFrame(() => requestAnimationFrame(() => {
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}));

// For tests: what is shown, with buffers by their places in the table; x and y are the part of the picture, which is drawn as far
// from the edges of the canvas as edge says.
Object.assign(window, {ballast: {human, edge, view: () => ({kind: data.kind, ...shown.module?.state()})}});
