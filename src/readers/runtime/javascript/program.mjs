// --- what went wrong ---

export class Refused extends Error {
  offset/*: number */ = 0;
  line/*: number */ = 0;
  column/*: number */ = 0;
  expected/*: string[] */ = [];
  constructor(offset/*: number */, line/*: number */, column/*: number */, expected/*: string[] */) {
    const names = expected.slice(0, 8);
    const last = names.pop();
    super(
      `${line}:${column}: error: ` +
        (last === undefined
          ? "something else expected"
          : `expected ${names.length === 0 ? last : names.join(", ") + " or " + last}`),
    );
    Object.assign(this, { offset, line, column, expected });
  }
}

function shown(bytesOfText/*: string */)/*: string */ {
  const raw = Uint8Array.from(bytesOfText, (c) => c.charCodeAt(0));
  return "`" + new TextDecoder().decode(raw).replace(/\n/g, "\\n").replace(/\t/g, "\\t") + "`";
}
function setName(set/*: Uint8Array */)/*: string */ {
  const all/*: string[] */ = [];
  set.forEach((there, c) => there && all.push(String.fromCharCode(c)));
  if (all[0] >= "\x80") return "character"; // a part of one
  if (all.length <= 3) return all.map(shown).join(" or ");
  if (all.every((c) => c >= "0" && c <= "9")) return "digit";
  if (all.every((c) => /[0-9a-fA-F]/.test(c))) return "hexadecimal digit";
  if (set[97] && set[122]) return set[48] ? "letter or digit" : "letter";
  return "one of `" + all.filter((c) => c > " " && c < "\x7f").join("") + "`";
}

let readGrammar/*: any */ = null;
function grammarOfReader()/*: any */ {
  if (readGrammar === null) {
    readGrammar = JSON.parse(grammarText);
    readGrammar.sets = readGrammar.sets.map(bytes);
  }
  return readGrammar;
}

// Matches the text once more with the grammar as data, and records the farthest position where something did not match.
class Explanation {
  rules/*: any */;
  sets/*: Uint8Array[] */;
  farthest = 0;
  expected/*: string[] */ = [];
  silent = 0;
  depth = 0;
  end = -1;
  constructor(rule/*: string */ = "") {
    const data = grammarOfReader();
    this.rules = data.rules;
    this.sets = data.sets;
    this.end = this.run(["@", rule || data.start], 0);
    if (this.expected.length === 0) this.expected = ["end of text"];
  }
  fail(at/*: number */, what/*: string */)/*: number */ {
    if (this.silent === 0) {
      if (at > this.farthest) {
        this.farthest = at;
        this.expected = [];
      }
      if (at === this.farthest && !this.expected.includes(what)) this.expected.push(what);
    }
    return -1;
  }
  // Calls itself for each part: its frame is small, so that all levels fit on the stack.
  run(x/*: any */, p/*: number */)/*: number */ {
    let end = -1;
    let i = 1;
    switch (x[0]) {
      case "s":
        for (; i < x.length && p >= 0; ++i) p = this.run(x[i], p);
        return p;
      case "c":
        for (; i < x.length && end < 0; ++i) end = this.run(x[i], p);
        return end;
      case "?":
        end = this.run(x[1], p);
        return end >= 0 ? end : p;
      case "@":
        i = this.farthest;
        x = [this.rules[x[1]], this.expected.length];
        end = this.run(x[0][1], p);
        if (end < 0) this.rename(x[0][0], p, i, x[1]);
        return end;
      case "n":
        if (this.depth >= depthLimit) return this.fail(p, `no more than ${depthLimit} levels`);
        ++this.depth;
        end = this.run(x[1], p);
        --this.depth;
        return end;
    }
    return this.other(x, p);
  }
  // A rule with a name of its own failed where it began: `count` names were expected before at `farthest`.
  rename(expected/*: string */, p/*: number */, farthest/*: number */, count/*: number */) {
    if (expected === "" || this.silent !== 0 || this.farthest !== p || farthest > p) return;
    this.expected.length = farthest === p ? count : 0;
    this.fail(p, expected);
  }
  other(x/*: any */, p/*: number */)/*: number */ {
    switch (x[0]) {
      case "t": {
        const wanted = x[1];
        if (t.startsWith(wanted, p) || matchesBytes(wanted, p)) return p + wanted.length;
        return this.fail(p, shown(wanted));
      }
      case "b":
        return p < e && this.sets[x[1]][s[p]] ? p + 1 : this.fail(p, setName(this.sets[x[1]]));
      case "m": {
        let end = p;
        while (end < e && this.sets[x[1]][s[end]]) ++end;
        return end > p ? end : this.fail(p, setName(this.sets[x[1]]));
      }
      case "*":
      case "+": {
        const first = p;
        const quick = x[1][0] === "@" ? fast.get(x[1][1]) : undefined;
        if (quick !== undefined) {
          let before = p;
          for (let last = p; ; ) {
            depth = this.depth;
            const end = quick(last);
            if (end <= last) break;
            before = last;
            last = end;
          }
          p = before; // the last one is gone over again: its optional parts may have failed late
        }
        for (;;) {
          const end = this.run(x[1], p);
          if (end <= p) break;
          p = end;
        }
        return x[0] === "*" || p > first ? p : -1;
      }
      case "w": {
        const word = column(p, x[1]);
        return word >= 0 ? word : this.fail(p, "blanks before a column");
      }
      case "r":
        for (let i = 0; i < x[2] && p >= 0; ++i) p = this.run(x[1], p);
        return p;
      case "o":
        for (let i = 0; i < x[2]; ++i) {
          const end = this.run(x[1], p);
          if (end < 0) break;
          p = end;
        }
        return p;
      case "&":
        return this.run(x[1], p) >= 0 ? p : -1;
      default: {
        ++this.silent;
        const end = this.run(x[1], p);
        --this.silent;
        return end < 0 ? p : this.fail(p, p < e ? "something else" : "end of text");
      }
    }
  }
}

