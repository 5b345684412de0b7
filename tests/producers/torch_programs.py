"""Programs for PyTorch/XLA on the CPU, 2.1 and later: a graph is compiled at each step mark. See harness.py."""
import torch
import torch.nn as nn
import torch.nn.functional as F
import torch_xla.core.xla_model as xm

from harness import main, program, step


def device():
    return xm.xla_device()


def compile_step(name, function, *arguments):
    """One graph: the arguments on the device, the function, a step mark."""
    with step(name):
        moved = [a.to(device()) for a in arguments]
        xm.mark_step()
        result = function(*moved)
        xm.mark_step()
        xm.wait_device_ops()
        del result


@program
def element_types():
    names = ("bool int8 int16 int32 int64 uint8 uint16 uint32 uint64 float16 bfloat16 float32 float64 complex64 "
             "float8_e5m2 float8_e4m3fn").split()
    for name in names:
        dtype = getattr(torch, name, None)
        if dtype is not None:
            compile_step("join_" + name, lambda a: (a.t().contiguous(), torch.cat([a, a])), torch.ones(7, 12).to(dtype))
            compile_step("convert_" + name, lambda a: a.to(torch.float32) * 2 + 1, torch.ones(7, 12).to(dtype))


@program
def layers():
    compile_step("linear", lambda a: nn.Linear(8, 5).to(device())(a), torch.ones(4, 8))
    compile_step("convolution", lambda a: F.relu(nn.Conv2d(3, 8, 3, stride=2, padding=1).to(device())(a)), torch.ones(2, 3, 16, 16))
    compile_step("groups", lambda a: nn.Conv2d(4, 8, 3, groups=2, dilation=2).to(device())(a), torch.ones(2, 4, 16, 16))
    compile_step("pools", lambda a: F.max_pool2d(a, 2) + F.avg_pool2d(a, 2), torch.ones(2, 3, 16, 16))
    compile_step("norm", lambda a: nn.LayerNorm(8).to(device())(a), torch.ones(4, 8))


@program
def training():
    with step("train"):
        torch.manual_seed(1)
        net = nn.Sequential(nn.Conv2d(3, 4, 3), nn.BatchNorm2d(4), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(),
                            nn.Linear(36, 10), nn.GELU(), nn.Linear(10, 4)).to(device())
        optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
        x, y = torch.ones(2, 3, 8, 8).to(device()), torch.tensor([1, 3]).to(device())
        for _ in range(3):
            optimizer.zero_grad()
            F.cross_entropy(net(x), y).backward()
            xm.optimizer_step(optimizer, barrier=True)
        xm.wait_device_ops()


@program
def attention():
    compile_step("attention", lambda a: F.scaled_dot_product_attention(a, a, a, is_causal=True), torch.ones(2, 4, 12, 8))


@program
def gathers_and_sorts():
    x = torch.arange(32.0)
    compile_step("sort", lambda a: torch.sort(a.view(4, 8), descending=True), x)
    compile_step("top_k", lambda a: torch.topk(a, 5), x)
    compile_step("select", lambda a, i: a.index_select(0, i), torch.ones(8, 3), torch.tensor([1, 5, 5]))
    compile_step("gather", lambda a, i: torch.gather(a, 1, i), torch.ones(3, 4), torch.tensor([[0, 1], [2, 3], [1, 1]]))
    compile_step("cumulative", lambda a: torch.cumsum(a, 0) + torch.flip(a, [0]) + torch.roll(a, 3), x)


@program
def linear_algebra():
    a = torch.eye(8) * 3
    compile_step("cholesky", lambda x: torch.linalg.cholesky(x), a)
    compile_step("qr", lambda x: torch.linalg.qr(x), a)
    compile_step("einsum", lambda x: torch.einsum("bij,bjk->bki", x, x), torch.ones(3, 5, 5))


@program
def random_numbers():
    compile_step("dropout", lambda a: F.dropout(a, 0.4), torch.ones(16, 16))
    compile_step("normal", lambda a: torch.rand_like(a) + torch.randn_like(a), torch.ones(9))


@program
def reductions_and_constants():
    x = torch.ones(6, 10, 4)
    compile_step("sums", lambda a: (a.sum(), a.amax(1), a.mean([0, 2]), a.prod(0), a.std()), x)
    compile_step("softmax", lambda a: a.logsumexp(1) + a.softmax(1).log_softmax(2).sum(1), x)
    compile_step("extremes", lambda a: a * torch.tensor([1.5, -0.0, 1e38, 1e-45], device=device()) + float("nan"), x)
    compile_step("many_results", lambda a: tuple(a + n for n in range(23)), torch.ones(5))


@program
def collectives():
    compile_step("all_reduce", lambda a: xm.all_reduce(xm.REDUCE_SUM, a), torch.ones(4, 4))
    compile_step("all_gather", lambda a: xm.all_gather(a), torch.ones(4, 4))
    compile_step("permute", lambda a: xm.collective_permute(a, [[0, 0]]), torch.ones(4, 4))


if __name__ == "__main__":
    main()
