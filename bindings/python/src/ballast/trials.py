"""Compiles a program again with something changed, and compares."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ballast import html
from ballast.compiling import Argument, Compiled, CompileError, Request, compile_request
from ballast.errors import needed
from ballast.memory import Diff

MOST_COMPILES = 8


@dataclass(frozen=True)
class Trial:
    """A program that was compiled again."""

    change: str
    """What was changed, such as `donate 0` or `batch=16`."""
    value: Any
    """The arguments that were donated, or the size of the batch."""
    before: Compiled
    after: Compiled
    promised: int | None = None
    """The bytes that the suggestion estimated, if there was one."""

    @property
    def saved(self) -> int:
        """By how many bytes the program needs less; negative if it needs more."""
        return self.before.total - self.after.total

    @property
    def fits(self) -> bool | None:
        """Whether it fits with the change."""
        return self.after.fits

    def diff(self) -> Diff:
        """What changed in the memory."""
        return self.before.diff(self.after)


class Trials(Sequence[Trial]):
    """Programs that were compiled again, in that order."""

    def __init__(self, before: Compiled, trials: Sequence[Trial], best: Trial | None, notice: str = "") -> None:
        self.before = before
        """The program without a change."""
        self.best = best
        """The largest batch that fits, or the donation that saves the most; None if there is none."""
        self.notice = notice
        """What was not tried, and why."""
        self._trials = tuple(trials)

    def __getitem__(self, index: Any) -> Any:
        return self._trials[index]

    def __len__(self) -> int:
        return len(self._trials)

    def __iter__(self) -> Iterator[Trial]:
        return iter(self._trials)

    def _rows(self) -> list[list[object]]:
        words = {True: "yes", False: "no", None: "unknown"}
        rows: list[list[object]] = [["as it is", html.size(self.before.total), "", "", words[self.before.fits]]]
        for trial in self._trials:
            promised = "" if trial.promised is None else html.size(trial.promised)
            rows.append(
                [trial.change, html.size(trial.after.total), html.size(trial.saved), promised, words[trial.fits]]
            )
        return rows

    _HEADINGS = ("change", "total", "saved", "promised", "fits")

    def __str__(self) -> str:
        table = aligned([list(self._HEADINGS), *self._rows()], right=(1, 2, 3))
        return f"{table}\n{self.notice}" if self.notice else table

    def __repr__(self) -> str:
        return f"<Trials: {len(self)} of {self.before.request.where}>"

    def _repr_html_(self) -> str:
        table = html.rows(self._HEADINGS, self._rows())
        return table + (f"<p>{self.notice}</p>" if self.notice else "")


def aligned(rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> str:
    """Rows as text, with columns of equal width."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    pad = [str.rjust if i in right else str.ljust for i in range(len(widths))]
    lines = ("  ".join(f(cell, w) for f, cell, w in zip(pad, row, widths, strict=True)) for row in texts)
    return "\n".join(line.rstrip() for line in lines)


# ---- donation


def try_donating(before: Compiled, arguments: Sequence[Argument]) -> Trials:
    """Compiles again with arguments donated."""
    promises = _promises(before)
    groups = [tuple(arguments)] if arguments else list(promises)
    more = len(groups) - MOST_COMPILES
    trials = []
    for group in groups[:MOST_COMPILES]:
        change = f"donate {', '.join(map(str, group))}"
        promised = promises.get(_sorted(group))
        trials.append(Trial(change, group, before, compile_request(_donating(before, group)), promised))
    saving = [trial for trial in trials if trial.saved > 0]
    best = max(saving, key=lambda trial: trial.saved, default=None)
    return Trials(before, trials, best, f"{more} more donations were not tried" if more > 0 else "")


def _promises(before: Compiled) -> dict[tuple[Argument, ...], int]:
    """The arguments of each suggested donation, and the bytes that it is estimated to save."""
    result: dict[tuple[Argument, ...], int] = {}
    for suggestion in before.suggestions:
        if suggestion.kind == "donation":
            result.setdefault(_sorted(before.arguments_of(suggestion)), suggestion.bytes)
    return result


def _sorted(arguments: Sequence[Argument]) -> tuple[Argument, ...]:
    """Numbers, then names."""
    return tuple(sorted(set(arguments), key=lambda argument: (isinstance(argument, str), argument)))


def _donating(before: Compiled, more: Sequence[Argument]) -> Request:
    """The request with arguments donated in addition."""
    request = before.request
    if request.is_lowered:
        raise CompileError("the donation of a Lowered cannot be changed: pass the function")
    donated = dict.fromkeys(parameter.argument for parameter in before.parameters if parameter.donated)
    arguments = [*donated, *more]
    numbers = sorted({argument for argument in arguments if isinstance(argument, int)})
    names = sorted({argument for argument in arguments if isinstance(argument, str)})
    static = {name: value for name, value in request.settings.items() if not name.startswith("donate")}
    return replace(request, settings={**static, "donate_argnums": tuple(numbers), "donate_argnames": tuple(names)})


# ---- batches


