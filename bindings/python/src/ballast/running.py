"""Programs that this process has compiled, without files."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

from ballast import _core, html
from ballast.answers import Memory, Summary, show, summary
from ballast.errors import BallastError, needed
from ballast.modules import Module, Modules

_MODULE, _ASSIGNMENT = 1, 3
"""Fields of HloProto."""
_MOST_NAMES = 3
# The names of element types in JAX and in XLA begin with these.
_TYPES = (("bool", "pred"), ("bfloat", "bf"), ("float", "f"), ("uint", "u"), ("int", "s"), ("complex", "c"))


def memory(
    program: Any,
    *,
    step: int | None = None,
    stacks: bool = False,
    device: str | None = None,
    limit: str | float | None = None,
    space: int = 0,
) -> Memory:
    """What uses the memory of a program that is compiled, as `show` says of its dump; no file and no flag is needed.

    `program` is what `jax.jit(f).lower(…).compile()` returns, or an executable of `client.live_executables()`.
    `BallastError` is raised if the program does not have its buffers, and says what to do.
    """
    return show(_module_of(program), step=step, stacks=stacks, device=device, limit=limit, space=space)


@dataclass(frozen=True)
class Arrays:
    """Arrays of this process that have the same shape, type and sharding."""

    shape: tuple[int, ...]
    dtype: str
    sharding: str
    count: int
    bytes: int
    """Of all of them, on the devices of this process."""
    programs: tuple[str, ...] = ()
    """The programs with an argument of this type and of the shape that one device has: several can share the arrays."""


@dataclass(frozen=True)
class Live:
    """The programs and the arrays of this process."""

    modules: Modules
    """The programs whose buffers are known."""
    arrays: list[Arrays]
    """The arrays that are alive, the largest together first."""
    unknown: list[tuple[str, str]] = field(default_factory=list)
    """Programs whose buffers are not known, each with the reason."""

    def summary(self, *, space: int = 0, device: str | None = None, limit: str | float | None = None) -> Summary:
        """The programs by the memory they allocate."""
        return summary(self.modules, space=space, device=device, limit=limit)

    @property
    def array_bytes(self) -> int:
        """Bytes of all arrays that are alive."""
        return sum(row.bytes for row in self.arrays)

    def __str__(self) -> str:
        parts = [str(self.summary())] if self.modules else []
        parts.append(f"{sum(row.count for row in self.arrays)} arrays are alive: {html.size(self.array_bytes)}\n")
        parts += [
            f"  {html.size(row.bytes):>10}  {row.count} of {_shape(row)}{row.sharding and f'  {row.sharding}'}"
            f"{(row.programs and f'  for {_listed(row.programs)}') or ''}\n"
            for row in self.arrays[: html.MOST_ROWS]
        ]
        parts += [f"{name}: {why}\n" for name, why in self.unknown]
        return "".join(parts)

    def __repr__(self) -> str:
        return f"<Live: {len(self.modules)} programs, {sum(row.count for row in self.arrays)} arrays>"

    def _repr_html_(self) -> str:
        programs = self.summary()._repr_html_() if self.modules else ""
        arrays = html.rows(
            ["bytes", "arrays", "shape", "sharding", "programs"],
            (
                (html.size(row.bytes), row.count, _shape(row), row.sharding, _listed(row.programs))
                for row in self.arrays[: html.MOST_ROWS]
            ),
        )
        unknown = html.rows(["program", "not known"], self.unknown) if self.unknown else ""
        return programs + arrays + unknown


def live(client: Any = None) -> Live:
    """All programs that this process has compiled and not dropped, and the arrays that are alive.

    `client` is that of a device of JAX (`jax.devices()[0].client`); without one it is that of the default backend.
    """
    jax = needed("jax", "ballast.live")
    if client is None:
        client = jax.devices()[0].client
    if not hasattr(client, "live_executables"):
        raise BallastError(
            f"jaxlib {version('jaxlib')} does not list its programs (`live_executables`): "
            "pass the compiled program to ballast.memory()"
        )
    modules, unknown = [], []
    for number, executable in enumerate(client.live_executables()):
        try:
            modules.append(_module_of(executable, number))
        except BallastError as error:
            unknown.append((_name_of(executable), str(error)))
    return Live(Modules(modules), _arrays(jax.live_arrays(), _takers(modules)), unknown)


def _takers(modules: Sequence[Module]) -> dict[str, list[str]]:
    """The names of the programs that have an argument of a shape, such as `f32[8,128]`."""
    found: dict[str, list[str]] = {}
    for module in modules:
        arguments = (holder for holder in show(module).holders if holder.buffer_class in ("argument", "donated"))
        for shape in {holder.shape for holder in arguments if holder.shape}:
            found.setdefault(shape, []).append(module.name)
    return found


def _arrays(alive: Sequence[Any], takers: Mapping[str, list[str]]) -> list[Arrays]:
    programs: dict[tuple[tuple[int, ...], str, str], list[str]] = {}
    count: Counter[tuple[tuple[int, ...], str, str]] = Counter()
    size: Counter[tuple[tuple[int, ...], str, str]] = Counter()
    for array in _each_once([array for array in alive if not array.is_deleted()]):
        sharding = array.sharding
        spec = str(getattr(sharding, "spec", "")) if len(sharding.device_set) > 1 else ""
        key = tuple(array.shape), str(array.dtype), spec
        count[key] += 1
        size[key] += _size_of(array)
        programs[key] = takers.get(_hlo_shape(array), [])
    return [Arrays(*key, count[key], size[key], tuple(dict.fromkeys(programs[key]))) for key, _ in size.most_common()]


def _hlo_shape(array: Any) -> str:
    """The part of an array on one device, as programs spell it: `f32[8,128]`."""
    name = str(array.dtype)
    for theirs, ours in _TYPES:
        if name.startswith(theirs):
            name = ours + name.removeprefix(theirs).replace("8_e", "8e")
            break
    return f"{name}[{','.join(map(str, array.sharding.shard_shape(array.shape)))}]"


def _size_of(array: Any) -> int:
    """The bytes of an array on the devices of this process, with padding if the runtime tells it."""
    try:
        return int(array.on_device_size_in_bytes())
    except Exception:  # not every runtime has it
        shard = array.sharding.shard_shape(array.shape)
        elements: int = math.prod(shard)
        return elements * int(array.dtype.itemsize) * len(array.sharding.addressable_devices)


def _buffer_of(array: Any) -> tuple[int, int] | None:
    """The device and the address of an array on one device, or None if unknown."""
    try:
        address = int(array.unsafe_buffer_pointer())
    except Exception:  # not every runtime has it
        return None
    return (next(iter(array.sharding.addressable_devices)).id, address) if address else None


def _each_once(alive: Sequence[Any]) -> list[Any]:
    """The arrays without those that are a part of another one, or share its buffer."""
    parted = [array for array in alive if len(array.sharding.addressable_devices) > 1]
    known: set[tuple[int, int]] = set()
    for array in parted:
        # An array that is asked for its parts makes them, and they are arrays, too.
        if "addressable_shards" in getattr(array, "__dict__", ()):
            known.update(filter(None, (_buffer_of(shard.data) for shard in array.addressable_shards)))
    for array in alive:
        if len(array.sharding.addressable_devices) != 1:
            continue
        buffer = _buffer_of(array)
        if buffer is None or buffer not in known:
            parted.append(array)
        if buffer is not None:
            known.add(buffer)
    return parted


def _listed(programs: tuple[str, ...]) -> str:
    more = len(programs) - _MOST_NAMES
    return ", ".join(programs[:_MOST_NAMES]) + (f" and {more} more" if more > 0 else "")


def _shape(row: Arrays) -> str:
    return f"{row.dtype}[{','.join(map(str, row.shape))}]"


def _module_of(program: Any, number: int = 0) -> Module:
    """The module of a program, from what the executable tells about itself."""
    executable = program.runtime_executable() if hasattr(program, "runtime_executable") else program
    if not hasattr(executable, "hlo_modules"):
        raise BallastError(
            f"expected what jax.jit(f).lower(…).compile() returns, or an executable, found {type(program).__name__}"
        )
    name = _name_of(executable)
    found = _core.read_bytes(f"{name}.{number}" if number else name, _proto_of(executable, name), _core.core_count())
    modules, problems, text, _ = found
    if not modules or problems:
        raise BallastError(f"{name}: {text.strip() or _no_buffers()}")
    return Module(modules[0])


def _name_of(executable: Any) -> str:
    names = [module.name for module in executable.hlo_modules()]
    return names[0] if names else "program"


def _proto_of(executable: Any, name: str) -> bytes:
    """The HloProto of a program: its module and its buffer assignment."""
    try:
        statistics = executable.get_compiled_memory_stats()
    except Exception:  # not every runtime has it
        statistics = None
    # Until 0.6.0 it is an HloProto; from 0.5 on, its module lacks the values of constants.
    whole = bytes(getattr(statistics, "serialized_hlo_proto", None) or b"")
    assignment = getattr(statistics, "serialized_buffer_assignment_proto", None) or _message_in(whole, _ASSIGNMENT)
    if assignment:
        module = executable.hlo_modules()[0].as_serialized_hlo_module_proto()
        return _message(_MODULE, module) + _message(_ASSIGNMENT, assignment)
    # An executable for a TPU contains both.
    serialized = _serialized(executable)
    if serialized:
        return serialized
    raise BallastError(f"{name}: {_no_buffers()}")


def _serialized(executable: Any) -> bytes:
    platform = getattr(getattr(executable, "client", None), "platform", "")
    if platform != "tpu" and "tpu" not in type(executable).__name__.lower():
        return b""
    return bytes(executable.serialize())


def _no_buffers() -> str:
    return (
        f"jaxlib {version('jaxlib')} does not give the buffers of this program; "
        "run it with XLA_FLAGS=--xla_dump_to=DIR and read DIR, or compile it with ballast.compile()"
    )


def _message_in(data: bytes, number: int) -> bytes:
    """The last field of that number in a message of messages; empty if there is none."""
    result, at = b"", 0
    while at < len(data):
        tag, at = _varint(data, at)
        if tag & 7 != 2:
            return b""
        size, at = _varint(data, at)
        if tag >> 3 == number:
            result = data[at : at + size]
        at += size
    return result


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number, and where the next one begins."""
    value = shift = 0
    while at < len(data):
        value |= (data[at] & 127) << shift
        at, shift = at + 1, shift + 7
        if data[at - 1] < 128:
            break
    return value, at


def _message(number: int, value: bytes) -> bytes:
    """A field of a message that is itself a message, as protobuf encodes it."""
    size, length = len(value), bytearray()
    while size > 127:
        length.append(size & 127 | 128)
        size >>= 7
    length.append(size)
    return bytes([number << 3 | 2]) + bytes(length) + value
