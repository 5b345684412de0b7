#!/usr/bin/env python3
"""Compares what ballast accepts and prints with what XLA's own parser and printer do.

  oracle.py --ballast PATH --day YYYY-MM-DD [--count N] [--seed N] [--json FILE] [TEXT...]

Runs in an environment with jaxlib; the day is one on which its XLA was the newest. TEXTs are module texts, or folders of
them. Compared are changed instructions of the texts and of `ballast generate`, literals, and generated texts:

  printed    what XLA prints of any of them, ballast accepts and prints back identical
  accepted   what ballast accepts strictly for that day, XLA prints back identical
  generated  what `ballast generate` makes, XLA reads (at least 95 %) and prints back identical

Exit code 1 where something differs that no exception names, 2 where it cannot run.
"""
import argparse
import collections
import json
import pathlib
import random as randoms
import re
import subprocess
import sys
import tempfile

import exceptions
import lines
import literals
import xla

READ_AT_LEAST = 0.95


class Ballast:
    def __init__(self, path, day):
        self.path, self.day = path, day

    def run(self, *arguments, text=""):
        return subprocess.run([self.path, *map(str, arguments)], input=text.encode(), stdout=subprocess.PIPE).stdout.decode()

    def generate(self, section, seed, size):
        return self.run("generate", "--section", section, "--seed", seed, "--size", size, "--era", self.day)

    def _lines(self, command, rule, texts, good):
        """Which of the lines are good, and what is said of the others."""
        said = self.run(*command, "--rule", rule, "-", text="".join(t + "\n" for t in texts))
        verdicts = {}
        for line in said.split("\n"):
            found = re.match(r"<stdin>:(\d+)(?::\d+)?: (.*)", line)
            if found:
                verdicts[int(found.group(1))] = found.group(2)
        return [None if verdicts.get(i + 1, "").startswith(good) else verdicts.get(i + 1, "nothing") for i in range(len(texts))]

    def accepts(self, texts, rule="instruction"):
        return self._lines(["validate", "--strict", "--era", self.day], rule, texts, "accepted")

    def prints_back(self, texts, rule="instruction"):
        return self._lines(["roundtrip"], rule, texts, "identical")


def without_line_feeds(texts):
    return [t for t in dict.fromkeys(texts) if "\n" not in t and t]


def judge_line(text):
    """What XLA prints of a line; its message where it refuses it."""
    best = {"error": "no module"}
    try:
        for module in lines.modules(text):
            try:
                printed = xla.root_line(xla.reprint(module))
            except (ValueError, RuntimeError, UnicodeDecodeError) as error:
                if "printed" not in best:
                    best = {"error": str(error)[:600]}
                continue
            except Exception as error:  # jaxlib has errors of its own
                if "printed" not in best:
                    best = {"error": str(error)[:600]}
                continue
            if printed == text:
                return {"printed": printed}
            if printed and "printed" not in best:
                best = {"printed": printed}
    except ValueError as error:
        return {"error": str(error)}
    return best


def judge_module(text):
    try:
        return {"printed": xla.reprint(text)}
    except Exception as error:
        return {"error": str(error)[:600]}


class Report:
    def __init__(self):
        self.counts = collections.Counter()
        self.differences = []
        self.excepted = []

    def differs(self, what, text, told):
        name = exceptions.known(text, told)
        if name:
            self.counts[f"{what}: excepted, {name}"] += 1
            self.excepted.append({"what": what, "name": name, "text": text, "told": told})
            return
        self.counts[f"{what}: different"] += 1
        self.differences.append({"what": what, "text": text, "told": told})


def compare_lines(report, what, texts, ballast, generated=False):
    texts = without_line_feeds(texts)
    answers = [a or {"error": "it crashed"} for a in xla.each(judge_line, texts)]
    read = [(t, a["printed"]) for t, a in zip(texts, answers) if a.get("printed")]
    report.counts[what + ": lines"] += len(texts)
    report.counts[what + ": read by XLA"] += len(read)
    printed = without_line_feeds(p for _, p in read)
    for text, refused in zip(printed, ballast.accepts(printed)):
        if refused:
            report.differs("printed", text, "ballast: " + refused)
    for text, other in zip(printed, ballast.prints_back(printed)):
        if other:
            report.differs("printed", text, "ballast: " + other)
    report.counts["printed: lines"] += len(printed)
    other = [(t, p) for t, p in read if t != p]
    for (text, reprint), refused in zip(other, ballast.accepts([t for t, _ in other])):
        if not refused:
            report.differs("accepted", text, "XLA: " + reprint)
    report.counts["accepted: lines"] += len(read)
    if not generated:
        return
    for text, answer in zip(texts, answers):
        if answer.get("printed") and answer["printed"] != text:
            report.differs("generated", text, "XLA: " + answer["printed"])
        elif not answer.get("printed"):
            report.counts["generated: not read"] += 1


def ordered(text):
    """The text without what XLA's parser changes: the order of computations, and the numbers of stack frames."""
    text = re.sub(r"\n(FileNames|FunctionNames|FileLocations|StackFrames)\n(\d+ [^\n]*\n)*", "\n", text)
    text = re.sub(r"(, )?metadata=\{stack_frame_id=\d+\}", "", text)
    text = re.sub(r" stack_frame_id=\d+", "", text)
    blocks = re.split(r"\n(?=[^ \n}][^\n]*\{\n)", re.sub(r"\n\n+", "\n", text.rstrip("\n")))
    return [blocks[0]] + sorted(b.strip("\n") for b in blocks[1:])


