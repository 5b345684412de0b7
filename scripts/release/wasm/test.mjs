// Installs the package without a network into an empty project, and tests it there: types, API, command.
//     node test.mjs BUILD TSC
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { gzipSync } from "node:zlib";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [build, tsc] = process.argv.slice(2).map((path) => resolve(path));
const golden = resolve("tests/golden");
const archive = readdirSync(build).find((name) => name.endsWith(".tgz"));
const project = mkdtempSync(join(tmpdir(), "ballast_npm_"));
const run = (command, ...given) => spawnSync(command, given, { cwd: project, encoding: "utf8" });

try {
  writeFileSync(join(project, "package.json"), '{"name": "empty", "private": true, "type": "module"}');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", join(build, archive)], {
    cwd: project,
    stdio: "inherit",
  });

  // --- types ---

  writeFileSync(
    join(project, "typed.ts"),
    `import { load, read, BallastError, type Finding, type ModuleMemory, type Session } from "ballast-xla";
const ballast = await load();
const session: Session = await ballast.read([{ name: "a.txt", bytes: "text" }]);
const findings: Finding[] = session.validate({ strict: true }).files.flatMap((file) => file.findings ?? []);
const text: string = session.validate({ format: "text" });
const memory = session.show({ module: 0 }) as ModuleMemory;
const largest: string | undefined = session.summary({ limit: 2 ** 34 }).rows[0]?.name;
const total: number | undefined = memory.spaces[0]?.total;
const profile: Uint8Array = session.exportAs("pprof");
const rows: string = session.exportAs("csv", { raw: true });
const changed: number = ballast.diff(session, await read([])).modules.length;
const page: string = session.report();
// @ts-expect-error: no such format
session.validate({ format: "xml" });
// @ts-expect-error: a number
session.show({ top: "7" });
export { BallastError, findings, text, largest, total, profile, rows, changed, page };
`,
  );
  const types = run("node", tsc, "--strict", "--noEmit", "--target", "ES2022", "--module", "NodeNext", "--lib",
                    "ES2022,DOM", "typed.ts");
  assert.equal(types.stdout, "");
  assert.equal(types.status, 0);

  // --- API ---

  const { load, BallastError } = await import(
    pathToFileURL(join(project, "node_modules/ballast-xla/dist/index.js")).href
  );
  const ballast = await load();
  const known = JSON.parse(readFileSync(join(build, "package/package.json"), "utf8"));
  assert.equal(ballast.version, known.version);
  const dump = readFileSync(join(golden, "dumps/d17.txt"));
  const session = await ballast.read([{ name: "d17.txt.gz", bytes: gzipSync(dump) }]);
  assert.equal(session.text(0), dump.toString());
  assert.equal(session.print(), dump.toString());
  assert.equal(session.validate().summary.conform, 1);
  assert.equal(session.show().spaces[0].total, 1676);
  assert.match(session.show({ format: "text" }), /1[,.]?6/);
  assert.equal(session.summary().rows.length, 1);
  assert.match(session.report(), /^<!DOCTYPE html>/i);
  assert.equal(session.report({ format: "json" }).path, "d17.txt.gz");
  assert.match(session.exportAs("csv"), /^[a-z_]+,/);
  const numerals = "HloModule m, entry_computation_layout={()->f64[2]{0}}\n\nENTRY %main.1 () -> f64[2] {\n" +
    "  ROOT %constant.1 = f64[2]{0} constant({4.9406564584124654e-324, 2.2250738585072009e-308})\n}\n\n";
  const subnormal = await ballast.read([{ name: "m.after_optimizations.txt", bytes: numerals }]);
  assert.deepEqual(subnormal.validate().files.flatMap((file) => file.findings ?? []), []);
  assert.deepEqual([...session.exportAs("pprof").slice(0, 2)], [0x1f, 0x8b]);
  assert.equal(session.convert("D24").files.length, 3);
  assert.equal(JSON.parse(session.trees()).path, "d17.txt.gz");
  assert.equal(ballast.explain("index_mark").phase, "context");
  const other = await ballast.read([{ name: "d16.txt", bytes: readFileSync(join(golden, "dumps/d16.txt")) }]);
  assert.equal(ballast.diff(session, other).modules.length, 1);
  assert.match(ballast.diffReport(session, other), /^<!DOCTYPE html>/i);
  assert.throws(() => session.show({ why: "nobody" }), BallastError);
  assert.throws(() => session.show({ step: 1000 }), /the schedule has 9 steps/);
  assert.equal(session.ask("show", { limit: 1675 }).code, 1);
  assert.equal(session.ask("show", { limit: 1676 }).code, 0);
  const nonsense = await ballast.read([{ name: "a.txt", bytes: "nonsense" }]);
  assert.equal(nonsense.validate().files[0].accepted, false);
  assert.throws(() => nonsense.show(), BallastError);

  // A Zstandard file, by the package that comes along.
  const zstd = spawnSync("zstd", ["-c"], { input: dump });
  if (zstd.status === 0) {
    const packed = await ballast.read([{ name: "d17.txt.zst", bytes: zstd.stdout }]);
    assert.equal(packed.validate().summary.conform, 1);
  }

  const limited = await load({ maxContents: 1000 });
  await assert.rejects(limited.read([{ name: "d17.txt.gz", bytes: gzipSync(dump) }]), /more than 1000 bytes/);
  if (zstd.status === 0) await assert.rejects(limited.read([{ name: "d17.txt.zst", bytes: zstd.stdout }]), / 1000 bytes/);

  const marked = await ballast.read([{ name: "a.txt", bytes: "\ufefftext" }]);
  assert.equal(marked.text(0), "\ufefftext");
  marked.close();

  const seen = [];
  ballast.onProgress = (read, bytes) => void seen.push([read, bytes]);
  const all = ballast.session();
  for (let i = 0; i < 20; ++i) all.add({ name: `module_00${10 + i}.m.cpu-buffer-assignment.txt`, bytes: dump, folder: true });
  assert.equal(all.summary().modules, 20);
  assert.ok(seen.length >= 20 && seen.at(-1)[0] === seen.at(-1)[1]);
  ballast.onProgress = () => false;
  assert.equal(all.ask("summary").code, 3);
  ballast.onProgress = () => {
    throw new Error("of the listener");
  };
  assert.throws(() => all.ask("summary"), /of the listener/);
  ballast.onProgress = undefined;
  assert.equal(all.summary().modules, 20);
  for (const each of [session, other, nonsense, all]) each.close();
  assert.throws(() => session.files(), /closed/);

  // --- one file, with the bytes given ---

  const one = await import(pathToFileURL(join(build, "ballast.js")).href);
  const alone = await one.load({ wasm: readFileSync(join(build, "package/dist/ballast.wasm")) });
  const again = await alone.read([{ name: "d17.txt", bytes: dump }]);
  assert.equal(again.validate().summary.conform, 1);

  // --- the command ---

  const command = (...given) => run("npx", "--offline", "ballast-xla", ...given);
  const d17 = join(golden, "dumps/d17.txt");
  assert.match(command("--version").stdout, /^ballast-xla \d+\.\d+\.\d+\n$/);
  assert.match(command("validate", d17).stdout, /^1 files: 1 conform, /);
  const bad = command("validate", join(golden, "inputs/bad_total.txt"));
  assert.equal(bad.status, 1);
  assert.match(bad.stdout, /bad_total\.txt:\d+:\d+: error: /);
  assert.equal(JSON.parse(command("show", "--format", "json", d17).stdout).spaces[0].total, 1676);
  assert.match(command("summary", join(golden, "modules")).stdout, /jit_step/);
  assert.equal(command("show", "--limit", "1.6KiB", d17).status, 1);
  assert.equal(command("show", "--limit", "2KiB", d17).status, 0);
  assert.match(command("show", "--limit", "16X", d17).stderr, /16X is not a size like 15.75GiB/);
  assert.match(command("show", "--limit", "12", d17).stderr, /12 has no unit: 12GiB, 12MiB, …/);
  assert.equal(command("frobnicate").status, 2);
  assert.match(command("toString", d17).stderr, /unknown command toString/);
  assert.equal(command("show", "--top", "x", d17).status, 2);
  assert.equal(command("show", join(golden, "not_there.txt")).status, 2);
  console.log("the package: types, API, one file and command are as they should be");
} finally {
  rmSync(project, { recursive: true });
}
