#!/usr/bin/env python3
"""Prints programs of binary files as texts, and compares with the texts that XLA wrote in the same compilation.

    binary_forms.py COMMAND FOLDER…

A folder has pairs: STEM.hlo.pb and STEM-buffer-assignment.txt, …; the release is in its name (cpu-0.12.0.1, tf-2.12) or in
that of a folder above it. Prints by release and kind how many files are equal, with the uses of each value sorted, and in how
many modules `show` and `summary` give the same answers from both forms. Exits with 1 if anything differs except denormals
that the compiler's thread flushed when it printed a constant.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile

KINDS = {"-buffer-assignment.txt": "assignment", "-buffer-assignment-values.txt": "values",
         "-live-range.txt": "live range", "-memory-usage-report.txt": "report"}


def release_of(folder):
    """The part of the path that names the release that wrote a folder, and its era."""
    for part in reversed(folder.parts):
        found = re.search(r"(?:^|-|==)(\d+\.\d+(?:\.\d+)*)", part)
        if not found:
            continue
        if part.startswith(("tf", "tensorflow")):
            return part, f"tensorflow-{found[1]}"
        return part, f"{'libtpu' if part.startswith(('tpu', 'libtpu')) else 'jaxlib'}-{found[1]}"
    return None, None


def with_sorted_uses(text):
    """The order of the uses of a value is not in a binary file, nor are addresses."""
    lines, uses, inside = [], [], False
    for line in re.sub(r"(?m)^(allocation \d+): 0x[0-9a-f]+, ", r"\1: ", text).split("\n"):
        if inside and line.startswith("  "):
            uses.append(line)
            continue
        lines += sorted(uses)
        uses, inside = [], line.startswith(" uses:")
        lines.append(line)
    return "\n".join(lines + sorted(uses))


# The least normal numbers. TensorFlow's threads flush what is below them to 0 when they print a constant.
LEAST = {"f32": 1.17549435e-38, "f64": 2.2250738585072014e-308}


def with_flushed_denormals(text):
    """The numbers in literals as a thread prints them that flushes denormals."""
    def flushed(line):
        least = LEAST[line[1]]
        return re.sub(r"-?\d[\d.]*e-\d+", lambda n: "0" if abs(float(n[0])) < least else n[0], line[0])
    return re.sub(r"(?m)^.* = (f32|f64)\[.* constant\(.*$", flushed, text)


def read(path):
    return path.read_bytes().decode("utf-8", "surrogateescape")


class Comparison:
    def __init__(self, command):
        self.command = command
        self.counts = collections.Counter()
        self.different = []

    def run(self, *arguments):
        done = subprocess.run([self.command, *map(str, arguments)], capture_output=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def count(self, release, kind, equal, path, flushed=False):
        self.counts[release, kind, "files"] += 1
        self.counts[release, kind, "equal"] += equal
        self.counts[release, kind, "flushed"] += flushed and not equal
        if not equal and not flushed:
            self.different.append(f"{kind}: {path}")

    def texts(self, folder, release, binary, stem, era, work):
        """Every text of a pair."""
        code, _, errors = self.run("print", "--era", era, "-o", work, binary)
        made = {path.name: path for path in work.iterdir()}
        for ending, kind in KINDS.items():
            theirs = folder / (stem + ending)
            if kind == "report":
                binary_report = folder / (stem + "-memory-usage-report.pb")
                if not binary_report.exists() or not theirs.exists():
                    continue
                _, output, _ = self.run("print", binary_report)
                self.count(release, kind, output.decode("utf-8", "surrogateescape") == read(theirs), theirs)
            elif theirs.exists():
                ours = made.get(theirs.name)
                texts = [with_sorted_uses(read(path)) for path in (ours, theirs) if path is not None]
                equal = len(texts) == 2 and texts[0] == texts[1]
                flushed = len(texts) == 2 and with_flushed_denormals(texts[0]) == texts[1]
                self.count(release, kind, equal, theirs, flushed)
        if code != 0:
            self.different.append(f"exit code {code}: {binary}: {errors.decode()[:200]}")

    def figures(self, question, path):
        """An answer without the names, kinds and eras of files."""
        code, output, _ = self.run(question, "--format", "json", path)
        answer = json.loads(output or b"{}")
        for key in ("files", "era"):
            answer.pop(key, None)
        return code, re.sub(r'"path": "[^"]*"', "", json.dumps(answer))

    def answers(self, folder, release, binary, stem, _, work):
        """The same questions about both forms. Texts from before 2021-04-07 have no live ranges."""
        if not (folder / (stem + ".txt")).exists():
            return
        texts = work / "texts"
        texts.mkdir()
        with_ranges = False
        for path in folder.iterdir():
            if path.name.startswith(stem) and path.suffix == ".txt" and not path.name.endswith("-report.txt"):
                (texts / path.name).write_bytes(path.read_bytes())
                with_ranges = with_ranges or b"HloLiveRange (" in path.read_bytes()
        if with_ranges:
            for question in ("show", "summary"):
                self.count(release, question, self.figures(question, texts) == self.figures(question, binary), binary)

    def folder(self, folder):
        release, era = release_of(folder)
        for binary in sorted(folder.glob("*.hlo.pb")):
            stem = binary.name[:-len(".hlo.pb")]
            if era is None or not (folder / (stem + "-buffer-assignment.txt")).exists():
                continue
            for ask in (self.texts, self.answers):
                with tempfile.TemporaryDirectory(prefix="ballast-binary-") as work:
                    ask(folder, release, binary, stem, era, pathlib.Path(work))


def main(command, *folders):
    comparison = Comparison(command)
    all_folders = sorted({path.parent for given in folders for path in pathlib.Path(given).rglob("*.hlo.pb")})
    for folder in all_folders:
        comparison.folder(folder)
    releases = dict.fromkeys(release for release, _, _ in comparison.counts)
    for release in releases:
        kinds = dict.fromkeys(kind for of, kind, _ in comparison.counts if of == release)
        figures = []
        for kind in kinds:
            equal, flushed, files = (comparison.counts[release, kind, of] for of in ("equal", "flushed", "files"))
            figures.append(f"{kind} {equal} of {files}" + (f" ({flushed} but for denormals)" if flushed else ""))
        print(f"{release}: {', '.join(figures)}")
    for line in comparison.different:
        print(f"  {line}")
    return 1 if comparison.different else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
