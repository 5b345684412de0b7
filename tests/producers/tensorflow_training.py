"""Training steps of TensorFlow as people write them, for scripts/nightly/preflight.sh. See harness.py."""
import tensorflow as tf

from harness import main, program, step

layers = tf.keras.layers


def train(name, model, x, y, optimizer="adam"):
    """One step, with the loss that Keras computes from logits."""
    with step(name):
        model.compile(optimizer=optimizer, jit_compile=True,
                      loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True))
        print("loss %s" % model.train_on_batch(x, y), flush=True)


def classes(count):
    return tf.random.uniform((count,), 0, 10, tf.int32)


@program
def dense():
    model = tf.keras.Sequential([layers.Input((512,)), layers.Dense(1024, "relu"), layers.Dense(1024, "relu"), layers.Dense(10)])
    train("dense", model, tf.random.normal((128, 512)), classes(128))


@program
def transformer():
    inputs = layers.Input((128,))
    hidden = layers.Embedding(1000, 256)(inputs)
    for _ in range(2):
        hidden = layers.LayerNormalization()(hidden + layers.MultiHeadAttention(4, 64)(hidden, hidden))
        hidden = layers.LayerNormalization()(hidden + layers.Dense(256)(layers.Dense(1024, "relu")(hidden)))
    model = tf.keras.Model(inputs, layers.Dense(10)(layers.GlobalAveragePooling1D()(hidden)))
    train("transformer", model, tf.random.uniform((8, 128), 0, 1000, tf.int32), classes(8))


@program
def convolutions():
    inputs = layers.Input((32, 32, 3))
    hidden = inputs
    for filters in (16, 32, 64):
        hidden = layers.ReLU()(layers.BatchNormalization()(layers.Conv2D(filters, 3, padding="same")(hidden)))
        hidden = layers.MaxPooling2D()(hidden)
    model = tf.keras.Model(inputs, layers.Dense(10)(layers.GlobalAveragePooling2D()(hidden)))
    train("convolutions", model, tf.random.normal((32, 32, 32, 3)), classes(32), tf.keras.optimizers.SGD(0.1, momentum=0.9))


@program
def mobilenet():
    train("mobilenet", tf.keras.applications.MobileNetV2((64, 64, 3), alpha=0.35, weights=None, classes=10),
          tf.random.normal((8, 64, 64, 3)), classes(8))


@program
def recomputed():
    """tf.recompute_grad around each block of a step of one's own."""
    blocks = [tf.keras.Sequential([layers.Dense(1024, "gelu"), layers.Dense(256)]) for _ in range(4)]
    x = tf.random.normal((512, 256))
    for block in blocks:
        block(x)
    weights = [weight for block in blocks for weight in block.trainable_variables]

    @tf.function(jit_compile=True)
    def train_step(x):
        with tf.GradientTape() as tape:
            hidden = x
            for block in blocks:
                hidden = tf.recompute_grad(block)(hidden)
            loss = tf.reduce_mean(hidden**2)
        for weight, gradient in zip(weights, tape.gradient(loss, weights)):
            weight.assign_sub(1e-3 * gradient)
        return loss
    with step("recomputed"):
        print("loss %.4f" % train_step(x), flush=True)


if __name__ == "__main__":
    main()
