"""Programs for the CUDA compiler, ahead of time and without a GPU: the plugin of JAX and ptxas. See harness.py."""
import pathlib

import jax
import jax.numpy as jnp
from jax import lax
from jax.experimental import topologies
from jax.sharding import SingleDeviceSharding

from harness import main, program, step, tell_analysis

DEVICE = (pathlib.Path(__file__).resolve().parent / "h100.txtpb").read_text()
TOPOLOGY = topologies.get_topology_desc(platform="cuda", target_config=DEVICE, topology="1x1x1")
OPTIONS = {"xla_gpu_autotune_level": 0}  # nothing can be run
map_tree = jax.tree_util.tree_map


def array(shape=(), dtype=jnp.float32):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=SingleDeviceSharding(TOPOLOGY.devices[0]))


def compile_step(name, function, *arguments, **options):
    """Compiles a function under a name of its own, which is that of the module: `jit_NAME`."""
    def named(*values):
        return function(*values)
    named.__name__ = named.__qualname__ = name
    with step(name):
        compiled = jax.jit(named, **options).lower(*arguments).compile(compiler_options=OPTIONS)
        tell_analysis("jit_" + name, compiled)


@program
def element_types():
    for name in ("float32", "bfloat16", "float64", "int8", "int4", "uint32", "bool_", "complex64", "float8_e4m3fn"):
        if hasattr(jnp, name):
            x = array((7, 12), getattr(jnp, name))
            compile_step("join_" + name, lambda a, b: (a.T, jnp.concatenate([a, b])), x, x)


@program
def loops_and_branches():
    x = array((32, 32))
    compile_step("fori", lambda a: lax.fori_loop(0, 10, lambda i, v: v * 1.5 + i, a), x)
    compile_step("scan", lambda xs: lax.scan(lambda c, v: (c + v, c * v), jnp.zeros(16), xs), array((20, 16)))
    compile_step("switch", lambda i, a: lax.switch(i, [lambda v: v, lambda v: -v, lambda v: v @ v], a), array((), jnp.int32), x)


@program
def donation():
    x = array((128, 128))
    compile_step("donate_two", lambda a, b: (a + b, a * 2), x, x, donate_argnums=(0, 1))


@program
def products_and_sorts():
    compile_step("product", lambda a, b: jax.nn.relu(a @ b), array((128, 256), jnp.bfloat16), array((256, 64), jnp.bfloat16))
    compile_step("sort", lambda a: (jnp.sort(a), jnp.argsort(a), lax.top_k(a, 4)), array((4096,)))
    compile_step("softmax", jax.nn.softmax, array((128, 512), jnp.bfloat16))
    compile_step("scatter", lambda a, i: a.at[i].add(1.0), array((32, 8)), array((3,), jnp.int32))


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

    sizes = [32] + [64] * 4 + [8]
    params = [{"w": array((a, b)), "b": array((b,))} for a, b in zip(sizes[:-1], sizes[1:])]
    compile_step("train", train, params, array((16, 32)), array((16, 8)), donate_argnums=0)


if __name__ == "__main__":
    main()
