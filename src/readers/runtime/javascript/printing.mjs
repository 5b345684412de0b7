// --- the text of a tree ---

// A tree that no text has.
export class Unprintable extends Error {}

// What the agreement of an alternative with a node counts.
const formWeight = 1;
const memberWeight = 2;

// A node that is being printed, and which of its members have been.
class Frame {
  node/*: any */;
  used/*: Set<string> */ = new Set();
  open/*: any */ = new Map(); // members that several steps print parts of
  constructor(node/*: any */) {
    this.node = node;
  }
}
// A list that is being printed, and how many of its elements have been.
class Rows {
  items/*: any */;
  next = 0;
  constructor(items/*: any */) {
    this.items = items;
  }
}

// Constants have a code point for each byte.
function decoded(constant/*: string */)/*: string */ {
  return notAscii.test(constant) ? utf8.decode(Uint8Array.from(constant, (c) => c.charCodeAt(0))) : constant;
}

let printingPlan/*: any */ = null;
function planOfPrinter()/*: any */ {
  if (printingPlan === null) {
    const walk = (x/*: any */) => {
      if (!Array.isArray(x)) return;
      if (x[0] === "t" || x[0] === "u") for (let i = 1; i < x.length; ++i) x[i] = decoded(x[i]);
      else x.forEach(walk);
    };
    printingPlan = JSON.parse(printingText);
    for (const name in printingPlan.functions) walk(printingPlan.functions[name]);
  }
  return printingPlan;
}

function same(a/*: any */, b/*: any */)/*: boolean */ {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (a.constructor !== b.constructor || a.length !== b.length) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => same(a[name], b[name]));
}
// True if a new node has the same member.
function isNew(node/*: any */, member/*: string */)/*: boolean */ {
  const none = node.constructor.none;
  return same(node[member], none === undefined ? null : none[member]);
}

// The members of a path, without what they become.
function keyOf(path/*: string[] */)/*: string */ {
  return path.length === 2 ? path[0] : path.filter((part, i) => i % 2 === 0).join("/");
}

// Goes over the plan of the printer with a tree. Of several alternatives, the one that agrees most is printed.
class Printing {
  plan/*: any */ = planOfPrinter();
  root/*: any */;
  forms/*: any */ = {};
  out/*: any[] */ = []; // strings, or steps that what follows decides about
  trail/*: any[] */ = []; // what has been printed
  score = 0;
  depth = 0;
  latest/*: any */ = {}; // the last node of a type
  shapes/*: any */ = new Map();
  rails/*: any */ = new Map();
  matched/*: any */ = new Map();
  keys/*: any */ = new Map(); // of rules, the alternatives by the key that they begin with
  reached = -1;
  absent = false; // the member has no value
  fault = "no text begins like this";

  constructor(root/*: any */, forms/*: any */) {
    this.root = root;
    for (const name in this.plan.forms)
      this.forms[name] = forms[name] === "unseen" ? this.plan.forms[name] : forms[name];
  }

  // What has been done can be undone.
  back(out/*: number */, trail/*: number */) {
    this.out.length = out;
    while (this.trail.length > trail) {
      const [frame, key, weight] = this.trail.pop();
      this.score -= weight;
      if (key === "+") --frame.next;
      else if (key !== "") frame.used.delete(key);
    }
  }
  note(frame/*: any */, key/*: string */, weight/*: number */)/*: boolean */ {
    this.trail.push([frame, key, weight]);
    this.score += weight;
    if (key === "+") ++frame.next;
    else if (key !== "") frame.used.add(key);
    return true;
  }
  fail(node/*: any */, member/*: string */)/*: boolean */ {
    // A member that may be absent, and is, is no fault if another one fails at the same place.
    if (this.score > this.reached || (this.score === this.reached && this.absent)) {
      this.reached = this.score;
      this.absent = node[member] === null;
      this.fault = `${node.constructor.name}.${member}`;
    }
    return false;
  }
  put(text/*: any */)/*: boolean */ {
    this.out.push(text);
    return true;
  }

  // --- steps ---

