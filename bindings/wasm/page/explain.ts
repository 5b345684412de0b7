// What the specification says about a place of a text: the productions that made it, and the words of their chapter.
import {Grammar, type Node} from './grammar';
import type {TextSource} from './text_source';

export interface Chapters {
  chapters: {file: string; title: string; sections: {title: string; text: string; words: Record<string, string>}[]}[];
  productions: Record<string, [chapter: number, section: number, says: string, printed: string]>;
  findings: Record<string, {phase: string; severity: string; meaning: string; rule: string}>;
}

export interface Explanation {
  text: string; // of the place
  path: string[]; // productions, the outermost first
  name: string; // the one that is explained
  definition: string;
  chapter: string;
  section: string;
  file: string;
  says: string;
  printed: string; // when; empty: in all eras, or not known
}

const AHEAD = 1 << 16; // bytes of a record that are read
const LINES_BACK = 4; // of a record of several lines
const LINES_AHEAD = 8;

export class Explainer {
  // `ebnf` has the productions as people read them, a line each.
  constructor(private readonly grammar: Grammar, private readonly data: Chapters, ebnf: string) {
    this.definitions = new Map(ebnf.split('\n').map(line => [/^\w+/.exec(line)?.[0] ?? '', line.replace(/\s+::=/, ' ::=')]));
  }
  private readonly definitions: Map<string, string>;

  async at(source: TextSource, offset: number): Promise<Explanation | null> {
    const line = source.lineAt(offset);
    let best: {node: Node; begin: number; path: Node[]} | null = null;
    for (let back = 0; back <= Math.min(LINES_BACK, line) && !(best && this.tells(best.path)); ++back) {
      const begin = source.begin(line - back);
      // Some records begin with the empty line before them.
      for (const from of begin > 0 && back === 0 ? [begin, begin - 1] : [begin]) {
        const text = await source.bytes(from, Math.min(from + AHEAD, source.begin(line + LINES_AHEAD)));
        const found = this.read(text.at(-1) === 0x0a ? text : new Uint8Array([...text, 0x0a]), offset - from);
        if (found && (!best || (this.tells(found.path) && !this.tells(best.path)))) best = {...found, begin: from};
      }
    }
    if (!best) return null;
    const before = new TextDecoder().decode(await source.bytes(Math.max(source.begin(line), offset - 80), offset));
    const after = new TextDecoder().decode(await source.bytes(offset, offset + 40));
    const near = [/^[\w-]+/.exec(after)?.[0], /([\w-]+)\W*$/.exec(before)?.[1]];
    return this.words(best.path, near, new TextDecoder().decode(await source.bytes(
      best.begin + best.path.at(-1)!.begin, Math.min(best.begin + best.path.at(-1)!.end, best.begin + best.path.at(-1)!.begin + 200))));
  }

  private read(text: Uint8Array, at: number): {node: Node; path: Node[]} | null {
    let node = this.grammar.record(text);
    if (node?.name === 'instruction_line') {
      // Module texts are read line by line; what is in a line is read by the grammar of instructions.
      let begin = 0;
      while (text[begin] === 0x20) ++begin;
      if (new TextDecoder().decode(text.subarray(begin, begin + 5)) === 'ROOT ') begin += 5;
      const inner = this.grammar.read('instruction', text.subarray(begin));
      if (inner) node = {...node, parts: [moved(inner, begin)]};
    }
    return node && at < node.end ? {node, path: Grammar.around(node, at)} : null;
  }

  private tells(path: Node[]): boolean {
    return path.length > 1;
  }

  // `near`: the word at the place, and the one before it, which a table of the section may explain.
  private words(path: Node[], near: (string | undefined)[], text: string): Explanation | null {
    const names = path.map(node => node.name);
    const known = names.filter(name => this.data.productions[name]);
    // Numbers, names and blanks are explained by what they stand for.
    const own = known.filter(name => this.data.chapters[this.data.productions[name]![0]]!.title !== 'Notation');
    const name = own.at(-1) ?? known.at(-1);
    if (name === undefined) return null;
    const sayer = own.slice(-4).reverse().find(one => this.data.productions[one]![2]);
    const [chapter, section, , printed] = this.data.productions[name]!;
    const from = this.data.chapters[chapter]!;
    const {words} = from.sections[section]!;
    // The text can have words such as `constructor`, which are members of every object.
    const explained = near.find(word => word !== undefined && Object.hasOwn(words, word));
    return {
      text, path: names, name, definition: this.definitions.get(name) ?? '', chapter: from.title,
      section: from.sections[section]!.title, file: from.file,
      says: this.data.productions[name]![2] || (explained !== undefined && words[explained]) ||
        (sayer && this.data.productions[sayer]![2]) || from.sections[section]!.text || from.sections[0]!.text,
      printed,
    };
  }
}

const moved = (node: Node, by: number): Node => ({...node, begin: node.begin + by, end: node.end + by, parts: node.parts.map(part => moved(part, by))});
