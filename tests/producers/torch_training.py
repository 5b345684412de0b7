"""Training steps of PyTorch/XLA as people write them, for scripts/nightly/preflight.sh. See harness.py.

The names of parameters are written beside the dumps if BALLAST_NAMES names a folder and the package `ballast` is installed.
"""
import os

import torch
import torch.nn as nn
import torch.nn.functional as F
import torch_xla

from harness import main, program, step

try:
    import ballast.torch as naming
except ImportError:
    naming = None

torch.cuda.is_current_stream_capturing = lambda: False  # asks CUDA, of which stub_cuda.py has nothing

SEED = 1
STEPS = 3  # the first two make the state of the optimizer


def train(name, model, data, loss_of, optimizer=lambda parameters: torch.optim.AdamW(parameters, lr=1e-3), clear_last=False):
    """A few steps, each of which is a graph; the last one is compiled with all state there is."""
    with step(name):
        torch.manual_seed(SEED)
        device = torch_xla.device()
        model = model.to(device).train()
        updates = optimizer(model.parameters())
        for number in range(STEPS):
            batch = {key: value.to(device) for key, value in data().items()}
            if not clear_last:
                updates.zero_grad()
            names = naming.names(model, updates, **batch) if naming else None
            loss = loss_of(model, batch)
            loss.backward()
            updates.step()
            if clear_last:
                updates.zero_grad()
            if names and number == STEPS - 1 and os.environ.get("BALLAST_NAMES"):
                names.write(os.environ["BALLAST_NAMES"], loss)
            torch_xla.sync()
        print("loss %.4f" % loss.item(), flush=True)


def regression(model, batch):
    return F.mse_loss(model(batch["x"]), batch["y"])


def of_transformers(model, batch):
    return model(**batch).loss


def tokens(batch=4, length=128, words=1000):
    ids = torch.randint(0, words, (batch, length))
    return {"input_ids": ids, "labels": ids}


def encoder_of(layers=2):
    return nn.Sequential(nn.TransformerEncoder(nn.TransformerEncoderLayer(256, 4, 1024, dropout=0.0, batch_first=True), layers),
                         nn.Linear(256, 256))


def sequences():
    return {"x": torch.randn(8, 128, 256), "y": torch.randn(8, 128, 256)}


@program
def encoder():
    train("encoder", encoder_of(), sequences, regression)


@program
def encoder_without_gradients():
    train("encoder", encoder_of(), sequences, regression, clear_last=True)


@program
def encoder_with_checkpoints():
    from torch_xla.utils.checkpoint import checkpoint

    def loss_of(model, batch):
        hidden = batch["x"].requires_grad_()
        for layer in model[0].layers:
            hidden = checkpoint(layer, hidden)
        return F.mse_loss(model[1](hidden), batch["y"])
    train("encoder", encoder_of(), sequences, loss_of)


@program
def gpt2():
    from transformers import GPT2Config, GPT2LMHeadModel
    train("gpt2", GPT2LMHeadModel(GPT2Config(vocab_size=1000, n_positions=128, n_embd=256, n_layer=2, n_head=4)), tokens,
          of_transformers)


@program
def llama():
    from transformers import LlamaConfig, LlamaForCausalLM
    train("llama", LlamaForCausalLM(LlamaConfig(vocab_size=1000, hidden_size=256, intermediate_size=688, num_hidden_layers=2,
                                                num_attention_heads=4, num_key_value_heads=2)), tokens, of_transformers)


@program
def resnet18():
    from transformers import ResNetConfig, ResNetForImageClassification
    model = ResNetForImageClassification(ResNetConfig(depths=[2, 2, 2, 2], hidden_sizes=[64, 128, 256, 512], embedding_size=64,
                                                      layer_type="basic", num_labels=10))
    train("resnet18", model, lambda: {"pixel_values": torch.randn(4, 3, 64, 64), "labels": torch.randint(0, 10, (4,))},
          of_transformers, lambda parameters: torch.optim.SGD(parameters, lr=0.1, momentum=0.9))


@program
def spmd():
    import numpy as np
    import torch_xla.distributed.spmd as xs
    import torch_xla.runtime as xr
    xr.use_spmd()
    mesh = xs.Mesh(np.arange(xr.global_runtime_device_count()), (xr.global_runtime_device_count(), 1), ("data", "model"))

    def loss_of(model, batch):
        xs.mark_sharding(batch["x"], mesh, ("data", None, None))
        return regression(model, batch)
    train("spmd", encoder_of(1), sequences, loss_of)


@program
def openxla():
    """The forward pass, the backward pass and the optimizer are modules of their own."""
    with step("openxla"):
        torch.manual_seed(SEED)
        device = torch_xla.device()
        model = nn.Sequential(nn.Linear(256, 1024), nn.ReLU(), nn.Linear(1024, 256)).to(device).train()
        updates = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)
        compiled = torch.compile(model, backend="openxla")
        for _ in range(STEPS):
            x = torch.randn(64, 256, device=device)
            updates.zero_grad()
            F.mse_loss(compiled(x), x).backward()
            updates.step()
            torch_xla.sync()


if __name__ == "__main__":
    main()
