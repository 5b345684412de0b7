"""The devices that programs can be compiled for, and the packages that each needs."""

from __future__ import annotations

import importlib.util
import re
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path

from ballast.errors import BallastError, MissingDependency

TOPOLOGIES = {
    "v3": "2x2",
    "v4": "2x2x1",
    "v5e": "2x2",
    "v5p": "2x2x1",
    "v6e": "2x2",
    "tpu7x": "2x2x1",
}
"""The TPUs, each with its default topology: one host."""
GPUS = {"cuda": ("h100", "a100", "b200"), "rocm": ("mi300x",)}
"""The GPUs; their descriptions are in `devices`."""
KINDS = {
    "v5e": ("TPU v5 lite", 1),
    "v6e": ("TPU v6 lite", 1),
    "a100": ("NVIDIA A100", 108),
    "h100": ("NVIDIA H100", 132),
    "b200": ("NVIDIA B200", 148),
    "mi300x": ("gfx942", 304),
}
"""What JAX calls devices, and their cores; kernels of pallas are lowered for them."""
_TPU_TOPOLOGY = re.compile(r"\d+x\d+(?:x\d+)?")
_PLUGINS = {
    "cuda": (("jax_cuda13_plugin", "jax-cuda13"), ("jax_cuda12_plugin", "jax-cuda12")),
    "rocm": (("jax_rocm7_plugin", "jax-rocm7"), ("jax_rocm60_plugin", "jax-rocm60")),
}


class TargetError(BallastError, ValueError):
    """A target is unknown."""


@dataclass(frozen=True)
class Target:
    """A device to compile for: `cpu`, `tpu:v5e:2x2`, `cuda:h100`, `rocm:mi300x`."""

    platform: str
    """`cpu`, `tpu`, `cuda` or `rocm`."""
    device: str
    """The device, such as `v5e`; empty for the CPU."""
    topology: str
    """For a TPU: the chips, such as `2x2`."""
    count: int
    """For other platforms: the number of devices."""

    def __str__(self) -> str:
        if self.platform == "tpu":
            return f"tpu:{self.device}:{self.topology}"
        words = [self.platform, self.device, str(self.count) if self.count > 1 else ""]
        return ":".join(word for word in words if word)

    def with_devices(self, count: int) -> Target:
        """The same target with at least that many devices, unless the topology fixes their number."""
        return self if self.platform == "tpu" else replace(self, count=max(count, self.count))

    @property
    def row(self) -> str:
        """The row of the table of devices. In ahead-of-time compilation, each core of a TPU v4 is a device."""
        return "v4-core" if self.device == "v4" else self.device

    @property
    def description(self) -> Path | None:
        """The file that describes a GPU to XLA."""
        return None if self.platform in ("cpu", "tpu") else Path(__file__).parent / "devices" / f"{self.device}.txtpb"


def target_names() -> list[str]:
    """All devices, as targets."""
    gpus = [f"{platform}:{name}" for platform, names in GPUS.items() for name in names]
    return ["cpu", *(f"tpu:{name}" for name in TOPOLOGIES), *gpus]


def parse_target(text: str | Target) -> Target:
    """Parses the name of a target, such as `tpu:v5e:2x2`."""
    if isinstance(text, Target):
        return text
    platform, _, rest = text.strip().lower().partition(":")
    device, _, size = rest.partition(":")
    known = f"unknown target {text!r}; there are {', '.join(target_names())}"
    if platform == "tpu":
        if device not in TOPOLOGIES:
            raise TargetError(known)
        topology = size or TOPOLOGIES[device]
        if not _TPU_TOPOLOGY.fullmatch(topology):
            usual = f"tpu:{device}:{TOPOLOGIES[device]}"
            raise TargetError(f"unknown topology {size!r} in {text!r}; expected chips such as {usual}")
        return Target("tpu", device, topology, 0)
    if platform == "cpu":
        device, size = "", rest
    elif device not in GPUS.get(platform, ()):
        raise TargetError(known)
    if size and not (size.isdecimal() and int(size)):
        raise TargetError(f"unknown number of devices {size!r} in {text!r}")
    return Target(platform, device, "", int(size or 1))


def _has(package: str) -> bool:
    return importlib.util.find_spec(package) is not None


def _missing(what: str, command: str, name: str) -> MissingDependency:
    return MissingDependency(f"{what}: {command}", name=name)


def plugin_of(target: Target) -> str | None:
    """The package of the installed plugin that compiles for a GPU, or None."""
    return next((package for package, _ in _PLUGINS.get(target.platform, ()) if _has(package)), None)


def check_installed(target: Target) -> None:
    """Raises an error with the command that installs what a target needs, if something is missing."""
    by = f"compiling for {target}"
    if not _has("jax"):
        extra = '"jax[tpu]"' if target.platform == "tpu" else "jax"
        raise _missing(f"{by} needs jax", f"pip install {extra}", "jax")
    if target.platform == "tpu" and not _has("libtpu"):
        raise _missing(f"{by} needs libtpu", 'pip install "jax[tpu]"', "libtpu")
    if target.platform in _PLUGINS:
        _check_plugin(target, by)


def _check_plugin(target: Target, by: str) -> None:
    jax = metadata.version("jax")
    usual = "jax-cuda12" if target.platform == "cuda" else "jax-rocm7"
    package = plugin_of(target)
    pins = _install_line(usual, jax, target)
    if package is None:
        raise _missing(f"{by} needs {usual}-plugin", pins, f"{usual}-plugin".replace("-", "_"))
    name = package.replace("_", "-").removesuffix("-plugin")
    try:
        found = metadata.version(f"{name}-plugin")
        metadata.version(f"{name}-pjrt")
    except metadata.PackageNotFoundError as error:
        raise _missing(f"{by} needs {error.name}", _install_line(name, jax, target), str(error.name)) from None
    if found.split(".")[:3] != jax.split(".")[:3]:
        raise _missing(f"{by} needs {name}-plugin of jax {jax}, found {found}", pins, package)
    if target.platform == "cuda" and not _has_ptxas():
        raise _missing(f"{by} needs ptxas", "pip install nvidia-cuda-nvcc-cu12", "nvidia.cuda_nvcc")


def _install_line(name: str, jax: str, target: Target) -> str:
    version = ".".join(jax.split(".")[:3]) if target.platform == "rocm" else jax
    more = " nvidia-cuda-nvcc-cu12" if target.platform == "cuda" else ""
    return f"pip install --no-deps {name}-plugin=={version} {name}-pjrt=={version}{more}"


def _has_ptxas(paths: Sequence[str] | None = None) -> bool:
    """Without ptxas, XLA aborts."""
    places = [Path(path, "nvidia", *more) for path in paths or sys.path for more in (("cuda_nvcc",), ("cu13",))]
    return bool(shutil.which("ptxas")) or any((place / "bin" / "ptxas").exists() for place in places)
