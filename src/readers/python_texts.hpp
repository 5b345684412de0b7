// The parts of a Python reader that are the same for all grammars.
#pragma once

#include <string_view>

namespace ballast::readers {

inline constexpr std::string_view python_beginning = R"py(
"""Reads what XLA says about memory.

    import xla_dump
    tree = xla_dump.read(open("module_0001.after_optimizations-buffer-assignment.txt", "rb").read())
    for allocation in tree.dump.allocations: print(allocation.number, allocation.size)

`read` returns the tree or raises `Refused`; `check` only says whether a text is one that XLA prints; `to_json` gives
what `ballast json` prints. Nodes are read, not changed: equal parts of a text may be one node.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, FrozenSet, List, Optional, Tuple, Union

)py";

inline constexpr std::string_view python_middle = R"py(

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
    """Without possessive repeats and atomic groups, which Python has since 3.11: `(?=(?P<a>X))(?P=a)` for `(?>X)`."""
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
        c = expression[i:i + 1]
        if c == b"(":
            kind = expression[i:i + 3] if expression[i + 1:i + 2] == b"?" else c
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
            if kind == b"(?>" and expression[i:i + 1] not in (b"?", b"*", b"+", b"{"):
                atomic(begin)
        elif c == b"[":
            end = expression.index(b"]", i) + 1
            out.append(expression[i:end])
            i = end
        elif c == b"\\":
            out.append(expression[i:i + 4])
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
            if expression[i:i + 1] == b"+":
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
        unit = text[len(number):].decode().strip().lower()
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
            base = word[:-len(suffix)]
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


def _dates_sharding_mark(node: Any, rows: Any, text: bytes) -> None:
    if len(text) > 2:
        _forms["sharding_marks"] = "present"
    elif len(rows) % 5 == 0:
        _forms["sharding_marks"] = "absent"


def _dates_levels(node: Any, rows: Any, text: bytes) -> None:
    if node.levels and node.tiles and text[:1] == b"D":
        _forms["levels"] = "before_tiles"


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
        node.value = AttributeText(text[end + 1:].decode())


def _text_attribute(node: Any, rows: Any, text: bytes) -> None:
    end = text.index(b"=")
    key = text[:end].decode()
    node.key = AttributeKey(key) if key in _ATTRIBUTES else AttributeKey("", key)
    node.value = AttributeText(text[end + 1:].decode())


_element = re.compile(
    rb"/\*[^*]*\*/|(true|false|\((?:[^()]|\([^()]*\))*\)|-?[0-9a-z][-+.0-9a-z]*(?:\(0x[0-9a-f]+\))?)"
)
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
        c = text[i:i + 1]
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

)py";

inline constexpr std::string_view python_end = R"py(

# --- what went wrong ---


class Refused(Exception):
    """A text that XLA does not print."""

    def __init__(self, offset: int, line: int, column: int, expected: List[str]) -> None:
        self.offset, self.line, self.column, self.expected = offset, line, column, expected
        super().__init__(self.message())

    def message(self) -> str:
        names = self.expected[:8]
        if not names:
            return "%d:%d: error: something else expected" % (self.line, self.column)
        text = names[0] if len(names) == 1 else ", ".join(names[:-1]) + " or " + names[-1]
        return "%d:%d: error: expected %s" % (self.line, self.column, text)


class _Explanation:
    """Goes over the grammar as data once more, and remembers the farthest place where something did not match."""

    def __init__(self, text: bytes) -> None:
        data = json.loads(_GRAMMAR)
        self.rules = data["rules"]
        self.sets = [frozenset(c for i in range(0, len(r), 2) for c in range(r[i], r[i + 1] + 1)) for r in data["sets"]]
        self.text = text
        self.farthest = 0
        self.expected: List[str] = []
        self.silent = 0
        self.depth = 0
        self.run(["@", data["start"]], 0)
        if not self.expected:
            self.expected = ["end of text"]

    def fail(self, at: int, what: str) -> int:
        if not self.silent:
            if at > self.farthest:
                self.farthest, self.expected = at, []
            if at == self.farthest and what not in self.expected:
                self.expected.append(what)
        return -1

    def run(self, e: Any, p: int) -> int:
        op = e[0]
        text = self.text
        if op == "s":
            for part in e[1:]:
                p = self.run(part, p)
                if p < 0:
                    return -1
            return p
        if op == "c":
            for part in e[1:]:
                end = self.run(part, p)
                if end >= 0:
                    return end
            return -1
        if op == "@":
            name = e[1]
            expected, body = self.rules[name]
            farthest, count = self.farthest, len(self.expected)
            end = self.run(body, p)
            if end < 0 and expected and not self.silent and self.farthest == p and farthest <= p:
                del self.expected[count if farthest == p else 0:]
                self.fail(p, expected)
            return end
        if op == "t":
            wanted = e[1].encode("latin-1")
            if text.startswith(wanted, p):
                return p + len(wanted)
            return self.fail(p, "`%s`" % wanted.decode("utf-8", "replace").replace("\n", "\\n").replace("\t", "\\t"))
        if op == "b":
            if p < len(text) and text[p] in self.sets[e[1]]:
                return p + 1
            return self.fail(p, self.set_name(self.sets[e[1]]))
        if op == "m":
            chosen = self.sets[e[1]]
            end = p
            while end < len(text) and text[end] in chosen:
                end += 1
            return end if end > p else self.fail(p, self.set_name(chosen))
        if op == "?":
            end = self.run(e[1], p)
            return end if end >= 0 else p
        if op in "*+":
            part = e[1]
            first = p
            fast = _FAST.get(part[1]) if part[0] == "@" else None
            if fast is not None:
                before = last = p
                while True:
                    _depth[0] = self.depth
                    end = fast(self.text, last)
                    if end <= last:
                        break
                    before, last = last, end
                p = before  # the last one is gone over again: its optional parts may have failed late
            while True:
                end = self.run(part, p)
                if end <= p:
                    break
                p = end
            return p if op == "*" or p > first else -1
        if op == "w":
            word = p
            while text[word:word + 1] == b" ":
                word += 1
            end = word
            while end < len(text) and (text[end] in b",-." or text[end:end + 1].isalnum()):
                end += 1
            if end - p == e[1] and end != word or word == p and end - p > e[1]:
                return word
            return self.fail(p, "blanks before a column")
        if op == "r":
            for _ in range(e[2]):
                p = self.run(e[1], p)
                if p < 0:
                    return -1
            return p
        if op == "o":
            for _ in range(e[2]):
                end = self.run(e[1], p)
                if end < 0:
                    break
                p = end
            return p
        if op == "n":
            if self.depth >= _DEPTH_LIMIT:
                return self.fail(p, "no more than %d levels" % _DEPTH_LIMIT)
            self.depth += 1
            end = self.run(e[1], p)
            self.depth -= 1
            return end
        self.silent += op == "!"
        end = self.run(e[1], p)
        self.silent -= op == "!"
        if (end >= 0) == (op == "&"):
            return p
        return self.fail(p, "something else") if op == "!" and p < len(text) else self.fail(p, "end of text") if op == "!" else -1

    @staticmethod
    def set_name(chosen: Any) -> str:
        if min(chosen) >= 128:
            return "character"  # a part of one
        if len(chosen) <= 3:
            return " or ".join("`%s`" % chr(c).replace("\n", "\\n").replace("\t", "\\t") for c in sorted(chosen))
        if chosen <= frozenset(b"0123456789"):
            return "digit"
        if chosen <= frozenset(b"0123456789abcdefABCDEF"):
            return "hexadecimal digit"
        if 97 in chosen and 122 in chosen:
            return "letter" if 48 not in chosen else "letter or digit"
        return "one of `%s`" % "".join(chr(c) for c in sorted(chosen) if 32 < c < 127)


def _refused_at(text: bytes, offset: int, expected: List[str]) -> Refused:
    before = text[:offset]
    begin = before.rfind(b"\n") + 1
    column = len(before[begin:].decode("utf-8", "replace")) + 1
    return Refused(offset, before.count(b"\n") + 1, column, expected)


def _refusal(text: bytes) -> Refused:
    found = _Explanation(text)
    return _refused_at(text, found.farthest, found.expected)


_numeral = re.compile(rb"[0-9]+(?:[, ][0-9]{3})*(?:\.[0-9]+)?")


def _no_value(text: bytes, error: ValueError) -> Exception:
    """A text that the grammar matches, but whose bytes or digits Python does not convert."""
    if isinstance(error, UnicodeDecodeError):
        try:
            text.decode()
        except UnicodeDecodeError as found:
            return _refused_at(text, found.start, ["UTF-8"])
    for numeral in _numeral.finditer(text):
        if len(numeral[0].translate(None, b"., ")) > 4300:  # Python's limit for decimal digits
            return _refused_at(text, numeral.start(), ["a shorter number"])
    return error


# --- the interface ---


def _enough_stack() -> None:
    # Each level of nesting takes a few frames.
    if sys.getrecursionlimit() < 20000:
        sys.setrecursionlimit(20000)


def _whole(text: Union[bytes, bytearray, memoryview]) -> bytes:
    return text if isinstance(text, bytes) else bytes(text)


def check(text: bytes) -> Optional[Refused]:
    """What is wrong with a text, or None: the grammar has it."""
    text = _whole(text)
    _enough_stack()
    _depth[0] = 0
    return None if _CHECK(text, 0) == len(text) else _refusal(text)


def read(text: bytes) -> ROOT_TYPE:
    """The tree of a text."""
    text = _whole(text)
    _enough_stack()
    _depth[0] = 0
    for memory in (_forms, _facts, _shapes, _instructions, _sizes):
        memory.clear()
    if _READ is None:
        raise NotImplementedError("what this reader reads has no tree")
    root = _new(_ROOT)
    try:
        end = _READ(text, 0, root, [])
        if end == len(text):
            _finish(root)
    except ValueError as error:
        raise _no_value(text, error) from None
    _shapes.clear()
    _instructions.clear()
    if end != len(text):
        raise _refusal(text)
    result: ROOT_TYPE = root
    return result


def _finish(root: Any) -> None:
    if isinstance(root, Literal):
        _type_literal(root, None)
    if not isinstance(root, Tree):
        return
    for _, member, _, _ in _MEMBERS[Tree]:
        node = getattr(root, member)
        if node is None:
            continue
        members = {name for name, _, _, _ in _MEMBERS[type(node)]}
        if "forms" in members:
            node.forms = Forms(**_forms)
        if "frame" in members and "framed" in _facts:
            node.frame = _facts["frame"]
        if "trimmed" in members and "trimmed" in _facts:
            node.trimmed = True


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_special = re.compile('["\\\\\x00-\x1f]')


def _string(text: str) -> str:
    return '"' + _special.sub(lambda m: _ESCAPES.get(m[0]) or "\\u%04x" % ord(m[0]), text) + '"'


def _absent(x: Any) -> bool:
    if x is None or x is False:
        return True
    if isinstance(x, (str, tuple)):
        return not x
    members = _MEMBERS.get(type(x))
    if members is None:
        return False
    for _, name, always, special in members:
        value = getattr(x, name)
        if always or (value is not None if special else not _absent(value)):
            return False
    return True


def _put(x: Any, out: List[str]) -> None:
    members = _MEMBERS.get(type(x))
    if members is not None:
        separator = "{"
        for key, name, always, special in members:
            value = getattr(x, name)
            if special and value is None:
                continue
            if special == "variant":
                kind = _ALTERNATIVES.get(type(value))
                if kind is None:
                    kind = _scalar_alternative(type(x), value)
                out.append('%s"%s":{"%s":' % (separator, key, kind))
                _put(value, out)
                out.append("}")
            elif not special and not always and _absent(value):
                continue
            elif special == "address":
                out.append('%s"%s":"0x%x"' % (separator, key, value))
            else:
                out.append('%s"%s":' % (separator, key))
                _put(value, out)
            separator = ","
        out.append("{}" if separator == "{" else "}")
    elif isinstance(x, str):
        out.append(_string(x))
    elif x is True or x is False:
        out.append("true" if x else "false")
    elif isinstance(x, int):
        out.append(str(x))
    elif isinstance(x, tuple):
        separator = "["
        for part in x:
            out.append(separator)
            _put(part, out)
            separator = ","
        out.append("[]" if separator == "[" else "]")
    else:
        out.append("null")


def _scalar_alternative(owner: Any, value: Any) -> str:
    if isinstance(value, bool):
        return "bool"
    if isinstance(value, int):
        return "int"
    return "keyword" if owner is Attribute else "nan_sign"


def to_json(tree: Any) -> str:
    """What `ballast json` prints, without the path of a file."""
    out: List[str] = []
    if isinstance(tree, Tree):
        out.append('{"tool":"ballast","version":%s,"schema":1,"tree":' % _string(_VERSION))
    _enough_stack()
    _put(tree, out)
    if isinstance(tree, Tree):
        out.append("}")
    return "".join(out)


def _fault(refused: Refused) -> str:
    names = ",".join(_string(name) for name in refused.expected)
    return '{"fault":{"offset":%d,"line":%d,"column":%d,"expected":[%s]}}' % (
        refused.offset,
        refused.line,
        refused.column,
        names,
    )


def _answer(text: bytes, as_json: bool) -> Tuple[bool, str]:
    if not as_json:
        refused = check(text)
        return refused is None, "ok" if refused is None else refused.message()
    try:
        return True, to_json(read(text))
    except Refused as refused:
        return False, _fault(refused)


def main(arguments: List[str]) -> int:
    options = [a for a in arguments if a.startswith("--")]
    paths = [a for a in arguments if not a.startswith("--")]
    if len(paths) > 1 or any(o not in ("--json", "--cases") for o in options):
        print("usage: %s [--json] [--cases | FILE]" % sys.argv[0], file=sys.stderr)
        return 2
    as_json = "--json" in options
    out = open(sys.stdout.fileno(), "w", encoding="utf-8", newline="\n", closefd=False)
    if "--cases" in options:
        source = sys.stdin.buffer
        while True:
            size = source.readline()
            if not size:
                break
            case = source.read(int(size)) if re.match(rb"[0-9]{1,12}\n\Z", size) else b""
            if size != b"%d\n" % len(case):
                out.flush()
                print("--cases: expected the size of a text and as many bytes", file=sys.stderr)
                return 2
            out.write(_answer(case, as_json)[1] + "\n")
        out.flush()
        return 0
    path = paths[0] if paths else "-"
    try:
        if path == "-":
            path, text = "<stdin>", sys.stdin.buffer.read()
        else:
            with open(path, "rb") as file:
                text = file.read()
    except OSError as error:
        print("%s: %s" % (path, error.strerror), file=sys.stderr)
        return 2
    accepted, answer = _answer(text, as_json)
    if as_json:
        out.write(answer + "\n")
    elif not accepted:
        out.write("%s:%s\n" % (path, answer))
    out.flush()
    return 0 if accepted else 1


for _kind in _MEMBERS:
    for _f in _kind.__dataclass_fields__.values():
        if callable(_f.default_factory):
            setattr(_kind, _f.name, _f.default_factory())

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
)py";

} // namespace ballast::readers
