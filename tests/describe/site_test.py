#!/usr/bin/env python3
"""The specification as one page: what it must contain, and how faults in chapters are reported. site_test.py BALLAST"""
import html.parser
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
COMMAND = None
VOID = {"meta", "input", "br", "hr", "rect", "path"}
LOADING = {"src", "srcset", "poster", "data", "background", "formaction", "action"}


def python():
    """The Python that has the diagrams: Debian's may not be the first in PATH."""
    for candidate in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([candidate, "-c", "import railroad"], stderr=subprocess.DEVNULL).returncode == 0:
            return candidate
    raise SystemExit("site_test.py: Debian's python3-railroad-diagrams is missing")


def build(root, output):
    done = subprocess.run([python(), "-B", ROOT / "scripts/release/site/build.py", COMMAND, output, root], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
    return done.returncode, done.stdout


class Page(html.parser.HTMLParser):
    """What a page has: elements with their attributes, and whether they are closed in order."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.open = [], []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.elements.append((tag, dict(attributes)))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"{self.getpos()}: </{tag}> closes another element")

    def values(self, attribute):
        return [attributes[attribute] for _, attributes in self.elements if attribute in attributes]


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="ballast-site-"))
        cls.addClassCleanup(shutil.rmtree, cls.folder)
        done = subprocess.run([ROOT / "scripts/release/spec.sh", "-o", cls.folder / "spec.html", COMMAND], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120)
        if done.returncode:
            raise AssertionError(done.stdout)
        cls.text = (cls.folder / "spec.html").read_text()
        cls.page = Page(cls.text)
        cls.ids = cls.page.values("id")
        printed = subprocess.run([COMMAND, "grammar", "--format", "json"], stdout=subprocess.PIPE, check=True)
        cls.grammar = json.loads(printed.stdout)

    def test_elements_are_closed_and_ids_are_unique(self):
        self.assertEqual(self.page.open, [])
        self.assertEqual(len(self.ids), len(set(self.ids)))

    def test_links_lead_to_something(self):
        links = [link for link in self.page.values("href") if link.startswith("#")]
        self.assertGreater(len(links), 5000)
        self.assertEqual({link for link in links if link[1:] not in set(self.ids)}, set())

    def test_every_production_of_a_text_has_an_anchor_and_a_diagram(self):
        names = {one["name"] for one in self.grammar["productions"] if not one["name"].endswith("_alone")}
        self.assertGreater(len(names), 850)
        shown = {anchor.removeprefix("production-") for anchor in self.ids if anchor.startswith("production-")}
        drawn = {label.removeprefix("Railroad diagram of ") for label in self.page.values("aria-label")
                 if label.startswith("Railroad diagram of ")}
        self.assertEqual(names - shown, set())
        self.assertEqual(shown, drawn)

    def test_definitions_are_those_of_the_grammar(self):
        shown = re.findall(r' id="production-(\w+)">.*?<span class="body">(.*)</span></div>', self.text)
        self.assertGreater(len(shown), 850)
        written = {one["name"]: one["ebnf"] for one in self.grammar["productions"]}
        for name, body in shown:
            self.assertEqual(html.unescape(re.sub(r"<[^>]*>", "", body)), written[name])

    def test_diagrams_are_no_wider_than_they_may_be(self):
        widths = [float(attributes["width"]) for tag, attributes in self.page.elements if tag == "svg"]
        self.assertGreater(len(widths), 850)
        self.assertLessEqual(max(widths), 1200)

    def test_every_rule_has_an_anchor(self):
        rules = [one["id"] for one in self.grammar["findings"]]
        rules += [one["number"] for one in self.grammar["context_rules"]]
        self.assertGreater(len(rules), 200)
        self.assertEqual({f"rule-{name}" for name in rules} - set(self.ids), set())

    def test_every_chapter_and_every_example_has_an_anchor(self):
        chapters = sorted((ROOT / "spec").glob("*.md")) + [ROOT / "docs/glossary.md"]
        for chapter in chapters:
            self.assertIn(chapter.stem, self.ids)
            examples = re.findall(r"^```(?:accepted|refused|reported|free)\b", chapter.read_text(), re.MULTILINE)
            shown = [anchor for anchor in self.ids if anchor.startswith(f"{chapter.stem}/example-")]
            self.assertEqual(len(shown), len(examples), chapter)

    def test_nothing_is_loaded_and_nothing_runs_but_the_script(self):
        for tag, attributes in self.page.elements:
            self.assertNotIn(tag, ("link", "img", "iframe", "object", "embed", "base"))
            for name in attributes:
                self.assertNotIn(name, LOADING, tag)
                self.assertFalse(name.startswith("on"), f"{tag} {name}")
                self.assertNotEqual(name, "style", tag)
        self.assertNotRegex(self.text, r"@import|url\(")
        policy = next(attributes["content"] for tag, attributes in self.page.elements
                      if attributes.get("http-equiv") == "Content-Security-Policy")
        digest = r"'sha256-[\w+/]{43}='"
        self.assertRegex(policy, rf"^default-src 'none'; style-src {digest}; script-src {digest};")

    def test_examples_are_shown_byte_for_byte(self):
        shown = re.search(r'id="overview/example-1">.*?<pre><code>(.*?)</code></pre>', self.text, re.DOTALL)[1]
        shown = html.unescape(re.sub(r"<[^>]*>", "", shown))
        chapter = (ROOT / "spec/overview.md").read_text()
        self.assertEqual(shown, re.search(r"^```accepted.*?\n(.*?)^```", chapter, re.DOTALL | re.MULTILINE)[1])

    def test_what_is_missing_is_said_in_one_line(self):
        script = ROOT / "scripts/release/spec.sh"
        done = subprocess.run([script, "-o", self.folder / "x.html", self.folder / "no_command"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stdout, r"\Aspec\.sh: there is no command .*no_command.*\n\Z")
        tools = self.folder / "tools"
        tools.mkdir()
        for name in ("bash", "dirname"):
            (tools / name).symlink_to(shutil.which(name))
        done = subprocess.run([tools / "bash", script], env={"PATH": str(tools)}, text=True, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stdout, r"\Aspec\.sh: these Debian packages are missing: cmark-gfm.*--with-spec\)\n\Z")


class Faults(unittest.TestCase):
    """A chapter with a fault is named with its line, and no page is written."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ballast-site-"))
        self.addCleanup(shutil.rmtree, self.folder)
        shutil.copytree(ROOT / "spec", self.folder / "spec")
        (self.folder / "docs").mkdir()
        shutil.copy(ROOT / "docs/glossary.md", self.folder / "docs")

    def refused(self, path, change):
        before = (self.folder / path).read_text()
        after = change(before)
        self.assertTrue(before != after, "the change changes nothing")
        (self.folder / path).write_text(after)
        code, said = build(self.folder, self.folder / "spec.html")
        self.assertEqual(code, 1, said)
        self.assertFalse((self.folder / "spec.html").exists())
        return said

    @staticmethod
    def line_of(text, part):
        return text[:text.index(part)].count("\n") + 1

    def line_in(self, path, part):
        return self.line_of((ROOT / path).read_text(), part)

    def test_a_region_that_is_empty(self):
        region = "<!-- productions: assignment_file"
        line = self.line_in("spec/allocations.md", region)
        said = self.refused("spec/allocations.md", lambda text: re.sub(
            rf"({region}.*?-->\n).*?(<!-- end -->)", r"\1\n\2", text, count=1, flags=re.DOTALL))
        self.assertIn(f"spec/allocations.md:{line}: the region `productions` is empty", said)

    def test_a_region_without_an_end(self):
        line = self.line_in("spec/allocations.md", "<!-- productions: assignment_file")
        said = self.refused("spec/allocations.md", lambda text: text.replace("<!-- end -->", "", 1))
        self.assertIn(f": the region of line {line} has no end", said)

    def test_a_production_that_no_chapter_shows(self):
        said = self.refused("spec/allocations.md", lambda text: re.sub(r"^page  .*\n", "", text, flags=re.MULTILINE))
        self.assertIn("no chapter shows the production `page`", said)

    def test_a_production_that_the_grammar_lacks(self):
        line = self.line_in("spec/allocations.md", "<!-- productions: head_items")
        said = self.refused("spec/allocations.md", lambda text: re.sub(
            r"^page  ", "leaf  ", text, flags=re.MULTILINE))
        self.assertIn(f"spec/allocations.md:{line}: the region shows `leaf`, which is not a production", said)

    def test_a_link_to_a_section_that_is_missing(self):
        text = (ROOT / "spec/module_text.md").read_text()
        said = self.refused("spec/module_text.md", lambda text: text.replace("#stack-frames)", "#stack-rows)"))
        self.assertIn(f"spec/module_text.md:{self.line_of(text, '#stack-frames)')}: there is no section", said)

    def test_an_example_of_a_production_that_is_missing(self):
        line = self.line_in("spec/allocations.md", "```accepted rule=value_line_v4")
        said = self.refused("spec/allocations.md", lambda text: text.replace(
            "accepted rule=value_line_v4", "accepted rule=value_line_v5", 1))
        self.assertIn(f"spec/allocations.md:{line}: there is no production `value_line_v5`", said)

    def test_a_mark_with_a_finding_that_is_missing(self):
        said = self.refused("spec/allocations.md", lambda text: text.replace("^ [allocation]", "^ [allocations]", 1))
        self.assertRegex(said, r"spec/allocations\.md:\d+: there is no rule `allocations`")

    def test_a_rule_that_the_diagnostics_lack(self):
        said = self.refused("spec/diagnostics.md", lambda text: re.sub(
            r"^.*`peak_sum` \| semantic .*\n", "", text, flags=re.MULTILINE))
        self.assertIn("spec/diagnostics.md:1: the tables lack `peak_sum`", said)

    def test_a_chapter_that_the_overview_lacks(self):
        said = self.refused("spec/overview.md", lambda text: re.sub(
            r"^\| \[Peak and.*\n", "", text, flags=re.MULTILINE))
        self.assertIn("spec/overview.md:1: the table of chapters lacks peak.md", said)


