"""The operations that random programs are made of, with their weights. Each takes the drawing and returns the text of an
expression, lines of which the last is one, or None if no value fits."""
import jax.numpy as jnp
import numpy as np


# --- what fits --------------------------------------------------------------------------------------------------------

def floating(v):
    return jnp.issubdtype(v.dtype, jnp.floating) and v.dtype.itemsize > 1


def integral(v):
    return jnp.issubdtype(v.dtype, jnp.integer) and str(v.dtype) not in ("int4", "uint4")


def complex_(v):
    return jnp.issubdtype(v.dtype, jnp.complexfloating)


def boolean(v):
    return v.dtype == jnp.bool_


def ranked(v):
    return len(v.shape) > 0


def full(v):
    return ranked(v) and 0 not in v.shape


def both(*conditions):
    return lambda v: all(c(v) for c in conditions)


def strange_name(d):
    """Names that need quotes and escapes, and long ones."""
    return d.among("block", "layer_%d" % d.random.randint(0, 99), "a/b/c", 'say "so"', "it's {1,2}", "back\\slash", "größe",
                   "tab\there", "x" * 300, "f32[2,3]{1,0}", "metadata={}", "%name", "(a, b)", "<<<", "line\nbreak", " ")


# --- element by element -----------------------------------------------------------------------------------------------

def unary(d):
    v = d.value()
    if v is None:
        return None
    of = d.of(v)
    if floating(of):
        return d.among("jnp.sin({0})", "jnp.exp({0})", "jnp.tanh({0})", "jnp.log1p({0})", "lax.rsqrt({0})", "lax.erf({0})",
                       "jnp.cbrt({0})", "jnp.abs({0})", "jnp.sign({0})", "-{0}", "jnp.floor({0})", "jnp.isnan({0})",
                       "jax.nn.gelu({0})", "jax.nn.softplus({0})", "lax.lgamma({0})", "lax.digamma({0})", "jnp.round({0})",
                       "lax.reduce_precision({0}, 5, 10)", "jnp.sqrt({0})", "lax.erf_inv({0})", "lax.bessel_i1e({0})",
                       "jax.nn.relu({0})", "jnp.tan({0})", "lax.logistic({0})", "jnp.nan_to_num({0})").format(v)
    if complex_(of):
        return d.among("jnp.real({0})", "jnp.imag({0})", "jnp.conj({0})", "jnp.abs({0})", "jnp.exp({0})", "-{0}").format(v)
    if boolean(of):
        return "~" + v
    return d.among("~{0}", "jnp.abs({0})", "lax.population_count({0})", "lax.clz({0})", "-{0}", "jnp.sign({0})").format(v)


def binary(d):
    v = d.value()
    w = d.value(lambda o: v is not None and o.dtype == d.of(v).dtype) if v else None
    if w is None:
        return None
    if boolean(d.of(v)):
        return d.among("{0} & {1}", "{0} | {1}", "{0} ^ {1}").format(v, w)
    common = ["{0} + {1}", "{0} - {1}", "{0} * {1}", "{0} < {1}", "{0} == {1}", "jnp.maximum({0}, {1})"]
    if floating(d.of(v)):
        common += ["{0} / {1}", "{0} ** {1}", "jnp.arctan2({0}, {1})", "jnp.nextafter({0}, {1})", "jnp.fmod({0}, {1})",
                   "jnp.logaddexp({0}, {1})"]
    elif integral(d.of(v)):
        common += ["{0} // {1}", "{0} % {1}", "{0} & {1}", "{0} ^ {1}", "{0} << {1}", "{0} >> {1}",
                   "lax.shift_right_logical({0}, {1})"]
    return d.random.choice(common).format(v, w)


def selection(d):
    v = d.value()
    w = d.value(lambda o: v is not None and (o.shape, o.dtype) == (d.of(v).shape, d.of(v).dtype))
    if v is None or w is None:
        return None
    return d.among("jnp.where({0} == {0}, {0}, {1})", "lax.select(jnp.ones({0}.shape, bool), {0}, {1})",
                   "jnp.clip({0}, {1}.min(), {1}.max())").format(v, w)


