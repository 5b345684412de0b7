"""Compiles a program again with something changed, and compares."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, replace
from functools import partial, wraps
from html import escape
from typing import Any

from ballast import html
from ballast.answers import Diff
from ballast.compiling import Argument, Compilation, Compiled, CompileError, Request, _is_bound, compile_request
from ballast.dumped_programs import DumpedProgram
from ballast.errors import needed
from ballast.lowering import find_place, plain

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
    at_most: bool = False
    """Whether the suggestion said that it can also be less."""

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
        """The largest batch that fits, or otherwise the trial that saves the most; None if there is none."""
        self.notice = notice
        """What was not tried, and why."""
        self._trials = tuple(trials)

    def __getitem__(self, index: Any) -> Any:
        return self._trials[index]

    def __len__(self) -> int:
        return len(self._trials)

    def __iter__(self) -> Iterator[Trial]:
        return iter(self._trials)

    @property
    def pareto(self) -> list[Trial]:
        """The trials of which no other one needs both less memory and fewer operations."""
        points = [(trial, trial.after.total, trial.after.flops or 0) for trial in self._trials]

        def is_beaten(total: int, flops: float) -> bool:
            return any(t <= total and f <= flops and (t, f) != (total, flops) for _, t, f in points)

        return [trial for trial, total, flops in points if not is_beaten(total, flops)]

    def _rows(self) -> list[list[object]]:
        words = {True: "yes", False: "no", None: "unknown"}
        rows: list[list[object]] = [
            ["as it is", html.size(self.before.total), "", "", _flops(self.before), words[self.before.fits]]
        ]
        for trial in self._trials:
            promised = "" if trial.promised is None else html.size(trial.promised)
            if trial.at_most:
                promised = f"at most {promised}"
            sizes = [html.size(trial.after.total), html.size(trial.saved), promised]
            rows.append([trial.change, *sizes, _flops(trial.after), words[trial.fits]])
        return rows

    _HEADINGS = ("change", "total", "saved", "promised", "GFLOP", "fits")

    def __str__(self) -> str:
        table = aligned([list(self._HEADINGS), *self._rows()], right=(1, 2, 3, 4))
        return f"{table}\n{self.notice}" if self.notice else table

    def __repr__(self) -> str:
        return f"<Trials: {len(self)} of {self.before.request.where}>"

    def picture(self) -> str:
        """An SVG picture: the memory of each trial against its operations; the Pareto points are filled."""
        points = [(trial.change, trial.after.total, trial.after.flops or 0) for trial in self._trials]
        best = {trial.change for trial in self.pareto}
        totals, flops = [total for _, total, _ in points], [count for _, _, count in points]
        parts = []
        for change, total, count in points:
            x, y = 60 + 300 * _share(count, flops), 180 - 150 * _share(total, totals)
            fill = "steelblue" if change in best else "none"
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" stroke="steelblue" fill="{fill}">'
                f"<title>{escape(change)}: {html.size(total)}</title></circle>"
                f'<text x="{x + 7:.1f}" y="{y + 4:.1f}" font-size="11">{escape(change)}</text>'
            )
        frame = '<path d="M50 20V190H480" stroke="gray" fill="none"/>'
        words = '<text x="50" y="14" font-size="11">memory</text><text x="430" y="206" font-size="11">operations</text>'
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="500" height="212">{frame}{words}{"".join(parts)}</svg>'

    def _repr_html_(self) -> str:
        table = html.rows(self._HEADINGS, self._rows())
        picture = self.picture() if len({trial.after.flops for trial in self._trials}) > 1 else ""
        return table + picture + (f"<p>{escape(self.notice)}</p>" if self.notice else "")


def _flops(compiled: Compiled) -> str:
    return "" if compiled.flops is None else f"{compiled.flops / 1e9:.3g}"


def _share(value: float, of: Sequence[float]) -> float:
    """Where a value is between the least and the most, from 0 to 1."""
    return (value - min(of)) / (max(of) - min(of)) if max(of) > min(of) else 0.5


def aligned(rows: Sequence[Sequence[object]], right: Sequence[int] = ()) -> str:
    """Rows as text, with columns of equal width."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    pad = [str.rjust if i in right else str.ljust for i in range(len(widths))]
    lines = ("  ".join(f(cell, w) for f, cell, w in zip(pad, row, widths, strict=True)) for row in texts)
    return "\n".join(line.rstrip() for line in lines)