class Colours(unittest.TestCase):
    """The part of TextMate that colours examples."""

    def setUp(self):
        sys.path.insert(0, str(ROOT / "scripts/release/site"))
        self.addCleanup(sys.path.remove, str(ROOT / "scripts/release/site"))

    def tokens(self, data, *lines):
        from highlight import Highlighter
        highlighter = Highlighter({"scopeName": "text", **data})
        state, found = highlighter.start(), []
        for line in lines:
            tokens, state = highlighter.tokens(line, state)
            self.assertEqual("".join(line[token.begin:token.end] for token in tokens), line)
            found.append([(line[token.begin:token.end], " ".join(token.scopes[1:])) for token in tokens])
        return found

    def test_the_first_match_wins_and_of_two_the_first_rule(self):
        data = {"patterns": [{"match": "ab", "name": "two"}, {"match": "a", "name": "one"},
                             {"match": "x", "name": "ex"}]}
        self.assertEqual(self.tokens(data, "xaba."), [[("x", "ex"), ("ab", "two"), ("a", "one"), (".", "")]])

    def test_captures_have_their_own_scopes(self):
        data = {"patterns": [{"match": r"(\w+)=(\d+)", "name": "pair",
                              "captures": {"1": {"name": "key"}, "2": {"name": "number"}}}]}
        self.assertEqual(self.tokens(data, "n=12"), [[("n", "pair key"), ("=", "pair"), ("12", "pair number")]])

    def test_groups_inside_groups_have_both_scopes(self):
        data = {"patterns": [{"match": r"<(a(b)?c)>", "captures": {"1": {"name": "outer"}, "2": {"name": "inner"}}}]}
        self.assertEqual(self.tokens(data, "<abc>", "<ac>"), [
            [("<", ""), ("a", "outer"), ("b", "outer inner"), ("c", "outer"), (">", "")],
            [("<", ""), ("ac", "outer"), (">", "")]])

    def test_the_derived_grammar_colours_a_dump(self):
        printed = subprocess.run([COMMAND, "grammar", "--format", "textmate"], stdout=subprocess.PIPE, check=True)
        line, = self.tokens(json.loads(printed.stdout), " value: <3 p.0 @0> (size=512,offset=0): f32[8]{0:T(8)S(1)}")
        scopes = {text: scope.split()[-1] for text, scope in line if scope}
        for text, scope in {"value": "keyword", "p.0": "entity", "512": "constant", "f32": "storage"}.items():
            self.assertEqual(scopes[text].partition(".")[0], scope, text)

    def test_a_rule_with_an_end_goes_on_over_lines(self):
        data = {"patterns": [{"include": "#list"}], "repository": {
            "list": {"begin": r"\{", "end": r"\}", "name": "list",
                     "patterns": [{"include": "#list"}, {"include": "#n"}]},
            "n": {"match": r"\d", "name": "number"}}}
        self.assertEqual(self.tokens(data, "1{2\n", "{3}}4"), [
            [("1", ""), ("{", "list"), ("2", "list number"), ("\n", "list")],
            [("{", "list list"), ("3", "list list number"), ("}", "list list"), ("}", "list"), ("4", "")]])

    def test_a_rule_that_takes_no_character_does_not_stop_the_line(self):
        self.assertEqual(self.tokens({"patterns": [{"match": "(?=b)", "name": "none"}]}, "abc"), [[("abc", "")]])


if __name__ == "__main__":
    COMMAND = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
