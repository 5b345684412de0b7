// What is shown, and links to its sections.
import {at, grow, make, unfold} from './dom';

export const main = at('#main');
// The module that is shown, and which headings are linked.
export const shown: {module: {resize(): void; search(): void; state(): object | null} | null; linked: string} = {module: null, linked: 'h2[id]'};

// A link to something that is folded opens it.
addEventListener('click', event => {
  const to = (event.target as Element).closest<HTMLAnchorElement>('a[href^="#"]');
  if (to) unfold(document.getElementById(to.hash.slice(1)));
});
export function link(): void {
  const list = [...main.querySelectorAll(shown.linked)].map((h): [string, string] => [h.id, h.textContent!]);
  if (shown.linked === 'h3[id]') list.unshift(['', '← all modules']);
  at('#sections ul').replaceChildren(...list.map(([id, text]) => make('li', make('a', {href: `#${id}`, click: () => {
    clicked = id;
    mark();
  }}, text))));
  clicked = '';
  mark();
}
// Marks the link of the section in view: of the one that was clicked while it is in view, else of the last that begins above.
let clicked = '';
function mark(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('#sections a')].filter(a => a.hash);
  const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Infinity;
  const above = links.filter(a => topOf(a.hash.slice(1)) < 80);
  const now = links.find(a => a.hash === `#${clicked}`) || above.at(-1) || links[0];
  for (const a of links) grow(a, {'aria-current': `${a === now}`});
}
let marking = 0;
addEventListener('scroll', () => {
  cancelAnimationFrame(marking);
  marking = requestAnimationFrame(() => {
    const top = document.getElementById(clicked)?.getBoundingClientRect().top ?? -1;
    if (top < 0 || top > innerHeight) clicked = '';
    mark();
  });
}, {passive: true});