# ---- several compilations


@dataclass(frozen=True)
class _Planned:
    """A trial that is not compiled yet."""

    change: str
    value: Any
    request: Request
    promised: int | None = None
    at_most: bool = False


def _compiled_all(before: Compiled, planned: Iterable[_Planned], count: int, jobs: int) -> tuple[list[Trial], str]:
    """Lowers each here and compiles at most `jobs` at a time. After Ctrl-C, those that are there, with a notice."""
    ended = threading.Event()
    running: list[tuple[_Planned, Future[Compiled]]] = []
    notice = ""
    with ThreadPoolExecutor(max(1, jobs)) as pool:
        try:
            for plan in planned:
                running.append((plan, pool.submit(Compilation(plan.request).result, ended)))
                while sum(not future.done() for _, future in running) >= max(1, jobs):
                    wait([future for _, future in running if not future.done()], 0.2, FIRST_COMPLETED)
                _show_progress(before, running, count)
            for _, future in running:
                future.result()
        except KeyboardInterrupt:
            ended.set()
            notice = "interrupted"
            if not any(future.done() and not future.exception() for _, future in running):
                raise
        except BaseException:
            ended.set()
            raise
        finally:
            _show_progress(before, [], 0)
    trials = [
        Trial(plan.change, plan.value, before, future.result(), plan.promised, plan.at_most)
        for plan, future in running
        if not future.cancelled() and not future.exception()
    ]
    if notice:
        notice = f"interrupted: {count - len(trials)} of {count} were not tried"
    return trials, notice


def _show_progress(before: Compiled, running: Sequence[tuple[_Planned, Future[Compiled]]], count: int) -> None:
    """A line on the terminal with what is compiled; without a count it is removed."""
    shown = before.request.progress
    if not (sys.stderr.isatty() if shown is None else shown) or not sys.stderr.isatty():
        return
    done = sum(future.done() for _, future in running)
    text = f"ballast: {before.request.where}: {done} of {count} compiled, {running[-1][0].change}" if running else ""
    sys.stderr.write(f"\r\033[K{text}")
    sys.stderr.flush()


def _changeable(before: Compiled, what: str) -> Request:
    """The request of a program that can be lowered again with something changed."""
    if before.request.is_left_behind:
        raise CompileError(f"{before.request.name} was not pickled with its result: compile it again")
    if isinstance(before.request.program, DumpedProgram) and what != "donation":
        raise CompileError(f"the {what} of a dumped module cannot be changed: change the program and dump it again")
    if before.request.is_lowered:
        raise CompileError(f"the {what} of a Lowered cannot be changed: pass the function")
    return before.request


# ---- donation


def try_donating(before: Compiled, arguments: Sequence[Argument]) -> Trials:
    """Compiles again with arguments donated."""
    promises = _promises(before)
    groups = [tuple(arguments)] if arguments else [*promises, *_like_results(before, promises)]
    more = len(groups) - MOST_COMPILES
    tried = groups[:MOST_COMPILES]
    planned = (
        _Planned(
            f"donate {', '.join(map(str, group))}",
            group,
            _donating(before, group),
            *promises.get(_sorted(group), (None, False)),
        )
        for group in tried
    )
    trials, notice = _compiled_all(before, planned, len(tried), 1)
    if more > 0 and not notice:
        notice = f"{more} more donations were not tried"
    return Trials(before, trials, _most_saving(trials), notice)


def _most_saving(trials: Sequence[Trial]) -> Trial | None:
    return max((trial for trial in trials if trial.saved > 0), key=lambda trial: trial.saved, default=None)


