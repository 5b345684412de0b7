"""Markdown as a tree of `Node`; cmark-gfm reads it. Each node knows its line, so that faults can name it."""
import subprocess
import xml.etree.ElementTree
from dataclasses import dataclass, field

NAMESPACE = "{http://commonmark.org/xml/1.0}"
COMMAND = ("cmark-gfm", "--extension", "table", "--to", "xml", "--sourcepos")
WITH_TEXT = {"text", "code", "code_block", "html_block", "html_inline"}


class Fault(Exception):
    """What is wrong with a chapter, with its place: `spec/peak.md:12: …`."""


@dataclass
class Node:
    kind: str
    line: int
    text: str = ""
    attributes: dict = field(default_factory=dict)
    children: list = field(default_factory=list)

    def walk(self):
        yield self
        for child in self.children:
            yield from child.walk()

    def plain(self):
        """The text without its markup."""
        if self.kind in ("softbreak", "linebreak"):
            return " "
        if self.kind == "html_inline":
            return ""
        return self.text + "".join(child.plain() for child in self.children)


def _node(element, line):
    kind = element.tag.removeprefix(NAMESPACE)
    place = element.get("sourcepos")
    line = int(place.split(":")[0]) if place else line
    return Node(kind=kind, line=line, text=element.text or "" if kind in WITH_TEXT else "",
                attributes=dict(element.attrib), children=[_node(child, line) for child in element])


def parse(text):
    """The document node of a text."""
    done = subprocess.run(COMMAND, input=text.encode(), stdout=subprocess.PIPE, check=True)
    return _node(xml.etree.ElementTree.fromstring(done.stdout), 1)
