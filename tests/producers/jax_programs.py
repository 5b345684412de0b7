"""Programs for JAX on the CPU, 0.4.13 and later. They are compiled ahead of time and never run. See harness.py."""
import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

from harness import main, mapped, program, step, tell_analysis

jax.config.update("jax_enable_x64", True)
map_tree = jax.tree_util.tree_map


def array(shape=(), dtype=jnp.float32, sharding=None):
    return jax.ShapeDtypeStruct(shape, dtype, sharding=sharding) if sharding else jax.ShapeDtypeStruct(shape, dtype)


def compile_step(name, function, *arguments, **options):
    """Compiles a function under a name of its own, which is that of the module: `jit_NAME`."""
    def named(*values):
        return function(*values)
    named.__name__ = named.__qualname__ = name
    with step(name):
        compiled = jax.jit(named, **options).lower(*arguments).compile()
        tell_analysis("jit_" + name, compiled)


def mesh_of_eight():
    return Mesh(np.array(jax.devices()[:8]).reshape(2, 4), ("data", "model"))


@program
def element_types():
    names = ("bool_ int4 int8 int16 int32 int64 uint4 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 "
             "complex64 complex128 float8_e4m3fn float8_e4m3b11fnuz float8_e4m3fnuz float8_e5m2 float8_e5m2fnuz "
             "float8_e3m4 float8_e4m3 float8_e8m0fnu float4_e2m1fn").split()
    for name in names:
        if not hasattr(jnp, name):
            continue
        x = array((7, 12), getattr(jnp, name))
        compile_step("join_" + name, lambda a, b: (a.T, jnp.concatenate([a, b])), x, x)
        compile_step("convert_" + name, lambda a: a.astype(jnp.float32) * 2 + 1, x)


@program
def two_bit_integers():
    """Alone: some releases end the process at them."""
    for name in ("int2", "uint2"):
        if hasattr(jnp, name):
            compile_step("convert_" + name, lambda a: a.astype(jnp.float32) * 2 + 1, array((7, 12), getattr(jnp, name)))


@program
def constants():
    x = array((7,))
    compile_step("extremes", lambda a: a * jnp.array([1.5, -0.0, np.inf, -np.inf, np.nan, 1e38, 1e-45], jnp.float32), x)
    compile_step("doubles", lambda a: a * jnp.array([1e308, 5e-324, 0.1]), array((3,), jnp.float64))
    compile_step("halves", lambda a: a * jnp.array([65504, 6e-8, np.nan], jnp.float16), array((3,), jnp.float16))
    compile_step("complex", lambda a: a * jnp.array([1 + 2j, np.inf - 1j, 0j], jnp.complex64), array((3,), jnp.complex64))
    compile_step("booleans", lambda a: jnp.where(jnp.array([True, False, True]), a, -a), array((3,)))
    compile_step("integers", lambda a: a + jnp.array([-2**63, 2**63 - 1]), array((2,), jnp.int64))
    compile_step("large", lambda a: a + jnp.arange(2000.0).reshape(40, 50), array((40, 50), jnp.float64))
    compile_step("nested", lambda a: a[jnp.array([3, 1, 2, 0])] * jnp.arange(12.0).reshape(4, 3), array((4, 3)))
    compile_step("empty", lambda: (jnp.zeros((0, 3)), jnp.zeros((2, 0, 2, 2)), jnp.ones(())))


@program
def loops():
    x = array((32, 32))
    compile_step("fori", lambda a: lax.fori_loop(0, 10, lambda i, v: v * 1.5 + i.astype(a.dtype), a), x)
    compile_step("while_tuple", lambda a: lax.while_loop(lambda s: s[0] < 5, lambda s: (s[0] + 1, s[1] @ s[1]), (0, a)), x)
    compile_step("scan", lambda xs: lax.scan(lambda c, v: (c + v, c * v), jnp.zeros(16, jnp.float32), xs), array((20, 16)))
    compile_step("nested_loops", lambda a: lax.fori_loop(0, 3, lambda i, v: lax.fori_loop(0, i, lambda j, w: jnp.sin(w), v), a), x)
    compile_step("batched_loop", jax.vmap(lambda v: lax.while_loop(lambda s: s.sum() < 20, lambda s: s * 2, v)), array((4, 3)))


@program
def branches():
    x = array((32, 32))
    compile_step("cond", lambda p, a: lax.cond(p, lambda v: v @ v, lambda v: v + 1, a), array((), jnp.bool_), x)
    compile_step("switch", lambda i, a: lax.switch(i, [lambda v: v, lambda v: -v, lambda v: v @ v], a), array((), jnp.int32), x)
    compile_step("swapped", lambda i, a, b: lax.switch(i, [lambda u: (u[1], u[0]), lambda u: (u[0] * 2, u[1])], (a, b)),
                 array((), jnp.int32), array((9,)), array((9,)))


