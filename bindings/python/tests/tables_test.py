"""Tables: columns for Arrow, NumPy and data frames, and what happens without these packages."""

import gc
import sys
from pathlib import Path

import pytest
from conftest import generated

import ballast


def test_tables_have_columns_and_cells(train: Path) -> None:
    module = ballast.read_module(train / "before")
    table = module.tables["allocations"]
    assert len(table) == len(module.allocations)
    assert table.column("size") == [allocation.size for allocation in module.allocations]
    assert set(module.tables) >= {"modules", "allocations", "values", "instructions", "uses", "live_ranges", "findings"}
    with pytest.raises(KeyError):
        module.tables["allocation"]


def test_tables_of_several_modules_are_joined(train: Path) -> None:
    modules = ballast.read(train)
    rows = [row for module in modules for row in module.tables["instructions"].column("instruction")]
    assert modules.tables["instructions"].column("instruction") == rows


def test_numpy_views_keep_the_module_alive() -> None:
    numpy = pytest.importorskip("numpy")
    module = ballast.read_module(generated(2, 50_000))
    expected = [allocation.size for allocation in module.allocations]
    sizes = module.allocations.to_numpy()["size"]
    del module
    gc.collect()
    assert sizes.tolist() == expected
    assert not sizes.flags.writeable
    assert not sizes.flags.owndata
    assert sizes.dtype == numpy.int64


def test_without_an_optional_package_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    values = ballast.read_module(generated(2)).values
    for package, call in [
        ("numpy", values.to_numpy),
        ("pandas", values.to_pandas),
        ("polars", values.to_polars),
        ("pyarrow", values.to_arrow),
    ]:
        monkeypatch.setitem(sys.modules, package, None)
        with pytest.raises(ballast.MissingDependency, match=f'pip install "{package}"'):
            call()


def test_arrow_shares_the_memory() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    module = ballast.read_module(generated(2, 50_000))
    table = module.tables["values"]
    made = table.to_arrow()
    made.validate(full=True)
    assert made.column_names == list(table.columns)
    assert made.to_pydict() == {name: table.column(name) for name in table.columns}
    numpy = pytest.importorskip("numpy")
    view = table.to_numpy()["size"]
    assert made["size"].chunk(0).buffers()[1].address == view.__array_interface__["data"][0]
    assert isinstance(numpy.asarray(view), numpy.ndarray)
    names = made["name"]
    expected = table.column("name")
    del module, table, made, view
    gc.collect()
    assert names.to_pylist() == expected
    assert pyarrow.table(ballast.read_module(generated(2)).allocations).num_rows > 0


def test_frames_have_all_rows() -> None:
    module = ballast.read_module(generated(2, 50_000))
    table = module.tables["values"]
    pandas = pytest.importorskip("pandas")
    frame = table.to_pandas()
    assert list(frame.columns) == list(table.columns)
    assert frame["size"].tolist() == table.column("size")
    assert [None if pandas.isna(x) else x for x in frame["first_step"]] == table.column("first_step")
    assert frame["name"].tolist() == table.column("name")
    polars = pytest.importorskip("polars")
    assert table.to_polars().equals(polars.DataFrame(table))
    assert table.to_polars()["name"].to_list() == table.column("name")


def test_duckdb_reads_tables() -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    table_of_values = ballast.read_module(generated(2, 50_000)).tables["values"]
    ((total,),) = duckdb.sql("select sum(size) from table_of_values").fetchall()
    assert total == sum(table_of_values.column("size"))


def test_empty_tables_have_columns() -> None:
    table = ballast.Modules(()).tables["values"]
    assert len(table) == 0
    assert "size" in table.columns
    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.table(table).num_rows == 0


def test_findings_are_a_table() -> None:
    data = generated(1).replace(b"Total bytes used: ", b"Total bytes used: 1", 1)
    table = ballast.read_module(data).tables["findings"]
    assert table.column("finding") == ["total_sum"]
    assert table.column("line")[0] > 1


def test_modules_are_numbered(train: Path) -> None:
    modules = ballast.read(train)
    assert modules.tables["modules"].column("module") == [1, 2]
    assert set(modules.tables["allocations"].column("module")) == {1, 2}
    assert len(modules.tables["values"]) == sum(len(module.values) for module in modules)
