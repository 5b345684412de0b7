"""A pytest plugin: limits for the memory of what a test compiles with XLA.

@pytest.mark.xla_memory(max="12GiB", max_growth="5%")
def test_step():
    train_step(params, batch)
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

import ballast
from ballast import _core
from ballast.dumping import environment
from ballast.sizes import bytes_of, growth_allowed

MARK = "xla_memory"
FIRST_ROWS = 7
_dumps = pytest.StashKey[Path]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds the options of the plugin."""
    group = parser.getgroup("ballast", "memory of XLA programs")
    group.addoption(
        "--xla-memory",
        action="store_true",
        help="dump from the start, for tests whose modules start XLA when they are imported",
    )
    group.addoption(
        "--xla-memory-update", action="store_true", help="store the dumps that later runs are compared with"
    )


def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """With --xla-memory, before anything is imported."""
    if early_config.known_args_namespace.xla_memory:
        _begin_dumping(early_config)


def pytest_configure(config: pytest.Config) -> None:
    """Declares the mark."""
    config.addinivalue_line(
        "markers",
        f"{MARK}(max, *, max_growth, space=0, baseline=None): the memory of the modules that the test compiles; "
        "max is a size, max_growth a share or a size, compared with the dump that --xla-memory-update stored",
    )


def pytest_collection_finish(session: pytest.Session) -> None:
    """XLA reads its flags when it starts, which is usually in the first test."""
    if any(item.get_closest_marker(MARK) for item in session.items):
        _begin_dumping(session.config)


def pytest_unconfigure(config: pytest.Config) -> None:
    """Removes the dumps."""
    folder = config.stash.get(_dumps, None)
    if folder:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """Judges what a test compiled, if the test itself passes."""
    mark = item.get_closest_marker(MARK)
    if not mark:
        yield
        return
    limits = _limits(mark)
    _forget_compiled()
    folder = item.config.stash[_dumps]
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    yield
    _judge(item, limits, folder)


class Limits:
    """The arguments of the mark."""

    def __init__(
        self,
        max: int | str | None = None,
        *,
        max_growth: int | str | None = None,
        space: int = 0,
        baseline: str | os.PathLike[str] | None = None,
    ) -> None:
        if max is None and max_growth is None:
            raise ValueError("expected max or max_growth, found neither")
        self.max = None if max is None else bytes_of(max)
        self.max_growth = max_growth
        growth_allowed(max_growth or 0, 0)  # raises an error if it is not a share or a size
        self.space = space
        self.baseline = baseline

    def stored(self, item: pytest.Item) -> Path:
        """The folder with the dumps to compare with: a name is relative to the file of the test."""
        return item.path.parent / (self.baseline or Path("xla_memory", item.path.stem, _file_name(item)))


def _file_name(item: pytest.Item) -> str:
    """A name for files that no other test of the same file has."""
    name = item.nodeid.partition("::")[2].replace("::", ".") or item.name
    clean = re.sub(r"[^\w.-]+", "_", name)
    return clean if clean == name else f"{clean}-{zlib.crc32(name.encode()):08x}"


def _limits(mark: pytest.Mark) -> Limits:
    """The arguments of a mark; a mark that limits nothing fails its test."""
    try:
        return Limits(*mark.args, **mark.kwargs)
    except (TypeError, ValueError) as error:
        text = str(error).replace("Limits.__init__()", f"the mark {MARK}")
        pytest.fail(f"{MARK}: {text}", pytrace=False)


def _begin_dumping(config: pytest.Config) -> None:
    if _dumps in config.stash:
        return
    config.stash[_dumps] = Path(tempfile.mkdtemp(prefix="ballast-pytest-"))
    os.environ.update(environment(config.stash[_dumps]))


def _forget_compiled() -> None:
    """What an earlier test compiled would not be compiled, and so not dumped, again."""
    jax = sys.modules.get("jax")
    if jax:
        jax.clear_caches()


def _judge(item: pytest.Item, limits: Limits, folder: Path) -> None:
    modules = ballast.read(folder, errors="keep")
    if not modules:
        pytest.fail(
            f"{MARK}: the test compiled nothing with XLA, or XLA had started before the tests: use --xla-memory",
            pytrace=False,
        )
    if limits.max is not None:
        _judge_size(modules, limits.max, limits.space)
    if item.config.getoption("--xla-memory-update"):
        _store(folder, limits.stored(item))
    elif limits.max_growth is not None:
        _judge_growth(modules, limits, limits.stored(item))


def _judge_size(modules: ballast.Modules, most: int, space: int) -> None:
    rows = ballast.summary(modules, space=space).rows
    if rows and rows[0].numbers.total > most:
        _fail(modules, rows[0].name, f"{rows[0].numbers.total} bytes in space {space}, {most} are allowed", space)
    for row in rows:
        if row.incomplete:
            _fail(modules, row.name, "a limit cannot be decided, because the dump is incomplete", space)


def _judge_growth(modules: ballast.Modules, limits: Limits, stored: Path) -> None:
    if not stored.exists():
        pytest.fail(f"{MARK}: no dump to compare with in {stored}: run with --xla-memory-update", pytrace=False)
    assert limits.max_growth is not None
    difference = ballast.diff(stored, modules)
    for module in difference.changes:
        for change in module.spaces:
            growth = change.after.total - change.before.total
            if change.space == limits.space and growth > growth_allowed(limits.max_growth, change.before.total):
                message = f"{change.before.total} -> {change.after.total} bytes in space {change.space}"
                allowed = f"a growth of {limits.max_growth} is allowed\n\n{difference.text(top=FIRST_ROWS)}"
                _fail(modules, module.name, f"{message}, {allowed}", limits.space)


def _fail(modules: ballast.Modules, name: str, verdict: str, space: int) -> None:
    shown = next((module for module in modules.named(name)), modules[0])
    text = ballast.show(shown).text(top=FIRST_ROWS, space=space)
    pytest.fail(f"{MARK}: {name}: {verdict}\n\n{text}", pytrace=False)


def _store(dumped: Path, folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for group in _core.group_files([(os.fspath(path), b"") for path in dumped.rglob("*")]):
        for path in group:
            shutil.copy(path, folder)
