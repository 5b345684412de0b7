#!/usr/bin/env python3
"""Reads the dumps of XLA's buffer assignment, of the eras D0 to D24, into typed data and prints them back.

Written from the chapters of the specification alone. A class has the name of a term of the glossary or of a
production; its `read` takes the text of that production, its `__str__` prints it back. The only text that is kept
as it is: attributes of instructions that the specification does not know, literals of unknown element types,
shardings that begin with an unknown word, and configurations (dicts).

    python3 reader.py FILE...             `ok`, or `FILE:LINE:COLUMN: expected …`
    python3 reader.py --summary FILE...   number of allocations, total bytes, values and peak bytes, as JSON
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar, NoReturn, TypeVar

T = TypeVar("T")
Production = Callable[["Cursor"], T]

sys.setrecursionlimit(20_000)


# ------------------------------------------------------------------------------------------------ cursor and notation


class Refusal(Exception):
    """A production does not match here. Alternatives may still match."""


class BrokenRule(Exception):
    """A context rule does not hold."""

    def __init__(self, at: int, what: str) -> None:
        super().__init__(what)
        self.at = at
        self.what = what


class Cursor:
    """A place in a text; the operators of a parsing expression grammar are its methods."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.furthest = 0
        self.expected: list[str] = []
        self.depth = 0
        self.broken_rules: list[BrokenRule] = []
        self.labels: list[tuple[int, int]] = []  # the places of labels of the stack trace

    def breaks(self, at: int, what: str) -> None:
        """A context rule does not hold; the text is refused if it has no other reading and no other fault."""
        self.broken_rules.append(BrokenRule(at, what))

    def check(self, rule: Callable[..., None], *arguments: Any) -> None:
        try:
            rule(*arguments)
        except BrokenRule as broken:
            self.broken_rules.append(broken)

    def state(self) -> tuple[int, int, int]:
        return self.at, self.depth, len(self.broken_rules)

    def restore(self, state: tuple[int, int, int]) -> None:
        self.at, self.depth = state[:2]
        del self.broken_rules[state[2] :]

    def refuse(self, expected: str) -> NoReturn:
        if self.at > self.furthest:
            self.furthest = self.at
            self.expected = []
        if self.at == self.furthest and expected not in self.expected:
            self.expected.append(expected)
        raise Refusal

    def sees(self, literal: str) -> bool:
        return self.text.startswith(literal, self.at)

    def accept(self, literal: str) -> bool:
        if self.text.startswith(literal, self.at):
            self.at += len(literal)
            return True
        return False

    def expect(self, literal: str) -> None:
        if not self.accept(literal):
            self.refuse(repr(literal))

    def match(self, pattern: re.Pattern[str], what: str) -> str:
        found = pattern.match(self.text, self.at)
        if found is None:
            self.refuse(what)
        self.at = found.end()
        return found.group()

    def matches(self, pattern: re.Pattern[str]) -> bool:
        return pattern.match(self.text, self.at) is not None

    def attempt(self, production: Production[T]) -> T | None:
        """`a?`: what the production reads, or None and nothing taken."""
        start = self.state()
        try:
            return production(self)
        except Refusal:
            self.restore(start)
            return None

    def choice(self, *productions: Production[Any]) -> Any:
        """`a / b`"""
        start = self.state()
        for production in productions[:-1]:
            try:
                return production(self)
            except Refusal:
                self.restore(start)
        return productions[-1](self)

    def many(self, production: Production[T]) -> list[T]:
        """`a*`"""
        items: list[T] = []
        while (item := self.attempt(production)) is not None:
            items.append(item)
        return items

    def some(self, production: Production[T]) -> list[T]:
        """`a+`"""
        return [production(self), *self.many(production)]

    def separated(self, production: Production[T], separator: str = ",") -> list[T]:
        """`a ( "," a )*`"""
        items = [production(self)]
        while True:
            start = self.at
            if not self.accept(separator):
                return items
            item = self.attempt(production)
            if item is None:
                self.at = start
                return items
            items.append(item)

    def separated_or_none(self, production: Production[T], separator: str = ",") -> list[T]:
        """`( a ( "," a )* )?`"""
        return self.attempt(lambda cursor: cursor.separated(production, separator)) or []

    def enter(self, levels: int = 1) -> None:
        """Rule C2: nothing is nested deeper than 256 levels."""
        self.depth += levels
        if self.depth > 256:
            raise BrokenRule(self.at, "at most 256 levels [too_deep]")

    def leave(self, levels: int = 1) -> None:
        self.depth -= levels


def show(value: Any) -> str:
    """The printed form of typed data."""
    return ("true" if value else "false") if isinstance(value, bool) else str(value)


def joined(items: list[Any], separator: str = ",") -> str:
    return separator.join(show(item) for item in items)


MULTIBYTE = "\u0080-\U0010ffff"
DIGITS = "(?:[1-9][0-9]*|0(?![0-9]))"
NAME = r"[A-Z_a-z][\-.0-9A-Z_a-z]*"
NUMBER = rf"-?(?:{DIGITS}(?:\.(?=(?:0*[1-9])+(?![0-9]))[0-9]+)?(?:e[+\-][0-9][0-9]+)?|inf|nan(?:\(0x(?!0)[0-9a-f]+\))?)"

DECIMAL_PATTERN = re.compile(DIGITS)
INTEGER_PATTERN = re.compile(rf"-[1-9][0-9]*|{DIGITS}")
NUMBER_PATTERN = re.compile(NUMBER)
NAME_PATTERN = re.compile(NAME)
HUMAN_PATTERN = re.compile(rf"{DIGITS}(?:B|\.[0-9]KiB|\.[0-9][0-9][EGMPT]iB)")
LARGEST_INTEGER = 2**63 - 1


def decimal(cursor: Cursor) -> int:
    start = cursor.at
    value = int(cursor.match(DECIMAL_PATTERN, "a number"))
    if value > LARGEST_INTEGER:
        cursor.breaks(start, "a number of at most 63 bits [integer_range]")
    return value


def positive(cursor: Cursor) -> int:
    if not cursor.matches(re.compile("[1-9]")):
        cursor.refuse("a positive number")
    return decimal(cursor)


def integer(cursor: Cursor) -> int:
    start = cursor.at
    value = int(cursor.match(INTEGER_PATTERN, "an integer"))
    if not -LARGEST_INTEGER - 1 <= value <= LARGEST_INTEGER:
        cursor.breaks(start, "an integer of 64 bits [integer_range]")
    return value


def nonzero(cursor: Cursor) -> int:
    """`"-"? positive`"""
    if cursor.matches(re.compile("0")):
        cursor.refuse("an integer other than 0")
    return integer(cursor)


@dataclass
class Number:
    """A floating-point number, which is kept as it is printed."""

    digits: str

    @staticmethod
    def read(cursor: Cursor) -> Number:
        return Number(cursor.match(NUMBER_PATTERN, "a floating-point number"))

    def __str__(self) -> str:
        return self.digits


def name(cursor: Cursor) -> str:
    return cursor.match(NAME_PATTERN, "a name")


def boolean(cursor: Cursor) -> bool:
    if cursor.accept("true"):
        return True
    cursor.expect("false")
    return False


def only_true(cursor: Cursor) -> bool:
    cursor.expect("true")
    return True


@dataclass
class HumanSize:
    """A size for people, such as `1.6KiB`: hundredths (or tenths) of a unit."""

    whole: int
    fraction: str
    unit: str

    @staticmethod
    def read(cursor: Cursor) -> HumanSize:
        text = cursor.match(HUMAN_PATTERN, "a size with unit")
        found = re.fullmatch(r"([0-9]+)(?:\.([0-9]+))?([A-Za-z]+)", text)
        assert found is not None
        return HumanSize(int(found[1]), found[2] or "", found[3])

    def __str__(self) -> str:
        return f"{self.whole}{'.' if self.fraction else ''}{self.fraction}{self.unit}"


def word(*words: str) -> Production[str]:
    """A choice of words, in this order."""

    def read(cursor: Cursor) -> str:
        for candidate in words:
            if cursor.accept(candidate):
                return candidate
        cursor.refuse(" or ".join(f"`{candidate}`" for candidate in words))

    return read


# ------------------------------------------------------------------------------------- text in quotes and in brackets


ESCAPED = r"""(?:[ !#-&(-\[\]-~]++|\\(?:["'\\nrt]|00[0-7]|01[03467]|0[23][0-7]|177|[23][0-7][0-7]))"""
ESCAPED_PATTERN = re.compile(f"{ESCAPED}*+")
ESCAPED_SOME_PATTERN = re.compile(f"{ESCAPED}++")
ESCAPE_PATTERN = re.compile(r"\\([\"'\\nrt]|[0-7]{3})")
QUOTED_PATTERN = re.compile(r'"(?:[^\n"\\]|\\[^\n])*+"')
LETTER_ESCAPES = {"n": "\n", "r": "\r", "t": "\t"}


@dataclass
class EscapedText:
    """The bytes of a text that is printed with C escapes."""

    data: bytes

    @staticmethod
    def read(cursor: Cursor) -> EscapedText:
        return EscapedText.decoded(cursor.match(ESCAPED_PATTERN, "escaped text"))

    @staticmethod
    def read_some(cursor: Cursor) -> EscapedText:
        return EscapedText.decoded(cursor.match(ESCAPED_SOME_PATTERN, "escaped text"))

    @staticmethod
    def decoded(text: str) -> EscapedText:
        def unescaped(found: re.Match[str]) -> str:
            escape = found[1]
            return chr(int(escape, 8)) if len(escape) == 3 else LETTER_ESCAPES.get(escape, escape)

        return EscapedText(ESCAPE_PATTERN.sub(unescaped, text).encode("latin-1"))

    def __str__(self) -> str:
        return "".join(ESCAPE_OF_BYTE[byte] for byte in self.data)


def escape_of_byte(byte: int) -> str:
    character = chr(byte)
    if character in "\"'\\":
        return "\\" + character
    if character in "\n\r\t":
        return {"\n": "\\n", "\r": "\\r", "\t": "\\t"}[character]
    return character if 0x20 <= byte < 0x7F else f"\\{byte:03o}"


ESCAPE_OF_BYTE = [escape_of_byte(byte) for byte in range(256)]


@dataclass
class Quoted:
    """Text in quotes, escaped (`EscapedText`) or raw (`str`)."""

    content: EscapedText | str

    @staticmethod
    def read(cursor: Cursor) -> Quoted:
        cursor.expect('"')
        content = EscapedText.read(cursor)
        cursor.expect('"')
        return Quoted(content)

    @staticmethod
    def read_some(cursor: Cursor) -> Quoted:
        cursor.expect('"')
        content = EscapedText.read_some(cursor)
        cursor.expect('"')
        return Quoted(content)

    @staticmethod
    def read_raw(cursor: Cursor) -> Quoted:
        """`raw_string`: ends at the first quote that the attribute ends after."""
        cursor.expect('"')
        content = cursor.match(RAW_VALUE_PATTERN, "text")
        cursor.expect('"')
        return Quoted(content)

    def __str__(self) -> str:
        return f'"{self.content}"'


RAW_VALUE_PATTERN = re.compile(r'(?:[^\n"]++|"(?!, |\n|\Z|<[0-9]))*+')
GROUP_PATTERN = re.compile(rf"[ !#-'*-Z\\\^-z|~{MULTIBYTE}]+")
BRACES_PATTERN = re.compile(r'[^\n"{}]+')


def skip_quoted(cursor: Cursor) -> None:
    cursor.match(QUOTED_PATTERN, "text in quotes")


def skip_braces(cursor: Cursor) -> None:
    cursor.expect("{")
    cursor.enter()
    while not cursor.accept("}"):
        if cursor.sees('"'):
            skip_quoted(cursor)
        elif cursor.sees("{"):
            skip_braces(cursor)
        else:
            cursor.match(BRACES_PATTERN, "`}`")
    cursor.leave()


def skip_brackets(cursor: Cursor, opening: str, closing: str) -> None:
    cursor.expect(opening)
    cursor.enter()
    while not cursor.accept(closing):
        skip_group(cursor)
    cursor.leave()


def skip_group(cursor: Cursor) -> None:
    """`group`: text without brackets and quotes, or with balanced ones."""
    if cursor.sees('"'):
        skip_quoted(cursor)
    elif cursor.sees("{"):
        skip_braces(cursor)
    elif cursor.sees("("):
        skip_brackets(cursor, "(", ")")
    elif cursor.sees("["):
        skip_brackets(cursor, "[", "]")
    else:
        cursor.match(GROUP_PATTERN, "text with balanced brackets")


@dataclass
class KeptText:
    """Text that the specification does not take apart."""

    text: str

    def __str__(self) -> str:
        return self.text


def kept(cursor: Cursor, start: int) -> KeptText:
    return KeptText(cursor.text[start : cursor.at])


# ------------------------------------------------------------------------------------------------------ shape indexes


@dataclass
class ShapeIndex:
    elements: list[int]

    @staticmethod
    def read(cursor: Cursor) -> ShapeIndex:
        cursor.expect("{")
        elements = cursor.separated_or_none(decimal)
        cursor.expect("}")
        return ShapeIndex(elements)

    @staticmethod
    def read_after_blank(cursor: Cursor) -> ShapeIndex:
        cursor.expect(" ")
        return ShapeIndex.read(cursor)

    def __str__(self) -> str:
        return "{" + joined(self.elements) + "}"


def optional(item: Any, before: str = "", after: str = "") -> str:
    """`item`, with texts around it, or nothing."""
    return "" if item is None else f"{before}{item}{after}"


# ------------------------------------------------------------------------------------------------- shapes and layouts


@dataclass
class Marked:
    """A list in which every fifth item has an index mark, or none has (rule C3)."""

    items: list[Any]
    marks: bool

    @staticmethod
    def read(cursor: Cursor, production: Production[Any]) -> Marked:
        items: list[Any] = [production(cursor)]
        marked: list[int] = []
        while True:
            start = cursor.at
            if not cursor.accept(", "):
                break
            mark = cursor.attempt(index_mark)
            item = cursor.attempt(production)
            if item is None:
                cursor.at = start
                break
            if mark is not None:
                if mark != len(items) or mark % 5:
                    cursor.breaks(start, "an index mark at every fifth element only [index_mark]")
                marked.append(mark)
            items.append(item)
        if marked and marked != list(range(5, len(items), 5)):
            cursor.breaks(cursor.at, "an index mark at every fifth element [index_mark]")
        return Marked(items, bool(marked))

    def __str__(self) -> str:
        return ", ".join(
            (f"/*index={number}*/" if self.marks and number and number % 5 == 0 else "") + show(item)
            for number, item in enumerate(self.items)
        )


def index_mark(cursor: Cursor) -> int:
    cursor.expect("/*index=")
    number = decimal(cursor)
    cursor.expect("*/")
    return number


@dataclass
class Tile:
    dimensions: list[int | str]  # a size, or `*`

    @staticmethod
    def read(cursor: Cursor) -> Tile:
        cursor.expect("(")
        dimensions = cursor.separated_or_none(lambda cursor: cursor.choice(word("*"), decimal))
        cursor.expect(")")
        return Tile(dimensions)

    def __str__(self) -> str:
        return f"({joined(self.dimensions)})"


@dataclass
class Split:
    dimension: int
    indices: list[int]

    @staticmethod
    def read(cursor: Cursor) -> Split:
        cursor.expect("(")
        dimension = decimal(cursor)
        cursor.expect(":")
        indices = cursor.separated_or_none(decimal)
        cursor.expect(")")
        return Split(dimension, indices)

    def __str__(self) -> str:
        return f"({self.dimension}:{joined(self.indices)})"


@dataclass
class DimensionLevel:
    letter: str
    non_unique: bool
    non_ordered: bool

    @staticmethod
    def read(cursor: Cursor) -> DimensionLevel:
        letter = cursor.match(re.compile("[?CDHS]"), "the level of a dimension")
        return DimensionLevel(letter, cursor.accept("+"), cursor.accept("~"))

    def __str__(self) -> str:
        return self.letter + "+" * self.non_unique + "~" * self.non_ordered


def levels(cursor: Cursor) -> list[DimensionLevel]:
    cursor.expect("D(")
    result = cursor.separated(DimensionLevel.read)
    cursor.expect(")")
    return result


def tiles(cursor: Cursor) -> list[Tile]:
    cursor.expect("T")
    return cursor.some(Tile.read)


def splits(cursor: Cursor) -> list[Split]:
    cursor.expect("SC")
    return cursor.some(Split.read)


def suffix(letter: str, production: Production[T]) -> Production[T]:
    """`L(…)`"""

    def read(cursor: Cursor) -> T:
        cursor.expect(letter + "(")
        value = production(cursor)
        cursor.expect(")")
        return value

    return read


def tail_padding(cursor: Cursor) -> int:
    if cursor.sees("1)"):
        cursor.refuse("a padding other than 1")
    return decimal(cursor)


def integral_type(cursor: Cursor) -> str:
    return cursor.match(re.compile("[su](?:16|32|64|[1248])|invalid"), "an integer type")


