"""The child process of `ballast.compile`: lowers and compiles a program for a device that need not be present.

Its first argument is a folder: it reads `request` there and writes `stage` and `result.json`. The second is a pipe that
the parent keeps open.

JAX internals are used only where there is no public API; a comment marks each use.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import json
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext, suppress
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
)


class Child:
    """A request of the parent, and its result."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.request: dict[str, Any] = pickle.loads((folder / "request").read_bytes())
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
        versions = self.result["versions"]
        versions["jax"] = self.jax.__version__
        for name, value in self.request["config"].items():
            self.jax.config.update(name, value)
        _leave_out_of_tracebacks()
        self.devices = self.find_devices()
        self.stage("loading the program")
        program = pickle.loads(self.request["program"])
        self.stage("lowering")
        compile_it = self.lowered_text(program) if "text" in program else self.lowered(program)
        if self.result["fingerprint"] in self.request["known"]:
            self.result["known"] = True
            return
        self.stage("compiling")
        compiled = compile_it()
        analysis = getattr(compiled, "memory_analysis", lambda: None)
        try:
            found = analysis()
        except Exception as error:  # some releases lack it for some devices
            print(f"no memory_analysis(): {error}", file=sys.stderr)
            return
        if found is not None:
            self.result["analysis"] = {name: getattr(found, name) for name in FIGURES if hasattr(found, name)}

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

    # ---- functions

    def lowered(self, program: dict[str, Any]) -> Callable[[], Any]:
        """Lowers a function with its arguments. Returns a function that compiles the result."""
        function, settings = program["function"], program["settings"]
        args, kwargs = self.placed((program["args"], program["kwargs"]), program["shape"])
        if settings is not None:
            settings = {
                name: self.placed(value, program["shape"], False) if name.endswith("_shardings") else value
                for name, value in settings.items()
            }
            function = self.jax.jit(function, **settings)
        with self.mesh_context():
            lowered = function.lower(*args, **kwargs)
        self.describe(lowered, program["dynamic"])
        options = self.request["options"]

        def compile_it() -> Any:
            with self.mesh_context():
                return lowered.compile(compiler_options=options) if options else lowered.compile()

        return compile_it

    mesh: Any = None

    def placed(self, tree: Any, shape: Any, default: bool = True) -> Any:
        """Arguments or shardings with the devices of the target in place of abstract meshes."""
        sharding: Any = importlib.import_module("jax.sharding")
        if shape is not None and self.mesh is None:
            self.mesh = self.concrete_mesh(shape)
        single = sharding.SingleDeviceSharding(self.devices[0])

        def concrete(given: Any) -> Any:
            if isinstance(given, sharding.NamedSharding):
                return sharding.NamedSharding(self.mesh, given.spec, memory_kind=given.memory_kind)
            if isinstance(given, sharding.PartitionSpec) and self.mesh is not None:
                return sharding.NamedSharding(self.mesh, given)
            if isinstance(given, _Memory):
                return sharding.SingleDeviceSharding(self.devices[0], memory_kind=given.kind)
            return given

        def leaf(x: Any) -> Any:
            if isinstance(x, self.jax.ShapeDtypeStruct):
                if x.sharding is not None:
                    return x.update(sharding=concrete(x.sharding))
                return x.update(sharding=single) if default and shape is None else x
            if isinstance(x, _Placed):
                return self.jax.ShapeDtypeStruct(x.shape, x.dtype, sharding=concrete(x.memory))
            return concrete(x)

        kept = (self.jax.ShapeDtypeStruct, _Placed, _Memory, sharding.Sharding, sharding.PartitionSpec)
        return self.jax.tree_util.tree_map(leaf, tree, is_leaf=lambda x: isinstance(x, kept))

    def concrete_mesh(self, shape: dict[str, Any]) -> Any:
        """The mesh of the arguments, made of the target's devices."""
        import numpy

        sharding: Any = importlib.import_module("jax.sharding")
        sizes, names = shape["sizes"], shape["names"]
        count = 1
        for size in sizes:
            count *= size
        if count > len(self.devices):
            raise ValueError(f"the mesh has {count} devices, the target has {len(self.devices)}")
        devices = numpy.array(self.devices[:count]).reshape(sizes)
        if shape["types"] is not None and hasattr(sharding, "AxisType"):
            types = tuple(getattr(sharding.AxisType, name) for name in shape["types"])
            return sharding.Mesh(devices, names, axis_types=types)
        return sharding.Mesh(devices, names)

    def mesh_context(self) -> Any:
        """The mesh during tracing: partition specifications without a mesh refer to it."""
        if self.mesh is None:
            return nullcontext()
        return self.jax.set_mesh(self.mesh) if hasattr(self.jax, "set_mesh") else self.mesh

    def describe(self, lowered: Any, dynamic: list[int]) -> None:
        """The fingerprint, the name of the module, and which argument each of its parameters is."""
        module = lowered.compiler_ir("stablehlo")
        self.fingerprint(module)
        self.result["parameters"] = parameters_of(lowered, self.jax.tree_util, dynamic)

    def fingerprint(self, module: Any) -> None:
        """A hash that is equal for programs that compile alike."""
        text = module.operation.get_asm(enable_debug_info=True)
        key = [text, self.request["target"], self.request["options"], os.environ.get("LIBTPU_INIT_ARGS", "")]
        key += [self.request["flags"], self.result["versions"]]
        self.result["fingerprint"] = hashlib.sha256(json.dumps(key).encode()).hexdigest()
        self.result["name"] = module.operation.attributes["sym_name"].value

    # ---- Lowered objects

    def lowered_text(self, program: dict[str, Any]) -> Callable[[], Any]:
        """Compiles StableHLO."""
        import numpy

        # JAX internals: no public API compiles StableHLO.
        mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
        compiler: Any = importlib.import_module("jax._src.compiler")
        ir: Any = importlib.import_module("jaxlib.mlir.ir")
        context = mlir.make_ir_context()
        with context:
            module = ir.Module.parse(program["text"])
        self.fingerprint(module)
        self.result["parameters"] = program["parameters"]
        count = program["count"]
        if count > len(self.devices):
            raise ValueError(f"the module has {count} partitions, the target has {len(self.devices)} devices")
        devices = self.devices[:count]
        options = compiler.get_compile_options(
            num_replicas=1,
            num_partitions=count,
            device_assignment=numpy.arange(count).reshape(1, count),
            env_options_overrides=self.request["options"] or None,
        )
        client = devices[0].client

        def compile_it() -> Any:
            with context:
                if hasattr(compiler, "backend_compile_and_load"):
                    made = compiler.backend_compile_and_load(client, module, _device_list(devices), options, [])
                else:
                    made = compiler.backend_compile(client, module, options, [])
            return _Executable(made)

        return compile_it


