"""How programs are lowered in the process of the user, with JAX itself. Nothing is compiled."""

from __future__ import annotations

import functools
import importlib.util
import os
import subprocess
import sys
import types
from typing import Any

import pytest

import ballast
from ballast import compiling, lowering, targets, trials

jax = pytest.importorskip("jax")
if not hasattr(jax.stages, "Traced"):
    pytest.skip("this release of JAX cannot lower for other platforms", allow_module_level=True)
import jax.numpy as jnp  # noqa: E402
from jax.sharding import AbstractMesh, Mesh, NamedSharding, SingleDeviceSharding  # noqa: E402
from jax.sharding import PartitionSpec as P  # noqa: E402


def shape(*sizes: int, **more: Any) -> Any:
    return jax.ShapeDtypeStruct(sizes, jnp.float32, **more)


def mesh_of(*sizes: int) -> Any:
    """An abstract mesh, whose axes are chosen by the compiler."""
    names = ("data", "model")[: len(sizes)]
    kind = getattr(jax.sharding, "AxisType", None)
    return AbstractMesh(sizes, names, **({"axis_types": (kind.Auto,) * len(sizes)} if kind else {}))


def lower(program: Any, *args: Any, platform: str = "tpu", kwargs: Any = None, **settings: Any) -> lowering.Program:
    return lowering.lower(lowering.Call(program, args, kwargs or {}, settings, platform), jax)


def arguments(program: lowering.Program) -> list[tuple[Any, str, bool]]:
    return [(row["argument"], row["path"], row["donated"]) for row in program.parameters]


# ---- what a program can be


def test_functions_and_jitted_ones_are_lowered_alike() -> None:
    def step(state: Any, x: Any) -> Any:
        return {"w": state["w"] + x}

    state, x = {"w": shape(8, 8)}, jnp.ones((8, 8))
    plain = lower(step, state, x, donate_argnums=0)
    assert plain.name == "jit_step"
    assert arguments(plain) == [(0, "['w']", True), (1, "", False)]
    jitted = jax.jit(step, donate_argnums=0)
    assert lower(jitted, state, x).digest == plain.digest
    assert lower(jax.jit(step), state, x, donate_argnums=(0,)).digest == plain.digest
    assert lower(jitted.trace(state, x)).digest == plain.digest
    assert arguments(lower(jitted, state, x, donate_argnums=1)) == [(0, "['w']", False), (1, "", True)]


def test_what_is_wrapped_is_lowered_without_pickling() -> None:
    block = functools.partial(jax.checkpoint, policy=jax.checkpoint_policies.dots_saveable)(lambda w: jnp.tanh(w @ w))
    gradient = lower(jax.grad(lambda w: block(w).sum()), shape(8, 8))
    assert b"optimization_barrier" in gradient.module

    @functools.lru_cache
    def cached(x: Any) -> Any:
        return x * 2

    assert lower(cached, shape(8)).name == "jit_cached"
    assert lower(jax.pmap(lambda x: x * 2), shape(1, 8)).devices == 1


def test_a_lowered_is_for_its_platform() -> None:
    lowered = jax.jit(lambda x: x * 2, donate_argnums=0).trace(shape(8)).lower(lowering_platforms=("tpu",))
    assert arguments(lower(lowered)) == [(0, "", True)]
    with pytest.raises(ballast.BallastError, match=r'for tpu, not for cpu: pass .*lowering_platforms=\("cpu",\)'):
        lower(lowered, platform="cpu")
    with pytest.raises(ballast.BallastError, match="a Lowered has its arguments and donation already"):
        lower(lowered, shape(8))


def test_an_exported_is_lowered() -> None:
    export = pytest.importorskip("jax.export")
    exported = export.export(jax.jit(lambda x: x["q"] * 2), platforms=["tpu"])({"q": shape(8)})
    assert arguments(lower(exported)) == [(0, "['q']", False)]
    with pytest.raises(ballast.BallastError, match="lowered for tpu, not for cuda"):
        lower(exported, platform="cuda")


class Wrapped:
    """An object like those of equinox and flax: it lowers what it wraps."""

    def __init__(self, function: Any) -> None:
        self.function = jax.jit(function, donate_argnums=0)

    def __call__(self, *args: Any) -> Any:
        return self.function(*args)

    def lower(self, *args: Any) -> Any:
        return type("Lowered", (), {"lowered": self.function.lower(*args)})()


