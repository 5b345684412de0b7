#!/usr/bin/env python3
"""What answers change: two commands answer the same questions about the same texts, and the differences are printed.

usage: scripts/nightly/answers.py OLD NEW [FOLDER]…     (without folders: the golden texts, and those of BALLAST_CORPUS)

Asked are `show` and `summary` of each module and folder, and `diff` of each module with the one before it, as JSON. Each
difference is one member: its place, the old and the new value. Equal differences are printed once, with the number of modules
that have them. Exit code 1 if anything differs.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
ASSIGNMENT = "-buffer-assignment.txt"


def questions(folders):
    """The arguments of each run; paths are those of the texts."""
    for folder in folders:
        dumps = sorted(p for p in folder.rglob("*" + ASSIGNMENT))
        for place in sorted({p.parent for p in dumps}):
            yield ["summary", str(place)]
        for i, dump in enumerate(dumps):
            yield ["show", str(dump)]
            if i > 0 and dumps[i - 1].parent == dump.parent:
                yield ["diff", str(dumps[i - 1]), str(dump)]
        for text in sorted(folder.rglob("*.txt")) + sorted(folder.rglob("*.log")):
            if not re.search(r"(-buffer-assignment|-values|-live-range|-usage-report|_optimizations)\.txt$", text.name):
                yield ["show", str(text)]


def answer(command, question):
    """The answer as data, with the exit code; the text where it is not JSON."""
    done = subprocess.run([command, question[0], "--format", "json", *question[1:]], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, timeout=300, check=False)
    text = done.stdout.decode(errors="replace")
    try:
        return {"exit": done.returncode, "answer": json.loads(text)}
    except ValueError:
        return {"exit": done.returncode, "answer": text}


def differences(old, new, place=""):
    """Place, old value and new value of each member that differs. Places have no indexes: rows are alike."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in sorted(old.keys() | new.keys()):
            yield from differences(old.get(key, "(none)"), new.get(key, "(none)"), f"{place}.{key}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for a, b in zip(old, new):
            yield from differences(a, b, place + "[]")
    elif old != new:
        yield place.lstrip("."), old, new


def shortened(value):
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 100 else text[:97] + "…"


def main(words):
    parser = argparse.ArgumentParser(prog="answers", description="Prints what answers change between two commands.")
    parser.add_argument("old", help="the command of before")
    parser.add_argument("new", help="the command of now")
    parser.add_argument("folders", nargs="*", type=pathlib.Path, help="folders with texts")
    given = parser.parse_args(words)
    folders = given.folders
    if not folders:
        folders = [ROOT / "tests/golden"] + [pathlib.Path(p) for p in [os.environ.get("BALLAST_CORPUS")] if p]
    asked = list(questions(folders))
    found = collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        both = pool.map(lambda q: (q, answer(given.old, q), answer(given.new, q)), asked)
        for question, old, new in both:
            for place, before, after in differences(old, new):
                found[question[0], place, shortened(before), shortened(after)].append(question)
    for (command, place, before, after), questions_of in sorted(found.items(), key=lambda row: -len(row[1])):
        print(f"{command} {place}: {before} -> {after}: {len(questions_of)} times, first {' '.join(questions_of[0][1:])}")
    print(f"answers: {len(asked)} questions, {len(found)} different changes")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
