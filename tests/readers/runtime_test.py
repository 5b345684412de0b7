#!/usr/bin/env python3
"""The parts of readers in src/readers/runtime, and the readers that they become, pass the checks of their languages.

    runtime_test.py BALLAST        languages that are not installed are left out; scripts/nightly/parsers.sh checks types and style"""
import ast
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
RUNTIME = ROOT / "src/readers/runtime"
BALLAST = sys.argv.pop() if len(sys.argv) > 1 else "build/release/src/ballast"
# As strict as a project may be that compiles the reader with its own code.
STRICT = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-fsyntax-only"]


class Runtime(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory(prefix="ballast-runtime-")
        self.addCleanup(work.cleanup)
        self.folder = pathlib.Path(work.name)

    def reader(self, target, name, *more):
        path = self.folder / name
        command = [BALLAST, "parser", "--target", target, *more]
        path.write_bytes(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
        return path

    def check(self, *command):
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        self.assertEqual((done.returncode, done.stdout), (0, ""), " ".join(map(str, command)))

    def test_every_part_is_in_a_reader(self):
        cmake = (ROOT / "src/readers/CMakeLists.txt").read_text()
        for path in RUNTIME.glob("*/*.*"):
            if path.name not in (".clang-format", "ruff.toml"):
                row = f"{path.parent.name} {path.suffix[1:]} "
                parts = cmake[cmake.index(row):].split('"')[0].split()[2:]
                self.assertIn(path.stem, parts, path)

    def test_python_3_9_knows_the_syntax(self):
        for path in [*RUNTIME.glob("python/*.py"), self.reader("python", "xla_dump.py")]:
            ast.parse(path.read_text(), str(path), feature_version=(3, 9))

    @unittest.skipUnless(shutil.which("node"), "node is not installed")
    def test_node_knows_the_syntax(self):
        for path in [*RUNTIME.glob("javascript/*.mjs"), self.reader("javascript", "xla_dump.mjs")]:
            self.check("node", "--check", path)

    @unittest.skipUnless(shutil.which("cc"), "cc is not installed")
    def test_a_c_compiler_has_no_warning(self):
        self.check("cc", *STRICT, "-DBALLAST_READER_MAIN", self.reader("c", "xla_dump.c"))
        self.check("cc", *STRICT, self.reader("c", "shape.c", "--start", "shape"))


if __name__ == "__main__":
    unittest.main()
