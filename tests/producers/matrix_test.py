#!/usr/bin/env python3
"""The logic of the release matrix with a stand-in for a producer. matrix_test.py BALLAST GOLDEN"""
import contextlib
import io
import json
import os
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
import matrix

BALLAST, GOLDEN = sys.argv[1], pathlib.Path(sys.argv[2])
ROW = "stand-in\t1.0\t%d.%d\t\tD18\n" % sys.version_info[:2]
ANALYSIS = "argument=144 output=64 alias=0 temp=1408"


class Matrix(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.path = pathlib.Path(self.folder.name)
        self.addCleanup(self.folder.cleanup)
        matrix.PRODUCERS["stand-in"] = matrix.Producer(
            "stand_in.py", [], environment={"STAND_IN_GOLDEN": str(GOLDEN / "modules"), "STAND_IN_ANALYSIS": ANALYSIS},
            compared=("argument", "output", "alias", "temp"))
        self.make_environment, matrix.make_environment = matrix.make_environment, self.environment
        self.addCleanup(lambda: setattr(matrix, "make_environment", self.make_environment))

    def environment(self, row, cache, log):
        """Nothing is installed: the interpreter of the test."""
        matrix.find_python(row.python)
        return cache, pathlib.Path(sys.executable), row.version or "2.0"

    def run_matrix(self, *words, table=ROW):
        """Exit code, rows and text."""
        (self.path / "table.tsv").write_text(table)
        result = self.path / "matrix.json"
        out, told = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(told):
            code = matrix.main(["--ballast", BALLAST, "--cache", str(self.path), "--json", str(result),
                                "--table", str(self.path / "table.tsv"), *words])
        return code, json.loads(result.read_text())["rows"], out.getvalue()

    def test_a_sound_release_passes(self):
        code, rows, text = self.run_matrix("stand-in==1.0", "--only", "sound")
        self.assertEqual(code, 0, text)
        self.assertEqual(rows, [{
            "release": "stand-in==1.0", "programs": {"sound": "ok"}, "files": 2, "identical": 2, "findings": {},
            "era_found": "D18", "era_expected": "D18", "era_fits": True, "reports_equal": 1, "reports_tied": 0, "reports": 1,
            "analysis_equal": 4, "analysis": 4}])
        self.assertEqual(text, "release        files  identical  findings  era  expected  reports  analysis  programs\n"
                               "stand-in==1.0  2      2          -         D18  D18       1/1      4/4       1 ok\n")

    def test_findings_are_counted_by_rule(self):
        code, rows, _ = self.run_matrix("stand-in", "--only", "wrong")
        self.assertEqual(code, 1)
        self.assertIn("total_sum", rows[0]["findings"])

    def test_a_refused_text_is_a_shortfall(self):
        code, rows, _ = self.run_matrix("stand-in", "--only", "refused")
        self.assertEqual(code, 1)
        self.assertEqual((rows[0]["files"], rows[0]["identical"]), (2, 1))

    def test_another_era_is_a_shortfall(self):
        code, rows, _ = self.run_matrix("stand-in==1.0", "--only", "sound", table=ROW.replace("D18", "D17"))
        self.assertEqual((code, rows[0]["era_fits"]), (1, False))

    def test_another_analysis_is_a_shortfall(self):
        matrix.PRODUCERS["stand-in"].environment["STAND_IN_ANALYSIS"] = ANALYSIS.replace("1408", "1409")
        code, rows, _ = self.run_matrix("stand-in", "--only", "sound")
        self.assertEqual((code, rows[0]["analysis_equal"], rows[0]["analysis"]), (1, 3, 4))

    def test_each_program_has_a_process_and_a_limit_of_its_own(self):
        code, rows, text = self.run_matrix("stand-in", "--time-limit", "5", "--only", "sound", "--only", "lacking",
                                           "--only", "hanging", "--only", "crashing")
        self.assertEqual(code, 0, text)
        self.assertEqual(rows[0]["programs"], {"sound": "ok", "lacking": "skipped", "hanging": "timeout",
                                               "crashing": "ended -6"})
        self.assertIn("1 ok, lacking skipped, hanging timeout, crashing ended -6", text)

    def test_paths_of_the_machine_are_removed(self):
        kept = self.path / "kept"
        self.run_matrix("stand-in", "--only", "paths", "--keep", str(kept))
        texts = [p.read_text() for p in kept.rglob("*-buffer-assignment.txt")]
        self.assertEqual(len(texts), 1)
        self.assertIn('op_name="/home/me/step.py"', texts[0])
        self.assertNotIn(str(matrix.HERE), texts[0])

    def test_without_texts_a_row_could_not_be_run(self):
        code, rows, text = self.run_matrix("stand-in", "--only", "lacking")
        self.assertEqual((code, rows[0]["reason"]), (2, "no text was dumped; the logs say why (--keep)"))
        self.assertIn("could not be run: no text was dumped", text)

    def test_without_its_python_a_row_could_not_be_run(self):
        both = ROW + "stand-in\t2.0\t2.99\t\tD18\n"
        code, rows, _ = self.run_matrix("stand-in==1.0", "stand-in==2.0", "--only", "sound", table=both)
        self.assertEqual(code, 2)
        self.assertNotIn("reason", rows[0])
        self.assertEqual(rows[1], {"release": "stand-in==2.0",
                                   "reason": "Python 2.99 is neither in PATH nor in pyenv"})

    def test_without_arguments_the_newest_of_each_producer_runs(self):
        table = matrix.read_releases(matrix.HERE / "releases.tsv")
        newest = matrix.choose([], table)
        self.assertEqual([r.version for r in newest], [""] * len({r.producer for r in table}))
        jax = [r for r in newest if r.producer == "jax"][0]
        last = [r for r in table if r.producer == "jax"][-1]
        self.assertEqual((jax.python, jax.expected), (last.python, last.expected + "+"))
        # A version that the table lacks runs as the newest does.
        self.assertEqual(matrix.choose(["jax==99.1"], table)[0], jax._replace(version="99.1"))
        with self.assertRaises(SystemExit):
            matrix.choose(["nothing==1"], table)

    def test_every_producer_has_programs_and_rows(self):
        producers = {r.producer for r in matrix.read_releases(matrix.HERE / "releases.tsv")}
        self.assertEqual(producers, set(matrix.PRODUCERS) - {"stand-in"})
        for name, producer in matrix.PRODUCERS.items():
            self.assertGreater(len(matrix.programs_of(matrix.HERE / producer.programs)), 3, name)

    def test_eras_are_joined_and_compared(self):
        eras = ["D11..D12 2023-06-06..2024-01-16", "D0..D1 2019-03-12..2019-05-14, D1..D24 2019-05-15..now"]
        self.assertEqual(matrix.joined_eras(eras), ("D11", "D12"))
        self.assertIsNone(matrix.joined_eras(["D11..D12 a..b", "D13..D13 a..b"]))
        self.assertIsNone(matrix.joined_eras([]))
        for found, expected, right in ((("D17", "D18"), "D18", True), (("D17", "D18"), "D16", False),
                                       (("D6", "D6b"), "D6,D6b", True), (("D24", "D24"), "D22+", True),
                                       (("D21", "D21"), "D22+", False), (("D0", "D1'"), "D1", True), (None, "D1", False)):
            self.assertEqual(matrix.fits(found, expected), right, (found, expected))

    def test_reports_may_differ_in_the_order_of_what_has_one_size(self):
        one = b"Total bytes used: 8 (8B)\n\n 4B(50%); 4B; 0; 2; f32[1], s32[1]\n 8B(100%); 4B; 4; 1; pred[4]\n"
        other = b"Total bytes used: 8 (8B)\n\n 4B(50%); 4B; 4; 1; pred[4]\n 8B(100%); 4B; 0; 2; s32[1], f32[1]\n"
        self.assertEqual(matrix.without_ties(one), matrix.without_ties(other))
        self.assertNotEqual(matrix.without_ties(one), matrix.without_ties(other.replace(b"pred[4]", b"pred[8]")))
        self.assertNotEqual(matrix.without_ties(one), matrix.without_ties(other.replace(b"(50%)", b"(51%)")))
        # Reports by memory space have one order.
        self.assertNotEqual(matrix.without_ties(b"M" + one), matrix.without_ties(b"M" + other))

    def test_modules_are_called_as_their_functions(self):
        self.assertEqual(matrix.module_of("module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt"), "jit_f")
        self.assertEqual(matrix.module_of("123.module_0001.jit_f.sm_9.0_gpu_after_optimizations.txt"), "jit_f")
        self.assertIsNone(matrix.module_of("other.txt"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