@dataclass
class Layout:
    minor_to_major: list[int]
    levels: list[DimensionLevel] | None = None
    levels_after_tiles: bool = False
    tiles: list[Tile] | None = None
    tail_padding: int | None = None
    index_type: str | None = None
    pointer_type: str | None = None
    element_bits: int | None = None
    memory_space: int | None = None
    splits: list[Split] | None = None
    physical_shape: Shape | None = None
    dynamic_metadata: int | None = None

    @staticmethod
    def read(cursor: Cursor) -> Layout:
        start = cursor.at
        cursor.expect("{")
        layout = Layout([])
        if cursor.sees(":"):
            cursor.expect(":")
            layout.read_suffixes(cursor)
        else:
            layout.minor_to_major = cursor.separated(decimal)
            if cursor.accept(":"):
                layout.read_suffixes(cursor)
        cursor.expect("}")
        if sorted(layout.minor_to_major) != list(range(len(layout.minor_to_major))):
            cursor.breaks(start, "each dimension once in the layout [layout_rank]")
        if any(split.dimension >= len(layout.minor_to_major) for split in layout.splits or []):
            cursor.breaks(start, "a dimension of the shape in its splits [split_dimension]")
        if layout.levels is not None and len(layout.levels) != len(layout.minor_to_major):
            cursor.breaks(start, "a level for each dimension [layout_rank]")
        return layout

    def read_suffixes(self, cursor: Cursor) -> None:
        if not cursor.matches(re.compile("[DT#*ELMPS]")):
            cursor.refuse("a suffix of a layout")
        self.levels = cursor.attempt(levels)
        self.tiles = cursor.attempt(tiles)
        if self.levels is None and self.tiles is not None:
            self.levels = cursor.attempt(levels)
            self.levels_after_tiles = self.levels is not None
        self.tail_padding = cursor.attempt(suffix("L", tail_padding))
        self.index_type = cursor.attempt(suffix("#", integral_type))
        self.pointer_type = cursor.attempt(suffix("*", integral_type))
        self.element_bits = cursor.attempt(suffix("E", positive))
        self.memory_space = cursor.attempt(suffix("S", positive))
        self.splits = cursor.attempt(splits)
        self.physical_shape = cursor.attempt(suffix("P", read_physical_shape))
        self.dynamic_metadata = cursor.attempt(suffix("M", positive))

    def suffixes(self) -> str:
        printed_levels = "" if self.levels is None else f"D({joined(self.levels)})"
        printed_tiles = "" if self.tiles is None else "T" + joined(self.tiles, "")
        early = printed_tiles + printed_levels if self.levels_after_tiles else printed_levels + printed_tiles
        return (
            early
            + optional(self.tail_padding, "L(", ")")
            + optional(self.index_type, "#(", ")")
            + optional(self.pointer_type, "*(", ")")
            + optional(self.element_bits, "E(", ")")
            + optional(self.memory_space, "S(", ")")
            + ("" if self.splits is None else "SC" + joined(self.splits, ""))
            + optional(self.physical_shape, "P(", ")")
            + optional(self.dynamic_metadata, "M(", ")")
        )

    def __str__(self) -> str:
        suffixes = self.suffixes()
        return "{" + joined(self.minor_to_major) + (":" + suffixes if suffixes else "") + "}"


def read_physical_shape(cursor: Cursor) -> Shape:
    cursor.enter(2)
    shape = read_shape(cursor)
    cursor.leave(2)
    return shape


@dataclass
class SparseLayout:
    max_sparse_elements: int

    @staticmethod
    def read(cursor: Cursor) -> SparseLayout:
        cursor.expect("sparse{")
        elements = decimal(cursor)
        cursor.expect("}")
        return SparseLayout(elements)

    def __str__(self) -> str:
        return f"sparse{{{self.max_sparse_elements}}}"


@dataclass
class InvalidLayout:
    @staticmethod
    def read(cursor: Cursor) -> InvalidLayout:
        cursor.expect("invalid{}")
        return InvalidLayout()

    def __str__(self) -> str:
        return "invalid{}"


@dataclass
class Dimension:
    """A fixed size, a bound (`<=16`), or no bound (`?`)."""

    size: int | None
    bounded: bool = False

    @staticmethod
    def read(cursor: Cursor) -> Dimension:
        if cursor.accept("?"):
            return Dimension(None)
        bounded = cursor.accept("<=")
        return Dimension(decimal(cursor), bounded)

    def __str__(self) -> str:
        return "?" if self.size is None else ("<=" if self.bounded else "") + str(self.size)


ELEMENT_TYPE_PATTERN = re.compile("[a-z][0-9_a-z]*")
BARE_TYPE_PATTERN = re.compile(r"(?:token|opaque)\[")
UNPRINTED_TYPE_PATTERN = re.compile(r"(?:tuple|buffer)\[")


@dataclass
class ArrayShape:
    element_type: str
    dimensions: list[Dimension]
    layout: Layout | InvalidLayout | SparseLayout | None

    @staticmethod
    def read(cursor: Cursor) -> ArrayShape:
        return ArrayShape.read_array(cursor, with_layout=True)

    @staticmethod
    def read_plain(cursor: Cursor) -> ArrayShape:
        return ArrayShape.read_array(cursor, with_layout=False)

    @staticmethod
    def read_array(cursor: Cursor, with_layout: bool) -> ArrayShape:
        start = cursor.at
        if cursor.matches(UNPRINTED_TYPE_PATTERN):
            cursor.refuse("a shape")
        bare = cursor.matches(BARE_TYPE_PATTERN)
        element_type = cursor.match(ELEMENT_TYPE_PATTERN, "a shape")
        cursor.expect("[")
        dimensions = [] if bare else cursor.separated_or_none(Dimension.read)
        cursor.expect("]")
        layout: Layout | InvalidLayout | SparseLayout | None = None
        if with_layout and not bare:
            if cursor.sees("{"):
                layout = cursor.attempt(Layout.read)
            elif cursor.sees("invalid{}"):
                layout = InvalidLayout.read(cursor)
            elif cursor.sees("sparse{"):
                layout = cursor.attempt(SparseLayout.read)
        shape = ArrayShape(element_type, dimensions, layout)
        cursor.check(shape.check, start)
        return shape

    def check(self, start: int) -> None:
        """Rule C5."""
        rank = len(self.dimensions)
        if isinstance(self.layout, InvalidLayout) and rank:
            raise BrokenRule(start, "`invalid{}` for scalars only [layout_rank]")
        if isinstance(self.layout, Layout):
            if len(self.layout.minor_to_major) != rank:
                raise BrokenRule(start, "each dimension once in the layout [layout_rank]")

    def __str__(self) -> str:
        return f"{self.element_type}[{joined(self.dimensions)}]{optional(self.layout)}"


@dataclass
class BufferShape:
    array: ArrayShape

    @staticmethod
    def read(cursor: Cursor, array: Production[ArrayShape] = ArrayShape.read) -> BufferShape:
        cursor.expect("b(")
        shape = array(cursor)
        cursor.expect(")")
        return BufferShape(shape)

    def __str__(self) -> str:
        return f"b({self.array})"


@dataclass
class TupleShape:
    elements: Marked | None

    @staticmethod
    def read(cursor: Cursor, element: Production[Shape]) -> TupleShape:
        cursor.expect("(")
        if cursor.accept(")"):
            return TupleShape(None)
        cursor.enter()
        elements = Marked.read(cursor, element)
        cursor.leave()
        cursor.expect(")")
        return TupleShape(elements)

    def __str__(self) -> str:
        return f"({optional(self.elements)})"


Shape = TupleShape | BufferShape | ArrayShape


def read_shape(cursor: Cursor) -> Shape:
    if cursor.sees("("):
        return TupleShape.read(cursor, read_shape)
    if cursor.sees("b("):
        return BufferShape.read(cursor)
    return ArrayShape.read(cursor)


def read_plain_shape(cursor: Cursor) -> Shape:
    """A shape without layouts."""
    if cursor.sees("("):
        return TupleShape.read(cursor, read_plain_shape)
    if cursor.sees("b("):
        return BufferShape.read(cursor, ArrayShape.read_plain)
    return ArrayShape.read_plain(cursor)


# ------------------------------------------------------------------------------------------------------------- values


@dataclass
class ValueName:
    """`<12 fusion.3{1} (phi) @0>`"""

    id: int
    defining: str
    index: ShapeIndex | None
    phi: bool
    color: int

    @staticmethod
    def read(cursor: Cursor) -> ValueName:
        cursor.expect("<")
        value_id = decimal(cursor)
        cursor.expect(" ")
        defining = name(cursor)
        index = cursor.attempt(ShapeIndex.read)
        phi = cursor.accept(" (phi)")
        cursor.expect(" @")
        color = decimal(cursor)
        cursor.expect(">")
        return ValueName(value_id, defining, index, phi, color)

    def __str__(self) -> str:
        return f"<{self.id} {self.defining}{optional(self.index)}{' (phi)' if self.phi else ''} @{self.color}>"


@dataclass
class ValueNameV1(ValueName):
    """`mul.2[](#7 @0)`, until May 2019"""

    @staticmethod
    def read(cursor: Cursor) -> ValueNameV1:
        defining = name(cursor)
        cursor.expect("[")
        elements = cursor.separated_or_none(decimal)
        cursor.expect("](#")
        value_id = decimal(cursor)
        cursor.expect(" @")
        color = decimal(cursor)
        cursor.expect(")")
        return ValueNameV1(value_id, defining, ShapeIndex(elements), False, color)

    def __str__(self) -> str:
        assert self.index is not None
        return f"{self.defining}[{joined(self.index.elements)}](#{self.id} @{self.color})"


@dataclass
class ValueNameV2(ValueName):
    """`20 PHI while.2{} @0`, until September 2019"""

    @staticmethod
    def read(cursor: Cursor) -> ValueNameV2:
        value_id = decimal(cursor)
        cursor.expect(" ")
        phi = cursor.matches(re.compile("PHI [A-Z_a-z]")) and cursor.accept("PHI ")
        defining = name(cursor)
        index = cursor.attempt(ShapeIndex.read)
        cursor.expect(" @")
        color = decimal(cursor)
        return ValueNameV2(value_id, defining, index, phi, color)

    def __str__(self) -> str:
        return f"{self.id} {'PHI ' if self.phi else ''}{self.defining}{optional(self.index)} @{self.color}"


@dataclass
class Position:
    name: str
    index: ShapeIndex | None

    @staticmethod
    def read(cursor: Cursor) -> Position:
        cursor.expect("  ")
        position = Position(name(cursor), cursor.attempt(ShapeIndex.read_after_blank))
        cursor.expect("\n")
        return position

    def __str__(self) -> str:
        return f"  {self.name}{optional(self.index, ' ')}\n"


@dataclass
class Use:
    name: str
    operand: int
    index: ShapeIndex | None

    @staticmethod
    def read(cursor: Cursor) -> Use:
        cursor.expect("  ")
        user = name(cursor)
        cursor.expect(", operand ")
        use = Use(user, decimal(cursor), cursor.attempt(ShapeIndex.read_after_blank))
        cursor.expect("\n")
        return use

    def __str__(self) -> str:
        return f"  {self.name}, operand {self.operand}{optional(self.index, ' ')}\n"


# -------------------------------------------------------------------------------------------------------- allocations


@dataclass
class ParameterItem:
    number: int
    shape: Shape | None  # None before December 2019, and for `<unknown shape>`
    unknown_shape: bool
    index: ShapeIndex

    @staticmethod
    def read(cursor: Cursor) -> ParameterItem:
        cursor.expect(", parameter ")
        number = decimal(cursor)
        shape, unknown = None, False
        if cursor.accept(", shape |"):
            unknown = cursor.accept("<unknown shape>")
            if not unknown:
                shape = read_plain_shape(cursor)
            cursor.expect("|")
        cursor.expect(" at ShapeIndex ")
        return ParameterItem(number, shape, unknown, ShapeIndex.read(cursor))

    def __str__(self) -> str:
        shape = "<unknown shape>" if self.unknown_shape else self.shape
        return f", parameter {self.number}{optional(shape, ', shape |', '|')} at ShapeIndex {self.index}"


POINTER_PATTERN = re.compile("(?!0[0-9a-f])[0-9a-f]+")


def pointer_item(cursor: Cursor) -> int:
    cursor.expect("0x")
    start = cursor.at
    pointer = int(cursor.match(POINTER_PATTERN, "a pointer"), 16)
    if pointer >= 2**64:
        cursor.breaks(start, "a pointer of 64 bits [integer_range]")
    cursor.expect(", ")
    return pointer


def item(text: str, production: Production[T]) -> Production[T]:
    def read(cursor: Cursor) -> T:
        cursor.expect(text)
        return production(cursor)

    return read


def output_shape_item(cursor: Cursor) -> Shape:
    cursor.expect(", output shape is |")
    shape = read_plain_shape(cursor)
    cursor.expect("|")
    return shape


@dataclass
class ValueLine:
    """A value in an allocation, as printed since September 2019."""

    value: ValueName
    size: int
    offset: int
    shape: Shape

    @staticmethod
    def read(cursor: Cursor) -> ValueLine:
        cursor.expect(" value: ")
        value = ValueName.read(cursor)
        cursor.expect(" (size=")
        size = decimal(cursor)
        cursor.expect(",offset=")
        offset = decimal(cursor)
        cursor.expect("): ")
        shape = read_shape(cursor)
        cursor.expect("\n")
        return ValueLine(value, size, offset, shape)

    def __str__(self) -> str:
        return f" value: {self.value} (size={self.size},offset={self.offset}): {self.shape}\n"


@dataclass
class OldDetail:
    positions: list[Position]
    uses: list[Use]

    @staticmethod
    def read(cursor: Cursor) -> OldDetail:
        cursor.expect(", positions:\n")
        positions = cursor.some(Position.read)
        cursor.expect(" uses:\n")
        return OldDetail(positions, cursor.many(Use.read))

    def __str__(self) -> str:
        return f", positions:\n{joined(self.positions, '')} uses:\n{joined(self.uses, '')}"


@dataclass
class ValueLineOld(ValueLine):
    """A value in an allocation in the three forms before September 2019."""

    detail: OldDetail | None

    @staticmethod
    def read(cursor: Cursor) -> ValueLineOld:
        cursor.expect("  ")
        line = cursor.choice(
            lambda cursor: ValueLineOld.read_form(cursor, ValueName.read, True),
            lambda cursor: ValueLineOld.read_form(cursor, ValueNameV2.read, True),
            lambda cursor: ValueLineOld.read_form(cursor, ValueNameV1.read, False),
        )
        cursor.expect("\n")
        return line

    @staticmethod
    def read_form(cursor: Cursor, value_name: Production[ValueName], detailed: bool) -> ValueLineOld:
        value = value_name(cursor)
        detail = OldDetail.read(cursor) if detailed else None
        cursor.expect(" [")
        offset = decimal(cursor)
        cursor.expect(",")
        size = decimal(cursor)
        cursor.expect("]: ")
        return ValueLineOld(value, size, offset, read_shape(cursor), detail)

    def __str__(self) -> str:
        return f"  {self.value}{optional(self.detail)} [{self.offset},{self.size}]: {self.shape}\n"


@dataclass
class ReusedValue:
    value: ValueName
    color: int

    @staticmethod
    def read(cursor: Cursor) -> ReusedValue:
        cursor.expect("  value: ")
        value = ValueName.read(cursor)
        cursor.expect(" (color=")
        color = decimal(cursor)
        cursor.expect(")\n")
        return ReusedValue(value, color)

    def __str__(self) -> str:
        return f"  value: {self.value} (color={self.color})\n"


REUSED_HEAD = " reused by buffers of a different color:\n"


def reused_block(cursor: Cursor) -> list[ReusedValue]:
    cursor.expect(REUSED_HEAD)
    return cursor.some(ReusedValue.read)


@dataclass
class Allocation:
    number: int
    size: int
    pointer: int | None = None
    color: int | None = None
    page: int | None = None
    parameter: ParameterItem | None = None
    output_shape: Shape | None = None
    constant: bool = False
    thread_local: bool = False
    maybe_live_out: bool = False
    preallocated_temp: bool = False
    values: list[ValueLine] = field(default_factory=list)
    reused: list[ReusedValue] | None = None

    @staticmethod
    def read(cursor: Cursor) -> Allocation:
        allocation = Allocation.read_head(cursor)
        cursor.expect("\n")
        allocation.values = cursor.many(lambda cursor: cursor.choice(ValueLine.read, ValueLineOld.read))
        allocation.reused = cursor.attempt(reused_block)
        return allocation

    @staticmethod
    def read_head(cursor: Cursor) -> Allocation:
        cursor.expect("allocation ")
        number = decimal(cursor)
        cursor.expect(": ")
        pointer = cursor.attempt(pointer_item)
        cursor.expect("size ")
        allocation = Allocation(number, decimal(cursor), pointer)
        allocation.color = cursor.attempt(item(", color ", positive))
        allocation.page = cursor.attempt(item(", page ", decimal))
        allocation.parameter = cursor.attempt(ParameterItem.read)
        allocation.output_shape = cursor.attempt(output_shape_item)
        allocation.constant = cursor.accept(", constant")
        allocation.thread_local = cursor.accept(", thread-local")
        allocation.maybe_live_out = cursor.accept(", maybe-live-out")
        allocation.preallocated_temp = cursor.accept(", preallocated-temp")
        cursor.expect(":")
        cursor.check(allocation.check, cursor.at)
        return allocation

    def check(self, at: int) -> None:
        """Rule C17."""
        other = self.parameter is not None or self.constant or self.thread_local or self.maybe_live_out
        if other == self.preallocated_temp:
            raise BrokenRule(at, "one class of an allocation [allocation_class]")

    def __str__(self) -> str:
        return (
            f"allocation {self.number}: "
            + ("" if self.pointer is None else f"0x{self.pointer:x}, ")
            + f"size {self.size}"
            + optional(self.color, ", color ")
            + optional(self.page, ", page ")
            + optional(self.parameter)
            + optional(self.output_shape, ", output shape is |", "|")
            + ", constant" * self.constant
            + ", thread-local" * self.thread_local
            + ", maybe-live-out" * self.maybe_live_out
            + ", preallocated-temp" * self.preallocated_temp
            + ":\n"
            + joined(self.values, "")
            + ("" if self.reused is None else REUSED_HEAD + joined(self.reused, ""))
        )