  // Its frame is small, and what a step ends with needs none, so that all levels fit on the stack.
  run(x/*: any */, f/*: any */, rows/*: any */)/*: boolean */ {
    for (;;) {
      switch (x[0]) {
        case "s":
          if (!this.beginning(x, f, rows)) return false;
          if (x.length === 1) return true;
          x = x[x.length - 1];
          continue;
        case "@":
          x = this.plan.functions[x[1]];
          continue;
        case "a":
          x = this.act(x, f, rows);
          if (typeof x === "boolean") return x;
          continue;
        case "t":
          return this.put(x[1]);
        case "w":
        case "u":
          return this.put(x);
        case "c":
          return this.choose(x, 1, f, rows);
        case "node":
          return this.memberNode(x, f);
        case "element":
          return this.element(x, rows);
        default:
          return this.other(x, f, rows);
      }
    }
  }
  // All steps of a sequence but the last.
  beginning(x/*: any */, f/*: any */, rows/*: any */)/*: boolean */ {
    for (let i = 1; i + 1 < x.length; ++i) if (!this.run(x[i], f, rows)) return false;
    return true;
  }
  other(x/*: any */, f/*: any */, rows/*: any */)/*: boolean */ {
    switch (x[0]) {
      case "?":
        this.tryOnce(x[1], f, rows);
        return true;
      case "+":
        if (!this.run(x[1], f, rows)) return false;
        while (this.tryOnce(x[1], f, rows));
        return true;
      case "*":
        while (this.tryOnce(x[1], f, rows));
        return true;
      case "gather": {
        const value = this.member(f.node, x[1]);
        if (value === undefined || !this.allOf(x[2], f, value)) return this.fail(f.node, x[1][0]);
        return this.use(f, x[1]);
      }
      case "listed":
        if (rows.next === rows.items.length || !this.allOf(x[1], f, rows.items[rows.next])) return false;
        return this.note(rows, "+", memberWeight);
      case "n": {
        if (this.depth >= depthLimit) return false;
        ++this.depth;
        const done = this.run(x[1], f, rows);
        --this.depth;
        return done;
      }
      case "r":
        for (let i = 0; i < x[2]; ++i) if (!this.run(x[1], f, rows)) return false;
        return true;
      case "o":
        for (let i = 0; i < x[2] && this.tryOnce(x[1], f, rows); ++i);
        return true;
    }
    return false;
  }
  // True if the step printed something of the node or the list.
  tryOnce(x/*: any */, f/*: any */, rows/*: any */)/*: boolean */ {
    const out = this.out.length;
    const trail = this.trail.length;
    const before = this.score;
    if (this.run(x, f, rows) && this.score > before) return true;
    this.back(out, trail);
    return false;
  }
  choose(x/*: any */, first/*: number */, f/*: any */, rows/*: any */)/*: boolean */ {
    const out = this.out.length;
    const trail = this.trail.length;
    let best/*: any */ = null;
    for (let i = first; i < x.length; ++i) {
      if (this.run(x[i], f, rows) && (best === null || this.score > best[0])) {
        if (i + 1 === x.length) return true;
        best = [this.score, this.out.slice(out), this.trail.slice(trail)];
      }
      this.back(out, trail);
    }
    return best !== null && this.again(best);
  }
  again(best/*: any */)/*: boolean */ {
    for (const piece of best[1]) this.out.push(piece);
    for (const [frame, key, weight] of best[2]) this.note(frame, key, weight);
    return true;
  }
  allOf(x/*: any */, f/*: any */, items/*: any */)/*: boolean */ {
    if (!Array.isArray(items)) return false;
    const rows = new Rows(items);
    return this.run(x, f, rows) && rows.next === items.length;
  }
  element(x/*: any */, rows/*: any */)/*: boolean */ {
    if (rows === null || rows.next === rows.items.length) return false;
    const node = rows.items[rows.next];
    if (node === null || typeNames.get(node.constructor) !== x[1]) return false;
    const frame = new Frame(node);
    return this.run(x[2], frame, rows) && this.complete(frame) && this.note(rows, "+", memberWeight);
  }
  memberNode(x/*: any */, f/*: any */)/*: boolean */ {
    const node = this.member(f.node, x[1]);
    if (node === undefined || typeNames.get(node.constructor) !== x[2]) return false;
    const known = x[2] === "shape" && this.shapes.get(node) && this.shapes.get(node).get(x);
    if (known) return this.known(known, f, x[1]);
    const begin = this.out.length;
    const before = this.score;
    const frame = this.frameOf(x, f, node);
    const done = this.run(x[3], frame, null) && (x[4] || this.complete(frame));
    if (x[2] === "shape") this.remember(node, x, [done ? this.out.slice(begin) : [], this.score - before, done]);
    this.latest[x[2]] = node;
    return done && this.use(f, x[1]);
  }
  frameOf(x/*: any */, f/*: any */, node/*: any */)/*: Frame */ {
    const place = keyOf(x[1]);
    const frame = f.open.get(place) || new Frame(node);
    if (x[4]) f.open.set(place, frame);
    return frame;
  }
  // A shape that several nodes have, or several alternatives, is printed once.
  remember(node/*: any */, x/*: any */, what/*: any */) {
    if (!this.shapes.has(node)) this.shapes.set(node, new Map());
    this.shapes.get(node).set(x, what);
  }
  known(what/*: any */, f/*: any */, path/*: string[] */)/*: boolean */ {
    for (const piece of what[0]) this.out.push(piece);
    return what[2] && this.note(null, "", what[1]) && this.use(f, path);
  }

