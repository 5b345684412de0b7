"""The exceptions of this package, and imports that are optional."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ballast.findings import Finding
    from ballast.modules import Modules


class BallastError(Exception):
    """The base of all exceptions of this package."""


class MissingDependency(BallastError, ImportError):
    """An optional package is not installed."""


class LoweringError(BallastError):
    """A program cannot be lowered as it is; the message says what to do."""


class ReadError(BallastError, ValueError):
    """Files cannot be read, or their texts are refused."""

    findings: tuple[Finding, ...]
    """What is wrong, with the places."""
    modules: Modules | None
    """What could be read. Not pickled."""

    def __init__(self, message: str, findings: Sequence[Finding] = (), modules: Modules | None = None) -> None:
        super().__init__(message)
        self.findings = tuple(findings)
        self.modules = modules

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.findings)


def needed(package: str, by: str, distribution: str | None = None) -> ModuleType:
    """Imports an optional package, or says how to install it."""
    try:
        return importlib.import_module(package)
    except ModuleNotFoundError as error:
        if error.name != package.partition(".")[0]:
            raise
        name = distribution or package
        raise MissingDependency(f'{by} needs {package}: pip install "{name}"', name=package) from None
