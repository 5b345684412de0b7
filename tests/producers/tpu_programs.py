"""Programs for the TPU compiler, ahead of time and without a TPU: libtpu with the JAX of its time. See harness.py."""
import os

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import topologies
from jax.sharding import SingleDeviceSharding

from harness import main, program, step, tell_analysis

TOPOLOGY = topologies.get_topology_desc(platform="tpu", topology_name=os.environ.get("TPU_TOPOLOGY", "v5e:2x2"))
map_tree = jax.tree_util.tree_map


def array(shape=(), dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=SingleDeviceSharding(TOPOLOGY.devices[0]))


def compile_step(name, function, *arguments, **options):
    """Compiles a function under a name of its own, which is that of the module: `jit_NAME`."""
    def named(*values):
        return function(*values)
    named.__name__ = named.__qualname__ = name
    with step(name):
        compiled = jax.jit(named, **options).lower(*arguments).compile()
        tell_analysis("jit_" + name, compiled)


@program
def element_types():
    for name in ("float32", "bfloat16", "int8", "int4", "uint32", "bool_", "float8_e4m3fn", "float8_e5m2"):
        if hasattr(jnp, name):
            x = array((260, 385), getattr(jnp, name))
            compile_step("join_" + name, lambda a, b: (a.T, jnp.concatenate([a, b]), a[:3, :5]), x, x)


@program
def small_shapes():
    compile_step("scalars", lambda a, b: (a + 1, b * a, a > 0), array(), array((3, 5, 7)))
    compile_step("empty", lambda a: (jnp.zeros((0, 3)), jnp.ones(()), a[:, :0]), array((2, 2)))
    compile_step("long_vector", lambda a: (jnp.cumsum(a), a.max(), a.argmin()), array((100003,)))


@program
def loops_and_branches():
    x = array((256, 256))
    compile_step("fori", lambda a: lax.fori_loop(0, 10, lambda i, v: v @ v + i, a), x)
    compile_step("scan", lambda a: lax.scan(lambda c, v: (c @ v, c * v), jnp.eye(128), a), array((20, 128, 128)))
    compile_step("switch", lambda i, a: lax.switch(i, [lambda v: v, lambda v: -v, lambda v: v @ v], a), array((), jnp.int32), x)


@program
def donation():
    x = array((512, 512))
    compile_step("donate_two", lambda a, b: (a + b, a * 2), x, x, donate_argnums=(0, 1))


@program
def windows_and_sorts():
    image, kernel = array((8, 56, 56, 64), jnp.bfloat16), array((3, 3, 64, 128), jnp.bfloat16)
    convolution = lambda a, w: lax.conv_general_dilated(a, w, (2, 2), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    compile_step("convolution_gradient", jax.grad(lambda a, w: jnp.square(convolution(a, w)).sum(dtype=jnp.float32), (0, 1)), image, kernel)
    compile_step("sorts", lambda a: (jnp.sort(a), jnp.argsort(a), lax.top_k(a, 5)), array((64, 4096)))
    compile_step("gather_scatter", lambda t, i, u: (t[i], t.at[i].add(u)), array((5000, 128)), array((700,), jnp.int32), array((700, 128)))


@program
def training():
    def loss(params, x, y):
        for layer in params[:-1]:
            with jax.named_scope("hidden"):
                x = jax.checkpoint(lambda l, v: jax.nn.gelu(v @ l["w"] + l["b"]))(layer, x)
        return jnp.mean((x @ params[-1]["w"] + params[-1]["b"] - y) ** 2)

    def train(params, x, y):
        value, gradients = jax.value_and_grad(loss)(params, x, y)
        return map_tree(lambda p, g: p - 1e-3 * g, params, gradients), value

    sizes = [256] + [512] * 6 + [130]
    params = [{"w": array((a, b)), "b": array((b,))} for a, b in zip(sizes[:-1], sizes[1:])]
    compile_step("train", train, params, array((128, 256)), array((128, 130)), donate_argnums=0)


if __name__ == "__main__":
    main()
