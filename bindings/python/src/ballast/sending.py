"""Sends functions to child processes."""

from __future__ import annotations

import io
import types
from typing import Any

from ballast.errors import needed


def function_bytes(thing: Any, by: str) -> bytes:
    """What `pickle.loads` makes functions of, also those of notebooks and closures, with the names of their files.

    cloudpickle leaves the file of a function out, and then XLA would not know where an operation comes from.
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
    """The code of a function of a file."""
    return types.CodeType(*arguments).replace(co_filename=file)
