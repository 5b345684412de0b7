"""Programs as people write them, with JAX and the libraries around it; scripts/nightly/preflight.sh compiles each for
several devices. All are small. A program is a function without arguments that returns what `ballast.compile` takes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jax
import jax.numpy as jnp
from jax.sharding import AbstractMesh, AxisType, NamedSharding
from jax.sharding import PartitionSpec as P

Program = tuple[Any, tuple[Any, ...], dict[str, Any]]
"""The program, its arguments, and options of `ballast.compile`."""
S = jax.ShapeDtypeStruct
PROGRAMS: dict[str, Callable[[], Program]] = {}
ONLY: dict[str, tuple[str, ...]] = {}
"""The platforms of programs that not all can compile."""


def program(function: Callable[[], Program]) -> Callable[[], Program]:
    """Adds a program."""
    PROGRAMS[function.__name__] = function
    return function


def only(*platforms: str) -> Callable[[Callable[[], Program]], Callable[[], Program]]:
    """Adds a program for some platforms."""

    def add(function: Callable[[], Program]) -> Callable[[], Program]:
        ONLY[function.__name__] = platforms
        return program(function)

    return add


def f32(*shape: int, **more: Any) -> Any:
    return S(shape, jnp.float32, **more)


# ---- JAX alone


@program
def function() -> Program:
    return lambda x: jnp.tanh(x @ x).sum(), (f32(256, 256),), {}


@program
def jitted_and_donated() -> Program:
    return jax.jit(lambda x, y: x * 0.9 + y, donate_argnums=0), (f32(256, 256), f32(256, 256)), {}


@program
def gradient() -> Program:
    return jax.grad(lambda w, x: jnp.tanh(x @ w).sum()), (f32(256, 256), f32(512, 256)), {}


@program
def checkpoint() -> Program:
    block = jax.checkpoint(lambda w, x: jnp.tanh(jnp.tanh(x @ w) @ w))
    return jax.grad(lambda w, x: block(w, x).sum()), (f32(256, 256), f32(512, 256)), {}


@program
def checkpoint_policy() -> Program:
    remat = partial(jax.checkpoint, policy=jax.checkpoint_policies.dots_saveable)
    block = remat(lambda w, x: jnp.tanh(jnp.tanh(x @ w) @ w))
    return jax.grad(lambda w, x: block(w, x).sum()), (f32(256, 256), f32(512, 256)), {}


@program
def scan_over_layers() -> Program:
    def loss(layers: Any, x: Any) -> Any:
        return jax.lax.scan(jax.checkpoint(lambda h, w: (jnp.tanh(h @ w), None)), x, layers)[0].sum()

    return jax.grad(loss), (f32(6, 128, 128), f32(64, 128)), {}


@program
def while_loop() -> Program:
    def step(x: Any) -> Any:
        return jax.lax.while_loop(lambda c: c[0] < 10, lambda c: (c[0] + 1, jnp.sin(c[1] @ c[1])), (0, x))[1]

    return step, (f32(128, 128),), {}


@program
def conditional() -> Program:
    return lambda p, x: jax.lax.cond(p, lambda: x @ x, lambda: x + 1), (S((), jnp.bool_), f32(128, 128)), {}


@program
def custom_vjp() -> Program:
    @jax.custom_vjp
    def clip(x: Any) -> Any:
        return x

    clip.defvjp(lambda x: (x, None), lambda _, g: (jnp.clip(g, -1, 1),))
    return jax.grad(lambda w, x: jnp.sum(clip(x @ w) ** 2)), (f32(128, 128), f32(64, 128)), {}


@program
def random_keys() -> Program:
    def step(key: Any, x: Any) -> Any:
        a, b = jax.random.split(key)
        return x + jax.random.normal(a, x.shape) * jax.random.bernoulli(b, 0.5, x.shape)

    return step, (jax.random.key(0), f32(256, 256)), {}


@program
def static_arguments() -> Program:
    return lambda x, n, mode: x * n if mode == "scale" else x, (f32(64, 64), 3, "scale"), {"static_argnums": (1, 2)}


@program
def closure_over_arrays() -> Program:
    table = jnp.arange(4096.0).reshape(64, 64)
    return lambda x: x @ table, (f32(32, 64),), {}


@program
def debug_print() -> Program:
    def step(x: Any) -> Any:
        jax.debug.print("sum {}", x.sum())
        return jnp.tanh(x)

    return step, (f32(128, 128),), {}


@program
def pmap() -> Program:
    return jax.pmap(lambda x: jnp.tanh(x @ x)), (f32(1, 64, 64),), {}


@program
def traced() -> Program:
    return jax.jit(lambda x: jnp.tanh(x @ x), donate_argnums=0).trace(f32(128, 128)), (), {}


@program
def attention() -> Program:
    def step(q: Any, k: Any, v: Any) -> Any:
        return jax.nn.dot_product_attention(q, k, v, is_causal=True)

    return step, (S((2, 128, 4, 64), jnp.bfloat16),) * 3, {}


@program
def convolution() -> Program:
    def loss(w: Any, x: Any) -> Any:
        return jax.lax.conv(x, w, (1, 1), "SAME").sum()

    return jax.grad(loss), (f32(16, 8, 3, 3), f32(4, 8, 32, 32)), {}


@program
def ragged_dot() -> Program:
    return jax.lax.ragged_dot, (f32(64, 128), f32(4, 128, 64), S((4,), jnp.int32)), {}


@program
def segment_sums() -> Program:
    return lambda x, i: jax.ops.segment_sum(x, i, 16), (f32(512, 64), S((512,), jnp.int32)), {}


@program
def int8_weights() -> Program:
    def step(w: Any, scale: Any, x: Any) -> Any:
        product = jax.lax.dot(x, w, preferred_element_type=jnp.int32)
        return product.astype(jnp.float32) * scale

    return step, (S((256, 256), jnp.int8), f32(256), S((64, 256), jnp.int8)), {}


@program
def fp8_weights() -> Program:
    def step(w: Any, x: Any) -> Any:
        return x @ w.astype(jnp.bfloat16)

    return step, (S((256, 256), jnp.float8_e4m3fn), S((64, 256), jnp.bfloat16)), {}


@program
def fft() -> Program:
    return lambda x: jnp.abs(jnp.fft.rfft(x)), (f32(64, 256),), {}


@program
def sorting() -> Program:
    return lambda x: jax.lax.top_k(x, 8), (f32(64, 1024),), {}


# ---- several devices


def mesh() -> AbstractMesh:
    return AbstractMesh((2, 2), ("data", "model"), axis_types=(AxisType.Auto,) * 2)


@program
def sharded_and_donated() -> Program:
    split = NamedSharding(mesh(), P("data", "model"))
    state = tuple(f32(256, 256, sharding=split) for _ in range(3))
    return lambda s: tuple(x + jnp.tanh(x @ x) for x in s), (state,), {"donate_argnums": 0}


@program
def shard_map() -> Program:
    def step(x: Any) -> Any:
        return jax.lax.psum(x @ x.T, "model")

    mapped = jax.shard_map(step, mesh=mesh(), in_specs=P("data", "model"), out_specs=P("data", None))
    return mapped, (f32(128, 256),), {}


@program
def constraints() -> Program:
    def step(w: Any, x: Any) -> Any:
        hidden = jax.lax.with_sharding_constraint(x @ w, P("data", "model"))
        return jnp.tanh(hidden).sum(axis=-1)

    over = mesh()
    x = f32(64, 128, sharding=NamedSharding(over, P("data", None)))
    return step, (f32(128, 256, sharding=NamedSharding(over, P(None, "model"))), x), {}


@program
def explicit_shardings() -> Program:
    over = AbstractMesh((2, 2), ("data", "model"), axis_types=(AxisType.Explicit,) * 2)
    x = f32(64, 128, sharding=NamedSharding(over, P("data", None)))
    return lambda w, x: jnp.tanh(x @ w), (f32(128, 256, sharding=NamedSharding(over, P(None, "model"))), x), {}


# ---- host memory


@only("tpu", "cuda")
def host_offload() -> Program:
    def step(w: Any, x: Any) -> Any:
        kept = jax.device_put(jnp.tanh(x @ w), jax.memory.Space.Host)
        return jax.device_put(kept, jax.memory.Space.Device) @ w

    return step, (f32(256, 256), f32(128, 256)), {}


# ---- pallas


@program
def pallas_interpreted() -> Program:
    from jax.experimental import pallas

    def kernel(x: Any, y: Any, out: Any) -> None:
        out[...] = x[...] + y[...]

    call = pallas.pallas_call(kernel, out_shape=f32(128, 128), interpret=True)
    return call, (f32(128, 128), f32(128, 128)), {}


@only("tpu", "cuda")
def pallas_kernel() -> Program:
    from jax.experimental import pallas

    def kernel(x: Any, out: Any) -> None:
        out[...] = x[...] * 2

    return pallas.pallas_call(kernel, out_shape=f32(128, 128)), (f32(128, 128),), {}


@only("tpu")
def pallas_tpu() -> Program:
    from jax.experimental import pallas

    def kernel(x: Any, y: Any, out: Any) -> None:
        out[...] = jnp.dot(x[...], y[...], preferred_element_type=jnp.float32)

    call = pallas.pallas_call(kernel, out_shape=f32(256, 256), grid=(1,))
    return call, (f32(256, 256), f32(256, 256)), {}


# ---- optimizers


def mlp() -> tuple[Any, Any]:
    layer = {"w": f32(256, 256), "b": f32(256)}

    def loss(params: Any, x: Any) -> Any:
        for one in params:
            x = jax.nn.gelu(x @ one["w"] + one["b"])
        return jnp.mean(x**2)

    return loss, [layer] * 3


def optimized(optimizer: Any) -> Program:
    import optax

    loss, params = mlp()

    def train_step(params: Any, state: Any, x: Any) -> Any:
        value, gradients = jax.value_and_grad(loss)(params, x)
        updates, state = optimizer.update(gradients, state, params)
        return optax.apply_updates(params, updates), state, value

    return train_step, (params, jax.eval_shape(optimizer.init, params), f32(64, 256)), {"donate_argnums": (0, 1)}


@program
def optax_adamw() -> Program:
    import optax

    return optimized(optax.adamw(1e-3))


@program
def optax_adafactor() -> Program:
    import optax

    return optimized(optax.adafactor(1e-3))


# ---- flax


@program
def linen_transformer() -> Program:
    from flax import linen

    class Block(linen.Module):
        @linen.compact
        def __call__(self, x: Any) -> Any:
            x = x + linen.SelfAttention(4)(linen.LayerNorm()(x))
            return x + linen.Dense(64)(linen.gelu(linen.Dense(128)(linen.LayerNorm()(x))))

    model = linen.Sequential([Block() for _ in range(2)])
    x = f32(2, 32, 64)
    variables = jax.eval_shape(model.init, jax.random.key(0), x)
    return jax.grad(lambda v, x: model.apply(v, x).sum()), (variables, x), {}


@program
def linen_apply() -> Program:
    from flax import linen

    model = linen.Dense(64)
    x = f32(8, 32)
    return model.apply, (jax.eval_shape(model.init, jax.random.key(0), x), x), {}


@program
def linen_resnet() -> Program:
    from flax import linen

    class Residual(linen.Module):
        @linen.compact
        def __call__(self, x: Any, train: bool) -> Any:
            h = linen.Conv(16, (3, 3), use_bias=False)(x)
            h = linen.relu(linen.BatchNorm(use_running_average=not train)(h))
            return x + linen.Conv(16, (3, 3))(h)

    model = Residual()
    x = f32(4, 16, 16, 16)
    variables = jax.eval_shape(partial(model.init, train=True), jax.random.key(0), x)

    def loss(params: Any, stats: Any, x: Any) -> Any:
        out, changed = model.apply({"params": params, "batch_stats": stats}, x, train=True, mutable=["batch_stats"])
        return out.sum(), changed

    return jax.grad(loss, has_aux=True), (variables["params"], variables["batch_stats"], x), {}


@program
def linen_unet() -> Program:
    from flax import linen

    class Unet(linen.Module):
        @linen.compact
        def __call__(self, x: Any, t: Any) -> Any:
            time = linen.Dense(16)(jnp.sin(t[:, None] * jnp.arange(1.0, 9.0)))
            down = linen.swish(linen.Conv(16, (3, 3))(x) + time[:, None, None, :])
            middle = linen.Conv(32, (3, 3), strides=(2, 2))(down)
            up = linen.ConvTranspose(16, (3, 3), strides=(2, 2))(linen.swish(middle))
            return linen.Conv(3, (3, 3))(jnp.concatenate([up, down], axis=-1))

    model = Unet()
    x, t = f32(2, 16, 16, 3), f32(2)
    variables = jax.eval_shape(model.init, jax.random.key(0), x, t)
    return jax.grad(lambda v, x, t: (model.apply(v, x, t) ** 2).mean()), (variables, x, t), {}


def nnx_model() -> Any:
    from flax import nnx

    class Model(nnx.Module):
        def __init__(self, rngs: Any) -> None:
            self.first = nnx.Linear(64, 128, rngs=rngs)
            self.norm = nnx.BatchNorm(128, rngs=rngs)
            self.second = nnx.Linear(128, 64, rngs=rngs)

        def __call__(self, x: Any) -> Any:
            return self.second(nnx.gelu(self.norm(self.first(x))))

    return nnx.eval_shape(lambda: Model(nnx.Rngs(0)))


@program
def nnx_jit() -> Program:
    from flax import nnx

    @nnx.jit
    def train_step(model: Any, x: Any) -> Any:
        value, gradients = nnx.value_and_grad(lambda m: (m(x) ** 2).mean())(model)
        state = jax.tree_util.tree_map(lambda p, g: p - 0.1 * g, nnx.state(model, nnx.Param), gradients)
        nnx.update(model, state)
        return value

    return train_step, (nnx_model(), f32(32, 64)), {}


@program
def nnx_state() -> Program:
    from flax import nnx

    graph, state = nnx.split(nnx_model())

    def loss(state: Any, x: Any) -> Any:
        return (nnx.merge(graph, state)(x) ** 2).mean()

    return jax.grad(loss, allow_int=True), (state, f32(32, 64)), {}


@program
def nnx_remat() -> Program:
    from flax import nnx

    graph, state = nnx.split(nnx_model())

    def loss(state: Any, x: Any) -> Any:
        return (nnx.remat(lambda m, x: m(x))(nnx.merge(graph, state), x) ** 2).mean()

    return jax.grad(loss, allow_int=True), (state, f32(32, 64)), {}


# ---- equinox and haiku


def equinox_model() -> Any:
    import equinox

    return equinox.filter_eval_shape(equinox.nn.MLP, 64, 64, 128, 2, key=jax.random.key(0))


@program
def equinox_filter_jit() -> Program:
    import equinox

    @equinox.filter_jit(donate="all-except-first")
    def train_step(x: Any, model: Any) -> Any:
        gradients = equinox.filter_grad(lambda m: (jax.vmap(m)(x) ** 2).mean())(model)
        return equinox.apply_updates(model, jax.tree_util.tree_map(lambda g: -0.1 * g, gradients))

    return train_step, (f32(32, 64), equinox_model()), {}


@program
def equinox_partition() -> Program:
    import equinox

    arrays, rest = equinox.partition(equinox_model(), lambda x: isinstance(x, S))

    def loss(arrays: Any, x: Any) -> Any:
        return (jax.vmap(equinox.combine(arrays, rest))(x) ** 2).mean()

    return jax.grad(loss), (arrays, f32(32, 64)), {"donate_argnums": 0}


@program
def haiku_apply() -> Program:
    import haiku

    model = haiku.transform(lambda x: haiku.nets.MLP([128, 64])(x).sum())
    x = f32(32, 64)
    params = jax.eval_shape(model.init, jax.random.key(0), x)
    return jax.grad(model.apply), (params, jax.random.key(0), x), {}
