#!/usr/bin/env python3
"""The runner of spec/conformance: what it notices, and the forms of its matrix."""
import html.parser
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUN = ROOT / "spec/conformance/run.py"
sys.dont_write_bytecode = True
sys.path.insert(0, str(RUN.parent))
import run as runner  # noqa: E402

# Accepts whatever it gets.
CREDULOUS = """import json, sys
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "accepted": True}))"""


def run(*arguments):
    return subprocess.run([sys.executable, "-B", RUN, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                          encoding="utf-8", check=False, timeout=300)


def reader(program, name="mine"):
    return ["--reader", f"{name}={sys.executable} -c '{program}'", "--protocol", "lines", "--one-batch"]


class Cells(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.classes = []

    def handle_starttag(self, tag, attrs):
        if tag == "td":
            self.classes.append(dict(attrs)["class"])


class Runner(unittest.TestCase):
    def test_a_reader_that_accepts_all_fails_at_the_invalid_texts(self):
        done = run(*reader(CREDULOUS), "--format", "json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("fails, and is not in known_failures.json: mine: ", done.stderr)
        features = json.loads(done.stdout)["readers"][0]["features"]
        for name, cell in features.items():
            with self.subTest(name):
                if name.endswith(": accepts"):
                    self.assertEqual(cell["fail"], 0)
                elif name.endswith(": refuses"):
                    self.assertEqual(cell["pass"], 0)
        self.assertEqual(features["context rules"]["pass"] + features["context rules"]["fail"], 0)

    def test_a_reader_that_ends_early_gives_no_answers(self):
        done = run(*reader("raise SystemExit(3)"), "--format", "json")
        self.assertEqual(done.returncode, 1)
        self.assertIn("mine: exit code 3", done.stderr)
        self.assertEqual(json.loads(done.stdout)["readers"][0]["pass"], 0)

    def test_what_is_no_answer_is_shown(self):
        done = run(*reader("print(\"Traceback\")"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("mine: not an answer: Traceback\n", done.stderr)

    def test_answers_end_at_line_feeds_alone(self):
        program = """import json, sys
for line in sys.stdin:
    answer = {"id": json.loads(line)["id"], "accepted": True, "text": chr(0x2028) + chr(0x85)}
    sys.stdout.buffer.write((json.dumps(answer, ensure_ascii=False) + chr(10)).encode())"""
        done = run(*reader(program), "--answers", "text", "--format", "json")
        self.assertNotIn("not an answer", done.stderr)
        features = json.loads(done.stdout)["readers"][0]["features"]
        self.assertGreater(features["allocations: accepts"]["pass"], 0)
        self.assertEqual(features["prints back"]["pass"], 0)

    def test_wrong_usage_has_an_exit_code_of_its_own(self):
        for arguments, text in ((["--reader", "mine=./no-such-program"], "mine: not installed: ./no-such-program"),
                                (["--reader", "mine="], "--reader is NAME=COMMAND"),
                                (["--only", "nobody"], "no reader nobody in readers.json"),
                                (["--only", "ballast,awk", "--ballast", "./no-such-program"],
                                 "ballast: not installed: ./no-such-program"),
                                (["--case", "none-0"], "no case none-0")):
            with self.subTest(text):
                done = run(*arguments)
                self.assertEqual((done.returncode, done.stderr), (2, f"run.py: {text}\n"))

    def test_a_known_failure_that_does_not_fail_is_reported(self):
        matrix = runner.Matrix()
        for passed, failed, is_gone in ((0, 3, False), (1, 2, True), (3, 0, True), (0, 0, True)):
            matrix.cells = {"mine": {"sizes": {"pass": passed, "fail": failed, "unsupported": 0}}}
            matrix.failures = {"mine": {"sizes": ["x"] * failed}}
            new, gone = runner.compare_with_baseline(matrix, {"mine": {"sizes": "all"}})
            self.assertEqual((new, bool(gone)), ([], is_gone), (passed, failed))

    def test_a_place_is_a_line_and_a_column_or_an_offset(self):
        case = next(c for c in map(json.loads, (ROOT / "spec/conformance/invalid/frames.jsonl").read_text().splitlines())
                    if c["start"] == "file" and c["level"] == "grammar")
        fault = case["expect"]["fault"]
        for answer, right in (({"offset": fault["offset"]}, 1), ({"line": fault["line"], "column": fault["column"]}, 1),
                              ({"offset": fault["offset"] + 1000}, 0), ({}, 0)):
            program = CREDULOUS.replace('"accepted": True', f'"accepted": False, **{json.dumps(answer)}')
            done = run(*reader(program), "--answers", "place", "--format", "json")
            failures = json.loads(done.stdout)["readers"][0]["failures"]["places of faults"]
            self.assertEqual(case["id"] not in failures, bool(right), answer)

    def test_the_page_has_a_cell_for_each_feature(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "matrix.html"
            self.assertEqual(run(*reader(CREDULOUS), "--format", "html", "-o", str(path)).returncode, 1)
            cells = Cells()
            cells.feed(path.read_text(encoding="utf-8"))
        self.assertGreater(len(cells.classes), 40)
        self.assertEqual(set(cells.classes), {"good", "bad", "none"})

    def test_a_case_can_be_written_out(self):
        for path in (ROOT / "spec/conformance/valid").glob("*.jsonl"):
            case = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
            if "text" in case:
                break
        done = run("--case", case["id"])
        self.assertEqual((done.returncode, done.stdout), (0, case["text"]))

    def test_a_program_may_be_driven_by_exit_codes(self):
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "reader.py"
            program.write_text("import sys\nsys.exit(not sys.stdin.buffer.read().startswith(b'BufferAssignment:'))\n")
            row = {"name": "mine", "command": [sys.executable, str(program)]}
            mine = runner.Reader(row, {})
            self.assertEqual(mine.answer_one({"text": "BufferAssignment:\n", "start": "file"}), {"accepted": True})
            self.assertEqual(mine.answer_one({"text": "x", "start": "file"}), {"accepted": False})
            program.write_text("raise SystemExit(70)\n")
            self.assertEqual(mine.answer_one({"text": "x", "start": "file"}), {})


if __name__ == "__main__":
    unittest.main()
