// Sizes as the command writes them (src/render/size_text.hpp): cut to 1024ths, then rounded, ties to the even digit.

export function human(bytes: number): string {
  const sign = bytes < 0 ? '-' : '';
  let n = Math.abs(bytes);
  if (n < 1024) return `${sign}${n} B`;
  let unit = 0;
  for (; n >= 1048576; ++unit) n = Math.floor(n / 1024);
  const digits = unit ? 100 : 10;
  const rest = (n * digits) % 1024;
  let whole = Math.floor((n * digits) / 1024);
  if (rest > 512 || (rest === 512 && whole % 2)) ++whole;
  return `${sign}${(whole / digits).toFixed(unit ? 2 : 1)} ${'KMGTPE'[unit]}iB`;
}

// `16GiB`, `15.75 G`, `1000000`: units are powers of 1024, as for the options of the command. Null if it is none.
export function bytesOf(text: string): number | null {
  const found = /^\s*(\d+(?:\.\d+)?)\s*(?:([KMGTP])(?:i?B)?|B)?\s*$/i.exec(text);
  if (!found) return null;
  const power = found[2] ? 'KMGTP'.indexOf(found[2].toUpperCase()) + 1 : 0;
  return Math.round(Number(found[1]) * 1024 ** power);
}

// A size of memory as it is typed: a number alone is GiB.
export const inGiB = (text: string): string => (/^\s*\d+(?:\.\d+)?\s*$/.test(text) ? `${text.trim()}GiB` : text.trim());

export const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
