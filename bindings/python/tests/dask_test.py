"""ballast.dask: the same rows as one process, also if a worker dies; errors have the names of files."""

import json
import os
import re
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import GOLDEN, ROOT, generated

import ballast

pytest.importorskip("distributed")
pytest.importorskip("fsspec")
import dask

import ballast.dask


def test_files_of_a_module_are_found_together(train: Path) -> None:
    groups = ballast.dask.find(str(train))
    assert len(groups) == 2
    assert all(len(group) >= 3 for group in groups)
    assert all(path.startswith("file://") for group in groups for path in group)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(ballast.MissingDependency, match='pip install "fsspec"'):
        ballast.dask.find("/")


def test_object_stores_are_read() -> None:
    import fsspec

    data = generated(3)
    name = "/dumps/module_0003.jit_f.cpu_after_optimizations-buffer-assignment.txt"
    fsspec.filesystem("memory").pipe(name, data)
    (group,) = ballast.dask.find("memory://dumps")
    module = ballast.dask.read_group(group)
    assert bytes(module.files[0]) == data
    assert module.name == "jit_f"


@pytest.fixture(scope="module")
def client() -> Iterator[object]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0) as cluster,
        Client(cluster) as client,
    ):
        yield client


def test_a_bag_has_all_modules(client: object, folder: Path) -> None:
    totals = ballast.dask.bag(str(folder), partition_size=4).map(lambda module: module.show().total).compute()
    assert totals == [module.show().total for module in ballast.read(folder)]


def test_a_worker_that_dies_loses_nothing(client: object, folder: Path) -> None:
    marks = folder / "marks"
    marks.mkdir()

    def slow_size(module: ballast.Module) -> int:
        # The first worker that gets here ends.
        try:
            (marks / "killed").mkdir()
        except FileExistsError:
            return sum(value.size for value in module.values)
        os.kill(os.getpid(), signal.SIGKILL)
        return 0

    sizes = ballast.dask.bag(str(folder), partition_size=4).map(slow_size).compute()
    assert (marks / "killed").exists()
    assert sizes == [sum(value.size for value in module.values) for module in ballast.read(folder)]


def test_a_dataframe_has_all_rows(client: object, folder: Path) -> None:
    frame = ballast.dask.dataframe(str(folder), "values", partition_size=5)
    expected = ballast.read(folder).tables["values"].to_pandas()
    assert frame.npartitions == 4
    computed = frame.compute()
    assert computed["size"].tolist() == expected["size"].tolist()
    assert frame.groupby("class")["size"].sum().compute().to_dict() == expected.groupby("class")["size"].sum().to_dict()


def test_modules_are_numbered_over_all_partitions(client: object, folder: Path) -> None:
    modules = ballast.dask.dataframe(str(folder), "modules", partition_size=5)
    expected = ballast.read(folder).tables
    assert modules.compute()["module"].tolist() == expected["modules"].column("module")
    values = ballast.dask.dataframe(str(folder), "values", partition_size=3)
    merged = values.merge(modules[["module", "path"]], on="module").compute()
    assert len(merged) == len(expected["values"])
    assert merged.groupby("module")["path"].nunique().eq(1).all()
    for name in ballast.read(folder).tables:
        frame = ballast.dask.dataframe(str(folder), name, partition_size=5).compute()
        assert frame["module"].tolist() == expected[name].column("module"), name


def test_types_are_those_of_the_meta_table(folder: Path) -> None:
    assert {"int64", "Int64", "bool"} <= set(map(str, ballast.dask.dataframe(str(folder), "modules").dtypes))
    with dask.config.set({"dataframe.convert-string": False}):
        for name in ballast.read(folder).tables:
            frame = ballast.dask.dataframe(str(folder), name, partition_size=5)
            for part in frame.partitions:
                assert part.compute(scheduler="synchronous").dtypes.equals(frame._meta.dtypes), name


def test_files_are_found_as_a_folder_is_read(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "tests/golden/semantic", tmp_path / "semantic")
    shutil.copytree(GOLDEN / "train", tmp_path / "train")
    (tmp_path / "train" / "renamed.txt").write_bytes(generated(3))
    (tmp_path / "notes.txt").write_text("not a dump\n")
    modules = ballast.read(tmp_path, errors="keep")
    groups = ballast.dask.find(str(tmp_path))
    assert [[path.removeprefix("file://") for path in group] for group in groups] == [
        [file.path for file in module.files] for module in modules
    ]
    expected = modules.tables["findings"]
    found = ballast.dask.dataframe(str(tmp_path), "findings", partition_size=4).compute(scheduler="synchronous")
    assert found["module"].tolist() == expected.column("module")
    assert found["message"].tolist() == expected.column("message")


def test_errors_of_tasks_are_ours(client: object, folder: Path) -> None:
    broken = folder / "module_0099.jit_bad.cpu_after_optimizations-buffer-assignment.txt"
    broken.write_bytes(generated(1)[:-50])
    with pytest.raises(ballast.ReadError, match="module_0099") as raised:
        ballast.dask.bag(str(folder), partition_size=4).map(lambda module: module.name).compute()
    assert raised.value.findings


def test_the_example_for_many_files_goes_on_after_errors(
    client: object, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    broken = folder / "module_0099.jit_bad.cpu_after_optimizations-buffer-assignment.txt"
    broken.write_bytes(generated(1)[:-50])
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "docs/many_files.md").read_text(), re.DOTALL)
    exec(example.replace("s3://dumps/2026-11", str(folder)), {"__name__": "example"})
    lines = [line for part in sorted(folder.glob("totals/*")) for line in part.read_text().splitlines()]
    rows = [json.loads(line) for line in lines]
    assert len(rows) == 21
    assert ["module_0099" in row["path"] for row in rows] == ["problem" in row for row in rows]
    totals = {row["name"]: row["total"] for row in rows if "name" in row}
    broken.unlink()
    assert totals == {module.name: module.show().total for module in ballast.read(folder)}
