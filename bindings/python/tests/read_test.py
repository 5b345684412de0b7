"""Reading: from files, folders, logs and bytes; what is refused; threads and lifetimes."""

import gc
import gzip
import os
import pickle
import weakref
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from conftest import GOLDEN, generated
from hypothesis import given, settings
from hypothesis import strategies as st

import ballast

eras = st.sampled_from(["D4", "D6", "D9", "D12", "D15", "D17", "D18"])
seeds = st.integers(0, 40)


def test_a_file_comes_with_its_module(train: Path) -> None:
    path = next((train / "before").glob("*-values.txt"))
    module = ballast.read_module(path)
    assert module.name == "jit_train_step"
    assert module.number == "0000"
    assert {file.kind for file in module.files} >= {"assignment", "values", "live-range"}


def test_a_folder_has_its_modules(train: Path) -> None:
    modules = ballast.read(train)
    assert [module.name for module in modules] == ["jit_train_step", "jit_train_step"]
    assert len(modules[:1]) == 1
    assert modules.named("jit_train_step")[1] == modules[1]


def test_bytes_and_compressed_files_are_read(tmp_path: Path) -> None:
    data = generated(1)
    path = tmp_path / "module_0001.f.cpu_after_optimizations-buffer-assignment.txt.gz"
    path.write_bytes(gzip.compress(data))
    assert bytes(ballast.read_module(path).files[0]) == data
    assert bytes(ballast.read_module(data).files[0]) == data
    assert bytes(ballast.read_module(memoryview(data)).files[0]) == data


def test_names_of_files_need_not_be_utf_8(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.txt")
    path.write_bytes(generated(1))
    assert ballast.read_module(path).path == os.fspath(path)
    assert ballast.validate(path).conforms


def test_logs_are_read(tmp_path: Path) -> None:
    data = generated(1)
    log = b"I0000 starting\n" + b"".join(b"I0101 12:00:00.000000 1 x.cc:1] " + line for line in data.splitlines(True))
    (tmp_path / "run.log").write_bytes(log)
    from_file = ballast.read_module(tmp_path / "run.log")
    from_bytes = ballast.read_module(log)
    assert bytes(from_file.files[0]) == bytes(from_bytes.files[0]) == data


def test_a_refused_text_raises_with_findings(tmp_path: Path) -> None:
    path = tmp_path / "broken.txt"
    path.write_bytes(generated(1).replace(b"size ", b"sizz ", 1))
    (tmp_path / "good.txt").write_bytes(generated(2))
    with pytest.raises(ballast.ReadError, match=r"broken\.txt:.*error") as raised:
        ballast.read(tmp_path)
    assert raised.value.findings[0].severity == "error"
    assert raised.value.findings[0].line > 1
    assert raised.value.modules is not None
    assert [Path(module.path).name for module in raised.value.modules] == ["broken.txt", "good.txt"]
    copy = pickle.loads(pickle.dumps(raised.value))
    assert copy.findings == raised.value.findings
    assert str(copy) == str(raised.value)


def test_refused_texts_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "good.txt").write_bytes(generated(1))
    (tmp_path / "broken.txt").write_bytes(generated(1)[:-100])
    (tmp_path / "other.txt").write_bytes(b"nothing of XLA\n")
    modules = ballast.read(tmp_path, errors="keep")
    assert [Path(module.path).name for module in modules] == ["broken.txt", "good.txt"]
    assert {Path(problem.path).name for problem in modules.problems} == {"broken.txt"}


def test_answers_use_what_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "cut.txt"
    path.write_bytes((GOLDEN / "dumps" / "d16.txt").read_bytes()[:1500])
    with pytest.raises(ballast.ReadError):
        ballast.read_module(path)
    memory = ballast.show(path)
    assert memory.total > 0
    assert any("the text ends" in reason for reason in memory.incomplete), memory.incomplete
    assert ballast.show(path, limit="1TiB").fits is None


def test_what_is_not_there_raises(tmp_path: Path) -> None:
    with pytest.raises(ballast.ReadError, match="No such file") as raised:
        ballast.read(tmp_path / "missing.txt")
    assert raised.value.findings[0].id == "unreadable"
    with pytest.raises(ballast.ReadError):
        ballast.read(tmp_path)


def test_one_module_is_one_module(train: Path) -> None:
    with pytest.raises(ballast.ReadError, match="found 2"):
        ballast.read_module(train)


