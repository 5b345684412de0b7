"""A training step of a small language model, compiled and not run. Made before/ and after/, with jaxlib 0.10.2:
XLA_FLAGS=--xla_dump_to=before python train.py; XLA_FLAGS=--xla_dump_to=after python train.py --donate
"""
import sys

import jax
import jax.numpy as jnp

LAYERS, WIDTH, HEADS, VOCABULARY = 1, 6144, 48, 32768
BATCH, LENGTH = 4, 1024


def attention(x, w):
    q, k, v = jnp.split(x @ w["qkv"], 3, axis=-1)
    heads = lambda t: t.reshape(BATCH, LENGTH, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)
    scores = heads(q) @ heads(k).swapaxes(-1, -2) / (WIDTH // HEADS) ** 0.5
    weights = jax.nn.softmax(scores, axis=-1)
    return (weights @ heads(v)).transpose(0, 2, 1, 3).reshape(x.shape) @ w["out"]


def block(x, w):
    x = x + attention(x, w)
    return x + jax.nn.gelu(x @ w["up"]) @ w["down"]


def loss(params, tokens):
    x = params["embed"][tokens]
    for w in params["layers"]:
        x = block(x, w)
    logits = x @ params["embed"].T
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(logits), tokens[..., None], axis=-1))


def train_step(params, m, v, tokens):
    value, grads = jax.value_and_grad(loss)(params, tokens)
    m = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, m, grads)
    v = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * g * g, v, grads)
    params = jax.tree.map(lambda p, m, v: p - 1e-3 * m / (jnp.sqrt(v) + 1e-8), params, m, v)
    return params, m, v, value


def array(*shape):
    return jax.ShapeDtypeStruct(shape, jnp.float32)


layer = {"qkv": array(WIDTH, 3 * WIDTH), "out": array(WIDTH, WIDTH),
         "up": array(WIDTH, 4 * WIDTH), "down": array(4 * WIDTH, WIDTH)}
state = {"embed": array(VOCABULARY, WIDTH), "layers": [layer] * LAYERS}
tokens = jax.ShapeDtypeStruct((BATCH, LENGTH), jnp.int32)
donated = (0, 1, 2) if "--donate" in sys.argv else ()
jax.jit(train_step, donate_argnums=donated).lower(state, state, state, tokens).compile()
