// The extension: diagnostics, outline, hover and report for texts of the language `xla-memory`.
import * as vscode from 'vscode';
import type {At} from '../wasm/page/answers';
import {Explainer, type Chapters} from '../wasm/page/explain';
import {Grammar} from '../wasm/page/grammar';
import {lineStarts, TextSource} from '../wasm/page/text_source';
import {Analysis, type Entry, type Named} from './analysis';

const LANGUAGE = 'xla-memory';
const PAUSE = 400; // milliseconds after a change until the text is checked
// The files of a module differ in these endings.
const endings = /(?:-buffer-assignment-values|-buffer-assignment|-live-range|-memory-usage-report)?\.txt$/;

// The text of a document with its bytes; made again when the document changes.
class Texts {
  private readonly known = new WeakMap<vscode.TextDocument, {version: number; text: TextSource; bytes: Uint8Array}>();

  of(document: vscode.TextDocument): {text: TextSource; bytes: Uint8Array} {
    const found = this.known.get(document);
    if (found?.version === document.version) return found;
    const bytes = new TextEncoder().encode(document.getText());
    const made = {version: document.version, bytes, text: new TextSource(nameOf(document.uri), new Blob([bytes]), lineStarts(bytes))};
    this.known.set(document, made);
    return made;
  }
  // Bytes of a text as a place of its document, and back.
  position(document: vscode.TextDocument, offset: number): vscode.Position {
    const {text, bytes} = this.of(document);
    const line = text.lineAt(offset);
    return new vscode.Position(line, new TextDecoder().decode(bytes.subarray(text.begin(line), offset)).length);
  }
  offset(document: vscode.TextDocument, position: vscode.Position): number {
    const {text} = this.of(document);
    const before = document.getText(new vscode.Range(new vscode.Position(position.line, 0), position));
    return text.begin(position.line) + new TextEncoder().encode(before).length;
  }
}

const nameOf = (uri: vscode.Uri): string => uri.path.split('/').at(-1) ?? uri.path;
const severities: Record<string, vscode.DiagnosticSeverity> = {
  error: vscode.DiagnosticSeverity.Error, warning: vscode.DiagnosticSeverity.Warning, note: vscode.DiagnosticSeverity.Information,
};

