// Elements. Texts of files become text nodes and attribute values, never markup.
import {human} from './size';

type Value = string | number | boolean | null | undefined | ((event: never) => void);
export type Part = Node | string | number | null | undefined | false | {[key: string]: Value} | Part[];

// What is neither a node nor text is a set of attributes; a function listens.
export function grow<T extends Element>(made: T, ...parts: Part[]): T {
  for (const part of parts.flat(9) as Exclude<Part, Part[]>[]) {
    if (part === null || part === undefined || part === false) continue;
    if (part instanceof Node || typeof part !== 'object') {
      made.append(part as Node | string);
      continue;
    }
    for (const [key, value] of Object.entries(part)) {
      if (typeof value === 'function') made.addEventListener(key, value as EventListener);
      else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : String(value));
    }
  }
  return made;
}

// `p.words` is a <p class="words">; an object has attributes, and functions that listen.
export function make<K extends keyof HTMLElementTagNameMap>(tag: K | `${K}.${string}`, ...parts: Part[]): HTMLElementTagNameMap[K] {
  const [name, kind] = tag.split('.') as [K, string?];
  return grow(document.createElement(name), kind ? {class: kind} : null, parts);
}
export const draw = <K extends keyof SVGElementTagNameMap>(tag: K, ...parts: Part[]): SVGElementTagNameMap[K] =>
  grow(document.createElementNS('http://www.w3.org/2000/svg', tag), parts);

export const button = (click: () => void, ...parts: Part[]): HTMLButtonElement => make('button', {type: 'button', click}, parts);
export const option = (value: string | number, text: string): HTMLOptionElement => make('option', {value}, text);
export const words = (...parts: Part[]): HTMLElement => make('p.words', parts);
export const size = (bytes: number): HTMLElement => make('span.size', {title: `${bytes} bytes`}, human(bytes));
export const swatch = (tint: string): HTMLElement => make(`span.swatch ${tint}`);

// Text of a file: what it does to the direction of writing stays in it.
export const foreign = (text: string): HTMLElement => make('bdi', text);
export const code = (text: string): HTMLElement => make('code', foreign(text));
// A name that is broken between its parts only.
export const breakable = (text: string): HTMLElement => make('bdi', text.split(/(?<=[/_.:,-])/).flatMap(part => [part, make('wbr')]).slice(0, -1));
// What is between backticks is code.
export const prose = (text: string): Part[] => text.split('`').map((part, i) => (i % 2 ? code(part) : foreign(part)));

export function at<K extends keyof HTMLElementTagNameMap>(selector: K, within?: ParentNode): HTMLElementTagNameMap[K];
export function at<T extends Element = HTMLElement>(selector: string, within?: ParentNode): T;
export function at(selector: string, within: ParentNode = document): Element {
  const found = within.querySelector(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}
// A copy of a template.
export const stamp = (name: string): DocumentFragment => at<HTMLTemplateElement>(`#${name}`).content.cloneNode(true) as DocumentFragment;

export const section = (heading: HTMLElement, ...parts: Part[]): HTMLElement => make('section', {'aria-labelledby': heading.id}, heading, parts);
// A section with little to say: closed, with the reason in its summary.
export const folded = (heading: HTMLElement, why: Part, ...parts: Part[]): HTMLElement => make('section', {'aria-labelledby': heading.id},
  make('details', make('summary', heading, ' ', make('span.hint', why)), parts));
export const unfold = (node: Element | null): void => node?.closest('details')?.setAttribute('open', '');
export type Heading = (id: string, text: string) => HTMLElement;
export const headings = (level: number, prefix: string): Heading => (id, text) => make(`h${level}` as 'h2', {id: prefix + id, tabindex: -1}, text);