def test_wrappers_are_lowered_for_the_target() -> None:
    wrapped = Wrapped(lambda x: x * 2)
    assert arguments(lower(wrapped, shape(8))) == [(0, "", True)]
    assert lowering.stage_of(wrapped.lower(shape(8)))._lowering._platforms == ("cpu",)  # as before
    with pytest.raises(ballast.BallastError, match="is jitted already, and its settings cannot be changed: donate"):
        lower(wrapped, shape(8), donate_argnums=0)


def test_jitted_methods_and_partial_calls_keep_their_donation() -> None:
    class Trainer:
        @functools.partial(jax.jit, static_argnums=0, donate_argnums=1)
        def step(self, state: Any, x: Any) -> Any:
            return state + x

    assert arguments(lower(Trainer().step, shape(8), shape(8))) == [(0, "", True), (1, "", False)]
    step = jax.jit(lambda rate, state, x: state + rate * x, donate_argnums=1)
    bound = functools.partial(step, 0.5)
    assert arguments(lower(bound, shape(8), shape(8)))[1:] == [(0, "", True), (1, "", False)]
    assert arguments(lower(bound, shape(8), shape(8), donate_argnums=1))[1:] == [(0, "", False), (1, "", True)]

    def logged(state: Any, x: Any) -> Any:
        return step(0.5, state, x)

    assert arguments(lower(logged, {"w": shape(8)}["w"], shape(8))) == [(0, "", True), (1, "", False)]
    assert arguments(lower(lambda state, x: logged(state, x) + 1, shape(8), shape(8))) == [
        (0, "", False),
        (1, "", False),
    ]


def test_leaves_that_are_no_arrays_are_constants() -> None:
    def apply(model: Any, x: Any) -> Any:
        return model["act"](x @ model["w"]) if model["name"] == "dense" else x

    model = {"w": shape(8, 8), "act": jnp.tanh, "name": "dense"}
    made = lower(apply, model, shape(4, 8), donate_argnums=0)
    assert arguments(made) == [(0, "['w']", True), (1, "", False)]
    assert b"tanh" in made.module
    assert arguments(lower(apply, kwargs={"model": model, "x": shape(4, 8)})) == [
        ("model", "['w']", False),
        ("x", "", False),
    ]
    with pytest.raises(TypeError, match="abstract array"):
        lower(jax.jit(apply), model, shape(4, 8))


@pytest.mark.skipif(not hasattr(jax.sharding, "AbstractDevice"), reason="needs AbstractDevice")
def test_kernels_are_lowered_for_the_device_of_the_target() -> None:
    pallas = pytest.importorskip("jax.experimental.pallas")

    def kernel(x: Any, out: Any) -> None:
        out[...] = x[...] * 2

    program = pallas.pallas_call(kernel, out_shape=shape(128, 128))
    for platform, name, package in (("cuda", "h100", "jax_cuda12_plugin"), ("tpu", "v5e", "libtpu")):
        if importlib.util.find_spec(package) is None:  # JAX lowers kernels with it
            continue
        made = lowering.lower(
            lowering.Call(program, (shape(128, 128),), platform=platform, device=targets.KINDS[name]), jax
        )
        assert b"custom_call" in made.module
    split = NamedSharding(mesh_of(2, 4), P("data", "model"))
    x = shape(16, 16, sharding=split)
    call = lowering.Call(lambda x: x * 2, (x,), platform="tpu", device=targets.KINDS["v5e"])
    assert lowering.lower(call, jax).devices == 8


def test_a_module_that_is_called_is_a_program() -> None:
    @jax.tree_util.register_pytree_node_class
    class Dense:
        def __init__(self, w: Any, act: Any) -> None:
            self.w, self.act = w, act

        def __call__(self, x: Any) -> Any:
            return self.act(x @ self.w)

        def tree_flatten(self) -> Any:
            return (self.w, self.act), None

        @classmethod
        def tree_unflatten(cls, _: Any, children: Any) -> Any:
            return cls(*children)

    made = lower(Dense(shape(8, 8), jnp.tanh), shape(4, 8), donate_argnums=0)
    assert made.name == "jit_Dense"
    # What the module holds is bound, like the arguments of a partial call.
    assert [(number, donated) for number, _, donated in arguments(made)] == [(-1, False), (0, True)]
    assert b"tanh" in made.module
    assert arguments(lower(jax.tree_util.Partial(lambda a, x: a + x, shape(8)), shape(8)))[1] == (0, "", False)


def test_a_module_of_equinox_is_a_program() -> None:
    equinox = pytest.importorskip("equinox")
    model = equinox.filter_eval_shape(equinox.nn.MLP, 8, 8, 16, 2, key=jax.random.key(0))
    made = lower(model, shape(8))
    assert made.name == "jit_MLP"
    assert [number for number, _, _ in arguments(made)] == [-1] * 6 + [0]
    assert lower(jax.vmap(equinox.nn.Linear(8, 4, key=jax.random.key(0))), shape(2, 8)).parameters


