#!/usr/bin/env python3
"""How many published scripts work: one regular expression for each kind of line that they want, all others ignored.

    by_line.py < TEXT        the sizes as JSON; exit code 1 if no line is an allocation"""
import json
import re
import sys

ALLOCATION = re.compile(r"^allocation (\d+): (?:0x[0-9a-f]+, )?size (\d+)")
VALUE = re.compile(r"^ value: <\d+ .*> \(size=(\d+),offset=(\d+)\)")


def main():
    allocations, values = [], 0
    for line in sys.stdin.buffer.read().decode(errors="replace").splitlines():
        if found := ALLOCATION.match(line):
            allocations.append(int(found[2]))
        elif VALUE.match(line):
            values += 1
    if not allocations:
        return 1
    print(json.dumps({"sizes": {"allocations": len(allocations), "bytes": sum(allocations), "values": values}}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