  // --- members ---

  // Undefined if it is not there, or another alternative.
  member(node/*: any */, path/*: string[] */)/*: any */ {
    for (let i = 0; i < path.length; i += 2) {
      if (!members.has(node.constructor)) return undefined;
      if (path[i] === "frame" && node instanceof Tree) return this.frame();
      let value = node[path[i]];
      if (value !== null && path[i + 1] !== "") value = value[path[i + 1]];
      if (value === null || value === undefined) return undefined;
      node = value;
    }
    return node;
  }
  frame()/*: any */ {
    for (const [member] of members.get(Tree) || []) if (this.root[member]) return this.root[member].frame ?? undefined;
    return undefined;
  }
  // The member has been printed. It counts if a new node has another one, or if a step before needs it.
  use(f/*: any */, path/*: string[] */)/*: boolean */ {
    if (path.length === 0) {
      for (const [name] of members.get(f.node.constructor) || []) this.note(f, name, memberWeight);
      return true;
    }
    let node = f.node;
    let name = path[0];
    const key = keyOf(path);
    if (f.used.has(key)) return true;
    const plain = path.every((part, i) => i % 2 === 0 || part === "");
    for (let i = 2; plain && i < path.length; i += 2) {
      node = node[name];
      name = path[i];
    }
    return this.note(f, key, f.used.has("!" + path[0]) || !isNew(node, name) ? memberWeight : 0);
  }
  complete(f/*: any */)/*: boolean */ {
    return this.hasPrinted(f.node, "", f.used, f.open);
  }
  hasPrinted(node/*: any */, before/*: string */, used/*: Set<string> */, open/*: any */)/*: boolean */ {
    for (const [name, , what] of members.get(node.constructor) || []) {
      const path = before + name;
      if (used.has(path)) {
        const part = open.get(path);
        if (part === undefined) continue;
        const all/*: Set<string> */ = new Set(part.used);
        for (const u of used) if (u.startsWith(path + "/")) all.add(u.slice(path.length + 1));
        if (!this.hasPrinted(part.node, "", all, part.open)) return false;
        continue;
      }
      if (isNew(node, name) && !used.has("!" + path)) continue;
      if (before === "" && (name === "forms" || name === "frame" || name === "trimmed")) continue;
      let inner = false;
      for (const u of used) inner = inner || u.startsWith(path + "/");
      let value = node[name];
      if (what === "variant" && value !== null) value = Object.values(value)[0];
      if (!inner || value === null || !this.hasPrinted(value, path + "/", used, open)) return this.fail(node, name);
    }
    return true;
  }

  // --- actions ---