def test_nothing_else_is_a_program() -> None:
    with pytest.raises(
        ballast.BallastError, match=r"expected a function, a jax\.jit object, a Lowered or a Traced, fo"
    ):
        lower(7)


# ---- arguments


def test_static_arguments_are_found_by_number_and_by_name() -> None:
    def step(x: Any, many: int) -> Any:
        return x * many

    assert arguments(lower(step, shape(8), 3, static_argnums=1)) == [(0, "", False)]
    assert arguments(lower(step, shape(8), kwargs={"many": 3}, static_argnames="many")) == [(0, "", False)]
    assert arguments(lower(lambda many, x: x * many, 3, shape(8), static_argnames="many")) == [(1, "", False)]
    with pytest.raises(ValueError, match="hash") as raised:
        lower(lambda x, many: x, shape(8), [3], static_argnums=1)
    assert "a static argument has no hash: use a tuple" in lowering.reason(raised.value)


def test_prng_keys_and_scalars_are_arguments() -> None:
    def step(key: Any, rate: Any, x: Any) -> Any:
        return x + rate * jax.random.normal(key, x.shape)

    made = lower(step, jax.random.key(0), 0.5, shape(8))
    assert [row["argument"] for row in made.parameters] == [0, 1, 2]


def test_prints_are_left_out_and_callbacks_are_refused() -> None:
    def prints(x: Any) -> Any:
        jax.debug.print("sum {}", x.sum())
        return x * 2

    def calls_back(x: Any) -> Any:
        return jax.pure_callback(lambda v: v, shape(8), x)

    for platform in ("cpu", "tpu", "cuda"):
        assert b"custom_call" not in lower(prints, shape(8), platform=platform).module
        with pytest.raises(Exception, match=r"callback|platform") as raised:
            lower(calls_back, shape(8), platform=platform)
        assert "calls Python back" in str(raised.value) + lowering.reason(raised.value)


def test_cudnn_is_refused_with_the_way_out() -> None:
    def attend(q: Any, k: Any, v: Any) -> Any:
        return jax.nn.dot_product_attention(q, k, v, implementation="cudnn")

    q = jax.ShapeDtypeStruct((2, 128, 4, 64), jnp.bfloat16)
    with pytest.raises(RuntimeError, match="cuDNN") as raised:
        lower(attend, q, q, q, platform="cuda")
    assert 'use implementation="xla" of jax.nn.dot_product_attention' in lowering.reason(raised.value)


@pytest.mark.skipif(not hasattr(jax.sharding, "AxisType"), reason="needs axes that the compiler chooses")
def test_custom_partitioning_is_lowered_for_one_device() -> None:
    from jax.experimental.custom_partitioning import custom_partitioning

    doubled = custom_partitioning(lambda x: x * 2)
    doubled.def_partition(
        infer_sharding_from_operands=lambda mesh, arguments, result: arguments[0].sharding,
        partition=lambda mesh, arguments, result: (mesh, lambda x: x * 2, result.sharding, (arguments[0].sharding,)),
        sharding_rule="i j -> i j",
    )

    def program(x: Any) -> Any:
        return doubled(x) + 1

    assert lower(program, shape(8, 8)).devices == 1
    with pytest.raises(ValueError, match="require devices") as raised:
        lower(program, shape(8, 8, sharding=NamedSharding(mesh_of(4), P("data"))))
    assert "use jax.shard_map instead of custom_partitioning" in lowering.reason(raised.value)