@dataclass
class Total:
    bytes: int
    human: HumanSize | None

    @staticmethod
    def read(cursor: Cursor) -> Total:
        cursor.expect("\n")
        cursor.expect("Total bytes used: ")
        total = decimal(cursor)
        human = cursor.attempt(suffix(" ", HumanSize.read))
        cursor.expect("\n")
        return Total(total, human)

    def __str__(self) -> str:
        return f"\nTotal bytes used: {self.bytes}{optional(self.human, ' (', ')')}\n"


# --------------------------------------------------------------------------------------------------------- used values


@dataclass
class FromInstruction:
    """The instruction of a used value; `style` is `tight`, `glued` or `own_line`."""

    style: str
    instruction: Instruction

    @staticmethod
    def read(cursor: Cursor) -> FromInstruction:
        cursor.expect(" from instruction:")
        if cursor.sees("%"):
            instruction = Instruction.read(cursor)
            cursor.expect("\n")
            return FromInstruction("tight", instruction)
        cursor.expect(" ")
        instruction = Instruction.read(cursor)
        if cursor.matches(re.compile("<[0-9]|\n\nHloLiveRange")):
            return FromInstruction("glued", instruction)
        cursor.expect("\n")
        return FromInstruction("own_line", instruction)

    def __str__(self) -> str:
        blank = "" if self.style == "tight" else " "
        line_end = "" if self.style == "glued" else "\n"
        return f" from instruction:{blank}{self.instruction}{line_end}"


@dataclass
class UsedValue:
    """An entry of `Used values:`; `empty` says how the lack of uses is printed."""

    value: ValueName
    positions: list[Position]
    uses: list[Use]
    empty: str  # "" if there are uses, else `none`, `bare` or `not_initialized`
    instruction: FromInstruction | None

    @staticmethod
    def read(cursor: Cursor) -> UsedValue:
        value = ValueName.read(cursor)
        cursor.expect("\n")
        cursor.expect(" positions:\n")
        positions = cursor.some(Position.read)
        uses: list[Use] = []
        empty = ""
        if cursor.accept(" uses are not initialized yet.\n"):
            empty = "not_initialized"
        else:
            cursor.expect(" uses:\n")
            if cursor.accept("  (none)\n"):
                empty = "none"
            else:
                uses = cursor.many(Use.read)
                if not uses:
                    empty = "bare"
                    if cursor.sees("  "):
                        cursor.refuse("a use")
        instruction = cursor.attempt(FromInstruction.read)
        if instruction is None and not cursor.matches(re.compile(r"<|\n|\Z")):
            cursor.refuse("` from instruction:`")
        return UsedValue(value, positions, uses, empty, instruction)

    def __str__(self) -> str:
        if self.empty == "not_initialized":
            uses = " uses are not initialized yet.\n"
        else:
            uses = " uses:\n" + ("  (none)\n" if self.empty == "none" else joined(self.uses, ""))
        return f"{self.value}\n positions:\n{joined(self.positions, '')}{uses}{optional(self.instruction)}"


USED_VALUES_HEAD = "\nUsed values:\n"


def used_values(cursor: Cursor) -> list[UsedValue]:
    cursor.expect("\n")
    cursor.expect("Used values:\n")
    return cursor.many(UsedValue.read)


# --------------------------------------------------------------------------------------------------------- live ranges


@dataclass
class SequenceRow:
    step: int
    name: str

    @staticmethod
    def read(cursor: Cursor) -> SequenceRow:
        cursor.expect("    ")
        step = decimal(cursor)
        cursor.expect(":")
        row = SequenceRow(step, name(cursor))
        cursor.expect("\n")
        return row

    def __str__(self) -> str:
        return f"    {self.step}:{self.name}\n"


@dataclass
class LiveRangeRow:
    name: str
    index: ShapeIndex
    start: int
    end: int

    @staticmethod
    def read(cursor: Cursor) -> LiveRangeRow:
        cursor.expect("    ")
        defining = name(cursor)
        index = ShapeIndex.read(cursor)
        cursor.expect(":")
        start = decimal(cursor)
        cursor.expect("-")
        end = decimal(cursor)
        cursor.expect("\n")
        return LiveRangeRow(defining, index, start, end)

    def __str__(self) -> str:
        return f"    {self.name}{self.index}:{self.start}-{self.end}\n"


@dataclass
class MomentRow:
    moment: int
    bytes: int
    names: list[str]

    @staticmethod
    def read(cursor: Cursor) -> MomentRow:
        cursor.expect("    ")
        moment = decimal(cursor)
        cursor.expect(", ")
        size = integer(cursor)
        cursor.expect(" bytes: ")
        names = cursor.separated_or_none(name)
        cursor.expect("\n")
        return MomentRow(moment, size, names)

    def __str__(self) -> str:
        return f"    {self.moment}, {self.bytes} bytes: {joined(self.names)}\n"


@dataclass
class EveryMoment:
    """The rows that D7 had in place of the peak."""

    rows: list[MomentRow]

    @staticmethod
    def read(cursor: Cursor) -> EveryMoment:
        cursor.expect("  Live ranges at every moment:\n")
        return EveryMoment(cursor.many(MomentRow.read))

    def __str__(self) -> str:
        return "  Live ranges at every moment:\n" + joined(self.rows, "")


@dataclass
class LiveRange:
    max: int
    sequence: list[SequenceRow]
    rows: list[LiveRangeRow]
    peak: Peak | UnboundedPeak | EveryMoment | None

    @staticmethod
    def read_head(cursor: Cursor) -> int:
        cursor.expect("HloLiveRange (max ")
        last = decimal(cursor)
        cursor.expect("):\n")
        return last

    @staticmethod
    def read(cursor: Cursor, peak: Production[Peak | UnboundedPeak | EveryMoment | None]) -> LiveRange:
        last = LiveRange.read_head(cursor)
        cursor.expect("  InstructionSequence:\n")
        sequence = cursor.many(SequenceRow.read)
        cursor.expect("  BufferLiveRange:\n")
        rows = cursor.many(LiveRangeRow.read)
        return LiveRange(last, sequence, rows, peak(cursor))

    @staticmethod
    def read_lone(cursor: Cursor) -> LiveRange:
        return LiveRange.read(cursor, lambda cursor: cursor.attempt(read_peak))

    @staticmethod
    def read_combined(cursor: Cursor) -> LiveRange:
        cursor.expect("\n")
        cursor.expect("\n")
        return LiveRange.read(cursor, read_peak)

    @staticmethod
    def read_moments(cursor: Cursor) -> LiveRange:
        return LiveRange.read(cursor, EveryMoment.read)

    def __str__(self) -> str:
        return (
            f"HloLiveRange (max {self.max}):\n  InstructionSequence:\n{joined(self.sequence, '')}"
            f"  BufferLiveRange:\n{joined(self.rows, '')}{optional(self.peak)}"
        )


def read_peak(cursor: Cursor) -> Peak | UnboundedPeak:
    return cursor.choice(Peak.read, UnboundedPeak.read)


@dataclass
class LiveRangeNotAvailable:
    TEXT: ClassVar[str] = "HloLiveRange not available (finalized or constructed from proto)"

    @staticmethod
    def read(cursor: Cursor) -> LiveRangeNotAvailable:
        cursor.expect(LiveRangeNotAvailable.TEXT)
        return LiveRangeNotAvailable()

    def __str__(self) -> str:
        return self.TEXT


# ------------------------------------------------------------------------------------------------ peak and stack trace


@dataclass
class PeakRow:
    name: str
    index: ShapeIndex | None
    bytes: int
    cumulative: int | None

    @staticmethod
    def read(cursor: Cursor) -> PeakRow:
        cursor.expect("    ")
        defining = name(cursor)
        index = None if cursor.sees(": ") else ShapeIndex.read(cursor)
        cursor.expect(": ")
        size = decimal(cursor)
        cursor.expect(" bytes")
        cumulative = None
        if index is not None:
            cumulative = cursor.attempt(PeakRow.cumulative_tail)
        cursor.expect("\n")
        return PeakRow(defining, index, size, cumulative)

    @staticmethod
    def cumulative_tail(cursor: Cursor) -> int:
        cursor.expect(" (cumulative: ")
        size = decimal(cursor)
        cursor.expect(" bytes)")
        return size

    def __str__(self) -> str:
        tail = optional(self.cumulative, " (cumulative: ", " bytes)")
        return f"    {self.name}{optional(self.index)}: {self.bytes} bytes{tail}\n"


@dataclass
class UnboundedPeak:
    TEXT: ClassVar[str] = "  Peak memory could not be determined due to unbounded dynamic shape.\n"

    @staticmethod
    def read(cursor: Cursor) -> UnboundedPeak:
        cursor.expect(UnboundedPeak.TEXT)
        return UnboundedPeak()

    def __str__(self) -> str:
        return self.TEXT


GROUPED_PATTERN = re.compile("(?:[1-9][0-9]{0,2}|0(?! ?[0-9]))(?: [0-9]{3})*")
PERCENT_PATTERN = re.compile(rf"{DIGITS}\.[0-9]")


def grouped(cursor: Cursor) -> int:
    start = cursor.at
    value = int(cursor.match(GROUPED_PATTERN, "a number in groups of three digits").replace(" ", ""))
    if value > LARGEST_INTEGER:
        cursor.breaks(start, "a number of at most 63 bits [integer_range]")
    return value


def group_digits(value: int) -> str:
    return f"{value:,}".replace(",", " ")


@dataclass
class StackNumbers:
    percent_tenths: int
    total: int
    current: int
    remaining: int

    @staticmethod
    def read(cursor: Cursor) -> StackNumbers:
        cursor.expect(" (")
        percent = int(cursor.match(PERCENT_PATTERN, "a percentage").replace(".", ""))
        cursor.expect("%, total: ")
        total = grouped(cursor)
        cursor.expect(" bytes, current: ")
        current = grouped(cursor)
        cursor.expect(" bytes, remaining: ")
        remaining = grouped(cursor)
        cursor.expect(" bytes)\n")
        return StackNumbers(percent, total, current, remaining)

    def __str__(self) -> str:
        return (
            f" ({self.percent_tenths // 10}.{self.percent_tenths % 10}%, total: {group_digits(self.total)} bytes, "
            f"current: {group_digits(self.current)} bytes, remaining: {group_digits(self.remaining)} bytes)\n"
        )


BRANCH = "  (?:│   |    )++(?:├── |└── )"
BRANCH_PATTERN = re.compile(BRANCH)
TOP_ROW_PATTERN = re.compile(f"    {NAME}")


@dataclass
class StackRow:
    """A node of the stack trace. `rails` says for each level above whether a rail is drawn; None at the top."""

    rails: list[bool] | None
    last: bool
    label: str
    numbers: StackNumbers

    @staticmethod
    def read(cursor: Cursor) -> StackRow:
        return cursor.choice(StackRow.read_top, StackRow.read_branch)

    @staticmethod
    def read_top(cursor: Cursor) -> StackRow:
        cursor.expect("    ")
        return StackRow(None, False, name(cursor), StackNumbers.read(cursor))

    @staticmethod
    def read_branch(cursor: Cursor) -> StackRow:
        branch = cursor.match(BRANCH_PATTERN, "a branch of the stack trace")
        rails = [branch[at] == "│" for at in range(2, len(branch) - 4, 4)]
        label = StackRow.read_label(cursor)
        return StackRow(rails, branch[-4] == "└", label, StackNumbers.read(cursor))

    @staticmethod
    def read_label(cursor: Cursor) -> str:
        """The text up to the last ` (` of a line at which the numbers follow; no later line begins with a branch."""
        start = line = cursor.at
        while True:
            line_end = cursor.text.find("\n", line)
            if line_end < 0:
                cursor.at = start
                cursor.refuse("` (…%, total: …`")
            parenthesis = cursor.text.rfind(" (", line, line_end)
            if parenthesis >= 0:
                cursor.at = parenthesis
                if cursor.attempt(StackNumbers.read) is not None:
                    cursor.at = parenthesis
                    if parenthesis == start:
                        cursor.refuse("a label")
                    cursor.labels.append((start, parenthesis))
                    return cursor.text[start:parenthesis]
            line = line_end + 1
            cursor.at = line
            if cursor.matches(BRANCH_PATTERN):
                cursor.at = start
                cursor.refuse("` (…%, total: …`")

    def __str__(self) -> str:
        if self.rails is None:
            return f"    {self.label}{self.numbers}"
        rails = "".join("│   " if rail else "    " for rail in self.rails)
        return f"  {rails}{'└── ' if self.last else '├── '}{self.label}{self.numbers}"


@dataclass
class StackTrace:
    total: int
    rows: list[StackRow]

    @staticmethod
    def read(cursor: Cursor) -> StackTrace:
        cursor.expect("  Stack trace breakdown for peak usage: ")
        total = grouped(cursor)
        cursor.expect(" bytes\n")
        trace = StackTrace(total, [])
        starts: list[int] = []
        while True:
            start = cursor.at
            row = cursor.attempt(StackRow.read)
            if row is None:
                break
            starts.append(start)
            trace.rows.append(row)
        cursor.check(trace.check, starts)
        return trace

    def check(self, starts: list[int]) -> None:
        """Rule C13: depths, rails and glyphs fit the rows around them.

        A node without label prints no line, so that below the first level of branches a level may end without `└──`,
        or have two.
        """
        path: list[StackRow] = []  # the last row of each level
        hidden: list[int] = []  # for each of them, the bytes that no row below it has shown yet
        lasts: list[bool] = []  # for each of them, whether a row directly below it had `└──`

        def close(depth: int, at: int) -> None:
            """The levels from `depth` on end before the row at `at`."""
            while len(path) > depth:
                row = path.pop()
                bytes_left, last = hidden.pop(), lasts.pop()
                children = below.pop()
                if len(path) == 0:
                    if row.numbers.current or not children:
                        raise BrokenRule(at, "rows below one without bytes of its own [stack_top]")
                    if not children[-1].last or any(child.last for child in children[:-1]):
                        raise BrokenRule(at, "`└──` before the last branch only [stack_rails]")
                elif children and not last and bytes_left <= 0:
                    raise BrokenRule(at, "a later sibling [stack_rails]")

        below: list[list[StackRow]] = []
        for number, (start, row) in enumerate(zip(starts, self.rows)):
            depth = 0 if row.rails is None else len(row.rails)
            if depth > len(path):
                raise BrokenRule(start, "a row at most one level deeper [stack_depth]")
            close(depth, start)
            if row.rails is not None:
                next_top = any(other.rails is None for other in self.rows[number:])
                if row.rails != [next_top, *(not above.last for above in path[1:])]:
                    raise BrokenRule(start, "rails under nodes with a later sibling [stack_rails]")
                below[-1].append(row)
                hidden[-1] -= row.numbers.total
                lasts[-1] = lasts[-1] or row.last
            path.append(row)
            hidden.append(row.numbers.total - row.numbers.current)
            lasts.append(False)
            below.append([])
        if self.rows:
            close(0, starts[-1])
        elif self.total:
            raise BrokenRule(0, "rows of the stack trace [stack_end]")

    def __str__(self) -> str:
        head = f"  Stack trace breakdown for peak usage: {group_digits(self.total)} bytes\n"
        return head + joined(self.rows, "")


@dataclass
class Peak:
    moment: int
    rows: list[PeakRow]
    stack_trace: StackTrace | None

    @staticmethod
    def read(cursor: Cursor) -> Peak:
        cursor.expect("  Live ranges at ")
        moment = decimal(cursor)
        cursor.expect(" (peak):\n")
        return Peak(moment, cursor.many(PeakRow.read), cursor.attempt(StackTrace.read))

    def __str__(self) -> str:
        return f"  Live ranges at {self.moment} (peak):\n{joined(self.rows, '')}{optional(self.stack_trace)}"


# ----------------------------------------------------------------------------------------------------------- literals


@dataclass
class ElidedLiteral:
    """`{...}`"""

    @staticmethod
    def read(cursor: Cursor) -> ElidedLiteral:
        cursor.expect("{...}")
        return ElidedLiteral()

    def __str__(self) -> str:
        return "{...}"


@dataclass
class ComplexNumber:
    real: Number
    imaginary: Number

    @staticmethod
    def read(cursor: Cursor) -> ComplexNumber:
        cursor.expect("(")
        real = Number.read(cursor)
        cursor.expect(", ")
        imaginary = Number.read(cursor)
        cursor.expect(")")
        return ComplexNumber(real, imaginary)

    def __str__(self) -> str:
        return f"({self.real}, {self.imaginary})"


