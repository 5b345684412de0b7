# --- the text of a tree ---


class Unprintable(ValueError):
    """A tree that no text has."""


_FORM, _MEMBER = 1, 2  # what the agreement of an alternative with a node counts
_CUSTOM: Dict[str, Any] = {}
_LETTERS = {"kib": "K", "mib": "M", "gib": "G", "tib": "T", "pib": "P", "eib": "E"}


class _Frame:
    """A node that is being printed, and which of its members have been."""

    __slots__ = ("node", "used", "open")

    def __init__(self, node: Any) -> None:
        self.node = node
        self.used: Set[str] = set()
        self.open: Dict[str, _Frame] = {}  # members that several steps print parts of


class _Rows:
    """A list that is being printed, and how many of its elements have been."""

    __slots__ = ("items", "next")

    def __init__(self, items: Any) -> None:
        self.items = items
        self.next = 0


class _Printing:
    """Goes over the plan of the printer with a tree. Of several alternatives, the one that agrees most is printed."""

    def __init__(self, root: Any, forms: Any) -> None:
        self.functions = _printing()["functions"]
        self.names = _names()
        self.root = root
        self.forms = {name: getattr(forms, name) for name in _printing()["forms"]}
        for name, current in _printing()["forms"].items():
            if self.forms[name] == "unseen":
                self.forms[name] = current
        self.out: List[Any] = []  # bytes, or steps that what follows decides about
        self.trail: List[Tuple[Any, str, int]] = []  # what has been printed
        self.score = 0
        self.depth = 0
        self.latest: Dict[str, Any] = {}  # the last node of a type
        self.shapes: Dict[Tuple[int, int], Any] = {}
        self.rails: Dict[int, List[bytes]] = {}
        self.matched: Dict[Tuple[str, bytes], bool] = {}
        self.keys: Dict[int, Dict[str, List[Any]]] = {}  # of rules, the alternatives by their keys
        self.reached = -1
        self.fault: Any = None  # the node and its member that got no text
        self.absent = False  # the member has no value

    # What has been done can be undone.

    def state(self) -> Tuple[int, int]:
        return len(self.out), len(self.trail)

    def back(self, to: Tuple[int, int]) -> None:
        del self.out[to[0] :]
        while len(self.trail) > to[1]:
            frame, key, weight = self.trail.pop()
            self.score -= weight
            if key == "+":
                frame.next -= 1
            elif key:
                frame.used.discard(key)

    def note(self, frame: Any, key: str, weight: int) -> None:
        self.trail.append((frame, key, weight))
        self.score += weight
        if key == "+":
            frame.next += 1
        elif key:
            frame.used.add(key)

    def fail(self, node: Any, member: str) -> bool:
        # A member that may be absent, and is, is no fault if another one fails at the same place.
        if self.score > self.reached or (self.score == self.reached and self.absent):
            self.reached, self.fault = self.score, (node, member)
            self.absent = getattr(node, _attribute(member), node) is None
        return False

    def message(self) -> str:
        if self.fault is None:
            return "no text begins like this"
        node, member = self.fault
        return "%s.%s: %.60r" % (type(node).__name__, member, getattr(node, _attribute(member), node))

    # --- steps ---

    def run(self, x: Any, f: _Frame, rows: Any) -> bool:
        op = x[0]
        if op == "t":
            self.out.append(x[1])
            return True
        if op == "s":
            for i in range(1, len(x)):
                if not self.run(x[i], f, rows):
                    return False
            return True
        if op == "a":
            return self.act(x, f, rows)
        if op == "@":
            return self.run(self.functions[x[1]], f, rows)
        if op == "c":
            return self.choose(x, f, rows)
        if op == "?":
            self.try_once(x[1], f, rows)
            return True
        if op in "*+":
            if op == "+" and not self.run(x[1], f, rows):
                return False
            while self.try_once(x[1], f, rows):
                pass
            return True
        if op == "node":
            return self.member_node(x, f)
        if op == "element":
            return self.element(x, rows)
        if op == "gather":
            found, value = self.member(f.node, x[1])
            if not found or not self.all_of(x[2], f, value):
                return self.fail(f.node, x[1][0])
            return self.use(f, x[1])
        if op == "listed":
            if rows.next == len(rows.items) or not self.all_of(x[1], f, rows.items[rows.next]):
                return False
            self.note(rows, "+", _MEMBER)
            return True
        if op == "w" or op == "u":
            self.out.append(x)
            return True
        if op == "n":
            if self.depth >= _DEPTH_LIMIT:
                return False
            self.depth += 1
            done = self.run(x[1], f, rows)
            self.depth -= 1
            return done
        if op == "r":
            return all(self.run(x[1], f, rows) for _ in range(x[2]))
        if op == "o":
            for _ in range(x[2]):
                if not self.try_once(x[1], f, rows):
                    break
            return True
        return False

    def try_once(self, x: Any, f: _Frame, rows: Any) -> bool:
        """True if the step printed something of the node or the list."""
        state, before = self.state(), self.score
        if self.run(x, f, rows) and self.score > before:
            return True
        self.back(state)
        return False

    def choose(self, x: Any, f: _Frame, rows: Any) -> bool:
        state = self.state()
        best: Any = None
        most = -1
        for i in range(1, len(x)):
            if self.run(x[i], f, rows) and self.score > most:
                most = self.score
                if i + 1 == len(x):
                    return True
                best = self.out[state[0] :], self.trail[state[1] :]
            self.back(state)
        if best is None:
            return False
        self.out += best[0]
        for entry in best[1]:
            self.note(*entry)
        return True

    def all_of(self, x: Any, f: _Frame, items: Any) -> bool:
        if not isinstance(items, tuple):
            return False
        rows = _Rows(items)
        return self.run(x, f, rows) and rows.next == len(items)

    def element(self, x: Any, rows: Any) -> bool:
        if rows is None or rows.next == len(rows.items):
            return False
        node = rows.items[rows.next]
        if type(node) is not self.names.get(x[1]):
            return False
        frame = _Frame(node)
        if not self.run(x[2], frame, rows) or not self.complete(frame):
            return False
        self.note(rows, "+", _MEMBER)
        return True

    def member_node(self, x: Any, f: _Frame) -> bool:
        found, node = self.member(f.node, x[1])
        if not found or type(node) is not self.names.get(x[2]):
            return False
        key = (id(node), id(x))
        if x[2] == "shape" and key in self.shapes:
            known = self.shapes[key]
            if known is None:
                return False
            self.out += known[0]
            self.note(None, "", known[1])
            return self.use(f, x[1])
        begin, before = len(self.out), self.score
        place = "/".join(x[1][::2])
        frame = f.open.get(place) or _Frame(node)
        if x[4]:
            f.open[place] = frame
        done = self.run(x[3], frame, None) and (x[4] or self.complete(frame))
        if x[2] == "shape":
            self.shapes[key] = (self.out[begin:], self.score - before) if done else None
        self.latest[x[2]] = node
        return done and self.use(f, x[1])

    # --- members ---

    def member(self, node: Any, path: List[str]) -> Tuple[bool, Any]:
        for i in range(0, len(path), 2):
            if type(node) not in _MEMBERS:
                return False, None
            if path[i] == "frame" and isinstance(node, Tree):
                return True, self.frame()
            value = getattr(node, _attribute(path[i]))
            if path[i + 1] and (value is None or _alternative_of(node, value) != path[i + 1]):
                return False, None
            node = value
        return node is not None, node

    def frame(self) -> Optional[str]:
        return next((getattr(x, "frame", None) for x in vars(self.root).values() if x is not None), None)

    def use(self, f: _Frame, path: List[str]) -> bool:
        """The member has been printed. It counts if a new node has another one, or if a step before needs it."""
        if not path:  # the node itself
            for key, name, _, _ in _MEMBERS[type(f.node)]:
                self.note(f, key, _MEMBER)
            return True
        key = "/".join(path[::2])
        if key in f.used:
            return True
        node, last = f.node, 0
        if not any(path[1::2]):
            for last in range(2, len(path), 2):
                node = getattr(node, _attribute(path[last - 2]))
        name = _attribute(path[last])
        counts = "!" + path[0] in f.used or getattr(node, name) != getattr(type(node), name, None)
        self.note(f, key, _MEMBER if counts else 0)
        return True

    def complete(self, f: _Frame) -> bool:
        return self.has_printed(f.node, "", f.used, f.open)

    def has_printed(self, node: Any, before: str, used: Set[str], opened: Dict[str, _Frame]) -> bool:
        kind = type(node)
        for key, name, _, _ in _MEMBERS.get(kind, ()):
            path = before + key
            value = getattr(node, name)
            if path in used:
                part = opened.get(path)
                below = {u[len(path) + 1 :] for u in used if u.startswith(path + "/")} if part else set()
                if part is None or self.has_printed(part.node, "", part.used | below, part.open):
                    continue
                return False
            if value == getattr(kind, name) and "!" + path not in used:
                continue
            if key in ("forms", "frame", "trimmed") and not before:
                continue
            inner = any(u.startswith(path + "/") for u in used)
            if not inner or not self.has_printed(value, path + "/", used, opened):
                return self.fail(node, key)
        return True

    # --- actions ---

    def act(self, x: Any, f: _Frame, rows: Any) -> bool:
        text: Optional[bytes] = None
        custom = None
        for action in x[3:]:
            what = action[0]
            if what == "set" or what == "repeat":
                found, value = self.member(f.node, action[1])
                text = self.text_of(x[1], action[2], value, found)
                if text is None:
                    return self.fail(f.node, action[1][0] if action[1] else "")
                if what == "set":
                    self.use(f, action[1])
            elif what == "push":
                if rows is None or rows.next == len(rows.items):
                    return False
                text = self.text_of(x[1], action[1], rows.items[rows.next], True)
                if text is None:
                    return False
                self.note(rows, "+", _MEMBER)
            elif what == "mark":
                if not self.has(f.node, action[1], action[2]):
                    if not action[3]:
                        return False
                    self.note(f, "!" + action[1][0], 0)
                else:
                    self.use(f, action[1])
            elif what == "form":
                if self.forms.get(action[1]) != action[2]:
                    return False
                self.note(None, "", _FORM)
            elif what == "given":
                if getattr(self.latest.get(action[1]), _attribute(action[2]), None) != action[3]:
                    return False
                self.note(None, "", _FORM)
            else:
                custom = _CUSTOM.get(action[1])
        if text is not None:
            self.out.append(text)
            return True
        if custom is not None:
            done: bool = custom(self, x[2], f, rows)
            return done
        return self.run(x[2], f, rows)

    def has(self, node: Any, path: List[str], wanted: Any) -> bool:
        found, value = self.member(node, path)
        if isinstance(wanted, (dict, list)):
            return found
        return found and value == wanted

    def text_of(self, rule: str, conversion: str, value: Any, found: bool) -> Optional[bytes]:
        if conversion == "text":
            return value.encode() if isinstance(value, str) and (value or self.first(rule, [b""]) == b"") else None
        if conversion == "amount" and value is None:
            return self.first(rule, [b"Unknown", b"Unknown "])
        if not found:
            return None
        if conversion == "auxiliary_type":
            return str(value.kind or "invalid").encode()
        if conversion in ("element_type", "opcode"):
            word = str(value.kind or value.other or "")
            return (word + getattr(value, "suffix", "")).encode() if word else None
        if conversion in ("human_size", "signed_size"):
            return self.first(rule, _human_texts(value)) if isinstance(value, HumanSize) else None
        if not isinstance(value, int):
            return None
        if conversion == "integer":
            return b"%d" % value
        if conversion == "hexadecimal":
            return b"%x" % value
        if conversion == "before":
            return b"%d" % (value + 1)
        return self.first(rule, _texts_of(conversion, value))

    def first(self, rule: str, texts: List[bytes]) -> Optional[bytes]:
        """The first of the texts that the rule matches."""
        for text in texts:
            key = (rule, text)
            if key not in self.matched:
                self.matched[key] = _Explanation(text, rule).end == len(text)
            if self.matched[key]:
                return text
        return None

    # --- the end ---

    def text(self) -> bytes:
        """Steps that what follows decides about become texts."""
        result: List[bytes] = []
        after = b""
        for piece in reversed(self.out):
            if isinstance(piece, list):
                if piece[0] == "u":
                    piece = b"" if after.startswith(piece[2]) else piece[1]
                else:
                    word = _column_word.match(after)
                    piece = b" " * (piece[1] - (word.end() if word else 0))
            result.append(piece)
            after = (piece + after)[:64]
        result.reverse()
        return b"".join(result)


