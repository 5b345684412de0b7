"""How objects are pickled: modules as the texts of their files, rows by their module."""

from __future__ import annotations

from typing import Any

from ballast import _core
from ballast.errors import ReadError


def module_of(texts: list[tuple[str, bytes]]) -> _core.Module:
    """The module with these files: paths and texts."""
    modules, problems, text, _ = _core.read_texts(texts)
    if len(modules) != 1:
        raise ReadError(text.rstrip("\n") or "the texts are not those of a module", problems)
    return modules[0]


def row_of(module: _core.Module, kind: str, number: int) -> Any:
    """A row of a module, of a kind such as `value`."""
    return getattr(_core, kind)(module, number)