LITERAL_MARK_PATTERN = re.compile(rf"/\*i{DIGITS}={DIGITS}\*/")


def literal_mark(cursor: Cursor) -> tuple[int, int]:
    cursor.expect("/*i")
    level = decimal(cursor)
    cursor.expect("=")
    index = decimal(cursor)
    cursor.expect("*/")
    return level, index


@dataclass
class LiteralLevel:
    """One level of an array: with a mark, with blanks inside of the braces, or without."""

    items: list[Any]
    mark: tuple[int, int] | None = None
    spaced: bool = False
    blank_before_close: bool = False

    @staticmethod
    def read(cursor: Cursor) -> LiteralLevel:
        cursor.expect("{")
        cursor.enter()
        if cursor.accept(" "):
            if cursor.matches(LITERAL_MARK_PATTERN):
                mark = literal_mark(cursor)
                items = cursor.attempt(item(" ", literal_items)) or []
                cursor.expect(" ")
                level = LiteralLevel(items, mark, spaced=True, blank_before_close=True)
            else:
                items = cursor.attempt(literal_items) or []
                level = LiteralLevel(items, None, spaced=True, blank_before_close=cursor.accept(" "))
        else:
            level = LiteralLevel(cursor.attempt(literal_items) or [])
        cursor.expect("}")
        cursor.leave()
        return level

    def __str__(self) -> str:
        opening = "{ " if self.spaced else "{"
        if self.mark is not None:
            opening += f"/*i{self.mark[0]}={self.mark[1]}*/" + (" " if self.items else "")
        return opening + joined(self.items, ", ") + (" }" if self.blank_before_close else "}")


def literal_items(cursor: Cursor) -> list[Any]:
    return cursor.separated(array_literal, ", ")


def literal_element(cursor: Cursor) -> Number | bool | ComplexNumber:
    return cursor.choice(Number.read, boolean, ComplexNumber.read)


def array_literal(cursor: Cursor) -> Any:
    return LiteralLevel.read(cursor) if cursor.sees("{") else literal_element(cursor)


@dataclass
class TupleLiteral:
    parts: list[Any]

    @staticmethod
    def read(cursor: Cursor, part: Production[Any]) -> TupleLiteral:
        cursor.expect("( ")
        cursor.enter()
        parts = cursor.separated_or_none(part, ", ")
        cursor.expect(" )")
        cursor.leave()
        return TupleLiteral(parts)

    def __str__(self) -> str:
        return f"( {joined(self.parts, ', ')} )"


def read_literal(cursor: Cursor) -> Any:
    return cursor.choice(ElidedLiteral.read, lambda cursor: TupleLiteral.read(cursor, read_literal), array_literal)


@dataclass
class ShapedArray:
    """An array in the literal of a custom call: shape, dynamic sizes, and elements."""

    shape: ArrayShape
    dynamic_sizes: list[int] | None
    value: Any

    @staticmethod
    def read(cursor: Cursor) -> ShapedArray:
        shape = ArrayShape.read(cursor)
        sizes = cursor.attempt(suffix("", lambda cursor: cursor.separated(decimal)))
        cursor.expect(" ")
        start = cursor.at
        value = array_literal(cursor)
        cursor.check(check_literal, value, shape, start)
        return ShapedArray(shape, sizes, value)

    def __str__(self) -> str:
        sizes = "" if self.dynamic_sizes is None else f"({joined(self.dynamic_sizes)})"
        return f"{self.shape}{sizes} {self.value}"


def shaped_token(cursor: Cursor) -> str:
    cursor.expect("token")
    if cursor.sees("["):
        cursor.refuse("`token` without brackets")
    return "token"


def shaped_literal(cursor: Cursor) -> Any:
    return cursor.choice(lambda cursor: TupleLiteral.read(cursor, shaped_literal), shaped_token, ShapedArray.read)


@dataclass
class Parenthesised:
    content: Any

    @staticmethod
    def read_literal(cursor: Cursor) -> Parenthesised:
        cursor.expect("(")
        if cursor.sees(" "):
            cursor.refuse("a shape")
        content = shaped_literal(cursor)
        cursor.expect(")")
        return Parenthesised(content)

    def __str__(self) -> str:
        return f"({self.content})"


def literal_value(cursor: Cursor) -> Any:
    return cursor.choice(Parenthesised.read_literal, shaped_literal)


INTEGER_TYPE_PATTERN = re.compile("([su])([0-9]+)")
# The numbers of digits with which a floating-point number can be written. Until October 2019 it was 6 for all types.
DIGITS_OF_TYPES = {"f64": (6, 15, 17), "f32": (6, 9), "f16": (5, 6), "bf16": (4, 6)}
DIGITS_OF_SMALL_TYPES = (2, 3)  # 8 bits and less
DIGITS_OF_UNKNOWN_TYPES = (2, 3, 4, 5, 6, 9, 15, 17)


def is_printed(digits: str, element_type: str) -> bool:
    """Whether a number is written as `%g` of C writes it."""
    if not math.isfinite(value := float(digits.partition("(")[0])):
        return True
    others = DIGITS_OF_SMALL_TYPES if element_type.startswith(("f8", "f6", "f4")) else DIGITS_OF_UNKNOWN_TYPES
    return any(f"{value:.{count}g}" == digits for count in DIGITS_OF_TYPES.get(element_type, others))


def check_element(element: Any, element_type: str, alone: bool, at: int) -> None:
    """Rule C7: an element is written as its type requires, and is in the range of the type."""
    integer_type = INTEGER_TYPE_PATTERN.fullmatch(element_type)
    if element_type == "pred":
        fits = isinstance(element, bool) if alone else isinstance(element, Number) and element.digits in ("0", "1")
    elif integer_type is not None:
        fits = isinstance(element, Number) and INTEGER_PATTERN.fullmatch(element.digits) is not None
        if fits:
            bits = int(integer_type[2])
            low, high = (-(2 ** (bits - 1)), 2 ** (bits - 1)) if integer_type[1] == "s" else (0, 2**bits)
            fits = low <= int(element.digits) < high
    elif element_type in ("c64", "c128"):
        fits = isinstance(element, ComplexNumber)
    else:
        fits = isinstance(element, Number) and is_printed(element.digits, element_type)
    if not fits:
        raise BrokenRule(at, f"an element of {element_type} [literal_element]")


def check_level(literal: Any, dimensions: list[Dimension], depth: int, mark: int, element_type: str, at: int) -> None:
    """Rule C6 for the level of an array at `depth`, which is the element number `mark` of the level around it."""
    rank = len(dimensions)
    if depth == rank:
        if isinstance(literal, LiteralLevel):
            raise BrokenRule(at, "an element [literal_shape]")
        check_element(literal, element_type, rank == 0, at)
        return
    size = dimensions[depth].size
    if not isinstance(literal, LiteralLevel) or (not dimensions[depth].bounded and size != len(literal.items)):
        raise BrokenRule(at, f"a level of {size} [literal_shape]")
    innermost = depth == rank - 1
    spaced = rank > 1 and (not innermost or len(literal.items) > 1)
    marked = rank > 3 and 0 < depth < rank - 1
    fits = literal.spaced == spaced and literal.mark == ((depth - 1, mark) if marked else None)
    if spaced and not marked and not literal.blank_before_close and (literal.items or rank < 2):
        fits = False
    if not fits:
        raise BrokenRule(at, "the blanks and marks of this level [literal_shape]")
    for number, element in enumerate(literal.items):
        check_level(element, dimensions, depth + 1, number, element_type, at)


def check_literal(literal: Any, shape: Shape, at: int) -> None:
    """Rules C6 and C7."""
    if isinstance(shape, ArrayShape) and shape.element_type not in ELEMENT_TYPES:
        return
    if isinstance(literal, ElidedLiteral):
        if isinstance(shape, ArrayShape) and math.prod(d.size if d.size is not None else 11 for d in shape.dimensions) <= 10:
            raise BrokenRule(at, "all elements of an array with at most 10 [literal_shape]")
        return
    if isinstance(shape, ArrayShape) != (not isinstance(literal, TupleLiteral)):
        raise BrokenRule(at, "a literal of the shape [literal_shape]")
    if isinstance(shape, ArrayShape):
        check_level(literal, shape.dimensions, 0, 0, shape.element_type, at)
    elif isinstance(shape, TupleShape):
        elements = shape.elements.items if shape.elements is not None else []
        if len(elements) != len(literal.parts):
            raise BrokenRule(at, "as many parts as the shape has [literal_shape]")
        for part, element in zip(literal.parts, elements):
            check_literal(part, element, at)


# ----------------------------------------------------------------------------------------------------------- metadata


@dataclass
class Field:
    """`key=value`"""

    key: str
    value: Any

    def __str__(self) -> str:
        return f"{self.key}={show(self.value)}"


@dataclass
class InBraces:
    """A list in braces."""

    items: list[Any]
    separator: str = ","

    def __str__(self) -> str:
        return "{" + joined(self.items, self.separator) + "}"


def in_braces(
    production: Production[Any], separator: str = ",", empty: bool = True
) -> Production[InBraces]:
    def read(cursor: Cursor) -> InBraces:
        cursor.expect("{")
        items = (
            cursor.separated_or_none(production, separator) if empty else cursor.separated(production, separator)
        )
        cursor.expect("}")
        return InBraces(items, separator)

    return read


def raw_some(cursor: Cursor) -> Quoted:
    cursor.expect('"')
    content = cursor.match(re.compile(r'[^\n"]+'), "text")
    cursor.expect('"')
    return Quoted(content)


METADATA_FIELDS: list[tuple[str, Production[Any]]] = [
    ("op_type", Quoted.read_some),
    ("op_name", Quoted.read_some),
    ("source_file", Quoted.read_some),
    ("source_line", nonzero),
    ("source_end_line", nonzero),
    ("source_column", nonzero),
    ("source_end_column", nonzero),
    ("profile_type", in_braces(decimal, empty=False)),
    ("deduplicated_name", lambda cursor: cursor.choice(Quoted.read_some, name)),
    ("preserve_layout", only_true),
    ("scheduling_name", raw_some),
    ("stack_frame_id", nonzero),
    ("metadata_payload", Quoted.read),
]


@dataclass
class MetadataFields:
    fields: list[Field]

    @staticmethod
    def read(cursor: Cursor) -> MetadataFields:
        fields: list[Field] = []
        for key, production in METADATA_FIELDS:
            if cursor.sees(key + "="):
                found = cursor.attempt(lambda cursor: MetadataFields.read_field(cursor, key, production))
                if found is not None:
                    fields.append(found)
        return MetadataFields(fields)

    @staticmethod
    def read_field(cursor: Cursor, key: str, production: Production[Any]) -> Field:
        cursor.expect(key + "=")
        value = production(cursor)
        if not cursor.sees("}"):
            cursor.expect(" ")
            if cursor.sees("}"):
                cursor.refuse("a field of the metadata")
        return Field(key, value)

    def __str__(self) -> str:
        return joined(self.fields, " ")


@dataclass
class Metadata:
    fields: MetadataFields

    @staticmethod
    def read(cursor: Cursor) -> Metadata:
        cursor.expect("{")
        fields = MetadataFields.read(cursor)
        cursor.expect("}")
        return Metadata(fields)

    def __str__(self) -> str:
        return f"{{{self.fields}}}"


# ------------------------------------------------------------------------------------------ shardings, replica groups


def check_devices(holds: bool, at: int) -> None:
    """Rule C14."""
    if not holds:
        raise BrokenRule(at, "each device once, counted from 0 [device_count]")


def is_permutation(numbers: list[int], count: int) -> bool:
    return len(numbers) == count and set(numbers) == set(range(count))


@dataclass
class IotaOrder:
    """`[2,4]T(1,0)`"""

    sizes: list[int]
    transpose: list[int] | None

    @staticmethod
    def read(cursor: Cursor) -> IotaOrder:
        start = cursor.at
        cursor.expect("[")
        sizes = cursor.separated(decimal)
        cursor.expect("]")
        transpose = None
        if len(sizes) > 1:
            cursor.expect("T(")
            transpose = cursor.separated(decimal)
            cursor.expect(")")
            if not is_permutation(transpose, len(sizes)):
                cursor.breaks(start, "each dimension once [attribute_value]")
        return IotaOrder(sizes, transpose)

    def count(self) -> int:
        return math.prod(self.sizes)

    def places(self, count: int) -> bool:
        """Whether this is an order of `count` devices."""
        return self.count() == count

    def __str__(self) -> str:
        transpose = "" if self.transpose is None else f"T({joined(self.transpose)})"
        return f"[{joined(self.sizes)}]{transpose}"


@dataclass
class DeviceList:
    devices: list[int]

    @staticmethod
    def read(cursor: Cursor) -> DeviceList:
        return DeviceList(cursor.separated(decimal))

    def places(self, count: int) -> bool:
        return is_permutation(self.devices, count)

    def __str__(self) -> str:
        return joined(self.devices)


@dataclass
class IotaTiles:
    """`[4,2]<=[2,4]T(1,0)`"""

    counts: list[int]
    order: IotaOrder

    @staticmethod
    def read(cursor: Cursor) -> IotaTiles:
        start = cursor.at
        cursor.expect("[")
        counts = cursor.separated(decimal)
        cursor.expect("]<=")
        tiles = IotaTiles(counts, IotaOrder.read(cursor))
        cursor.check(check_devices, tiles.order.places(math.prod(counts)), start)
        return tiles

    def __str__(self) -> str:
        return f"[{joined(self.counts)}]<={self.order}"


@dataclass
class ListedTiles:
    """`[2,1]0,1`"""

    counts: list[int]
    devices: DeviceList | None

    @staticmethod
    def read(cursor: Cursor) -> ListedTiles:
        start = cursor.at
        cursor.expect("[")
        counts = cursor.separated(decimal)
        cursor.expect("]")
        tiles = ListedTiles(counts, cursor.attempt(DeviceList.read))
        listed = tiles.devices.devices if tiles.devices is not None else []
        cursor.check(check_devices, len(listed) == len(set(listed)) == math.prod(counts), start)
        return tiles

    def __str__(self) -> str:
        return f"[{joined(self.counts)}]{optional(self.devices)}"


SUBGROUP = word("manual", "maximal", "maximul", "replicated", "unreduced", "error_type.")


@dataclass
class TiledSharding:
    tiles: IotaTiles | ListedTiles
    replicate_last: bool
    last_tile_dims: list[str] | None

    @staticmethod
    def read(cursor: Cursor) -> TiledSharding:
        cursor.expect("devices=")
        tiles = cursor.choice(IotaTiles.read, ListedTiles.read)
        replicate_last = cursor.accept(" last_tile_dim_replicate")
        return TiledSharding(tiles, replicate_last, cursor.attempt(TiledSharding.read_last_tile_dims))

    @staticmethod
    def read_last_tile_dims(cursor: Cursor) -> list[str]:
        cursor.expect(" last_tile_dims={")
        subgroups = cursor.separated(SUBGROUP, ", ")
        cursor.expect("}")
        return subgroups

    def __str__(self) -> str:
        dims = "" if self.last_tile_dims is None else f" last_tile_dims={{{joined(self.last_tile_dims, ', ')}}}"
        return f"devices={self.tiles}{' last_tile_dim_replicate' if self.replicate_last else ''}{dims}"


def unreduced_word(cursor: Cursor) -> str:
    cursor.expect("unreduced")
    if cursor.sees("="):
        reduced = cursor.attempt(item("=", word("max", "min")))
        if reduced is not None:
            return f"unreduced={reduced}"
    return "unreduced"


def maximal_word(cursor: Cursor) -> Field:
    cursor.expect("maximal device=")
    return Field("maximal device", integer(cursor))


def simple_sharding(cursor: Cursor) -> Any:
    return cursor.choice(
        word("replicated", "manual", "unknown"), unreduced_word, maximal_word, TiledSharding.read
    )


@dataclass
class ShardGroup:
    kind: str  # `shard_as` or `shard_like`
    id: int

    @staticmethod
    def read(cursor: Cursor) -> ShardGroup:
        cursor.expect(" ")
        kind = word("shard_as", "shard_like")(cursor)
        cursor.expect(" ")
        return ShardGroup(kind, integer(cursor))

    def __str__(self) -> str:
        return f" {self.kind} {self.id}"


@dataclass
class ShardingMetadata:
    """` metadata={…}` or `, metadata={{…}}`"""

    comma: bool
    entries: list[MetadataFields]

    @staticmethod
    def read(cursor: Cursor) -> ShardingMetadata:
        cursor.expect(" metadata={")
        if cursor.sees("{"):
            entries = cursor.separated(braced_entry, ", ")
            if len(entries) < 2:
                cursor.refuse("a second entry")
        else:
            entries = [MetadataFields.read(cursor)]
        cursor.expect("}")
        return ShardingMetadata(False, entries)

    @staticmethod
    def read_after_comma(cursor: Cursor) -> ShardingMetadata:
        cursor.expect(", metadata={")
        entries = cursor.separated(braced_entry, ", ")
        cursor.expect("}")
        return ShardingMetadata(True, entries)

    def __str__(self) -> str:
        if not self.comma and len(self.entries) == 1:
            return f" metadata={{{self.entries[0]}}}"
        entries = ", ".join(f"{{{entry}}}" for entry in self.entries)
        return f"{',' if self.comma else ''} metadata={{{entries}}}"


