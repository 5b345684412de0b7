// Elements. Texts of files become text nodes and attribute values, never markup.

type Value = string | number | boolean | null | undefined | ((event: never) => void);
export type Part = Node | string | null | undefined | false | {[key: string]: Value} | Part[];

export function grow<T extends Element>(made: T, ...parts: Part[]): T {
  for (const part of parts.flat(9) as Exclude<Part, Part[]>[]) {
    if (part === null || part === undefined || part === false) continue;
    if (part instanceof Node || typeof part === 'string') {
      made.append(part);
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

export const button = (click: () => void, ...parts: Part[]): HTMLButtonElement => make('button', {type: 'button', click}, parts);
export const option = (value: string | number, text: string): HTMLOptionElement => make('option', {value}, text);
// Text of a file: what it does to the direction of writing stays in it.
export const foreign = (text: string): HTMLElement => make('bdi', text);

// A name that is broken between its parts only.
export const breakable = (text: string): HTMLElement => make('bdi', text.split(/(?<=[/_.:,-])/).flatMap(part => [part, make('wbr')]).slice(0, -1));

export function at<T extends Element = HTMLElement>(selector: string): T {
  const found = document.querySelector<T>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
}

// What is between backticks is code.
export const prose = (text: string): Part[] =>
  text.split('`').map((part, i) => (i % 2 ? make('code', foreign(part)) : part));
