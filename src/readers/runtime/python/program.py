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


_read_grammar: Dict[str, Any] = {}


def _grammar() -> Dict[str, Any]:
    """The grammar as data."""
    if not _read_grammar:
        data = json.loads(_GRAMMAR)
        data["sets"] = [
            frozenset(c for i in range(0, len(r), 2) for c in range(r[i], r[i + 1] + 1)) for r in data["sets"]
        ]
        _read_grammar.update(data)
    return _read_grammar


class _Explanation:
    """Matches the text once more with the grammar as data, and records the farthest fault."""

    def __init__(self, text: bytes, rule: Optional[str] = None) -> None:
        data = _grammar()
        self.rules = data["rules"]
        self.sets = data["sets"]
        self.text = text
        self.farthest = 0
        self.expected: List[str] = []
        self.silent = 0
        self.depth = 0
        self.end = self.run(["@", rule or data["start"]], 0)
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
                del self.expected[count if farthest == p else 0 :]
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
            while text[word : word + 1] == b" ":
                word += 1
            end = word
            while end < len(text) and (text[end] in b",-." or text[end : end + 1].isalnum()):
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
        return (
            self.fail(p, "something else")
            if op == "!" and p < len(text)
            else self.fail(p, "end of text")
            if op == "!"
            else -1
        )

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


_numeral = re.compile(rb"[0-9]+(?:[, ][0-9]{3}(?![0-9]))*(?:\.[0-9]+)?")


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
    """What is wrong with a text, or None if it matches."""
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


def to_text(tree: Any, forms: Optional[Forms] = None) -> bytes:
    """The text that the tree was read from, or that reads back equal. Raises `Unprintable` if no text does.

    A whole text says in `forms` how its parts are spelled. For a part alone they can be given.
    """
    _enough_stack()
    held = next((x for x in vars(tree).values() if x is not None), None) if isinstance(tree, Tree) else tree
    printing = _Printing(tree, getattr(held, "forms", None) or forms or Forms())
    start = _printing()["start"]
    frame = _Frame(tree)
    if start is None or type(tree) is not _ROOT:
        raise Unprintable("not what this reader reads: %s" % type(tree).__name__)
    if not printing.run(printing.functions[start], frame, None) or not printing.complete(frame):
        raise Unprintable("no text has this tree: " + printing.message())
    text = printing.text()
    if getattr(held, "trimmed", False) and hasattr(held, "forms"):
        text = text.rstrip(b"\n") + b"\n"
    try:
        again = read(text)
    except Refused as refused:
        raise Unprintable("no text has this tree: " + refused.message()) from None
    if to_json(_spelled_like(again, tree)) != to_json(tree):
        raise Unprintable("no text has this tree: its text reads back as another one")
    return text


def _spelled_like(again: Any, tree: Any) -> Any:
    """Without the spellings that the other tree does not say."""
    if isinstance(tree, Tree):
        for member, node in vars(tree).items():
            forms = getattr(node, "forms", None)
            if forms is not None:
                for name, value in vars(getattr(again, member).forms).items():
                    if getattr(forms, name) == "unseen":
                        setattr(getattr(again, member).forms, name, "unseen")
    return again


def _fault(refused: Refused) -> str:
    names = ",".join(_string(name) for name in refused.expected)
    return '{"fault":{"offset":%d,"line":%d,"column":%d,"expected":[%s]}}' % (
        refused.offset,
        refused.line,
        refused.column,
        names,
    )


def _answer(text: bytes, options: List[str]) -> Tuple[bool, str]:
    if not options:
        refused = check(text)
        return refused is None, "ok" if refused is None else refused.message()
    try:
        tree = read(text)
        return True, to_json(tree) if options == ["--json"] else to_text(tree, Forms(**_forms)).decode()
    except Refused as refused:
        return False, _fault(refused) if options == ["--json"] else refused.message()
    except Unprintable as unprintable:  # a text that the grammar matches, and that breaks a rule about its context
        return False, " error: %s" % unprintable


def main(arguments: List[str]) -> int:
    options = [a for a in arguments if a.startswith("--")]
    paths = [a for a in arguments if not a.startswith("--")]
    many = "--cases" in options
    options = [o for o in options if o != "--cases"]
    if len(paths) > (not many) or options not in ([], ["--json"], ["--print"]):
        print("usage: %s [--json | --print] [--cases | FILE]" % sys.argv[0], file=sys.stderr)
        return 2
    out = open(sys.stdout.fileno(), "w", encoding="utf-8", newline="\n", closefd=False)
    if many:
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
            accepted, answer = _answer(case, options)
            out.write((_string(answer) if options == ["--print"] and accepted else answer) + "\n")
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
    accepted, answer = _answer(text, options)
    if options == ["--json"]:
        out.write(answer + "\n")
    elif not accepted:
        (sys.stderr if options else out).write("%s:%s\n" % (path, answer))
    elif options:
        out.write(answer)
    out.flush()
    return 0 if accepted else 1


for _kind in _MEMBERS:
    for _f in _kind.__dataclass_fields__.values():
        if callable(_f.default_factory):
            setattr(_kind, _f.name, _f.default_factory())

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