def braced_entry(cursor: Cursor) -> MetadataFields:
    cursor.expect("{")
    fields = MetadataFields.read(cursor)
    cursor.expect("}")
    return fields


AXIS_NAME_PATTERN = re.compile(r"[^\n']+")
BARE_AXIS_NAME_PATTERN = re.compile(r"[\-.0-9A-Z_a-z]+")


@dataclass
class AxisName:
    name: str
    quoted: bool

    @staticmethod
    def read_quoted(cursor: Cursor) -> AxisName:
        cursor.expect("'")
        axis = cursor.match(AXIS_NAME_PATTERN, "the name of an axis")
        cursor.expect("'")
        return AxisName(axis, True)

    @staticmethod
    def read_bare(cursor: Cursor) -> AxisName:
        return AxisName(cursor.match(BARE_AXIS_NAME_PATTERN, "the name of an axis"), False)

    def __str__(self) -> str:
        return f"'{self.name}'" if self.quoted else self.name


@dataclass
class Axis:
    name: AxisName
    sub_axis: tuple[int, int] | None

    @staticmethod
    def read(cursor: Cursor) -> Axis:
        axis_name = cursor.choice(AxisName.read_quoted, AxisName.read_bare)
        return Axis(axis_name, cursor.attempt(Axis.read_sub_axis))

    @staticmethod
    def read_sub_axis(cursor: Cursor) -> tuple[int, int]:
        cursor.expect(":(")
        before = decimal(cursor)
        cursor.expect(")")
        return before, decimal(cursor)

    def __str__(self) -> str:
        return f"{self.name}" + ("" if self.sub_axis is None else f":({self.sub_axis[0]}){self.sub_axis[1]}")


@dataclass
class MeshAxis:
    name: AxisName
    size: int

    @staticmethod
    def read_quoted(cursor: Cursor) -> MeshAxis:
        axis_name = AxisName.read_quoted(cursor)
        cursor.expect("=")
        return MeshAxis(axis_name, decimal(cursor))

    @staticmethod
    def read_bare(cursor: Cursor) -> MeshAxis:
        axis_name = AxisName.read_bare(cursor)
        cursor.expect("=")
        return MeshAxis(axis_name, decimal(cursor))

    def __str__(self) -> str:
        return f"{self.name}={self.size}"


@dataclass
class Mesh:
    opening: str  # `mesh[` or `@mesh<`
    axes: list[MeshAxis]
    device_ids: IotaOrder | DeviceList | None
    glued_ids: bool = False

    CLOSING: ClassVar[dict[str, str]] = {"mesh[": "]", "@mesh<": ">"}

    @staticmethod
    def read(cursor: Cursor) -> Mesh:
        return cursor.choice(
            lambda cursor: Mesh.read_form(cursor, "mesh[", MeshAxis.read_quoted),
            lambda cursor: Mesh.read_form(cursor, "mesh[", MeshAxis.read_bare),
            lambda cursor: Mesh.read_form(cursor, "@mesh<", MeshAxis.read_bare),
        )

    @staticmethod
    def read_form(cursor: Cursor, opening: str, axis: Production[MeshAxis]) -> Mesh:
        start = cursor.at
        cursor.expect(opening)
        axes = cursor.separated_or_none(axis)
        cursor.expect(Mesh.CLOSING[opening])
        device_ids = cursor.attempt(suffix(", device_ids=", device_order))
        glued = False
        if device_ids is None and opening == "@mesh<":
            device_ids = cursor.attempt(suffix("", device_order))
            glued = device_ids is not None
        cursor.check(check_devices, device_ids is None or device_ids.places(math.prod(axis.size for axis in axes)), start)
        return Mesh(opening, axes, device_ids, glued)

    def check_axes(self, axes: list[Axis], at: int) -> None:
        """Rule C14: the axes are those of the mesh, each at most once, or parts of it."""
        names = {axis.name.name for axis in self.axes}
        used = [(axis.name.name, axis.sub_axis) for axis in axes]
        whole = [axis_name for axis_name, sub_axis in used if sub_axis is None]
        for axis_name, sub_axis in used:
            if axis_name not in names or used.count((axis_name, sub_axis)) > 1:
                raise BrokenRule(at, "axes of the mesh, each once [mesh_axis]")
            if sub_axis is not None and axis_name in whole:
                raise BrokenRule(at, "axes of the mesh, each once [mesh_axis]")

    def __str__(self) -> str:
        ids = optional(self.device_ids, "(" if self.glued_ids else ", device_ids=(", ")")
        return f"{self.opening}{joined(self.axes)}{self.CLOSING[self.opening]}{ids}"


def device_order(cursor: Cursor) -> IotaOrder | DeviceList:
    return cursor.choice(IotaOrder.read, DeviceList.read)


@dataclass
class MaximalMesh:
    opening: str
    device: int

    CLOSING: ClassVar[dict[str, str]] = {
        "maximal_mesh[device_id=": "]",
        "single_device[device_id=": "]",
        "@maximal_mesh<device_id=": ">",
    }

    @staticmethod
    def read(cursor: Cursor) -> MaximalMesh:
        opening = word(*MaximalMesh.CLOSING)(cursor)
        device = integer(cursor)
        cursor.expect(MaximalMesh.CLOSING[opening])
        return MaximalMesh(opening, device)

    def __str__(self) -> str:
        return f"{self.opening}{self.device}{self.CLOSING[self.opening]}"


def read_mesh(cursor: Cursor) -> Mesh | MaximalMesh:
    return cursor.choice(Mesh.read, MaximalMesh.read)


@dataclass
class DimensionAxes:
    axes: list[Axis]
    open: bool

    @staticmethod
    def read(cursor: Cursor) -> DimensionAxes:
        cursor.expect("{")
        axes = cursor.separated_or_none(Axis.read, ", ")
        opened = cursor.accept(", ?") if axes else cursor.accept("?")
        cursor.expect("}")
        return DimensionAxes(axes, opened)

    def __str__(self) -> str:
        return "{" + joined([*self.axes, *["?"] * self.open], ", ") + "}"


@dataclass
class NamedDimensions:
    dimensions: list[DimensionAxes]
    replicated: InBraces | None
    reduction: str
    unreduced: InBraces | None
    manual: InBraces | None

    @staticmethod
    def read(cursor: Cursor) -> NamedDimensions:
        cursor.expect(", [")
        dimensions = cursor.separated_or_none(DimensionAxes.read, ", ")
        cursor.expect("]")
        replicated = cursor.attempt(item(", replicated=", axis_set))
        unreduced = cursor.attempt(item(", unreduced=", NamedDimensions.read_unreduced))
        reduction, axes = unreduced or ("", None)
        manual = cursor.attempt(item(", manual=", axis_set))
        return NamedDimensions(dimensions, replicated, reduction, axes, manual)

    @staticmethod
    def read_unreduced(cursor: Cursor) -> tuple[str, InBraces]:
        reduction = cursor.attempt(word("max", "min")) or ""
        return reduction, axis_set(cursor)

    def axes(self) -> list[Axis]:
        sets = [axis_set.items for axis_set in (self.replicated, self.unreduced, self.manual) if axis_set is not None]
        return [axis for dimension in self.dimensions for axis in dimension.axes] + [a for axes in sets for a in axes]

    def __str__(self) -> str:
        return (
            f", [{joined(self.dimensions, ', ')}]"
            + optional(self.replicated, ", replicated=")
            + optional(self.unreduced, f", unreduced={self.reduction}")
            + optional(self.manual, ", manual=")
        )


axis_set = in_braces(Axis.read, ", ", empty=False)


def named_word(cursor: Cursor) -> str:
    cursor.expect(", ")
    return ", " + cursor.choice(word("replicated", "manual"), unreduced_word)


@dataclass
class NamedSharding:
    mesh: Mesh | MaximalMesh
    rest: NamedDimensions | str | None

    @staticmethod
    def read(cursor: Cursor) -> NamedSharding:
        start = cursor.at
        mesh = read_mesh(cursor)
        rest = cursor.attempt(lambda cursor: cursor.choice(NamedDimensions.read, named_word))
        if isinstance(rest, NamedDimensions):
            axes = rest.axes()
            if isinstance(mesh, Mesh):
                cursor.check(mesh.check_axes, axes, start)
            elif axes:
                cursor.breaks(start, "no axes of a single device [mesh_axis]")
        return NamedSharding(mesh, rest)

    def __str__(self) -> str:
        return f"{self.mesh}{optional(self.rest)}"


LISTED_WORD_PATTERN = re.compile(
    "(?:replicated|manual|unknown|unreduced|maximal_mesh|single_device|maximal|devices|mesh)(?![0-9_a-z])"
)


def unlisted_sharding(cursor: Cursor) -> KeptText:
    start = cursor.at
    if cursor.matches(LISTED_WORD_PATTERN) or not cursor.matches(re.compile("[a-z]")):
        cursor.refuse("a sharding")
    cursor.some(lambda cursor: cursor.choice(match_item(BRACES_PATTERN), skip_quoted_item, skip_braces_item))
    return kept(cursor, start)


def match_item(pattern: re.Pattern[str]) -> Production[str]:
    return lambda cursor: cursor.match(pattern, "text")


def skip_quoted_item(cursor: Cursor) -> bool:
    skip_quoted(cursor)
    return True


def skip_braces_item(cursor: Cursor) -> bool:
    skip_braces(cursor)
    return True


@dataclass
class LeafSharding:
    content: Any
    shard_group: ShardGroup | None = None
    metadata: ShardingMetadata | None = None

    @staticmethod
    def read(cursor: Cursor) -> LeafSharding:
        cursor.expect("{")
        sharding = cursor.choice(
            LeafSharding.read_unlisted, LeafSharding.read_named, LeafSharding.read_word, LeafSharding.read_simple
        )
        cursor.expect("}")
        return sharding

    @staticmethod
    def read_unlisted(cursor: Cursor) -> LeafSharding:
        return LeafSharding(unlisted_sharding(cursor))

    @staticmethod
    def read_named(cursor: Cursor) -> LeafSharding:
        named = NamedSharding.read(cursor)
        return LeafSharding(named, None, cursor.attempt(ShardingMetadata.read_after_comma))

    @staticmethod
    def read_word(cursor: Cursor) -> LeafSharding:
        content = cursor.choice(word("replicated"), unreduced_word)
        return LeafSharding(content, None, ShardingMetadata.read_after_comma(cursor))

    @staticmethod
    def read_simple(cursor: Cursor) -> LeafSharding:
        content = simple_sharding(cursor)
        group = cursor.attempt(ShardGroup.read)
        return LeafSharding(content, group, cursor.attempt(ShardingMetadata.read))

    def __str__(self) -> str:
        return f"{{{self.content}{optional(self.shard_group)}{optional(self.metadata)}}}"


@dataclass
class TupleSharding:
    elements: Marked | None

    @staticmethod
    def read(cursor: Cursor) -> TupleSharding:
        cursor.expect("{")
        elements = cursor.attempt(lambda cursor: Marked.read(cursor, LeafSharding.read))
        cursor.expect("}")
        return TupleSharding(elements)

    def __str__(self) -> str:
        return f"{{{optional(self.elements)}}}"


def read_sharding(cursor: Cursor) -> LeafSharding | TupleSharding:
    return cursor.choice(LeafSharding.read, TupleSharding.read)


def group_lists(cursor: Cursor) -> InBraces:
    start = cursor.at
    groups = in_braces(in_braces(decimal))(cursor)
    devices = [device for group in groups.items for device in group.items]
    cursor.check(check_devices, is_permutation(devices, len(devices)), start)
    cursor.check(check_devices, len(groups.items) < 2 or all(group.items for group in groups.items), start)
    return groups


def iota_groups(cursor: Cursor) -> IotaTiles:
    start = cursor.at
    groups = IotaTiles.read(cursor)
    cursor.check(check_devices, len(groups.counts) == 2, start)
    return groups


@dataclass
class MeshGroups:
    mesh: Mesh | MaximalMesh
    axes: list[Axis]

    @staticmethod
    def read(cursor: Cursor) -> MeshGroups:
        start = cursor.at
        mesh = read_mesh(cursor)
        cursor.expect(" {")
        axes = cursor.separated_or_none(Axis.read)
        cursor.expect("}")
        if isinstance(mesh, Mesh):
            cursor.check(mesh.check_axes, axes, start)
        return MeshGroups(mesh, axes)

    def __str__(self) -> str:
        return f"{self.mesh} {{{joined(self.axes)}}}"


def replica_groups(cursor: Cursor) -> Any:
    return cursor.choice(group_lists, iota_groups, MeshGroups.read)


# ----------------------------------------------------------------------------------------------- values of attributes


@dataclass
class Computation:
    name: str

    @staticmethod
    def read(cursor: Cursor) -> Computation:
        cursor.expect("%")
        return Computation(name(cursor))

    def __str__(self) -> str:
        return f"%{self.name}"


@dataclass
class ComputationList:
    """`%a, %b` without braces"""

    items: list[Computation]

    @staticmethod
    def read(cursor: Cursor) -> ComputationList:
        return ComputationList(cursor.separated(Computation.read, ", "))

    def __str__(self) -> str:
        return joined(self.items, ", ")


@dataclass
class Padding:
    low: int
    high: int
    interior: int | None = None

    @staticmethod
    def read_window(cursor: Cursor) -> Padding:
        low = integer(cursor)
        cursor.expect("_")
        return Padding(low, integer(cursor))

    @staticmethod
    def read(cursor: Cursor) -> Padding:
        padding = Padding.read_window(cursor)
        padding.interior = cursor.attempt(item("_", decimal))
        return padding

    def __str__(self) -> str:
        return f"{self.low}_{self.high}{optional(self.interior, '_')}"


@dataclass
class Joined:
    """Items with a separator, without brackets: `1x2x3`."""

    items: list[Any]
    separator: str

    def __str__(self) -> str:
        return joined(self.items, self.separator)


def by_x(production: Production[Any]) -> Production[Joined]:
    return lambda cursor: Joined(cursor.separated(production, "x"), "x")


def padding_config(cursor: Cursor) -> Joined:
    return Joined(cursor.separated_or_none(Padding.read, "x"), "x")


def digit(characters: str) -> Production[str]:
    pattern = re.compile(f"[{characters}]")
    return lambda cursor: cursor.match(pattern, f"one of `{characters}`")


@dataclass
class FieldGroup:
    """Fields in braces with blanks between them; the first is there always, if `must`."""

    fields: list[Field]

    @staticmethod
    def read_fields(cursor: Cursor, optionals: list[tuple[str, Production[Any]]], fields: list[Field]) -> None:
        for key, production in optionals:
            before = " " if fields else ""
            value = cursor.attempt(item(f"{before}{key}=", production))
            if value is not None:
                fields.append(Field(key, value))

    def __str__(self) -> str:
        return "{" + joined(self.fields, " ") + "}"


WINDOW_FIELDS: list[tuple[str, Production[Any]]] = [
    ("stride", by_x(decimal)),
    ("pad", by_x(Padding.read_window)),
    ("lhs_dilate", by_x(decimal)),
    ("rhs_dilate", by_x(decimal)),
    ("rhs_reversal", by_x(digit("01"))),
]


WINDOW_DEFAULTS = {"stride": "1", "pad": "0_0", "lhs_dilate": "1", "rhs_dilate": "1", "rhs_reversal": "0"}


def window(cursor: Cursor) -> FieldGroup:
    start = cursor.at
    cursor.expect("{")
    fields: list[Field] = []
    size = cursor.attempt(item("size=", by_x(decimal)))
    if size is not None:
        fields.append(Field("size", size))
        FieldGroup.read_fields(cursor, WINDOW_FIELDS, fields)
    cursor.expect("}")
    for field_of_window in fields[1:]:
        items = [str(dimension) for dimension in field_of_window.value.items]
        if len(items) != len(fields[0].value.items):
            cursor.breaks(start, "as many dimensions in all fields [attribute_value]")
        if set(items) == {WINDOW_DEFAULTS[field_of_window.key]}:
            cursor.breaks(start, "a field that differs from its default [default_value]")
    return FieldGroup(fields)


def operand_group(required: list[tuple[str, Production[Any]]], optionals: list[tuple[str, Production[Any]]]):
    def read(cursor: Cursor) -> FieldGroup:
        cursor.expect("{")
        fields: list[Field] = []
        for key, production in required:
            cursor.expect((" " if fields else "") + key + "=")
            fields.append(Field(key, production(cursor)))
        FieldGroup.read_fields(cursor, optionals, fields)
        cursor.expect("}")
        return FieldGroup(fields)

    return read


def two_sides(side: Production[FieldGroup]) -> Production[FieldGroup]:
    """`{lhs=… rhs=…}`, at least one of them"""

    def read(cursor: Cursor) -> FieldGroup:
        cursor.expect("{")
        fields: list[Field] = []
        FieldGroup.read_fields(cursor, [("lhs", side), ("rhs", side)], fields)
        if not fields:
            cursor.refuse("`lhs=` or `rhs=`")
        cursor.expect("}")
        return FieldGroup(fields)

    return read


def sparsity_pattern(cursor: Cursor) -> Joined:
    n = decimal(cursor)
    cursor.expect("x")
    return Joined([n, decimal(cursor)], "x")


