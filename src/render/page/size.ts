// Sizes and shares as the command writes them, and other words.

// As src/render/size_text.hpp: cut to 1024ths, then rounded, ties to the even digit.
export function human(bytes: number): string {
  const sign = bytes < 0 ? '-' : '';
  let n = Math.abs(bytes), unit = 0;
  if (n < 1024) return `${sign}${n} B`;
  for (; n >= 1048576; ++unit) n = Math.floor(n / 1024);
  const digits = unit ? 100 : 10, rest = (n * digits) % 1024;
  let whole = Math.floor((n * digits) / 1024);
  if (rest > 512 || (rest === 512 && whole % 2)) ++whole;
  return `${sign}${(whole / digits).toFixed(unit ? 2 : 1)} ${'KMGTPE'[unit]}iB`;
}
export const both = (bytes: number): string => human(bytes) + (Math.abs(bytes) < 1024 ? '' : ` (${bytes} bytes)`);
export const brief = (bytes: number): string => human(bytes).replace(/\.?0+(?= .iB)/, '');

// `16GiB`, `15.75 G`, `1000000`: units are powers of 1024, as for the options of the command. Null if it is none.
export function parsed(text: string): number | null {
  const found = /^\s*(\d+(?:\.\d+)?)\s*(?:([KMGTP])(?:i?B)?|B)?\s*$/i.exec(text);
  if (!found) return null;
  const power = found[2] ? 'KMGTP'.indexOf(found[2].toUpperCase()) + 1 : 0;
  return Math.round(Number(found[1]) * 1024 ** power);
}
// A size of memory as it is typed: a number alone is GiB.
export const inGiB = (text: string): string => (/^\s*\d+(?:\.\d+)?\s*$/.test(text) ? `${text.trim()}GiB` : text.trim());

// One digit behind the point, ties to the even one.
export function fixed(x: number): string {
  if (!Number.isInteger(4 * x) || Number.isInteger(2 * x)) return x.toFixed(1);
  const below = Math.floor(10 * x);
  return ((below + (below % 2)) / 10).toFixed(1);
}
export const share = (part: number, whole: number): string => (whole ? `${fixed((100 * part) / whole)}%` : '-');
export const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
export const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, Math.max(0, most - 1))}…` : text);
// The end of a path says more than its beginning.
export const cutLeft = (text: string, most: number): string => (text.length > most ? `…${text.slice(text.length - Math.max(0, most - 1))}` : text);
export const quoted = (text: string): string => (/^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
export const worded = (key: string): string => key.replaceAll('_', ' ');

export const clamp = (x: number, low: number, high: number): number => Math.max(low, Math.min(high, x));
export const sum = <T>(list: readonly T[], of: (one: T) => number): number => list.reduce((all, one) => all + of(one), 0);
