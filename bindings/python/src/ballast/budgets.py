"""Whether several programs fit a device together: arguments that they share count once."""

from __future__ import annotations

import argparse
import inspect
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ballast import html
from ballast.answers import Memory, _limit, devices, show
from ballast.compiling import Compiled, compile
from ballast.errors import BallastError, needed
from ballast.modules import one_module
from ballast.sizes import bytes_of
from ballast.targets import Target
from ballast.trials import aligned

_ROOT = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class Part:
    """What one program takes."""

    name: str
    arguments: int
    """Bytes of its arguments."""
    shared: int
    """Bytes of these that an earlier program has, too."""
    results: int
    """Bytes of its results that are not in donated arguments, and of constants."""
    temporaries: int
    code: int | None
    """Bytes of its code; None if the compiler does not say."""

    @property
    def own(self) -> int:
        """Bytes that it adds while it does not run."""
        return self.arguments - self.shared + self.results + (self.code or 0)


@dataclass(frozen=True)
class Budget:
    """What programs that are loaded together take of one device.

    They run one after the other, and XLA allocates the temporaries of a program for a run of it, on CPU, GPU and TPU
    alike: only the largest arena counts.
    """

    parts: tuple[Part, ...]
    keep: int
    """Bytes that are kept free."""
    capacity: int | None
    """Bytes that programs can use on this device; None if no limit is known."""
    results: Mapping[str, Compiled] = field(default_factory=dict, repr=False)
    """The compiled programs, of `compile_many`."""

    @property
    def temporaries(self) -> int:
        """The largest arena of temporaries."""
        return max((part.temporaries for part in self.parts), default=0)

    @property
    def total(self) -> int:
        """Bytes that all need together, without those that are kept free."""
        return sum(part.own for part in self.parts) + self.temporaries

    @property
    def left(self) -> int | None:
        """Bytes that are left, for a cache of keys and values for example; negative if some are missing."""
        return None if self.capacity is None else self.capacity - self.keep - self.total

    @property
    def fits(self) -> bool | None:
        """Whether all fit; None if no limit is known."""
        return None if self.left is None else self.left >= 0

    @property
    def largest(self) -> Part | None:
        """The program to shrink first: the one without which most would be left."""
        return max(self.parts, key=self._gain, default=None)

    def _gain(self, part: Part) -> int:
        others = [other.temporaries for other in self.parts if other is not part]
        return part.own + max(0, part.temporaries - max(others, default=0))

    @property
    def verdict(self) -> str:
        """Whether all fit, in a sentence."""
        kept = f" and {html.size(self.keep)} kept free" if self.keep else ""
        text = f"{len(self.parts)} programs need {html.size(self.total)}{kept}"
        if self.left is None or self.capacity is None:
            return f"{text}; no limit is known"
        if self.fits:
            return f"{text} of {html.size(self.capacity)}: they fit, {html.size(self.left)} left"
        first = f"; shrink {self.largest.name} first" if self.largest else ""
        return f"{text} of {html.size(self.capacity)}: they do not fit, {html.size(-self.left)} missing{first}"

    _HEADINGS = ("program", "arguments", "of them shared", "results", "temporaries", "code")

    def _rows(self) -> list[list[object]]:
        rows: list[list[object]] = []
        for part in self.parts:
            code = "" if part.code is None else html.size(part.code)
            sizes = map(html.size, (part.arguments, part.shared, part.results, part.temporaries))
            rows.append([part.name, *sizes, code])
        return rows

    def as_dict(self) -> dict[str, Any]:
        """The same as data."""
        parts = [{**vars(part), "own": part.own} for part in self.parts]
        figures = {name: getattr(self, name) for name in ("total", "temporaries", "keep", "capacity", "left", "fits")}
        first = self.largest.name if self.largest else None
        return {**figures, "shrink_first": first, "verdict": self.verdict, "programs": parts}

    def __str__(self) -> str:
        return f"{self.verdict}\n\n{aligned([list(self._HEADINGS), *self._rows()], right=(1, 2, 3, 4, 5))}"

    def _repr_html_(self) -> str:
        return f"<p><b>{self.verdict}</b></p>{html.rows(self._HEADINGS, self._rows())}"


# ---- from programs


def compile_many(
    programs: Mapping[str, Any],
    *,
    target: str | Target,
    shared: Iterable[str] = (),
    keep: int | str = 0,
    **options: Any,
) -> Budget:
    """Compiles several programs for a device, and reports whether they fit it together.

    A program is `(step, *arguments)`, or `(step, *arguments, options)` with options of `compile`, or a result of it.
    Arrays that several programs get count once, and so do arguments whose name in the signatures of the programs is in
    `shared`. `keep` is left free. Other options are those of `compile` for all programs.
    """
    results: dict[str, Compiled] = {}
    for name, given in programs.items():
        results[name] = given if isinstance(given, Compiled) else _compiled(given, target, options)
    names = set(shared)
    seen: dict[object, int] = {}
    parts = []
    for name, made in results.items():
        analysis = made.memory_analysis()
        code = analysis.generated_code_size_in_bytes if analysis else None
        parts.append(_part(name, made.memory, _argument_sizes(name, made, names), seen, code))
    _check_names(names, seen)
    capacity = min((made.capacity for made in results.values() if made.capacity is not None), default=None)
    return Budget(tuple(parts), bytes_of(keep), capacity, results)


def _compiled(given: Any, target: str | Target, options: Mapping[str, Any]) -> Compiled:
    if not isinstance(given, (tuple, list)) or not given:
        raise BallastError(f"expected (step, *arguments) or a result of compile(), found {type(given).__name__}")
    program, *args = given
    names = compile.__kwdefaults__ or {}
    own = args.pop() if args and isinstance(args[-1], dict) and args[-1] and args[-1].keys() <= names.keys() else {}
    return compile(program, *args, target=target, **{**options, **own})