sparsity_config = two_sides(
    operand_group(
        [("sparsity", sparsity_pattern), ("dimension", integer), ("stride", integer)], [("idx", integer)]
    )
)
block_scaling_config = two_sides(
    operand_group(
        [("scale_idx", integer)],
        [("zero_idx", integer), ("strides", by_x(decimal)), ("steps", by_x(decimal))],
    )
)

DIM_LABELS_PATTERN = re.compile("([0-9?bf]{2,})_([0-9?io]{2,})->([0-9?bf]{2,})")


@dataclass
class DimLabels:
    input: str
    kernel: str
    output: str

    @staticmethod
    def read(cursor: Cursor) -> DimLabels:
        found = DIM_LABELS_PATTERN.match(cursor.text, cursor.at)
        if found is None:
            cursor.refuse("labels of dimensions")
        cursor.at = found.end()
        return DimLabels(found[1], found[2], found[3])

    def __str__(self) -> str:
        return f"{self.input}_{self.kernel}->{self.output}"


@dataclass
class SparsityDescriptor:
    side: str
    dimension: int
    n: int
    m: int

    @staticmethod
    def read(cursor: Cursor) -> SparsityDescriptor:
        side = word("L.", "R.")(cursor)
        dimension = decimal(cursor)
        cursor.expect("@")
        n = decimal(cursor)
        cursor.expect(":")
        return SparsityDescriptor(side, dimension, n, decimal(cursor))

    def __str__(self) -> str:
        return f"{self.side}{self.dimension}@{self.n}:{self.m}"


def sparsity(cursor: Cursor) -> Joined:
    return Joined(cursor.separated(SparsityDescriptor.read, "_"), "_")


@dataclass
class SliceDimension:
    start: int
    limit: int
    stride: int | None

    @staticmethod
    def read(cursor: Cursor) -> SliceDimension:
        cursor.expect("[")
        start = decimal(cursor)
        cursor.expect(":")
        limit = decimal(cursor)
        stride = cursor.attempt(item(":", decimal))
        cursor.expect("]")
        return SliceDimension(start, limit, stride)

    def __str__(self) -> str:
        return f"[{self.start}:{self.limit}{optional(self.stride, ':')}]"


@dataclass
class DevicePair:
    source: int
    target: int

    @staticmethod
    def read(cursor: Cursor) -> DevicePair:
        cursor.expect("{")
        source = decimal(cursor)
        cursor.expect(",")
        target = decimal(cursor)
        cursor.expect("}")
        return DevicePair(source, target)

    def __str__(self) -> str:
        return f"{{{self.source},{self.target}}}"


@dataclass
class Alias:
    output: ShapeIndex
    operand: int
    index: ShapeIndex

    @staticmethod
    def read(cursor: Cursor) -> Alias:
        output = ShapeIndex.read(cursor)
        cursor.expect(": (")
        operand = decimal(cursor)
        cursor.expect(", ")
        index = ShapeIndex.read(cursor)
        cursor.expect(")")
        return Alias(output, operand, index)

    def __str__(self) -> str:
        return f"{self.output}: ({self.operand}, {self.index})"


def delta(cursor: Cursor) -> Any:
    return cursor.choice(braced_delta, integer)


def braced_delta(cursor: Cursor) -> InBraces:
    cursor.expect("{")
    element = integer(cursor)
    cursor.expect("}")
    return InBraces([element])


@dataclass
class Tolerance:
    atol: Number
    rtol: Number
    ulps: int

    @staticmethod
    def read(cursor: Cursor) -> Tolerance:
        cursor.expect("{tolerance={atol=")
        atol = Number.read(cursor)
        cursor.expect(",rtol=")
        rtol = Number.read(cursor)
        cursor.expect(",ulps=")
        ulps = integer(cursor)
        cursor.expect("}}")
        return Tolerance(atol, rtol, ulps)

    def __str__(self) -> str:
        return f"{{tolerance={{atol={self.atol},rtol={self.rtol},ulps={self.ulps}}}}}"


def result_accuracy(cursor: Cursor) -> Any:
    return cursor.choice(word("{mode=highest}"), Tolerance.read)


STATISTIC_NAME_PATTERN = re.compile(r"(?! )[ -+\--<>-z|~]+")


def statistic(cursor: Cursor) -> Field:
    key = cursor.match(STATISTIC_NAME_PATTERN, "the name of a statistic")
    cursor.expect("=")
    return Field(key, Number.read(cursor))


def statistics(cursor: Cursor) -> InBraces:
    cursor.expect("{visualizing_index=")
    index = integer(cursor)
    cursor.expect(",")
    items = cursor.separated(statistic)
    cursor.expect("}")
    return InBraces([Field("visualizing_index", index), *items])


@dataclass
class Domain:
    kind: str
    entry: LeafSharding | TupleSharding
    exit: LeafSharding | TupleSharding

    @staticmethod
    def read(cursor: Cursor) -> Domain:
        cursor.expect('{kind="')
        kind = cursor.match(re.compile(r'[^\n"]*'), "text")
        cursor.expect('", entry=')
        entry = read_sharding(cursor)
        cursor.expect(", exit=")
        domain = Domain(kind, entry, read_sharding(cursor))
        cursor.expect("}")
        return domain

    def __str__(self) -> str:
        return f'{{kind="{self.kind}", entry={self.entry}, exit={self.exit}}}'


# ------------------------------------------------------------------------------------------------------------- origin


ORIGIN_NAME_END = r'" *(?:\{[ ,\-0-9]*\})? *(?:\}|\Z)'
ORIGIN_NAME_PATTERN = re.compile(rf'(?!{ORIGIN_NAME_END})(?:[^\n"]++|(?!{ORIGIN_NAME_END})")*+')
ORIGIN_CALL_PATTERN = re.compile(r'(?:[^\n"]++|(?!"\](?:\}|\Z))")*+')


@dataclass
class OriginLeaf:
    name: str | None
    index: ShapeIndex | None = None

    @staticmethod
    def read(cursor: Cursor) -> OriginLeaf:
        cursor.expect("{")
        leaf = cursor.attempt(OriginLeaf.read_named) or OriginLeaf(None)
        cursor.expect("}")
        return leaf

    @staticmethod
    def read_named(cursor: Cursor) -> OriginLeaf:
        cursor.expect('"')
        origin_name = cursor.match(ORIGIN_NAME_PATTERN, "the name of an origin")
        cursor.expect('"')
        return OriginLeaf(origin_name, cursor.attempt(OriginLeaf.read_index))

    @staticmethod
    def read_index(cursor: Cursor) -> ShapeIndex:
        cursor.expect(" ")
        if cursor.sees("{}"):
            cursor.refuse("an index that is not empty")
        return ShapeIndex.read(cursor)

    def __str__(self) -> str:
        return "{" + optional(self.name, '"', '"') + optional(self.index, " ") + "}"


@dataclass
class OriginTuple:
    parts: list[OriginLeaf | OriginTuple | str]  # "" is an invisible part

    @staticmethod
    def read(cursor: Cursor) -> OriginTuple:
        if cursor.accept("()"):
            return OriginTuple([])
        cursor.expect("(")
        cursor.enter()
        parts = cursor.separated(origin_part, ", ")
        cursor.expect(")")
        cursor.leave()
        return OriginTuple(parts)

    def __str__(self) -> str:
        return f"({joined(self.parts, ', ')})"


def origin_node(cursor: Cursor) -> OriginLeaf | OriginTuple:
    return cursor.choice(OriginLeaf.read, OriginTuple.read)


def origin_part(cursor: Cursor) -> OriginLeaf | OriginTuple | str:
    return "" if cursor.matches(re.compile("[,)]")) else origin_node(cursor)


@dataclass
class Origin:
    tree: OriginLeaf | OriginTuple | None  # None: `[synthetic_call]`
    call: str | None = None

    @staticmethod
    def read(cursor: Cursor) -> Origin:
        cursor.expect("{")
        if cursor.accept("[synthetic_call]"):
            origin = Origin(None)
        else:
            origin = Origin(origin_node(cursor), cursor.attempt(Origin.read_call))
        cursor.expect("}")
        return origin

    @staticmethod
    def read_call(cursor: Cursor) -> str:
        cursor.expect(',["')
        call = cursor.match(ORIGIN_CALL_PATTERN, "the name of a call")
        cursor.expect('"]')
        return call

    def __str__(self) -> str:
        tree = "[synthetic_call]" if self.tree is None else self.tree
        return "{" + str(tree) + optional(self.call, ',["', '"]') + "}"


# ------------------------------------------------------------------------------ frontend attributes and configurations


OTHER_RECORD = (
    rf"<{DIGITS} {NAME}(?:\{{(?:{DIGITS}(?:,{DIGITS})*)?\}})?(?: \(phi\))? @"
    rf"|  (?:ROOT )?%{NAME} = |HloLiveRange \(max |\*\*\* End "
)
INNER_LINE_END = rf"\n(?!{OTHER_RECORD})"
DICT_SPACE = (
    rf"(?:[\t\r ]|{INNER_LINE_END}|//[^\n]*|/\*(?:(?!\*/)(?:[^\n*]++|\*|{INNER_LINE_END}))*+\*/)"
)
DICT_SPACE_PATTERN = re.compile(DICT_SPACE)
DICT_TEXT_PATTERN = re.compile(rf'(?:[^\n"{{}}]++|{INNER_LINE_END})++')
DICT_STRING_PATTERN = re.compile(rf'"(?:[^\n"\\]++|\\[^\n]|{INNER_LINE_END})*+"')
CONFIG_END_PATTERN = re.compile(
    rf"\n(?:(?>(?:  )?)(?!\n|{DICT_SPACE})|\n\nHloLiveRange|\n\*\*\* End )|\n\nHloLiveRange"
)


def skip_dict(cursor: Cursor) -> None:
    """`dict`: only braces and strings count."""
    cursor.expect("{")
    cursor.enter()
    while not cursor.accept("}"):
        if cursor.sees('"'):
            cursor.match(DICT_STRING_PATTERN, "`\"`")
        elif cursor.sees("{"):
            skip_dict(cursor)
        else:
            cursor.match(DICT_TEXT_PATTERN, "`}`")
    cursor.leave()


def dict_value(cursor: Cursor) -> KeptText:
    """A configuration that is printed as it is, with what is around it."""
    start = cursor.at
    while cursor.matches(DICT_SPACE_PATTERN):
        cursor.match(DICT_SPACE_PATTERN, "")
    skip_dict(cursor)
    while not cursor.matches(CONFIG_END_PATTERN) and cursor.matches(DICT_SPACE_PATTERN):
        cursor.match(DICT_SPACE_PATTERN, "")
    return kept(cursor, start)


def config(cursor: Cursor) -> KeptText | Quoted:
    return cursor.choice(dict_value, Quoted.read)


FRONTEND_KEY = rf"(?! )[ #$+\--:@-Z_a-z{MULTIBYTE}]++"
FRONTEND_KEY_PATTERN = re.compile(FRONTEND_KEY)
FRONTEND_END = rf'(?=\}}|,{FRONTEND_KEY}=["{{])'
FRONTEND_END_PATTERN = re.compile(FRONTEND_END)
FRONTEND_RAW_PATTERN = re.compile(rf'(?:[^\n"]++|"(?!{FRONTEND_END})|{INNER_LINE_END})*+')
FRONTEND_BARE_PATTERN = re.compile(r"[!#-+\--z|~]+")


def frontend_end(cursor: Cursor) -> None:
    if not cursor.matches(FRONTEND_END_PATTERN):
        cursor.refuse("`}` or a frontend attribute")


def frontend_dict(cursor: Cursor) -> KeptText:
    start = cursor.at
    while cursor.matches(DICT_SPACE_PATTERN):
        cursor.match(DICT_SPACE_PATTERN, "")
    skip_dict(cursor)
    while cursor.matches(DICT_SPACE_PATTERN):
        cursor.match(DICT_SPACE_PATTERN, "")
    return kept(cursor, start)


def frontend_value_dict(cursor: Cursor) -> KeptText:
    value = frontend_dict(cursor)
    frontend_end(cursor)
    return value


def frontend_value_escaped(cursor: Cursor) -> Quoted:
    value = Quoted.read(cursor)
    frontend_end(cursor)
    return value


def frontend_value_raw(cursor: Cursor) -> Quoted:
    cursor.expect('"')
    content = cursor.match(FRONTEND_RAW_PATTERN, "text")
    cursor.expect('"')
    frontend_end(cursor)
    return Quoted(content)


def frontend_attribute(cursor: Cursor) -> Field:
    key = cursor.match(FRONTEND_KEY_PATTERN, "the key of a frontend attribute")
    cursor.expect("=")
    value = cursor.choice(frontend_value_dict, frontend_value_escaped, frontend_value_raw)
    return Field(key, value)


def bare_frontend_attribute(cursor: Cursor) -> Field:
    key = cursor.match(FRONTEND_KEY_PATTERN, "the key of a frontend attribute")
    cursor.expect("=")
    return Field(key, cursor.match(FRONTEND_BARE_PATTERN, "the value of a frontend attribute"))


def frontend_attributes(cursor: Cursor) -> InBraces:
    cursor.expect("{")
    start = cursor.at
    items = cursor.choice(
        lambda cursor: cursor.separated(frontend_attribute),
        lambda cursor: cursor.separated(bare_frontend_attribute),
    )
    keys = [attribute.key.encode() for attribute in items]
    cursor.expect("}")
    if keys != sorted(set(keys)):
        cursor.breaks(start, "frontend attributes sorted by key [frontend_order]")
    return InBraces(items)


# --------------------------------------------------------------------------------------------------------- attributes


integers = in_braces(integer)
some_integers = in_braces(integer, empty=False)
braced_computations = in_braces(Computation.read, ", ")
some_computations = in_braces(Computation.read, ", ", empty=False)
DOT_ALGORITHMS = (
    "dot_any_f8_any_f8_f32_fast_accum dot_any_f8_any_f8_f32 dot_f16_f16_f16 dot_f16_f16_f32 dot_bf16_bf16_bf16 "
    "dot_bf16_bf16_fp8x3 dot_bf16_bf16_fp8x4 dot_bf16_bf16_f32_x3 dot_bf16_bf16_f32_x6 dot_bf16_bf16_f32_x9 "
    "dot_bf16_bf16_f32 dot_tf32_tf32_f32_x3 dot_tf32_tf32_f32 dot_f32_f32_f32 dot_f64_f64_f64"
).split()

VALUES_OF_ATTRIBUTES: dict[str, Production[Any]] = {
    "algorithm": word("rng_default", "rng_three_fry", "rng_philox", *DOT_ALGORITHMS),
    "api_version": word(
        "API_VERSION_STATUS_RETURNING_UNIFIED",
        "API_VERSION_STATUS_RETURNING",
        "API_VERSION_TYPED_FFI",
        "API_VERSION_UNSPECIFIED",
    ),
    "async_execution_thread": Quoted.read_raw,
    "async_group_id": integer,
    "async_thread_name": Quoted.read_raw,
    "backend_config": config,
    "batch_group_count": integer,
    "block_scaling_config": block_scaling_config,
    "body": Computation.read,
    "branch_computations": braced_computations,
    "called_computations": some_computations,
    "calls": ComputationList.read,
    "channel_id": integer,
    "collapsed_slice_dims": integers,
    "condition": Computation.read,
    "constrain_layout": only_true,
    "control-predecessors": some_computations,
    "convolution_kind": word("fprop", "wgrad", "dgrad"),
    "cross_program_prefetch_index": integer,
    "custom_call_has_side_effect": only_true,
    "custom_call_target": Quoted.read,
    "delta": delta,
    "dim_labels": DimLabels.read,
    "dimensions": integers,
    "direction": word("EQ", "NE", "GE", "GT", "LE", "LT"),
    "distribution": word("rng_uniform", "rng_normal", "rng_invalid"),
    "domain": Domain.read,
    "dynamic_slice_sizes": integers,
    "epsilon": Number.read,
    "exponent_bits": integer,
    "false_computation": Computation.read,
    "feature_group_count": integer,
    "feature_index": integer,
    "fft_length": integers,
    "fft_type": word("FFT", "IFFT", "RFFT", "IRFFT"),
    "frontend_attributes": frontend_attributes,
    "has_dynamic_root": boolean,
    "index": integer,
    "index_vector_dim": integer,
    "indices_are_sorted": only_true,
    "infeed_config": Quoted.read,
    "inferred_dimension": integer,
    "input_batching_dims": some_integers,
    "inserted_window_dims": integers,
    "iota_dimension": integer,
    "is_associative": boolean,
    "is_composite": only_true,
    "is_cross_program_prefetch": only_true,
    "is_host_transfer": only_true,
    "is_reverse": only_true,
    "is_stable": boolean,
    "k": integer,
    "kind": word("kLoop", "kInput", "kOutput", "kCustom"),
    "largest": boolean,
    "left_side": only_true,
    "lhs_batch_dims": some_integers,
    "lhs_contracting_dims": integers,
    "lhs_ragged_dims": some_integers,
    "literal": literal_value,
    "lower": only_true,
    "mantissa_bits": integer,
    "metadata": Metadata.read,
    "mode": word("cross_replica_and_partition", "cross_replica", "cross_partition", "flattened_id", "rotate"),
    "num_carries": integer,
    "offset_dims": integers,
    "operand_batching_dims": some_integers,
    "operand_layout_constraints": in_braces(read_shape, ", "),
    "operand_precision": in_braces(word("default", "highest", "high", "packed_nibble"), empty=False),
    "operation_queue_id": integer,
    "order": word("TOTAL", "PARTIAL"),
    "origin": Origin.read,
    "original_value": Origin.read,
    "outer_dimension_partitions": some_integers,
    "outfeed_config": Quoted.read,
    "outfeed_shape": read_shape,
    "output_to_operand_aliasing": in_braces(Alias.read, ", ", empty=False),
    "padding": padding_config,
    "padding_type": word("PADDING_VALID", "PADDING_SAME"),
    "parameter_replication": in_braces(boolean),
    "replica_groups": replica_groups,
    "result_accuracy": result_accuracy,
    "rhs_batch_dims": some_integers,
    "rhs_contracting_dims": integers,
    "rhs_group_dims": some_integers,
    "scatter": Computation.read,
    "scatter_dims_to_operand_dims": integers,
    "scatter_indices_batching_dims": some_integers,
    "schedule": word(
        "SCHEDULE_LATEST", "SCHEDULE_EARLIEST", "LATE_AS_POSSIBLE", "EARLY_AS_POSSIBLE", "LATEST", "EARLIEST"
    ),
    "select": Computation.read,
    "sharding": read_sharding,
    "shifts": integers,
    "slice": in_braces(SliceDimension.read, ", "),
    "slice_sizes": lambda cursor: cursor.choice(integers, in_braces(integers, empty=False)),
    "source_target_pairs": in_braces(DevicePair.read),
    "sparsity": sparsity,
    "sparsity_config": sparsity_config,
    "start_index_map": integers,
    "start_indices_batching_dims": some_integers,
    "statistics": statistics,
    "to_apply": Computation.read,
    "transpose_a": word("NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"),
    "true_computation": Computation.read,
    "type": word("FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"),
    "unique_indices": only_true,
    "unit_diagonal": only_true,
    "update_window_dims": integers,
    "use_global_device_ids": only_true,
    "wait_on_operation_queues": in_braces(integer, ", ", empty=False),
    "window": window,
}

