// --- texts and values ---

let s/*: Uint8Array */ = new Uint8Array(0);
let t/*: string */ = "";
let e/*: number */ = 0;
let depth = 0;
let ascii = true;
let forms/*: any */ = {};
let facts/*: any */ = {};
let shapes/*: any */ = new Map();
let instructions/*: any */ = new Map();

const latin = new TextDecoder("latin1");
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const notAscii = /[^\0-\x7f]/;

function bytes(ranges/*: number[] */)/*: Uint8Array */ {
  const set = new Uint8Array(256);
  for (let i = 0; i < ranges.length; i += 2) set.fill(1, ranges[i], ranges[i + 1] + 1);
  return set;
}

function text(q/*: number */, p/*: number */)/*: string */ {
  const found = t.slice(q, p);
  return ascii || !notAscii.test(found) ? found : utf8.decode(s.subarray(q, p));
}

// The digits between two places, without what is between them.
function integer(q/*: number */, p/*: number */)/*: any */ {
  let value = 0;
  let negative = false;
  for (let i = q; i < p; ++i) {
    const c = s[i];
    if (c >= 48 && c <= 57) value = value * 10 + (c - 48);
    else if (c === 45) negative = true;
  }
  if (value > 9007199254740991) {
    const exact = BigInt(t.slice(q, p).replace(/[^0-9]/g, ""));
    return negative ? -exact : exact;
  }
  return negative && value !== 0 ? -value : value;
}

function hexadecimal(q/*: number */, p/*: number */)/*: any */ {
  const exact = BigInt("0x" + t.slice(q, p));
  return exact > 9007199254740991n ? exact : Number(exact);
}

const units/*: any */ = { b: "bytes", k: "kib", m: "mib", g: "gib", t: "tib", p: "pib", e: "eib" };

function humanSize(q/*: number */, p/*: number */)/*: any */ {
  let end = q;
  while (end < p && (s[end] < 58 || s[end] === 45)) ++end;
  while (end > q && s[end - 1] === 32) --end;
  const size = new HumanSize();
  size.count = integer(q, end);
  const unit = t.slice(end, p).trim().charAt(0).toLowerCase();
  size.unit = units[unit] || "bytes";
  return size;
}

function amount(q/*: number */, p/*: number */)/*: any */ {
  return s[q] === 85 ? null : integer(q, p);
}

function elementType(q/*: number */, p/*: number */)/*: any */ {
  const word = text(q, p);
  const type = new ElementType();
  if (elementTypes.has(word)) type.kind = word;
  else type.other = word;
  return type;
}

function auxiliaryType(q/*: number */, p/*: number */)/*: any */ {
  const type = new AuxiliaryType();
  const word = text(q, p);
  if (word !== "invalid") type.kind = word;
  return type;
}

function opcodeOf(q/*: number */, p/*: number */)/*: any */ {
  const word = text(q, p);
  const made/*: any */ = new Opcode();
  if (opcodes.has(word)) {
    made.kind = word;
    return made;
  }
  for (const suffix of ["-start", "-update", "-done"]) {
    if (!word.endsWith(suffix) || word.length === suffix.length) continue;
    const base = word.slice(0, -suffix.length);
    made.suffix = suffix;
    if (opcodes.has(base)) made.kind = base;
    else made.other = base;
    return made;
  }
  made.other = word;
  return made;
}

// A member that is a node, made if it is not the node's own yet.
function part(node/*: any */, member/*: string */, Type/*: any */)/*: any */ {
  const there = node[member];
  if (there instanceof Type && there !== Type.none) return there;
  return (node[member] = new Type());
}
function alternative(node/*: any */, member/*: string */, name/*: string */, Type/*: any */)/*: any */ {
  const there = node[member];
  if (there !== null && there[name] instanceof Type && there[name] !== Type.none) return there[name];
  const made = new Type();
  node[member] = { [name]: made };
  return made;
}

function lineEnd(p/*: number */)/*: number */ {
  const found = t.indexOf("\n", p);
  return found < 0 ? e : found;
}
function wordEnd(p/*: number */)/*: number */ {
  while (p < e && s[p] !== 32 && s[p] !== 10) ++p;
  return p;
}