_column_word = re.compile(rb"[-,.0-9A-Za-z]*")


def _attribute(member: str) -> str:
    return _renamed.get(member, member)


_renamed: Dict[str, str] = {key: name for members in _MEMBERS.values() for key, name, _, _ in members if key != name}


def _alternative_of(owner: Any, value: Any) -> str:
    return str(_ALTERNATIVES.get(type(value)) or _scalar_alternative(type(owner), value))


_named: Dict[str, Any] = {}


def _names() -> Dict[str, Any]:
    if not _named:
        for kind in _MEMBERS:
            _named[re.sub(r"(?<!^)([A-Z])", r"_\1", kind.__name__).lower()] = kind
        for kind, name in _ALTERNATIVES.items():
            _named[name] = kind
    return _named


_plan: Dict[str, Any] = {}


def _printing() -> Dict[str, Any]:
    if not _plan:

        def encoded(x: Any) -> Any:
            if isinstance(x, list):
                if x and x[0] in ("t", "u"):
                    return [x[0]] + [text.encode("latin-1") for text in x[1:]]
                return [encoded(part) for part in x]
            return x

        data = json.loads(_PRINTING)
        _plan["start"] = data.get("start")
        _plan["functions"] = {int(name): encoded(x) for name, x in data.get("functions", {}).items()}
        _plan["forms"] = data.get("forms", {})
    return _plan