  // Whether it printed a text, or the step that is left to do.
  act(x/*: any */, f/*: any */, rows/*: any */)/*: any */ {
    let text/*: any */ = null;
    let custom/*: any */ = null;
    for (let i = 3; i < x.length; ++i) {
      const action = x[i];
      switch (action[0]) {
        case "set":
        case "repeat":
          text = this.textOf(x[1], action[2], this.member(f.node, action[1]));
          if (typeof text !== "string") return this.fail(f.node, action[1][0] || "");
          if (action[0] === "set") this.use(f, action[1]);
          break;
        case "push":
          if (rows === null || rows.next === rows.items.length) return false;
          text = this.textOf(x[1], action[1], rows.items[rows.next]);
          if (typeof text !== "string") return false;
          this.note(rows, "+", memberWeight);
          break;
        case "mark": {
          const value = this.member(f.node, action[1]);
          const wanted = action[2];
          if (value !== undefined && (typeof wanted === "object" || value === wanted)) this.use(f, action[1]);
          else if (action[3]) this.note(f, "!" + action[1][0], 0);
          else return false;
          break;
        }
        case "form":
          if (this.forms[action[1]] !== action[2]) return false;
          this.note(null, "", formWeight);
          break;
        case "given": {
          const node = this.latest[action[1]];
          if (node === undefined || node[action[2]] !== action[3]) return false;
          this.note(null, "", formWeight);
          break;
        }
        default:
          custom = customPrinters[action[1]] || custom;
      }
    }
    if (text !== null) return this.put(text);
    return custom === null ? x[2] : custom(this, x[2], f, rows);
  }
  // Undefined if the rule has no text for it.
  textOf(rule/*: string */, conversion/*: string */, value/*: any */)/*: any */ {
    switch (conversion) {
      case "text":
        if (value === "") return this.first(rule, [""]);
        return typeof value === "string" ? value : undefined;
      case "amount":
        if (value === undefined) return this.first(rule, ["Unknown", "Unknown "]);
        break;
      case "auxiliary_type":
        return value && (value.kind || "invalid");
      case "element_type":
      case "opcode": {
        const word = value && (value.kind || value.other);
        return word ? word + (value.suffix || "") : undefined;
      }
      case "human_size":
      case "signed_size":
        return value instanceof HumanSize ? this.first(rule, humanTexts(value)) : undefined;
      case "boolean":
        return value === undefined ? value : this.first(rule, value ? ["true", "1"] : ["false", "0"]);
      case "bit":
        return value === undefined ? value : this.first(rule, value ? ["1"] : ["0"]);
    }
    if (typeof value !== "number" && typeof value !== "bigint") return undefined;
    if (conversion === "integer") return String(value);
    if (conversion === "hexadecimal") return value.toString(16);
    if (conversion === "before") return String(BigInt(value) + 1n);
    return this.first(rule, numberTexts(conversion, BigInt(value)));
  }
  // The first of the texts that the rule matches.
  first(rule/*: string */, texts/*: string[] */)/*: any */ {
    for (const text of texts) {
      const key = rule + " " + text;
      if (!this.matched.has(key)) {
        begin(text);
        decode();
        this.matched.set(key, new Explanation(rule).end === e);
      }
      if (this.matched.get(key)) return text;
    }
    return undefined;
  }

  // Steps that what follows decides about become texts.
  text()/*: string */ {
    const result/*: string[] */ = [];
    let after = "";
    for (let i = this.out.length - 1; i >= 0; --i) {
      let piece = this.out[i];
      if (typeof piece !== "string") {
        const word = /^[-,.0-9A-Za-z]*/.exec(after);
        if (piece[0] === "u") piece = after.startsWith(piece[2]) ? "" : piece[1];
        else piece = " ".repeat(Math.max(0, piece[1] - (word ? word[0].length : 0)));
      }
      result.push(piece);
      after = (piece + after).slice(0, 64);
    }
    return result.reverse().join("");
  }
}

