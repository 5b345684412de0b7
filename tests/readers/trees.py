"""Whether a generated reader builds the trees of `ballast json`, and prints the texts again.

    trees.py BALLAST COMMAND… < PATHS

Reads the names of files from standard input, a line each. Files that ballast refuses are left out.
"""

import json
import re
import subprocess
import sys
from pathlib import Path


def run(command, given=b""):
    return subprocess.run(command, input=given, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


def cases(texts):
    return b"".join(b"%d\n" % len(text) + text for text in texts)


def first_difference(a, b):
    at = next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))
    return "%r is %r" % (a[max(0, at - 60):at + 60], b[max(0, at - 60):at + 60])


def compare(ballast, command, files):
    """How many files have the same tree and the same text again, and what is wrong with others."""
    texts = [file.read_bytes() for file in files]
    answers = {}
    for option in ("--json", "--print"):
        done = run([*command, "--cases", option], cases(texts))
        answers[option] = done.stdout.decode().split("\n")[:-1]
        if len(answers[option]) != len(texts):
            return 0, ["%d answers to %s: %s" % (len(answers[option]), option, done.stderr.decode()[-500:])]
    same, wrong = 0, []
    for file, text, tree, printed in zip(files, texts, answers["--json"], answers["--print"]):
        wanted = run([ballast, "json", str(file)])
        json_text = wanted.stdout.decode("utf-8", "replace").rstrip("\n")
        if wanted.returncode != 0 or not json_text.startswith('{"tool"'):
            continue
        json_text = re.sub(r'"path":"(?:[^"\\]|\\.)*",', "", json_text, count=1)
        if json_text != tree:
            wrong.append("%s: tree differs: %s" % (file, first_difference(json_text, tree)))
        elif not printed.startswith('"') or json.loads(printed).encode() != text:
            wrong.append("%s: printed again: %s" % (file, printed[:200]))
        else:
            same += 1
    return same, wrong


if __name__ == "__main__":
    given = [Path(line) for line in sys.stdin.read().split("\n") if line]
    count, failures = compare(sys.argv[1], sys.argv[2:], given)
    for failure in failures[:20]:
        print(failure)
    print("%d of %d trees are those of ballast json, and their texts those that were read" % (count, count + len(failures)))
    sys.exit(1 if failures or count == 0 else 0)
