"""Chapters as HTML."""
import posixpath
import re
from html import escape

from chapters import MARK, slug
from index import shows_productions

TOKEN = re.compile(r"""(?P<text>"(?:\\.|[^"\\])*") | (?P<set>\[(?:\\.|[^\]\\])*\]) | (?P<name>\b[a-z]\w*) |
                       (?P<word>\b[A-Z][A-Z_]+\b) | (?P<operator>[/?*+&!(){},]|\d+) | (?P<gap>\s+)""", re.VERBOSE)
ANCHOR = re.compile(r'<a id="rule-\w+">|</a>')  # for readers of the Markdown; rows have the same anchors here
INLINE = {"emph": "em", "strong": "strong", "strikethrough": "del"}
NEXT_HUNK = "@@\n"
BYTES = re.compile(r"\\x[0-9A-F]{2}|\\n|\\\\")  # in escaped examples
KINDS = "notation/examples"  # the section that explains kinds of examples
SHOWN_EXAMPLES = 3  # of each kind, at a rule or a production
SHOWN_USERS = 6  # of a production


def link(anchor, html, kind=""):
    return f'<a href="#{escape(anchor)}"' + (f' class="{kind}"' if kind else "") + f">{html}</a>"


class Renderer:
    def __init__(self, index, diagrams, highlighter):
        self.index = index
        self.diagrams = diagrams
        self.highlighter = highlighter
        self.anchors = {section.anchor for chapter in index.chapters for section in chapter.sections}
        self.by_path = {chapter.path: chapter for chapter in index.chapters}
        self.chapter = None  # that is being shown
        self.region = None
        self.line = 0  # of the block that is being shown

    def shown(self, chapter):
        self.chapter = chapter
        body = "".join(self._block(block) for block in chapter.blocks)
        return f'<section class="chapter" data-chapter="{chapter.name}">\n{body}</section>\n'

    # --- blocks ---

    def _block(self, block):
        self.region, self.line = block.region, block.node.line
        if block.example:
            return self._example(block.example)
        if shows_productions(block):
            return self._productions(block)
        if block.node.kind == "heading":
            return self._heading(block.section)
        return self._node(block.node)

    def _heading(self, section):
        tag = f"h{section.level + 1}"
        return (f'<{tag} id="{section.anchor}">{self._inside(section.title)} '
                f'<a class="self" href="#{section.anchor}" aria-label="Link to this section">#</a></{tag}>\n')

    def _node(self, node):
        shown = getattr(self, "_" + node.kind, None)
        if not shown:
            raise self.chapter.fault(node.line, f"there is no HTML for `{node.kind}`")
        return shown(node)

    def _inside(self, node):
        return "".join(self._inline(child, node.children[:i]) for i, child in enumerate(node.children))

    def _paragraph(self, node):
        return f"<p>{self._inside(node)}</p>\n"

    def _block_quote(self, node):
        return f"<blockquote>{self._blocks(node)}</blockquote>\n"

    def _blocks(self, node):
        return "".join(self._node(child) for child in node.children)

    def _list(self, node):
        tag = "ul" if node.attributes["type"] == "bullet" else "ol"
        return f"<{tag}>\n{self._blocks(node)}</{tag}>\n"

    def _item(self, node):
        return f"<li>{self._blocks(node)}</li>\n"

    def _thematic_break(self, node):
        return "<hr>\n"

    def _code_block(self, node):
        return f"<pre><code>{escape(node.text, quote=False)}</code></pre>\n"

    # --- tables ---

    def _table(self, node):
        head, *rows = node.children
        titles = [cell.plain() for cell in head.children]
        cells = "".join(f'<th scope="col">{self._inside(cell)}</th>' for cell in head.children)
        body = "".join(self._row(row, titles) for row in rows)
        kind = ' class="stacked"' if len(titles) > 3 else ""
        return (f'<div class="scroll"><table{kind}>\n<thead><tr>{cells}</tr></thead>\n'
                f"<tbody>\n{body}</tbody></table></div>\n")

    def _row(self, row, titles):
        first = row.children[0].plain()
        anchor, places = "", ""
        if titles[0] == "term":
            anchor = "term-" + slug(first)
        elif self.chapter is self.index.diagnostics and first in self.index.rules:
            anchor, places = self.index.rules[first].anchor, self._places(self.index.rules[first])
        cells = ""
        for title, cell in zip(titles, row.children):
            text = self._production_cell(cell) if title == "production" else self._inside(cell)
            text += places if title in ("meaning", "what holds") else ""
            cells += f'<td data-title="{escape(title)}">{text}</td>' if len(titles) > 3 else f"<td>{text}</td>"
        return "<tr" + (f' id="{anchor}"' if anchor else "") + f">{cells}</tr>\n"

    def _production_cell(self, cell):
        return "".join(self._production_name(child.text) if child.kind == "code" else self._inline(child, [])
                       for child in cell.children)

    def _places(self, rule):
        """Where chapters describe a rule and show it."""
        places = [link(section.anchor, self._section_name(section)) for section in rule.sections]
        places += self._example_links(rule.examples)
        if rule.productions:
            places.append("in " + ", ".join(map(self._production_name, rule.productions)))
        if rule.name in self.index.grammar.without_example:
            places.append(f"no example: {escape(self.index.grammar.without_example[rule.name])}")
        return f' <span class="places">{" · ".join(places)}</span>' if places else ""

    @staticmethod
    def _section_name(section):
        chapter = escape(section.chapter.title)
        return chapter if section.level == 1 else f"{chapter}: {escape(section.name)}"

    def _example_links(self, examples):
        shown = []
        for kind in self.index.grammar.example_kinds:
            some = [example for example in examples if example.kind == kind]
            shown += [link(example.anchor, f"{kind} {i + 1}" if len(some) > 1 else kind, kind)
                      for i, example in enumerate(some[:SHOWN_EXAMPLES])]
        return shown

    # --- examples ---

    def _example(self, example):
        notes = [f'<a class="kind" href="#{KINDS}" title="{escape(self.index.grammar.example_kinds[example.kind])}">'
                 f"<b>{example.kind}</b></a>"]
        if example.production:
            notes.append(self._production_name(example.production))
        notes += [self._option(*word.partition("=")[::2]) for word in example.words]
        notes += [link(self.index.rules[name].anchor, name) for name in example.rules]
        notes = list(filter(None, notes))
        notes.append(f'<a class="self" href="#{example.anchor}" aria-label="Link to this example">#</a>')
        return (f'<figure class="example {example.kind}" id="{example.anchor}">'
                f'<figcaption>{" ".join(notes)}</figcaption>'
                f"<pre><code>{self._example_text(example)}</code></pre></figure>\n")

    def _option(self, name, value):
        """A word of the info string that is shown."""
        if name in ("change", "beside"):
            if value not in self.index.files:
                raise self.chapter.fault(self.line, f"no example is called `{value}`")
            file = link(self.index.files[value].anchor, f"<code>{escape(value)}</code>")
            return f"change of {file}" if name == "change" else f"beside {file}"
        if name in ("file-name", "name", "era"):
            title = {"file-name": "in a file called", "name": "called", "era": "era"}[name]
            return f"{title} {escape(value)}" if name == "era" else f"{title} <code>{escape(value)}</code>"
        return {"file": "file", "audit": "with <code>--audit</code>", "escaped": "bytes as <code>\\xHH</code>"}.get(name, "")

    def _example_text(self, example):
        result, state = "", self.highlighter.start()
        for line in example.text.splitlines(keepends=True):
            mark = MARK.fullmatch(line.rstrip("\n"))
            if mark:
                result += self._mark(line, mark)
                continue
            if example.option("change"):
                html, state = self._changed_line(line, state)
                result += html
                continue
            if "escaped" in example.words:
                result += self._escaped_line(line)
                continue
            if example.by_line:
                state = self.highlighter.start()
            if "each" in example.words:
                name, colon, line = line.partition(":")
                result += self._production_name(name, code=False) + colon
            html, state = self.highlighter.line(line, state)
            result += html
        return result

    def _changed_line(self, line, state):
        """A line of a change, with the sign before it. Lines between two hunks are not known."""
        if line == NEXT_HUNK:
            return f'<span class="hunk">{line}</span>', self.highlighter.start()
        sign, text = (line[0], line[1:]) if line != "\n" else ("", line)
        if sign == "-":
            return f'<span class="removed">-{escape(text, quote=False)}</span>', state
        html, state = self.highlighter.line(text, state)
        return (f'<span class="added">+</span>{html}' if sign == "+" else sign + html), state

    @staticmethod
    def _escaped_line(line):
        return BYTES.sub(lambda byte: f'<span class="keyword">{byte[0]}</span>', escape(line, quote=False))

    def _mark(self, line, mark):
        if mark[1]:
            line = line[:mark.start(1)] + link(self.index.rules[mark[1]].anchor, mark[1]) + line[mark.end(1):]
        return f'<span class="mark">{line}</span>'

    # --- productions ---

    def _productions(self, block):
        definitions = re.split(r"^(?=\w+ +::=)", block.node.text, flags=re.MULTILINE)[1:]
        names = [text.split(maxsplit=1)[0] for text in definitions]
        first = [name for name in names if name in block.region.names]
        others = [name for name in names if name not in block.region.names]
        listing = "".join(map(self._definition, names, definitions))
        html = f'<div class="ebnf">\n{listing}</div>\n<div class="diagrams">\n{self._diagrams(first)}</div>\n'
        if others:
            count = "one more production" if len(others) == 1 else f"{len(others)} more productions"
            html += (f'<details class="diagrams"><summary>Diagrams of {count}</summary>\n'
                     f"{self._diagrams(others)}</details>\n")
        return html

    def _definition(self, name, text):
        anchor = self.index.productions[name].anchor
        body = self._tokens(text.partition("::=")[2])
        return (f'<div class="production" id="{anchor}"><a class="name" href="#diagram-{name}">{name}</a> '
                f'<span class="operator">::=</span> <span class="body">{body}</span></div>\n')

    def _tokens(self, text):
        """An expression with its references as links. It may be wrapped between tokens."""
        result, at = "", 0
        text = text.strip()
        while at < len(text):
            match = TOKEN.match(text, at)
            if not match:
                raise self.chapter.fault(self.region.line, f"this is not an expression: {text[at:]}")
            result += self._token(match)
            at = match.end()
        return result

    def _token(self, match):
        text = escape(match[0], quote=False)
        if match.lastgroup == "gap":
            return " "
        if match.lastgroup == "name":
            if match[0] not in self.index.productions:
                raise self.chapter.fault(self.region.line, f"there is no production `{match[0]}`")
            return link(self.index.productions[match[0]].anchor, text)
        return f'<span class="{match.lastgroup}">{text}</span>'

    def _diagrams(self, names):
        return "".join(self._diagram(self.index.productions[name]) for name in names)

    def _diagram(self, production):
        notes = self._example_links(production.examples)
        data = self.index.grammar.productions[production.name]
        if data.printed:
            notes.append("printed " + ", ".join(map(self._days, data.printed)))
        if data.never_fails:
            notes.append(f"cannot fail: {escape(data.never_fails)}")
        if data.finding:
            notes.append("finding " + link(self.index.rules[data.finding].anchor, f"<code>{data.finding}</code>"))
        if production.users:
            notes.append(self._users(production))
        name = link(production.anchor, f"<code>{production.name}</code>")
        return (f'<figure class="diagram" id="diagram-{production.name}">'
                f'<figcaption>{" · ".join([name, *notes])}</figcaption>'
                f'<div class="scroll">{self.diagrams.svg(production.name)}</div></figure>\n')

    def _days(self, period):
        begin, end = period["begin"], period.get("end")
        if not end:
            return f"since {begin}"
        return f"until {end}" if begin == self.index.grammar.first_day else f"{begin} to {end}"

    def _users(self, production):
        names = list(map(self._production_name, production.users))
        html = "used in " + ", ".join(names[:SHOWN_USERS])
        if len(names) > SHOWN_USERS:
            html += (f" <details><summary>and {len(names) - SHOWN_USERS} more</summary> "
                     f'{", ".join(names[SHOWN_USERS:])}</details>')
        return html

    def _production_name(self, name, code=True):
        if name not in self.index.productions:
            return f"<code>{escape(name)}</code>"
        return link(self.index.productions[name].anchor, f"<code>{name}</code>" if code else name)

    # --- inline ---

    def _inline(self, node, before):
        if node.kind == "text":
            return re.sub(r"\bC\d+\b", self._context_rule, escape(node.text, quote=False))
        if node.kind == "softbreak":
            return "\n"
        if node.kind == "linebreak":
            return "<br>\n"
        if node.kind == "html_inline" and ANCHOR.fullmatch(node.text):
            return ""
        if node.kind == "code":
            return self._code(node, before)
        if node.kind == "link":
            return self._link(node)
        if node.kind in INLINE:
            return f"<{INLINE[node.kind]}>{self._inside(node)}</{INLINE[node.kind]}>"
        raise self.chapter.fault(node.line, f"there is no HTML for `{node.kind}`")

    def _context_rule(self, match):
        return link(self.index.rules[match[0]].anchor, match[0]) if match[0] in self.index.rules else match[0]

    def _code(self, node, before):
        """A name that a rule and a production share means the rule, unless the word `production` comes before it."""
        html = f"<code>{escape(node.text, quote=False)}</code>"
        name = node.text.strip("[]")
        production = self.index.productions.get(name)
        rule = self.index.rules.get(name)
        if rule and not (production and before and before[-1].text.endswith("production ")):
            return link(rule.anchor, html)
        return link(production.anchor, html) if production else html

    def _link(self, node):
        text, to = self._inside(node), node.attributes["destination"]
        if re.match(r"https?://", to):
            return f'<a href="{escape(to)}">{text}</a>'
        path, _, fragment = to.partition("#")
        folder = posixpath.dirname(self.chapter.path)
        path = posixpath.normpath(posixpath.join(folder, path)) if path else self.chapter.path
        chapter = self.by_path.get(path)
        if not chapter:
            return f'<span class="outside" title="{escape(path)} in the source of ballast">{text}</span>'
        anchor = f"{chapter.name}/{fragment}" if fragment else chapter.name
        if anchor not in self.anchors:
            raise self.chapter.fault(node.line, f"there is no section `{to}`")
        return link(anchor, text)