function humanTexts(size/*: any */)/*: string[] */ {
  const letter/*: string */ = size.unit === "bytes" ? "" : size.unit[0].toUpperCase();
  const words = letter
    ? [letter + "iB", letter, letter + "B", letter + "i", letter.toLowerCase() + "b"]
    : ["B", "", " bytes", "b"];
  const result/*: string[] */ = [];
  for (let decimals = 0; decimals < 3; ++decimals)
    for (const word of words) result.push(withDecimals(BigInt(size.count), decimals) + word);
  return result;
}
function withDecimals(value/*: bigint */, decimals/*: number */)/*: string */ {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  return (value < 0n ? "-" : "") + digits.slice(0, point) + (decimals ? "." + digits.slice(point) : "");
}
// The texts that are converted to a number.
function numberTexts(conversion/*: string */, value/*: bigint */)/*: string[] */ {
  const digits = value.toString();
  const result/*: string[] */ = [];
  if (conversion === "grouped" || conversion === "commas")
    return [digits.replace(/\B(?=(\d{3})+$)/g, conversion === "commas" ? "," : " ")];
  if (conversion === "last_digit") return wordsOfGrammar().filter((word) => word.endsWith(`=${digits})`));
  for (let decimals = 1; decimals < 7; ++decimals) result.push(withDecimals(value, decimals));
  return result;
}
// The texts of the grammar that end in a number in parentheses, such as `vmem (color=1)`.
function wordsOfGrammar()/*: string[] */ {
  const found/*: string[] */ = [];
  const look = (x/*: any */) => {
    if (!Array.isArray(x)) return;
    if (x[0] === "t" && x[1].endsWith(")")) found.push(x[1]);
    x.forEach(look);
  };
  const rules/*: any[] */ = Object.values(grammarOfReader().rules);
  for (const [, body] of rules) look(body);
  return found;
}

// --- what no verb says ---

function putMark(p/*: Printing */, rows/*: any */, form/*: string */)/*: boolean */ {
  const marked = rows.next % 5 === 0 && p.forms[form] === "present";
  return p.put(marked ? `, /*index=${rows.next}*/` : ", ");
}
// What stands left of the branch in each row.
function railsOf(p/*: Printing */, items/*: any */)/*: string[] */ {
  if (!p.rails.has(items)) {
    let lastTop = 0;
    items.forEach((row/*: any */, i/*: number */) => row.depth === 0 && (lastTop = i));
    const rails/*: string[] */ = [];
    const all = items.map((row/*: any */, i/*: number */) => {
      rails.length = Math.min(rails.length, row.depth);
      const before = rails.length === row.depth ? rails.join("") : "";
      rails.push((row.depth === 0 ? i < lastTop : row.branch === "inner") ? "\u2502   " : "    ");
      return before;
    });
    p.rails.set(items, all);
  }
  return p.rails.get(items);
}
// The alternatives by the key that they begin with.
function addKeys(p/*: Printing */, given/*: any */, to/*: any */) {
  let x = given;
  while (x[0] === "@" || (x[0] === "s" && x[1][0] !== "t")) x = x[0] === "@" ? p.plan.functions[x[1]] : x[1];
  if (x[0] === "c") for (let i = 1; i < x.length; ++i) addKeys(p, x[i], to);
  else if (x[0] === "s") {
    const key = x[1][1].split("=")[0];
    if (!to.has(key)) to.set(key, []);
    to.get(key).push(x);
  }
}
function product(sizes/*: any[] */)/*: number */ {
  return sizes.reduce((all, size) => all * Number(size), 1);
}
function elementTexts(array/*: any */)/*: string[] */ {
  const { bool_list, float_text_list, complex_text_list, int_list, uint_list } = array.elements;
  if (bool_list)
    return bool_list.map((yes/*: any */) => (array.dimensions.length ? (yes ? "1" : "0") : String(yes)));
  if (float_text_list) return float_text_list.map((each/*: any */) => each.text);
  if (complex_text_list)
    return complex_text_list.map((each/*: any */) => `(${each.real.text}, ${each.imaginary.text})`);
  return (int_list || uint_list).map(String);
}
function arrayText(array/*: any */, oneBlank/*: boolean */)/*: any */ {
  const sizes/*: number[] */ = array.dimensions.map(Number);
  const words = elementTexts(array);
  const rank = sizes.length;
  const last = rank === 0 ? 1 : sizes[rank - 1];
  let many = product(sizes.slice(0, -1));
  if (many * last !== words.length || many > words.length + 1000000 || rank > 1000) return undefined;
  if (rank === 0) return words[0];
  // From the innermost dimension outwards.
  let parts/*: string[] */ = [];
  for (let i = 0; i < many; ++i) {
    const row = words.slice(i * last, (i + 1) * last).join(", ");
    parts.push(rank > 1 && last > 1 ? `{ ${row} }` : `{${row}}`);
  }
  for (let at = rank - 2; at >= 0; --at) {
    const size = sizes[at];
    const marked = rank >= 4 && at > 0;
    many = product(sizes.slice(0, at));
    const levels/*: string[] */ = [];
    for (let i = 0; i < many; ++i) {
      const before = marked ? `{ /*i${at - 1}=${i % sizes[at - 1]}*/${size !== 0 ? " " : ""}` : "{ ";
      const after = size !== 0 || marked || !oneBlank ? " }" : "}";
      levels.push(before + parts.slice(i * size, (i + 1) * size).join(", ") + after);
    }
    parts = levels;
  }
  return parts[0];
}

