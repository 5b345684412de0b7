"""Programs for TensorFlow on the CPU, 1.14 and later. Everything is compiled by XLA through tf.function. See harness.py."""
import inspect

import numpy as np
import tensorflow as tf

from harness import main, program, step

if tf.__version__.startswith("1."):
    tf.compat.v1.enable_v2_behavior()

PARAMETERS = inspect.signature(tf.function).parameters
OPTION = "jit_compile" if "jit_compile" in PARAMETERS else "experimental_compile"


def in_a_graph(function, arguments):
    """1.14 compiles graphs only."""
    values = [a.numpy() if hasattr(a, "numpy") else np.asarray(a) for a in arguments]
    with tf.Graph().as_default(), tf.compat.v1.Session() as session:
        inputs = [tf.compat.v1.placeholder(tf.as_dtype(v.dtype), v.shape) for v in values]
        flat = lambda *inner: [o for o in tf.nest.flatten(function(*inner)) if o is not None]
        return session.run(tf.xla.experimental.compile(flat, inputs), dict(zip(inputs, values)))


def compile_step(name, function, *arguments):
    """Compiles a function under a name of its own and runs it once."""
    def named(*values):
        return function(*values)
    named.__name__ = name
    with step(name):
        if OPTION in PARAMETERS:
            tf.function(named, autograph=False, **{OPTION: True})(*arguments)
        else:
            in_a_graph(named, arguments)


@program
def element_types():
    names = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 complex64 "
             "complex128 int4 uint4").split()
    for name in names:
        dtype = getattr(tf, name, None)
        if dtype is None:
            continue
        with step("cast to " + name):
            x = tf.cast(tf.constant(np.arange(84).reshape(7, 12) % 3), dtype)
            compile_step("join_" + name, lambda a, b: (tf.transpose(a), tf.concat([a, b], 0)), x, x)
            compile_step("convert_" + name, lambda a: tf.cast(a, tf.float32) * 2 + 1, x)


@program
def constants():
    f = tf.constant
    compile_step("extremes", lambda x: x * f(np.array([1.5, -0.0, np.inf, -np.inf, np.nan, 1e38, 1e-45], np.float32)), tf.ones(7))
    compile_step("doubles", lambda x: x * f(np.array([1e308, 5e-324, -np.inf, 0.1])), tf.ones(4, tf.float64))
    compile_step("halves", lambda x: x * f(np.array([65504.0, 6e-8, np.nan], np.float16)), tf.ones(3, tf.float16))
    compile_step("complex", lambda x: x * f(np.array([1 + 2j, np.inf - 1j, 0j], np.complex64)), tf.ones(3, tf.complex64))
    compile_step("booleans", lambda x: tf.where(f([True, False, True]), x, -x), tf.ones(3))
    compile_step("integers", lambda x: x + f(np.array([-2**63, 2**63 - 1], np.int64)), tf.ones(2, tf.int64))
    compile_step("large", lambda x: x + f(np.arange(2000, dtype=np.float32).reshape(40, 50)), tf.ones((40, 50)))
    compile_step("empty", lambda x: (tf.zeros((0, 3)) + x, tf.zeros((2, 0, 2, 2)), tf.ones(())), f(1.0))
    compile_step("same_twice", lambda x: (x, x, x + 1), tf.ones(3))


@program
def products():
    compile_step("dense", lambda a, b: tf.nn.relu(tf.matmul(a, b) + 1.0), tf.ones((17, 33)), tf.ones((33, 9)))
    compile_step("einsum", lambda a, b: tf.einsum("bij,bjk->bki", a, b), tf.ones((3, 5, 7)), tf.ones((3, 7, 2)))
    compile_step("tensordot", lambda a, b: tf.tensordot(a, b, [[1, 2], [0, 1]]), tf.ones((3, 4, 5), tf.float64), tf.ones((4, 5, 6), tf.float64))


@program
def windows():
    image, kernel = tf.ones((2, 16, 16, 3)), tf.ones((3, 3, 3, 8))
    convolution = lambda i, k: tf.nn.conv2d(i, k, strides=[1, 2, 2, 1], padding="SAME")
    pool = lambda i: tf.nn.max_pool2d(i, 2, 2, "SAME")
    compile_step("convolution", convolution, image, kernel)
    compile_step("convolution_gradient", lambda i, k: tf.gradients(convolution(i, k), [i, k]), image, kernel)
    compile_step("depthwise", lambda i, k: tf.nn.depthwise_conv2d(i, k, [1, 1, 1, 1], "SAME"), image, tf.ones((3, 3, 3, 2)))
    compile_step("pool_gradient", lambda i: tf.gradients(pool(i), [i]), image)
    compile_step("resize", lambda i: tf.image.resize(i, (31, 9)), image)


@program
def loops_and_branches():
    x = tf.ones((32, 32))
    compile_step("loop", lambda v: tf.while_loop(lambda i, a: i < 10, lambda i, a: (i + 1, a * 1.5), (0, v)), x)
    compile_step("loop_of_two", lambda v: tf.while_loop(lambda i, a, b: i < 5, lambda i, a, b: (i + 1, b, tf.matmul(a, a)), (0, v, v + 1)), x)
    compile_step("cond", lambda p, v: tf.cond(p, lambda: tf.matmul(v, v), lambda: v + 1), tf.constant(True), x)
    compile_step("switch", lambda i, v: tf.switch_case(i, [lambda: v, lambda: -v, lambda: tf.matmul(v, v)]), tf.constant(1), x)
    compile_step("scan", lambda v: tf.scan(lambda c, t: c + t, v), tf.ones((20, 16)))