def without_elements(text, source):
    """Elements of tuples that the source only names as `%x#N` where they are read, named so."""
    have = set(re.findall(r"^ *(?:ROOT )?%([^ ]+) = ", source, re.M))
    names, result = {}, []
    for line in text.split("\n"):
        found = re.match(r"  %([^ ]+) = .* get-tuple-element\((?:.* )?%([^ )]+)\), index=(\d+)", line)
        if found and found.group(1) not in have:
            whole = names.get(found.group(2), found.group(2))
            names[found.group(1)] = f"{whole}#{found.group(3)}"
            continue
        if names and line.startswith("  "):
            line = re.sub(r"%([\w.-]+)", lambda m: "%" + names.get(m.group(1), m.group(1)), line)
        result.append(line)
    return "\n".join(result)


def compare_modules(report, what, texts, ballast, generated=False):
    answers = [a or {"error": "it crashed"} for a in xla.each(judge_module, texts)]
    report.counts[what + ": modules"] += len(texts)
    with tempfile.TemporaryDirectory() as folder:
        for i, (text, answer) in enumerate(zip(texts, answers)):
            if "printed" not in answer:
                report.counts[f"{what}: modules not read"] += 1
                if generated:
                    report.counts["generated: not read"] += 1
                continue
            report.counts[what + ": modules read by XLA"] += 1
            printed = answer["printed"]
            pathlib.Path(folder, f"{i}.txt").write_text(printed)
            if "#" in text:
                printed = without_elements(printed, text)
            if generated and ordered(printed) != ordered(text):
                new = [l for b in ordered(text) for l in b.split("\n")]
                old = [l for b in ordered(printed) for l in b.split("\n")]
                first = next(((a, b) for a, b in zip(new, old) if a != b), ("end of the text", ""))
                of, told = (re.sub(r"^  (ROOT )?", "", x) for x in first)
                report.differs("generated", of, "XLA: " + told)
        files = sorted(map(str, pathlib.Path(folder).iterdir()))
        said = ballast.run("roundtrip", "--files", *files) if files else ""
        for line in said.split("\n"):
            if re.search(r"\.txt(:\d+)*: (different|refused|unreadable)", line):
                report.differs("printed", "module", "ballast: " + line)
    report.counts["printed: modules"] += len([a for a in answers if "printed" in a])


def module_texts(paths):
    result = []
    for path in map(pathlib.Path, paths):
        files = sorted(path.rglob("*.txt")) if path.is_dir() else [path]
        for file in files:
            text = file.read_text(errors="surrogateescape")
            if not file.name.startswith("bad_") and text.startswith("HloModule ") and "ENTRY %" in text and len(text) < 1 << 20:
                result.append(text.encode("utf-8", "replace").decode())
    return result


def instructions_of(texts, ballast):
    """The lines of the texts, with shapes of operands only where they print them. An element `%x#1` has a name here."""
    result = []
    for text in texts:
        for line in text.split("\n"):
            found = re.match(r"  (?:ROOT )?(%[^ ]+ = .*)", line)
            if found:
                result.append(re.sub(r"(%[\w.-]+)((?:#\d+)+)", lambda m: m[1] + m[2].replace("#", "."), found[1]))
    return result


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--ballast", required=True)
    options.add_argument("--day", required=True)
    options.add_argument("--count", type=int, default=100000, help="lines, about")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--json")
    options.add_argument("texts", nargs="*")
    given = options.parse_args()
    random = randoms.Random(given.seed)
    ballast = Ballast(given.ballast, given.day)
    report = Report()

    generated = []
    seed = given.seed
    while len(generated) < given.count // 10:
        generated += ballast.generate("instruction", seed, 50000).split("\n")
        seed += 1
    compare_lines(report, "generated", generated, ballast, generated=True)
    texts = module_texts(given.texts)
    made = [ballast.generate("module-text", given.seed + i, 3000) for i in range(max(20, given.count // 500))]
    compare_modules(report, "generated", made, ballast, generated=True)
    compare_modules(report, "real", texts, ballast)
    compare_lines(report, "literals", literals.lines(random, given.count // 10), ballast)

    sources = without_line_feeds(instructions_of(texts, ballast) + generated)
    random.shuffle(sources)
    values = collections.defaultdict(list)
    for line in sources:
        try:
            for attribute in lines.Instruction(line).attributes:
                key, equals, value = attribute.partition("=")
                if equals and len(values[key]) < 200:
                    values[key].append(value)
        except ValueError:
            pass
    changed = []
    for line in sources * 20:
        changed += lines.changes(line, values, random)
        if len(changed) >= given.count:
            break
    compare_lines(report, "changed", changed, ballast)

    counts = report.counts
    made = counts["generated: lines"] + counts["generated: modules"]
    share = 1 - counts["generated: not read"] / max(1, made)
    if share < READ_AT_LEAST:
        report.differs("generated", "", f"XLA reads {share:.1%} of what is generated")
    print(f"jaxlib {xla.version()}, {given.day}")
    for name in sorted(counts):
        print(f"  {name}: {counts[name]}")
    for found in report.differences[:40]:
        print(f"{found['what']}: {found['text'][:1000]}\n  {found['told'][:1000]}")
    print(f"{len(report.differences)} differences")
    if given.json:
        pathlib.Path(given.json).write_text(json.dumps({"jaxlib": xla.version(), "day": given.day, "counts": counts,
                                                        "differences": report.differences,
                                                        "excepted": report.excepted}, indent=1))
    return 1 if report.differences else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (ImportError, OSError) as error:
        print(f"oracle.py: {error}", file=sys.stderr)
        sys.exit(2)
