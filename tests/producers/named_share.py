#!/usr/bin/env python3
"""How much of the arguments' memory has a name in the answers: named_share.py COMMAND FOLDER…

A folder is the dump of a program of torch_training.py or tensorflow_training.py. Prints, for the largest module, the bytes of
its arguments at the peak and the share of them that is named: with the file of names if there is one, and by the dump alone.
Exits with 1 if a share is less than 95 % with names or from TensorFlow, or less than 85 % by source lines alone.
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

NAMES = "ballast.names.json"
ARGUMENTS = ("argument", "donated")
# What frameworks call every parameter, and what ballast calls one that it knows nothing of.
UNNAMED = re.compile(r"xla__device_data|XLA_Args|parameter \d+|[Aa]rg_?\d[\d_.]*|p\d+[\d.]*|param[\d_.]*")


def share(command, folder):
    """Bytes of arguments, and of those with a name."""
    done = subprocess.run([command, "show", "--format", "json", str(folder)], capture_output=True, check=False)
    total = named = 0
    for holder in json.loads(done.stdout)["holders"]:
        if holder["class"] not in ARGUMENTS:
            continue
        total += holder["bytes"]
        label = holder.get("label") or ""
        if label and label != holder["name"] and not UNNAMED.fullmatch(label):
            named += holder["bytes"]
    return total, named


def without_names(command, folder):
    with tempfile.TemporaryDirectory(prefix="ballast-names-") as work:
        for path in folder.glob("*.txt"):
            pathlib.Path(work, path.name).symlink_to(path.resolve())
        return share(command, work)


def main(command, *folders):
    low = 0
    print(f"{'program':32} {'arguments':>12} {'named':>8} {'by the dump':>12}")
    for folder in map(pathlib.Path, folders):
        total, alone = without_names(command, folder)
        with_names = share(command, folder)[1] if (folder / NAMES).exists() else None
        torch = not folder.name.startswith("tensorflow")
        least = [(alone, 85 if torch else 95)] + ([(with_names, 95)] if with_names is not None else [])
        low += any(100 * named < percent * total for named, percent in least)
        shown = "-" if with_names is None else f"{100 * with_names / total:.1f} %"
        print(f"{folder.name:32} {total:>12} {shown:>8} {100 * alone / total:>10.1f} %")
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