def _promises(before: Compiled) -> dict[tuple[Argument, ...], tuple[int, bool]]:
    """The arguments of each suggested donation, the bytes that it is estimated to save, and whether it can be less."""
    result: dict[tuple[Argument, ...], tuple[int, bool]] = {}
    for suggestion in before.suggestions:
        if suggestion.kind == "donation":
            result.setdefault(_sorted(before.arguments_of(suggestion)), (suggestion.bytes, suggestion.at_most))
    result.pop((), None)  # only of bound arguments
    return result


def _like_results(before: Compiled, known: Iterable[tuple[Argument, ...]]) -> list[tuple[Argument, ...]]:
    """The arguments with the shape of a result that no suggestion is about alone. The estimates can miss them."""
    values = before.module.tables["values"]
    columns = [values.column(name) for name in ("parameter", "result_index", "shape", "size", "space")]
    rows = list(zip(*columns, strict=True))
    results = {(shape, size) for _, index, shape, size, space in rows if index is not None and space == 0}
    existing = {*range(len(before.request.args)), *before.request.kwargs}
    if isinstance(before.request.program, DumpedProgram):
        existing = {*range(len(before.parameters))}
    sizes: dict[Argument, int] = {}
    for number, _, shape, size, space in rows:
        if number is None or space != 0 or number >= len(before.parameters) or (shape, size) not in results:
            continue
        parameter = before.parameters[number]
        if not parameter.donated and parameter.argument in existing:
            sizes[parameter.argument] = sizes.get(parameter.argument, 0) + size
    alone = {group for group in known if len(group) == 1}
    return [(argument,) for argument in sorted(sizes, key=lambda x: -sizes[x]) if (argument,) not in alone]


def _sorted(arguments: Sequence[Argument]) -> tuple[Argument, ...]:
    """Numbers, then names."""
    return tuple(sorted(set(arguments), key=lambda argument: (isinstance(argument, str), argument)))


def _donating(before: Compiled, more: Sequence[Argument]) -> Request:
    """The request with arguments donated in addition."""
    request = _changeable(before, "donation")
    donated = dict.fromkeys(parameter.argument for parameter in before.parameters if parameter.donated)
    arguments = [*(argument for argument in donated if not _is_bound(argument)), *more]
    numbers = sorted({argument for argument in arguments if isinstance(argument, int)})
    names = sorted({argument for argument in arguments if isinstance(argument, str)})
    static = {name: value for name, value in request.settings.items() if not name.startswith("donate")}
    if isinstance(request.program, DumpedProgram):
        return replace(request, settings={"donate_argnums": tuple(numbers)})
    return replace(request, settings={**static, "donate_argnums": tuple(numbers), "donate_argnames": tuple(names)})


def cheapest_that_fits(before: Compiled) -> Trial | None:
    """The smallest change with which a program fits: donations first, then a smaller batch."""
    if before.fits is None:
        raise ValueError(f"{before.request.where}: no limit is known; pass limit= to compile()")
    if before.fits:
        raise ValueError(f"{before.request.where} fits already")
    donations = [trial for trial in try_donating(before, ()) if trial.fits]
    if donations:
        return min(donations, key=lambda trial: len(trial.value))
    jax = needed("jax", "cheapest_that_fits()")
    try:
        arguments = _batch_arguments(before, jax, None, 0)
    except ValueError:
        return None
    sizes = {leaf.shape[0] for argument in arguments for leaf in _leaves(before, jax, argument)}
    return largest(before, range(1, max(sizes)), sorted(arguments, key=str), 0).best


# ---- sweeps


def sweep(
    before: Compiled,
    batch: Iterable[int] | None,
    compiler_options: Iterable[Mapping[str, Any]] | None,
    policy: Iterable[Any] | None,
    of: str | None,
    mesh: Iterable[Sequence[int]] | None,
    arguments: Sequence[Argument] | None,
    axis: int,
    jobs: int,
) -> Trials:
    """Compiles again with something else."""
    options = {"batch": batch, "compiler_options": compiler_options, "policy": policy, "mesh": mesh}
    kinds = [name for name, values in options.items() if values is not None]
    if len(kinds) != 1:
        raise ValueError(f"expected one of {', '.join(options)}, found {', '.join(kinds) or 'none'}")
    values = list(options[kinds[0]] or ())
    if len(values) > MOST_COMPILES:
        what = "batch sizes" if batch is not None else "trials"
        raise ValueError(f"at most {MOST_COMPILES} {what}, found {len(values)}")
    plan: Callable[[Any], _Planned]
    if batch is not None:
        plan = _batches(before, arguments, axis)
    elif compiler_options is not None:
        plan = partial(_with_options, before)
    elif mesh is not None:
        plan = partial(_with_mesh, before)
    else:
        plan = partial(_with_policy, before, of)
    trials, notice = _compiled_all(before, map(plan, values), len(values), jobs)
    return Trials(before, trials, _largest(trials) if batch is not None else _most_saving(trials), notice)


