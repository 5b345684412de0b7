#!/usr/bin/env node
// validate, show and summary for files and folders, without anything else installed.
import { readFileSync, readdirSync, statSync } from "node:fs";
import process from "node:process";
import { load } from "../dist/index.js";

const usage = `Usage: ballast-xla COMMAND [OPTION]... PATH...

Commands:
  validate  whether texts are as XLA prints them, and agree with each other
  show      what takes the memory of a module, and the peak
  summary   the modules of a folder, by the memory they allocate

Options:
  --format FORMAT  text, json or markdown; validate: text, json, sarif, github or junit
  --files          take every file by itself
  --strict, --audit, --era ERA, --only LIST, --disable LIST, --max-errors N  (validate)
  --by KEY, --sort KEY, --step N, --why NAME, --verbose, --full-paths        (show)
  --space N, --top N, --width N, --plain, --device NAME, --estimate, --limit SIZE
                                                                             (show, summary)
  --version, --help

PATH is a file, a folder, a log, or - for standard input.
`;

const tables = {
  "--space": Number, "--top": Number, "--width": Number, "--plain": Boolean, "--device": String, "--limit": bytesOf,
  "--estimate": Boolean,
};
const common = { "--format": String, "--files": Boolean };
const commands = {
  validate: {
    ...common, "--strict": Boolean, "--audit": Boolean, "--era": String, "--only": Array, "--disable": Array,
    "--max-errors": Number,
  },
  show: {
    ...common, ...tables, "--by": String, "--sort": String, "--step": Number, "--why": String, "--verbose": Boolean,
    "--full-paths": Boolean,
  },
  summary: { ...common, ...tables },
};

class UsageError extends Error {}

const renamed = { "--files": "filesAlone" };
const memberOf = (option) =>
  renamed[option] ?? option.slice(2).replace(/-(.)/g, (_, letter) => letter.toUpperCase());

// `15.75GiB`: units are powers of 1024. Undefined if it is not a size.
function bytesOf(value) {
  const [, number, unit] = /^(\d{1,15}(?:\.\d{1,9})?) ?([kmgtp]?)(?:(?<=[kmgtp])i)?b?$/i.exec(value) ?? [];
  if (number === undefined || (number.includes(".") && !unit)) return undefined;
  if (/^[\d.]+$/.test(value) && Number(value) !== 0) return undefined;
  return Math.floor(Number(number) * 1024 ** ("kmgtp".indexOf(unit.toLowerCase()) + (unit ? 1 : 0)));
}

function parse(command, given) {
  const known = commands[command];
  const options = { format: "text" };
  const paths = [];
  for (let i = 0; i < given.length; ++i) {
    const word = given[i];
    if (word === "--") {
      paths.push(...given.slice(i + 1));
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      paths.push(word);
      continue;
    }
    const [name, attached] = word.split(/=(.*)/s, 2);
    const type = known[name];
    if (!type) throw new UsageError(`${command}: unknown option ${name}`);
    if (type === Boolean) {
      if (attached !== undefined) throw new UsageError(`${command}: ${name} takes no value`);
      options[memberOf(name)] = true;
      continue;
    }
    const value = attached ?? given[++i];
    if (value === undefined) throw new UsageError(`${command}: ${name} needs a value`);
    if (type === Number && !/^[0-9]{1,15}$/.test(value)) throw new UsageError(`${command}: ${name} ${value}: not a number`);
    const taken = type === Array ? value.split(",") : type(value);
    if (taken === undefined) {
      const problem = /^\d+(\.\d+)?$/.test(value) ? `has no unit: ${value}GiB, ${value}MiB, …` : "is not a size like 15.75GiB";
      throw new UsageError(`${command}: ${name}: ${value} ${problem}`);
    }
    options[memberOf(name)] = taken;
  }
  if (paths.length === 0) throw new UsageError(`${command}: PATH is required`);
  return { options, paths };
}

// Files of folders in bytewise order; links to folders are not followed.
function* filesOf(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = folder.endsWith("/") ? folder + entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* filesOf(path);
    else if (/\.(txt|csv|buffer_assignment)(\.gz|\.zst)?$/.test(entry.name) && statSync(path, { throwIfNoEntry: false })?.isFile()) yield path;
  }
}

async function main([command, ...given]) {
  if (command === undefined || command === "--help" || command === "-h" || command === "help") {
    process.stdout.write(usage);
    return command === undefined ? 2 : 0;
  }
  const ballast = await load();
  if (command === "--version") {
    process.stdout.write(`ballast-xla ${ballast.version}\n`);
    return 0;
  }
  if (!Object.hasOwn(commands, command)) throw new UsageError(`unknown command ${command}`);
  const { options, paths } = parse(command, given);
  const session = ballast.session();
  let code = 0;
  const add = async (path, name, folder) => {
    try {
      const bytes = await ballast.decompressed(path, readFileSync(path === "-" ? 0 : path));
      session.add({ name, bytes, folder });
    } catch (error) {
      process.stderr.write(`ballast-xla: ${name}: ${error.message}\n`);
      code = 2;
    }
  };
  for (const path of paths) {
    if (path !== "-" && statSync(path, { throwIfNoEntry: false })?.isDirectory())
      for (const file of filesOf(path)) await add(file, file, true);
    else await add(path, path === "-" ? "<stdin>" : path, false);
  }
  const answer = session.ask(command, options);
  for (const message of answer.messages) process.stderr.write(`${message}\n`);
  await new Promise((done) => process.stdout.write(answer.bytes, done));
  return Math.max(code, answer.code);
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  if (error.code !== "EPIPE") process.stderr.write(`ballast-xla: ${error.message}\n${error instanceof UsageError ? usage : ""}`);
  process.exitCode = 2;
}
