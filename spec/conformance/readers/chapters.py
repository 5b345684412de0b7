#!/usr/bin/env python3
"""The reader that was written from the chapters of the specification, ../../reader/reader.py.

    chapters.py < CASES > ANSWERS"""
import pathlib
import re
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "reader")]
import reader  # noqa: E402
from cases import bytes_of, cases, offset_of, say  # noqa: E402


def main():
    for case in cases():
        data = bytes_of(case)
        if case["start"] != "file" or case.get("era") or case.get("beside"):
            say(case, unsupported=True)
            continue
        try:
            dump = reader.read_dump(data)
        except reader.RefusedText as fault:
            line, column = map(int, str(fault).split(":")[:2])
            finding = re.search(r"\[(\w+)\]$", str(fault))
            answer = {"finding": finding[1]} if finding else {}
            say(case, accepted=False, line=line, column=column, offset=offset_of(data, line, column), **answer)
            continue
        say(case, accepted=True, text=str(dump).encode("utf-8", "surrogateescape"))


if __name__ == "__main__":
    main()
