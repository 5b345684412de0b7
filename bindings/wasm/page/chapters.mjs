// What the chapters of spec/ say about each production: the chapter, the section, and the sentences or the row of a table
// that are about it. The page shows this for the token under the pointer.
import {readFileSync, readdirSync} from 'node:fs';
import {join} from 'node:path';

const plain = text => text.replace(/<a id="[^"]*"><\/a>/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/\*(\w[^*]*)\*/g, '$1');
const sentencesOf = text => plain(text).split(/(?<=[.:;])\s+(?=[A-Z`“])/);
// A list of identifiers says nothing about each of them.
const isProse = text => text.replace(/`[^`]*`/g, '').split(/\s+/).filter(word => /\w/.test(word)).length > 4;
const cells = row => row.slice(1).replace(/\|\s*$/, '').split(/(?<!\\)\|/).map(cell => plain(cell.replaceAll('\\|', '|')).trim());
const wordOf = text => /[A-Za-z*_-]+/.exec(text)?.[0];

// The blocks of a chapter with their sections: paragraphs, rows of tables, names of productions.
function blocksOf(text) {
  const sections = [];
  let fence = null, paragraph = [], head = [];
  const section = () => sections.at(-1);
  const end = () => {
    if (paragraph.length) section().paragraphs.push(paragraph.join(' '));
    paragraph = [];
  };
  for (const line of text.split('\n')) {
    const fenced = /^(`{3,})(\w*)/.exec(line);
    if (fenced) {
      end();
      fence = fence === null ? fenced[2] : null;
    } else if (fence !== null) {
      const definition = fence === 'ebnf' && /^(\w+)\s+::=/.exec(line);
      if (definition) section().productions.push(definition[1]);
    } else if (/^#+ /.test(line)) {
      end();
      sections.push({title: plain(line.replace(/^#+ /, '')).replaceAll('`', ''), paragraphs: [], rows: [], productions: []});
    } else if (line.startsWith('|')) {
      end();
      if (/^\|[-| ]+\|?$/.test(line)) head = section().rows.pop() ?? [];
      else section().rows.push(Object.assign(cells(line), {head}));
    } else if (!line.trim() || line.startsWith('<!--')) {
      end();
    } else {
      paragraph.push(line.replace(/^[-*] /, '').trim());
    }
  }
  end();
  return sections;
}

// The first words that a production prints, by the rules of spec/grammar.rules.
function firstWord(rules, name) {
  const text = /^seq\((?:lit|bytes)\("((?:[^"\\]|\\.)*)"\)|^(?:lit|bytes)\("((?:[^"\\]|\\.)*)"\)/.exec(rules.get(name) ?? '');
  return text && wordOf((text[1] ?? text[2]).replace(/\\./g, ''));
}

export function explanations(spec) {
  const read = name => readFileSync(join(spec, name), 'utf8');
  const rules = new Map(read('grammar.rules').trimEnd().split('\n').map(line => {
    const at = line.indexOf(' = ');
    return [line.slice(0, at), line.slice(at + 3)];
  }));
  const chapters = [], productions = {};
  for (const file of readdirSync(spec).filter(name => name.endsWith('.md')).sort()) {
    const sections = blocksOf(read(file));
    const chapter = {file: `spec/${file}`, title: sections[0].title, sections: []};
    const sentences = sentencesOf(sections.flatMap(section => section.paragraphs).join('  ')).filter(isProse);
    for (const section of sections) {
      if (!section.productions.length) continue;
      const means = section.rows.filter(row => row.head[1] === 'meaning' && row[0].startsWith('`') && wordOf(row[0].slice(1)));
      chapter.sections.push({title: section.title, text: section.paragraphs[0] ? plain(section.paragraphs[0]) : '',
        words: Object.fromEntries(means.map(row => [wordOf(row[0].slice(1)), `${row[0]}: ${row[1]}`]))});
      for (const name of section.productions) {
        const named = sentences.filter(one => one.includes(`\`${name}\``));
        const word = firstWord(rules, name);
        const says = named.length ? named.slice(0, 2).join(' ') : (word && chapter.sections.at(-1).words[word]) || '';
        const dated = sections.flatMap(section => section.rows).find(row => row.head[3] === 'production' && row[3]?.includes(`\`${name}\``));
        productions[name] = [chapters.length, chapter.sections.length - 1, says, dated ? `${dated[1]} (${dated[2]})` : ''];
      }
    }
    if (chapter.sections.length) chapters.push(chapter);
  }
  const findings = {};
  for (const {rows} of blocksOf(read('diagnostics.md')))
    for (const [id, phase, severity, meaning, rule] of rows)
      if (/^`\w+`$/.test(id) && meaning) findings[id.slice(1, -1)] = {phase, severity, meaning, rule};
  return {chapters, productions, findings};
}