ATTRIBUTE_KEY_PATTERN = re.compile(r"[a-z][\-0-9_a-z]*")
ATTRIBUTE_END_PATTERN = re.compile(r", |\n|\Z|<[0-9]")
ATTRIBUTE_TEXT_PATTERN = re.compile(
    rf"(?:[ !#-'*+\--;=-Z\\\^-z|~{MULTIBYTE}]++|,(?=[^\n ])|, (?=%)|<(?![0-9]))++"
)

OPCODES: dict[str, str] = {  # the attributes of an opcode in printed order; `!` marks those that are always there
    "abs": "",
    "acos": "",
    "acosh": "",
    "add": "",
    "add-dependency": "",
    "after-all": "",
    "all-gather": "channel_id replica_groups! constrain_layout dimensions! use_global_device_ids",
    "all-gather-done": "",
    "all-gather-start": "channel_id replica_groups! constrain_layout dimensions! use_global_device_ids",
    "all-reduce": "mode channel_id replica_groups! constrain_layout use_global_device_ids to_apply!",
    "all-reduce-done": "",
    "all-reduce-scatter": "channel_id replica_groups! constrain_layout use_global_device_ids dimensions! to_apply!",
    "all-reduce-start": "mode channel_id replica_groups! constrain_layout use_global_device_ids to_apply!",
    "all-to-all": "channel_id replica_groups! constrain_layout dimensions",
    "and": "",
    "asin": "",
    "asinh": "",
    "async-done": "async_group_id async_execution_thread async_thread_name calls",
    "async-start": "async_group_id async_execution_thread async_thread_name output_to_operand_aliasing calls!",
    "async-update": "async_group_id async_execution_thread async_thread_name output_to_operand_aliasing calls",
    "atan2": "",
    "atanh": "",
    "batch-norm-grad": "epsilon! feature_index!",
    "batch-norm-inference": "epsilon! feature_index!",
    "batch-norm-training": "epsilon! feature_index!",
    "bitcast": "",
    "bitcast-convert": "",
    "broadcast": "dimensions!",
    "call": "to_apply! is_composite",
    "cbrt": "",
    "ceil": "",
    "cholesky": "lower",
    "clamp": "",
    "collective-broadcast": "channel_id replica_groups! constrain_layout has_dynamic_root!",
    "collective-permute": "channel_id source_target_pairs! slice_sizes",
    "collective-permute-done": "",
    "collective-permute-start": "channel_id source_target_pairs! slice_sizes",
    "collective-reduce": (
        "channel_id replica_groups! constrain_layout use_global_device_ids has_dynamic_root! to_apply!"
    ),
    "compare": "direction! type order",
    "complex": "",
    "concatenate": "dimensions!",
    "conditional": "true_computation false_computation branch_computations",
    "constant": "",
    "convert": "",
    "convolution": (
        "window dim_labels! feature_group_count batch_group_count convolution_kind operand_precision "
        "algorithm sparsity_config block_scaling_config"
    ),
    "copy": "",
    "copy-done": "",
    "copy-start": "is_cross_program_prefetch cross_program_prefetch_index",
    "cosh": "",
    "cosine": "",
    "count-leading-zeros": "",
    "custom-call": (
        "window dim_labels feature_group_count batch_group_count operand_precision algorithm padding_type "
        "custom_call_target! operand_layout_constraints custom_call_has_side_effect literal "
        "output_to_operand_aliasing schedule api_version called_computations calls"
    ),
    "divide": "",
    "domain": "domain!",
    "dot": (
        "lhs_batch_dims lhs_contracting_dims! rhs_batch_dims rhs_contracting_dims! operand_precision "
        "algorithm sparsity sparsity_config block_scaling_config"
    ),
    "dynamic-reshape": "",
    "dynamic-slice": "dynamic_slice_sizes!",
    "dynamic-update-slice": "",
    "erf": "",
    "exp2": "",
    "exponential": "",
    "exponential-minus-one": "",
    "fft": "fft_type! fft_length!",
    "floor": "",
    "fusion": "kind! output_to_operand_aliasing calls!",
    "gather": (
        "offset_dims! collapsed_slice_dims! start_index_map! operand_batching_dims "
        "start_indices_batching_dims index_vector_dim! slice_sizes! indices_are_sorted"
    ),
    "get-dimension-size": "dimensions!",
    "get-tuple-element": "index!",
    "imag": "",
    "infeed": "infeed_config",
    "iota": "iota_dimension!",
    "is-finite": "",
    "log": "",
    "log-plus-one": "",
    "log2": "",
    "logistic": "",
    "map": "dimensions! to_apply!",
    "maximum": "",
    "minimum": "",
    "mulhi": "",
    "multiply": "",
    "negate": "",
    "not": "",
    "opt-barrier": "",
    "or": "",
    "outfeed": "outfeed_shape! outfeed_config",
    "pad": "padding!",
    "parameter": "parameter_replication",
    "partition-id": "",
    "popcnt": "",
    "power": "",
    "ragged-all-to-all": "channel_id replica_groups! constrain_layout",
    "ragged-dot": (
        "lhs_batch_dims lhs_contracting_dims! rhs_batch_dims rhs_contracting_dims! lhs_ragged_dims "
        "rhs_group_dims operand_precision algorithm"
    ),
    "real": "",
    "recv": "channel_id is_host_transfer",
    "recv-done": "channel_id is_host_transfer",
    "reduce": "dimensions! to_apply!",
    "reduce-precision": "exponent_bits! mantissa_bits!",
    "reduce-scatter": "mode channel_id replica_groups! constrain_layout use_global_device_ids dimensions! to_apply!",
    "reduce-window": "window to_apply!",
    "remainder": "",
    "replica-id": "",
    "reshape": "inferred_dimension",
    "reverse": "dimensions!",
    "rng": "distribution!",
    "rng-bit-generator": "algorithm!",
    "rng-get-and-update-state": "delta!",
    "round-nearest-afz": "",
    "round-nearest-even": "",
    "rsqrt": "",
    "scaled-dot": (
        "lhs_batch_dims lhs_contracting_dims! rhs_batch_dims rhs_contracting_dims! operand_precision "
        "algorithm"
    ),
    "scan": "dimensions! num_carries! is_reverse is_associative to_apply!",
    "scatter": (
        "update_window_dims! inserted_window_dims! scatter_dims_to_operand_dims! input_batching_dims "
        "scatter_indices_batching_dims index_vector_dim! indices_are_sorted unique_indices to_apply!"
    ),
    "select": "",
    "select-and-scatter": "window select! scatter!",
    "send": "channel_id is_host_transfer",
    "send-done": "channel_id is_host_transfer",
    "set-dimension-size": "dimensions!",
    "shift-left": "",
    "shift-right-arithmetic": "",
    "shift-right-logical": "",
    "shuffle": "dimensions! mode! shifts!",
    "sign": "",
    "sine": "",
    "sinh": "",
    "slice": "slice!",
    "sort": "dimensions! is_stable to_apply!",
    "sqrt": "",
    "stochastic-convert": "",
    "subtract": "",
    "tan": "",
    "tanh": "",
    "topk": "k! largest! is_stable! to_apply",
    "trace": "",
    "transpose": "dimensions!",
    "triangular-solve": "left_side lower unit_diagonal transpose_a",
    "tuple": "",
    "tuple-select": "",
    "while": "condition! body!",
    "xor": "",
}
COMMON_ATTRIBUTES = (
    "sharding frontend_attributes outer_dimension_partitions control-predecessors statistics operation_queue_id "
    "wait_on_operation_queues result_accuracy origin original_value metadata backend_config"
).split()
ATTRIBUTES_OF_OPCODES = {
    opcode: [attribute.rstrip("!") for attribute in attributes.split()] for opcode, attributes in OPCODES.items()
}


OLD_WITHOUT = {  # attributes that are always printed only since some date after their opcode
    ("topk", "largest"), ("topk", "is_stable"), ("scan", "num_carries"), ("collective-broadcast", "has_dynamic_root"),
}  # fmt: skip


ASYNC_ENDINGS = ("-start", "-update", "-done")
ASYNC_FIRST = ["async_group_id", "async_execution_thread", "async_thread_name"]
WRAPPED_AGAIN = COMMON_ATTRIBUTES[: COMMON_ATTRIBUTES.index("result_accuracy") + 1]


def wrapped_opcode(opcode: str, keys: list[str]) -> tuple[str, str] | None:
    """The wrapped opcode and the suffix of an asynchronous name: `slice` and `-start` of `slice-start`.

    An opcode of its own, such as `all-gather-start`, is not split unless it has attributes of a wrapped opcode."""
    for ending in ASYNC_ENDINGS:
        if opcode.endswith(ending) and opcode != "async" + ending:
            wrapped = {*ASYNC_FIRST, "output_to_operand_aliasing"} & set(keys)
            if opcode not in OPCODES or wrapped:
                return opcode.removesuffix(ending), ending
    return None


def printed_order(opcode: str, keys: list[str]) -> list[str]:
    wrapped = wrapped_opcode(opcode, keys)
    if wrapped is None:
        return [*ATTRIBUTES_OF_OPCODES.get(opcode, []), "result_accuracy", *COMMON_ATTRIBUTES]
    own = ATTRIBUTES_OF_OPCODES.get(wrapped[0], [])
    return [*ASYNC_FIRST, *own, *WRAPPED_AGAIN, "output_to_operand_aliasing", *COMMON_ATTRIBUTES]


def required_attributes(opcode: str, keys: list[str]) -> list[str]:
    wrapped = wrapped_opcode(opcode, keys)
    if wrapped is not None:
        opcode = wrapped[0] if wrapped[1] == "-start" else ""
    return [attribute[:-1] for attribute in OPCODES.get(opcode, "").split() if attribute.endswith("!")]


def is_known(opcode: str, key: str) -> bool:
    """Whether the specification knows the attribute for the opcode, also for `slice-start` and the like."""
    return key in printed_order(opcode, [key])


ONE_DIMENSION = (
    "all-gather all-gather-start reduce-scatter all-reduce-scatter all-to-all get-dimension-size set-dimension-size"
).split()
DEFAULTS = {
    "feature_group_count": "1",
    "batch_group_count": "1",
    "inferred_dimension": "-1",
    "async_execution_thread": '"main"',
    "infeed_config": '""',
    "outfeed_config": '""',
    "backend_config": '""',
}


@dataclass
class Attribute:
    """An attribute of an instruction: typed, or kept as text if the specification does not know it."""

    key: str
    value: Any

    @staticmethod
    def read(cursor: Cursor, opcode: str) -> Attribute:
        start = cursor.at
        key = cursor.match(ATTRIBUTE_KEY_PATTERN, "an attribute")
        cursor.expect("=")
        production = VALUES_OF_ATTRIBUTES.get(key)
        if production is not None:
            value = cursor.attempt(lambda cursor: Attribute.read_complete(cursor, production))
            if value is not None:
                return Attribute(key, value)
            if is_known(opcode, key):
                cursor.refuse(f"the value of `{key}`")
        return Attribute(key, Attribute.read_text(cursor))

    def check(self, opcode: str, at: int) -> None:
        """Rule C8: the form that the opcode requires, and no default."""
        value = self.value
        items = value.items if isinstance(value, InBraces | Joined) else []
        of_rng = isinstance(value, str) and value.startswith("rng_")
        fits = {
            "algorithm": lambda: of_rng == (opcode == "rng-bit-generator"),
            "mode": lambda: (value == "rotate") == (opcode == "shuffle"),
            "slice_sizes": lambda: any(isinstance(element, InBraces) for element in items)
            == (opcode in ("collective-permute", "collective-permute-start") and bool(items)),
            "dimensions": lambda: opcode not in ONE_DIMENSION or len(items) == 1,
            "control-predecessors": lambda: len({str(element) for element in items}) == len(items),
            "slice": lambda: len({element.stride is None for element in items}) < 2,
            "padding": lambda: len({element.interior is None for element in items}) < 2,
        }
        if self.key in fits and not isinstance(value, KeptText) and not fits[self.key]():
            raise BrokenRule(at, f"`{self.key}` as {opcode} requires it [attribute_value]")
        default = DEFAULTS.get(self.key)
        if default is not None and str(self) == f"{self.key}={default}" or (
            (self.key, opcode, value) == ("is_stable", "sort", False)
            or self.key == "operand_precision" and set(items) == {"default"}
            or self.key == "window" and opcode != "custom-call" and str(value) == "{}"
            or self.key == "slice" and items and all(element.stride == 1 for element in items)
            or self.key == "padding" and items and all(element.interior == 0 for element in items)
        ):
            raise BrokenRule(at, f"a value of `{self.key}` other than the default [default_value]")

    @staticmethod
    def read_complete(cursor: Cursor, production: Production[Any]) -> Any:
        value = production(cursor)
        if not cursor.matches(ATTRIBUTE_END_PATTERN):
            cursor.refuse("the end of the attribute")
        return value

    @staticmethod
    def read_text(cursor: Cursor) -> KeptText:
        start = cursor.at
        while True:
            if cursor.matches(ATTRIBUTE_TEXT_PATTERN):
                cursor.match(ATTRIBUTE_TEXT_PATTERN, "")
            elif cursor.matches(re.compile(r'["{(\[]')):
                if not cursor.attempt(skip_group_item):
                    break
            else:
                break
        return kept(cursor, start)

    def __str__(self) -> str:
        return f"{self.key}={show(self.value)}"


def skip_group_item(cursor: Cursor) -> bool:
    skip_group(cursor)
    return True


# ------------------------------------------------------------------------------------------------------- instructions


@dataclass
class Operand:
    """An instruction by its name, with or without its shape; name None is an operand that XLA has deleted."""

    name: str | None
    shape: Shape | None = None
    elements: list[int] = field(default_factory=list)

    @staticmethod
    def read(cursor: Cursor) -> Operand:
        if cursor.sees("%"):
            return Operand.read_named(cursor)
        if cursor.accept("null "):
            return Operand(None)
        shape = read_shape(cursor)
        cursor.expect(" ")
        operand = Operand.read_named(cursor)
        operand.shape = shape
        return operand

    @staticmethod
    def read_named(cursor: Cursor) -> Operand:
        cursor.expect("%")
        operand = Operand(name(cursor))
        operand.elements = cursor.many(item("#", decimal))
        return operand

    def __str__(self) -> str:
        if self.name is None:
            return "null "
        elements = "".join(f"#{element}" for element in self.elements)
        return f"{optional(self.shape, after=' ')}%{self.name}{elements}"


ELEMENT_TYPES = set(
    "pred s1 s2 s4 s8 s16 s32 s64 u1 u2 u4 u8 u16 u32 u64 f16 bf16 f32 f64 c64 c128 f4e2m1fn f6e2m3fn f6e3m2fn f8e3m4 "
    "f8e4m3 f8e4m3b11fnuz f8e4m3fn f8e4m3fnuz f8e5m2 f8e5m2fnuz f8e8m0fnu opaque token primitive_type_invalid".split()
)


