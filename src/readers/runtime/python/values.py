# --- texts and values ---

_new: Callable[[Any], Any] = object.__new__
_depth = [0]
_forms: Dict[str, str] = {}
_facts: Dict[str, Any] = {}
_shapes: Dict[bytes, Any] = {}
_instructions: Dict[bytes, Any] = {}
_sizes: Dict[bytes, Any] = {}
_Matcher = Callable[[bytes, int], Any]


class _Shifted:
    """A match of an expression whose groups have other numbers than they were written with."""

    def __init__(self, match: Any, numbers: List[int]) -> None:
        self.match, self.numbers = match, numbers

    def end(self) -> int:
        return int(self.match.end())

    def __getitem__(self, group: int) -> Any:
        return self.match[self.numbers[group]]


def _emulated(expression: bytes) -> Tuple[bytes, List[int]]:
    """Without possessive quantifiers and atomic groups, new in Python 3.11: `(?=(?P<a>X))(?P=a)` for `(?>X)`."""
    out: List[bytes] = []
    begins: List[Tuple[int, bytes]] = []  # where open groups begin in `out`, and what they are
    numbers = [0]
    groups = 0
    i = 0

    def atomic(begin: int) -> None:
        nonlocal groups
        inner = b"".join(out[begin:])
        del out[begin:]
        name = b"a%d" % len(names)
        names.append(name)
        out.append(b"(?=(?P<" + name + b">" + inner + b"))(?P=" + name + b")")

    names: List[bytes] = []
    while i < len(expression):
        begin = len(out)
        c = expression[i : i + 1]
        if c == b"(":
            kind = expression[i : i + 3] if expression[i + 1 : i + 2] == b"?" else c
            begins.append((begin, kind))
            if kind == c:
                out.append(b"(?P<c%d>" % len(numbers))
                numbers.append(0)
            else:
                out.append(b"(?:" if kind == b"(?>" else kind)
            i += len(kind)
            continue
        if c == b")":
            begin, kind = begins.pop()
            out.append(c)
            i += 1
            piece = b"".join(out[begin:])
            del out[begin:]
            out.append(piece)
            if kind == b"(?>" and expression[i : i + 1] not in (b"?", b"*", b"+", b"{"):
                atomic(begin)
        elif c == b"[":
            end = expression.index(b"]", i) + 1
            out.append(expression[i:end])
            i = end
        elif c == b"\\":
            out.append(expression[i : i + 4])
            i += 4
        else:
            out.append(c)
            i += 1
        repeat = re.compile(rb"(?:[*+?]|\{[0-9,]+\})").match(expression, i)
        if repeat and c != b"|":
            i = repeat.end()
            if out[begin].startswith(b"(?:"):
                piece = out.pop()[3:-1]
                out.append(piece)
                atomic(begin)
                out[begin:] = [b"(?:" + b"".join(out[begin:]) + b")"]
            out[begin:] = [b"".join(out[begin:]) + repeat.group()]
            if expression[i : i + 1] == b"+":
                i += 1
                atomic(begin)
    text = b"".join(out)
    index = re.compile(text).groupindex
    for number in range(1, len(numbers)):
        numbers[number] = index["c%d" % number]
    return text, numbers


_POSSESSIVE = sys.version_info >= (3, 11)


def _compiled(expression: bytes) -> Any:
    if _POSSESSIVE:
        return re.compile(expression).match
    text, numbers = _emulated(expression)
    match = re.compile(text).match
    if len(numbers) == 1:
        return match

    def shifted(s: bytes, p: int) -> Optional[_Shifted]:
        m = match(s, p)
        return _Shifted(m, numbers) if m else None

    return shifted


# Expressions are compiled when they are first needed.


def _matcher(name: str, expression: bytes) -> Any:
    def match(s: bytes, p: int) -> Any:
        compiled = _compiled(expression)
        globals()[name] = compiled
        return compiled(s, p)

    return match


def _finder(name: str, expression: bytes) -> Any:
    def find(text: bytes) -> Any:
        compiled = re.compile(expression if _POSSESSIVE else _emulated(expression)[0])
        found: Any = compiled.findall if _POSSESSIVE else lambda each: [m.group() for m in compiled.finditer(each)]
        globals()[name] = found
        return found(text)

    return find


def _part(node: Any, member: str, kind: Any) -> Any:
    """The member, a node of its own that can be filled in."""
    there = node.__dict__.get(member)
    if type(there) is not kind:
        there = _new(kind)
        setattr(node, member, there)
    return there


_UNITS = {"": "bytes", "b": "bytes", "k": "kib", "m": "mib", "g": "gib", "t": "tib", "p": "pib", "e": "eib"}


