#!/usr/bin/env python3
"""How other published scripts work: the text is split at blank lines, a section is known by its first line, and lines are
split at blanks and commas.

    by_section.py < TEXT        the sizes as JSON where there are allocations; exit code 1 if no section is known"""
import json
import sys

SECTIONS = ("BufferAssignment:", "Total bytes used", "Used values:", "HloLiveRange", "*** Begin")


def main():
    sections = [part.strip("\n").split("\n") for part in sys.stdin.buffer.read().decode(errors="replace").split("\n\n")]
    known = [lines for lines in sections if lines[0].startswith(SECTIONS)]
    if not known:
        return 1
    sizes = {"allocations": 0, "bytes": 0, "values": 0}
    for lines in known:
        if "BufferAssignment:" not in lines[:2]:
            continue
        for line in lines:
            words = line.replace(",", "").split()
            if line.startswith("allocation "):
                sizes["allocations"] += 1
                sizes["bytes"] += int(words[words.index("size") + 1])
            elif words[:1] == ["value:"]:
                sizes["values"] += 1
    print(json.dumps({"sizes": sizes}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