function matchesBytes(wanted/*: string */, p/*: number */)/*: boolean */ {
  if (ascii || p + wanted.length > e) return false;
  for (let i = 0; i < wanted.length; ++i) if (s[p + i] !== wanted.charCodeAt(i)) return false;
  return true;
}

function refusal()/*: Refused */ {
  const found = new Explanation();
  return refusedAt(found.farthest, found.expected);
}
function refusedAt(offset/*: number */, expected/*: string[] */)/*: Refused */ {
  let line = 1;
  let begin = 0;
  for (let i = 0; i < offset; ++i)
    if (s[i] === 10) {
      ++line;
      begin = i + 1;
    }
  let column = 1;
  for (let i = begin; i < offset; ++i) if ((s[i] & 0xc0) !== 0x80) ++column;
  return new Refused(offset, line, column, expected);
}
// Where the text is not UTF-8, or -1.
function invalidBytes()/*: number */ {
  const valid = new TextEncoder().encode(new TextDecoder("utf-8", { ignoreBOM: true }).decode(s));
  let at = 0;
  while (at < e && s[at] === valid[at]) ++at;
  return at < e ? at : -1;
}

// --- the interface ---

function begin(source/*: Uint8Array | string */) {
  s = typeof source === "string" ? new TextEncoder().encode(source) : source;
  e = s.length;
  t = "";
  depth = 0;
  forms = {};
  facts = {};
  shapes = new Map();
  instructions = new Map();
}
function decode() {
  t = latin.decode(s);
  ascii = !notAscii.test(t);
}
function end() {
  s = new Uint8Array(0);
  t = "";
  shapes = new Map();
  instructions = new Map();
}

// What is wrong with a text, or null if it matches.
export function check(source/*: Uint8Array | string */)/*: Refused | null */ {
  begin(source);
  let result = null;
  if (checkAll(0) !== e) {
    decode();
    result = refusal();
  }
  end();
  return result;
}

// The tree of a text.
export function read(source/*: Uint8Array | string */)/*: ROOT_TYPE */ {
  begin(source);
  if (readAll === null) throw new Error("what this reader reads has no tree");
  decode();
  const root = new Root();
  let what/*: any */ = null;
  try {
    if (readAll(0, root, []) !== e) what = refusal();
  } catch (error) {
    const at = invalidBytes(); // the grammar matches bytes, the tree has characters
    what = at < 0 ? error : refusedAt(at, ["UTF-8"]);
  }
  end();
  if (what !== null) throw what;
  if (Root.name === "Literal") typeLiteral(root, undefined);
  if (root instanceof Tree) finish(root);
  return root;
}

