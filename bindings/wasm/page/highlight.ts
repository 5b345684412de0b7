// Colours lines with spec/xla-memory.tmLanguage.json, as editors do.
import {createOnigScanner, createOnigString, loadWASM} from 'vscode-oniguruma';
import {INITIAL, Registry, type IGrammar} from 'vscode-textmate';
import language from '../../../spec/xla-memory.tmLanguage.json';

export interface Token {
  begin: number;
  end: number;
  kind: string; // the first word of its scope
}

export class Highlighter {
  private constructor(private readonly grammar: IGrammar) {}

  static async load(wasm: ArrayBuffer): Promise<Highlighter> {
    await loadWASM(wasm);
    const registry = new Registry({
      onigLib: Promise.resolve({createOnigScanner, createOnigString}),
      loadGrammar: async () => language as never,
    });
    return new Highlighter((await registry.loadGrammar(language.scopeName))!);
  }

  // Every line begins anew, so that a line in the middle of a large file needs no others.
  tokens(line: string): Token[] {
    return this.grammar.tokenizeLine(line, INITIAL).tokens.map(({startIndex, endIndex, scopes}) => ({
      begin: startIndex, end: Math.min(endIndex, line.length), kind: scopes.length > 1 ? scopes.at(-1)!.split('.')[0]! : '',
    })).filter(token => token.end > token.begin);
  }
}
