// What the address says: the view and its choices, nothing of the data.
//
//     #view=compare&limit=16GiB&era=D16

import {inGiB} from '../../../src/render/page/size';

export const views = ['modules', 'report', 'compare', 'findings', 'text', 'save'] as const;
export type View = (typeof views)[number];

export interface State {
  view: View | '';
  limit: string;
  era: string;
  module: number; // its index; -1: the largest
  before: string;
  after: string;
  file: string;
  line: number;
}

export const initial: State = {view: '', limit: '', era: '', module: -1, before: '', after: '', file: '', line: 0};

export function read(fragment: string): State {
  const said = new URLSearchParams(fragment.replace(/^#/, ''));
  const view = views.find(one => one === said.get('view')) ?? '';
  const number = (key: string, other: number) => (/^\d{1,9}$/.test(said.get(key) ?? '') ? Number(said.get(key)) : other);
  const text = (key: string) => (said.get(key) ?? '').slice(0, 40);
  return {...initial, view, limit: inGiB(text('limit')), era: text('era'), module: number('module', -1), line: number('line', 0)};
}

// Paths stay out of it: they are of the data.
export function written(state: State): string {
  const said = new URLSearchParams();
  for (const key of ['view', 'limit', 'era', 'module', 'line'] as const) if (state[key] !== initial[key]) said.set(key, String(state[key]));
  const text = said.toString();
  return text ? `#${text}` : '';
}
