#!/usr/bin/env python3
"""scripts/nightly/wheel_literals.py on small wheels made by hand."""

import pathlib
import subprocess
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts/nightly/wheel_literals.py"


class WheelLiterals(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory(prefix="ballast-literals-")
        self.addCleanup(work.cleanup)
        self.folder = pathlib.Path(work.name)
        self.record = self.folder / "record.json"

    def run_on(self, *texts, extra=(), name="jaxlib-9.9.9-cp312-cp312-linux.whl", member="jaxlib/libjax.so"):
        with zipfile.ZipFile(self.folder / name, "w") as archive:
            entry = zipfile.ZipInfo(member, date_time=(2026, 11, 5, 0, 0, 0))
            archive.writestr(entry, b"\0".join([b"\x7fELF", *(text.encode() for text in texts), b""]))
        done = subprocess.run([sys.executable, SCRIPT, "--wheels", self.folder, "--record-file", self.record, *extra],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual(done.stderr, "")
        return done

    def test_a_changed_sentence_is_reported_with_version_date_and_marker(self):
        done = self.run_on("ran out of memory when trying to allocate")
        self.assertEqual(done.returncode, 1)
        self.assertIn("jaxlib 9.9.9 of 2026-11-05: ran out of memory when trying to allocate", done.stdout)
        self.assertIn("    near: ", done.stdout)

    def test_what_is_read_and_what_is_of_something_else_are_not_reported(self):
        done = self.run_on("Current allocation summary follows.", "Ran out of memory in memory space",
                           "the quick brown fox has an allocation of lazy dogs over there",
                           "a sentence about nothing at all that anybody would read")
        self.assertEqual((done.returncode, done.stdout), (0, "1 wheels, 0 new texts\n"))

    def test_other_files_of_a_wheel_are_not_read(self):
        done = self.run_on("ran out of memory when trying to allocate", member="jaxlib/readme.txt")
        self.assertEqual(done.returncode, 0)

    def test_what_was_recorded_is_not_new(self):
        text = "ran out of memory when trying to allocate"
        self.assertEqual(self.run_on(text, extra=["--record"]).returncode, 1)
        self.assertNotIn(text, self.record.read_text())
        self.assertEqual(self.run_on(text).returncode, 0)
        self.assertEqual(self.run_on(text, name="libtpu-1.0-py3-none-linux.whl").returncode, 1)

    def test_without_wheels_it_says_so(self):
        done = subprocess.run([sys.executable, SCRIPT, "--wheels", self.folder, "--record-file", self.record],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (2, "wheel_literals: no wheel could be read\n"))


if __name__ == "__main__":
    unittest.main()
