"""Programs that this process has compiled."""

from __future__ import annotations

import os
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

import ballast
from ballast.running import _message

jax = pytest.importorskip("jax")
jnp = pytest.importorskip("jax.numpy")


def loss(a: object, b: object) -> object:
    return jnp.tanh(a @ b).sum()  # type: ignore[operator]


@pytest.fixture
def step() -> object:
    return jax.jit(jax.grad(loss))


def test_a_compiled_program_needs_no_dump(step: object) -> None:
    ones = jnp.ones((64, 128)), jnp.ones((128, 64))
    compiled = step.lower(*ones).compile()  # type: ignore[attr-defined]
    sizes = compiled.memory_analysis()
    memory = ballast.memory(compiled)
    assert memory.spaces[0].arguments == sizes.argument_size_in_bytes
    assert memory.spaces[0].outputs == sizes.output_size_in_bytes
    assert memory.peak is not None
    assert "jit_loss" in str(memory)
    assert ballast.memory(compiled, limit=memory.total).fits is True
    assert ballast.memory(compiled.runtime_executable()).total == memory.total


def test_programs_and_arrays_of_the_process_are_listed(step: object) -> None:
    kept = step(jnp.ones((32, 96)), jnp.ones((96, 32)))  # type: ignore[operator]
    found = ballast.live()
    assert "jit_loss" in [module.name for module in found.modules]
    assert found.unknown == []
    rows = [row for row in found.arrays if row.shape == (32, 96)]
    assert sum(row.bytes for row in rows) >= kept.nbytes == 32 * 96 * 4
    assert found.array_bytes >= kept.nbytes
    assert "float32[32,96]" in str(found)
    assert "float32[32,96]" in found._repr_html_()


def test_arrays_name_the_programs_that_take_them() -> None:
    weights = jnp.ones((48, 24), jnp.bfloat16)

    def forward(w: Any) -> Any:
        return w * 2

    def backward(w: Any) -> Any:
        return w.sum()

    programs = [jax.jit(function) for function in (forward, backward)]
    for program in programs:
        program(weights)
    found = ballast.live()
    (row,) = [row for row in found.arrays if row.shape == (48, 24) and "backward" in str(row.programs)]
    assert {"jit_forward", "jit_backward"} <= set(row.programs)
    assert f"of {row.dtype}[48,24]  for " in str(found)


def test_what_is_no_program_is_refused() -> None:
    with pytest.raises(ballast.BallastError, match=r"expected what .* returns, or an executable, found int"):
        ballast.memory(3)


class Lists:
    """A client of a jaxlib that does not list its programs, or with a program without buffers."""

    def __init__(self, *programs: object) -> None:
        if programs:
            self.live_executables = lambda: list(programs)


class Program:
    name = "jit_step"

    def hlo_modules(self) -> list[Program]:
        return [self]


def test_what_a_release_lacks_is_said() -> None:
    with pytest.raises(ballast.BallastError, match="does not list its programs"):
        ballast.live(Lists())
    found = ballast.live(Lists(Program()))
    assert not found.modules
    ((name, why),) = found.unknown
    assert name == "jit_step"
    assert "--xla_dump_to" in why
    assert f"jit_step: {why}" in str(found)


class Older:
    """An executable of jaxlib 0.5: its HloProto has a module without the values of constants."""

    def __init__(self, executable: Any) -> None:
        self.hlo_modules = executable.hlo_modules
        assignment = executable.get_compiled_memory_stats().serialized_buffer_assignment_proto
        whole = _message(1, b"\n\x04jit_") + _message(3, assignment)
        self.get_compiled_memory_stats = lambda: SimpleNamespace(serialized_hlo_proto=whole)


def test_the_module_comes_from_the_executable() -> None:
    compiled = jax.jit(lambda a: a * 3.5 + 1).lower(jnp.ones((16, 16))).compile()
    executable = compiled.runtime_executable()
    if not getattr(executable.get_compiled_memory_stats(), "serialized_buffer_assignment_proto", b""):
        pytest.skip("this release has an HloProto")
    assert ballast.memory(Older(executable)).fingerprint == ballast.memory(compiled).fingerprint


def test_arrays_are_counted_once_and_left_as_they_are() -> None:
    array = jnp.ones((77, 5))
    rows = [row for row in ballast.live().arrays if row.shape == (77, 5)]
    parts = [shard.data for shard in array.addressable_shards]  # arrays, too
    again = [row for row in ballast.live().arrays if row.shape == (77, 5)]
    assert [(row.count, row.bytes) for row in rows] == [(1, 77 * 5 * 4)]
    assert again == rows
    assert len(parts) == 1


SHARDED = """
import jax, jax.numpy as jnp, numpy, ballast
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = Mesh(numpy.array(jax.devices()), ("data",))
array = jax.device_put(jnp.ones((64, 16)), NamedSharding(mesh, P("data")))
before = len(jax.live_arrays())
first = ballast.live().arrays
print(len(jax.live_arrays()) == before)
parts = [shard.data for shard in array.addressable_shards]
print(ballast.live().arrays == first, [row.bytes for row in first if row.shape == (64, 16)])
"""


def test_parts_of_arrays_are_not_counted_again() -> None:
    environment = {**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=4"}
    done = subprocess.run([sys.executable, "-c", SHARDED], env=environment, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["True", f"True [{64 * 16 * 4}]"], done.stderr