@program
def gathers_and_sorts():
    v = tf.range(32.0)
    compile_step("sort", lambda a: (tf.sort(a), tf.argsort(a)), v)
    compile_step("top_k", lambda a: tf.nn.top_k(a, 4), tf.reshape(v, (4, 8)))
    compile_step("gather", lambda a, i: tf.gather(a, i), tf.ones((32, 8)), tf.constant([1, 5, 5]))
    compile_step("scatter", lambda i, u: tf.scatter_nd(i, u, (32, 8)), tf.constant([[1], [5], [5]]), tf.ones((3, 8)))
    compile_step("slice", lambda a, i: tf.slice(a, i, (2, 3)), tf.ones((8, 8)), tf.constant([1, 2]))
    compile_step("pad", lambda a: (tf.reverse(a, [0]), tf.roll(a, 3, 0), tf.pad(a, [[2, 1], [0, 3]])), tf.ones((8, 8)))
    compile_step("where", lambda a: tf.where(a > 3), v)


@program
def random_numbers():
    compile_step("uniform", lambda: (tf.random.uniform((5, 3)), tf.random.normal((64,)), tf.random.uniform((9,), 0, 10, tf.int32)))
    compile_step("stateless", lambda s: tf.random.stateless_normal((7,), s), tf.constant([1, 2]))
    compile_step("shuffle", lambda a: tf.random.shuffle(a), tf.range(16.0))


@program
def linear_algebra():
    a = tf.eye(16) * 3
    compile_step("cholesky", lambda x: tf.linalg.cholesky(x), a)
    compile_step("triangular_solve", lambda x: tf.linalg.triangular_solve(x, x), a)
    compile_step("qr", lambda x: tf.linalg.qr(x), a)
    compile_step("fft", lambda x: tf.signal.irfft(tf.signal.rfft(x)), a)
    compile_step("cumulative", lambda x: tf.cumsum(x, axis=1, exclusive=True), a)


@program
def reductions():
    x = tf.ones((6, 10, 4))
    compile_step("sums", lambda a: (tf.reduce_sum(a), tf.reduce_max(a, 1), tf.reduce_mean(a, [0, 2]), tf.reduce_prod(a, 0)), x)
    compile_step("logic", lambda a: (tf.reduce_any(a > 0, 1), tf.reduce_all(a > 0), tf.argmin(a, 0)), x)
    compile_step("softmax", lambda a: tf.nn.softmax(a), x)
    compile_step("functions", lambda a: tf.math.erf(a) + tf.math.lgamma(a) + tf.math.digamma(a), x)


@program
def training():
    weights = [tf.Variable(tf.ones((a, b)) * 0.1) for a, b in ((8, 16), (16, 16), (16, 4))]
    moments = [tf.Variable(tf.zeros_like(w)) for w in weights]

    def train(x, y):
        with tf.GradientTape() as tape:
            h = x
            for number, w in enumerate(weights):
                with tf.name_scope("layer_%d" % number):
                    h = tf.tanh(tf.matmul(h, w))
            with tf.name_scope("loss"):
                loss = tf.reduce_mean((h - y) ** 2)
        for w, m, g in zip(weights, moments, tape.gradient(loss, weights)):
            m.assign(0.9 * m + 0.1 * g)
            w.assign_sub(1e-3 * m)
        return loss
    compile_step("train", train, tf.ones((4, 8)), tf.ones((4, 4)))


@program
def attention():
    def block(a):
        s = tf.einsum("bqhd,bkhd->bhqk", a, a) / 8
        s = s - 1e30 * (1 - tf.linalg.band_part(tf.ones((64, 64)), -1, 0))
        return tf.einsum("bhqk,bkhd->bqhd", tf.nn.softmax(s), a)
    compile_step("attention_gradient", lambda a: tf.gradients(tf.reduce_sum(block(a)), [a]), tf.ones((2, 64, 4, 16)))


@program
def names():
    def scoped(a):
        with tf.name_scope("Model.v1-2/Block_3"):
            return tf.identity(tf.sin(tf.matmul(a, a, name="My_MatMul"), name="sin.with-dots"), name="out")
    compile_step("scoped", scoped, tf.ones((8, 8)))
    compile_step("a_long_name_of_a_function_that_goes_into_the_name_of_the_module", lambda a: tf.reduce_sum(a * 3), tf.ones((8, 8)))
    compile_step("many_arguments", lambda *many: tf.add_n(many), *[tf.ones((3, 3)) * n for n in range(23)])
    compile_step("many_results", lambda a: tuple(a + n for n in range(23)), tf.ones(5))


@program
def dynamic_shapes():
    compile_step("mask", lambda a: tf.boolean_mask(a, a > 3), tf.range(9.0))
    compile_step("length", lambda a, n: tf.reduce_sum(tf.slice(a, [0], [n])), tf.range(9.0), tf.constant(4))
    compile_step("unique", lambda a: tf.unique(a), tf.constant([1, 1, 2]))


if __name__ == "__main__":
    main()
