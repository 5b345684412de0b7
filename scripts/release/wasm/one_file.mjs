// Prints the package's code as one module without imports, for pages that are one file: `node one_file.mjs DIST`.
import { readFileSync } from "node:fs";

const folder = process.argv[2];
const read = (name) => readFileSync(`${folder}/${name}`, "utf8");
const replaced = (text, from, to) => {
  if (!text.includes(from)) throw new Error(`no ${from}`);
  return text.replace(from, () => to);
};
const module = replaced(read("module.js"), "export default Module;", "const createModule = Module;");
const index = replaced(read("index.js"), 'import createModule from "./module.js";', "");
process.stdout.write(`${module}\n${index}`);
