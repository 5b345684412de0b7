"""compile() for the devices in BALLAST_TARGETS, with the real compilers; scripts/nightly/preflight.sh runs it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import programs
import pytest
from jax.sharding import AbstractMesh, AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

import ballast

TARGETS = os.environ["BALLAST_TARGETS"].split()
# Folders with programs that other frameworks dumped.
DUMPED = os.environ.get("BALLAST_DUMPED", "").split()
S = jax.ShapeDtypeStruct


def attention(q: Any, k: Any, v: Any) -> Any:
    scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / 8
    return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(scores), v)


def mlp_step(params: Any, moments: Any, x: Any, y: Any) -> Any:
    def loss(params: Any) -> Any:
        hidden = x
        for layer in params:
            hidden = jax.nn.gelu(hidden @ layer["w"] + layer["b"])
        return jnp.mean((hidden - y) ** 2)

    value, gradients = jax.value_and_grad(loss)(params)
    moments = jax.tree_util.tree_map(lambda m, g: 0.9 * m + 0.1 * g, moments, gradients)
    return jax.tree_util.tree_map(lambda p, m: p - 1e-3 * m, params, moments), moments, value


def mlp_arguments(width: int, batch: int, **more: Any) -> tuple[Any, ...]:
    layer = {"w": S((width, width), jnp.float32, **more), "b": S((width,), jnp.float32)}
    x = S((batch, width), jnp.float32)
    return [layer] * 2, [layer] * 2, x, x


def scan(xs: Any) -> Any:
    return jax.lax.scan(lambda c, v: (jnp.tanh(c @ v), c), jnp.eye(128), xs)


PROGRAMS: list[tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]] = [
    (attention, (S((2, 256, 4, 64), jnp.bfloat16),) * 3, {}),
    (mlp_step, mlp_arguments(500, 64), {}),
    (mlp_step, mlp_arguments(512, 64), {"donate_argnums": (0, 1)}),
    (scan, (S((20, 128, 128), jnp.float32),), {}),
]


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("number", range(len(PROGRAMS)))
def test_figures_are_those_of_memory_analysis(target: str, number: int) -> None:
    program, arguments, options = PROGRAMS[number]
    made = ballast.compile(program, *arguments, target=target, timeout=300, **options)
    assert made.fits, made.verdict
    assert made.module.name == f"jit_{program.__name__}"
    analysis, space = made.memory_analysis(), made.memory.space()
    assert space is not None
    if analysis is None:  # the Python half of some releases fails after the compilation
        assert made.message
        return
    assert analysis.argument_size_in_bytes == space.arguments
    assert analysis.output_size_in_bytes == space.outputs
    assert analysis.alias_size_in_bytes == space.shared
    if not target.startswith("tpu"):
        assert analysis.temp_size_in_bytes == space.temporaries
    files = {value.source.rpartition(":")[0] for value in made.module.values if value.source}
    assert __file__ in files


@pytest.mark.parametrize("target", ["cpu", *TARGETS])
@pytest.mark.parametrize("name", programs.PROGRAMS)
def test_programs_as_people_write_them(target: str, name: str) -> None:
    platform = target.partition(":")[0]
    if platform not in programs.ONLY.get(name, (platform,)):
        pytest.skip(f"not for {platform}")
    try:
        program, arguments, options = programs.PROGRAMS[name]()
    except ModuleNotFoundError as error:
        pytest.skip(f"needs {error.name}")
    made = ballast.compile(program, *arguments, target=target, timeout=300, **options)
    check_total(made, target, name)


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("folder", DUMPED)
def test_programs_that_other_frameworks_dumped(target: str, folder: str) -> None:
    check_total(ballast.compile(folder, target=target, timeout=500), target, Path(folder).name)


def check_total(made: ballast.Compiled, target: str, name: str) -> None:
    """Compares the total of the dump with that of memory_analysis()."""
    platform = target.partition(":")[0]
    analysis, space = made.memory_analysis(), made.memory.space()
    assert space is not None
    if analysis is None:  # the Python half of some releases fails after the compilation
        assert made.message
        return
    total = analysis.total_allocation_bytes
    if total is None:
        sizes = (analysis.argument_size_in_bytes, analysis.output_size_in_bytes, analysis.temp_size_in_bytes)
        total = sum(size or 0 for size in sizes) - (analysis.alias_size_in_bytes or 0) + space.constants
    elif platform == "tpu":  # it counts thread-local memory, too
        rows = [row for row in made.module.allocations if row.is_thread_local and row.space == 0]
        total -= sum(row.size for row in rows)
    if platform == "tpu" and not analysis.temp_size_in_bytes:  # for some small programs it does not count them
        total += space.temporaries
    print(f"{target} {name}: {space.total} {total}")
    # The statistics of TPUs have 15.5 KiB more than the dump, whatever the program.
    assert abs(space.total - total) <= (max(total // 1000, 16 << 10) if platform == "tpu" else 0)


# Ahead-of-time compilation by JAX itself, with the devices of the topology.
AHEAD_OF_TIME = """
import json, jax, jax.numpy as jnp, numpy
from jax.experimental import topologies
from jax.sharding import AxisType, Mesh, NamedSharding, PartitionSpec as P
devices = topologies.get_topology_desc(platform="tpu", topology_name="v5e:2x4").devices
mesh = Mesh(numpy.array(devices).reshape(2, 4), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
x = jax.ShapeDtypeStruct((256, 256), jnp.float32, sharding=NamedSharding(mesh, P("data", "model")))
step = lambda state: tuple(x + jnp.tanh(x @ x) for x in state)
found = jax.jit(step, donate_argnums=0).lower((x,) * 3).compile().memory_analysis()
print(json.dumps({name: getattr(found, name) for name in dir(found) if name.endswith("_in_bytes")}))
"""


@pytest.mark.skipif("tpu:v5e" not in TARGETS, reason="for a v5e")
def test_sharded_donations_are_compiled_as_jax_does_it() -> None:
    names = "TPU_SKIP_MDS_QUERY TPU_ACCELERATOR_TYPE TPU_WORKER_HOSTNAMES TPU_WORKER_ID ALLOW_MULTIPLE_LIBTPU_LOAD"
    values = ("1", "v5litepod-4", "localhost", "0", "1")
    variables = {**os.environ, **dict(zip(names.split(), values, strict=True)), "JAX_PLATFORMS": "cpu"}
    command = [sys.executable, "-c", AHEAD_OF_TIME]
    done = subprocess.run(command, env=variables, check=True, capture_output=True, text=True)
    expected = json.loads(done.stdout)
    mesh = AbstractMesh((2, 4), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
    x = S((256, 256), jnp.float32, sharding=NamedSharding(mesh, P("data", "model")))

    def step(state: Any) -> Any:
        return tuple(x + jnp.tanh(x @ x) for x in state)

    function = ballast.compile(step, (x,) * 3, target="tpu:v5e:2x4", donate_argnums=0)
    traced = jax.jit(step, donate_argnums=0).trace((x,) * 3)
    lowered = ballast.compile(traced.lower(lowering_platforms=("tpu",)), target="tpu:v5e:2x4")
    for made in (function, lowered):
        analysis, space = made.memory_analysis(), made.memory.space()
        assert analysis is not None
        assert space is not None
        for name in ("argument", "output", "alias", "temp"):
            assert getattr(analysis, f"{name}_size_in_bytes") == expected[f"{name}_size_in_bytes"], name
        assert space.shared == expected["alias_size_in_bytes"] == 3 * 256 * 256 * 4 // 8
    assert function.total == lowered.total
    assert function.notice == ""
    smaller = ballast.compile(lambda x: x * 2, arguments_over(2, 2), target="tpu:v5e:2x4")
    assert smaller.notice.endswith("uses 4 of the 8 devices of tpu:v5e:2x4")
    with pytest.raises(
        ballast.CompileError, match="it runs on 8 devices, and the target has 4: choose a topology of 8"
    ):
        ballast.compile(step, (x,) * 3, target="tpu:v5e:2x2")


def arguments_over(*sizes: int) -> Any:
    mesh = AbstractMesh(sizes, ("data", "model"), axis_types=(AxisType.Auto,) * 2)
    return S((256, 256), jnp.float32, sharding=NamedSharding(mesh, P("data", "model")))


@pytest.mark.parametrize("target", TARGETS)
def test_a_program_that_is_too_large_is_a_result(target: str) -> None:
    def product(a: Any) -> Any:
        return jnp.tanh(a @ a).sum()

    made = ballast.compile(product, S((1 << 18, 1 << 18), jnp.float32), target=target, timeout=300)
    assert made.fits is False
    assert made.missing is not None
    assert made.missing > 0
    assert made.total >= 1 << 38
    if target.startswith("tpu"):
        assert made.message is not None
        assert "HBM" in made.message or "hbm" in made.message
    assert made.holders[0].shape == "f32[262144,262144]"


@pytest.mark.parametrize("target", TARGETS)
def test_donation_saves_what_it_promises(target: str) -> None:
    def move(state: Any, change: Any) -> Any:
        return state * 0.9 + change

    made = ballast.compile(move, *(S((8192, 8192), jnp.float32),) * 2, target=target, timeout=300)
    trial = made.try_donating()[0]
    assert trial.value in ((0,), (1,))
    assert trial.promised == trial.saved == 4 * 8192**2


@pytest.mark.parametrize("target", TARGETS)
def test_arguments_are_sharded(target: str) -> None:
    mesh = AbstractMesh((2, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)
    x = S((1024, 2048), jnp.float32, sharding=NamedSharding(mesh, P("data", "model")))
    made = ballast.compile(lambda a: a * 2, x, target=target, timeout=300)
    space = made.memory.space()
    assert space is not None
    assert space.arguments == 4 * 1024 * 2048 // 4
    assert "num_partitions=4" in next(bytes(file).decode() for file in made.module.files if file.kind == "module-text")


@pytest.mark.parametrize("target", TARGETS)
def test_what_is_lowered_is_compiled(target: str) -> None:
    platform = target.partition(":")[0]
    traced = jax.jit(lambda a: jnp.tanh(a @ a), donate_argnums=0).trace(S((512, 512), jnp.float32))
    made = ballast.compile(traced.lower(lowering_platforms=(platform,)), target=target, timeout=300)
    assert [(p.argument, p.donated) for p in made.parameters] == [(0, True)]
    assert made.memory.space() is not None
    with pytest.raises(ballast.CompileError, match=f"lowered for cpu, not for {platform}"):
        ballast.compile(traced.lower(lowering_platforms=("cpu",)), target=target)