def sweep(before: Compiled, batch: Iterable[int], arguments: Sequence[Argument] | None, axis: int) -> Trials:
    """Compiles again with other batch sizes."""
    sizes = list(batch)
    if len(sizes) > MOST_COMPILES:
        raise ValueError(f"at most {MOST_COMPILES} batch sizes, found {len(sizes)}")
    compiled = _batches(before, arguments, axis)
    trials = [compiled(size) for size in sizes]
    return Trials(before, trials, _largest(trials))


def largest(before: Compiled, batch: Iterable[int], arguments: Sequence[Argument] | None, axis: int) -> Trials:
    """Searches for the largest batch size that fits, assuming that no larger one fits if one does not."""
    sizes = sorted(set(batch))
    if not sizes:
        raise ValueError("no batch sizes")
    if before.fits is None:
        raise ValueError(f"{before.request.where}: no limit is known; pass limit= to compile()")
    compiled = _batches(before, arguments, axis)
    trials: list[Trial] = []
    low, high = 0, len(sizes)  # all below `low` fit, none from `high` on does
    while low < high and len(trials) < MOST_COMPILES:
        middle = _guess(sizes, low, high, before, trials)
        trials.append(compiled(sizes[middle]))
        if trials[-1].fits:
            low = middle + 1
        else:
            high = middle
    notice = f"batch sizes from {sizes[low]} to {sizes[high - 1]} were not tried" if low < high else ""
    trials.sort(key=lambda trial: int(trial.value))
    return Trials(before, trials, _largest(trials), notice)


def _largest(trials: Sequence[Trial]) -> Trial | None:
    return max((trial for trial in trials if trial.fits), key=lambda trial: trial.value, default=None)


def _guess(sizes: Sequence[int], low: int, high: int, before: Compiled, trials: Sequence[Trial]) -> int:
    """The batch size to try next: memory often grows linearly with it."""
    capacity = before.capacity
    known = sorted({(int(trial.value), trial.after.total) for trial in trials})
    middle = (low + high) // 2
    if capacity is None or len(known) < 2 or len(trials) % 3 == 2:
        return middle
    nearest = sorted(known, key=lambda pair: abs(pair[1] - capacity))[:2]
    (size, total), (other, other_total) = nearest
    if total == other_total:
        return middle
    wanted = size + (capacity - total) * (other - size) / (other_total - total)
    below = sum(1 for at in sizes if at <= wanted) - 1
    return min(max(below, low), high - 1)


def _batches(before: Compiled, arguments: Sequence[Argument] | None, axis: int) -> Callable[[int], Trial]:
    """The function that compiles with a batch size."""
    request = before.request
    if request.is_lowered:
        raise CompileError("the shapes of a Lowered cannot be changed: pass the function")
    jax = needed("jax", "sweep()")
    of_batch = _batch_arguments(before, jax, arguments, axis)

    def resized(argument: Argument, tree: Any, size: int) -> Any:
        if argument not in of_batch:
            return tree
        is_leaf = lambda x: isinstance(x, jax.ShapeDtypeStruct)  # noqa: E731
        return jax.tree_util.tree_map(lambda leaf: _resized(jax, leaf, axis, size), tree, is_leaf=is_leaf)

    def compiled(size: int) -> Trial:
        args = tuple(resized(i, arg, size) for i, arg in enumerate(request.args))
        kwargs = {name: resized(name, arg, size) for name, arg in request.kwargs.items()}
        after = compile_request(replace(request, args=args, kwargs=kwargs))
        return Trial(f"batch={size}", size, before, after)

    return compiled


def _resized(jax: Any, leaf: Any, axis: int, size: int) -> Any:
    if not hasattr(leaf, "shape") or len(leaf.shape) <= axis:
        return leaf
    shape = (*leaf.shape[:axis], size, *leaf.shape[axis + 1 :])
    sharding = getattr(leaf, "sharding", None)
    kept = sharding if isinstance(sharding, jax.sharding.NamedSharding) else None
    return jax.ShapeDtypeStruct(shape, leaf.dtype, sharding=kept)


def _batch_arguments(before: Compiled, jax: Any, given: Sequence[Argument] | None, axis: int) -> set[Argument]:
    """The arguments whose arrays have the batch as an axis."""
    request = before.request
    everything: dict[Argument, Any] = dict(enumerate(request.args))
    everything.update(request.kwargs)
    if given is not None:
        unknown = [argument for argument in given if argument not in everything]
        if unknown:
            raise ValueError(f"there is no argument {unknown[0]!r}")
        return set(given)
    donated = {parameter.argument for parameter in before.parameters if parameter.donated}
    sizes: dict[Argument, int] = {}
    for argument, tree in everything.items():
        leaves = [leaf.shape for leaf in jax.tree_util.tree_leaves(tree) if getattr(leaf, "shape", None)]
        found = {shape[axis] if len(shape) > axis else None for shape in leaves}
        size = found.pop() if len(found) == 1 else None
        if size is not None and argument not in donated:
            sizes[argument] = size
    if len(set(sizes.values())) != 1:
        raise ValueError(
            f"it is not clear which arguments have the batch as axis {axis}: pass arguments=[...], numbers or names"
        )
    return set(sizes)
