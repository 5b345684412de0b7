"""Builds the specification as one HTML file: build.py BALLAST OUTPUT [ROOT]. scripts/release/spec.sh calls it.

ROOT is the folder with spec/ and docs/, by default that of the project."""
import base64
import hashlib
import json
import pathlib
import re
import subprocess
import sys
from html import escape

import chapters
from diagrams import Diagrams
from grammar import Grammar
from highlight import Highlighter
from index import UPDATE, Index
from markdown import Fault
from render import Renderer

ROOT = pathlib.Path(__file__).resolve().parents[3]
HERE = pathlib.Path(__file__).parent
TITLE = "XLA's buffer-assignment texts"
ABOUT = "What XLA prints about the memory of a program, since 2019: chapters, grammar and examples."
FIRST = "overview"
DIAGNOSTICS = "diagnostics"
LAST = ("releases", DIAGNOSTICS)


def read_chapters(root, example_kinds):
    """The overview, the chapters that it lists, what is derived, and the glossary."""
    overview = (root / f"spec/{FIRST}.md").read_text()
    listed = [name for name in dict.fromkeys(re.findall(r"^\| \[.*?\]\((\w+)\.md\) \|", overview, re.MULTILINE))]
    names = [FIRST, *listed, *LAST]
    for path in sorted((root / "spec").glob("*.md")):
        if path.stem not in names:
            raise Fault(f"spec/{FIRST}.md:1: the table of chapters lacks {path.name}")
    paths = [f"spec/{name}.md" for name in names] + ["docs/glossary.md"]
    return [chapters.read(path, pathlib.Path(path).stem, (root / path).read_text(), example_kinds) for path in paths]


def navigation(all_chapters):
    result = "<ul>\n"
    for chapter in all_chapters:
        title, *sections = chapter.sections
        result += f'<li><a href="#{title.anchor}">{escape(title.name)}</a>'
        if sections:
            items = "".join(f'<li{" class=deeper" if section.level > 2 else ""}><a href="#{section.anchor}">'
                            f"{escape(section.name)}</a></li>" for section in sections)
            result += f"<ul>{items}</ul>"
        result += "</li>\n"
    return result + "</ul>\n"


def digest(text):
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def page(body, all_chapters, version):
    style, script = ((HERE / name).read_text() for name in ("page.css", "page.js"))
    parts = {"style hash": digest(style), "script hash": digest(script), "style": style, "script": script,
             "title": TITLE, "about": ABOUT, "version": version, "navigation": navigation(all_chapters),
             "chapters": body}
    return re.sub(r"\{\{([a-z ]+)\}\}", lambda match: parts[match[1]], (HERE / "page.html").read_text())


def derived(command, form):
    """What the command prints of the grammar."""
    done = subprocess.run([command, "grammar", "--format", form], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        raise Fault(done.stderr.decode().splitlines()[0])
    return json.loads(done.stdout)


def site(command, root):
    grammar = Grammar(derived(command, "json"))
    all_chapters = read_chapters(root, grammar.example_kinds)
    diagnostics = next(chapter for chapter in all_chapters if chapter.name == DIAGNOSTICS)
    index = Index(all_chapters, grammar, diagnostics)
    renderer = Renderer(index, Diagrams(grammar), Highlighter(derived(command, "textmate")))
    body = "".join(map(renderer.shown, all_chapters))
    for rule in index.rules.values():
        if f'id="{rule.anchor}"' not in body:
            raise diagnostics.fault(1, f"the tables lack `{rule.name}`: {UPDATE}")
    return page(body, all_chapters, grammar.version)


def main(command, output, root=ROOT):
    try:
        text = site(command, pathlib.Path(root))
    except (Fault, OSError, ValueError) as fault:
        return f"spec.sh: {fault}"
    pathlib.Path(output).parent.mkdir(parents=True, exist_ok=True)
    pathlib.Path(output).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
