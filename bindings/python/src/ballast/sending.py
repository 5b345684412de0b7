"""Child processes of Python, and functions that are sent to them."""

from __future__ import annotations

import io
import os
import sys
import types
from pathlib import Path
from typing import Any

from ballast.errors import needed


def module_path() -> str:
    """The PYTHONPATH with which a child process finds modules as this process does."""
    return os.pathsep.join(os.fspath(Path(path).resolve()) for path in sys.path)


def python_command(code: str, *arguments: str | os.PathLike[str]) -> list[str]:
    """A command that runs Python code; `sys` is imported.

    `-c` puts the current folder first, where a file could hide a module that this process found elsewhere.
    """
    code = f"import sys; sys.path[:] = filter(None, sys.path); {code}"
    return [sys.executable, "-c", code, *(os.fspath(one) for one in arguments)]


def function_bytes(thing: Any, by: str) -> bytes:
    """Pickles functions, including closures and functions of notebooks, with the names of their files.

    cloudpickle alone drops the file name, and XLA's source locations would lack it.
    """
    cloudpickle: Any = needed("cloudpickle", by)

    class Pickler(cloudpickle.Pickler):  # type: ignore[misc]
        def reducer_override(self, obj: Any) -> Any:
            if isinstance(obj, types.CodeType):
                _, arguments, *_ = self.dispatch_table[types.CodeType](obj)
                return make_code, (obj.co_filename, *arguments)
            return super().reducer_override(obj)

    out = io.BytesIO()
    Pickler(out).dump(thing)
    return out.getvalue()


def make_code(file: str, *arguments: Any) -> types.CodeType:
    """A code object with its file name."""
    return types.CodeType(*arguments).replace(co_filename=file)
