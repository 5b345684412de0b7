// Light and dark: the preferred scheme, until the other is chosen.
import {at, grow} from './dom';

const page = document.documentElement;
const dark = matchMedia('(prefers-color-scheme: dark)');

export const colour = (name: string): string => getComputedStyle(page).getPropertyValue(`--${name}`).trim();

// `painted` draws again what does not follow the style.
export function colours(button: string, say: (other: 'dark' | 'light', button: HTMLElement) => void, painted: () => void): void {
  let scheme: string | null = null; // in place of the preferred one
  const other = () => (page.dataset.theme === 'dark' ? 'light' : 'dark');
  const paint = (): void => {
    page.dataset.theme = scheme ?? (dark.matches ? 'dark' : 'light');
    say(other(), at(button));
    painted();
  };
  dark.addEventListener('change', paint);
  grow(at(button), {click: () => {
    scheme = other();
    paint();
  }});
  paint();
}
