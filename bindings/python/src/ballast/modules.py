"""Modules: what was read, with its rows."""

from __future__ import annotations

import builtins
import json
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from html import escape
from typing import TYPE_CHECKING, Any, Literal, Union, cast, overload

from ballast import _core
from ballast.errors import ReadError
from ballast.tables import Columns, Rows

if TYPE_CHECKING:
    from ballast.answers import Diff, Memory, Report, Summary
    from ballast.findings import Finding, Validation

ReadSource = Union[str, "os.PathLike[str]", bytes, bytearray, memoryview, Iterable[Union[str, "os.PathLike[str]"]]]
"""What `read` reads: paths, or the bytes of a text."""
Source = Union["Module", Iterable["Module"], str, "os.PathLike[str]", bytes, bytearray, memoryview]
"""What functions take: modules, or what `read` reads."""


@dataclass(frozen=True)
class Era:
    """The versions of XLA that could have printed a text."""

    text: str
    """As `ballast era` prints it: `D16..D16 2025-05-16..2025-07-23`."""
    description: str
    """With months and releases."""
    periods: tuple[tuple[datetime, datetime | None], ...]
    """Begin and end of each period; the end is None if it is still open."""
    from_feature: str | None
    """The feature that sets the begin."""
    until_feature: str | None
    """The feature that sets the end."""

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Printed:
    """Printed files, as XLA of some era writes them."""

    files: dict[str, str]
    """The texts by their kinds."""
    losses: tuple[str, ...] = ()
    """What the other era did not print, or printed in addition."""
    missing: tuple[str, ...] = ()
    """Files that could not be made, and why."""

    def __str__(self) -> str:
        return "".join(self.files.values())


class LiveRange:
    """The schedule of a module and the live ranges of its values."""

    def __init__(self, module: _core.Module) -> None:
        self._module = module

    @property
    def last_step(self) -> int:
        """The last schedule step."""
        step = self._module.last_step
        assert step is not None
        return step

    @property
    def sequence(self) -> list[str]:
        """The names of the instructions, by schedule step."""
        return self._module.sequence

    @property
    def rows(self) -> Rows[_core.LiveRangeRow]:
        """The live range of each value."""
        return Rows(self._module, "live_ranges", self._module.range_count, "live_range_row")

    def __len__(self) -> int:
        return self._module.range_count

    def __repr__(self) -> str:
        return f"<LiveRange: {len(self)} values, {self.last_step} steps>"


class Peak:
    """The peak that XLA printed: the values that are live at that step."""

    def __init__(self, module: _core.Module) -> None:
        self._module = module

    @property
    def step(self) -> int | None:
        """The schedule step, or None if it is not printed."""
        return self._module.peak_step

    @property
    def bytes(self) -> int:
        """The sum of the rows."""
        return sum(row.bytes for row in self.rows)

    @property
    def rows(self) -> Rows[_core.PeakRow]:
        """The values that are live, in the order of the dump."""
        return Rows(self._module, "peak_rows", self._module.peak_count, "peak_row")

    @property
    def stack_trace(self) -> list[_core.StackRow] | None:
        """The rows of the stack-trace tree, or None if it is not printed."""
        return _core.stack_rows(self._module)

    def __repr__(self) -> str:
        return f"<Peak: {len(self.rows)} values at step {self.step}>"


