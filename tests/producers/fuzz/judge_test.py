#!/usr/bin/env python3
"""The judge of random programs with a stand-in for the compiler. judge_test.py BALLAST GOLDEN"""
import contextlib
import io
import os
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import judge

BALLAST, GOLDEN = sys.argv[1], pathlib.Path(sys.argv[2])


class Judge(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        os.environ["STAND_IN_GOLDEN"] = str(GOLDEN)
        self.compiler, judge.COMPILER = judge.COMPILER, judge.HERE / "stand_in.py"
        self.addCleanup(lambda: setattr(judge, "COMPILER", self.compiler))

    def run_judge(self, *words):
        """Exit code and text."""
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            code = judge.main(["cpu", "--ballast", BALLAST, "--python", sys.executable, "--keep", str(self.path), *words])
        return code, out.getvalue()

    def test_sound_programs_pass(self):
        code, text = self.run_judge("--first", "0", "--count", "3")
        self.assertEqual(code, 0, text)
        self.assertIn("3 compiled, 0 ended, 0 faulty, 6 files, 0 skipped", text)

    def test_a_program_that_ends_the_process_hides_no_other(self):
        code, text = self.run_judge("--first", "4", "--count", "3")
        self.assertEqual(code, 0, text)
        self.assertIn("2 compiled, 1 ended, 0 faulty", text)

    def test_a_program_that_falls_short_is_kept_and_reduced(self):
        code, text = self.run_judge("--first", "2", "--count", "3")
        self.assertEqual(code, 1, text)
        self.assertRegex(text, r"  p3: .*total_sum")
        self.assertIn("p3: falls short without statements [0, 1, 3]", text)
        kept = [p.name for p in self.path.rglob("*-buffer-assignment.txt")]
        self.assertIn("module_0001.jit_p3.cpu_after_optimizations-buffer-assignment.txt", kept)

    def test_flags_follow_from_the_seed(self):
        drawn = {tuple(judge.flags_of("cpu", seed)) for seed in range(50)}
        self.assertEqual(judge.flags_of("cpu", 7), judge.flags_of("cpu", 7))
        self.assertGreater(len(drawn), 10)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
