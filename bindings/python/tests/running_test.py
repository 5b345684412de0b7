"""Programs that this process has compiled."""

from __future__ import annotations

import ballast
import pytest

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
