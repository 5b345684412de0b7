// What the address says: the view and its choices, nothing of the data.
//
//     #view=compare&limit=16GiB&era=D16

export const views = ['modules', 'report', 'compare', 'findings', 'text', 'save'] as const;
export type View = (typeof views)[number];

export interface State {
  view: View | '';
  limit: string;
  era: string;
  module: number; // of the list of modules
  before: string;
  after: string;
  file: string;
  line: number;
}

export const initial: State = {view: '', limit: '', era: '', module: 0, before: '', after: '', file: '', line: 0};

export function read(fragment: string): State {
  const said = new URLSearchParams(fragment.replace(/^#/, ''));
  const view = views.find(one => one === said.get('view')) ?? '';
  const number = (key: string) => Math.max(0, Math.floor(Number(said.get(key))) || 0);
  const text = (key: string) => (said.get(key) ?? '').slice(0, 40);
  return {...initial, view, limit: text('limit'), era: text('era'), module: number('module'), line: number('line')};
}

// Paths stay out of it: they are of the data.
export function written(state: State): string {
  const said = new URLSearchParams();
  for (const key of ['view', 'limit', 'era', 'module', 'line'] as const) if (state[key]) said.set(key, String(state[key]));
  const text = said.toString();
  return text ? `#${text}` : '';
}