def test_custom_partitioning_over_a_mesh_of_this_machine_is_refused() -> None:
    program = """
import jax, jax.numpy as jnp, numpy
from ballast import BallastError, lowering
from jax.experimental.custom_partitioning import custom_partitioning
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
doubled = custom_partitioning(lambda x: x * 2)
doubled.def_partition(infer_sharding_from_operands=lambda m, a, r: a[0].sharding,
    partition=lambda m, a, r: (m, lambda x: x * 2, r.sharding, (a[0].sharding,)), sharding_rule="i j -> i j")
mesh = Mesh(numpy.array(jax.devices()), ("data",))
x = jax.ShapeDtypeStruct((8, 8), jnp.float32, sharding=NamedSharding(mesh, P("data")))
try:
    lowering.lower(lowering.Call(lambda x: doubled(x) + 1, (x,)), jax)
except BallastError as error:
    print(error)
"""
    variables = {**os.environ, "JAX_PLATFORMS": "cpu", "XLA_FLAGS": "--xla_force_host_platform_device_count=4"}
    done = subprocess.run([sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=False)
    assert "use jax.shard_map, or compile for one device" in done.stdout, done.stderr


def test_programs_of_the_same_source_have_the_same_digest() -> None:
    def step(x: Any) -> Any:
        return jnp.tanh(x @ x)

    def again(x: Any) -> Any:
        return jnp.tanh(x @ x)

    first = lower(step, shape(8, 8))
    assert lower(step, shape(8, 8)).digest == first.digest
    again.__name__ = "step"
    assert lower(again, shape(8, 8)).digest != first.digest  # other lines


# ---- several devices


def test_shardings_over_an_abstract_mesh_are_kept() -> None:
    mesh = mesh_of(2, 4)
    split = NamedSharding(mesh, P("data", "model"))
    x = shape(16, 16, sharding=split)
    made = lower(lambda a, b: a + b @ b, x, x, donate_argnums=0)
    assert made.devices == 8
    assert made.propagated == ([False, False], [True])
    assert b"buffer_donor" in made.module
    # Specifications refer to the mesh of the arguments.
    assert lower(lambda a: jax.lax.with_sharding_constraint(a, P("model")), x).devices == 8
    assert lower(lambda a: a * 2, x, out_shardings=P("model")).propagated == ([False], [False])
    assert lower(lambda a: a * 2, shape(16, 16), in_shardings=split).devices == 8
    with pytest.raises(ballast.BallastError, match="shardings over two meshes"):
        lower(lambda a, b: a, x, shape(4, sharding=NamedSharding(mesh_of(2), P("data"))))


@pytest.mark.skipif(not hasattr(jax, "shard_map"), reason="needs jax.shard_map")
def test_the_mesh_of_a_shard_map_counts() -> None:
    def mapped(x: Any) -> Any:
        return jax.lax.psum(x, "model")

    program = jax.shard_map(mapped, mesh=mesh_of(2, 4), in_specs=P("data", "model"), out_specs=P("data"))
    assert lower(program, shape(16, 16)).devices == 8


def test_a_mesh_of_this_machine_is_as_good_as_an_abstract_one() -> None:
    one = Mesh(jax.devices("cpu")[:1], ("data",))
    made = lower(lambda x: x * 2, shape(8, sharding=NamedSharding(one, P("data"))))
    assert made.devices == 1
    program = (
        "import jax, jax.numpy as jnp\n"
        "from jax.sharding import Mesh, NamedSharding, PartitionSpec as P\n"
        "from ballast import lowering\n"
        "import numpy\n"
        "mesh = Mesh(numpy.array(jax.devices()).reshape(2, 4), ('data', 'model'))\n"
        "split = NamedSharding(mesh, P('data', 'model'))\n"
        "x = jax.device_put(jnp.ones((16, 16)), split)\n"
        "def step(x): return jax.lax.with_sharding_constraint(x @ x, split)\n"
        "print(lowering.lower(lowering.Call(step, (x,), platform='tpu'), jax).devices)\n"
    )
    variables = {**os.environ, "XLA_FLAGS": "--xla_force_host_platform_device_count=8", "JAX_PLATFORMS": "cpu"}
    variables["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run([sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=False)
    assert done.stdout == "8\n", done.stderr


def test_host_memory_is_kept() -> None:
    on_host = SingleDeviceSharding(jax.devices("cpu")[0], memory_kind="pinned_host")
    made = lower(lambda a, b: jax.device_put(a, b.sharding) if False else a * 1, shape(8, sharding=on_host), shape(8))
    assert b"pinned_host" in made.module


def request_of(program: Any, *args: Any, **settings: Any) -> compiling.Request:
    return compiling.Request(program, args, {}, targets.parse_target("tpu:v5e:2x4"), settings, {})


def test_the_mesh_is_swept() -> None:
    split = NamedSharding(mesh_of(2, 4), P("data", "model"))
    request = request_of(lambda x: x * 2, shape(16, 16, sharding=split), out_shardings=split)
    before: Any = types.SimpleNamespace(request=request)
    planned = trials._with_mesh(before, (8, 1))
    assert planned.change == "mesh 8x1"
    assert dict(planned.request.args[0].sharding.mesh.shape) == {"data": 8, "model": 1}
    made = lower(planned.request.program, *planned.request.args, **planned.request.settings)
    assert (made.devices, made.propagated) == (8, ([False], [False]))
    with pytest.raises(ValueError, match="the mesh has 2 axes, found sizes"):
        trials._with_mesh(before, (8,))
    before.request = request_of(lambda x: x, shape(4))
    with pytest.raises(ValueError, match="no argument of <lambda> has a sharding over a mesh"):
        trials._with_mesh(before, (8,))


def block(w: Any, x: Any) -> Any:
    return jnp.tanh(jnp.tanh(x @ w) @ w)


def test_policies_are_swept() -> None:
    def loss(w: Any, x: Any) -> Any:
        return block(w, x).sum()

    program = jax.jit(jax.grad(loss))
    before: Any = types.SimpleNamespace(request=request_of(loss, shape(8, 8), shape(4, 8)))
    plain = trials._with_policy(before, "block", None)
    remat = trials._with_policy(before, "block", jax.checkpoint_policies.nothing_saveable)
    assert (plain.change, remat.change) == ("block: no checkpoint", "block: nothing_saveable")
    modules = [lower(jax.grad(plan.request.program), shape(8, 8), shape(4, 8)).module for plan in (plain, remat)]
    assert [b"optimization_barrier" in module for module in modules] == [False, True]
    assert program is not None
    with pytest.raises(ValueError, match="policy= needs of=, the name of a function of the program"):
        trials._with_policy(before, None, None)


def test_a_batch_that_is_also_the_size_of_a_matrix_is_not_clear() -> None:
    before: Any = types.SimpleNamespace(
        request=request_of(lambda w, x: x @ w, shape(8, 8), shape(8, 8)), parameters=[], fits=True
    )
    with pytest.raises(ValueError, match="not clear which arguments"):
        trials._batch_arguments(before, jax, None, 0)
    before.request = request_of(lambda w, x, y: (x @ w - y).sum(), shape(4, 4), shape(8, 4), shape(8, 4))
    with pytest.raises(ValueError, match="not clear which arguments"):
        trials._batch_arguments(before, jax, None, 0)
    before.request = request_of(
        lambda w, x, y: (x @ w - y).sum(), {"w": shape(4, 4), "b": shape(1)}, shape(8, 4), shape(8, 4)
    )
    before.request = request_of(
        lambda p, x, y: (x @ p["w"] - y).sum(), {"w": shape(4, 4), "b": shape(3)}, shape(8, 4), shape(8, 4)
    )
    assert trials._batch_arguments(before, jax, None, 0) == {1, 2}


# ---- the state of this process


def test_a_process_without_a_backend_stays_without_one() -> None:
    program = (
        "import jax, jax.numpy as jnp\n"
        "from ballast import lowering\n"
        "from jax._src import xla_bridge\n"
        "x = jax.ShapeDtypeStruct((8,), jnp.float32)\n"
        "lowering.lower(lowering.Call(lambda x: x * 2, (x,), platform='tpu'), jax)\n"
        "print(xla_bridge.backends_are_initialized(), jax.config.jax_platforms)\n"
        "jax.config.update('jax_platforms', 'cpu')\n"
        "print(jax.jit(lambda x: x + 1)(1))\n"
    )
    variables = {name: value for name, value in os.environ.items() if name != "JAX_PLATFORMS"}
    variables["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run([sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["False None", "2"], done.stderr


def test_a_model_of_70_billion_parameters_needs_no_memory() -> None:
    width, layers = 8192, 80

    def init() -> Any:
        block = {"attention": jnp.zeros((4, width, width)), "mlp": jnp.zeros((3, width, 28672))}
        return {"layers": [block] * layers}

    def loss(params: Any, x: Any) -> Any:
        for block in params["layers"]:
            for w in block["attention"]:
                x = jnp.tanh(x @ w)
            x = (x @ block["mlp"][0]) @ block["mlp"][2].T
        return x.sum()

    params = jax.eval_shape(init)
    assert sum(leaf.size for leaf in jax.tree_util.tree_leaves(params)) > 70e9
    made = lower(loss, *ballast.shapes_of(params, jnp.ones((1, width))))
    assert len(made.parameters) == 2 * layers + 1


def test_shapes_have_no_contents() -> None:
    sharding = NamedSharding(Mesh(jax.devices("cpu")[:1], ("data",)), P("data"))
    state = {"w": jax.device_put(jnp.ones((8, 4)), sharding), "step": 3, "key": jax.random.key(0)}
    (shapes,) = ballast.shapes_of(state)
    assert shapes["w"] == jax.ShapeDtypeStruct((8, 4), jnp.float32, sharding=sharding)
    assert shapes["step"] == 3
    assert shapes["key"].dtype == state["key"].dtype
    first, second = ballast.shapes_of(jnp.ones(3), [jnp.ones(4)])
    assert (first.shape, second[0].shape) == ((3,), (4,))
