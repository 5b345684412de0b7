// Compares the answers of the module with those of the command, byte for byte, on golden, real and generated files.
// With a STEP, only every STEP-th file.
//     node compare.mjs INDEX_JS COMMAND [STEP]
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { pathToFileURL } from "node:url";

const [index, command] = process.argv.slice(2).map((path) => resolve(path));
const { load } = await import(pathToFileURL(index).href);
const ballast = await load();
const step = Number(process.argv[4] ?? 1);
const generated = 300;

const questions = [
  ["validate", { format: "json" }, ["--format", "json"]],
  ["validate", { format: "sarif", strict: true, audit: true }, ["--format", "sarif", "--strict", "--audit"]],
  ["show", { format: "json" }, ["--format", "json"]],
  ["show", { format: "text", verbose: true }, ["--verbose"]],
  ["summary", { format: "json" }, ["--format", "json"]],
  ["print", {}, []],
  ["json", { positions: true }, ["--positions"]],
  ["report", {}, []],
  ["export", { to: "csv" }, ["--to", "csv"]],
  ["export", { to: "trace" }, ["--to", "trace"]],
  ["export", { to: "pprof" }, ["--to", "pprof"]],
  ["export", { to: "ndjson" }, ["--to", "ndjson"]],
];
// The command also reads files beside the named one, which a session must be given.
const alone = new Set(["show", "report", "export"]);

function* filesOf(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else if (entry.isFile()) yield path;
  }
}

function native(folder, given) {
  const ran = spawnSync(command, given, { cwd: folder, maxBuffer: 1 << 30, env: { ...process.env, LC_ALL: "C.UTF-8" } });
  return { code: ran.status, output: ran.stdout };
}

// Text for people ends with further commands, which have no files in memory.
const commands = "( ?(?:the largest|the largest buffer|all details|all modules|with pictures): +ballast [^\\n]*\\n)+";
const withoutCommands = (bytes) =>
  Buffer.from(bytes.toString("latin1").replace(new RegExp(`\\n\\n${commands}`, "g"), "\n"), "latin1");

const unpacked = (bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? gunzipSync(bytes) : bytes);

let compared = 0;
let files = 0;
let offered = 0;
const different = [];
function compare(folder, name) {
  if (offered++ % step !== 0) return;
  const path = join(folder, name);
  if (/\.(gz|zst)$/.test(name) || statSync(path).size > 4 << 20) return;
  ++files;
  const session = ballast.session();
  session.add({ name, bytes: readFileSync(path) });
  const inLog = session.files().files.some((file) => file.name !== name || file.problem);
  for (const [ask, options, given] of questions) {
    const own = alone.has(ask) ? { ...options, filesAlone: true } : options;
    const answer = session.ask(ask, own);
    // The module takes the texts in a log, or says that there are none; the command refuses the log.
    if (inLog && (ask === "print" || ask === "json")) continue;
    const expected = native(folder, [ask, ...given, ...(alone.has(ask) ? ["--files"] : []), name]);
    if (options.format === "text") expected.output = withoutCommands(expected.output);
    ++compared;
    const same = options.to === "pprof" && answer.code === 0 && expected.code === 0
      ? Buffer.compare(unpacked(answer.bytes), unpacked(expected.output)) === 0
      : Buffer.compare(answer.bytes, expected.output) === 0;
    if (same && answer.code === expected.code) continue;
    different.push(`${path}: ${ask} ${given.join(" ")}: exit ${answer.code} and ${expected.code}, ${answer.bytes.length} and ${
      expected.output.length} bytes: ${answer.messages[0] ?? ""}`);
  }
  session.close();
}

const golden = resolve("tests/golden");
for (const part of ["batch", "dumps", "inputs", "later", "logs", "modules", "releases", "semantic", "tpu", "train"])
  if (existsSync(join(golden, part)))
    for (const path of filesOf(join(golden, part))) compare(golden, relative(golden, path));
const corpus = process.env.BALLAST_CORPUS;
if (corpus) for (const path of filesOf(corpus)) compare(dirname(path), relative(dirname(path), path));
const folder = mkdtempSync(join(tmpdir(), "ballast_wasm_"));
try {
  for (let seed = 1; seed <= generated; ++seed) {
    const name = `seed${seed}.txt`;
    writeFileSync(join(folder, name), native(folder, ["generate", "--seed", String(seed)]).output);
    compare(folder, name);
  }
} finally {
  rmSync(folder, { recursive: true });
}
for (const line of different.slice(0, 50)) console.log(line);
console.log(`${files} files, ${compared} answers: ${compared - different.length} the same, ${different.length} different`);
process.exitCode = different.length === 0 && files * step > generated ? 0 : 1;