@program
def tuples():
    x = array((3,))
    compile_step("same_twice", lambda a: (a, a, a + 1, a), x)
    compile_step("nothing", lambda a: (), x)
    compile_step("unused", lambda a, b: a + 1, x, array((300,)), keep_unused=True)
    compile_step("names", lambda d: map_tree(lambda v: v * 2, d), {"a/b": x, "it's": array((2,)), "x y": array(()), "größe": array((4,))})
    compile_step("many_results", lambda a: [a * i for i in range(60)], array((33,)))
    compile_step("many_arguments", lambda *a: functools.reduce(jnp.add, a), *[array((7,)) for _ in range(60)])


@program
def donation():
    x = array((128, 128))
    compile_step("donate_two", lambda a, b: (a + b, a * 2), x, x, donate_argnums=(0, 1))
    state = {"w": array((64, 64)), "b": array((64,))}
    compile_step("donate_tree", lambda s, g: map_tree(lambda a, b: a - 0.1 * b, s, g), state, state, donate_argnums=0)


@program
def linear_algebra():
    x = array((16, 16), jnp.float64)
    compile_step("cholesky", jnp.linalg.cholesky, x)
    compile_step("qr", jnp.linalg.qr, x)
    compile_step("eigh", jnp.linalg.eigh, x)
    compile_step("triangular_solve", lambda a: jax.scipy.linalg.solve_triangular(a, a, lower=True), x)
    compile_step("fft", lambda a: jnp.fft.fft2(a).real + jnp.fft.irfft(jnp.fft.rfft(a)), x)
    compile_step("dot_precision", lambda a: jnp.einsum("bij,bjk->bik", a, a, precision=lax.Precision.HIGHEST), array((3, 4, 4)))
    compile_step("dot_integers", lambda a: lax.dot(a, a, preferred_element_type=jnp.int32), array((8, 8), jnp.int8))