def parameters_of(lowered: Any, tree_util: Any, dynamic: Sequence[int] | None = None) -> list[dict[str, Any]]:
    """Which argument each parameter of the module is; `dynamic` are the numbers of those that are not static."""
    leaves = tree_util.tree_flatten_with_path(lowered.args_info)[0]
    # JAX internal: no public API returns which arguments are left out of the module because they are not used.
    lowering = getattr(lowered, "_lowering", None)
    kept = getattr(lowering, "compile_args", {}).get("kept_var_idx", range(len(leaves)))
    parameters = []
    for index in sorted(kept):
        path, leaf = leaves[index]
        if getattr(path[0], "idx", 0) == 1:
            argument = path[1].key
        else:
            argument = path[1].idx if dynamic is None else dynamic[path[1].idx]
        parameters.append({"argument": argument, "path": tree_util.keystr(path[2:]), "donated": bool(leaf.donated)})
    return parameters


class _Executable:
    """An executable of the compiler, with the `memory_analysis()` of JAX."""

    def __init__(self, made: Any) -> None:
        self.made = made

    def memory_analysis(self) -> Any:
        return self.made.get_compiled_memory_stats()


class _Memory:
    """A kind of memory of a single device."""

    def __init__(self, kind: str) -> None:
        self.kind = kind


class _Placed:
    """An argument in another kind of memory than usual."""

    def __init__(self, shape: tuple[int, ...], dtype: Any, kind: str) -> None:
        self.shape, self.dtype, self.memory = shape, dtype, _Memory(kind)


def _device_list(devices: Any) -> Any:
    # Internal to jaxlib; what compiles StableHLO takes it.
    client: Any = importlib.import_module("jaxlib.xla_client" if _old() else "jaxlib._jax")
    return client.DeviceList(tuple(devices))


def _old() -> bool:
    return importlib.util.find_spec("jaxlib._jax") is None


def _leave_out_of_tracebacks() -> None:
    """Keeps this file out of the source locations of operations: they name the user's program."""
    with suppress(ImportError, AttributeError):  # JAX internal, and not in every release
        importlib.import_module("jax._src.source_info_util").register_exclusion(__file__)


def _pretend_amd_gpu() -> None:
    """Makes the plugin count a GPU: without one, it does not register."""
    try:
        # JAX internal: no public API registers the plugin without a GPU.
        hardware: Any = importlib.import_module("jax._src.hardware_utils")
    except ImportError:
        return
    hardware.num_available_amd_gpus = lambda *_, **__: 1


def _end_with_parent(pipe: int) -> None:
    """Ends this process and all that it started when the parent has ended, which closes the pipe."""
    os.read(pipe, 1)
    os.kill(0, signal.SIGKILL)


def main() -> None:
    """The child process."""
    threading.Thread(target=_end_with_parent, args=(int(sys.argv[2]),), daemon=True).start()
    Child(Path(sys.argv[1])).run()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)  # some releases end with a fault when their threads are joined
