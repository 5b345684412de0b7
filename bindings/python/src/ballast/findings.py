"""Findings: errors, warnings and notes about a text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, overload

from ballast import _core

if TYPE_CHECKING:
    from ballast.modules import Source


class Place(NamedTuple):
    """Another place that explains a finding."""

    path: str
    line: int
    column: int
    message: str


@dataclass(frozen=True)
class Finding:
    """An error, a warning or a note. Lines and columns start at 1."""

    id: str
    """The identifier, as `ballast explain` takes it."""
    severity: str
    """error, warning or note."""
    phase: str
    """What it depends on: form, text, context, era, limits, unknown, siblings or semantic."""
    message: str
    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    begin: int
    """The byte at which it begins."""
    end: int
    hint: str | None
    """The usual cause, or None."""
    related: tuple[Place, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "related", tuple(Place(*place) for place in self.related))

    def __str__(self) -> str:
        place = f":{self.line}:{self.column}" if self.line else ""
        return f"{self.path}{place}: {self.severity}: {self.message} [{self.id}]"


class Validation(Sequence[Finding]):
    """The findings of a validation, in the order of files and places."""

    def __init__(self, findings: Sequence[Finding], conforming: Sequence[tuple[str, bool]], text: str) -> None:
        self._findings = tuple(findings)
        self._text = text
        self.files = dict(conforming)
        """For each file whether it conforms."""

    @property
    def conforms(self) -> bool:
        """True if there are files and none of them has an error."""
        return bool(self.files) and all(self.files.values())

    def of_severity(self, severity: str) -> list[Finding]:
        """The findings of one severity: error, warning or note."""
        return [finding for finding in self._findings if finding.severity == severity]

    @overload
    def __getitem__(self, index: int) -> Finding: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, index: int | slice) -> Finding | tuple[Finding, ...]:
        return self._findings[index]

    def __len__(self) -> int:
        return len(self._findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._findings)

    def __bool__(self) -> bool:
        """True if all files conform."""
        return self.conforms

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<Validation: {len(self.files)} files, {len(self)} findings>"


def validate(
    source: Source,
    *,
    strict: bool = False,
    only: Sequence[str] = (),
    disabled: Sequence[str] = (),
    max_errors: int = 100,
    era: str = "",
    threads: int | None = None,
) -> Validation:
    """Checks modules or files like `ballast validate`.

    `only` and `disabled` have identifiers, phases or context rules such as `C3`. With `strict`, warnings are errors.
    Files that are not from `era` have an error.
    """
    from ballast.modules import core_modules

    settings = _core.ValidateSettings()
    settings.strict = strict
    settings.only = list(only)
    settings.disabled = list(disabled)
    settings.max_errors = max_errors
    settings.era = era
    count = _core.core_count() if threads is None else threads
    paths = _paths(source)
    if paths is not None:
        return Validation(*_core.validate_paths(paths, settings, count))
    return Validation(*_core.validate_modules(core_modules(source, errors="keep"), settings, count))


def _paths(source: Source) -> list[bytes] | None:
    """The paths of a source; None if it is something else."""
    import os

    if isinstance(source, (str, os.PathLike)):
        return [os.fsencode(source)]
    return None


class Explanation(NamedTuple):
    """What a finding means."""

    sentence: str
    text: str
    hint: str

    def __str__(self) -> str:
        return "\n\n".join(part for part in self if part)


def explain(finding: Finding | str) -> Explanation:
    """What a finding means, what its usual cause is, and what to do."""
    return Explanation(*_core.explain(finding if isinstance(finding, str) else finding.id))