@settings(max_examples=25, deadline=None)
@given(seeds, eras)
def test_what_was_read_prints_back(seed: int, era: str) -> None:
    data = generated(seed, 4096, era)
    module = ballast.read_module(data)
    assert str(module.print()).encode() == data
    assert module.files[0].text.encode() == data
    assert len(module.files[0]) == len(data)


@settings(max_examples=15, deadline=None)
@given(seeds, eras)
def test_rows_agree_with_each_other(seed: int, era: str) -> None:
    module = ballast.read_module(generated(seed, 4096, era))
    assert [value for allocation in module.allocations for value in allocation.values] == list(module.values)
    for value in module.values:
        assert value.offset + value.size <= value.allocation.size
        assert module.value(value.id) is not None
        if value.instruction:
            assert value.instruction.name == value.name
            assert value.instruction.text.startswith(f"%{value.name} = ")
        if value.live_range:
            assert value.live_range[0] <= value.live_range[1]
    if module.live_range:
        assert all(row.end <= module.live_range.last_step for row in module.live_range.rows)


def test_rows_are_sequences(train: Path) -> None:
    values = ballast.read_module(train / "before").values
    assert values[-1] == values[len(values) - 1]
    assert values[:3] == [values[0], values[1], values[2]]
    assert values[0] != values[1]
    assert len({values[0], values[0], values[1]}) == 2
    with pytest.raises(IndexError):
        values[len(values)]


def test_a_value_outlives_its_module() -> None:
    module = ballast.read_module(generated(3))
    value, use = module.values[0], next(use for value in module.values for use in value.uses)
    gone = weakref.ref(module)
    expected = value.name, value.size, use.name
    del module
    gc.collect()
    assert gone() is None
    assert (value.name, value.size, use.name) == expected


def test_modules_are_not_leaked() -> None:
    data = generated(5, 200_000)
    resource = pytest.importorskip("resource")

    def read_all(count: int) -> int:
        for _ in range(count):
            module = ballast.read_module(data)
            [value.name for value in module.values]
            module.tables["values"].column("name")
            ballast.show(module).groups()
        gc.collect()
        return int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)

    before = read_all(10)
    assert read_all(40) < before + 8_000  # KiB: 40 dumps and their trees have more than 20 MB


def test_eight_threads_read_at_once() -> None:
    data = generated(4, 100_000)
    expected = [value.name for value in ballast.read_module(data).values]

    def work(_: int) -> list[str]:
        module = ballast.read_module(data, threads=1)
        assert ballast.show(module).total > 0
        return [value.name for value in module.values]

    with ThreadPoolExecutor(8) as pool:
        assert all(names == expected for names in pool.map(work, range(32)))


def test_threads_share_a_module() -> None:
    module = ballast.read_module(generated(4, 100_000))
    with ThreadPoolExecutor(8) as pool:
        totals = list(pool.map(lambda _: (ballast.show(module).total, module.values[5].label), range(32)))
    assert len(set(totals)) == 1


def test_objects_pickle_as_their_texts(train: Path) -> None:
    module = ballast.read_module(train / "before")
    copy = pickle.loads(pickle.dumps(module))
    assert [bytes(file) for file in copy.files] == [bytes(file) for file in module.files]
    assert (copy.name, copy.number) == (module.name, module.number)
    value = pickle.loads(pickle.dumps(module.values[5]))
    assert (value.id, value.name) == (module.values[5].id, module.values[5].name)
    assert pickle.loads(pickle.dumps(module.values))[5].name == value.name
    instruction = pickle.loads(pickle.dumps(module.instructions[2]))
    assert instruction.text == module.instructions[2].text


def test_every_golden_dump_is_read() -> None:
    for path in sorted((GOLDEN / "dumps").glob("*.txt")):
        module = ballast.read_module(path.read_bytes())
        assert str(module.print()).encode() == path.read_bytes(), path
        assert module.era.text, path
        assert repr(module)


def test_names_that_are_not_utf_8_survive() -> None:
    data = generated(1)
    name = ballast.read_module(data).values[0].name.encode()
    changed = data.replace(name, name[:-1] + b"\xff")
    with pytest.raises(ballast.ReadError) as raised:
        ballast.read(changed)
    assert raised.value.findings[0].id == "invalid_utf8"
