"""The memory of modules: `show`, `summary`, `diff` and `report`."""

from __future__ import annotations

import json
import os
from html import escape
from pathlib import Path
from typing import Any

from ballast import _core, html
from ballast.errors import BallastError
from ballast.modules import Module, Modules, Source, all_modules, core_modules, one_module
from ballast.sizes import bytes_of
from ballast.tables import Items


class Memory:
    """Which buffers hold the memory of a module at its peak, or at a step."""

    def __init__(self, core: _core.Memory) -> None:
        self._core = core

    @property
    def module(self) -> Module:
        """The module."""
        return Module(self._core.module)

    @property
    def spaces(self) -> list[_core.SpaceMemory]:
        """The memory spaces in use."""
        return self._core.spaces

    def space(self, number: int = 0) -> _core.SpaceMemory | None:
        """A memory space, or None if it is not in use."""
        return next((space for space in self.spaces if space.space == number), None)

    @property
    def total(self) -> int:
        """Bytes allocated in space 0; spaces are never added up."""
        space = self.space()
        return space.total if space else 0

    @property
    def peak(self) -> int | None:
        """Bytes in use at the peak of space 0; None if live ranges are unknown."""
        space = self.space()
        return space.peak if space else 0

    @property
    def steps(self) -> int:
        """The length of the schedule."""
        return self._core.steps

    @property
    def xla_peak(self) -> int | None:
        """The step that XLA calls the peak, or None."""
        return self._core.xla_peak

    @property
    def fingerprint(self) -> str:
        """Equal for modules that differ only in names."""
        return self._core.fingerprint

    @property
    def holders(self) -> Items[_core.Holder]:
        """The parts of the memory in use, the largest of a space first."""
        return Items(self._core.holder_count, self._core.holder)

    def groups(self, by: str = "alike") -> list[_core.Group]:
        """Holders that are alike, or that have the same class, label, source, scope, shape, dtype or op."""
        return self._core.groups(by)

    @property
    def fit(self) -> _core.Fit | None:
        """Whether the module fits the device or limit of `show`, or None if none was given."""
        return self._core.fit

    @property
    def incomplete(self) -> list[str]:
        """What shows that the dump lacks parts, so that its numbers are lower bounds; empty if nothing does."""
        return self._core.incomplete

    @property
    def fits(self) -> bool | None:
        """True if it fits; None without a device or limit, or if that is unknown because the dump is incomplete."""
        fit = self.fit
        return None if fit is None else fit.fits

    @property
    def capacity(self) -> _core.Capacity | None:
        """The memory that it may use, or None without a device or limit."""
        fit = self.fit
        return None if fit is None else fit.capacity

    @property
    def suggestions(self) -> list[_core.Suggestion]:
        """What would make it fit, the largest first; estimates. Empty without a device or limit."""
        fit = self.fit
        return [] if fit is None else fit.suggestions

    @property
    def savings(self) -> list[_core.Saving]:
        """What would lower the peak; estimates."""
        return self._core.savings

    @property
    def donations(self) -> list[_core.MissedDonation]:
        """Results that could use the memory of arguments."""
        return self._core.donations

    @property
    def padded(self) -> list[_core.PaddedShape]:
        """Padded shapes, the largest waste first."""
        return self._core.padded

    @property
    def arenas(self) -> list[_core.Arena]:
        """Allocations of temporaries."""
        return self._core.arenas

    def text(
        self,
        *,
        by: str = "alike",
        top: int = 7,
        space: int | None = None,
        columns: int = 80,
        verbose: bool = False,
    ) -> str:
        """As `ballast show` prints it."""
        settings = _core.ViewSettings()
        settings.by = by
        settings.top = top
        settings.space = space
        settings.columns = columns
        settings.verbose = verbose
        return self._core.text(settings)

    def picture(self, space: int = 0) -> str | None:
        """An SVG of the temporaries over time; None if live ranges are unknown."""
        return self._core.picture(space)

    def as_dict(self) -> dict[str, Any]:
        """As `ballast show --format json` prints it."""
        result: dict[str, Any] = json.loads(self._core.json())
        return result

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Memory of {self.module.name}: {self.total} bytes>"

    def _repr_html_(self) -> str:
        peak = "" if self.peak is None else f", {html.size(self.peak)} in use at the peak"
        parts = [f"<h4>{escape(self.module.name)}: {html.size(self.total)} allocated{peak}</h4>"]
        if self.fit is not None:
            parts.append(_fit_html(self.fit))
        groups = self.groups()
        parts.append(
            html.rows(
                ["size", "count", "class", "shape", "label", "source"],
                (
                    [html.size(g.bytes), g.count, g.buffer_class, g.shape, g.label, g.source]
                    for g in groups[: html.MOST_ROWS]
                ),
            )
        )
        if len(groups) > html.MOST_ROWS:
            parts.append(f"<p>{len(groups) - html.MOST_ROWS} more rows</p>")
        for space in self.spaces:
            parts.append(self.picture(space.space) or "")
        return "".join(parts)