class Module:
    """A module: the dump of one compiled program, in one or several files.

    Its rows are objects that read their texts when they are asked for. A row keeps its module alive. Modules are
    pickled as the texts of their files.
    """

    def __init__(self, core: _core.Module) -> None:
        self._core = core

    @property
    def name(self) -> str:
        """The name in the names of its files, such as `jit_train_step`."""
        return self._core.name

    @property
    def number(self) -> str:
        """The number in the names of its files, such as `0012`; empty if there is none."""
        return self._core.number

    @property
    def path(self) -> str:
        """The path of its first file."""
        return self._core.path

    @property
    def files(self) -> list[_core.File]:
        """Its files."""
        return _core.files(self._core)

    @property
    def allocations(self) -> Rows[_core.Allocation]:
        """The allocations, in the order of the dump."""
        return Rows(self._core, "allocations", self._core.allocation_count, "allocation")

    @property
    def values(self) -> Rows[_core.Value]:
        """The values of all allocations, in the order of the dump."""
        return Rows(self._core, "values", self._core.value_count, "value")

    @property
    def instructions(self) -> Rows[_core.Instruction]:
        """The instructions that define values; empty if the dump is older than D10."""
        return Rows(self._core, "instructions", self._core.instruction_count, "instruction")

    @property
    def live_range(self) -> LiveRange | None:
        """The schedule and the live ranges, or None if the dump lacks them."""
        return LiveRange(self._core) if self._core.last_step is not None else None

    @property
    def peak(self) -> Peak | None:
        """The peak that XLA printed, or None."""
        return Peak(self._core) if self._core.peak_step is not None or self._core.peak_count else None

    @property
    def total(self) -> int | None:
        """The printed total in bytes, with thread-local memory, or None."""
        return self._core.total

    @property
    def tables(self) -> Columns:
        """All tables by name."""
        return Columns([self._core])

    def value(self, id: int) -> _core.Value | None:
        """The value with an id, or None."""
        return _core.value_of_id(self._core, id)

    def instruction(self, name: str) -> _core.Instruction | None:
        """The instruction with a name, or None."""
        return _core.instruction_of_name(self._core, name)

    def validate(self, **options: Any) -> Validation:
        """As `ballast.validate`."""
        from ballast.findings import validate

        return validate(self, **options)

    @property
    def era(self) -> Era:
        """As `ballast.era`."""
        return era(self)

    def print(self, era: str | None = None) -> Printed:
        """As `ballast.print`."""
        return print(self, era=era)

    def show(self, **options: Any) -> Memory:
        """As `ballast.show`."""
        from ballast.answers import show

        return show(self, **options)

    def diff(self, after: Source) -> Diff:
        """As `ballast.diff`, with this module before."""
        from ballast.answers import diff

        return diff(self, after)

    def report(self) -> Report:
        """As `ballast.report`."""
        from ballast.answers import report

        return report(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return Module, (self._core,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Module) and self._core is other._core

    def __hash__(self) -> int:
        return hash(self._core)

    def __repr__(self) -> str:
        return f"<Module {self.name}: {len(self.files)} files, {len(self.values)} values>"

    def _repr_html_(self) -> str:
        from ballast.answers import show

        if not self._core.allocation_count:
            return f"<p>{escape(repr(self))}</p>"
        return show(self)._repr_html_()


class Modules(Sequence[Module]):
    """The modules that were read, in the order of their files."""

    def __init__(
        self, modules: Iterable[Module], problems: Sequence[Finding] = (), notices: Sequence[str] = ()
    ) -> None:
        self._modules = tuple(modules)
        self.problems = tuple(problems)
        """The findings of files that could not be read, with `errors="keep"`."""
        self.notices = tuple(notices)
        """What was skipped in folders."""

    @property
    def tables(self) -> Columns:
        """All tables by name, with the rows of all modules."""
        return Columns([module._core for module in self._modules])

    def summary(self, space: int = 0) -> Summary:
        """As `ballast.summary`."""
        from ballast.answers import summary

        return summary(self, space=space)

    def named(self, name: str) -> Modules:
        """The modules of that name."""
        return Modules(module for module in self._modules if module.name == name)

    @overload
    def __getitem__(self, index: int) -> Module: ...
    @overload
    def __getitem__(self, index: slice) -> Modules: ...
    def __getitem__(self, index: int | slice) -> Module | Modules:
        if isinstance(index, slice):
            return Modules(self._modules[index])
        return self._modules[index]

    def __len__(self) -> int:
        return len(self._modules)

    def __iter__(self) -> Iterator[Module]:
        return iter(self._modules)

    def __repr__(self) -> str:
        names = ", ".join(module.name for module in self._modules[:3])
        return f"<Modules: {len(self)}: {names}{', …' if len(self) > 3 else ''}>"

    def _repr_html_(self) -> str:
        return self.summary()._repr_html_()


def read(
    source: ReadSource,
    *,
    errors: Literal["raise", "keep"] = "raise",
    threads: int | None = None,
) -> Modules:
    """Reads modules from a file, a folder, a log, bytes, or several paths.

    A file comes with the other files of its module. Files may be compressed. If a file does not conform, `ReadError` is
    raised, which has the findings and the modules, with what is whole of that file; with `errors="keep"` the findings
    are in `problems` of the result.
    """
    count = _core.core_count() if threads is None else threads
    if isinstance(source, (bytes, bytearray, memoryview)):
        found = _core.read_bytes("bytes", builtins.bytes(source), count)
    elif isinstance(source, (str, os.PathLike)):
        found = _core.read_paths([os.fsencode(source)], count)
    else:
        found = _core.read_paths([os.fsencode(path) for path in source], count)
    modules, problems, text, notices = found
    result = Modules((Module(core) for core in modules), problems, notices)
    if errors == "raise":
        if problems:
            raise ReadError(text.rstrip("\n"), problems, result)
        if not modules:
            raise ReadError("no dump found", (), result)
    return result


def read_module(
    source: str | os.PathLike[str] | bytes | bytearray | memoryview, *, threads: int | None = None
) -> Module:
    """Reads exactly one module."""
    modules = read(source, threads=threads)
    if len(modules) != 1:
        names = ", ".join(module.name for module in modules)
        raise ReadError(f"expected one module, found {len(modules)}: {names}", (), modules)
    return modules[0]


def all_modules(source: Source, *, errors: Literal["raise", "keep"] = "raise") -> Modules:
    """The modules of a source, which is read if it is not modules.

    Answers use what is whole of damaged files: `ReadError` is raised only if there is no module.
    """
    if isinstance(source, Modules):
        return source
    if isinstance(source, Module):
        return Modules([source])
    if isinstance(source, (str, os.PathLike, bytes, bytearray, memoryview)):
        try:
            return read(cast("ReadSource", source), errors=errors)
        except ReadError as error:
            if not error.modules:
                raise
            return error.modules
    return Modules(source)


def core_modules(source: Source, *, errors: Literal["raise", "keep"] = "raise") -> list[_core.Module]:
    """The modules of a source for the extension module."""
    return [module._core for module in all_modules(source, errors=errors)]


def one_module(source: Source) -> Module:
    """The only module of a source; of a folder, the one with the largest total."""
    modules = all_modules(source)
    if len(modules) == 1:
        return modules[0]
    rows = modules.summary().rows
    if not rows:
        raise ReadError("no module has allocations", (), modules)
    largest = rows[0].path
    return next(module for module in modules if any(file.path == largest for file in module.files))


def _time(number: int) -> datetime:
    return datetime.strptime(str(number), "%Y%m%d%H%M").replace(tzinfo=timezone.utc)


def tree(file: _core.File, *, positions: bool = False) -> dict[str, Any]:
    """The tree of a file as data: what `ballast json` prints."""
    result: dict[str, Any] = json.loads(file.json(positions))
    return result


def print_tree(tree: dict[str, Any]) -> str:
    """The text of a tree; the reverse of `tree`."""
    return _core.print_json(json.dumps(tree, ensure_ascii=False))


def era(source: Source) -> Era:
    """Which versions of XLA could have printed a module, and why."""
    text, description, periods, begin, end = _core.era(one_module(source)._core)
    times = tuple((_time(first), None if last is None else _time(last)) for first, last in periods)
    return Era(text, description, times, begin, end)


def print(source: Source, *, era: str | None = None) -> Printed:
    """Prints a module from its tree, in the form of another era if one is given.

    The era is a name such as `D14`, a date or a release such as `jaxlib-0.4.38`.
    """
    module = one_module(source)
    if era is None:
        return Printed({file.kind: file.print() for file in module.files})
    texts, losses, missing = _core.print_as(module._core, era)
    return Printed(dict(texts), tuple(losses), tuple(missing))
