"""The grammar as `ballast grammar --format json` writes it (spec/grammar.schema.json)."""
from dataclasses import dataclass, field, replace

SCHEMA = 1
VISIBLE = {ord(" "): "␣", ord("\n"): "\\n"}


@dataclass(frozen=True)
class Expression:
    op: str
    children: tuple = ()
    production: str = ""  # that a reference means
    text: str = ""
    ranges: tuple = ()  # of bytes
    first: int = 0  # code points
    last: int = 0
    count: int = 0

    @staticmethod
    def of(data):
        return Expression(op=data.get("op", "reference"), children=tuple(map(Expression.of, data.get("of", ()))),
                          production=data.get("production", ""), text=data.get("text", ""),
                          ranges=tuple(map(tuple, data.get("ranges", ()))), first=data.get("first", 0),
                          last=data.get("last", 0), count=data.get("count", 0))

    def with_children(self, children):
        return replace(self, children=tuple(children))

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def byte_set(self):
        """As the chapters write it, with visible blanks: `[0-9a-f]`, `[^"\\]`."""
        members = {byte for first, last in self.ranges for byte in range(first, last + 1)}
        if len(members) == 1:
            return VISIBLE.get(*members, chr(*members))
        negative = len(members) > 200
        ranges = _ranges(set(range(256)) - members) if negative else self.ranges
        return f"[{'^' if negative else ''}{''.join(map(_range, ranges))}]"


def _ranges(members):
    """The ranges of neighbours in a set."""
    result = []
    for byte in sorted(members):
        if result and result[-1][1] == byte - 1:
            result[-1] = (result[-1][0], byte)
        else:
            result.append((byte, byte))
    return result


def _range(ends):
    first, last = ends
    between = "-" if last > first + 1 else ""
    return _in_set(first) + (between + _in_set(last) if last > first else "")


def _in_set(byte):
    if byte in VISIBLE:
        return VISIBLE[byte]
    if byte < 32 or byte >= 127:
        return f"\\x{byte:02X}"
    return "\\" + chr(byte) if chr(byte) in "[]\\-^" else chr(byte)


def _reasons(exceptions):
    return {one["name"]: one["reason"] for one in exceptions}


@dataclass
class Production:
    name: str
    expression: Expression
    finding: str = ""  # of a text in which the production fails
    printed: list = field(default_factory=list)  # periods with `begin` and perhaps `end`; empty: always
    never_fails: str = ""  # why it matches everywhere; empty if it does not

    @property
    def references(self):
        return list(dict.fromkeys(e.production for e in self.expression.walk() if e.op == "reference"))


class Grammar:
    def __init__(self, data):
        if data.get("schema") != SCHEMA:
            raise ValueError(f"the grammar has the schema {data.get('schema')}, not {SCHEMA}")
        self.version = data["version"]
        self.start = data["start"]
        self.first_day = data["states"][0]["begin"]  # of the first dumps
        self.nesting_limit = data["nesting_limit"]
        never_fails = _reasons(data["productions_that_cannot_fail"])
        self.productions = {one["name"]: Production(one["name"], Expression.of(one["expression"]),
                                                    one.get("finding", ""), one.get("printed", []),
                                                    never_fails.get(one["name"], ""))
                            for one in data["productions"]}
        self.example_kinds = {one["name"]: one["sentence"] for one in data["example_kinds"]}
        self.without_example = _reasons(data["findings_without_example"])
        # The productions that a finding (`shape`) or a context rule (`C3`) is about.
        self.rules = {one["id"]: [one["id"]] for one in data["findings"]}
        self.rules |= {one["number"]: one.get("productions", []) for one in data["context_rules"]}

    def reached(self):
        """The productions that a text can use. The others are for reading constructs alone."""
        found, waiting = {}, [self.start]
        while waiting:
            name = waiting.pop()
            if name not in found:
                found[name] = self.productions[name]
                waiting += reversed(found[name].references)
        return found