def conversion(d):
    v = d.value()
    if v is None:
        return None
    if d.chance(.2) and integral(d.of(v)):
        return "lax.bitcast_convert_type({0}, jnp.{1})".format(v, d.among("float32", "int32", "uint8", "int16", "float16"))
    return "{0}.astype(jnp.{1})".format(v, d.element_type())


def constant(d):
    shape, element = d.shape(0, 3), d.element_type()
    return d.among("jnp.ones({0}, jnp.{1})", "jnp.full({0}, 3, jnp.{1})", "jnp.arange({2}).reshape({0}).astype(jnp.{1})",
                   "jnp.asarray(np.random.RandomState(1).randint(0, 9, {0})).astype(jnp.{1})",
                   "jnp.linspace(0, 1, {2}).reshape({0}).astype(jnp.{1})",
                   "jnp.eye({3}, dtype=jnp.{1})").format(shape, element, int(np.prod(shape, dtype=np.int64)), d.random.randint(1, 40))


# --- shapes -----------------------------------------------------------------------------------------------------------

def axis_of(d, v):
    return d.random.randrange(len(d.of(v).shape))


def moved(d):
    v = d.value(ranked)
    if v is None:
        return None
    shape = d.of(v).shape
    order = list(range(len(shape)))
    d.random.shuffle(order)
    axis = axis_of(d, v)
    begins = [d.random.randint(0, s) for s in shape]
    ends = [d.random.randint(b, s) for b, s in zip(begins, shape)]
    steps = [d.random.randint(1, 3) for _ in shape]
    padding = [(d.random.randint(-2, 3), d.random.randint(-1, 4), d.random.randint(0, 2)) for _ in shape]
    return d.among("jnp.transpose({v}, {order})", "{v}.reshape(-1)", "{v}[None]", "jnp.flip({v}, {axis})", "jnp.roll({v}, 3, {axis})",
                   "lax.pad({v}, jnp.zeros((), {v}.dtype), {padding})", "lax.slice({v}, {begins}, {ends}, {steps})",
                   "jnp.concatenate([{v}, {v}], {axis})", "jnp.tile({v}, 2)", "jnp.repeat({v}, 3, {axis})", "jnp.stack([{v}, {v}], {axis})",
                   "jnp.broadcast_to({v}, (3,) + {v}.shape)", "jnp.squeeze({v})", "jnp.diff({v}, axis={axis})",
                   "lax.expand_dims({v}, ({axis},))", "jnp.tril({v})", "jnp.split({v}, [1], {axis})[-1]",
                   "{v}.reshape((2, -1) + {v}.shape[1:])").format(v=v, order=tuple(order), axis=axis, begins=begins, ends=ends,
                                                                  steps=steps, padding=padding)


def dynamic(d):
    v = d.value(full)
    i = d.value(lambda o: o.shape == () and str(o.dtype) == "int32")
    if v is None:
        return None
    at = i or "%s.astype(jnp.int32).ravel()[0]" % v if not complex_(d.of(v)) else "jnp.int32(1)"
    sizes = tuple(d.random.randint(1, s) for s in d.of(v).shape)
    begins = "[" + ", ".join([at] + ["0"] * (len(sizes) - 1)) + "]"
    return d.among("lax.dynamic_slice({v}, {b}, {s})", "lax.dynamic_update_slice({v}, jnp.ones({s}, {v}.dtype), {b})",
                   "lax.dynamic_index_in_dim({v}, {at}, 0)").format(v=v, b=begins, s=sizes, at=at)


def indexed(d):
    v = d.value(full)
    if v is None:
        return None
    rows = d.of(v).shape[0]
    i = d.value(lambda o: str(o.dtype) == "int32" and 1 <= len(o.shape) <= 2)
    i = i or "jnp.asarray([%s])" % ", ".join(str(d.random.randrange(rows)) for _ in range(d.random.randint(1, 5)))
    return d.among("{v}[{i}]", "{v}.at[{i}].add(1)", "{v}.at[{i}].set({v}[0])", "{v}.at[{i}].max({v}[0], mode='drop')",
                   "jnp.take({v}, {i}, axis=-1, mode='clip')", "{v}.at[{i}].get(mode='fill', fill_value=0)", "jax.nn.one_hot({i}, 7)",
                   "{v}.at[..., 0].multiply(2)", "{v}[::-2]", "{v}.at[1:3].set(0)", "{v}.at[{i}].min({v}[0], unique_indices=True)",
                   "jax.ops.segment_sum({v}, jnp.zeros({v}.shape[0], int), 3)").format(v=v, i=i)


