// Makes the files of the extension: scripts/release/vscode.sh runs it. build.mjs NODE_MODULES PACKAGE FOLDER, where PACKAGE is the npm
// package of scripts/release/wasm.sh.
import {copyFileSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {explanations} from '../wasm/page/chapters.mjs';

const [modules, ballastPackage, folder] = process.argv.slice(2).map(one => resolve(one));
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../..');
const esbuild = createRequire(join(modules, 'x.js'))('esbuild');
const text = (...path) => readFileSync(join(...path), 'utf8');

mkdirSync(folder, {recursive: true});
await esbuild.build({
  entryPoints: [join(here, 'extension.ts')], bundle: true, minify: true, format: 'cjs', platform: 'node', target: 'node20',
  external: ['vscode'], alias: {'ballast-xla': join(ballastPackage, 'dist/index.js')}, outfile: join(folder, 'extension.js'),
  define: {'import.meta.url': '""'}, legalComments: 'none', charset: 'utf8', logLevel: 'warning',
});
const version = /^project\(\s*ballast\s+VERSION\s+([\d.]+)/m.exec(text(root, 'CMakeLists.txt'))[1];
const manifest = {...JSON.parse(text(here, 'package.json')), version};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
writeFileSync(join(folder, 'specification.json'), JSON.stringify({
  grammar: text(root, 'spec/grammar.rules'), ebnf: text(root, 'spec/grammar.ebnf'), chapters: explanations(join(root, 'spec')),
}));
copyFileSync(join(ballastPackage, 'dist/ballast.wasm'), join(folder, 'ballast.wasm'));
copyFileSync(join(root, 'spec/xla-memory.tmLanguage.json'), join(folder, 'xla-memory.tmLanguage.json'));
copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE.txt'));
copyFileSync(join(root, 'CHANGELOG.md'), join(folder, 'CHANGELOG.md'));
for (const name of ['language-configuration.json', 'README.md']) copyFileSync(join(here, name), join(folder, name));