@dataclass
class Instruction:
    name: str
    shape: Shape
    opcode: str
    literal: Any = None  # of a constant
    parameter_number: int | None = None
    operands: Marked | None = None
    attributes: list[Attribute] = field(default_factory=list)

    @staticmethod
    def read(cursor: Cursor) -> Instruction:
        cursor.expect("%")
        instruction_name = name(cursor)
        cursor.expect(" = ")
        shape = read_shape(cursor)
        cursor.expect(" ")
        opcode_at = cursor.at
        instruction = Instruction(instruction_name, shape, "")
        if cursor.accept("constant("):
            instruction.opcode = "constant"
            start = cursor.at
            instruction.literal = instruction.read_constant(cursor)
            if not isinstance(instruction.literal, KeptText):
                cursor.check(check_literal, instruction.literal, shape, start)
        elif cursor.accept("parameter("):
            instruction.opcode = "parameter"
            instruction.parameter_number = decimal(cursor)
        else:
            instruction.opcode = cursor.match(re.compile(r"[a-z][\-0-9a-z]*"), "an opcode")
            cursor.expect("(")
            start = cursor.at
            instruction.operands = cursor.attempt(lambda cursor: Marked.read(cursor, Operand.read))
            cursor.check(instruction.check_operands, start)
        cursor.expect(")")
        while True:
            start = cursor.at
            if not cursor.accept(", "):
                break
            attribute = cursor.attempt(lambda cursor: Attribute.read(cursor, instruction.opcode))
            if attribute is None:
                cursor.at = start
                break
            instruction.attributes.append(attribute)
        cursor.check(instruction.check_attributes, opcode_at)
        return instruction

    def read_constant(self, cursor: Cursor) -> Any:
        literal = cursor.attempt(Instruction.read_whole_literal)
        if literal is not None:
            return literal
        if not isinstance(self.shape, ArrayShape) or self.shape.element_type in ELEMENT_TYPES:
            cursor.refuse("a literal")
        start = cursor.at
        while cursor.attempt(skip_group_item):
            pass
        return kept(cursor, start)

    @staticmethod
    def read_whole_literal(cursor: Cursor) -> Any:
        literal = read_literal(cursor)
        if not cursor.sees(")"):
            cursor.refuse("`)`")
        return literal

    def check_operands(self, at: int) -> None:
        """Rules C4 and C21."""
        named = [operand for operand in self.operands.items if operand.name is not None] if self.operands else []
        if len({operand.shape is None for operand in named}) > 1:
            raise BrokenRule(at, "shapes before all operands or before none [operand_shapes]")
        if any(operand.elements for operand in named):
            raise BrokenRule(at, "an instruction as operand [folded_element]")

    def check_attributes(self, at: int) -> None:
        """Rules C8 (in part), C9 and C15."""
        all_keys = [attribute.key for attribute in self.attributes]
        order = printed_order(self.opcode, all_keys)
        known = [attribute for attribute in self.attributes if attribute.key in order]
        keys = [attribute.key for attribute in known]
        place = 0
        for key in keys:
            if key not in order[place:]:
                raise BrokenRule(at, f"`{key}` in printed order [attribute_order]")
            place = order.index(key, place) + 1
        for key in required_attributes(self.opcode, all_keys):
            if key not in keys and (self.opcode, key) not in OLD_WITHOUT:
                raise BrokenRule(at, f"`{key}`, which is always printed for {self.opcode} [missing_attribute]")
        wrapped = wrapped_opcode(self.opcode, all_keys)
        if wrapped is not None and (wrapped[0] == "parameter" or wrapped[0].endswith(ASYNC_ENDINGS)):
            raise BrokenRule(at, "an opcode with an asynchronous form [missing_attribute]")
        branches = "branch_computations" in keys or {"true_computation", "false_computation"} <= set(keys)
        if self.opcode == "conditional" and not branches:
            raise BrokenRule(at, "the computations of a conditional [missing_attribute]")
        for attribute in known:
            attribute.check(self.opcode if wrapped is None else wrapped[0], at)

    def called_computations(self) -> list[str]:
        """The names of the computations that the attributes refer to."""
        names: list[str] = []
        for attribute in self.attributes:
            value = attribute.value
            items = value.items if isinstance(value, ComputationList | InBraces) else [value]
            if attribute.key != "control-predecessors":
                names += [computation.name for computation in items if isinstance(computation, Computation)]
        return names

    def __str__(self) -> str:
        if self.opcode == "constant" and self.operands is None and self.literal is not None:
            body = show(self.literal)
        elif self.parameter_number is not None:
            body = str(self.parameter_number)
        else:
            body = optional(self.operands)
        attributes = "".join(f", {attribute}" for attribute in self.attributes)
        return f"%{self.name} = {self.shape} {self.opcode}({body}){attributes}"


# ------------------------------------------------------------------------------------------------------- whole files


@dataclass
class AssignmentFile:
    """`*-buffer-assignment.txt`: allocations; before April 2026 used values and the live range, too (combined)."""

    allocations: list[Allocation]
    total: Total | None = None
    moments: LiveRange | None = None
    used_values: list[UsedValue] | None = None
    live_range: LiveRange | None = None

    @staticmethod
    def read(cursor: Cursor) -> AssignmentFile:
        cursor.expect("BufferAssignment:\n")
        dump = AssignmentFile(cursor.many(Allocation.read))
        rest = cursor.attempt(AssignmentFile.read_rest)
        if rest is not None:
            dump.total, dump.moments, dump.used_values, dump.live_range = rest
        return dump

    @staticmethod
    def read_rest(cursor: Cursor) -> tuple[Total | None, LiveRange | None, list[UsedValue], LiveRange | None]:
        total = cursor.attempt(Total.read)
        moments = cursor.attempt(LiveRange.read_moments) if total is not None else None
        values = used_values(cursor)
        return total, moments, values, cursor.attempt(LiveRange.read_combined)

    def __str__(self) -> str:
        values = "" if self.used_values is None else USED_VALUES_HEAD + joined(self.used_values, "")
        return (
            "BufferAssignment:\n"
            + joined(self.allocations, "")
            + optional(self.total)
            + optional(self.moments)
            + values
            + optional(self.live_range, "\n\n")
        )


@dataclass
class ValuesFile:
    """`*-buffer-assignment-values.txt`"""

    total: Total
    used_values: list[UsedValue]

    @staticmethod
    def read(cursor: Cursor) -> ValuesFile:
        total = Total.read(cursor)
        return ValuesFile(total, used_values(cursor))

    def __str__(self) -> str:
        return f"{self.total}{USED_VALUES_HEAD}{joined(self.used_values, '')}"


@dataclass
class LiveRangeFile:
    """`*-live-range.txt`"""

    live_range: LiveRange | LiveRangeNotAvailable

    @staticmethod
    def read(cursor: Cursor) -> LiveRangeFile:
        return LiveRangeFile(cursor.choice(LiveRange.read_lone, LiveRangeNotAvailable.read))

    def __str__(self) -> str:
        return str(self.live_range)


FRAME_TEXT_PATTERN = re.compile(rf"[!-~]+(?:(?! \*\*\*\n)[ -~{MULTIBYTE}])*")


@dataclass
class Frame:
    """A dump between `*** Begin NAME ***` and `*** End NAME ***`."""

    name: str
    content: AssignmentFile | ValuesFile | LiveRangeFile

    @staticmethod
    def read(cursor: Cursor) -> Frame:
        cursor.expect("*** Begin ")
        frame_name = cursor.match(FRAME_TEXT_PATTERN, "the name of a file")
        cursor.expect(" ***\n")
        content = read_content(cursor)
        cursor.expect("\n*** End ")
        start = cursor.at
        end_name = cursor.match(FRAME_TEXT_PATTERN, "the name of a file")
        cursor.expect(" ***\n")
        if end_name != frame_name:
            cursor.breaks(start, "the name that the frame began with [frame_name]")
        return Frame(frame_name, content)

    def __str__(self) -> str:
        return f"*** Begin {self.name} ***\n{self.content}\n*** End {self.name} ***\n"


Dump = AssignmentFile | ValuesFile | LiveRangeFile | Frame


def read_content(cursor: Cursor) -> AssignmentFile | ValuesFile | LiveRangeFile:
    return cursor.choice(AssignmentFile.read, ValuesFile.read, LiveRangeFile.read)


class RefusedText(Exception):
    """The text is no dump; the message is `LINE:COLUMN: expected …`."""


NOT_UTF8_PATTERN = re.compile("[\udc80-\udcff]")


def refused(text: str, at: int, expected: str) -> RefusedText:
    line = text.count("\n", 0, at) + 1
    column = at - (text.rfind("\n", 0, at) + 1) + 1
    return RefusedText(f"{line}:{column}: expected {expected}")


def read_dump(data: bytes) -> Dump:
    """The dump of a whole file."""
    for byte, what in ((b"\xef\xbb\xbf", "no byte order mark"), (b"\r\n", "no carriage return"), (b"\0", "no NUL byte")):
        at = data.find(byte)
        if at == 0 or (at > 0 and len(byte) < 3):
            raise RefusedText(f"{data.count(bytes([10]), 0, at) + 1}:1: expected {what}")
    text = data.decode("utf-8", "surrogateescape")  # the bytes of a label need not be UTF-8
    cursor = Cursor(text)
    try:
        dump = cursor.choice(Frame.read, read_content)
        if cursor.at != len(text):
            cursor.refuse("the end of the text")
        for found in NOT_UTF8_PATTERN.finditer(text):
            if not any(start <= found.start() < end for start, end in cursor.labels):
                raise refused(text, found.start(), "UTF-8")
        cursor.check(check_file, content_of(dump), cursor.at)
        for rule in cursor.broken_rules:
            raise rule
    except Refusal:
        raise refused(text, cursor.furthest, " or ".join(cursor.expected)) from None
    except BrokenRule as rule:
        raise refused(text, rule.at, rule.what) from None
    return dump


# ------------------------------------------------------------------------------------------- rules about whole files


STATES = "D0 D1 D1' D2 D3 D4 D5 D6 D7 D6b D8 D9 D10 D11 D12 D13 D14 D15 D16 D17 D18 D19 D20 D21 D22 D23 D24".split()


def states(first: str, last: str = "D24") -> set[str]:
    return set(STATES[STATES.index(first) : STATES.index(last) + 1])


def forms_of_assignment(dump: AssignmentFile) -> Iterator[tuple[str, set[str]]]:
    """The forms of the allocations and their states, as the tables of the chapters give them."""
    for allocation in dump.allocations:
        yield "allocation pointer", states("D0", "D10") if allocation.pointer is not None else states("D11")
        if allocation.page is not None:
            yield "page", {"D24"}
        if allocation.parameter is not None:
            if allocation.parameter.unknown_shape:
                yield "<unknown shape>", states("D6b")
            else:
                without = allocation.parameter.shape is None
                yield "shape of a parameter", states("D0", "D5") if without else states("D6")
        if allocation.output_shape is not None:
            yield "output shape", states("D6")
        if allocation.reused is not None:
            yield "reused values", states("D22")
        for line in allocation.values:
            if isinstance(line.value, ValueNameV1):
                yield "value lines", {"D0", "D1"}
            elif isinstance(line.value, ValueNameV2):
                yield "value lines", {"D1'", "D2"}
            else:
                yield "value lines", {"D3"} if isinstance(line, ValueLineOld) else states("D4")
    if dump.used_values is None:
        yield "allocations alone", states("D0", "D3") | states("D19")
    else:
        yield "combined file", states("D4", "D18")
        if dump.total is None:
            yield "no total", {"D4"}
        yield "live range", states("D8", "D18") if dump.live_range is not None else states("D4", "D6b")
        yield "live ranges at every moment", {"D7"} if dump.moments is not None else set(STATES) - {"D7"}


def forms(content: AssignmentFile | ValuesFile | LiveRangeFile) -> Iterator[tuple[str, set[str]]]:
    if isinstance(content, AssignmentFile):
        yield from forms_of_assignment(content)
    else:
        yield "three files", states("D19")
    total = getattr(content, "total", None)
    if total is not None:
        yield "total", states("D5", "D8") if total.human is None else states("D9")
    for entry in getattr(content, "used_values", None) or ():
        if entry.empty:
            yield "empty uses", {"bare": states("D4", "D20"), "none": states("D21")}.get(entry.empty, states("D12"))
        if entry.instruction is None:
            yield "no instruction", states("D4", "D9")
        else:
            style = entry.instruction.style
            yield style, {"tight": states("D10", "D12"), "glued": {"D13"}, "own_line": states("D14")}[style]
    live_range = getattr(content, "live_range", None)
    if isinstance(live_range, LiveRangeNotAvailable):
        yield "live range not available", states("D20")
    elif isinstance(live_range, LiveRange):
        if isinstance(live_range.peak, UnboundedPeak):
            yield "unbounded peak", states("D23")
        elif isinstance(live_range.peak, Peak):
            for row in live_range.peak.rows:
                if row.index is None:
                    yield "rows of the peak", states("D8", "D14")
                else:
                    yield "rows of the peak", {"D15"} if row.cumulative is None else states("D16")
            if live_range.sequence:
                yield "stack trace", states("D8", "D16") if live_range.peak.stack_trace is None else states("D17")


def check_file(content: AssignmentFile | ValuesFile | LiveRangeFile, at: int) -> None:
    """Rules C10 and C12, as far as the forms of the chapters about dumps tell."""
    possible = set(STATES)
    seen: list[str] = []
    for form, printed in forms(content):
        seen.append(form)
        if not possible & printed:
            missing = "live range" in seen and getattr(content, "live_range", None) is None
            rule = "missing_live_range" if missing else "mixed_eras"
            raise BrokenRule(at, f"forms of one era, but {form} is of {joined(sorted(printed))} [{rule}]")
        possible &= printed
    if isinstance(content, AssignmentFile) and content.used_values is not None and content.live_range is None:
        if len(content.used_values) != sum(len(allocation.values) for allocation in content.allocations):
            raise BrokenRule(at, "as many used values as the allocations hold [missing_values]")
    live_range = getattr(content, "live_range", None)
    if isinstance(live_range, LiveRange) and isinstance(live_range.peak, Peak) and not live_range.peak.rows:
        moment = live_range.peak.moment
        if any(row.start <= moment <= row.end for row in live_range.rows):
            raise BrokenRule(at, "rows of the peak [missing_peak_rows]")
    if isinstance(live_range, LiveRange) and live_range.peak is None:
        raise BrokenRule(at, "a peak [missing_live_range]")


# ------------------------------------------------------------------------------------------------------------ summary


def content_of(dump: Dump) -> AssignmentFile | ValuesFile | LiveRangeFile:
    return dump.content if isinstance(dump, Frame) else dump


def occupied_bytes(buffers: list[tuple[int, int]]) -> int:
    """The bytes that buffers, given by offset and end, occupy together; shared bytes count once."""
    occupied = reached = 0
    for offset, end in sorted(buffers):
        occupied += max(0, end - max(offset, reached))
        reached = max(reached, end)
    return occupied


def peak_of_space(allocations: list[Allocation], live_range: LiveRange) -> int:
    """The peak of the glossary: all arguments, outputs and constants, and the temporaries live at the best step."""
    ranges = {(row.name, tuple(row.index.elements)): (row.start, row.end) for row in live_range.rows}
    always = sum(allocation.size for allocation in allocations if not allocation.preallocated_temp)
    best = 0
    for step in range(live_range.max + 1):
        live = 0
        for allocation in allocations:
            if allocation.preallocated_temp:
                buffers: list[tuple[int, int]] = []
                for line in allocation.values:
                    index = tuple(line.value.index.elements) if line.value.index is not None else ()
                    first, last = ranges.get((line.value.defining, index), (1, 0))
                    if first <= step <= last:
                        buffers.append((line.offset, line.offset + line.size))
                live += occupied_bytes(buffers)
        best = max(best, live)
    return always + best


def summary(*dumps: Dump) -> dict[str, Any]:
    """The figures of one dump, or of the files of one module."""
    result: dict[str, Any] = {"allocations": None, "total_bytes": None, "values": None, "peak_bytes": None}
    allocations: list[Allocation] | None = None
    live_range: LiveRange | LiveRangeNotAvailable | None = None
    for content in map(content_of, dumps):
        if isinstance(content, AssignmentFile):
            allocations = content.allocations
            result["allocations"] = len(allocations)
            result["total_bytes"] = sum(allocation.size for allocation in allocations)
            result["values"] = sum(len(allocation.values) for allocation in allocations)
            live_range = content.live_range or content.moments or live_range
        elif isinstance(content, ValuesFile):
            result["total_bytes"] = content.total.bytes
            result["values"] = len(content.used_values)
        else:
            live_range = content.live_range
    if allocations is not None and isinstance(live_range, LiveRange):
        spaces: dict[int, list[Allocation]] = {}
        for allocation in allocations:
            if not allocation.thread_local:
                spaces.setdefault(allocation.color or 0, []).append(allocation)
        peaks = {space: peak_of_space(held, live_range) for space, held in spaces.items()}
        result["peak_bytes"] = peaks.get(0, 0)
        result["peak_of_spaces"] = peaks
    return result


def main(arguments: list[str]) -> int:
    files = [argument for argument in arguments if argument != "--summary"]
    if not files:
        print(__doc__, file=sys.stderr)
        return 2
    status = 0
    for path in files:
        with open(path, "rb") as file:
            data = file.read()
        try:
            dump = read_dump(data)
        except RefusedText as error:
            print(f"{path}:{error}")
            status = 1
            continue
        if "--summary" in arguments:
            print(json.dumps({"file": path, **summary(dump)}))
        elif str(dump).encode("utf-8", "surrogateescape") == data:
            print(f"{path}: ok")
        else:
            print(f"{path}: prints back as another text")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