def _human_size(text: bytes) -> Any:
    known = _sizes.get(text)
    if known is None:
        number = text.rstrip(b"BKMGTPEkmgtpei ytes")
        unit = text[len(number) :].decode().strip().lower()
        known = HumanSize(int(number.replace(b".", b"")), _UNITS[unit[:1]])
        _sizes[text] = known
    return known


def _amount(text: bytes) -> Optional[int]:
    return None if text.startswith(b"Unknown") else int(text.replace(b".", b""))


def _element_type(text: bytes) -> Any:
    word = text.decode()
    return ElementType(word) if word in _ELEMENT_TYPES else ElementType("", word)


def _auxiliary_type(text: bytes) -> Any:
    return AuxiliaryType(None if text == b"invalid" else text.decode())


def _opcode(text: bytes) -> Any:
    word = text.decode()
    if word in _OPCODES:
        return Opcode(word)
    for suffix in ("-start", "-update", "-done"):
        if word.endswith(suffix) and len(word) > len(suffix):
            base = word[: -len(suffix)]
            return Opcode(base, suffix) if base in _OPCODES else Opcode("", suffix, base)
    return Opcode("", "", word)


# --- what no verb says: one function each, the same in all languages ---


def _notes_frame(node: Any, rows: Any, text: bytes) -> None:
    _facts["frame"] = text.decode()


def _ends_frame(node: Any, rows: Any, text: bytes) -> None:
    _facts["framed"] = True


def _notes_trimmed(node: Any, rows: Any, text: bytes) -> None:
    _facts["trimmed"] = True


def _notes_opcode(node: Any, rows: Any, text: bytes) -> None:
    _facts["opcode"] = node.opcode


def _dates_index_mark(node: Any, rows: Any, text: bytes) -> None:
    if len(text) > 2:
        _forms["index_marks"] = "present"
    elif len(rows) % 5 == 0:
        _forms["index_marks"] = "absent"


def _dates_short_mark(node: Any, rows: Any, text: bytes) -> None:
    if len(text) > 2:
        _forms["short_marks"] = _forms["index_marks"] = "present"
    elif len(rows) % 5 == 0:
        _forms["short_marks"] = "absent"


def _dates_sharding_mark(node: Any, rows: Any, text: bytes) -> None:
    if len(text) > 2:
        _forms["sharding_marks"] = "present"
    elif len(rows) % 5 == 0:
        _forms["sharding_marks"] = "absent"


def _dates_levels(node: Any, rows: Any, text: bytes) -> None:
    if node.levels and node.tiles and text[:1] == b"D":
        _forms["levels"] = "before_tiles"


# The items that can have unknown ones before, between and after them. They are counted if they are printed.
_KNOWN_ITEMS: Dict[str, List[str]] = {
    "Metadata": (
        "op_type op_name source_file source_line source_end_line source_column source_end_column "
        "rare/profile_types rare/deduplicated_name rare/preserve_layout scheduling_name stack_frame_id "
        "rare/payload"
    ).split(),
    "Allocation": (
        "color page parameter output_shape constant thread_local maybe_live_out preallocated_temp"
    ).split(),
    "ReportAllocation": (
        "color parameter output_shape constant thread_local maybe_live_out preallocated_temp"
    ).split(),
    "LayoutSuffixes": (
        "levels tiles tail_padding_alignment index_type pointer_type element_bits memory_space splits "
        "physical_shape dynamic_metadata_bytes"
    ).split(),
    "ModuleText": (
        "is_scheduled input_output_alias buffer_donor alias_passthrough_params entry_computation_layout "
        "propagation_to_parameters propagation_to_output replica_count num_partitions frontend_attributes "
        "origin_recovery_table debug_attributes"
    ).split(),
}


def _known_items(node: Any) -> List[str]:
    """The known items of a node that are printed."""
    result = []
    for path in _KNOWN_ITEMS[type(node).__name__]:
        default, value = type(node), node
        for name in path.split("/"):
            default, value = getattr(type(value), name), getattr(value, name)
        if value != default:
            result.append(path)
    return result


def _keeps_item(node: Any, rows: Any, text: bytes) -> None:
    rows.append(UnknownItem(len(_known_items(node)), text.decode()))


def _begins_row(node: Any, rows: Any, text: bytes) -> None:
    node.depth = _facts.pop("rails", 0)


def _counts_rail(node: Any, rows: Any, text: bytes) -> None:
    _facts["rails"] = _facts.get("rails", 0) + 1


def _glues_mesh(node: Any, rows: Any, text: bytes) -> None:
    if node.form != "angle":
        node.form = "angle_glued"


def _takes(key: str) -> bool:
    opcode = _facts.get("opcode")
    if opcode is None:
        return True
    if key not in _ATTRIBUTES or (not opcode.kind and not opcode.suffix and key not in _TAKES[""]):
        return False
    return key in _TAKES[opcode.kind + ("-" if opcode.suffix else "")]