// Each says whether it printed a text, or returns the step that is left to do.
const customPrinters/*: any */ = {
  notes_frame: (p/*: Printing */) => p.put(p.frame() || ""),
  ends_frame: (p/*: Printing */, x/*: any */) =>
    p.frame() !== undefined && p.note(null, "", formWeight) && x,
  notes_trimmed: () => false, // the whole text is trimmed in the end
  dates_index_mark: (p/*: Printing */, x/*: any */, f/*: any */, rows/*: any */) => putMark(p, rows, "index_marks"),
  dates_short_mark: (p/*: Printing */, x/*: any */, f/*: any */, rows/*: any */) => putMark(p, rows, "short_marks"),
  dates_sharding_mark: (p/*: Printing */, x/*: any */, f/*: any */, rows/*: any */) =>
    putMark(p, rows, "sharding_marks"),
  keeps_item: (p/*: Printing */, x/*: any */, f/*: any */, rows/*: any */) => {
    const item = rows && rows.items[rows.next];
    if (!item) return false;
    // An item that is not printed is used, too, while its rule is tried.
    const used = knownItems[f.node.constructor.name].split(" ").filter((path/*: string */) => f.used.has(path));
    const known = itemsOf(f.node);
    if (used.length !== Number(item.after) || !used.every((path/*: string */) => known.includes(path))) return false;
    return p.note(rows, "+", memberWeight) && p.put(item.text);
  },
  begins_row: (p/*: Printing */, x/*: any */, f/*: any */, rows/*: any */) => {
    if (x[0] !== "+") return f.node.depth === 0 && x; // a row of the first level
    const rails = railsOf(p, rows.items)[rows.next];
    return rails !== "" && p.put(rails) && p.use(f, ["depth", ""]);
  },
  glues_mesh: (p/*: Printing */, x/*: any */, f/*: any */) =>
    ["angle", "angle_glued"].includes(f.node.form) && p.use(f, ["form", ""]) && x,
  lists_devices: (p/*: Printing */, x/*: any */, f/*: any */) =>
    f.node.devices.int_list !== undefined && p.use(f, ["devices", ""]) && x,
  typed_attribute: (p/*: Printing */, x/*: any */, f/*: any */, rows/*: any */) => {
    const { key, value } = f.node;
    if (key.other || (value !== null && value.attribute_text !== undefined)) return false;
    let keys = p.keys.get(x);
    if (keys === undefined) {
      keys = new Map();
      addKeys(p, x, keys);
      p.keys.set(x, keys);
    }
    return keys.has(key.kind) && p.use(f, ["key", ""]) && p.choose(keys.get(key.kind), 0, f, rows);
  },
  text_attribute: (p/*: Printing */, x/*: any */, f/*: any */) => {
    const { key, value } = f.node;
    if (value === null || value.attribute_text === undefined) return false;
    p.put(`${key.kind || key.other}=${value.attribute_text.text}`);
    return p.use(f, ["key", ""]) && p.use(f, ["value", ""]);
  },
  array_literal: (p/*: Printing */, x/*: any */, f/*: any */) => {
    const array = f.node.form.array_literal;
    const text = array && arrayText(array, p.forms.empty_literals === "one_blank");
    return text !== undefined ? p.use(f, ["form", ""]) && p.put(text) : array ? p.fail(f.node, "form") : false;
  },
};
