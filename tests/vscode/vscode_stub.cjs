// The part of the API of VS Code that the extension uses. `control` is for the tests: it opens, changes and closes
// documents, and has what the extension showed.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

class Position {
  constructor(line, character) {
    if (!(line >= 0) || !(character >= 0)) throw new RangeError(`no position: ${line}, ${character}`);
    Object.assign(this, {line, character});
  }
  isAfter(other) {
    return this.line > other.line || (this.line === other.line && this.character > other.character);
  }
}
class Range {
  constructor(start, end) {
    Object.assign(this, start.isAfter(end) ? {start: end, end: start} : {start, end});
  }
  contains(range) {
    return !this.start.isAfter(range.start) && !range.end.isAfter(this.end);
  }
}
class Uri {
  constructor(scheme, path) {
    Object.assign(this, {scheme, path, fsPath: path});
  }
  static file(name) {
    return new Uri('file', path.resolve(name));
  }
  static joinPath(uri, ...parts) {
    return new Uri(uri.scheme, path.posix.join(uri.path, ...parts));
  }
  toString() {
    return `${this.scheme}://${this.path}`;
  }
}
class Diagnostic {
  constructor(range, message, severity) {
    Object.assign(this, {range, message, severity});
  }
}
class DiagnosticRelatedInformation {
  constructor(location, message) {
    Object.assign(this, {location, message});
  }
}
class Location {
  constructor(uri, range) {
    Object.assign(this, {uri, range});
  }
}
class DocumentSymbol {
  constructor(name, detail, kind, range, selectionRange) {
    // As the editor does.
    if (!name) throw new Error('name must not be falsy');
    if (!range.contains(selectionRange)) throw new Error('selectionRange must be contained in fullRange');
    Object.assign(this, {name, detail, kind, range, selectionRange, children: []});
  }
}
class MarkdownString {
  value = '';
  appendText(text) {
    this.value += text;
    return this;
  }
  appendCodeblock(text) {
    this.value += `\n\`\`\`\n${text}\n\`\`\`\n`;
    return this;
  }
}
class Hover {
  constructor(contents) {
    this.contents = contents;
  }
}
class Document {
  version = 1;
  isClosed = false;
  constructor(uri, languageId, text) {
    Object.assign(this, {uri, languageId, text});
  }
  getText(range) {
    if (!range) return this.text;
    const lines = this.text.split('\n');
    if (range.start.line !== range.end.line) throw new Error('the stub knows ranges of one line only');
    return lines[range.start.line].slice(range.start.character, range.end.character);
  }
}

const control = {commands: new Map(), symbols: [], hovers: [], diagnostics: new Map(), panels: [], errors: [], settings: {}, heard: {}};
const heard = name => listener => {
  (control.heard[name] ??= []).push(listener);
  return {dispose() {}};
};
const tell = (name, value) => control.heard[name]?.forEach(listener => listener(value));
const documents = [];

control.open = (name, {language = 'xla-memory', text = fs.readFileSync(name, 'utf8')} = {}) => {
  const document = new Document(Uri.file(name), language, text);
  documents.push(document);
  tell('open', document);
  return document;
};
control.change = (document, text) => {
  document.text = text;
  ++document.version;
  tell('change', {document});
};
control.close = document => {
  document.isClosed = true;
  documents.splice(documents.indexOf(document), 1);
  tell('close', document);
};

const disposable = {dispose() {}};
module.exports = {
  control, Position, Range, Uri, Diagnostic, DiagnosticRelatedInformation, Location, DocumentSymbol, MarkdownString, Hover,
  DiagnosticSeverity: {Error: 0, Warning: 1, Information: 2, Hint: 3}, SymbolKind: {Namespace: 2, Variable: 12}, ViewColumn: {Beside: -2},
  FileType: {Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64},
  languages: {
    createDiagnosticCollection: () => ({
      set: (uri, list) => control.diagnostics.set(uri.toString(), list), delete: uri => control.diagnostics.delete(uri.toString()), dispose() {},
    }),
    registerDocumentSymbolProvider: (selector, provider) => (control.symbols.push({selector, provider}), disposable),
    registerHoverProvider: (selector, provider) => (control.hovers.push({selector, provider}), disposable),
  },
  workspace: {
    textDocuments: documents, onDidOpenTextDocument: heard('open'), onDidChangeTextDocument: heard('change'), onDidCloseTextDocument: heard('close'),
    getConfiguration: section => ({get: (key, other) => control.settings[`${section}.${key}`] ?? other}),
    fs: {
      readFile: async uri => new Uint8Array(fs.readFileSync(uri.fsPath)),
      readDirectory: async uri => fs.readdirSync(uri.fsPath, {withFileTypes: true}).map(one => [one.name, one.isFile() ? 1 : 2]),
    },
  },
  window: {
    activeTextEditor: undefined, showErrorMessage: async message => void control.errors.push(message),
    createWebviewPanel: (type, title, column, options) => {
      const panel = {type, title, column, options, webview: {html: ''}};
      control.panels.push(panel);
      return panel;
    },
  },
  commands: {registerCommand: (name, run) => (control.commands.set(name, run), disposable)},
};