def _with_options(before: Compiled, options: Mapping[str, Any]) -> _Planned:
    """The same program with other options of the compiler."""
    words = ", ".join(f"{name}={value}" for name, value in options.items())
    request = replace(before.request, options={**before.request.options, **options})
    return _Planned(words or "no options", dict(options), request)


def _with_mesh(before: Compiled, sizes: Sequence[int]) -> _Planned:
    """The same program with its shardings over a mesh of other sizes."""
    request = _changeable(before, "mesh")
    jax = needed("jax", "sweep()")
    sharding = jax.sharding
    found: list[Any] = []

    def over(x: Any) -> Any:
        if isinstance(x, sharding.NamedSharding):
            names = x.mesh.axis_names
            if len(names) != len(sizes):
                raise ValueError(f"the mesh has {len(names)} axes, found sizes {tuple(sizes)}")
            types = getattr(x.mesh, "axis_types", None)
            more = {"axis_types": types} if isinstance(types, tuple) else {}
            found.append(x)
            made = sharding.AbstractMesh(tuple(sizes), names, **more)
            return sharding.NamedSharding(made, x.spec, memory_kind=x.memory_kind)
        if hasattr(x, "shape") and isinstance(getattr(x, "sharding", None), sharding.NamedSharding):
            return jax.ShapeDtypeStruct(x.shape, x.dtype, sharding=over(x.sharding))
        return x

    kept = (jax.ShapeDtypeStruct, sharding.Sharding, sharding.PartitionSpec)
    args, kwargs, settings = jax.tree_util.tree_map(
        over, (request.args, request.kwargs, request.settings), is_leaf=lambda x: isinstance(x, kept)
    )
    if not found:
        raise ValueError(f"no argument of {request.name} has a sharding over a mesh")
    words = "x".join(map(str, sizes))
    return _Planned(f"mesh {words}", tuple(sizes), replace(request, args=args, kwargs=kwargs, settings=settings))


def _with_policy(before: Compiled, of: str | None, policy: Any) -> _Planned:
    """The same program with a function under `jax.checkpoint` with a policy; without it, if the policy is None."""
    request = _changeable(before, "policies")
    if not of:
        raise ValueError("policy= needs of=, the name of a function of the program, such as 'model.block'")
    jax = needed("jax", "sweep()")
    program, settings = plain(request.program, request.settings, jax)
    place = find_place(program, of)
    name = getattr(policy, "__name__", None) or ("no checkpoint" if policy is None else repr(policy))

    @wraps(program)
    def changed(*args: Any, **kwargs: Any) -> Any:
        original = place.get()
        place.set(original if policy is None else jax.checkpoint(original, policy=policy))
        try:
            return program(*args, **kwargs)
        finally:
            place.set(original)

    return _Planned(f"{of}: {name}", policy, replace(request, program=changed, settings=settings))


# ---- batches


def largest(before: Compiled, batch: Iterable[int], arguments: Sequence[Argument] | None, axis: int) -> Trials:
    """Searches for the largest batch size that fits, assuming that no larger one fits if one does not."""
    sizes = sorted(set(batch))
    if not sizes:
        raise ValueError("no batch sizes")
    if before.fits is None:
        raise ValueError(f"{before.request.where}: no limit is known; pass limit= to compile()")
    planned = _batches(before, arguments, axis)
    trials: list[Trial] = []
    low, high = 0, len(sizes)  # all below `low` fit, none from `high` on does
    while low < high and len(trials) < MOST_COMPILES:
        middle = _guess(sizes, low, high, before, trials)
        plan = planned(sizes[middle])
        trials.append(Trial(plan.change, plan.value, before, compile_request(plan.request)))
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


