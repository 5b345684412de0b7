// Makes the page of one file: scripts/release/page.sh runs it. build.mjs NODE_MODULES PACKAGE OUTPUT, where PACKAGE is the npm package of
// scripts/release/wasm.sh.
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join, resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {gzipSync} from 'node:zlib';
import {explanations} from './chapters.mjs';

const MOST_BYTES = 3_000_000;
const [modules, ballastPackage, output] = process.argv.slice(2).map(one => resolve(one));
const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../..');
const esbuild = createRequire(join(modules, 'x.js'))('esbuild');
const text = (...path) => readFileSync(join(...path), 'utf8');
const hash = content => `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
const packed = content => gzipSync(content, {level: 9}).toString('base64');
const block = (id, content) => `<script type="application/gzip" id="${id}">${packed(content)}</script>`;

async function bundle(entry, plugins = []) {
  const made = await esbuild.build({
    entryPoints: [join(here, entry)], bundle: true, minify: true, format: 'iife', target: ['chrome110', 'firefox115', 'safari16.4'],
    write: false, nodePaths: [modules], alias: {'ballast-xla': join(ballastPackage, 'dist/index.js')}, plugins, logLevel: 'warning',
    // The glue of Emscripten asks where it is, and for files if it is in Node; here it gets the bytes.
    define: {'import.meta.url': '""'}, external: ['fs', 'path'], legalComments: 'none', charset: 'utf8',
  });
  return made.outputFiles[0].text;
}
const textModule = (name, content) => ({name, setup(build) {
  build.onResolve({filter: new RegExp(`^${name}$`)}, () => ({path: name, namespace: name}));
  build.onLoad({filter: /.*/, namespace: name}, () => ({contents: content, loader: 'text'}));
}});

// `| D16 | 2025-05-16 | peak rows sorted | …`, and the releases.
function eras() {
  const dumps = [...text(root, 'docs/formats.md').matchAll(/^\| (D\d+) \| ([\d-]+) \| ([^|]+) \|/gm)]
    .map(([, name, since, says]) => ({name, says: `since ${since}: ${says.trim()}`}));
  const releases = [...text(root, 'spec/releases.md').matchAll(/^\| ([\w-]+) ([\w.]+) \| (D\d+)/gm)]
    .map(([, producer, version, era]) => ({name: `${producer}-${version}`, says: era}));
  if (!dumps.length || !releases.length) throw new Error('no eras in docs/formats.md, or no releases in spec/releases.md');
  return [...dumps, ...releases];
}

function files(folder, under) {
  return readdirSync(folder).sort().flatMap(name => {
    const path = join(folder, name), shown = `${under}/${name}`;
    return statSync(path).isDirectory() ? files(path, shown) : /\.(txt|log)$/.test(name) ? [[shown, readFileSync(path, 'utf8')]] : [];
  });
}

async function version() {
  const {load} = await import(pathToFileURL(join(ballastPackage, 'dist/index.js')));
  return (await load({wasm: readFileSync(join(ballastPackage, 'dist/ballast.wasm'))})).version;
}

const worker = await bundle('worker.ts', [textModule('sample-text', text(root, 'tests/golden/dumps/d17.txt'))]);
const script = await bundle('main.ts', [textModule('worker-text', worker)]);
const report = text(root, 'src/render/page/report.js'); // `ballast report` has it; its page is in a frame under the same policy
const data = JSON.stringify({
  grammar: text(root, 'spec/grammar.rules'), ebnf: text(root, 'spec/grammar.ebnf'), chapters: explanations(join(root, 'spec')), eras: eras(),
  example: Object.fromEntries(files(join(root, 'tests/golden/train'), 'train')),
});
const parts = {
  'script hashes': `${hash(script)} ${hash(report)}`, version: await version(), style: text(root, 'src/render/page/common.css') + text(here, 'page.css'), script,
  data: [block('data-text', data), block('data-onig', readFileSync(join(modules, 'vscode-oniguruma/release/onig.wasm'))),
    block('data-wasm', readFileSync(join(ballastPackage, 'dist/ballast.wasm')))].join('\n'),
};
const page = text(here, 'page.html').replace(/\{\{([a-z ]+)\}\}/g, (_, name) => parts[name]);
mkdirSync(dirname(output), {recursive: true});
writeFileSync(output, page);
const bytes = Buffer.byteLength(page);
console.log(`${output}: ${bytes} bytes`);
if (bytes > MOST_BYTES) throw new Error(`the page has more than ${MOST_BYTES} bytes`);