# --- reductions and sorts ---------------------------------------------------------------------------------------------

def reduction(d):
    v = d.value(both(full, lambda o: not complex_(o)))
    if v is None:
        return None
    axis = d.among("None", str(axis_of(d, v)), str(axis_of(d, v)), "0", "-1")
    texts = ["jnp.{f}({v}, axis={axis})".format(f=f, v=v, axis=axis)
             for f in "sum sum max min prod any all argmax argmin mean std cumsum cumprod median ptp".split()]
    if axis != "None":
        texts += ["lax.cummax({0}, {1})".format(v, axis_of(d, v)), "jax.nn.softmax({0}, {1})".format(v, axis),
                  "lax.cumlogsumexp({0}, {1})".format(v, axis_of(d, v)), "jax.nn.logsumexp({0}, {1})".format(v, axis),
                  "lax.associative_scan(jnp.add, {0}, axis={1})".format(v, axis_of(d, v)),
                  "lax.reduce({0}, jnp.zeros((), {0}.dtype), lax.bitwise_xor, (0,))".format(v),
                  "lax.reduce({0}, jnp.zeros((), {0}.dtype), lambda a, b: a * 2 + b, (0,))".format(v)]
    return d.random.choice(texts)


def sort(d):
    v = d.value(both(full, lambda o: not complex_(o)))
    if v is None:
        return None
    axis = axis_of(d, v)
    return d.among("jnp.sort({v}, {a})", "jnp.argsort({v}, {a})", "lax.top_k({v}, 1)[0]", "lax.top_k({v}, 1)[1]",
                   "lax.sort(({v}, {v}), {a}, num_keys=2)[1]", "lax.sort(({v}, lax.iota(jnp.int32, {v}.size).reshape({v}.shape)), {a})[1]",
                   "jnp.unique({v}, size=5)", "jnp.searchsorted({v}.ravel(), {v}.ravel()[:3])", "jnp.nonzero({v}, size=4)[0]",
                   "lax.approx_max_k({v}, 1)[0]", "jnp.percentile({v}, 30)", "jnp.bincount({v}.ravel().astype(int), length=9)",
                   "jnp.histogram({v}, bins=4)[0]").format(v=v, a=axis)


def window(d):
    v = d.value(both(full, floating))
    if v is None:
        return None
    rank = len(d.of(v).shape)
    sizes = tuple(d.random.randint(1, 3) for _ in range(rank))
    steps = tuple(d.random.randint(1, 2) for _ in range(rank))
    return d.among("lax.reduce_window({v}, 0., lax.add, {s}, {t}, 'SAME')", "lax.reduce_window({v}, -jnp.inf, lax.max, {s}, {t}, 'VALID')",
                   "jax.grad(lambda x: lax.reduce_window(x, -jnp.inf, lax.max, {s}, {t}, 'SAME').sum().astype(x.dtype))({v})",
                   "lax.reduce_window({v}, 1., lax.mul, {s}, {t}, [(1, 0)] * {r}, base_dilation=[2] * {r})").format(v=v, s=sizes, t=steps, r=rank)


# --- products ---------------------------------------------------------------------------------------------------------

def product(d):
    v = d.value(both(full, lambda o: len(o.shape) >= 1 and not boolean(o)))
    if v is None:
        return None
    shape, k = d.of(v).shape, d.random.randint(1, 64)
    wide = d.among("", ", preferred_element_type=jnp.float32")
    return d.among("{v} @ jnp.ones(({last}, {k}), {v}.dtype)", "jnp.dot({v}, {v}.T)", "jnp.einsum('...i,...i->...', {v}, {v})",
                   "jnp.einsum('...i,...j->...ij', {v}, {v})", "lax.dot_general({v}, {v}, (((0,), (0,)), ((), ())){w})",
                   "lax.dot_general({v}, {v}, ((({r},), ({r},)), ({batch}, {batch})){w})",
                   "jnp.matmul({v}, {v}.swapaxes(-1, -2), precision='highest')", "jnp.outer({v}, {v}[0])", "jnp.kron({v}, {v}[:1])",
                   "jnp.tensordot({v}, {v}, 1)").format(v=v, last=shape[-1], k=k, w=wide, r=len(shape) - 1,
                                                        batch=tuple(range(len(shape) - 1)))


