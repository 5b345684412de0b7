"""The `ballast` command of the wheel."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn


def command() -> Path:
    """The path of the command."""
    return Path(__file__).parent / "bin" / "ballast"


def main() -> NoReturn:
    """Runs the command with the arguments of this process. `preflight` and `budget` are parts of the package."""
    if sys.argv[1:2] == ["preflight"]:
        from ballast.preflight import main as preflight

        sys.exit(preflight(sys.argv[2:]))
    if sys.argv[1:2] == ["budget"]:
        from ballast.budgets import main as budget

        sys.exit(budget(sys.argv[2:]))
    path = command()
    os.execv(path, [os.fspath(path), *sys.argv[1:]])


if __name__ == "__main__":
    main()
