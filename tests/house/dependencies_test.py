#!/usr/bin/env python3
"""CMake uses libraries that a project has as targets, and names a library that is missing. dependencies_test.py COMPILER"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What find_package() calls a library, what the error calls it, and the targets that a project can define instead.
LIBRARIES = {
    "fmt": ("fmt 9 or later", ["fmt::fmt"]),
    "pegtl": ("PEGTL 3.2.7 or later, before 4", ["taocpp::pegtl"]),
    "RapidJSON": ("RapidJSON", ["rapidjson"]),
    "tsl-robin-map": ("robin-map 1.0 or later", ["tsl::robin_map"]),
    "ZLIB": ("zlib", ["ZLIB::ZLIB"]),
    "zstd": ("zstd 1.5 or later", ["zstd::libzstd_static"]),
    "SQLite3": ("", ["SQLite::SQLite3"]),
    "LibArchive": ("", ["LibArchive::LibArchive"]),
    "CLI11": ("CLI11 2.1 or later", ["CLI11::CLI11"]),
}
FOR_TESTS = {"GTest": "GoogleTest", "rapidcheck": "RapidCheck", "FastFloat": "fast_float 3.9 or later",
             "benchmark": "Google Benchmark 1.7 or later"}


class Dependencies(unittest.TestCase):
    compiler = "c++"

    def setUp(self):
        work = tempfile.TemporaryDirectory(prefix="ballast-dependencies-")
        self.addCleanup(work.cleanup)
        self.folder = pathlib.Path(work.name)

    def configure(self, source, *options):
        """The exit code and what CMake prints, without line breaks."""
        done = subprocess.run(["cmake", "-S", source, "-B", self.folder / "build", "-DBALLAST_FETCH=OFF",
                               f"-DCMAKE_CXX_COMPILER={self.compiler}", *options],
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        return done.returncode, " ".join(done.stdout.split())

    def project(self, *lines):
        """A project that adds this one behind these lines."""
        (self.folder / "CMakeLists.txt").write_text("\n".join([
            "cmake_minimum_required(VERSION 3.25)", "project(outer LANGUAGES CXX)", *lines,
            f"add_subdirectory({ROOT} ballast)", ""]))
        return self.folder

    def package(self, name, version, *lines):
        """An installed library, to be found before that of the system."""
        folder = self.folder / "prefix/lib/cmake" / name
        folder.mkdir(parents=True)
        name = name.lower()
        (folder / f"{name}-config.cmake").write_text("\n".join([*lines, ""]))
        # It accepts any older version, as some packages do.
        (folder / f"{name}-config-version.cmake").write_text(
            f"set(PACKAGE_VERSION {version})\nif(PACKAGE_FIND_VERSION_RANGE_MAX STREQUAL EXCLUDE AND "
            f"PACKAGE_VERSION VERSION_GREATER_EQUAL PACKAGE_FIND_VERSION_MAX)\n"
            f"  set(PACKAGE_VERSION_COMPATIBLE FALSE)\nelse()\n  set(PACKAGE_VERSION_COMPATIBLE TRUE)\nendif()\n")
        return f"-DCMAKE_PREFIX_PATH={self.folder / 'prefix'}"

    def cached(self, name):
        return re.search(rf"^{name}:\w+=(.*)$", (self.folder / "build/CMakeCache.txt").read_text(), re.M)[1]

    def test_the_table_has_all_libraries(self):
        found = re.findall(r"find_package\(([\w-]+)", (ROOT / "cmake/Dependencies.cmake").read_text())
        self.assertEqual(set(found), LIBRARIES.keys() | FOR_TESTS.keys())

    def test_targets_of_a_project_are_used(self):
        targets = [name for _, names in LIBRARIES.values() for name in names]
        # Libraries that the project builds.
        lines = [f"add_library({name.split('::')[-1]} INTERFACE)" for name in targets]
        lines += [f"add_library({name} ALIAS {name.split('::')[1]})" for name in targets if "::" in name]
        hidden = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in LIBRARIES]
        code, output = self.configure(self.project(*lines), *hidden)
        self.assertEqual(code, 0, output)
        self.assertNotIn("not installed", output)

    def test_a_package_of_rapidjson_may_have_a_target(self):
        prefix = self.package("RapidJSON", "1.1.0", "add_library(rapidjson INTERFACE IMPORTED GLOBAL)")
        code, output = self.configure(ROOT, prefix, "-DBALLAST_TOOL=OFF", "-DBALLAST_FILES=OFF", "-DBALLAST_TESTS=OFF",
                                      "-DBALLAST_BENCH=OFF")
        self.assertEqual(code, 0, output)
        self.assertIn(str(self.folder), self.cached("RapidJSON_DIR"))

    def test_pegtl_4_is_not_used(self):
        prefix = self.package("pegtl", "4.0.0", "add_library(taocpp::pegtl INTERFACE IMPORTED GLOBAL)")
        code, output = self.configure(ROOT, prefix, "-DBALLAST_TOOL=OFF", "-DBALLAST_FILES=OFF", "-DBALLAST_TESTS=OFF",
                                      "-DBALLAST_BENCH=OFF")
        if code == 0:
            self.assertNotIn(str(self.folder), self.cached("pegtl_DIR"))
        else:
            self.assertIn("PEGTL 3.2.7 or later, before 4 is missing", output)

    def test_a_missing_library_is_named(self):
        names = {find: name for find, (name, _) in LIBRARIES.items() if name} | FOR_TESTS
        for find, name in names.items():
            with self.subTest(name):
                code, output = self.configure(ROOT, f"-DCMAKE_DISABLE_FIND_PACKAGE_{find}=ON", "-DBALLAST_TESTS=ON",
                                              "-DBALLAST_BENCH=ON")
                self.assertEqual(code, 1, output)
                self.assertIn(f"{name} is missing, and BALLAST_FETCH is OFF. Install it", output)
                (self.folder / "build/CMakeCache.txt").unlink()


if __name__ == "__main__":
    Dependencies.compiler = sys.argv.pop() if len(sys.argv) > 1 else Dependencies.compiler
    unittest.main()