export function activate(context: vscode.ExtensionContext): void {
  const read = async (name: string): Promise<Uint8Array> => vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, name));
  const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
    let made: Promise<T> | undefined;
    return () => (made ??= make());
  };
  const analysis = once(async () => Analysis.load(await read('ballast.wasm')));
  const explainer = once(async () => {
    const {grammar, ebnf, chapters} = JSON.parse(new TextDecoder().decode(await read('specification.json'))) as {grammar: string; ebnf: string; chapters: Chapters};
    return new Explainer(new Grammar(grammar), chapters, ebnf);
  });
  const texts = new Texts();

  // --- diagnostics ---

  const found = vscode.languages.createDiagnosticCollection('ballast');
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const settingsOf = (document: vscode.TextDocument) => vscode.workspace.getConfiguration('ballast', document.uri);
  const isLarge = (document: vscode.TextDocument): boolean => texts.of(document).bytes.length > settingsOf(document).get('largestChecked', 1 << 24);
  const check = async (document: vscode.TextDocument): Promise<void> => {
    const {version} = document;
    const {bytes} = texts.of(document);
    if (!settingsOf(document).get('validate', true) || isLarge(document)) return found.delete(document.uri);
    const findings = (await analysis()).findings({name: nameOf(document.uri), bytes});
    if (document.isClosed || document.version !== version) return;
    // Offsets are those in a text of a log, lines and columns those in the log.
    const {text} = texts.of(document);
    const rangeOf = async ({begin, end}: {begin: At; end: At}) => {
      const [first, last] = [await text.offset(begin.line, begin.column), await text.offset(end.line, end.column)];
      return new vscode.Range(texts.position(document, first), texts.position(document, Math.max(first, last)));
    };
    found.set(document.uri, await Promise.all(findings.map(async finding => {
      const made = new vscode.Diagnostic(await rangeOf(finding), finding.hint ? `${finding.message}\n${finding.hint}` : finding.message,
        severities[finding.severity] ?? vscode.DiagnosticSeverity.Error);
      made.source = 'ballast';
      made.code = finding.id;
      made.relatedInformation = await Promise.all((finding.related ?? []).filter(one => one.path === undefined)
        .map(async one => new vscode.DiagnosticRelatedInformation(new vscode.Location(document.uri, await rangeOf(one)), one.message)));
      return made;
    })));
  };
  const checkSoon = (document: vscode.TextDocument, pause: number): void => {
    if (document.languageId !== LANGUAGE) return;
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    waiting.set(key, setTimeout(() => {
      waiting.delete(key);
      void check(document).catch((fault: Error) => vscode.window.showErrorMessage(`ballast: ${fault.message}`));
    }, pause));
  };
  const forget = (document: vscode.TextDocument): void => {
    clearTimeout(waiting.get(document.uri.toString()));
    waiting.delete(document.uri.toString());
    found.delete(document.uri);
  };

  // --- outline and hover ---

  const symbols: vscode.DocumentSymbolProvider = {
    async provideDocumentSymbols(document) {
      if (isLarge(document)) return []; // its tree would be several times as large
      const {bytes} = texts.of(document);
      const entries = (await analysis()).outline({name: nameOf(document.uri), bytes});
      const symbolOf = (entry: Entry, end: number): vscode.DocumentSymbol => {
        const begin = texts.position(document, entry.offset), last = texts.position(document, Math.max(entry.offset, end));
        const made = new vscode.DocumentSymbol(entry.name, entry.detail, entry.children.length ? vscode.SymbolKind.Namespace : vscode.SymbolKind.Variable,
          new vscode.Range(begin, last), new vscode.Range(begin, begin));
        made.children = entry.children.map((child, i) => symbolOf(child, entry.children[i + 1]?.offset ?? end));
        return made;
      };
      return entries.map((entry, i) => symbolOf(entry, entries[i + 1]?.offset ?? bytes.length));
    },
  };
  const hovers: vscode.HoverProvider = {
    async provideHover(document, position) {
      const told = await (await explainer()).at(texts.of(document).text, texts.offset(document, position));
      if (!told) return null;
      const words = new vscode.MarkdownString();
      words.appendText(`${told.name} (${told.chapter}${told.section === told.chapter ? '' : `, ${told.section}`})\n\n`);
      words.appendText(told.says.replaceAll('`', ''));
      if (told.printed) words.appendText(`\n\nPrinted ${told.printed}.`);
      if (told.definition) words.appendCodeblock(told.definition, 'ebnf');
      return new vscode.Hover(words);
    },
  };

  // --- report ---

  const openReport = async (uri: vscode.Uri | undefined = vscode.window.activeTextEditor?.document.uri): Promise<void> => {
    if (!uri) return void vscode.window.showErrorMessage('ballast: no text is open');
    try {
      const made = (await analysis()).report(await filesOf(uri), nameOf(uri));
      if ('problem' in made) return void vscode.window.showErrorMessage(`ballast: ${made.problem}`);
      const panel = vscode.window.createWebviewPanel('ballast.report', `Report: ${nameOf(uri)}`, vscode.ViewColumn.Beside,
        {enableScripts: true, localResourceRoots: [], retainContextWhenHidden: true});
      panel.webview.html = made.html;
    } catch (fault) {
      void vscode.window.showErrorMessage(`ballast: ${fault instanceof Error ? fault.message : String(fault)}`);
    }
  };
  // A file, and the others of its module in its folder. What is open in an editor is taken from there.
  async function filesOf(uri: vscode.Uri): Promise<Named[]> {
    const name = nameOf(uri), stem = name.replace(endings, '');
    const bytesOf = async (one: vscode.Uri): Promise<Uint8Array> => {
      const open = vscode.workspace.textDocuments.find(document => document.uri.toString() === one.toString());
      return open ? texts.of(open).bytes : vscode.workspace.fs.readFile(one);
    };
    const files: Named[] = [{name, bytes: await bytesOf(uri)}];
    if (uri.scheme === 'untitled') return files;
    const folder = vscode.Uri.joinPath(uri, '..');
    for (const [other, type] of await vscode.workspace.fs.readDirectory(folder)) {
      if (other === name || (type & vscode.FileType.File) === 0 || !endings.test(other) || other.replace(endings, '') !== stem) continue;
      files.push({name: other, bytes: await bytesOf(vscode.Uri.joinPath(folder, other))});
    }
    return files;
  }

  context.subscriptions.push(found, vscode.commands.registerCommand('ballast.openReport', openReport),
    vscode.languages.registerDocumentSymbolProvider({language: LANGUAGE}, symbols), vscode.languages.registerHoverProvider({language: LANGUAGE}, hovers),
    vscode.workspace.onDidOpenTextDocument(document => checkSoon(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({document}) => checkSoon(document, PAUSE)), vscode.workspace.onDidCloseTextDocument(forget));
  for (const document of vscode.workspace.textDocuments) checkSoon(document, 0);
}
