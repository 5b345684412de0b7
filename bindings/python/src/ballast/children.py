"""Temporary folders and child processes."""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from ballast.errors import BallastError

_PREFIX = "ballast-"
_LOCK = "lock"
_OLD = 24 * 60 * 60
_MARK = "BALLAST_CHILD"


@contextlib.contextmanager
def temporary_folder() -> Iterator[Path]:
    """A folder that is removed in the end. If this process is killed, a later call removes it."""
    _remove_old_ones()
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    try:
        with (folder / _LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_old_ones() -> None:
    """Removes folders that are older than a day and that no process has locked."""
    for lock in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_LOCK}"):
        with contextlib.suppress(OSError):
            if lock.stat().st_uid != os.getuid() or time.time() - lock.stat().st_mtime < _OLD:
                continue
            with lock.open("w") as opened:
                fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
                shutil.rmtree(lock.parent, ignore_errors=True)


def refuse_in_child(what: str) -> None:
    """Raises an error in a child process that this package started, where calls would start children without end."""
    by = os.environ.get(_MARK)
    if by:
        raise BallastError(
            f"{what} was called in a child process of {by}, which imports the module that calls it: "
            'call it in a function, or under `if __name__ == "__main__":`'
        )


def marked(variables: dict[str, str], by: str) -> dict[str, str]:
    """The variables of a child process, in which `refuse_in_child` raises."""
    return {**variables, _MARK: by}


def memory_of_machine() -> int:
    """The bytes of memory that this process may use: those of the machine, or of its control group; 0 if unknown."""
    found = []
    with contextlib.suppress(OSError, ValueError):
        found.append(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES"))
    for name in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        with contextlib.suppress(OSError, ValueError):
            found.append(int(Path(name).read_text()))
    return min(found, default=0)