def convolution(d):
    v = d.value(both(full, floating, lambda o: o.size <= 1 << 16))
    if v is None:
        return None
    rank = d.random.randint(1, 3)
    kernel = tuple(d.random.randint(1, 4) for _ in range(rank))
    groups = d.among(1, 1, 2, 4)
    channels = 4 * d.random.randint(1, 4)
    lines = ["image = jnp.resize({0}, (2,) + (9,) * {1} + ({2},))".format(v, rank, channels),
             "weight = jnp.ones({0} + ({1} // {2}, {3}), image.dtype)".format(kernel, channels, groups, 4 * groups)]
    letters = "DHW"[-rank:]
    dimensions = ("N%sC" % letters, "%sIO" % letters, d.among("N%sC", "NC%s") % letters)
    call = "lax.conv_general_dilated({0}, weight, {1}, {2!r}, lhs_dilation={3}, rhs_dilation={4}, dimension_numbers={5}, feature_group_count={6})"
    steps = (d.random.randint(1, 2),) * rank
    make = lambda image: call.format(image, steps, d.among("SAME", "VALID"), (d.among(1, 1, 2),) * rank,
                                     (d.among(1, 1, 2),) * rank, dimensions, groups)
    if d.chance(.4):
        return lines + ["jax.grad(lambda x: %s.sum())(image)" % make("x")]
    return lines + [make("image")]


def solver(d):
    v = d.value(both(floating, lambda o: full(o) and o.size <= 1 << 12))
    if v is None:
        return None
    n = d.random.randint(1, 12)
    matrix = "(jnp.resize({0}, ({1}, {1})).astype(jnp.float32) + 9 * jnp.eye({1}))".format(v, n)
    return d.among("jnp.linalg.cholesky({m})", "jnp.linalg.qr({m})[1]", "jnp.linalg.eigh({m})[0]", "jnp.linalg.svd({m})[1]",
                   "jnp.linalg.solve({m}, jnp.ones({n}))", "jnp.linalg.inv({m})", "jnp.linalg.det({m})",
                   "lax.linalg.triangular_solve({m}, {m}, lower=True)", "jax.scipy.linalg.lu({m})[2]",
                   "jnp.fft.fft({m})", "jnp.fft.rfft({m})", "jnp.fft.irfft(jnp.fft.rfft({m}))", "jnp.fft.fft2({m})").format(m=matrix, n=n)


def noise(d):
    shape = d.shape(0, 3)
    key = "jax.random.PRNGKey(%d)" % d.random.randint(0, 9)
    return d.among("jax.random.normal({k}, {s})", "jax.random.uniform({k}, {s}, jnp.float32)", "jax.random.bits({k}, {s})",
                   "jax.random.permutation({k}, 33)", "jax.random.categorical({k}, jnp.ones((5, 9)))", "jax.random.split({k})[1]",
                   "jax.random.truncated_normal({k}, -1, 1, {s})", "jax.random.gamma({k}, 2.0, (3,))",
                   "lax.rng_bit_generator(jnp.zeros(4, jnp.uint32), {s})[1]", "lax.rng_uniform(0., 1., {s})").format(k=key, s=shape)


# --- memory, effects, devices -----------------------------------------------------------------------------------------

def barrier(d):
    v, w = d.value(), d.value()
    return None if v is None else "lax.optimization_barrier(({0}, {1}))[{2}]".format(v, w, d.random.randint(0, 1))


def effect(d):
    v = d.value()
    if v is None:
        return None
    return d.among(["jax.debug.print('x = {{x}}', x={0})".format(v), v],
                   ["jax.debug.callback(lambda x: None, {0}, ordered=True)".format(v), v],
                   ["jax.pure_callback(lambda x: x, jax.ShapeDtypeStruct({0}.shape, {0}.dtype), {0})".format(v)],
                   ["jax.checkpoint(lambda x: x * x)({0})".format(v)])


