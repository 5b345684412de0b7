"""A training step of a small classifier, compiled and not run, with the batch size that is given. Made b8/ to b128/, with
jaxlib 0.10.2: for n in 8 16 32 64 128; do XLA_FLAGS=--xla_dump_to=b$n python batch.py $n; done
"""
import sys

import jax
import jax.numpy as jnp

BATCH, WIDTH, CLASSES = int(sys.argv[1]), 1024, 256


def loss(params, x, label):
    for w in params[:-1]:
        x = jnp.tanh(x @ w)
    return -jnp.mean(jnp.take_along_axis(jax.nn.log_softmax(x @ params[-1]), label[:, None], axis=-1))


def train_step(params, x, label):
    grads = jax.grad(loss)(params, x, label)
    return [w - 0.01 * g for w, g in zip(params, grads)]


def array(*shape, type=jnp.float32):
    return jax.ShapeDtypeStruct(shape, type)


params = [array(WIDTH, WIDTH), array(WIDTH, WIDTH), array(WIDTH, CLASSES)]
jax.jit(train_step).lower(params, array(BATCH, WIDTH), array(BATCH, type=jnp.int32)).compile()