def _human_texts(size: Any) -> List[bytes]:
    sign, digits = "-" * (size.count < 0), str(abs(size.count))
    letter = _LETTERS.get(size.unit, "")
    words = (
        [letter + "iB", letter, letter + "B", letter + "i", letter.lower() + "b"]
        if letter
        else ["B", "", " bytes", "b"]
    )
    result = []
    for decimals in range(3):
        number = digits.rjust(decimals + 1, "0")
        number = number[: len(number) - decimals] + "." * (decimals > 0) + number[len(number) - decimals :]
        result += [(sign + number + word).encode() for word in words]
    return result


def _texts_of(conversion: str, value: int) -> List[bytes]:
    """The texts that are converted to a number."""
    if conversion == "boolean":
        return [b"true", b"1"] if value else [b"false", b"0"]
    if conversion == "bit":
        return [b"1"] if value else [b"0"]
    if conversion == "grouped":
        return ["{:,}".format(value).replace(",", " ").encode()]
    if conversion == "commas":
        return ["{:,}".format(value).encode()]
    if conversion == "last_digit":
        return [name.encode() for name in _printing_words() if name.endswith("=%d)" % value)]
    digits = str(abs(value))
    result = []
    for decimals in range(1, 7):
        number = digits.rjust(decimals + 1, "0")
        result.append(("-" * (value < 0) + number[:-decimals] + "." + number[-decimals:]).encode())
    return result