def gradient(d):
    v = d.value(both(full, floating))
    if v is None:
        return None
    policy = d.among("None", "jax.checkpoint_policies.dots_saveable", "jax.checkpoint_policies.nothing_saveable",
                     "jax.checkpoint_policies.everything_saveable")
    body = d.among("jnp.tanh(x @ x.swapaxes(-1, -2))", "jnp.sin(jnp.cumsum(x, 0)) * x", "jax.nn.softmax(x) * jnp.exp(x)",
                   "jnp.sort(x, 0) * x", "lax.scan(lambda c, r: (jnp.sin(c) + r, c), x[0], x)[1]")
    outer = d.among("jax.grad({f})({v})", "jax.jvp({f}, ({v},), ({v},))[1]", "jax.linearize({f}, {v})[1]({v})", "jax.value_and_grad({f})({v})[0]")
    f = "jax.checkpoint(lambda x: jnp.sum({0}).astype(x.dtype), policy={1})".format(body, policy)
    return outer.format(f=f, v=v)


def placement(d):
    if d.mesh is None:
        return None
    v = d.value(full)
    if v is None:
        return None
    axes = d.mesh.axis_names
    spec = [repr(d.random.choice((None,) + axes)) if s % d.mesh.size == 0 else "None" for s in d.of(v).shape]
    named = [s for s in spec if s != "None"]
    if len(set(named)) != len(named):
        return None
    return "lax.with_sharding_constraint({0}, jax.sharding.NamedSharding(mesh, jax.sharding.PartitionSpec({1})))".format(v, ", ".join(spec))


def collective(d):
    if d.mesh is None:
        return None
    v = d.value(lambda o: full(o) and o.shape[0] % d.mesh.size == 0 and not boolean(o))
    if v is None:
        return None
    axis = d.random.choice(d.mesh.axis_names)
    count = d.mesh.shape[axis]
    text = d.among("lax.psum(x, {a!r})", "lax.psum((x, x + 1), {a!r})[1]", "lax.pmax(x, {a!r})", "lax.pmean(x, {a!r})",
                   "lax.all_gather(x, {a!r}, tiled=True)[:x.shape[0]]", "lax.ppermute(x, {a!r}, [(i, (i + 1) % {n}) for i in range({n})])",
                   "lax.all_to_all(x, {a!r}, 0, 0, tiled=True)", "lax.psum_scatter(lax.all_gather(x, {a!r}, tiled=True), {a!r}, tiled=True)",
                   "x + lax.axis_index({a!r}).astype(x.dtype)", "lax.pshuffle(x, {a!r}, list(range({n}))[::-1])",
                   "lax.fori_loop(0, 3, lambda i, y: lax.ppermute(y, {a!r}, [(0, 1), (1, 0)]) + 1, x)",
                   "lax.psum(x, {all!r})").format(a=axis, n=count, all=tuple(d.mesh.axis_names))
    return ["spec = jax.sharding.PartitionSpec({0!r})".format(axis),
            "mapped(lambda x: {0}, mesh, (spec,), spec)({1})".format(text, v)]


def offload(d):
    v = d.value(both(full, floating))
    if v is None or not d.places:
        return None
    place = d.random.choice(d.places)
    return "jax.device_put({0}, {1})".format(v, place)


# --- control flow -----------------------------------------------------------------------------------------------------

def numeric(v):
    return floating(v) or integral(v)


def carried(d, name, names, scope):
    """An expression of the type of `name`: a value of it, or the carry with what was drawn last."""
    of = d.types[name]
    same = [n for n in scope if n not in names and (d.types[n].shape, d.types[n].dtype) == (of.shape, of.dtype)]
    if same:
        return same[-1]
    last = scope[-1]
    if numeric(of) and not complex_(d.types[last]) and str(d.types[last].dtype) not in ("int4", "uint4"):
        return "{0} + {1}.sum().astype({0}.dtype)".format(name, last)
    return name


def nested(d, types, results, budget):
    """Lines of a function over values of these types; it returns carries for the first `results` arguments, and a value."""
    name, names, lines, scope = d.function(types, budget)
    carries = ", ".join(carried(d, n, names, scope) for n in names[-results:]) if results else ""
    return name, ["def %s(%s):" % (name, ", ".join(names))] + ["    " + l for l in lines], carries, scope[-1]