class Summary:
    """The modules of a folder, by the memory they allocate."""

    def __init__(self, core: _core.Summary, capacity: _core.Capacity | None = None) -> None:
        self._core = core
        self.capacity = capacity
        """The memory that modules may use, or None without a device or limit."""

    @property
    def space(self) -> int:
        """The memory space."""
        return self._core.space

    @property
    def rows(self) -> list[_core.SummaryRow]:
        """The modules, the largest first. Modules with the same name and memory share a row."""
        return self._core.rows

    @property
    def fits(self) -> bool | None:
        """True if all modules fit; None without a device or limit, or if that is unknown for an incomplete dump."""
        if self.capacity is None:
            return None
        available = self.capacity.available
        found = [_core.fits(row.numbers.total, available, not row.incomplete) for row in self.rows]
        return False if False in found else None if None in found else True

    def text(self, *, top: int | None = None, columns: int = 80) -> str:
        """As `ballast summary` prints it."""
        return self._core.text(top, columns, self.capacity)

    def as_dict(self) -> dict[str, Any]:
        """As `ballast summary --format json` prints it."""
        result: dict[str, Any] = json.loads(self._core.json(self.capacity))
        return result

    def __len__(self) -> int:
        return len(self._core.rows)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Summary: {self._core.modules} modules, {len(self)} different>"

    def _repr_html_(self) -> str:
        return html.rows(
            ["total", "arguments", "outputs", "temporaries", "donatable", "copies", "module", "largest"],
            (
                [
                    html.size(row.numbers.total),
                    html.size(row.numbers.arguments),
                    html.size(row.numbers.outputs),
                    html.size(row.numbers.temporaries),
                    html.size(row.donatable),
                    row.copies,
                    row.name,
                    row.largest,
                ]
                for row in self.rows[: html.MOST_ROWS]
            ),
        )


class Diff:
    """What changed between modules."""

    def __init__(self, core: _core.Diff, capacity: _core.Capacity | None = None) -> None:
        self._core = core
        self.capacity = capacity
        """The memory that modules may use, or None without a device or limit."""

    @property
    def changes(self) -> list[_core.ModuleChange]:
        """Each module of both sides."""
        return self._core.changes

    def growth(self, metric: str = "total", space: int = 0) -> int:
        """The growth of the module that grew most, in bytes; 0 if none did."""
        grown: list[int] = [
            getattr(change.after, metric) - getattr(change.before, metric)
            for module in self.changes
            for change in module.spaces
            if change.space == space
        ]
        return max([0, *grown])

    def text(self, *, space: int | None = None, top: int | None = None, columns: int = 80) -> str:
        """As `ballast diff` prints it."""
        return self._core.text(space, top, columns, self.capacity)

    def as_dict(self, space: int | None = None) -> dict[str, Any]:
        """As `ballast diff --format json` prints it."""
        result: dict[str, Any] = json.loads(self._core.json(space, self.capacity))
        return result

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Diff: {len(self.changes)} modules>"

    def _repr_html_(self) -> str:
        return html.rows(
            ["change", "before", "after", "class", "shape", "label", "source", "module"],
            (
                [
                    html.change(group.after - group.before),
                    html.size(group.before),
                    html.size(group.after),
                    group.buffer_class,
                    group.shape_after or group.shape_before,
                    group.label,
                    group.source,
                    module.name,
                ]
                for module in self.changes
                for group in module.groups[: html.MOST_ROWS]
            ),
        )


