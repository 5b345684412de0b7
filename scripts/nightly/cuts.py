#!/usr/bin/env python3
"""Cuts files and checks that `show` answers from what is before the cut, and claims nothing about the rest.

Each file is cut at each 5 % of its bytes and after 20 random lines; --files and --cuts take fewer, evenly spread. The
expected figures are sums over the records of `ballast json` of the whole file whose lines end before the cut. `complete`
must be false wherever something is missing, and no limit may be met, except where the cut text is one that XLA could
have written: where `validate` accepts it. A table by kind is printed; the script ends with 1 if a cut is answered
wrongly.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile

RANDOM_LINES = 20
QUIET = "quiet"
ENOUGH = "1P"  # more than any file needs
HEAD = re.compile(rb"^allocation (\d+): .*$", re.M)


def run(command, *arguments):
    return subprocess.run([command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)


def answer_of(command, path, *options):
    done = run(command, "show", "--format", "json", *options, path)
    try:
        return done.returncode, json.loads(done.stdout)
    except ValueError:
        return done.returncode, None


def kind_of(text):
    for beginning, kind in (
        (b"BufferAssignment OOM", "out-of-memory report"),
        (b"BufferAssignment:", "allocations"),
        (b"\nTotal bytes used:", "values"),
        (b"HloLiveRange", "live ranges"),
        (b"Total bytes used:", "usage report"),
        (b"Memory Space:", "usage report"),
        (b"HloModule", "module text"),
        (b"*** Begin", "framed"),
    ):
        if text.startswith(beginning):
            return kind
    return "message"


def allocations_of(command, path, text):
    """(end of its line, size, space) of each allocation that counts; empty if the file has none."""
    done = run(command, "json", path)
    try:
        tree = json.loads(done.stdout)["tree"].get("dump", {})
    except (ValueError, KeyError):
        return []
    heads = list(HEAD.finditer(text))
    all_of_json = tree.get("allocations", [])
    if [int(head[1]) for head in heads] != [each["number"] for each in all_of_json]:
        return []
    return [
        (head.end() + 1, each["size"], each["color"])
        for head, each in zip(heads, all_of_json)
        if not each.get("thread_local")
    ]


def cuts_of(text, name, most):
    chosen = {len(text) * i // 20 for i in range(1, 20)}
    ends = [at + 1 for at, byte in enumerate(text) if byte == 10][:-1]
    chosen.update(random.Random(name).sample(ends, min(RANDOM_LINES, len(ends))))
    chosen = sorted(chosen - {0, len(text)})
    if most and len(chosen) > most:
        chosen = [chosen[i * len(chosen) // most] for i in range(most)]
    return chosen


def figures_in(answer):
    """The sizes that an answer about a message states."""
    if not answer:
        return set()
    result = set()
    for message in answer.get("messages", []):
        result.update(message.get("sizes", {}).values())
    for name in ("used", "capacity", "missing", "program", "arguments"):
        if isinstance(answer.get("tpu", {}).get(name), int):
            result.add(answer["tpu"][name])
    result.update(space["total"] for space in answer.get("spaces", []))
    return result


def sizes_in(text):
    """The sizes that a text states, in bytes: `1688`, `16.00G`, `768.0KiB`."""
    units = b"BKMGTPE"
    found = re.findall(rb"\b(\d+(?:\.\d+)?)([KMGTPE]?)(?:iB|B)?\b", text)
    return {int(float(number) * 1024 ** (units.index(unit) if unit else 0)) for number, unit in found}


class File:
    def __init__(self, command, path):
        self.command, self.path = command, path
        self.text = path.read_bytes()
        self.kind = kind_of(self.text)
        self.allocations = allocations_of(command, path, self.text) if self.kind in ("allocations", "framed") else []
        if self.kind == "framed":
            self.kind = "framed allocations" if self.allocations else "framed, other"
        self.figures = figures_in(answer_of(command, path)[1])
        self.figures.update(sizes_in(self.text))

    def fault_at(self, cut, folder):
        """What is wrong about the answer for the cut file; empty if nothing is. The second is true for a text that is
        not said to be incomplete because XLA could have written it, the third for one that has an answer."""
        part = os.path.join(folder, self.path.name)
        with open(part, "wb") as out:
            out.write(self.text[:cut])
        code, answer = answer_of(self.command, part, "--limit", ENOUGH)
        if answer is None:
            return "no JSON", False, False
        answered = "errors" not in answer
        if self.allocations:
            expected = collections.Counter()
            for end, size, space in self.allocations:
                if end <= cut:
                    expected[space] += size
            found = {space["space"]: space["total"] for space in answer.get("spaces", [])}
            if {k: v for k, v in expected.items() if v} != {k: v for k, v in found.items() if v}:
                return f"expected {dict(expected)}, found {found}", False, answered
        elif answered:
            largest = max(self.figures, default=0)
            # Sizes in sentences are rounded.
            if any(figure > largest * 1.01 for figure in figures_in(answer)):
                return f"figures above those of the whole: {figures_in(answer)}", False, answered
        said = answered and answer.get("complete") is False
        if code in (1, 2) and (said or not answered):
            return "", False, answered
        if self.accepts(part):
            return "", True, answered
        # A message can be whole without what followed it; `quiet` counts these.
        if answered and not self.allocations and "tpu" not in answer:
            return QUIET, False, answered
        return "a limit is met" if code == 0 else "not said to be incomplete", False, answered

    def accepts(self, part):
        """True if XLA could have written a text, apart from empty lines and blanks at its end."""
        if run(self.command, "validate", part).returncode == 0:
            return True
        text = pathlib.Path(part).read_bytes()
        trimmed = text.rstrip(b" \n") + b"\n"
        if trimmed == text:
            return False
        shorter = part + ".trimmed.txt"
        pathlib.Path(shorter).write_bytes(trimmed)
        result = run(self.command, "validate", shorter).returncode == 0
        os.remove(shorter)
        return result

    def check(self, most):
        result = []
        with tempfile.TemporaryDirectory() as folder:
            for cut in cuts_of(self.text, self.path.name, most):
                result.append((cut, *self.fault_at(cut, folder)))
            if result and result[-1][-1]:  # the last cut text has an answer, and there is no limit
                code = run(self.command, "show", os.path.join(folder, self.path.name)).returncode
                if code != 0:
                    result.append((result[-1][0], f"exit code {code} without a limit", False, True))
        return result


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("ballast")
    parser.add_argument("folders", nargs="+")
    parser.add_argument("--files", type=int, default=0)
    parser.add_argument("--cuts", type=int, default=0)
    parser.add_argument("--details", action="store_true", help="names the cut texts that XLA could have written")
    given = parser.parse_intermixed_args()

    endings = {".txt", ".print", ".str", ".log"}
    paths = [p for folder in given.folders for p in sorted(pathlib.Path(folder).rglob("*")) if p.suffix in endings]
    paths = [p for p in paths if p.is_file() and 0 < p.stat().st_size < 1 << 22]
    if given.files and len(paths) > given.files:
        paths = [paths[i * len(paths) // given.files] for i in range(given.files)]

    rows = collections.defaultdict(collections.Counter)
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        work = lambda path: (lambda file: (file, file.check(given.cuts)))(File(given.ballast, path))
        for file, results in pool.map(work, paths):
            row = rows[file.kind]
            row["files"] += 1
            for cut, fault, accepted, answered in results:
                row["cuts"] += 1
                row["answered"] += answered
                row["whole"] += accepted
                row["quiet"] += fault == QUIET
                if fault == QUIET:
                    if given.details:
                        print(f"{file.path} cut at {cut}: not said to be incomplete")
                    continue
                row["wrong"] += bool(fault)
                if fault:
                    failed += 1
                    print(f"{file.path} cut at {cut}: {fault}")
                elif accepted and given.details:
                    print(f"{file.path} cut at {cut}: XLA could have written it")
    print(f"{'kind':22} {'files':>6} {'cuts':>7} {'answered':>9} {'whole':>6} {'quiet':>6} {'wrong':>6}")
    for kind, row in sorted(rows.items()):
        counts = f"{row['answered']:9} {row['whole']:6} {row['quiet']:6} {row['wrong']:6}"
        print(f"{kind:22} {row['files']:6} {row['cuts']:7} {counts}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
