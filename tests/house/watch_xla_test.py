#!/usr/bin/env python3
"""scripts/nightly/watch_xla.sh on small trees made by hand, and what spec/upstream.json says."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/nightly"))
sys.dont_write_bytecode = True
import watch_xla  # noqa: E402

VALUE = "xla/service/hlo_value.cc"
LAYOUT = "xla/layout.cc"
TEXTS = {
    VALUE: '''#include "xla/service/hlo_value.h"

namespace xla {

// Prints the name, such as <0 x @0>.
std::string HloValue::ToShortString() const {
  return absl::StrFormat("<%d %s>", id(), name());  // no } and no "
}

std::string HloValue::ToString(int indent) const {
  return std::string(indent, ' ') + ToShortString() + "}";
}

bool HloValue::IsRoot() const { return true; }

}  // namespace xla
''',
    LAYOUT: '''namespace xla {

void Layout::Print(Printer* printer) const { printer->Append("{"); }

std::string Layout::ToString() const {
  StringPrinter printer;
  Print(&printer);
  return std::move(printer).ToString();
}

}  // namespace xla
''',
}


class Watch(unittest.TestCase):
    """A copy of the script with a record of its own, and a tree in which two files are watched."""

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="ballast-watch-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.tree = self.folder / "tree"
        self.record = self.folder / "spec/upstream.json"
        for folder in ("scripts/nightly", "spec"):
            (self.folder / folder).mkdir(parents=True)
        for name in ("watch_xla.sh", "watch_xla.py"):
            shutil.copy(ROOT / "scripts/nightly" / name, self.folder / "scripts/nightly" / name)
        self.record.write_text(json.dumps({
            "repository": "https://example.org/xla", "commit": "0" * 40, "date": "2026-01-01", "names": "ToS|Print",
            "files": {
                VALUE: [{"functions": ".*ShortString", "chapters": ["values.md"], "productions": ["value_name"]},
                        {"functions": ".*", "chapters": ["used_values.md"], "productions": ["used_value"]}],
                LAYOUT: [{"functions": ".*", "chapters": ["shapes.md"], "productions": ["layout", "tile"]}],
            },
            "functions": []}))
        for file, text in TEXTS.items():
            self.write(file, text)
        self.git("init", "--quiet")
        self.first = self.commit()
        self.assertEqual(self.watch("--record", self.tree)[0], 0)

    def write(self, file, text):
        path = self.tree / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def replace(self, file, old, new):
        text = (self.tree / file).read_text()
        self.assertEqual(text.count(old), 1)
        self.write(file, text.replace(old, new))

    def git(self, *arguments):
        return subprocess.run(["git", "-C", self.tree, "-c", "user.name=a", "-c", "user.email=a@example.org", *arguments],
                              check=True, capture_output=True, text=True).stdout.strip()

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "a state")
        return self.git("rev-parse", "HEAD")

    def watch(self, *arguments):
        done = subprocess.run(["bash", self.folder / "scripts/nightly/watch_xla.sh", *arguments], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode, done.stdout

    def assert_found(self, expected):
        code, printed = self.watch(self.tree)
        self.assertEqual(printed.splitlines()[:-1], expected)
        self.assertEqual(code, 1)

    def test_nothing_changed(self):
        code, printed = self.watch(self.tree)
        self.assertEqual(code, 0)
        self.assertEqual(printed, "4 functions: 0 changed, 0 appeared, 0 vanished; 0 files missing; compared with "
                                  f"{self.first[:12]} ({self.git('show', '-s', '--format=%cs')})\n")

    def test_comments_and_white_space_do_not_count(self):
        self.replace(VALUE, '  // no } and no "', "/* none\n at all */")
        self.replace(LAYOUT, "  StringPrinter printer;\n", "\n\n    StringPrinter printer;\n")
        self.assertEqual(self.watch(self.tree)[0], 0)

    def test_functions_that_print_nothing_do_not_count(self):
        self.replace(VALUE, "return true", "return false")
        self.assertEqual(self.watch(self.tree)[0], 0)

    def test_a_changed_function_is_listed_with_what_depends_on_it(self):
        self.replace(VALUE, '"<%d %s>"', '"<%d %s @0>"')
        self.assert_found([f"{VALUE}: HloValue::ToShortString: changed", "  chapters: values.md",
                           "  productions: value_name"])

    def test_text_that_looks_like_a_comment_counts(self):
        self.replace(VALUE, '+ "}"', '+ "} // x"')
        self.assert_found([f"{VALUE}: HloValue::ToString: changed", "  chapters: used_values.md",
                           "  productions: used_value"])

    def test_a_renamed_function_vanishes_and_appears(self):
        self.replace(LAYOUT, "void Layout::Print(", "void Layout::PrintTo(")
        self.assert_found([f"{LAYOUT}: Layout::Print: vanished", "  chapters: shapes.md", "  productions: layout tile",
                           f"{LAYOUT}: Layout::PrintTo: appeared", "  chapters: shapes.md", "  productions: layout tile"])

    def test_an_overload_does_not_change_the_others(self):
        self.replace(LAYOUT, "void Layout::Print(", "void Layout::Print(int, int) const {}\n\nvoid Layout::Print(")
        self.assert_found([f"{LAYOUT}: Layout::Print: appeared", "  chapters: shapes.md", "  productions: layout tile"])

    def test_a_moved_file_is_missing_and_found(self):
        (self.tree / "xla/hlo").mkdir()
        (self.tree / LAYOUT).rename(self.tree / "xla/hlo/layout.cc")
        code, printed = self.watch(self.tree)
        self.assertEqual(code, 1)
        self.assertIn(f"{LAYOUT}: missing; there is xla/hlo/layout.cc\n", printed)
        self.assertIn(f"{LAYOUT}: Layout::ToString: vanished\n", printed)
        self.assertIn("4 functions: 0 changed, 0 appeared, 2 vanished; 1 files missing", printed)

    def test_markdown_is_a_list_of_tasks(self):
        self.replace(VALUE, '"<%d %s>"', '"<%d %s @0>"')
        code, printed = self.watch("--format", "markdown", self.tree)
        self.assertEqual(code, 1)
        self.assertIn(f"- [ ] `HloValue::ToShortString` in `{VALUE}` changed\n"
                      "  - chapters: [values.md](spec/values.md)\n  - productions: `value_name`\n", printed)

    def test_a_record_keeps_the_commit_of_what_did_not_change(self):
        self.replace(VALUE, '"<%d %s>"', '"<%d %s @0>"')
        second = self.commit()
        code, printed = self.watch("--record", self.tree)
        self.assertEqual(code, 0)
        self.assertIn("HloValue::ToShortString: changed", printed)
        record = json.loads(self.record.read_text())
        self.assertEqual(record["commit"], second)
        self.assertEqual([f["commit"] for f in record["functions"]], [second, self.first, self.first, self.first])
        self.assertEqual(self.watch(self.tree)[0], 0)

    def test_only_committed_text_is_recorded(self):
        before = self.record.read_text()
        self.replace(VALUE, '"<%d %s>"', '"<%d %s @0>"')
        for tree in (self.tree, self.folder / "copy"):
            if tree != self.tree:
                shutil.copytree(self.tree / "xla", tree / "xla")
            code, printed = self.watch("--record", tree)
            self.assertEqual(code, 2, printed)
        self.assertEqual(self.record.read_text(), before)

    def test_wrong_calls(self):
        (self.folder / "empty").mkdir()
        for arguments, message in (([], "TREE"), ([self.folder / "none"], "no folder"),
                                   ([self.folder / "empty"], "not a checkout of XLA"),
                                   (["--format", "html", self.tree], "html"), ([self.tree, self.tree], "unrecognized")):
            code, printed = self.watch(*arguments)
            self.assertEqual(code, 2, printed)
            self.assertIn(message, printed)


class Record(unittest.TestCase):
    """spec/upstream.json itself."""

    def setUp(self):
        self.text = (ROOT / "spec/upstream.json").read_text()
        self.record = json.loads(self.text)

    def test_is_written_as_the_script_writes_it(self):
        self.assertEqual(self.text, watch_xla.to_json(self.record))

    def test_functions_have_hashes_and_commits(self):
        self.assertGreaterEqual(len(self.record["functions"]), 237)
        names = re.compile(self.record["names"])
        for f in self.record["functions"]:
            self.assertIn(f["file"], self.record["files"])
            self.assertRegex(f["function"], names)
            self.assertRegex(f["commit"], "^[0-9a-f]{40}$")
            self.assertRegex(f["hash"], "^[0-9a-f]{16}$")

    def test_dependents_exist(self):
        productions = {line.split()[0] for line in (ROOT / "spec/grammar.ebnf").read_text().splitlines() if line}
        for file, rows in self.record["files"].items():
            self.assertEqual(rows[-1]["functions"], ".*", file)
            for row in rows:
                self.assertTrue(row["chapters"], file)
                for chapter in row["chapters"]:
                    self.assertTrue((ROOT / "spec" / chapter).is_file(), chapter)
                self.assertLessEqual(set(row["productions"]), productions, file)

    def test_every_row_of_dependents_is_used(self):
        used = set()
        for f in self.record["functions"]:
            row = watch_xla.dependents_of(self.record, watch_xla.Function(f["file"], f["function"], f["hash"]))
            used.add((f["file"], row["functions"]))
        for file, rows in self.record["files"].items():
            for row in rows[:-1]:
                self.assertIn((file, row["functions"]), used)


if __name__ == "__main__":
    unittest.main()