class Report:
    """A page with pictures, as `ballast report` writes it."""

    def __init__(self, html: str) -> None:
        self.html = html
        """The page: one file without references to others."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8", errors="surrogateescape")

    def __repr__(self) -> str:
        return f"<Report: {len(self.html)} characters>"

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{escape(self.html)}" style="width: 100%; height: 640px; border: 0"></iframe>'


def _fit_html(fit: _core.Fit) -> str:
    """Whether it fits, and what would make it fit."""
    if fit.fits is None:
        verdict = f"whether it fits {fit.capacity.title} cannot be decided, because the dump is incomplete"
    elif fit.fits:
        verdict = f"fits {fit.capacity.title}: {html.size(fit.left)} left"
    else:
        verdict = f"does not fit {fit.capacity.title}: {html.size(-fit.left)} missing"
    text = f"<p><b>{escape(verdict)}</b> of {html.size(fit.capacity.available)} available</p>"
    if fit.fits is not False or not fit.suggestions:
        return text
    rows = (
        [
            f"{'at most ' if s.at_most else ''}{html.size(s.bytes)}",
            "yes" if s.then_fits else "no",
            html.size(s.together),
            s.text,
        ]
        for s in fit.suggestions
    )
    return text + html.rows(["total loses (estimate)", "then fits", "with those above", "change"], rows)


def devices() -> list[_core.Device]:
    """The accelerators whose memory is known."""
    return _core.devices()


def _limit(device: str | None, limit: str | float | None) -> _core.Capacity | None:
    """The limit of `device=` or `limit=`."""
    if device is not None and limit is not None:
        raise ValueError("give either device or limit")
    return _core.limit(device, None if limit is None else bytes_of(int(limit) if isinstance(limit, float) else limit))


def show(
    source: Source,
    *,
    step: int | None = None,
    stacks: bool = False,
    device: str | None = None,
    limit: str | float | None = None,
    space: int = 0,
) -> Memory:
    """Which buffers hold the memory of a module at its peak, or at a schedule step.

    With the name of a device or with a limit (bytes, or a text such as `15.75GiB`), also whether a memory space fits,
    and what would make it fit. Of several modules, the one with the largest total is shown.
    """
    capacity = _limit(device, limit)
    module = one_module(source)
    made = _core.memory(module._core, step, stacks, capacity, space)
    if made is None:
        raise BallastError(f"{module.path}: no allocations")
    return Memory(made)


def summary(source: Source, *, space: int = 0, device: str | None = None, limit: str | float | None = None) -> Summary:
    """The memory that modules allocate in a memory space, the largest first; with a limit, whether they fit."""
    capacity = _limit(device, limit)
    return Summary(_core.summary(core_modules(source), space), capacity)


def diff(before: Source, after: Source, *, device: str | None = None, limit: str | float | None = None) -> Diff:
    """What changed between modules. Modules are matched by their names. With a limit, whether they fit."""
    capacity = _limit(device, limit)
    return Diff(_core.diff(core_modules(before), core_modules(after)), capacity)


def report(
    source: Source,
    after: Source | None = None,
    *,
    space: int = 0,
    device: str | None = None,
    limit: str | float | None = None,
) -> Report:
    """A page about the memory of a module, of all modules of a folder, or about what changed until `after`."""
    capacity = _limit(device, limit)
    modules = all_modules(source)
    if after is not None:
        later = all_modules(after)
        cores = core_modules(modules), core_modules(later)
        return Report(_core.diff_page(*cores, f"{_title(modules)} > {_title(later)}", capacity))
    if len(modules) == 1:
        return Report(show(modules, stacks=True, device=device, limit=limit, space=space)._core.page())
    return Report(_core.folder_page(core_modules(modules), _title(modules), space, capacity))


def _title(modules: Modules) -> str:
    """The folder that modules have in common; the path of a single one."""
    paths = [module.path for module in modules]
    return paths[0] if len(paths) == 1 else os.path.commonpath(paths) if paths else ""
