// Colours texts with a TextMate grammar as VS Code does, and finds what it leaves uncoloured.
//     node check.mjs NODE_MODULES GRAMMAR FOLDER...
import fs from 'node:fs';
import path from 'node:path';
import {createRequire} from 'node:module';

const [modules, grammarFile, ...folders] = process.argv.slice(2);
const require = createRequire(path.resolve(modules) + '/');
const textmate = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');

// What may be left uncoloured.
const separator = /^[ \t]*$/;

// Lines with tokens that must have these scopes.
const known = [
    ['allocation 0: size 512, parameter 0, shape |f32[8,16]| at ShapeIndex {}:', {
        'allocation': 'keyword.other.label', '512': 'constant.numeric', 'parameter': 'keyword.other.label',
        'f32': 'storage.type.element', 'at ShapeIndex': 'keyword.other.label', '|': 'punctuation',
    }],
    [' value: <3 p.0 @0> (size=512,offset=0): f32[8,16]{1,0:T(8,128)S(1)}', {
        'value': 'keyword.other.label', 'p.0': 'entity.name.value', 'offset': 'entity.other.attribute-name',
        'T': 'keyword.other.layout', 'S': 'keyword.other.layout', '128': 'constant.numeric',
    }],
    [' from instruction: %add.3 = f32[8]{0} add(%p.0, /*index=5*/%p.1), sharding={replicated}, made_up=1, metadata={op_name="a b"}', {
        'from instruction': 'keyword.other.label', '%add.3': 'variable.other', 'add': 'support.function.opcode',
        '/*index=5*/': 'comment.block', 'sharding': 'entity.other.attribute-name', 'replicated': 'constant.language',
        'made_up': 'entity.other.attribute-name.unknown', '"a b"': 'string.quoted',
    }],
    ['%c = f32[8] convolution(%a, %b), window={size=3x3 pad=1_1x0_1}, dim_labels=b01f_01io->b01f', {
        '3x3': 'constant.numeric', '1_1x0_1': 'constant.numeric', 'b01f_01io->b01f': 'constant.other.dimensions',
    }],
    ['Total bytes used: 1688 (1.6KiB)', {
        'Total bytes used': 'keyword.other.label', '1688': 'constant.numeric', 'KiB': 'keyword.other.unit',
    }],
    ['      ├── jit(step)/add (45.3%, total: 1 024 bytes, current: 0 bytes, remaining: 512 bytes)', {
        'jit(step)/add': 'string.unquoted.label', '1 024': 'constant.numeric', '├── ': 'punctuation',
    }],
    ['*** Begin module_0001-buffer-assignment.txt ***', {'module_0001-buffer-assignment.txt': 'string.unquoted.file'}],
    // Labels and opcodes are none inside names.
    ['    size.value: 512 bytes', {'size.value': 'variable.other', 'bytes': 'keyword.other.label'}],
];

async function load() {
    await oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
    const registry = new textmate.Registry({
        onigLib: Promise.resolve({
            createOnigScanner: patterns => new oniguruma.OnigScanner(patterns),
            createOnigString: text => new oniguruma.OnigString(text),
        }),
        loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(grammarFile, 'utf8'), grammarFile),
    });
    return registry.loadGrammar(JSON.parse(fs.readFileSync(grammarFile, 'utf8')).scopeName);
}

function* filesBelow(folder) {
    for (const entry of fs.readdirSync(folder, {withFileTypes: true, recursive: true}))
        if (entry.isFile() && /\.(txt|csv|buffer_assignment)$/.test(entry.name)) yield path.join(entry.parentPath ?? entry.path, entry.name);
}

// The tokens of a text, line by line: { line, text, scope }.
function* tokensOf(grammar, text) {
    let state = textmate.INITIAL;
    let number = 0;
    for (const line of text.split('\n')) {
        const result = grammar.tokenizeLine(line, state);
        state = result.ruleStack;
        ++number;
        for (const token of result.tokens)
            yield {line: number, text: line.slice(token.startIndex, token.endIndex), scopes: token.scopes};
    }
}

const isColoured = token => token.scopes.some((scope, i) => i !== 0 && !scope.startsWith('meta.'));

const grammar = await load();
const faults = [];
for (const [line, expected] of known)
    for (const [text, scope] of Object.entries(expected)) {
        const found = [...tokensOf(grammar, line)].filter(token => token.text === text);
        if (!found.some(token => token.scopes.some(s => s.startsWith(scope))))
            faults.push(`${line}\n    \`${text}\` is not ${scope} but ${found.map(token => token.scopes.join(' ')).join(', ') || 'no token'}`);
    }

let files = 0, tokens = 0, bytes = 0;
const begin = performance.now();
for (const folder of folders)
    for (const file of filesBelow(folder)) {
        const text = fs.readFileSync(file, 'utf8');
        ++files;
        bytes += text.length;
        for (const token of tokensOf(grammar, text)) {
            ++tokens;
            if (!isColoured(token) && !separator.test(token.text))
                faults.push(`${file}:${token.line}: \`${token.text}\` has no scope`);
        }
    }
const rate = bytes / (performance.now() - begin) / 1000;
console.log(`${files} files, ${tokens} tokens, ${rate.toFixed(1)} MB/s, ${faults.length} faults`);
if (files === 0) faults.push('no files');
for (const fault of faults.slice(0, 20)) console.log(fault);
process.exit(faults.length === 0 ? 0 : 1);
