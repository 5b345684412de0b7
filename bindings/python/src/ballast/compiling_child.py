"""The child process of `ballast.compile`: compiles a lowered program for a device that need not be present.

Its first argument is a folder: it reads `request.json` and `module` there and writes `stage` and `result.json`. The
second is a pipe that the parent keeps open, the third the most memory. It imports nothing of the user's program.

JAX internals are used only where there is no public API; a comment marks each use.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import importlib.util
import json
import os
import resource
import shutil
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

FIGURES = (
    "argument_size_in_bytes",
    "output_size_in_bytes",
    "alias_size_in_bytes",
    "temp_size_in_bytes",
    "generated_code_size_in_bytes",
    "host_argument_size_in_bytes",
    "host_output_size_in_bytes",
    "host_alias_size_in_bytes",
    "host_temp_size_in_bytes",
    "host_generated_code_size_in_bytes",
    "peak_memory_in_bytes",
    "total_allocation_bytes",
    "indefinite_allocations",
    "peak_unpadded_heap_bytes",
)


class TooFewDevices(Exception):
    """A program is for more devices than the target has."""


class TooOld(Exception):
    """A release of JAX that cannot compile dumped modules."""


class Child:
    """A request of the parent, and its result."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.request: dict[str, Any] = json.loads((folder / "request.json").read_bytes())
        self.result: dict[str, Any] = {"seconds": {}, "versions": {}}
        self.begin = time.monotonic()

    def stage(self, name: str) -> None:
        """Reports the current stage, for the parent's progress line and for messages."""
        self.result["where"] = name
        self.result["seconds"][name] = round(time.monotonic() - self.begin, 3)
        (self.folder / "stage").write_text(name)

    def run(self) -> None:
        """Compiles; an error becomes a part of the result."""
        try:
            self.work()
        except BaseException as error:
            self.result["error"] = {
                "type": type(error).__name__,
                "module": type(error).__module__,
                "text": str(error) or repr(error),
            }
            if self.result["where"] != "compiling":
                import traceback

                traceback.print_exc()
        self.result["seconds"]["end"] = round(time.monotonic() - self.begin, 3)
        (self.folder / "result.json").write_text(json.dumps(self.result))

    def work(self) -> None:
        """All stages."""
        self.stage("starting JAX")
        self.jax: Any = importlib.import_module("jax")
        self.result["versions"]["jax"] = self.jax.__version__
        for name, value in self.request["config"].items():
            self.jax.config.update(name, value)
        self.devices = self.find_devices()
        needed = self.request["replicas"] * self.request["partitions"]
        if needed > len(self.devices):
            raise TooFewDevices(
                f"it runs on {needed} devices, and the target has {len(self.devices)}: "
                f"choose a topology of {needed} devices, or a smaller mesh"
            )
        self.result.update(devices=len(self.devices), used=needed)
        self.stage("compiling")
        compiled = self.compiled()
        analysis = found_by(compiled, "get_compiled_memory_stats")
        if analysis is not None:
            self.result["analysis"] = {name: getattr(analysis, name) for name in FIGURES if hasattr(analysis, name)}
        cost = found_by(compiled, "cost_analysis")
        if isinstance(cost, dict):
            self.result["flops"] = cost.get("flops")

    def find_devices(self) -> Any:
        """The devices of the target."""
        target = self.request["target"]
        if target["platform"] == "cpu":
            return self.jax.devices("cpu")
        topologies: Any = importlib.import_module("jax.experimental.topologies")
        if target["platform"] == "tpu":
            name = f"{target['device']}:{target['topology']}"
            return topologies.get_topology_desc(platform="tpu", topology_name=name).devices
        if target["platform"] == "rocm":
            _pretend_amd_gpu()
        description = Path(target["description"]).read_text()
        return topologies.get_topology_desc(
            platform=target["platform"], target_config=description, topology=f"1x1x{target['count']}"
        ).devices

    def compiled(self) -> Any:
        """The executable."""
        import numpy

        # JAX internals: no public API compiles StableHLO.
        mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
        compiler: Any = importlib.import_module("jax._src.compiler")
        ir: Any = importlib.import_module("jaxlib.mlir.ir")
        replicas, partitions = self.request["replicas"], self.request["partitions"]
        devices = self.devices[: replicas * partitions]
        options = compiler.get_compile_options(
            num_replicas=replicas,
            num_partitions=partitions,
            device_assignment=numpy.arange(replicas * partitions).reshape(replicas, partitions),
            env_options_overrides=self.request["options"] or None,
        )
        # As JAX does: otherwise results are replicated, and a donated argument that is sharded fits none of them.
        build = options.executable_build_options
        build.allow_spmd_sharding_propagation_to_parameters = self.request["propagated"][0]
        build.allow_spmd_sharding_propagation_to_output = self.request["propagated"][1]
        context = mlir.make_ir_context()
        with context:
            module = ir.Module.parse(self.stablehlo())
            if self.request["donated"] is not None:
                _prepare(module, self.request["donated"], ir)
            if hasattr(compiler, "backend_compile_and_load"):
                listed = _device_list(devices)
                return compiler.backend_compile_and_load(devices[0].client, module, listed, options, [])
            return compiler.backend_compile(devices[0].client, module, options, [])

    def stablehlo(self) -> bytes:
        """The module; one of HLO is converted."""
        module = (self.folder / "module").read_bytes()
        if self.request["donated"] is None:
            return module
        # Internal to jaxlib: no public API converts HLO.
        old = importlib.util.find_spec("jaxlib._jax") is None
        client: Any = importlib.import_module("jaxlib.xla_extension" if old else "jaxlib._jax")
        if not hasattr(client.mlir, "hlo_to_stablehlo"):
            raise TooOld(f"jaxlib {self.jax.lib.__version__} cannot convert HLO: install a newer jax")
        return bytes(client.mlir.hlo_to_stablehlo(module))


