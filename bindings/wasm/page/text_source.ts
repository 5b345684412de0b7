// The lines of a file. The text stays in its blob, which may be on disk; lines are read when they are shown.

export const LONGEST = 4000; // code units of a line that are shown

export interface Line {
  number: number; // from 0
  text: string;
  bytes: number;
  cut: boolean; // only the beginning, or a window
  from: number; // the bytes before what is shown
}

export class TextSource {
  // The first byte of each line, and the end of the text.
  constructor(readonly path: string, readonly blob: Blob, private readonly starts: Float64Array) {}

  get lines(): number {
    return this.starts.length - 1;
  }
  begin(line: number): number {
    return this.starts[Math.min(line, this.lines)]!;
  }
  // The line of a byte.
  lineAt(offset: number): number {
    let low = 0, high = this.lines - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.starts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return Math.max(0, low);
  }

  // The byte of a line and a column, which count from 1, columns in code points.
  async offset(line: number, column: number): Promise<number> {
    const begin = this.begin(line - 1);
    const text = new TextDecoder().decode(await this.bytes(begin, Math.min(this.begin(line), begin + 4 * column)));
    return begin + new TextEncoder().encode([...text].slice(0, column - 1).join('')).length;
  }

  bytes(begin: number, end: number): Promise<Uint8Array> {
    return this.blob.slice(begin, end).arrayBuffer().then(buffer => new Uint8Array(buffer));
  }

  // Lines first to last, which is not one of them. Of a long line the part around `at`, a byte of the text, is shown.
  async read(first: number, last: number, at = -1): Promise<Line[]> {
    const decoder = new TextDecoder();
    const few = this.begin(last) - this.begin(first) <= 4 * LONGEST * (last - first) ?
      await this.bytes(this.begin(first), this.begin(last)) : null;
    const read: Line[] = [];
    for (let number = first; number < last; ++number) {
      const begin = this.begin(number), end = this.begin(number + 1);
      const bytes = end - begin;
      let from = 0;
      if (bytes > LONGEST && at > begin + LONGEST / 2 && at < end) from = Math.min(at - begin - LONGEST / 2, bytes - LONGEST);
      const to = Math.min(bytes, from + LONGEST);
      const own = few ? few.subarray(begin - this.begin(first) + from, begin - this.begin(first) + to) : await this.bytes(begin + from, begin + to);
      const text = decoder.decode(own).replace(/\r?\n$/, '');
      read.push({number, text, bytes, cut: from > 0 || to < bytes, from});
    }
    return read;
  }

  // The first byte of the next place with a text, after `from`, or before it; null if there is none. Upper and lower case
  // of ASCII letters are the same. `going` is asked between pieces.
  async find(needle: string, from: number, back: boolean, going: () => boolean): Promise<number | null> {
    const wanted = latin(new TextEncoder().encode(needle)).toLowerCase();
    const piece = 1 << 21;
    if (!wanted) return null;
    for (let at = from; back ? at > 0 : at < this.blob.size; at += back ? -piece : piece) {
      const begin = back ? Math.max(0, at - piece) : at;
      const end = Math.min(this.blob.size, (back ? at : at + piece) + wanted.length - 1);
      const text = latin(await this.bytes(begin, end)).toLowerCase();
      if (!going()) return null;
      const found = back ? text.lastIndexOf(wanted) : text.indexOf(wanted);
      if (found >= 0 && (!back || begin + found < from)) return begin + found;
    }
    return null;
  }

  // The first bytes of all places with a text, as `find` finds them one after the other.
  async all(needle: string, most: number, going: () => boolean): Promise<Float64Array> {
    const wanted = latin(new TextEncoder().encode(needle)).toLowerCase();
    const piece = 1 << 21, found: number[] = [];
    for (let begin = 0; wanted && begin < this.blob.size && found.length < most && going(); begin += piece) {
      const text = latin(await this.bytes(begin, Math.min(this.blob.size, begin + piece + wanted.length - 1))).toLowerCase();
      for (let at = text.indexOf(wanted); at >= 0 && found.length < most; at = text.indexOf(wanted, at + 1)) found.push(begin + at);
    }
    return Float64Array.from(found);
  }
}

// One code unit a byte, so that places are bytes.
function latin(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

export function lineStarts(bytes: Uint8Array): Float64Array {
  let lines = 1;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) ++lines;
  if (bytes.at(-1) === 10) --lines;
  const starts = new Float64Array(lines + 1);
  let line = 1;
  for (let at = bytes.indexOf(10); at >= 0 && line < lines; at = bytes.indexOf(10, at + 1)) starts[line++] = at + 1;
  starts[lines] = bytes.length;
  return starts;
}
