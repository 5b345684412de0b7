"""Where each production and each rule of the specification is described, and which examples show it."""
import re
from dataclasses import dataclass, field

from chapters import DEFINITION
from markdown import Fault

UPDATE = "scripts/dev/update_documents.sh updates it"


@dataclass
class Production:
    name: str
    section: object
    users: list = field(default_factory=list)  # names of productions that refer to it
    examples: list = field(default_factory=list)

    @property
    def anchor(self):
        return f"production-{self.name}"


@dataclass
class Rule:
    """A finding (`shape`) or a context rule (`C3`)."""
    name: str
    productions: list  # names
    sections: list = field(default_factory=list)  # that mention it
    examples: list = field(default_factory=list)

    @property
    def anchor(self):
        return f"rule-{self.name}"


class Index:
    def __init__(self, chapters, grammar, diagnostics):
        self.chapters = chapters
        self.grammar = grammar
        self.diagnostics = diagnostics  # the chapter that lists all rules
        self.productions = {}
        self.files = {}  # examples that have a name
        for chapter in chapters:
            self._find_productions(chapter)
        self.rules = {name: Rule(name, [one for one in about if one in self.productions])
                      for name, about in grammar.rules.items()}
        for name in grammar.reached():
            if name not in self.productions:
                raise Fault(f"no chapter shows the production `{name}`")
        for name in self.productions:
            for other in grammar.productions[name].references:
                self.productions[other].users.append(name)
        for chapter in chapters:
            self._find_examples(chapter)
            if chapter is not diagnostics:
                self._find_mentions(chapter)

    def _find_productions(self, chapter):
        for block in chapter.blocks:
            if not shows_productions(block):
                continue
            line = block.region.line
            shown = DEFINITION.findall(block.node.text)
            for name in shown:
                if name not in self.grammar.productions:
                    raise chapter.fault(line, f"the region shows `{name}`, which is not a production: {UPDATE}")
                if name in self.productions:
                    raise chapter.fault(line, f"another region shows the production `{name}`")
                self.productions[name] = Production(name, block.section)
            for name in block.region.names:
                if name not in shown:
                    raise chapter.fault(line, f"the region lacks the production `{name}`: {UPDATE}")

    def _find_examples(self, chapter):
        for example in chapter.examples:
            if example.option("name"):
                self.files[example.option("name")] = example
            for name in example.productions:
                if name not in self.productions:
                    raise chapter.fault(example.line, f"there is no production `{name}`")
                self.productions[name].examples.append(example)
            for name in example.rules:
                if name not in self.rules:
                    raise chapter.fault(example.line, f"there is no rule `{name}`")
                self.rules[name].examples.append(example)

    def _find_mentions(self, chapter):
        for block in chapter.blocks:
            for node in block.node.walk():
                for name in self._mentioned(node):
                    if block.section not in self.rules[name].sections:
                        self.rules[name].sections.append(block.section)

    def _mentioned(self, node):
        """The rules that a piece of text names."""
        if node.kind == "code" and node.text.strip("[]") in self.rules:
            return [node.text.strip("[]")]
        if node.kind == "text":
            return [name for name in re.findall(r"\bC\d+\b", node.text) if name in self.rules]
        return []


def shows_productions(block):
    return (block.region is not None and block.region.kind.startswith("productions")
            and block.node.kind == "code_block")
