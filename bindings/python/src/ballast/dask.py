"""Reads many dumps with dask, from folders or object stores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ballast import _core
from ballast.errors import ReadError, needed
from ballast.modules import Module, Modules
from ballast.tables import Columns, Table

if TYPE_CHECKING:
    import dask.bag
    import dask.dataframe
    import pandas

Group = list[str]
"""The paths of the files of one module."""


def find(paths: str | Iterable[str], **storage: Any) -> list[Group]:
    """The files of each module below folders or object-store paths, as `ballast.read` finds them.

    `storage` are options of fsspec. The first bytes of texts are read whose names do not show what they are.
    """
    fsspec = needed("fsspec", "ballast.dask")
    groups: list[Group] = []
    for path in [paths] if isinstance(paths, str) else paths:
        system, root = fsspec.core.url_to_fs(path, **storage)
        names = {system.unstrip_protocol(file): file for file in system.find(root)}
        groups += _core.group_files([(name, _beginning(system, names[name])) for name in sorted(names)])
    return groups


def _beginning(system: Any, file: str) -> bytes:
    """The first bytes of a file, if they decide whether it is a dump."""
    if not _core.decided_by_content(file):
        return b""
    with system.open(file, "rb", compression="infer") as opened:
        return bytes(opened.read(_core.deciding_bytes))


def read_group(group: Group, **storage: Any) -> Module:
    """Reads the files of one module."""
    fsspec = needed("fsspec", "ballast.dask")
    texts = []
    for path in group:
        with fsspec.open(path, "rb", compression="infer", **storage) as file:
            texts.append((_core.without_compression(path), file.read()))
    modules, problems, text, _ = _core.read_texts(texts)
    if problems or not modules:
        raise ReadError(text.rstrip("\n") or f"{group[0]}: no dump", problems, Modules(map(Module, modules)))
    return Module(modules[0])


def _read_groups(groups: Iterable[Group], storage: dict[str, Any]) -> Iterator[Module]:
    for group in groups:
        yield read_group(group, **storage)


def _partitions(paths: str | Iterable[str], partition_size: int, storage: dict[str, Any]) -> list[list[Group]]:
    groups = find(paths, **storage)
    if not groups:
        raise ReadError(f"no dump found: {paths}")
    return [groups[i : i + partition_size] for i in range(0, len(groups), partition_size)]


def bag(paths: str | Iterable[str], *, partition_size: int = 100, **storage: Any) -> dask.bag.Bag:
    """A bag of modules, with `partition_size` modules in each partition."""
    delayed = needed("dask", "ballast.dask", "dask[distributed]").delayed
    read = delayed(_read_list, pure=True)
    parts = [read(part, storage) for part in _partitions(paths, partition_size, storage)]
    made: dask.bag.Bag = needed("dask.bag", "ballast.dask", "dask[distributed]").from_delayed(parts)
    return made


def _read_list(groups: list[Group], storage: dict[str, Any]) -> list[Module]:
    return list(_read_groups(groups, storage))


def _frame(part: tuple[int, list[Group]], table: str, storage: dict[str, Any]) -> pandas.DataFrame:
    """A partition. Its modules are numbered from `part[0]`."""
    first, groups = part
    made = Columns([module._core for module in _read_list(groups, storage)])[table]
    frame = made.to_pandas()
    frame["module"] = frame["module"] + (first - 1)
    return frame.astype(_types(made))


def _types(table: Table) -> dict[str, Any]:
    """The types of the columns, which do not depend on the rows."""
    pandas: Any = needed("pandas", "ballast.dask")
    types = {"integer": ("int64", "Int64"), "boolean": ("bool", "boolean")}
    text = pandas.Series([""]).dtype
    return {
        name: text if kind == "text" else types[kind][nullable] for name, kind, _, _, nullable in table._core.columns
    }


def dataframe(
    paths: str | Iterable[str], table: str = "values", *, partition_size: int = 100, **storage: Any
) -> dask.dataframe.DataFrame:
    """A dataframe with the rows of a table, with `partition_size` modules in each partition.

    The column `module` numbers the modules of all partitions, so tables of the same paths can be merged by it.
    """
    frames = needed("dask.dataframe", "ballast.dask", "dask[distributed,dataframe]")
    empty = Columns([])[table]
    parts = _partitions(paths, partition_size, storage)
    numbered = [(number * partition_size + 1, part) for number, part in enumerate(parts)]
    made: dask.dataframe.DataFrame = frames.from_map(
        _frame, numbered, table=table, storage=storage, meta=empty.to_pandas().astype(_types(empty))
    )
    return made
