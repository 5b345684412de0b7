// Judges the texts of a file with the parser that peggy makes of a grammar: a line for each, `ok` or `refused`.
//     node peggy.mjs NODE_MODULES GRAMMAR TEXTS    (each text after its size in bytes and a line feed)
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const [modules, grammar, texts] = process.argv.slice(2);
const { default: peggy } = await import(pathToFileURL(path.resolve(modules, 'peggy/lib/peg.js')).href);
const parser = peggy.generate(fs.readFileSync(grammar, 'latin1'), { cache: false });
const given = fs.readFileSync(texts);
const lines = [];
for (let at = 0; at < given.length; ) {
    const stop = given.indexOf(10, at);
    const size = Number(given.latin1Slice(at, stop));
    at = stop + 1 + size;
    try {
        parser.parse(given.latin1Slice(stop + 1, at));
        lines.push('ok');
    } catch (error) {
        if (!error.location) throw error;
        lines.push('refused');
    }
}
console.log(lines.join('\n'));
