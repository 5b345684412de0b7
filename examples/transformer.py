"""A training step of a transformer, for `ballast preflight`: does it fit a TPU or a GPU?

pip install . flax optax "jax[tpu]"
ballast preflight examples/transformer.py:preflight --target tpu:v5e:2x2 --set batch=8

Flax needs Python 3.12 or later.
"""

import flax.linen as nn
import jax
import jax.numpy as jnp
import optax

WIDTH, HEADS, VOCABULARY, LENGTH = 2048, 16, 32768, 1024


class Block(nn.Module):
    """Attention and a feed-forward layer."""

    @nn.compact
    def __call__(self, x):
        width = x.shape[-1]
        h = nn.LayerNorm(dtype=jnp.bfloat16)(x)
        q, k, v = (nn.DenseGeneral((HEADS, width // HEADS), dtype=jnp.bfloat16, name=name)(h) for name in "qkv")
        scores = jnp.einsum("bqhd,bkhd->bhqk", q, k) / (width // HEADS) ** 0.5
        causal = jnp.tril(jnp.ones(scores.shape[-2:], bool))
        weights = nn.softmax(jnp.where(causal, scores, -1e9).astype(jnp.float32)).astype(jnp.bfloat16)
        mixed = jnp.einsum("bhqk,bkhd->bqhd", weights, v)
        x = x + nn.DenseGeneral(width, axis=(-2, -1), dtype=jnp.bfloat16, name="o")(mixed)
        h = nn.LayerNorm(dtype=jnp.bfloat16)(x)
        h = nn.gelu(nn.Dense(4 * width, dtype=jnp.bfloat16, name="up")(h))
        return x + nn.Dense(width, dtype=jnp.bfloat16, name="down")(h)


class Transformer(nn.Module):
    """A decoder that shares the embedding with the output layer."""

    layers: int
    remat: bool

    @nn.compact
    def __call__(self, tokens):
        embed = nn.Embed(VOCABULARY, WIDTH, name="embed")
        place = self.param("place", nn.initializers.normal(0.02), (LENGTH, WIDTH))
        x = (embed(tokens) + place[: tokens.shape[1]]).astype(jnp.bfloat16)
        block = nn.remat(Block) if self.remat else Block
        for i in range(self.layers):
            x = block(name=f"block_{i}")(x)
        return embed.attend(nn.LayerNorm(name="last")(x))


def make_step(model, optimizer):
    """The step: loss, gradients, update."""

    def loss_of(params, tokens):
        logits = model.apply(params, tokens[:, :-1])
        return optax.softmax_cross_entropy_with_integer_labels(logits, tokens[:, 1:]).mean()

    def train_step(params, moments, tokens):
        loss, gradients = jax.value_and_grad(loss_of)(params, tokens)
        updates, moments = optimizer.update(gradients, moments, params)
        return optax.apply_updates(params, updates), moments, loss

    return train_step


def preflight(batch=8, layers=4, donate=True, remat=False):
    """The step, the shapes of its arguments, and which arguments are donated. Creates no array."""
    model, optimizer = Transformer(layers, remat), optax.adamw(3e-4)
    tokens = jax.ShapeDtypeStruct((batch, LENGTH + 1), jnp.int32)
    params = jax.eval_shape(lambda: model.init(jax.random.key(0), jnp.zeros((1, LENGTH), jnp.int32)))
    moments = jax.eval_shape(optimizer.init, params)
    options = {"donate_argnums": (0, 1)} if donate else {}
    return make_step(model, optimizer), params, moments, tokens, options