// The word after blanks, if it ends where the column does, or needs no blanks since it is longer.
function column(p/*: number */, width/*: number */)/*: number */ {
  let word = p;
  while (s[word] === 32) ++word;
  let end = word;
  while (end < e && columnWord[s[end]] === 1) ++end;
  return (end - p === width ? end !== word : word === p && end - p > width) ? word : -1;
}
const columnWord = bytes([44, 46, 48, 57, 65, 90, 97, 122]);

// --- what no verb says: one function each, the same in all languages ---

function do_notes_frame(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  facts.frame = text(q, p);
}
function do_ends_frame(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  facts.framed = true;
}
function do_notes_trimmed(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  facts.trimmed = true;
}
function do_notes_opcode(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  facts.opcode = node.opcode;
}
function do_dates_index_mark(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  if (p - q > 2) forms.index_marks = "present";
  else if (rows.length % 5 === 0) forms.index_marks = "absent";
}
function do_dates_short_mark(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  if (p - q > 2) forms.short_marks = forms.index_marks = "present";
  else if (rows.length % 5 === 0) forms.short_marks = "absent";
}
function do_dates_sharding_mark(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  if (p - q > 2) forms.sharding_marks = "present";
  else if (rows.length % 5 === 0) forms.sharding_marks = "absent";
}
function do_dates_levels(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  if (node.levels.length !== 0 && node.tiles.length !== 0 && s[q] === 68) forms.levels = "before_tiles";
}
// The items that can have unknown ones before, between and after them. They are counted if they are printed.
const knownItems/*: any */ = {
  Metadata:
    "op_type op_name source_file source_line source_end_line source_column source_end_column " +
    "rare/profile_types rare/deduplicated_name rare/preserve_layout scheduling_name stack_frame_id " +
    "rare/payload",
  Allocation:
    "color page parameter output_shape constant thread_local maybe_live_out preallocated_temp",
  ReportAllocation:
    "color parameter output_shape constant thread_local maybe_live_out preallocated_temp",
  LayoutSuffixes:
    "levels tiles tail_padding_alignment index_type pointer_type element_bits memory_space splits " +
    "physical_shape dynamic_metadata_bytes",
  ModuleText:
    "is_scheduled input_output_alias buffer_donor alias_passthrough_params entry_computation_layout " +
    "propagation_to_parameters propagation_to_output replica_count num_partitions frontend_attributes " +
    "origin_recovery_table debug_attributes",
};
// Those of a node that are printed.
function itemsOf(node/*: any */)/*: string[] */ {
  return knownItems[node.constructor.name].split(" ").filter((path/*: string */) => {
    const names = path.split("/");
    const last = names.pop() || "";
    return !isNew(names.length === 0 ? node : node[names[0]], last);
  });
}
function do_keeps_item(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  const item = new UnknownItem();
  item.after = itemsOf(node).length;
  item.text = text(q, p);
  rows.push(item);
}
function do_begins_row(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  node.depth = facts.rails || 0;
  facts.rails = 0;
}
function do_counts_rail(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  facts.rails = (facts.rails || 0) + 1;
}
function do_glues_mesh(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  if (node.form !== "angle") node.form = "angle_glued";
}

function takes(key/*: string */)/*: boolean */ {
  const opcode = facts.opcode;
  if (opcode === undefined) return true;
  if (!attributeKeys.has(key)) return false;
  return keysByOpcode.get(opcode.kind + (opcode.suffix === "" ? "" : "-")).has(key);
}

function do_typed_attribute(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  const equals = t.indexOf("=", q);
  const key = text(q, equals);
  node.key = new AttributeKey();
  node.key.kind = key;
  if (takes(key)) return;
  const value = new AttributeText();
  value.text = text(equals + 1, p);
  node.value = { attribute_text: value };
}
function do_text_attribute(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  const equals = t.indexOf("=", q);
  const key = text(q, equals);
  node.key = new AttributeKey();
  if (attributeKeys.has(key)) node.key.kind = key;
  else node.key.other = key;
  const value = new AttributeText();
  value.text = text(equals + 1, p);
  node.value = { attribute_text: value };
}

function do_array_literal(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  const found = t.slice(q, p);
  if (found.includes("{  }")) forms.empty_literals = "two_blanks";
  else if (found.includes("{ }")) forms.empty_literals = "one_blank";
  node.form = { raw: found };
}