def _printing_words() -> List[str]:
    """The texts of the grammar that end in a number in parentheses, such as `vmem (color=1)`."""
    found: List[str] = []

    def look(x: Any) -> None:
        if isinstance(x, list):
            if x and x[0] == "t" and x[1].endswith(")"):
                found.append(x[1])
            for part in x:
                look(part)

    for _, body in _grammar()["rules"].values():
        look(body)
    return found


# --- what no verb says ---


def _prints(name: str) -> Callable[[Any], Any]:
    def add(function: Any) -> Any:
        _CUSTOM[name] = function
        return function

    return add


@_prints("notes_frame")
def _print_frame(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    p.out.append((p.frame() or "").encode())
    return True


@_prints("ends_frame")
def _print_framed(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    p.note(None, "", _FORM)
    return p.frame() is not None and p.run(x, f, rows)


@_prints("notes_trimmed")
def _print_trimmed(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    return False  # the whole text is trimmed in the end


def _print_mark(p: _Printing, rows: Any, form: str) -> bool:
    marked = rows.next % 5 == 0 and p.forms.get(form) == "present"
    p.out.append(b", /*index=%d*/" % rows.next if marked else b", ")
    return True


@_prints("dates_index_mark")
def _print_index_mark(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    return _print_mark(p, rows, "index_marks")


@_prints("dates_short_mark")
def _print_short_mark(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    return _print_mark(p, rows, "short_marks")


@_prints("dates_sharding_mark")
def _print_sharding_mark(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    return _print_mark(p, rows, "sharding_marks")


@_prints("keeps_item")
def _print_unknown(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    if rows is None or rows.next == len(rows.items):
        return False
    item = rows.items[rows.next]
    # An item that is not printed is used, too, while its rule is tried.
    used = {path for path in _KNOWN_ITEMS[type(f.node).__name__] if path in f.used}
    if len(used) != item.after or not used.issubset(_known_items(f.node)):
        return False
    p.out.append(item.text.encode())
    p.note(rows, "+", _MEMBER)
    return True


@_prints("begins_row")
def _print_rails(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    if x[0] != "+":  # a row of the first level
        return f.node.depth == 0 and p.run(x, f, rows)
    rails = _rails_of(p, rows.items)[rows.next]
    p.out.append(rails)
    return rails != b"" and p.use(f, ["depth", ""])


def _rails_of(p: _Printing, items: Any) -> List[bytes]:
    """What stands left of the branch in each row."""
    key = id(items)
    if key not in p.rails:
        last_top = max((i for i, row in enumerate(items) if row.depth == 0), default=0)
        rails: List[str] = []
        all_rails = []
        for i, row in enumerate(items):
            del rails[row.depth :]
            all_rails.append("".join(rails).encode() if len(rails) == row.depth else b"")
            follows = i < last_top if row.depth == 0 else row.branch == "inner"
            rails.append("\u2502   " if follows else "    ")
        p.rails[key] = all_rails
    return p.rails[key]


@_prints("glues_mesh")
def _print_angle_mesh(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    return f.node.form in ("angle", "angle_glued") and p.use(f, ["form", ""]) and p.run(x, f, rows)


@_prints("lists_devices")
def _print_devices(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    return isinstance(f.node.devices, IntList) and p.use(f, ["devices", ""]) and p.run(x, f, rows)


@_prints("typed_attribute")
def _print_typed_attribute(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    key = f.node.key
    if key.other or isinstance(f.node.value, AttributeText):
        return False
    keys = p.keys.setdefault(id(x), {})
    if not keys:
        _add_keys(p, x, keys)
    choices = keys.get(key.kind, [])
    p.use(f, ["key", ""])
    return bool(choices) and p.choose(["c"] + choices, f, rows)


def _add_keys(p: _Printing, x: Any, to: Dict[str, List[Any]]) -> None:
    """The alternatives by the key that they begin with."""
    while x[0] in ("s", "@") and not (x[0] == "s" and x[1][0] == "t"):
        x = p.functions[x[1]] if x[0] == "@" else x[1]
    if x[0] == "c":
        for part in x[1:]:
            _add_keys(p, part, to)
    elif x[0] == "s":
        to.setdefault(x[1][1].split(b"=")[0].decode(), []).append(x)


@_prints("text_attribute")
def _print_text_attribute(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    key, value = f.node.key, f.node.value
    if not isinstance(value, AttributeText):
        return False
    p.out.append(("%s=%s" % (key.kind or key.other, value.text)).encode())
    p.use(f, ["key", ""])
    return p.use(f, ["value", ""])


@_prints("array_literal")
def _print_array(p: _Printing, x: Any, f: _Frame, rows: Any) -> bool:
    array = f.node.form
    if not isinstance(array, ArrayLiteral):
        return False
    text = _array_text(array, p.forms.get("empty_literals") == "one_blank")
    if text is None:
        return p.fail(f.node, "form")
    p.out.append(text.encode())
    return p.use(f, ["form", ""])


def _array_text(array: Any, one_blank: bool) -> Optional[str]:
    sizes, elements = array.dimensions, array.elements
    many = _product(sizes[:-1])
    if many * (sizes[-1] if sizes else 1) != len(elements) or many > len(elements) + 1000000 or len(sizes) > 1000:
        return None
    if isinstance(elements, BoolList):
        words = [("1" if e else "0") if sizes else ("true" if e else "false") for e in elements]
    elif isinstance(elements, FloatTextList):
        words = [e.text for e in elements]
    elif isinstance(elements, ComplexTextList):
        words = ["(%s, %s)" % (e.real.text, e.imaginary.text) for e in elements]
    else:
        words = [str(e) for e in elements]
    if not sizes:
        return words[0]
    # From the innermost dimension outwards.
    last, rank = sizes[-1], len(sizes)
    around = ("{%s}", "{ %s }")[rank > 1 and last > 1]
    parts = [around % ", ".join(words[i * last : (i + 1) * last]) for i in range(many)]
    for at in range(rank - 2, -1, -1):
        size = sizes[at]
        many = many // size if size else _product(sizes[:at])
        levels = []
        for i in range(many):
            marked = rank >= 4 and at > 0
            begin = "{ /*i%d=%d*/%s" % (at - 1, i % sizes[at - 1], " " * (size != 0)) if marked else "{ "
            end = " }" if size or marked or not one_blank else "}"
            levels.append(begin + ", ".join(parts[i * size : (i + 1) * size]) + end)
        parts = levels
    return parts[0]


def _product(sizes: Any) -> int:
    result = 1
    for size in sizes:
        result *= size
    return result