def _batches(before: Compiled, arguments: Sequence[Argument] | None, axis: int) -> Callable[[int], _Planned]:
    """The function that plans a trial with a batch size."""
    request = _changeable(before, "shapes")
    jax = needed("jax", "sweep()")
    of_batch = _batch_arguments(before, jax, arguments, axis)

    def planned(size: int) -> _Planned:
        return _Planned(f"batch={size}", size, _with_size(request, jax, of_batch, axis, size))

    return planned


def _with_size(request: Request, jax: Any, arguments: Container[Argument], axis: int, size: int) -> Request:
    """A request whose arguments have another size on an axis."""

    def resized(argument: Argument, tree: Any) -> Any:
        if argument not in arguments:
            return tree
        is_leaf = lambda x: isinstance(x, jax.ShapeDtypeStruct)  # noqa: E731
        return jax.tree_util.tree_map(lambda leaf: _resized(jax, leaf, axis, size), tree, is_leaf=is_leaf)

    args = tuple(resized(i, arg) for i, arg in enumerate(request.args))
    kwargs = {name: resized(name, arg) for name, arg in request.kwargs.items()}
    return replace(request, args=args, kwargs=kwargs)


def _leaves(before: Compiled, jax: Any, argument: Argument) -> list[Any]:
    """The arrays of an argument."""
    request = before.request
    tree = request.args[argument] if isinstance(argument, int) else request.kwargs[argument]
    return [leaf for leaf in jax.tree_util.tree_leaves(tree) if getattr(leaf, "shape", None)]


def _resized(jax: Any, leaf: Any, axis: int, size: int) -> Any:
    if not hasattr(leaf, "shape") or len(leaf.shape) <= axis:
        return leaf
    shape = (*leaf.shape[:axis], size, *leaf.shape[axis + 1 :])
    sharding = getattr(leaf, "sharding", None)
    kept = sharding if isinstance(sharding, jax.sharding.NamedSharding) else None
    return jax.ShapeDtypeStruct(shape, leaf.dtype, sharding=kept)


def _batch_arguments(before: Compiled, jax: Any, named: Sequence[Argument] | None, axis: int) -> set[Argument]:
    """The arguments whose arrays have the batch as an axis."""
    request = before.request
    everything: dict[Argument, Any] = dict(enumerate(request.args))
    everything.update(request.kwargs)
    if named is not None:
        unknown = [argument for argument in named if argument not in everything]
        if unknown:
            raise ValueError(f"there is no argument {unknown[0]!r}")
        return set(named)
    donated = {parameter.argument for parameter in before.parameters if parameter.donated}
    sizes: dict[Argument, int] = {}
    for argument in everything:
        leaves = _leaves(before, jax, argument)
        found = {leaf.shape[axis] if len(leaf.shape) > axis else None for leaf in leaves}
        size = found.pop() if len(found) == 1 else None
        if size is not None and argument not in donated:
            sizes[argument] = size
    if len(set(sizes.values())) != 1 or _smaller_choices(before, jax, list(sizes), axis):
        raise ValueError(
            f"it is not clear which arguments have the batch as axis {axis}: pass arguments=[...], numbers or names"
        )
    return set(sizes)


def _smaller_choices(before: Compiled, jax: Any, arguments: Sequence[Argument], axis: int) -> bool:
    """Whether the program can also be traced if only some of the arguments get another size: a matrix of weights can
    have the size of the batch by chance.
    """
    if len(arguments) < 2:
        return False
    size = 1 + max(leaf.shape[axis] for leaf in _leaves(before, jax, arguments[0]))
    fewer = [{argument} for argument in arguments]
    fewer += [set(arguments) - {argument} for argument in arguments] if len(arguments) > 2 else []
    for chosen in fewer:
        try:
            Compilation(_with_size(replace(before.request, progress=False), jax, chosen, axis, size))
        except CompileError:
            continue
        return True
    return False