def _typed_attribute(node: Any, rows: Any, text: bytes) -> None:
    end = text.index(b"=")
    key = text[:end].decode()
    node.key = AttributeKey(key)
    if not _takes(key):
        node.value = AttributeText(text[end + 1 :].decode())


def _text_attribute(node: Any, rows: Any, text: bytes) -> None:
    end = text.index(b"=")
    key = text[:end].decode()
    node.key = AttributeKey(key) if key in _ATTRIBUTES else AttributeKey("", key)
    node.value = AttributeText(text[end + 1 :].decode())


_element = re.compile(rb"/\*[^*]*\*/|(true|false|\((?:[^()]|\([^()]*\))*\)|-?[0-9a-z][-+.0-9a-z]*(?:\(0x[0-9a-f]+\))?)")
_integer = re.compile(rb"(?!-0\Z)-?[0-9]+\Z").match


def _array_literal(node: Any, rows: Any, text: bytes) -> None:
    if b"{  }" in text:
        _forms["empty_literals"] = "two_blanks"
    elif b"{ }" in text:
        _forms["empty_literals"] = "one_blank"
    node.form = _RawLiteral(text)


def _lists_devices(node: Any, rows: Any, text: bytes) -> None:
    if not isinstance(node.devices, IntList):
        node.devices = IntList()


class _RawLiteral:
    """A literal of an array before its shape is known."""

    def __init__(self, text: bytes) -> None:
        self.text = text


def _nested_dimensions(text: bytes) -> Tuple[int, ...]:
    levels: List[List[Any]] = []  # parts of the first level at each depth, and whether it has ended
    depth = 0
    begins = False
    inside = 0
    i = 0
    while i < len(text):
        c = text[i : i + 1]
        if c == b"/":
            i = text.index(b"*/", i) + 2
            continue
        if c != b" ":
            if begins and c != b"}" and depth and not levels[depth - 1][1]:
                levels[depth - 1][0] += 1
            begins = False
            if c == b"(":
                inside += 1
            elif c == b")":
                inside -= 1
            elif c == b"{":
                depth += 1
                if depth > len(levels):
                    levels.append([0, False])
                begins = True
            elif c == b"}":
                depth -= 1
                levels[depth][1] = True
            elif c == b"," and not inside:
                begins = True
        i += 1
    sizes = [level[0] for level in levels]
    if len(levels) == 1 and text.startswith(b"{ "):
        sizes.append(0)
    return tuple(sizes)


def _guessed(elements: List[bytes]) -> str:
    if not elements:
        return "integer"
    if elements[0] in (b"true", b"false"):
        return "boolean"
    if elements[0].startswith(b"("):
        return "complex"
    return "integer" if all(_integer(e) for e in elements) else "floating"


def _array_of(text: bytes, array: Any) -> Any:
    elements = [m[1] for m in _element.finditer(text) if m[1]]
    kind = _CLASSES.get(array.type.kind) if array is not None else None
    what = kind or _guessed(elements)
    values: Any
    if what == "boolean":
        values = BoolList([e in (b"true", b"1") for e in elements])
    elif what == "integer":
        numbers = [int(e) for e in elements]
        values = UintList(numbers) if any(n > 0x7FFFFFFFFFFFFFFF for n in numbers) else IntList(numbers)
    elif what == "complex":
        pairs = [e[1:-1].decode().split(", ") for e in elements]
        values = ComplexTextList([ComplexText(FloatText(a), FloatText(b)) for a, b in pairs])
    else:
        values = FloatTextList([FloatText(e.decode()) for e in elements])
    sizes = _nested_dimensions(text) if array is None else tuple(d.size for d in array.dimensions)
    return ArrayLiteral(sizes, values)


def _type_literal(literal: Any, shape: Any) -> None:
    """Gives the elements of a literal the types that its shape says."""
    form = literal.form
    if isinstance(form, _RawLiteral):
        array = shape.form if shape is not None and isinstance(shape.form, ArrayShape) else None
        literal.form = _array_of(form.text, array)
    elif isinstance(form, TupleLiteral):
        parts = shape.form.elements if shape is not None and isinstance(shape.form, TupleShape) else ()
        for i, part in enumerate(form.parts):
            _type_literal(part, parts[i] if i < len(parts) else None)


def _types_body(node: Any, rows: Any, text: bytes) -> None:
    _type_literal(node.body, node.shape)


def _types_value(node: Any, rows: Any, text: bytes) -> None:
    shape = node.shape
    if node.dynamic_sizes and isinstance(shape.form, ArrayShape):
        sizes = tuple(Dimension(size) for size in node.dynamic_sizes)
        shape = Shape(ArrayShape(shape.form.type, sizes))
    _type_literal(node.value, shape)


# --- expressions ---
