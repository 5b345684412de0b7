// Compares the speed of `validate` in the module with that of the command on one thread; the best of three runs each.
//     node speed.mjs INDEX_JS COMMAND FILE
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [index, command, file] = process.argv.slice(2).map((path) => resolve(path));
const { load } = await import(pathToFileURL(index).href);
const begin = process.cpuUsage();
const ballast = await load();
const loaded = process.cpuUsage(begin);
const bytes = readFileSync(file);

// CPU time, so that other programs do not count.
function best(run) {
  let least = Infinity;
  for (let i = 0; i < 3; ++i) least = Math.min(least, run());
  return least;
}
let steps = 0;
ballast.onProgress = () => void ++steps;
const wasm = best(() => {
  const session = ballast.session();
  const start = process.cpuUsage();
  session.add({ name: "a.txt", bytes });
  const { code } = session.ask("validate");
  const { user, system } = process.cpuUsage(start);
  session.close();
  if (code > 1) throw new Error(`exit ${code}`);
  return (user + system) / 1e6;
});
const native = best(() => {
  const ran = spawnSync("bash", ["-c", 'TIMEFORMAT="%U %S"; time "$0" validate --jobs 1 --format json "$1" >/dev/null', command, file]);
  const [user, system] = ran.stderr.toString().trim().split("\n").at(-1).split(" ").map(Number);
  return user + system;
});
const megabytes = bytes.length / 1e6;
console.log(`load: ${((loaded.user + loaded.system) / 1e6).toFixed(2)} s`);
console.log(`wasm: ${wasm.toFixed(2)} s, ${(megabytes / wasm).toFixed(0)} MB/s, ${steps / 3} calls of onProgress each`);
console.log(`native: ${native.toFixed(2)} s, ${(megabytes / native).toFixed(0)} MB/s`);
console.log(`ratio: ${(native / wasm).toFixed(2)}`);
