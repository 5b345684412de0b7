#!/usr/bin/env python3
"""scripts/nightly/answers.py with two stand-ins for the command."""
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/nightly/answers.py"
STAND_IN = """#!{python}
import json, sys
command, path = sys.argv[1], sys.argv[-1]
print(json.dumps({answer}))
sys.exit({code})
"""


class Answers(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in ("a", "b"):
            (self.folder / "texts").mkdir(exist_ok=True)
            (self.folder / f"texts/{name}-buffer-assignment.txt").write_text("x")
        (self.folder / "texts/oom.log").write_text("x")

    def command(self, name, answer, code=0):
        path = self.folder / name
        path.write_text(STAND_IN.format(python=sys.executable, answer=answer, code=code))
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
        return str(path)

    def compared(self, old, new):
        done = subprocess.run([sys.executable, SCRIPT, old, new, self.folder / "texts"], stdout=subprocess.PIPE, text=True, check=False)
        return done.returncode, done.stdout.splitlines()

    def test_equal_answers_are_no_difference(self):
        same = self.command("same", "{'total': 1, 'of': command}")
        code, lines = self.compared(same, same)
        # A summary, two modules, their difference, and a log.
        self.assertEqual((code, lines), (0, ["answers: 5 questions, 0 different changes"]))

    def test_equal_differences_are_printed_once(self):
        old = self.command("old", "{'spaces': [{'total': 1}], 'of': command}")
        new = self.command("new", "{'spaces': [{'total': 2 if command == 'show' else 1}], 'of': command}")
        code, lines = self.compared(old, new)
        self.assertEqual(code, 1)
        self.assertEqual(len(lines), 2, lines)
        self.assertRegex(lines[0], r"^show answer\.spaces\[\]\.total: 1 -> 2: 3 times, first .*a-buffer-assignment\.txt$")

    def test_exit_codes_and_missing_members_are_compared(self):
        code, lines = self.compared(self.command("old", "{}"), self.command("new", "{'more': True}", 1))
        self.assertEqual(code, 1)
        self.assertTrue(any("show exit: 0 -> 1" in line for line in lines), lines)
        self.assertTrue(any('show answer.more: "(none)" -> true' in line for line in lines), lines)


if __name__ == "__main__":
    unittest.main()