def _argument_sizes(name: str, made: Compiled, names: set[str]) -> list[tuple[Any, int]]:
    """The bytes of each parameter of the module, with a key that is equal for the same one of another program."""
    jax = needed("jax", "compile_many()")
    request = made.request
    given: dict[Any, Any] = {**dict(enumerate(request.args)), **request.kwargs}
    try:
        called = list(inspect.signature(request.program).parameters)
    except (TypeError, ValueError):  # without a signature
        called = []
    sizes: list[tuple[Any, int]] = []
    for number, size in _parameter_sizes(made.memory):
        if number >= len(made.parameters):
            continue
        argument, path = made.parameters[number].argument, made.parameters[number].path
        word = argument if isinstance(argument, str) else called[argument] if argument < len(called) else None
        leaves = jax.tree_util.tree_flatten_with_path(given.get(argument))[0]
        leaf = next((leaf for place, leaf in leaves if jax.tree_util.keystr(place) == path), None)
        if word in names:
            sizes.append((("name", f"{word}{path}"), size))
        elif isinstance(leaf, jax.Array):
            sizes.append((("array", id(leaf)), size))
        else:
            sizes.append(((name, argument, path), size))
    return sizes


def _parameter_sizes(memory: Memory) -> list[tuple[int, int]]:
    """The number and the bytes of each parameter in the memory of the device."""
    table = memory.module.tables["allocations"]
    columns = ("parameter", "size", "space", "class")
    rows = zip(*(table.column(name) for name in columns), strict=True)
    return [(number, size) for number, size, space, _ in rows if number is not None and space == 0]


def _part(
    name: str, memory: Memory, sizes: Sequence[tuple[Any, int]], seen: dict[object, int], code: int | None
) -> Part:
    """What a program takes; `seen` has the bytes of what earlier ones share."""
    space = memory.space()
    if space is None:
        return Part(name, 0, 0, 0, 0, code)
    own: dict[object, int] = {}
    for key, size in sizes:
        own[key] = own.get(key, 0) + size
    duplicate = sum(min(size, seen[key]) for key, size in own.items() if key in seen)
    for key, size in own.items():
        seen[key] = max(size, seen.get(key, 0))
    results = space.total - space.temporaries - space.arguments
    return Part(name, space.arguments, duplicate, results, space.temporaries, code)


def _check_names(names: set[str], seen: Iterable[object]) -> None:
    """Raises an error if no program has an argument of one of the names."""
    texts = [str(key[1]) for key in seen if isinstance(key, tuple) and key[0] == "name"]
    found = {root[0] for text in texts if (root := _ROOT.match(text))}
    if missing := sorted(names - found):
        raise BallastError(f"no program has an argument {missing[0]}")


# ---- from dumps


def budget(
    folders: Mapping[str, Any] | Sequence[str],
    *,
    device: str | None = None,
    limit: str | float | None = None,
    shared: Iterable[str] = (),
    keep: int | str = 0,
) -> Budget:
    """Whether the programs of several dumps fit a device together.

    Of a folder, the module with the largest total counts. Arguments count once if `shared` has their name, such as
    `params` for `params['w']`.
    """
    named = folders if isinstance(folders, Mapping) else {str(path): path for path in folders}
    names = set(shared)
    capacity = _limit(device, limit)
    seen: dict[object, int] = {}
    parts = []
    for name, source in named.items():
        memory = show(one_module(source))
        labels = _labels(memory)
        sizes = []
        for number, size in _parameter_sizes(memory):
            label = labels.get(number, "")
            root = _ROOT.match(label)
            by_name = root is not None and root[0] in names
            sizes.append((("name", label) if by_name else (name, number), size))
        parts.append(_part(name, memory, sizes, seen, None))
    _check_names(names, seen)
    return Budget(tuple(parts), bytes_of(keep), int(capacity.available) if capacity else None)


def _labels(memory: Memory) -> dict[int, str]:
    """The names of parameters, as JAX calls them."""
    table = memory.module.tables["values"]
    rows = zip(table.column("parameter"), table.column("label"), strict=True)
    return {number: label for number, label in rows if number is not None and label}


# ---- the command


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ballast budget",
        description="Reports whether the programs of several dumps fit a device together.",
        epilog="exit codes: 0 if they fit, 1 if they do not, 2 for errors",
    )
    parser.add_argument(
        "folders", metavar="DIR", nargs="+", help="the dump of a program; of several modules, the largest"
    )
    known = ", ".join(device.name for device in devices())
    parser.add_argument("--device", metavar="NAME", help=f"the device: {known}")
    parser.add_argument("--limit", metavar="SIZE", help="the available memory, such as 15.75GiB, instead of a device")
    parser.add_argument("--keep", metavar="SIZE", default="0", help="the memory to keep free, such as 9GiB for a cache")
    parser.add_argument(
        "--shared",
        metavar="NAME",
        action="append",
        default=[],
        help="an argument that the programs share, such as params",
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="the form of the output")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Runs the command. Its exit code."""
    given = _parser().parse_args(arguments)
    try:
        if given.device is None and given.limit is None:
            raise BallastError("give --device or --limit")
        missing = next((path for path in given.folders if not Path(path).exists()), None)
        if missing is not None:
            raise BallastError(f"there is no file or folder {missing}")
        found = budget(given.folders, device=given.device, limit=given.limit, shared=given.shared, keep=given.keep)
    except (BallastError, ValueError, OSError) as error:
        print(f"ballast: {error}", file=sys.stderr)
        return 2
    print(json.dumps(found.as_dict(), indent=2) if given.format == "json" else found, flush=True)
    return 0 if found.fits else 1