def index():
    import jax
    return jax.ShapeDtypeStruct((), jnp.int32)


def budget(d):
    return d.random.randint(1, 6)


def loop(d):
    if len(d.scopes) > 3:
        return None
    v, w = d.value(numeric), d.value(numeric)
    if v is None:
        return None
    f, lines, carries, _ = nested(d, [index(), d.of(v), d.of(w)], 2, budget(d))
    i = lines[0].split("(")[1].split(",")[0]
    inner = lines[0].split("(")[1].rstrip("):").split(", ")
    lines[0] = "def %s(%s, c):" % (f, i)
    lines.insert(1, "    %s, %s = c" % (inner[1], inner[2]))
    lines.append("    return " + carries)
    times = d.among("0, 4", "0, 1", "2, {0}.astype(jnp.int32).sum()".format(v))
    return lines + ["lax.fori_loop({0}, {1}, ({2}, {3}))[{4}]".format(times, f, v, w, d.random.randint(0, 1))]


def while_(d):
    if len(d.scopes) > 3:
        return None
    v = d.value(both(numeric, lambda o: o.size > 0))
    if v is None:
        return None
    f, lines, carries, _ = nested(d, [d.of(v)], 1, budget(d))
    return lines + ["    return " + carries, "lax.while_loop(lambda x: x.sum() < 9, {0}, {1})".format(f, v)]


def scan(d):
    if len(d.scopes) > 3:
        return None
    import jax
    v, xs = d.value(numeric), d.value(full)
    if v is None or xs is None:
        return None
    row = jax.ShapeDtypeStruct(d.of(xs).shape[1:], d.of(xs).dtype)
    f, lines, _, last = nested(d, [d.of(v), row], 0, budget(d))
    carry = lines[0].split("(")[1].split(",")[0]
    names = lines[0].split("(")[1].rstrip("):").split(", ")
    d.types.setdefault(carry, d.of(v))
    carries = carried(d, carry, names, [last])
    more = d.among("", "", ", reverse=True", ", unroll=2", ", length=%d" % d.of(xs).shape[0])
    return lines + ["    return {0}, {1}".format(carries, last),
                    "lax.scan({0}, {1}, {2}{3})[{4}]".format(f, v, xs, more, d.random.randint(0, 1))]


def branch(d):
    if len(d.scopes) > 3:
        return None
    v, p = d.value(numeric), d.value(both(full, numeric))
    if v is None or p is None:
        return None
    functions, lines = [], []
    for _ in range(d.random.randint(2, 4)):
        f, more, carries, _ = nested(d, [d.of(v)], 1, budget(d))
        lines += more + ["    return " + carries]
        functions.append(f)
    if len(functions) == 2:
        return lines + ["lax.cond({0}.sum() > 0, {1}, {2}, {3})".format(p, functions[0], functions[1], v)]
    return lines + ["lax.switch({0}.astype(jnp.int32).sum(), [{1}], {2})".format(p, ", ".join(functions), v)]


def call(d):
    if len(d.scopes) > 3:
        return None
    v = d.value()
    if v is None:
        return None
    f, lines, _, last = nested(d, [d.of(v)], 0, budget(d))
    how = d.among("jax.jit({f})({v})", "jax.jit({f}, inline=True)({v})", "jax.checkpoint({f})({v})", "jax.named_call({f}, name='part')({v})",
                  "jax.vmap({f})(jnp.stack([{v}, {v}, {v}]))", "lax.map({f}, jnp.stack([{v}] * 4))")
    return lines + ["    return " + last, how.format(f=f, v=v)]


SIMPLE = [(unary, 14), (binary, 16), (selection, 5), (conversion, 6), (constant, 4), (moved, 14), (dynamic, 5), (indexed, 8),
          (reduction, 10), (sort, 5), (window, 3), (product, 8), (convolution, 3), (solver, 3), (noise, 3), (barrier, 2),
          (gradient, 4), (placement, 4)]
ALL = SIMPLE + [(loop, 3), (while_, 2), (scan, 4), (branch, 3), (call, 3), (effect, 2), (collective, 8), (offload, 2)]
