"""Railroad diagrams of productions as SVG. Debian's library places boxes and lines; what is drawn is decided here."""
import re
from html import escape

import railroad

WIDEST = 900  # pixels: the column of text in a window that is 1280 wide
PADDING = 4
LINE = 60  # pixels that a wrapped line needs beside what is on it
COLUMNS = 5  # of alternatives, at most
MANY = 14  # alternatives; more are drawn in columns

railroad.INTERNAL_ALIGNMENT = "left"


def visible(text):
    """A literal with its blanks and line ends."""
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace(" ", "␣")


class Diagrams:
    def __init__(self, grammar):
        self.grammar = grammar

    def svg(self, name):
        item = self._item(self.grammar.productions[name].expression, WIDEST - LINE)
        return _svg(railroad.Diagram(item, css=None), f"Railroad diagram of {name}")

    def _item(self, e, room):
        """The drawing of an expression, wrapped if it is wider than the room for it."""
        return getattr(self, "_" + e.op)(e, room)

    # --- tokens ---

    def _reference(self, e, _):
        return railroad.NonTerminal(e.production, href=f"#production-{e.production}")

    def _text(self, e, room):
        words = re.findall(r" *[^ ]+ *| +", e.text)
        return _wrapped([lambda _, part=part: railroad.Terminal(visible(part)) for part in _lines(words, room)], room)

    def _bytes(self, e, _):
        return railroad.Terminal(e.byte_set(), cls="" if len(e.byte_set()) == 1 else "set")

    def _run(self, e, room):
        return railroad.OneOrMore(self._bytes(e, room))

    def _code_points(self, e, _):
        return railroad.Terminal(f"U+{e.first:04X}–U+{e.last:04X}", cls="set")

    def _end(self, _, __):
        return railroad.Terminal("END", cls="word")

    # --- operators ---

    def _sequence(self, e, room):
        return _wrapped(self._parts(e.children), room)

    def _parts(self, children):
        """What draws each part of a sequence. `a ( "," a )*` is one part: a loop with "," on the way back."""
        parts, i = [], 0
        while i < len(children):
            separator = _separator(children[i], children[i + 1]) if i + 1 < len(children) else None
            if separator:
                parts.append(lambda room, a=children[i], s=separator:
                             railroad.OneOrMore(self._item(a, room - 20), self._item(s, room - 20)))
            else:
                parts.append(lambda room, a=children[i]: self._item(a, room))
            i += 2 if separator else 1
        return parts

    def _choice(self, e, room):
        items = [self._item(child, room - 40) for child in e.children]
        if len(items) <= MANY:
            return railroad.Choice(0, *items)
        drawn = (_columns(items, count) for count in range(COLUMNS, 1, -1))
        return next((item for item in drawn if item.width <= room), None) or railroad.Choice(0, *items)

    def _optional(self, e, room):
        return railroad.Optional(self._item(e.children[0], room - 40))

    def _star(self, e, room):
        return railroad.ZeroOrMore(self._item(e.children[0], room - 60))

    def _plus(self, e, room):
        return railroad.OneOrMore(self._item(e.children[0], room - 20))

    def _repeat(self, e, room):
        return railroad.OneOrMore(self._item(e.children[0], room - 20), railroad.Comment(f"{e.count} times"))

    def _repeat_optional(self, e, room):
        return railroad.ZeroOrMore(self._item(e.children[0], room - 60), railroad.Comment(f"at most {e.count} times"))

    def _group(self, e, room, label):
        return _labelled(self._sequence(e, room - 40), label)

    def _at(self, e, room):
        return self._group(e, room, "followed by")

    def _not_at(self, e, room):
        return self._group(e, room, "not followed by")

    def _nested(self, e, room):
        return self._group(e, room, f"at most {self.grammar.nesting_limit} levels deep")

    def _right_aligned(self, e, room):
        return self._group(e, room, f"after blanks, {e.count} bytes with them")

    def _last_parenthesis(self, e, room):
        end, line = (self._item(child, room) for child in e.children)
        return railroad.Sequence(railroad.Terminal("text", cls="set"),
                                 _labelled(end, "up to the last ␣( that goes on as"),
                                 _labelled(line, "no later line begins with"))


def _labelled(item, label):
    """A group with some room between the item and its box."""
    gaps = [railroad.Skip(), railroad.Skip()]
    for gap in gaps:
        gap.width = 10
    return railroad.Group(railroad.Sequence(gaps[0], item, gaps[1]), label)


def _separator(first, rest):
    """What `first ( separator first )*` has between two of the first; None if it is something else."""
    if rest.op != "star" or rest.children[0].op != "sequence":
        return None
    *separator, last = rest.children[0].children
    return rest.children[0].with_children(separator) if separator and last == first else None


def _lines(words, room):
    """The words in pieces, each of which fits as one literal."""
    pieces = [""]
    for word in words:
        if pieces[-1] and railroad.Terminal(visible(pieces[-1] + word)).width > room - LINE:
            pieces.append("")
        pieces[-1] += word
    return pieces


def _wrapped(parts, room):
    """The parts one after the other: on one line or, if they need more room, on several."""
    items = [draw(room) for draw in parts]
    whole = railroad.Sequence(*items)
    if whole.width <= room or len(items) == 1:
        return whole
    lines = [[]]
    for draw in parts:
        item = draw(room - LINE)
        if lines[-1] and railroad.Sequence(*lines[-1], item).width > room - LINE:
            lines.append([])
        lines[-1].append(item)
    return railroad.Stack(*(railroad.Sequence(*line) for line in lines))


def _columns(items, count):
    rows = -(-len(items) // count)
    return railroad.HorizontalChoice(*(railroad.Choice(0, *items[i:i + rows]) for i in range(0, len(items), rows)))


# --- SVG ---

def _svg(diagram, label):
    """All lines are one path, and groups are left out: a third of what the library would write."""
    diagram.format(PADDING)
    lines, boxes = [], []

    def visit(item, kind):
        kind = item.attrs.get("class", "").strip() or kind
        if item.name == "path":
            lines.append(item.attrs["d"])
        elif item.name == "a":
            boxes.append(f'<a href="{item.attrs["xlink:href"]}" tabindex="-1">{_element(item.children[0], kind)}</a>')
        elif item.name in ("rect", "text"):
            boxes.append(_element(item, kind))
        else:
            for child in item.children:
                visit(child, kind)

    for child in diagram.children:
        visit(child, "")
    width, height = (_number(diagram.attrs[side]) for side in ("width", "height"))
    path = re.sub(r"-?\d*\.\d+", lambda match: _number(match[0]), "".join(lines))
    return (f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" '
            f'aria-label="{escape(label)}"><path d="{path}"/>{"".join(boxes)}</svg>')


def _element(item, kind):
    attributes = "".join(f' {name}="{_number(value)}"' for name, value in item.attrs.items() if name != "class")
    opening = f'<{item.name}{attributes} class="{kind}"'
    if item.name == "rect":
        return opening + "/>"
    return f'{opening}>{escape("".join(item.children), quote=False)}</text>'


def _number(value):
    return f"{float(value):.1f}".removesuffix(".0")
