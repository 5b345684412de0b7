"""Colours examples by the grammar that `ballast grammar --format textmate` writes.

Runs the part of TextMate that this grammar uses: `match`, `begin` and `end` with captures, and `include`. So building
the page needs neither Node nor packages from npm."""
import re
from dataclasses import dataclass
from html import escape

UNKNOWN = object()


@dataclass(frozen=True)
class Token:
    begin: int
    end: int
    scopes: tuple


class Rule:
    """A pattern of the grammar, or the grammar itself."""

    def __init__(self, data):
        self.name = data.get("name")
        self.content = data.get("contentName")
        self.match = _compiled(data.get("match") or data.get("begin"))
        self.end = _compiled(data.get("end"))
        self.captures = _captures(data, "captures")
        self.begin_captures = _captures(data, "beginCaptures") or self.captures
        self.end_captures = _captures(data, "endCaptures") or self.captures
        self.patterns = data.get("patterns", ())


def _captures(data, key):
    return {int(number): capture["name"] for number, capture in data.get(key, {}).items() if "name" in capture}


def _compiled(pattern):
    """Oniguruma writes code points as `\\x{80}`; Python has another notation."""
    if pattern is None:
        return None
    return re.compile(re.sub(r"\\x\{([0-9A-Fa-f]+)\}", lambda code: f"\\U{int(code[1], 16):08X}", pattern))


class Highlighter:
    def __init__(self, data):
        self.scope = data["scopeName"]
        self.root = Rule(data)
        self.repository = data.get("repository", {})
        self.rules = {}  # by the identity of their data
        self.expanded = {}  # the patterns of rules, by the identity of these

    def start(self):
        """The state before the first line of a text."""
        return (self.root,)

    def tokens(self, line, state):
        """The tokens of a line, and the state after it."""
        found, stack, at = [], list(state), 0
        known = {}  # by the identity of a regular expression, whose hash is slow: its first match from some place on
        stood = set()  # states at a place that took no character
        while True:
            best, rule, ends = self._next(line, at, stack, known)
            stop = best.start() if best else len(line)
            _add(found, at, stop, self._scopes(stack))
            if not best:
                return found, tuple(stack)
            if ends:
                self._add_captured(found, best, self._scopes(stack, content=False), stack[-1].end_captures)
                stack.pop()
            else:
                captures = rule.begin_captures if rule.end else rule.captures
                named = (rule.name,) if rule.name else ()
                self._add_captured(found, best, self._scopes(stack) + named, captures)
                if rule.end:
                    stack.append(rule)
            at = best.end()
            if best.end() == best.start():
                if (at, len(stack)) in stood or not (ends or rule.end):
                    _add(found, at, at + 1, self._scopes(stack))
                    at += 1
                stood.add((at, len(stack)))
            if at >= len(line):
                return found, tuple(stack)

    def line(self, line, state):
        """A line as HTML: each token has the first word of its scope as its class."""
        tokens, state = self.tokens(line, state)
        html = ""
        for token in tokens:
            text = escape(line[token.begin:token.end], quote=False)
            kind = token.scopes[-1].partition(".")[0] if len(token.scopes) > 1 else ""
            html += f'<span class="{kind}">{text}</span>' if kind and text.strip() else text
        return html, state

    def _next(self, line, at, stack, known):
        """The first match from a place on, its rule, and whether it ends the innermost rule."""
        def search(expression):
            match = known.get(id(expression), UNKNOWN)
            if match is UNKNOWN or (match and match.start() < at):
                match = known[id(expression)] = expression.search(line, at)
            return match

        top, best, chosen, ends = stack[-1], None, None, False
        if top.end:
            best = search(top.end)
            ends = best is not None
        for rule in self._patterns(top):
            match = search(rule.match)
            if match and (best is None or match.start() < best.start()):
                best, chosen, ends = match, rule, False
        return best, chosen, ends

    def _patterns(self, rule):
        if id(rule) not in self.expanded:
            self.expanded[id(rule)] = list(self._expand(rule))
        return self.expanded[id(rule)]

    def _expand(self, rule):
        for data in rule.patterns:
            name = data.get("include")
            if name == "$self":
                yield from self._expand(self.root)
            elif name:
                included = self._rule(self.repository[name.removeprefix("#")])
                yield from [included] if included.match else self._expand(included)
            else:
                yield self._rule(data)

    def _rule(self, data):
        if id(data) not in self.rules:
            self.rules[id(data)] = Rule(data)
        return self.rules[id(data)]

    def _scopes(self, stack, content=True):
        scopes = [self.scope]
        for rule in stack[1:]:
            scopes += [name for name in (rule.name, rule.content if content or rule is not stack[-1] else None) if name]
        return tuple(scopes)

    @staticmethod
    def _add_captured(found, match, scopes, captures):
        """The match with the scopes of its groups, the outer ones first."""
        begin, end = match.span()
        inside = [scopes] * (end - begin)
        for number, name in sorted(captures.items()):
            for at in range(*match.span(number)):
                inside[at - begin] += (name,)
        for at, own in enumerate(inside, begin):
            _add(found, at, at + 1, own)


def _add(found, begin, end, scopes):
    if begin == end:
        return
    if found and found[-1].end == begin and found[-1].scopes == scopes:
        found[-1] = Token(found[-1].begin, end, scopes)
    else:
        found.append(Token(begin, end, scopes))
