// The packed extension with a stand-in of the editor's API: what is in the package, and what it does with golden texts.
// extension_test.mjs VSIX BALLAST
import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs';
import Module, {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {dirname, extname, join, resolve} from 'node:path';
import {after, test} from 'node:test';
import {setTimeout as pause} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

const [vsix, ballast] = process.argv.slice(2).map(one => resolve(one));
const here = dirname(fileURLToPath(import.meta.url));
const golden = resolve(here, '../golden');
const folder = mkdtempSync(join(tmpdir(), 'ballast-vsix-'));
after(() => rmSync(folder, {recursive: true}));
execFileSync('python3', ['-m', 'zipfile', '-e', vsix, folder]);
const inside = join(folder, 'extension');
const manifest = JSON.parse(readFileSync(join(inside, 'package.json'), 'utf8'));

const require = createRequire(import.meta.url);
const stub = join(here, 'vscode_stub.cjs');
const {_resolveFilename: other} = Module;
Module._resolveFilename = (name, ...rest) => (name === 'vscode' ? stub : other(name, ...rest));
const vscode = require(stub);
const {control} = vscode;

async function until(holds, what) {
  for (let i = 0; i < 500; ++i) {
    if (holds()) return;
    await pause(20);
  }
  assert.fail(`waited in vain for ${what}`);
}
const diagnosticsOf = document => control.diagnostics.get(document.uri.toString());
const dump = name => join(golden, 'dumps', name);
const placeOf = (document, text, from = 0) => {
  const at = document.getText().indexOf(text, from), before = document.getText().slice(0, at).split('\n');
  return new vscode.Position(before.length - 1, before.at(-1).length);
};

test('the package names its files and their types', () => {
  const xml = readFileSync(join(folder, 'extension.vsixmanifest'), 'utf8');
  assert.match(xml, new RegExp(`Id="${manifest.name}" Version="${manifest.version}" Publisher="${manifest.publisher}"`));
  for (const [, path] of xml.matchAll(/Path="([^"]+)"/g)) assert.ok(existsSync(join(folder, path)), path);
  const types = readFileSync(join(folder, '[Content_Types].xml'), 'utf8');
  for (const name of readdirSync(inside)) assert.ok(types.includes(`Extension="${extname(name)}"`), name);
  const {languages: [language], grammars: [grammar]} = manifest.contributes;
  for (const path of [manifest.main, language.configuration, grammar.path]) assert.ok(existsSync(join(inside, path)), path);
  assert.equal(JSON.parse(readFileSync(join(inside, grammar.path), 'utf8')).scopeName, grammar.scopeName);
});

test('activation registers what the manifest contributes', () => {
  require(join(inside, manifest.main)).activate({extensionUri: vscode.Uri.file(inside), subscriptions: []});
  assert.deepEqual([...control.commands.keys()], manifest.contributes.commands.map(one => one.command));
  assert.equal(control.symbols[0].selector.language, manifest.contributes.languages[0].id);
  assert.equal(control.hovers[0].selector.language, manifest.contributes.languages[0].id);
});

test('diagnostics are the findings of the command, at their places', async () => {
  for (const name of ['inputs/bad_mixed.txt', 'inputs/bad_crlf.txt', 'logs/bad_container.log', 'dumps/d16.txt']) {
    const document = control.open(join(golden, name));
    await until(() => diagnosticsOf(document), name);
    const {stdout} = spawnSync(ballast, ['validate', '--format', 'json', join(golden, name)], {encoding: 'utf8'});
    const wanted = JSON.parse(stdout).files.flatMap(file => file.findings).map(({id, severity, begin}) => `${begin.line}:${begin.column} ${severity} ${id}`);
    const severities = ['error', 'warning', 'note'];
    assert.deepEqual(diagnosticsOf(document).map(({range: {start}, severity, code}) =>
      `${start.line + 1}:${start.character + 1} ${severities[severity]} ${code}`), wanted, name);
  }
});

test('a change is checked again, and a closed text has no diagnostics', async () => {
  const document = control.open(dump('d17.txt'));
  await until(() => diagnosticsOf(document), 'the first check');
  assert.deepEqual(diagnosticsOf(document), []);
  control.change(document, document.getText().replace('size 512', 'size x12'));
  await until(() => diagnosticsOf(document).length, 'an error');
  assert.equal(diagnosticsOf(document)[0].severity, vscode.DiagnosticSeverity.Error);
  assert.deepEqual(diagnosticsOf(document)[0].range.start, placeOf(document, 'x12'));
  control.close(document);
  assert.equal(diagnosticsOf(document), undefined);
});

test('texts that are too large, or when checks are off, are left alone', async () => {
  for (const settings of [{'ballast.validate': false}, {'ballast.largestChecked': 10}]) {
    control.settings = settings;
    const document = control.open(join(golden, 'inputs/bad_mixed.txt'));
    await pause(150);
    assert.ok(!diagnosticsOf(document)?.length, JSON.stringify(settings));
    control.close(document);
    const symbols = await control.symbols[0].provider.provideDocumentSymbols(control.open(dump('d17.txt')));
    assert.equal(symbols.length === 0, 'ballast.largestChecked' in settings);
  }
  control.settings = {};
});

test('the outline has the allocations and the sections', async () => {
  const document = control.open(dump('d17.txt'));
  const symbols = await control.symbols[0].provider.provideDocumentSymbols(document);
  assert.deepEqual(symbols.map(one => one.name), ['allocations', 'total', 'live range']);
  const {children} = symbols[0];
  assert.equal(children.length, 12);
  assert.match(children[0].name, /^allocation 0$/);
  assert.match(children[0].detail, /^4 bytes, constant$/);
  assert.deepEqual(children[4].selectionRange.start, placeOf(document, 'allocation 4:'));
  for (const symbol of symbols) for (const child of symbol.children) assert.ok(symbol.range.contains(child.range), child.name);
});

test('a hover says what the specification says', async () => {
  const document = control.open(dump('d17.txt'));
  const at = async (text, by = 0) => {
    const {line, character} = placeOf(document, text);
    return (await control.hovers[0].provider.provideHover(document, new vscode.Position(line, character + by))).contents.value;
  };
  assert.match(await at('allocation 1:', 11), /^allocation_number \(Allocations.*Allocations are numbered 0, 1, 2/s);
  assert.match(await at('thread-local'), /^thread_local_item .*holds values of a computation that runs per element/s);
  assert.match(await at('preallocated-temp'), /the heap of the temporaries/);
});

test('words that every object has are explained like others', async () => {
  const text = readFileSync(dump('d17.txt'), 'utf8').replaceAll('add.3', 'constructor');
  const document = control.open(join(folder, 'constructor.txt'), {text});
  const lines = text.split('\n');
  let explained = 0;
  for (const [line, words] of lines.entries())
    for (const {index} of words.matchAll(/constructor/g)) {
      const hover = await control.hovers[0].provider.provideHover(document, new vscode.Position(line, index));
      if (hover) ++explained;
    }
  assert.ok(explained > 2);
});

test('the report has the other files of the module', async () => {
  const name = readdirSync(join(golden, 'train/before')).find(one => one.endsWith('-buffer-assignment.txt'));
  await control.commands.get('ballast.openReport')(vscode.Uri.file(join(golden, 'train/before', name)));
  assert.deepEqual(control.errors, []);
  const {webview: {html}, options} = control.panels.at(-1);
  assert.match(html, /^<!DOCTYPE html>/i);
  assert.match(html, /default-src 'none'/);
  assert.match(html, /"era":"/);
  assert.ok(html.includes('/home/me/lm/train.py:37'), 'source lines are in the module text');
  assert.ok(html.includes('-live-range.txt'));
  assert.equal(options.enableScripts, true);
});

test('a text without a report says why', async () => {
  const document = control.open(join(golden, 'train/train.py'));
  await control.commands.get('ballast.openReport')(document.uri);
  assert.equal(control.errors.length, 1);
  assert.match(control.errors[0], /^ballast: ./);
});
