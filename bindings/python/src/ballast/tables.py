"""Tables: columns for Arrow, NumPy and data frames, and rows as objects."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar, overload

from ballast import _core, html
from ballast.errors import MissingDependency, needed

if TYPE_CHECKING:
    import numpy
    import pandas
    import polars
    import pyarrow

T = TypeVar("T")


class Table:
    """A table. Its columns are made when they are asked for, and live as long as something uses them."""

    def __init__(self, modules: Sequence[_core.Module], name: str) -> None:
        self._modules = list(modules)
        self._name = name
        self._made: _core.Table | None = None

    @property
    def _core(self) -> _core.Table:
        if self._made is None:
            self._made = _core.table(self._modules, self._name)
        return self._made

    @property
    def name(self) -> str:
        """The name of the table."""
        return self._name

    @property
    def columns(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(name for name, *_ in self._core.columns)

    def column(self, name: str) -> list[Any]:
        """The cells of a column; None for those that the dump lacks."""
        return self._core.cells(self.columns.index(name))

    def __len__(self) -> int:
        return len(self._core)

    def __arrow_c_schema__(self) -> object:
        return self._core.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self._core.__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> pyarrow.Table:
        """A pyarrow.Table that shares the memory of this table."""
        return needed("pyarrow", "to_arrow()").table(self)

    def to_polars(self) -> polars.DataFrame:
        """A polars.DataFrame."""
        frame: polars.DataFrame = needed("polars", "to_polars()").DataFrame(self)
        return frame

    def to_numpy(self) -> dict[str, numpy.ndarray[Any, Any]]:
        """The columns as arrays. Numbers are read-only views of this table, with -1 for what the dump lacks."""
        library = needed("numpy", "to_numpy()")
        arrays: dict[str, numpy.ndarray[Any, Any]] = {}
        for i, (name, kind, *_) in enumerate(self._core.columns):
            if kind == "integer":
                arrays[name] = self._core.integers(i)
            elif kind == "boolean":
                arrays[name] = self._core.booleans(i).view(library.bool_)
            else:
                arrays[name] = library.array(self._core.cells(i), dtype=object)
        return arrays

    def to_pandas(self) -> pandas.DataFrame:
        """A pandas.DataFrame. Columns of numbers are nullable if the dump lacks some of them."""
        library = needed("pandas", "to_pandas()")
        columns: dict[str, Any] = {}
        try:
            arrow = self.to_arrow()
        except MissingDependency:
            arrow = None  # texts take longer without it
        for i, (name, kind, *_) in enumerate(self._core.columns):
            if kind == "text":
                columns[name] = arrow[name].to_pandas() if arrow is not None else self._core.cells(i)
                continue
            cells = self._core.integers(i) if kind == "integer" else self._core.booleans(i).view(bool)
            if self._core.unknown(i):
                nullable = library.arrays.IntegerArray if kind == "integer" else library.arrays.BooleanArray
                cells = nullable(cells.copy(), self._core.empty(i).view(bool).copy())
            columns[name] = cells
        frame: pandas.DataFrame = library.DataFrame(columns)
        return frame

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self._name}: {len(self)} rows>"

    def _repr_html_(self) -> str:
        return html.table(
            self.columns, [self._core.cells(i)[: html.MOST_ROWS] for i in range(len(self.columns))], len(self)
        )


class Items(Sequence[T]):
    """A sequence whose objects are made when they are asked for."""

    def __init__(self, size: int, get: Callable[[int], T]) -> None:
        self._size = size
        self._get = get

    def __len__(self) -> int:
        return self._size

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            return [self._get(i) for i in range(*index.indices(self._size))]
        number = index + self._size if index < 0 else index
        if not 0 <= number < self._size:
            raise IndexError(f"row {index} of {self._size}")
        return self._get(number)

    def __iter__(self) -> Iterator[T]:
        return map(self._get, range(self._size))

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._size}>"


class Rows(Items[T]):
    """The rows of a module as a sequence of objects, and as a table."""

    def __init__(self, module: _core.Module, name: str, size: int, kind: str) -> None:
        get = getattr(_core, kind)
        super().__init__(size, lambda i: get(module, i))
        self._whole = module, name, size, kind
        self.table = Table([module], name)
        """The rows as a table."""

    def __arrow_c_schema__(self) -> object:
        return self.table.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)

    def to_arrow(self) -> pyarrow.Table:
        """As `Table.to_arrow`."""
        return self.table.to_arrow()

    def to_polars(self) -> polars.DataFrame:
        """As `Table.to_polars`."""
        return self.table.to_polars()

    def to_numpy(self) -> dict[str, numpy.ndarray[Any, Any]]:
        """As `Table.to_numpy`."""
        return self.table.to_numpy()

    def to_pandas(self) -> pandas.DataFrame:
        """As `Table.to_pandas`."""
        return self.table.to_pandas()

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._whole

    def _repr_html_(self) -> str:
        return self.table._repr_html_()


class Columns:
    """The tables of modules, by name."""

    def __init__(self, modules: Sequence[_core.Module]) -> None:
        self._modules = list(modules)

    def __getitem__(self, name: str) -> Table:
        if name not in _core.table_names():
            raise KeyError(name)
        return Table(self._modules, name)

    def __iter__(self) -> Iterator[str]:
        return iter(_core.table_names())

    def __len__(self) -> int:
        return len(_core.table_names())

    def keys(self) -> list[str]:
        """The names of the tables."""
        return list(self)

    def __repr__(self) -> str:
        return f"<tables {', '.join(self)}>"