function finish(tree/*: any */) {
  for (const [member] of members.get(Tree) || []) {
    const node = tree[member];
    if (node === null) continue;
    if ("forms" in node) node.forms = Object.assign(new Forms(), forms);
    if ("frame" in node && facts.framed) node.frame = facts.frame;
    if ("trimmed" in node && facts.trimmed) node.trimmed = true;
  }
}

const escapes/*: any */ = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const special = /["\\\0-\x1f]/;
const specials = /["\\\0-\x1f]/g;

function stringText(value/*: string */)/*: string */ {
  if (!special.test(value)) return '"' + value + '"';
  const escape = (c/*: string */) => escapes[c] || "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0");
  return '"' + value.replace(specials, escape) + '"';
}

function absent(x/*: any */)/*: boolean */ {
  if (x === null || x === undefined || x === false || x === "") return true;
  if (Array.isArray(x)) return x.length === 0;
  const table = members.get(x.constructor);
  return (
    table !== undefined &&
    table.every(([name, always, what]) => !always && (what === "" ? absent(x[name]) : x[name] === null))
  );
}

function put(x/*: any */, out/*: string[] */) {
  if (typeof x === "string") out.push(stringText(x));
  else if (Array.isArray(x)) {
    out.push("[");
    x.forEach((each, i) => {
      if (i !== 0) out.push(",");
      put(each, out);
    });
    out.push("]");
  } else if (typeof x !== "object" || x === null) out.push(String(x));
  else {
    const table = members.get(x.constructor);
    let separator = "{";
    if (table === undefined) {
      const [name] = Object.keys(x); // an alternative
      out.push('{"' + name + '":');
      put(x[name], out);
      out.push("}");
      return;
    }
    for (const [name, always, what] of table) {
      const value = x[name];
      if (what === "" ? !always && absent(value) : value === null) continue;
      out.push(separator + '"' + name + '":');
      separator = ",";
      if (what === "address") out.push('"0x' + value.toString(16) + '"');
      else put(value, out);
    }
    out.push(separator === "{" ? "{}" : "}");
  }
}

// What `ballast json` prints, without the path of a file.
export function toJson(tree/*: any */)/*: string */ {
  const out/*: string[] */ = [];
  if (tree instanceof Tree) out.push('{"tool":"ballast","version":' + stringText(version) + ',"schema":1,"tree":');
  put(tree, out);
  if (tree instanceof Tree) out.push("}");
  return out.join("");
}

// The text that the tree was read from, or that reads back equal. Throws `Unprintable` if no text does. A whole text says
// in `forms` how its parts are spelled; for a part alone they can be given.
export function toText(tree/*: ROOT_TYPE */, given/*: Forms */ = new Forms())/*: Uint8Array */ {
  return new TextEncoder().encode(textOfTree(tree, given));
}
function textOfTree(tree/*: any */, given/*: any */)/*: string */ {
  const nodes/*: any[] */ = tree instanceof Tree ? Object.values(tree) : [tree];
  const held = nodes.find((node) => node !== null);
  const { start, functions } = planOfPrinter();
  if (start === undefined || tree.constructor !== Root)
    throw new Unprintable("not what this reader reads: " + tree.constructor.name);
  const printing = new Printing(tree, (held && held.forms) || given);
  const frame = new Frame(tree);
  if (!printing.run(functions[start], frame, null) || !printing.complete(frame))
    throw new Unprintable("no text has this tree: " + printing.fault);
  let result = printing.text();
  if (held && "forms" in held && held.trimmed) result = result.replace(/\n+$/, "\n");
  let again/*: any */;
  try {
    again = read(result);
  } catch (refused/*: any */) {
    if (!(refused instanceof Refused)) throw refused;
    throw new Unprintable("no text has this tree: " + refused.message);
  }
  spellLike(again, tree);
  if (toJson(again) !== toJson(tree))
    throw new Unprintable("no text has this tree: its text reads back as another one");
  return result;
}
// Takes away the spellings that the other tree does not say.
function spellLike(again/*: any */, tree/*: any */) {
  if (!(tree instanceof Tree)) return;
  const entries/*: [string, any][] */ = Object.entries(tree);
  for (const [member, node] of entries)
    if (node !== null && node.forms)
      for (const name of Object.keys(node.forms))
        if (node.forms[name] === "unseen") again[member].forms[name] = "unseen";
}

function answer(source/*: Uint8Array */, what/*: string */)/*: [boolean, string] */ {
  if (what === "") {
    const refused = check(source);
    return refused === null ? [true, "ok"] : [false, refused.message];
  }
  try {
    const tree = read(source);
    return [true, what === "--json" ? toJson(tree) : textOfTree(tree, Object.assign(new Forms(), forms))];
  } catch (refused/*: any */) {
    // A text that the grammar matches may break a rule about its context.
    if (refused instanceof Unprintable) return [false, ` error: ${refused.message}`];
    if (!(refused instanceof Refused)) throw refused;
    if (what === "--print") return [false, refused.message];
    const { offset, line, column, expected } = refused;
    return [
      false,
      `{"fault":{"offset":${offset},"line":${line},"column":${column},"expected":[${expected.map(stringText).join(",")}]}}`,
    ];
  }
}

// As a program under Node: `node xla_dump.mjs [--json | --print] [--cases | FILE]`.
async function main(given/*: string[] */)/*: Promise<number> */ {
  const fsName = "node:fs"; // no dependency of pages
  const fs/*: any */ = await import(fsName);
  const process/*: any */ = globalThis/*as any*/.process;
  const options = given.filter((a) => a.startsWith("--") && a !== "--cases");
  const paths = given.filter((a) => !a.startsWith("--"));
  const many = given.includes("--cases");
  const what = options[0] || "";
  if (paths.length > (many ? 0 : 1) || options.length > 1 || !["", "--json", "--print"].includes(what)) {
    process.stderr.write("usage: node xla_dump.mjs [--json | --print] [--cases | FILE]\n");
    return 2;
  }
  const write = (line/*: string */) => {
    const data = new TextEncoder().encode(line);
    for (let at = 0; at < data.length; ) {
      try {
        at += fs.writeSync(1, data, at);
      } catch (error/*: any */) {
        if (error.code !== "EAGAIN") throw error;
      }
    }
  };
  let source/*: Uint8Array */;
  const path = paths[0] === undefined || paths[0] === "-" ? 0 : paths[0];
  const name = path === 0 ? "<stdin>" : path;
  try {
    source = fs.readFileSync(path);
  } catch (error/*: any */) {
    process.stderr.write(`${name}: ${error.message}\n`);
    return 2;
  }
  if (many) {
    let out = "";
    for (let at = 0; at < source.length; ) {
      const stop = source.indexOf(10, at);
      const size = latin.decode(source.subarray(at, stop));
      at = stop + 1 + Number(size);
      if (stop < 0 || !/^(0|[1-9][0-9]*)$/.test(size) || at > source.length) {
        write(out);
        process.stderr.write("--cases: expected the size of a text and as many bytes\n");
        return 2;
      }
      const [accepted, said] = answer(source.subarray(stop + 1, at), what);
      out += (accepted && what === "--print" ? stringText(said) : said) + "\n";
    }
    write(out);
    return 0;
  }
  const [accepted, said] = answer(source, what);
  if (what === "--json") write(said + "\n");
  else if (accepted) write(what === "--print" ? said : "");
  else if (what === "--print") process.stderr.write(`${name}:${said}\n`);
  else write(`${name}:${said}\n`);
  return accepted ? 0 : 1;
}

const running/*: any */ = globalThis/*as any*/.process;
async function isProgram(path/*: string */)/*: Promise<boolean> */ {
  const [fsName, urlName] = ["node:fs", "node:url"];
  const fs/*: any */ = await import(fsName);
  const url/*: any */ = await import(urlName);
  return fs.existsSync(path) && url.pathToFileURL(fs.realpathSync(path)).href === import.meta.url;
}
if (running && running.argv && running.argv[1])
  isProgram(running.argv[1]).then(async (is) => is && (running.exitCode = await main(running.argv.slice(2))));
