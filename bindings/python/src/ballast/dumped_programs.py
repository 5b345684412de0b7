"""Programs that any framework dumped before XLA optimized them, to be compiled for another device.

XLA writes them as `*before_optimizations.hlo.pb` with `--xla_dump_hlo_as_proto`.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from ballast.errors import BallastError, LoweringError
from ballast.lowering import Program
from ballast.modules import read

SUFFIX = "before_optimizations.hlo.pb"
_FLAGS = 'XLA_FLAGS="--xla_dump_to=DIR --xla_dump_hlo_as_text --xla_dump_hlo_as_proto"'
_VARINT, _FIXED64, _BYTES, _FIXED32 = 0, 1, 2, 5
# Fields of HloProto and HloModuleProto.
_MODULE = 1
_NAME, _PROGRAM_SHAPE, _ALIASES, _ASSIGNMENT, _DONORS = 1, 4, 8, 15, 18


@dataclass(frozen=True)
class DumpedProgram:
    """A module as it was before XLA optimized it."""

    path: str
    """The file, such as `module_0039.SyncTensorsGraph.91.before_optimizations.hlo.pb`."""
    name: str
    """The name of the module."""
    module: bytes = field(repr=False)
    """The module, a serialized HloModuleProto."""
    parameters: int
    """The number of its parameters."""
    aliased: frozenset[int]
    """The parameters whose memory certain results use; the module itself says which."""
    donated: frozenset[int]
    """Further parameters whose memory any result may use."""
    replicas: int
    partitions: int

    @property
    def barriers(self) -> bool:
        """Whether it has optimization barriers, which checkpoints need and CPU compilers remove."""
        return b"opt-barrier" in self.module

    def lowered(self, donated: frozenset[int]) -> Program:
        """What a child process compiles, with more parameters donated."""
        unknown = sorted(number for number in donated if not 0 <= number < self.parameters)
        if unknown:
            raise LoweringError(f"it has {self.parameters} parameters, found number {unknown[0]}")
        donors = self.aliased | self.donated | donated
        digest = hashlib.sha256(self.module)
        digest.update(repr(sorted(donors)).encode())
        return Program(
            self.name,
            self.module,
            digest.hexdigest(),
            self.replicas,
            self.partitions,
            ([], []),
            [{"argument": n, "path": "", "donated": n in donors} for n in range(self.parameters)],
            {},
        )


def find_program(path: str | os.PathLike[str]) -> DumpedProgram:
    """The program in a file, or of the largest module in a folder.

    A file can be any of a module's; the one that has it before optimization is beside it.
    """
    found = Path(path)
    if found.is_dir():
        return read_program(_largest(found))
    if not found.exists():
        raise BallastError(f"there is no file or folder {found}")
    return read_program(found if found.name.endswith(SUFFIX) else _beside(found))


def _largest(folder: Path) -> Path:
    files = sorted(folder.rglob(f"*{SUFFIX}"))
    if not files:
        raise BallastError(f"{folder} has no file *{SUFFIX}: run the program on the CPU with {_FLAGS}")
    if len(files) == 1:
        return files[0]
    totals: dict[str, int] = {}
    for module in read(folder, errors="keep"):
        for file in module.files:
            key = _key(Path(file.path))
            totals[key] = max(totals.get(key, 0), module.total or 0)
    return max(files, key=lambda file: (totals.get(_key(file), 0), file.stat().st_size))


def _key(file: Path) -> str:
    """`module_0039.SyncTensorsGraph.91.` of all files of a module; names before it can be those of platforms."""
    name = file.name
    for end in ("before_optimizations", "cpu_after_optimizations", "gpu_after_optimizations", "after_optimizations"):
        at = name.find(end)
        if at > 0:
            return name[:at].removesuffix("sm_9.0_")
    return name


def _beside(file: Path) -> Path:
    beside = file.with_name(_key(file) + SUFFIX)
    if _key(file) == file.name:
        raise BallastError(f"{file.name} is not a file that XLA dumped for a module")
    if not beside.exists():
        raise BallastError(f"{file.name} has no {beside.name} beside it: run the program with {_FLAGS}")
    return beside


def read_program(file: Path) -> DumpedProgram:
    """The program in a file."""
    try:
        proto = file.read_bytes()
        module = b"".join(_all(proto, _MODULE))
        name = _last(module, _NAME).decode()
        if not name:
            raise ValueError("it has no name")
        shape = _last(module, _PROGRAM_SHAPE)
        assignment = _last(module, _ASSIGNMENT)
        donated = {_number(entry, 1) for entry in _all(_last(module, _DONORS), 1)}
        aliased = {_number(entry, 2) for entry in _all(_last(module, _ALIASES), 1)}
        return DumpedProgram(
            os.fspath(file),
            name,
            module,
            sum(1 for _ in _all(shape, 1)),
            frozenset(aliased),
            frozenset(donated - aliased),
            max(1, _number(assignment, 1)),
            max(1, _number(assignment, 2)),
        )
    except (ValueError, IndexError) as error:
        raise BallastError(f"{file} is not a module of XLA: {error}") from None


# ---- protocol buffers


def _fields(message: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a message, with their numbers; those of fixed size are skipped."""
    at = 0
    while at < len(message):
        key, at = _varint(message, at)
        kind = key & 7
        if kind == _VARINT:
            value, at = _varint(message, at)
            yield key >> 3, value
        elif kind == _BYTES:
            size, at = _varint(message, at)
            if size > len(message) - at:
                raise ValueError("it is truncated")
            yield key >> 3, message[at : at + size]
            at += size
        elif kind in (_FIXED64, _FIXED32):
            at += 8 if kind == _FIXED64 else 4
        else:
            raise ValueError(f"unknown wire type {kind}")


def _varint(message: bytes, at: int) -> tuple[int, int]:
    value = 0
    for shift in range(0, 70, 7):
        byte = message[at]
        value |= (byte & 127) << shift
        at += 1
        if byte < 128:
            return value, at
    raise ValueError("a number has more than ten bytes")


def _all(message: bytes, number: int) -> Iterator[bytes]:
    for found, value in _fields(message):
        if found == number and isinstance(value, bytes):
            yield value


def _last(message: bytes, number: int) -> bytes:
    result = b""
    for value in _all(message, number):
        result = value
    return result


def _number(message: bytes, number: int) -> int:
    result = 0
    for found, value in _fields(message):
        if found == number and isinstance(value, int):
            result = value
    return result
