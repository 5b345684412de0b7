#!/usr/bin/env python3
"""Compares what `ballast show` says about a compiler's log with what it says about the exception of the same compilation.

    twins.py BALLAST FOLDER...

Next to a log, `X.log`, is the exception, `X.str` or `X.print`. Each size in the verdict about the exception that the log
contains must be in the answer about the log.
"""

import pathlib
import re
import subprocess
import sys

SIZE = re.compile(r"\b\d+(?:\.\d+)?(?: ?[KMGTPE](?:iB)?|B)\b")


def answer(command: str, path: pathlib.Path) -> list[str]:
    shown = subprocess.run([command, "show", "--width", "1000", str(path)], capture_output=True, text=True, check=False)
    return [line for line in shown.stdout.splitlines() if line.strip()]


def sizes_in(text: str) -> set[str]:
    """`2.00 GiB` is `2.00G`; nothing at all is no size."""
    return {size.replace(" ", "").removesuffix("iB") for size in SIZE.findall(text)} - {"0B"}


def missing_in(command: str, log: pathlib.Path, exception: pathlib.Path) -> set[str]:
    lines = answer(command, exception)
    verdict = sizes_in(lines[1]) if len(lines) > 1 else set()
    text = log.read_text(errors="replace")
    return {size for size in verdict if size in text} - sizes_in("\n".join(answer(command, log)))


def main(command: str, folders: list[str]) -> int:
    pairs = 0
    worse = 0
    for log in sorted(path for folder in folders for path in pathlib.Path(folder).rglob("*.log")):
        twins = [log.with_suffix(ending) for ending in (".str", ".print")]
        exception = next((path for path in twins if path.exists()), None)
        if exception is None:
            continue
        pairs += 1
        if missing := missing_in(command, log, exception):
            worse += 1
            print(f"{log}: the answer lacks {', '.join(sorted(missing))}")
    print(f"{pairs} logs: {pairs - worse} say all that they can, {worse} less")
    return 1 if worse or not pairs else 0


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1], sys.argv[2:]))
