"""The chapters of the specification, and what can be linked to in them: sections, productions, examples, rules."""
import re
from dataclasses import dataclass, field

import markdown
from markdown import Fault

REGION = re.compile(r"<!-- ([a-z ]+?)(?:: (.*?))? -->\s*")
REGION_END = "end"
MARK = re.compile(r" *\^(?: \[(\w+)\])?")
DEFINITION = re.compile(r"^(\w+) +::=", re.MULTILINE)


@dataclass
class Region:
    kind: str
    names: list
    line: int


@dataclass
class Section:
    chapter: "Chapter"
    anchor: str
    title: markdown.Node
    level: int

    @property
    def name(self):
        return self.title.plain()


@dataclass
class Example:
    kind: str  # `accepted`, …
    words: list  # what follows it in the info string
    text: str
    line: int
    anchor: str
    section: Section

    @property
    def by_line(self):
        """Each line is a text of its own."""
        return "each" in self.words or any(word.startswith("rule=") for word in self.words)

    @property
    def production(self):
        """The one that is shown; None for a file, and if each line names its own."""
        return self.option("rule") or self.option("section")

    def option(self, name):
        """The value of `name=value`; None without it."""
        return next((word.partition("=")[2] for word in self.words if word.startswith(name + "=")), None)

    @property
    def productions(self):
        """All that are shown by name."""
        if "each" in self.words:
            named = (re.match(r"(\w+): ?", line) for line in self.text.splitlines() if not MARK.fullmatch(line))
            return list(dict.fromkeys(match[1] for match in named if match))
        return [self.production] if self.production else []

    @property
    def rules(self):
        """The findings under its lines, and the context rules that it shows."""
        marks = (MARK.fullmatch(line) for line in self.text.splitlines())
        found = [match[1] for match in marks if match and match[1]]
        return list(dict.fromkeys(found + [word for word in self.words if re.fullmatch(r"C\d+", word)]))


@dataclass
class Block:
    """A part of a chapter: a heading, a paragraph, a table, …"""
    node: markdown.Node
    section: Section
    region: Region | None = None
    example: Example | None = None


@dataclass
class Chapter:
    path: str  # from the root of the project
    name: str  # of the file, without its ending
    sections: list = field(default_factory=list)
    blocks: list = field(default_factory=list)
    examples: list = field(default_factory=list)

    @property
    def title(self):
        return self.sections[0].name

    def fault(self, line, text):
        return Fault(f"{self.path}:{line}: {text}")


def slug(title):
    """What links call a section."""
    kept = (c.lower() for c in title if c.isalnum() or c in "-_ ")
    return "".join(kept).replace(" ", "-")


def read(path, name, text, example_kinds):
    chapter = Chapter(path, name)
    region = section = None
    filled = True
    for node in markdown.parse(text).children:
        comment = REGION.fullmatch(node.text) if node.kind == "html_block" else None
        if node.kind == "html_block" and not comment:
            raise chapter.fault(node.line, "HTML is not shown")
        if comment:
            if comment[1] != REGION_END and region:
                raise chapter.fault(node.line, f"the region of line {region.line} has no end")
            if comment[1] == REGION_END and not filled:
                raise chapter.fault(region.line, f"the region `{region.kind}` is empty: "
                                                 "scripts/dev/update_documents.sh fills it in")
            if comment[1] == REGION_END and not region:
                raise chapter.fault(node.line, "a region ends here, but none begins before")
            region = None if comment[1] == REGION_END else Region(comment[1], (comment[2] or "").split(), node.line)
            filled = region is None
            continue
        filled = True
        if node.kind == "heading":
            section = _section(chapter, node)
            chapter.sections.append(section)
        if section is None:
            raise chapter.fault(node.line, "a chapter begins with its title")
        block = Block(node, section, region)
        words = node.attributes.get("info", "").split()
        if node.kind == "code_block" and words and words[0] in example_kinds:
            anchor = f"{name}/example-{len(chapter.examples) + 1}"
            block.example = Example(words[0], words[1:], node.text, node.line, anchor, section)
            chapter.examples.append(block.example)
        chapter.blocks.append(block)
    if region:
        raise chapter.fault(region.line, "the region has no end")
    if not chapter.sections:
        raise chapter.fault(1, "a chapter begins with its title")
    return chapter


def _section(chapter, heading):
    level = int(heading.attributes["level"])
    if (level == 1) != (not chapter.sections):
        raise chapter.fault(heading.line, "a chapter has one title, at its top")
    anchor = f"{chapter.name}/{slug(heading.plain())}" if chapter.sections else chapter.name
    if any(section.anchor == anchor for section in chapter.sections):
        raise chapter.fault(heading.line, f"two sections are called `{heading.plain()}`")
    return Section(chapter, anchor, heading, level)
