#!/usr/bin/env python3
"""The reader of the chapters on 500 generated modules of every era, and on the files of BALLAST_CORPUS.

    generated.py BALLAST        exit code 1 if a text is refused, or prints back as another one"""
import os
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import reader  # noqa: E402

ERAS = 25
SEEDS = 20  # for each era
FIRST_ERA_OF_SEVERAL_FILES = 19
SECTIONS = ("assignment", "values", "live-range")
SIZES = range(1_000, 20_000)  # bytes
FILES = ("-buffer-assignment.txt", "-buffer-assignment-values.txt", "-live-range.txt")


def generated(ballast):
    """Names and texts."""
    for era in range(ERAS):
        for seed in range(SEEDS):
            size = SIZES[(seed * 997 + era * 331) % len(SIZES)]
            command = [ballast, "generate", "--era", f"D{era}", "--seed", str(seed), "--size", str(size)]
            for section in SECTIONS if era >= FIRST_ERA_OF_SEVERAL_FILES else ("",):
                whole = command + (["--section", section] if section else [])
                yield " ".join(whole[1:]), subprocess.run(whole, check=True, stdout=subprocess.PIPE).stdout


def corpus():
    folder = os.environ.get("BALLAST_CORPUS")
    for path in sorted(pathlib.Path(folder).rglob("*.txt")) if folder else ():
        if path.name.endswith(FILES):
            yield str(path), path.read_bytes()


def fault(data):
    try:
        text = str(reader.read_dump(data)).encode("utf-8", "surrogateescape")
    except reader.RefusedText as error:
        return str(error)
    return None if text == data else "prints back as another text"


def main(ballast):
    count, faults = 0, 0
    for texts in (generated(ballast), corpus()):
        for name, data in texts:
            count += 1
            found = fault(data)
            if found:
                faults += 1
                print(f"{name}: {found}")
    print(f"{count - faults} of {count} texts print back")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
