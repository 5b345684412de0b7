"""Modules that any framework dumped before XLA optimized them."""

from __future__ import annotations

from pathlib import Path

import pytest

from ballast.dumped_programs import SUFFIX, find_program, read_program
from ballast.errors import BallastError, LoweringError


def field(number: int, value: int | bytes) -> bytes:
    """A field of a protocol buffer."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    return varint(number << 3 | 2) + varint(len(value)) + value


def varint(value: int) -> bytes:
    result = b""
    while value > 127:
        result += bytes([value & 127 | 128])
        value >>= 7
    return result + bytes([value])


def module(name: str = "SyncTensorsGraph.91", parameters: int = 3, more: bytes = b"") -> bytes:
    """A module that donates parameters 1 and 2, of which the second is aliased."""
    shape = b"".join(field(1, b"") for _ in range(parameters)) + field(2, b"")
    donors = field(1, field(1, 1)) + field(1, field(1, 2))
    aliases = field(1, field(1, b"\1") + field(2, 2) + field(4, 1))
    assignment = field(1, 1) + field(2, 4)
    content = field(1, name.encode()) + field(4, shape) + field(8, aliases) + field(15, assignment) + field(18, donors)
    return field(1, content + more) + field(3, b"buffers")


def write(folder: Path, name: str, content: bytes) -> Path:
    path = folder / f"module_0039.{name}.{SUFFIX}"
    path.write_bytes(content)
    return path


def test_reads_what_compilation_needs(tmp_path: Path) -> None:
    program = read_program(write(tmp_path, "SyncTensorsGraph.91", module()))
    assert (program.name, program.parameters, program.replicas, program.partitions) == ("SyncTensorsGraph.91", 3, 1, 4)
    assert (program.aliased, program.donated, program.barriers) == ({2}, {1}, False)
    lowered = program.lowered(frozenset())
    assert [row["donated"] for row in lowered.parameters] == [False, True, True]
    assert lowered.devices == 4
    assert [row["donated"] for row in program.lowered(frozenset([0])).parameters] == [True, True, True]
    assert program.lowered(frozenset([0])).digest != lowered.digest
    with pytest.raises(LoweringError, match="3 parameters, found number 7"):
        program.lowered(frozenset([7]))


def test_knows_optimization_barriers(tmp_path: Path) -> None:
    content = module(more=field(3, field(2, b"opt-barrier")))
    assert read_program(write(tmp_path, "a", content)).barriers


def test_finds_the_largest_module_of_a_folder(tmp_path: Path) -> None:
    write(tmp_path, "small", module("small"))
    write(tmp_path, "large", module("large", more=field(3, b"x" * 200)))
    assert find_program(tmp_path).name == "large"
    assert find_program(tmp_path / f"module_0039.small.{SUFFIX}").name == "small"


def test_finds_the_module_beside_another_file(tmp_path: Path) -> None:
    write(tmp_path, "a", module("a"))
    other = tmp_path / "module_0039.a.cpu_after_optimizations-buffer-assignment.txt"
    other.write_text("BufferAssignment:\n")
    assert find_program(other).name == "a"
    alone = tmp_path / "module_0040.b.cpu_after_optimizations-buffer-assignment.txt"
    alone.write_text("BufferAssignment:\n")
    with pytest.raises(BallastError, match=r"has no module_0040.b.before_optimizations.hlo.pb beside it"):
        find_program(alone)


def test_says_how_to_dump(tmp_path: Path) -> None:
    with pytest.raises(BallastError, match="--xla_dump_hlo_as_proto"):
        find_program(tmp_path)
    with pytest.raises(BallastError, match="no file or folder"):
        find_program(tmp_path / "missing")


@pytest.mark.parametrize("content", [b"\x0a\xff", b"\x0a", b"\xff" * 12, b"\x0b", module()[:40]])
def test_refuses_what_is_no_module(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(BallastError, match="is not a module of XLA"):
        read_program(write(tmp_path, "a", content))


def test_refuses_a_file_without_a_module(tmp_path: Path) -> None:
    with pytest.raises(BallastError, match="is not a module of XLA"):
        read_program(write(tmp_path, "a", b""))