@program
def windows():
    image, kernel = array((2, 16, 16, 3)), array((3, 3, 3, 8))
    numbers = ("NHWC", "HWIO", "NHWC")
    compile_step("convolution", lambda a, w: lax.conv_general_dilated(a, w, (2, 2), "SAME", rhs_dilation=(2, 2), dimension_numbers=numbers), image, kernel)
    compile_step("batch_groups", lambda a: lax.conv_general_dilated(a, a, (1,), "VALID", batch_group_count=2), array((4, 2, 5)))
    pool = lambda v: lax.reduce_window(v, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID").sum()
    compile_step("pool_gradient", jax.grad(pool), image)
    compile_step("pad", lambda a: lax.pad(a, jnp.float32(0), ((0, 1, 2), (3, 0, 0), (-1, 2, 0), (0, 0, 0))), image)


@program
def gathers_and_sorts():
    compile_step("scatter_add", lambda a, i: a.at[i].add(1.0), array((32, 8)), array((3,), jnp.int32))
    compile_step("gather", lambda a, i: a[i], array((32, 8)), array((3,), jnp.int32))
    compile_step("sort", lambda a: (jnp.sort(a), jnp.argsort(a), lax.top_k(a, 4)), array((32,)))
    compile_step("sort_by_keys", lambda a: lax.sort((a, a * 2, a.astype(jnp.int32)), dimension=0, num_keys=2), array((9,)))
    compile_step("update_slice", lambda a, i: lax.dynamic_update_slice(a, lax.dynamic_slice(a, (i, i), (2, 2)), (3, 3)), array((8, 8)), array((), jnp.int32))
    compile_step("cumulative", lambda a: lax.cumsum(a, 0) + lax.cummax(a, 1, reverse=True), array((6, 6)))
    compile_step("variadic_reduce", lambda a: lax.reduce((a, a.astype(jnp.int32)), (jnp.float32(0), jnp.int32(0)),
                                                         lambda p, q: (p[0] + q[0], lax.max(p[1], q[1])), (0,)), array((6, 6)))


@program
def random_numbers():
    key = array((2,), jnp.uint32)
    compile_step("normal", lambda k: (jax.random.normal(k, (64,)), jax.random.permutation(k, 64), jax.random.bits(k, (9,))), key)
    compile_step("bit_generator", lambda k: lax.rng_bit_generator(k, (8,), dtype=jnp.uint32), array((4,), jnp.uint32))


@program
def training():
    def loss(params, x, y):
        for layer in params[:-1]:
            with jax.named_scope("hidden"):
                x = jax.checkpoint(lambda l, v: jax.nn.gelu(v @ l["w"] + l["b"]))(layer, x)
        return jnp.mean((x @ params[-1]["w"] + params[-1]["b"] - y) ** 2)

    def train(params, moments, x, y):
        value, gradients = jax.value_and_grad(loss)(params, x, y)
        moments = map_tree(lambda m, g: 0.9 * m + 0.1 * g, moments, gradients)
        return map_tree(lambda p, m: p - 1e-3 * m, params, moments), moments, value

    sizes = [32] + [64] * 12 + [8]
    params = [{"w": array((a, b)), "b": array((b,))} for a, b in zip(sizes[:-1], sizes[1:])]
    compile_step("train", train, params, params, array((16, 32)), array((16, 8)), donate_argnums=(0, 1))


@program
def attention():
    def block(a):
        s = jnp.einsum("bqhd,bkhd->bhqk", a, a) / 8
        s = jnp.where(jnp.tril(jnp.ones(s.shape[-2:], bool)), s, -1e30)
        return jnp.einsum("bhqk,bkhd->bqhd", jax.nn.softmax(s.astype(jnp.float32)).astype(a.dtype), a)
    compile_step("attention_gradient", jax.grad(lambda a: block(a).astype(jnp.float32).sum()), array((2, 64, 4, 16), jnp.bfloat16))


@program
def shardings():
    mesh = mesh_of_eight()
    for name, spec in (("data", P("data")), ("model", P(None, "model")), ("both", P(("data", "model"))), ("none", P())):
        s = NamedSharding(mesh, spec)
        compile_step("constraint_" + name, lambda a: lax.with_sharding_constraint(a * 2, s).sum(0), array((16, 32), sharding=s))
        compile_step("sort_" + name, lambda a: jnp.sort(a, 0), array((16, 32), sharding=s), out_shardings=s)
    compile_step("sharded_product", lambda a, b: jnp.sum((a @ b) ** 2, axis=0), array((16, 32), sharding=NamedSharding(mesh, P("data", "model"))),
                 array((32, 64), sharding=NamedSharding(mesh, P("model", None))))


@program
def collectives():
    mesh = mesh_of_eight()
    both = P("data", "model")
    ring = [(i, (i + 1) % 4) for i in range(4)]
    for name, body, out in (("all_reduce", lambda a: lax.psum(a, "model"), P("data", None)),
                            ("all_gather", lambda a: lax.all_gather(a, "data"), P(None, None, "model")),
                            ("permute", lambda a: lax.ppermute(a, "model", ring), both),
                            ("reduce_scatter", lambda a: lax.psum_scatter(a, "model", tiled=True), P(("data", "model"), None)),
                            ("all_to_all", lambda a: lax.all_to_all(a, "data", 0, 0, tiled=True), both),
                            ("axis_index", lambda a: a + lax.axis_index("data") * 10, both)):
        compile_step(name, mapped(body, mesh, both, out), array((16, 32), sharding=NamedSharding(mesh, both)))


@program
def callbacks():
    compile_step("debug_print", lambda x: (jax.debug.print("x={x}", x=x.sum()), x + 1)[1], array((4,)))
    compile_step("pure_callback", lambda x: jax.pure_callback(lambda v: v, array((4,)), x) * 2, array((4,)))


@program
def scopes():
    def product(x):
        with jax.named_scope("größe \"quoted\" 'single' \\ slash/…"):
            return jnp.sin(x) @ jnp.cos(x)
    compile_step("quoted_scope", product, array((16, 16)))
    inner = jax.jit(lambda v: v @ v + 1)
    compile_step("nested_calls", lambda x: inner(x) + inner(x * 2), array((40, 40)))
    compile_step("remat", jax.grad(jax.checkpoint(lambda x: jnp.sin(jnp.sin(x @ x)).sum())), array((4, 4)))


@program
def memory_spaces():
    from jax.sharding import SingleDeviceSharding
    for kind in ("unpinned_host", "pinned_host", "device"):
        with step(kind):
            host = SingleDeviceSharding(jax.devices()[0], memory_kind=kind)
            compile_step("result_in_" + kind, lambda x: x * 2 + 1, array((64, 64)), out_shardings=host)


@program
def elementwise():
    x = array((6, 6))
    compile_step("functions", lambda a: lax.erf_inv(a) + lax.lgamma(a) + lax.cbrt(a) + lax.expm1(a) + lax.log1p(a) + lax.atan2(a, a), x)
    compile_step("bits", lambda a: (lax.population_count(a), lax.clz(a), a // 3, a % 3, a >> 1, ~a), array((8,), jnp.int32))
    compile_step("casts", lambda a: (lax.bitcast_convert_type(a, jnp.int32), lax.reduce_precision(a, 5, 10)), x)
    compile_step("barrier", lambda a: lax.optimization_barrier((a + 1, a * 2)), x)
    compile_step("reverse", lambda a: lax.rev(a, (0, 1)) + lax.clamp(jnp.float32(0), a, jnp.float32(1)), x)
    compile_step("complex_parts", lambda a: lax.real(lax.conj(lax.complex(a, a))) + lax.imag(lax.complex(a, a)), x)


if __name__ == "__main__":
    main()