function nestedDimensions(found/*: string */)/*: number[] */ {
  const levels/*: any[] */ = [];
  let open = 0;
  let begins = false;
  let inside = 0;
  for (let i = 0; i < found.length; ++i) {
    const c = found[i];
    if (c === " ") continue;
    if (c === "/") {
      i = found.indexOf("*/", i) + 1;
      continue;
    }
    if (begins && c !== "}" && open !== 0 && !levels[open - 1].closed) ++levels[open - 1].parts;
    begins = false;
    if (c === "(") ++inside;
    else if (c === ")") --inside;
    else if (c === "{") {
      if (++open > levels.length) levels.push({ parts: 0, closed: false });
      begins = true;
    } else if (c === "}") levels[--open].closed = true;
    else if (c === "," && inside === 0) begins = true;
  }
  const sizes = levels.map((level) => level.parts);
  if (levels.length === 1 && found.startsWith("{ ")) sizes.push(0);
  return sizes;
}

const elementPattern =
  /\/\*[^*]*\*\/|(true|false|\((?:[^()]|\([^()]*\))*\)|-?[0-9a-z][-+.0-9a-z]*(?:\(0x[0-9a-f]+\))?)/g;
const integerPattern = /^(?!-0$)-?[0-9]+$/;

function guessed(elements/*: string[] */)/*: string */ {
  if (elements.length === 0) return "integer";
  if (elements[0] === "true" || elements[0] === "false") return "boolean";
  if (elements[0].startsWith("(")) return "complex";
  return elements.every((each) => integerPattern.test(each)) ? "integer" : "floating";
}

function floatText(value/*: string */)/*: any */ {
  const made = new FloatText();
  made.text = value;
  return made;
}

function arrayOf(found/*: string */, array/*: any */)/*: any */ {
  const elements/*: string[] */ = [];
  for (const match of found.matchAll(elementPattern)) if (match[1] !== undefined) elements.push(match[1]);
  const what = (array && numberClasses.get(array.type.kind)) || guessed(elements);
  const made/*: any */ = new ArrayLiteral();
  made.dimensions = array ? array.dimensions.map((d/*: any */) => d.size) : nestedDimensions(found);
  if (what === "boolean") made.elements = { bool_list: elements.map((each) => each === "true" || each === "1") };
  else if (what === "integer") {
    const exact = elements.map((each) => {
      const number = Number(each);
      return Number.isSafeInteger(number) ? number : BigInt(each);
    });
    const wide = exact.some((number) => number > 9223372036854775807n);
    made.elements = wide ? { uint_list: exact } : { int_list: exact };
  } else if (what === "complex")
    made.elements = {
      complex_text_list: elements.map((each) => {
        const [real, imaginary] = each.slice(1, -1).split(", ");
        const pair = new ComplexText();
        pair.real = floatText(real);
        pair.imaginary = floatText(imaginary);
        return pair;
      }),
    };
  else made.elements = { float_text_list: elements.map(floatText) };
  return made;
}

function do_lists_devices(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  if (node.devices.int_list === undefined) node.devices = { int_list: [] };
}

// Gives the elements of a literal the types of its shape.
function typeLiteral(literal/*: any */, shape/*: any */) {
  const form = literal.form;
  if (form.raw !== undefined)
    literal.form = { array_literal: arrayOf(form.raw, shape && shape.form.array_shape) };
  else if (form.tuple_literal) {
    const parts = (shape && shape.form.tuple_shape && shape.form.tuple_shape.elements) || [];
    form.tuple_literal.parts.forEach((each/*: any */, i/*: number */) => typeLiteral(each, parts[i]));
  }
}
function do_types_body(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  typeLiteral(node.body.literal, node.shape);
}
function do_types_value(node/*: any */, rows/*: any */, q/*: number */, p/*: number */) {
  let shape = node.shape;
  if (node.dynamic_sizes.length !== 0 && shape.form.array_shape) {
    const array/*: any */ = new ArrayShape();
    array.type = shape.form.array_shape.type;
    array.dimensions = node.dynamic_sizes.map((size/*: any */) => {
      const dimension = new Dimension();
      dimension.size = size;
      return dimension;
    });
    shape = { form: { array_shape: array } };
  }
  typeLiteral(node.value, shape);
}

// --- the grammar ---