def _prepare(module: Any, donated: list[int], ir: Any) -> None:
    """Removes copies, which only order the CPU's compilation and no other compiler accepts, and donates parameters."""

    def walk(operation: Any) -> None:
        for region in operation.regions:
            for block in region.blocks:
                for each in list(block.operations):
                    inner = each.operation
                    walk(inner)
                    if inner.name == "mhlo.copy":
                        inner.results[0].replace_all_uses_with(inner.operands[0])
                        inner.erase()

    walk(module.operation)
    main = next(f for f in module.body.operations if ir.StringAttr(f.attributes["sym_name"]).value == "main")
    count = len(main.arguments)
    known = list(main.arg_attrs) if "arg_attrs" in main.attributes else [ir.DictAttr.get({})] * count
    rows = [{named.name: named.attr for named in ir.DictAttr(row)} for row in known]
    for number in donated:
        rows[number]["jax.buffer_donor"] = ir.BoolAttr.get(True)
    main.arg_attrs = ir.ArrayAttr.get([ir.DictAttr.get(row) for row in rows])


def found_by(compiled: Any, name: str) -> Any:
    """What a method of an executable returns; None if a release lacks it for a device."""
    try:
        return getattr(compiled, name)()
    except Exception as error:
        print(f"no {name}(): {error}", file=sys.stderr)
        return None


def _device_list(devices: Any) -> Any:
    # Internal to jaxlib; what compiles StableHLO takes it.
    old = importlib.util.find_spec("jaxlib._jax") is None
    client: Any = importlib.import_module("jaxlib.xla_client" if old else "jaxlib._jax")
    return client.DeviceList(tuple(devices))


def _pretend_amd_gpu() -> None:
    """Makes the plugin count a GPU: without one, it does not register."""
    try:
        # JAX internal: no public API registers the plugin without a GPU.
        hardware: Any = importlib.import_module("jax._src.hardware_utils")
    except ImportError:
        return
    hardware.num_available_amd_gpus = lambda *_, **__: 1


# ---- the process


def _end_with_parent(pipe: int, folder: Path) -> None:
    """Ends this process and all that it started when the parent has ended, which closes the pipe."""
    os.read(pipe, 1)
    shutil.rmtree(folder, ignore_errors=True)
    os.kill(0, signal.SIGKILL)


def _limit_memory(most: int) -> None:
    """Writable memory of this process, of which it is the first to be ended if the machine runs out."""
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_DATA, (most, resource.getrlimit(resource.RLIMIT_DATA)[1]))


def _leave_network() -> None:
    """Moves this process to a network without interfaces, where the system lets it."""
    new_network, new_user = 0x40000000, 0x10000000
    with contextlib.suppress(OSError, AttributeError):
        library = ctypes.CDLL(None)
        if library.unshare(new_network) != 0:
            library.unshare(new_network | new_user)


def main() -> None:
    """The child process."""
    folder, pipe, most = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
    _leave_network()  # while it has one thread
    if most:
        _limit_memory(most)
    threading.Thread(target=_end_with_parent, args=(pipe, folder), daemon=True).start()
    Child(folder).run()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # some releases end with a fault when their threads are joined
