// The grammar of spec/grammar.rules, interpreted: which productions made a place of a record.
//
//     allocation_number = seq(decimal)

type Expression =
  | {op: 'name'; name: string}
  | {op: 'text'; bytes: Uint8Array}
  | {op: 'set' | 'run'; set: Uint8Array}
  | {op: 'range'; first: number; last: number}
  | {op: 'end'}
  | Counted
  | {op: string; of: Expression[]};
interface Counted {
  op: 'count';
  name: string;
  count: number;
  of: Expression[];
}

export interface Node {
  name: string;
  begin: number;
  end: number;
  parts: Node[];
}

const DEPTH_LIMIT = 256;
const encoder = new TextEncoder();

// Reads the expressions: calls, names, texts, sets, numbers.
class RuleReader {
  private at = 0;
  constructor(private readonly text: string) {}

  expression(): Expression {
    const head = this.take(/\w+/y);
    if (this.text[this.at] !== '(') return {op: 'name', name: head};
    this.expect('(');
    if (head === 'code_points') {
      const [first, last] = [this.take(/U\+[0-9A-F]+/y), (this.expect(','), this.blanks(), this.take(/U\+[0-9A-F]+/y))];
      this.expect(')');
      return {op: 'range', first: parseInt(first.slice(2), 16), last: parseInt(last.slice(2), 16)};
    }
    if (head === 'eof') {
      this.expect(')');
      return {op: 'end'};
    }
    if (this.text[this.at] === '"') {
      const bytes = this.quoted();
      this.expect(')');
      return {op: 'text', bytes};
    }
    if (this.text[this.at] === '[') {
      const set = this.set();
      this.expect(')');
      return {op: head === 'run' ? 'run' : 'set', set};
    }
    const count = /\d/.test(this.text[this.at] ?? '') ? Number(this.take(/\d+/y)) : -1;
    if (count >= 0) {
      this.expect(',');
      this.blanks();
    }
    const of = [this.expression()];
    while (this.text[this.at] === ',') {
      ++this.at;
      this.blanks();
      of.push(this.expression());
    }
    this.expect(')');
    return count >= 0 ? {op: 'count', name: head, count, of} : {op: head, of};
  }

  private take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found === undefined) throw new Error(`rule: ${this.text.slice(this.at, this.at + 30)}`);
    this.at += found.length;
    return found;
  }
  private expect(sign: string): void {
    if (this.text[this.at] !== sign) throw new Error(`rule: ${sign} expected: ${this.text.slice(this.at, this.at + 30)}`);
    ++this.at;
  }
  private blanks(): void {
    while (this.text[this.at] === ' ') ++this.at;
  }
  private escaped(): string {
    const sign = this.text[this.at++] ?? '';
    if (sign !== '\\') return sign;
    const code = this.text[this.at++] ?? '';
    if (code === 'n') return '\n';
    if (code !== 'x') return code;
    const byte = this.text.slice(this.at, this.at + 2);
    this.at += 2;
    return String.fromCharCode(parseInt(byte, 16));
  }
  private quoted(): Uint8Array {
    this.expect('"');
    let text = '';
    while (this.text[this.at] !== '"') text += this.escaped();
    this.expect('"');
    return encoder.encode(text);
  }
  private set(): Uint8Array {
    this.expect('[');
    const negative = this.text[this.at] === '^';
    if (negative) ++this.at;
    const set = new Uint8Array(256);
    while (this.text[this.at] !== ']') {
      const first = this.escaped().charCodeAt(0);
      let last = first;
      if (this.text[this.at] === '-' && this.text[this.at + 1] !== ']') {
        ++this.at;
        last = this.escaped().charCodeAt(0);
      }
      set.fill(1, first, last + 1);
    }
    this.expect(']');
    return negative ? set.map(one => 1 - one) : set;
  }
}

// A match never ends before it begins; -1 is a failure.
class Matcher {
  private depth = 0;
  constructor(private readonly rules: Map<string, Expression>, private readonly text: Uint8Array) {}

  match(e: Expression, at: number, parts: Node[]): number {
    const before = parts.length;
    const end = this.step(e, at, parts);
    if (end < 0) parts.length = before;
    return end;
  }

  private step(e: Expression, at: number, parts: Node[]): number {
    const {text} = this;
    if ('name' in e && e.op === 'name') {
      const rule = this.rules.get(e.name);
      if (!rule || this.depth > 4 * DEPTH_LIMIT) return -1;
      const node: Node = {name: e.name, begin: at, end: at, parts: []};
      ++this.depth;
      node.end = this.match(rule, at, node.parts);
      --this.depth;
      if (node.end < 0) return -1;
      parts.push(node);
      return node.end;
    }
    if ('bytes' in e) {
      for (let i = 0; i < e.bytes.length; ++i) if (text[at + i] !== e.bytes[i]) return -1;
      return at + e.bytes.length;
    }
    if ('set' in e) {
      const fits = (place: number) => place < text.length && e.set[text[place]!] === 1;
      if (!fits(at)) return -1;
      ++at;
      if (e.op === 'run') while (fits(at)) ++at;
      return at;
    }
    if ('first' in e) return this.codePoint(e.first, e.last, at);
    if (e.op === 'end' || !('of' in e)) return at === text.length ? at : -1;
    const [one] = e.of as [Expression, ...Expression[]];
    switch (e.op) {
      case 'seq':
      case 'nested':
        for (const part of e.of) {
          at = this.match(part, at, parts);
          if (at < 0) return -1;
        }
        return at;
      case 'sor':
        for (const part of e.of) {
          const end = this.match(part, at, parts);
          if (end >= 0) return end;
        }
        return -1;
      case 'opt': {
        const end = this.match(one, at, parts);
        return end < 0 ? at : end;
      }
      case 'star':
      case 'plus': {
        let times = 0;
        for (;; ++times) {
          const end = this.match(one, at, parts);
          if (end < 0 || end === at) break;
          at = end;
        }
        return e.op === 'plus' && times === 0 ? -1 : at;
      }
      case 'at':
        return this.match(one, at, []) < 0 ? -1 : at;
      case 'not_at':
        return this.match(one, at, []) < 0 ? at : -1;
      case 'text_before_last_parenthesis':
        return this.beforeLastParenthesis(e.of, at);
      case 'count':
        return this.counted(e as Counted, at, parts);
      default:
        throw new Error(`unknown operation ${e.op}`);
    }
  }

  private codePoint(first: number, last: number, at: number): number {
    const lead = this.text[at] ?? 0;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    let code = length === 1 ? lead : lead & (0x7f >> length);
    for (let i = 1; i < length; ++i) code = (code << 6) | ((this.text[at + i] ?? 0) & 0x3f);
    return at + length <= this.text.length && code >= first && code <= last ? at + length : -1;
  }

  private counted(e: Counted, at: number, parts: Node[]): number {
    const one = e.of[0]!;
    if (e.name === 'right_aligned') {
      let begin = at;
      while (this.text[begin] === 0x20) ++begin;
      const end = this.match(one, begin, parts);
      if (end < 0) return -1;
      return begin === at ? (end - at >= e.count ? end : -1) : end - at === e.count ? end : -1;
    }
    let times = 0;
    for (; times < e.count; ++times) {
      const end = this.match(one, at, parts);
      if (end < 0) break;
      at = end;
    }
    return e.name === 'rep' && times < e.count ? -1 : at;
  }

  private beforeLastParenthesis(of: Expression[], at: number): number {
    for (let line = at; line < this.text.length; ) {
      let end = this.text.indexOf(0x0a, line);
      if (end < 0) end = this.text.length;
      for (let place = end - 2; place >= Math.max(line, at + 1); --place) {
        if (this.text[place] !== 0x20 || this.text[place + 1] !== 0x28) continue;
        if (this.match(of[0]!, place, []) >= 0) return place;
        break;
      }
      line = end + 1;
      if (of[1] && this.match(of[1], line, []) >= 0) return -1;
    }
    return -1;
  }
}

const ends = (e: Expression | undefined, rules: Map<string, Expression>, depth = 0): boolean => {
  if (!e || depth > 6) return false;
  if (e.op === 'name' && 'name' in e) return e.name === 'line_end' || ends(rules.get(e.name), rules, depth + 1);
  if ('bytes' in e) return e.bytes.at(-1) === 0x0a;
  return 'of' in e && (e.op === 'seq' || e.op === 'sor') && ends(e.of.at(-1), rules, depth + 1);
};

const count = (node: Node): number => node.parts.reduce((all, part) => all + count(part), 1);

export class Grammar {
  private readonly rules = new Map<string, Expression>();
  // What ends with the end of a line: a record, or several.
  private readonly records: string[] = [];

  constructor(text: string) {
    for (const line of text.trimEnd().split('\n')) {
      const at = line.indexOf(' = ');
      this.rules.set(line.slice(0, at), new RuleReader(line.slice(at + 3)).expression());
    }
    for (const [name, rule] of this.rules) if (ends(rule, this.rules)) this.records.push(name);
  }

  // The reading of a text by one production, or null.
  read(name: string, text: Uint8Array): Node | null {
    const parts: Node[] = [];
    return new Matcher(this.rules, text).match({op: 'name', name}, 0, parts) < 0 ? null : parts[0]!;
  }

  // The record that begins with a text: the reading with most parts, and of those with as many the longest. A line of a
  // module text can be anything.
  record(text: Uint8Array): Node | null {
    let best: Node | null = this.read('instruction_line', text), most = -1;
    for (const name of this.records) {
      if (name === 'instruction_line') continue;
      const found = this.read(name, text);
      if (!found || found.end === found.begin) continue;
      const parts = found.parts.length && count(found);
      if (parts > most || (parts === most && found.end > best!.end)) [best, most] = [found, parts];
    }
    return best;
  }

  // The productions around a place, the outermost first.
  static around(node: Node, at: number): Node[] {
    const path = [node];
    for (let here: Node | undefined = node; here; ) {
      here = here.parts.find(part => part.begin <= at && at < part.end);
      if (here) path.push(here);
    }
    return path;
  }
}
