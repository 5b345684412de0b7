"""Compiles a program for a device that need not be present, and reports whether it fits."""

from __future__ import annotations

import contextlib
import inspect
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ballast import _core, html
from ballast.compiling_child import FIGURES, _Memory, _Placed, parameters_of
from ballast.dumping import DumpError, dumped_in, environment
from ballast.errors import MissingDependency, needed
from ballast.memory import Diff, Memory, diff, show
from ballast.modules import Module, Modules
from ballast.sending import function_bytes, module_path, python_command
from ballast.sizes import bytes_of
from ballast.stand_ins import make_stand_ins, plugin_library
from ballast.tables import Items
from ballast.targets import Target, check_installed, parse_target, plugin_of

if TYPE_CHECKING:
    from ballast.trials import Trials

Argument = int | str
"""A positional argument by its number, or a keyword argument by its name."""

MOST_RESULTS = 64
_LONGEST_LINE = 300
# The configuration of JAX that changes how a program is lowered.
_CONFIG = (
    "jax_enable_x64",
    "jax_default_matmul_precision",
    "jax_default_prng_impl",
    "jax_numpy_dtype_promotion",
    "jax_numpy_rank_promotion",
    "jax_threefry_partitionable",
    "jax_use_shardy_partitioner",
)
_SETTINGS = (
    "static_argnums",
    "static_argnames",
    "donate_argnums",
    "donate_argnames",
    "in_shardings",
    "out_shardings",
    "keep_unused",
)
# Messages of TPU compilers about programs that are too large, with the bytes needed and available.
_TOO_LARGE = (
    re.compile(r"total memory required for HLO temporaries \((\S+)\) exceeds available HBM \((\S+)\)"),
    re.compile(r"Ran out of memory in memory space hbm\. Used (\S+) of (\S+) hbm\."),
    re.compile(r"Requires (\S+), has (\S+) available\."),
)
_RAN_OUT = re.compile(r"RESOURCE_EXHAUSTED|[Oo]ut of memory|Ran out of memory")


class CompileError(DumpError):
    """A program cannot be lowered or compiled, for a reason other than memory."""


@dataclass(frozen=True)
class MemoryAnalysis:
    """The figures of `memory_analysis()` of JAX; None if the compiler did not give them."""

    argument_size_in_bytes: int | None = None
    output_size_in_bytes: int | None = None
    alias_size_in_bytes: int | None = None
    temp_size_in_bytes: int | None = None
    generated_code_size_in_bytes: int | None = None
    host_argument_size_in_bytes: int | None = None
    host_output_size_in_bytes: int | None = None
    host_alias_size_in_bytes: int | None = None
    host_temp_size_in_bytes: int | None = None
    host_generated_code_size_in_bytes: int | None = None
    peak_memory_in_bytes: int | None = None
    total_allocation_bytes: int | None = None


assert tuple(MemoryAnalysis.__dataclass_fields__) == FIGURES


@dataclass(frozen=True)
class Parameter:
    """A parameter of the module: an argument of the program, or a leaf of one."""

    argument: Argument
    """The argument that it is, or is a part of."""
    path: str
    """Where in the argument, such as `['layers'][0]`."""
    donated: bool
    """Whether the argument is donated."""


@dataclass(frozen=True)
class Request:
    """A program to compile."""

    program: Any
    """A function, an object of `jax.jit`, or a `Lowered`."""
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    target: Target
    settings: dict[str, Any]
    """The arguments of `jax.jit` that were given."""
    options: dict[str, Any]
    """Options of the compiler."""
    limit: int | None = None
    timeout: float | None = None
    progress: bool | None = None
    env: Mapping[str, str] | None = None

    @property
    def name(self) -> str:
        """The name of the program."""
        # JAX internal: no public API returns the name of a Lowered.
        given = getattr(self.program, "__name__", None) or getattr(
            getattr(self.program, "_lowering", None), "_name", None
        )
        return given.removeprefix("jit_") if isinstance(given, str) else type(self.program).__name__

    @property
    def where(self) -> str:
        """Program and target, for messages."""
        return f"{self.name} for {self.target}"

    @property
    def is_lowered(self) -> bool:
        """Whether the program is lowered already."""
        return not callable(self.program) and hasattr(self.program, "compiler_ir")


class Compiled:
    """A program that was compiled for a device, or that the compiler refused because it is too large."""

    def __init__(
        self,
        request: Request,
        modules: Modules,
        log: str,
        result: Mapping[str, Any],
    ) -> None:
        self.request = request
        """What was compiled."""
        self.modules = modules
        """The modules that the child process compiled: the program's, and small ones that tracing it needed."""
        self.log = log
        """What the child process printed."""
        self.fingerprint: str = result["fingerprint"]
        """A hash that is equal for programs that compile alike."""
        self.versions: dict[str, str] = dict(result["versions"])
        """The releases of JAX and the compiler."""
        self.seconds: dict[str, float] = dict(result["seconds"])
        """When each stage began."""
        self.message: str | None = result.get("error", {}).get("text")
        """The compiler's message, if it refused the program."""
        self.parameters = [Parameter(**row) for row in result.get("parameters", ())]
        """What each parameter of the module is."""
        self._analysis = result.get("analysis")
        self.module = _module_of(modules, result["name"], log)
        """The module of the program."""
        self.memory: Memory = _judged(self.module, request)
        """As `ballast.show`, with the device."""

    @property
    def target(self) -> Target:
        """What it was compiled for."""
        return self.request.target

    @property
    def total(self) -> int:
        """Bytes that the program needs in the memory of the device.

        The figure of the TPU compiler's message if it refuses the program; otherwise the total allocated in space 0.
        """
        allocated = self.memory.total
        said = self._said
        if said is None or said[0] == _as_printed(allocated):
            return allocated
        return bytes_of(said[0])

    @property
    def _said(self) -> tuple[str, str] | None:
        return _figures_of(self.message)

    @property
    def capacity(self) -> int | None:
        """Bytes that a program can use on this device; None if no limit is known.

        The figure of the TPU compiler's message if it refuses the program; otherwise that of the table of devices.
        """
        said = self._said
        known = _capacity(self.memory)
        if self.request.limit is None and said is not None and (known is None or said[1] != _as_printed(known)):
            return bytes_of(said[1])
        return known

    @property
    def assumption(self) -> str | None:
        """Where the capacity comes from."""
        found = self.memory.capacity
        return found.assumption if found else None

    @property
    def missing(self) -> int | None:
        """Bytes that are missing; negative if some are left, None if no limit is known."""
        return None if self.capacity is None else self.total - self.capacity

    @property
    def fits(self) -> bool | None:
        """Whether it fits; None if no limit is known. For a TPU the compiler decides, unless a limit is given."""
        on_tpu = self.target.platform == "tpu"
        if self.message is not None and (on_tpu or self._said or _RAN_OUT.search(self.message)):
            return False
        if on_tpu and self.request.limit is None:
            return True
        return None if self.missing is None else self.missing <= 0

    @property
    def verdict(self) -> str:
        """Whether it fits, in a sentence."""
        total = f"{self.request.where} needs {html.size(self.total)}"
        if self.capacity is None or self.missing is None:
            return f"{total}; no limit is known"
        if self.fits:
            return f"{total} of {html.size(self.capacity)}: fits, {html.size(max(0, -self.missing))} left"
        if self.missing <= 0:
            return f"{total} of {html.size(self.capacity)}, but the compiler refuses it: {_first_line(self.message)}"
        return f"{total} of {html.size(self.capacity)}: does not fit, {html.size(self.missing)} missing"

    @property
    def holders(self) -> Items[_core.Holder]:
        """Who holds the memory, the largest first."""
        return self.memory.holders

    @property
    def suggestions(self) -> list[_core.Suggestion]:
        """What would lower the need, the largest gain first; estimates."""
        memory = self.memory
        return (memory if memory.fit else show(self.module, limit=max(1, memory.total))).suggestions

    def memory_analysis(self) -> MemoryAnalysis | None:
        """The result of JAX's `memory_analysis()`; None if the compiler refused the program, or has none."""
        return None if self._analysis is None else MemoryAnalysis(**self._analysis)

    def arguments_of(self, suggestion: _core.Suggestion) -> list[Argument]:
        """The arguments that a suggestion is about."""
        numbers = suggestion.parameters
        found = [self.parameters[number].argument for number in numbers if number < len(self.parameters)]
        return list(dict.fromkeys(found))

    def diff(self, other: Compiled) -> Diff:
        """What changes from this program to another."""
        return diff(self.module, other.module)

    def try_donating(self, *arguments: Argument) -> Trials:
        """Compiles again with arguments donated, and compares.

        Without arguments, those that each suggestion is about, alone or together.
        """
        from ballast.trials import try_donating

        return try_donating(self, arguments)

    def sweep(self, *, batch: Iterable[int], arguments: Sequence[Argument] | None = None, axis: int = 0) -> Trials:
        """Compiles again with other batch sizes, and compares.

        The batch is an axis of the arguments whose arrays all have the same size there; if it is not clear which,
        `arguments` names them.
        """
        from ballast.trials import sweep

        return sweep(self, batch, arguments, axis)

    def largest(self, *, batch: Iterable[int], arguments: Sequence[Argument] | None = None, axis: int = 0) -> Trials:
        """Searches for the largest of some batch sizes that fits; the result has it as `best`."""
        from ballast.trials import largest

        return largest(self, batch, arguments, axis)

    def text(self, *, top: int = 7, columns: int = 80) -> str:
        """The verdict, and who holds the memory."""
        return f"{self.verdict}\n\n{self.memory.text(top=top, columns=columns)}"

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<Compiled: {self.verdict}>"

    def _repr_html_(self) -> str:
        color = {True: "green", False: "firebrick", None: "inherit"}[self.fits]
        verdict = f'<p style="color: {color}"><b>{escape(self.verdict)}</b></p>'
        assumption = f"<p>{escape(self.assumption)}</p>" if self.assumption else ""
        return verdict + assumption + self.memory._repr_html_()


def compile(
    program: Any,
    *args: Any,
    target: str | Target,
    kwargs: Mapping[str, Any] | None = None,
    donate_argnums: int | Sequence[int] | None = None,
    donate_argnames: str | Sequence[str] | None = None,
    static_argnums: int | Sequence[int] | None = None,
    static_argnames: str | Sequence[str] | None = None,
    in_shardings: Any = None,
    out_shardings: Any = None,
    compiler_options: Mapping[str, Any] | None = None,
    limit: int | str | None = None,
    timeout: float | None = None,
    progress: bool | None = None,
    env: Mapping[str, str] | None = None,
) -> Compiled:
    """Compiles a program for a device that need not be present, and reports whether it fits.

    The program is a function, an object of `jax.jit`, or a `Lowered`; the arguments are arrays,
    `jax.ShapeDtypeStruct`s, or trees of them, with shardings over an `AbstractMesh` if there are several devices. The
    target is `cpu`, or a device such as `tpu:v5e:2x2`, `cuda:h100` or `rocm:mi300x`. A child process compiles. A
    program that is too large is a result; `CompileError` is raised if it cannot be lowered or compiled for another
    reason.
    """
    found = parse_target(target)
    check_installed(found)
    given = {
        "static_argnums": static_argnums,
        "static_argnames": static_argnames,
        "donate_argnums": donate_argnums,
        "donate_argnames": donate_argnames,
        "in_shardings": in_shardings,
        "out_shardings": out_shardings,
    }
    request = Request(
        program,
        args,
        dict(kwargs or {}),
        found,
        {name: value for name, value in given.items() if value is not None},
        dict(compiler_options or {}),
        None if limit is None else bytes_of(limit),
        timeout,
        progress,
        env,
    )
    return compile_request(request)


def compile_request(request: Request) -> Compiled:
    """Compiles a program, unless this process has compiled an equal one before."""
    jax = needed("jax", "compile()")
    with tempfile.TemporaryDirectory(prefix="ballast-") as name:
        folder = Path(name)
        dump = folder / "dump"
        dump.mkdir()
        payload, request = _payload(request, jax)
        payload["known"] = list(_known)
        (folder / "request").write_bytes(pickle.dumps(payload))
        log, code = _run_child(request, folder, _variables(request, folder))
        result = _result(request, folder, dump, log, code)
        known = _known.get(result["fingerprint"]) if result.get("known") else None
        if known is not None:
            _known.move_to_end(known.fingerprint)
            # Donation that the compiler cannot use is not in the lowered module.
            result = {**known.result, "parameters": result["parameters"]}
            return Compiled(request, known.modules, known.log, result)
        # Files are read while the folder is there.
        made = Compiled(request, dumped_in(dump), log, result)
    _known[made.fingerprint] = _Known(made.fingerprint, made.modules, made.log, result)
    while len(_known) > MOST_RESULTS:
        _known.popitem(last=False)
    return made


@dataclass(frozen=True)
class _Known:
    """A compiled program, without its request."""

    fingerprint: str
    modules: Modules
    log: str
    result: Mapping[str, Any] = field(repr=False)


_known: OrderedDict[str, _Known] = OrderedDict()


# ---- what is sent to the child


def _payload(request: Request, jax: ModuleType) -> tuple[dict[str, Any], Request]:
    """What the child needs, and the request with the number of devices that it has."""
    meshes = _Meshes(jax)
    program = _lowered_program(request, jax) if request.is_lowered else _function_program(request, jax, meshes)
    count = program.get("count", meshes.count)
    request = replace(request, target=request.target.with_devices(count))
    target = request.target
    flags = [flag for flag in environment("", request.env)["XLA_FLAGS"].split() if flag != "--xla_dump_to="]
    try:
        pickled = function_bytes(program, "compile()")
    except MissingDependency:
        raise
    except Exception as error:
        raise CompileError(f"{request.name} cannot be sent to a child process: {_first_line(str(error))}") from error
    return {
        "program": pickled,
        "target": {
            "platform": target.platform,
            "device": target.device,
            "topology": target.topology,
            "count": target.count,
            "description": os.fspath(target.description or ""),
        },
        "options": _options(request),
        "flags": flags,
        "config": {name: getattr(jax.config, name) for name in _CONFIG if hasattr(jax.config, name)},
    }, request


def _options(request: Request) -> dict[str, Any]:
    """The compiler's options. Autotuning is off: it measures on a GPU."""
    gpu = request.target.platform in ("cuda", "rocm")
    return {**({"xla_gpu_autotune_level": 0} if gpu else {}), **request.options}


class _Meshes:
    """The mesh that all shardings of a program share."""

    def __init__(self, jax: ModuleType) -> None:
        self.jax = jax
        self.found: Any = None

    @property
    def count(self) -> int:
        return 1 if self.found is None else int(self.found.size)

    @property
    def shape(self) -> dict[str, Any] | None:
        """For the child: meshes are not pickled by every release."""
        if self.found is None:
            return None
        types = getattr(self.found, "axis_types", None)
        names = tuple(self.found.axis_names)
        return {
            "names": names,
            "sizes": tuple(self.found.shape[name] for name in names),
            "types": [kind.name for kind in types] if isinstance(types, tuple) else None,
        }

    def abstract(self, given: Any) -> Any:
        """A sharding without devices; None if it only names a single device."""
        sharding = self.jax.sharding
        if isinstance(given, sharding.NamedSharding):
            mesh = given.mesh if isinstance(given.mesh, sharding.AbstractMesh) else given.mesh.abstract_mesh
            if self.found is not None and dict(self.found.shape) != dict(mesh.shape):
                raise CompileError(f"shardings over two meshes: {dict(self.found.shape)} and {dict(mesh.shape)}")
            self.found = mesh
            return sharding.NamedSharding(mesh, given.spec, memory_kind=_host_memory(given))
        if isinstance(given, sharding.PartitionSpec):
            return given
        if isinstance(given, sharding.Sharding):
            kind = _host_memory(given)
            if len(given.device_set) > 1:
                raise CompileError(f"a sharding is not over a mesh: {given}")
            return _Memory(kind) if kind else None
        return given

    def leaf(self, x: Any) -> Any:
        """An argument without its contents and devices."""
        if isinstance(x, (bool, int, float, complex)) or not (hasattr(x, "shape") and hasattr(x, "dtype")):
            return x
        sharding = self.abstract(getattr(x, "sharding", None))
        if isinstance(sharding, _Memory):
            return _Placed(x.shape, x.dtype, sharding.kind)
        more = {"weak_type": True} if getattr(x, "weak_type", False) else {}
        return self.jax.ShapeDtypeStruct(x.shape, x.dtype, sharding=sharding, **more)


def _host_memory(sharding: Any) -> str | None:
    """The kind of memory, if it is not that of the device. The CPU has no other than that of the host."""
    kind = sharding.memory_kind
    return kind if kind == "pinned_host" else None


def _function_program(request: Request, jax: ModuleType, meshes: _Meshes) -> dict[str, Any]:
    """A function with its abstract arguments."""
    function, settings = _plain(request, jax)
    static = _static(function, settings or {}, len(request.args))
    names = _words((settings or {}).get("static_argnames"))

    def abstract(tree: Any) -> Any:
        return jax.tree_util.tree_map(meshes.leaf, tree, is_leaf=lambda x: isinstance(x, jax.ShapeDtypeStruct))

    def is_sharding(x: Any) -> bool:
        return isinstance(x, (jax.sharding.Sharding, jax.sharding.PartitionSpec))

    args = tuple(arg if i in static else abstract(arg) for i, arg in enumerate(request.args))
    kwargs = {name: arg if name in names else abstract(arg) for name, arg in request.kwargs.items()}
    if settings is not None:
        settings = {
            name: jax.tree_util.tree_map(meshes.abstract, value, is_leaf=is_sharding)
            if name.endswith("_shardings")
            else value
            for name, value in settings.items()
        }
    return {
        "function": function,
        "settings": settings,
        "args": args,
        "kwargs": kwargs,
        "shape": meshes.shape,
        "dynamic": [i for i in range(len(args)) if i not in static],
    }


def _plain(request: Request, jax: ModuleType) -> tuple[Any, dict[str, Any] | None]:
    """The function and the settings of `jax.jit`; None if the program has its own way of being lowered."""
    program = request.program
    if not callable(program):
        raise CompileError(f"expected a function, a jax.jit object or a Lowered, found {type(program).__name__}")
    if not hasattr(program, "lower"):
        return program, request.settings
    information = getattr(program, "_jit_info", None)  # JAX internal: no public API returns the settings
    wrapped = getattr(program, "__wrapped__", None)
    if information is None or wrapped is None:
        if request.settings:
            names = ", ".join(request.settings)
            raise CompileError(f"{request.name} is jitted already, and its settings cannot be changed: {names}")
        return program, None
    settings = {name: getattr(information, name) for name in _SETTINGS if hasattr(information, name)}
    for name in ("in", "out"):
        leaves = getattr(information, f"{name}_shardings_leaves", ())
        tree = getattr(information, f"{name}_shardings_treedef", None)
        given = [None if type(leaf).__name__ == "UnspecifiedValue" else leaf for leaf in leaves]
        if tree is not None and any(leaf is not None for leaf in given):
            settings[f"{name}_shardings"] = jax.tree_util.tree_unflatten(tree, given)
    # Donated and static arguments are given by number or by name; new ones replace both.
    for kind in ("static", "donate"):
        if any(name.startswith(kind) for name in request.settings):
            settings = {name: value for name, value in settings.items() if not name.startswith(kind)}
    return wrapped, {name: value for name, value in {**settings, **request.settings}.items() if value not in ((), None)}


def _static(function: Any, settings: Mapping[str, Any], count: int) -> set[int]:
    """The static ones of `count` positional arguments. Like `jax.jit`, it finds them by their names, too."""
    given = settings.get("static_argnums", ())
    numbers = [given] if isinstance(given, int) else list(given)
    names = _words(settings.get("static_argnames"))
    if names and "static_argnums" not in settings:
        with contextlib.suppress(TypeError, ValueError):  # without a signature
            numbers = [i for i, name in enumerate(inspect.signature(function).parameters) if name in names]
    return {number + count if number < 0 else number for number in numbers}


def _words(given: str | Iterable[str] | None) -> set[str]:
    return set() if given is None else {given} if isinstance(given, str) else set(given)


def _lowered_program(request: Request, jax: ModuleType) -> dict[str, Any]:
    """StableHLO, if it is for this target."""
    if request.args or request.kwargs or request.settings:
        raise CompileError("a Lowered has its arguments and donation already")
    lowered = request.program
    lowering = getattr(lowered, "_lowering", None)
    platforms = getattr(lowering, "_platforms", None)  # JAX internal: no public API returns the platforms
    wanted = request.target.platform
    if platforms is None or wanted not in platforms:
        found = ", ".join(platforms or ["an unknown platform"])
        raise CompileError(
            f"the program is lowered for {found}, not for {wanted}: pass the function, or lower it with "
            f'jax.jit(f).trace(...).lower(lowering_platforms=("{wanted}",))'
        )
    module = lowered.compiler_ir("stablehlo")
    partitions = module.operation.attributes["mhlo.num_partitions"].value
    parameters = parameters_of(lowered, jax.tree_util)
    text = module.operation.get_asm(enable_debug_info=True)
    return {"text": text, "count": int(partitions), "parameters": parameters}


def _variables(request: Request, folder: Path) -> dict[str, str]:
    """The variables of the child."""
    target = request.target
    result = environment(folder / "dump", request.env)
    result["JAX_PLATFORMS"] = "cpu"  # accelerators of this machine are not used
    result["PYTHONPATH"] = module_path()
    result["PYTHONUNBUFFERED"] = "1"
    result["TF_CPP_MIN_LOG_LEVEL"] = result.get("TF_CPP_MIN_LOG_LEVEL", "1")
    if target.platform == "tpu":
        # No metadata server is asked, and several processes may load the library.
        result.update(
            TPU_SKIP_MDS_QUERY="1",
            TPU_ACCELERATOR_TYPE="v5litepod-4",
            TPU_WORKER_HOSTNAMES="localhost",
            TPU_WORKER_ID="0",
            ALLOW_MULTIPLE_LIBTPU_LOAD="1",
        )
    elif target.platform == "cpu":
        if target.count > 1:
            result["XLA_FLAGS"] += f" --xla_force_host_platform_device_count={target.count}"
    else:
        # The versions of stand-ins cannot be checked.
        result["JAX_SKIP_CUDA_CONSTRAINTS_CHECK"] = "1"
        plugin = plugin_library(plugin_of(target) or "")
        if plugin:
            stand_ins = folder / "stand_ins"
            stand_ins.mkdir()
            result = make_stand_ins(plugin, stand_ins, result)
    return result


# ---- the child


class _Progress:
    """A line on the terminal with the current stage and the time so far."""

    def __init__(self, request: Request, folder: Path) -> None:
        shown = request.progress
        self.shown = sys.stderr.isatty() if shown is None else shown
        self.where = request.where
        self.stage = folder / "stage"
        self.begin = time.monotonic()
        self.live = sys.stderr.isatty()
        self.last = ""

    def update(self) -> None:
        """Shows the stage when it changes; on a terminal, every second."""
        if not self.shown:
            return
        stage = self.stage.read_text() if self.stage.exists() else "starting"
        seconds = int(time.monotonic() - self.begin)
        text = f"ballast: {self.where}: {stage}" + (f", {seconds} s" if self.live else "")
        if text != self.last:
            sys.stderr.write(f"\r\033[K{text}" if self.live else f"{text}\n")
            sys.stderr.flush()
            self.last = text

    def end(self) -> None:
        """Removes the line."""
        if self.shown and self.live and self.last:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()


def _run_child(request: Request, folder: Path, variables: dict[str, str]) -> tuple[str, int]:
    """Runs the child process. Returns its output and exit code."""
    log = folder / "log"
    progress = _Progress(request, folder)
    begin = time.monotonic()
    theirs, ours = os.pipe()  # the child sees the end of this pipe when this process ends, for whatever reason
    with log.open("wb") as out, os.fdopen(theirs, "rb"), os.fdopen(ours, "wb"):
        # In a session of its own, so that it gets no Ctrl-C, and ends with all that it started.
        child = subprocess.Popen(
            python_command("from ballast.compiling_child import main; main()", folder, str(theirs)),
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            pass_fds=(theirs,),
        )
        try:
            while True:
                progress.update()
                try:
                    child.wait(0.2)
                    break
                except subprocess.TimeoutExpired:
                    pass
                if request.timeout is not None and time.monotonic() - begin > request.timeout:
                    _end(child)
                    text = log.read_text(errors="replace")
                    message = f"compiling {request.where} took longer than {request.timeout} s"
                    raise CompileError(message, text, dumped_in(folder / "dump"))
        except BaseException:  # Ctrl-C, or what a handler of another signal raises
            _end(child)
            raise
        finally:
            progress.end()
    return log.read_text(errors="replace"), child.returncode


def _end(child: subprocess.Popen[bytes]) -> None:
    if child.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def _result(request: Request, folder: Path, dump: Path, log: str, code: int) -> dict[str, Any]:
    """The child's result, if the program was compiled or is too large."""
    try:
        result: dict[str, Any] = json.loads((folder / "result.json").read_bytes())
    except (OSError, ValueError):  # missing or truncated
        stage = folder / "stage"
        doing = stage.read_text() if stage.exists() else "starting"
        message = f"{request.where}: the child process {_ending(code)} while {doing}"
        raise CompileError("\n".join([message, *log.splitlines()[-20:]]), log, dumped_in(dump)) from None
    result["versions"].update(_versions(request.target))
    error = result.get("error")
    if error is None or (result["where"] == "compiling" and _is_about_memory(error, request.target, dump)):
        return result
    what = _reason(request, result["where"], error)
    raise CompileError(what, log, dumped_in(dump))


def _ending(code: int) -> str:
    if code >= 0:
        return f"ended with exit code {code}"
    names = {number.value: number.name for number in signal.Signals}
    reason = " (is this machine out of memory?)" if code == -signal.SIGKILL else ""
    return f"was killed by {names.get(-code, f'signal {-code}')}{reason}"


def _is_about_memory(error: Mapping[str, str], target: Target, dump: Path) -> bool:
    """Whether the compiler refused the program because of its memory, or JAX failed after a GPU compiler succeeded."""
    if _figures_of(error["text"]) or "CompileTimeHbmOom" in error["text"]:
        return True
    of_python = "XlaRuntimeError" not in error["type"] and "JaxRuntimeError" not in error["type"]
    return target.platform in ("cuda", "rocm") and of_python and any(dump.glob("*buffer-assignment*"))


def _reason(request: Request, where: str, error: Mapping[str, str]) -> str:
    first = _first_line(error["text"])
    if where == "starting JAX" and request.target.platform == "tpu":
        return f"libtpu does not know {request.target}: {first}"
    doing = {"loading the program": "loaded", "lowering": "lowered", "compiling": "compiled"}.get(where)
    if doing is None:
        return f"{request.target} cannot be compiled for: {first}"
    return f"{request.where} cannot be {doing}: {error['type']}: {first}"


def _versions(target: Target) -> dict[str, str]:
    from importlib import metadata

    plugin = (plugin_of(target) or "").replace("_", "-")
    names = [{"cpu": "jaxlib", "tpu": "libtpu"}.get(target.platform, plugin)]
    result = {}
    for name in names:
        try:
            result[name] = metadata.version(name)
        except metadata.PackageNotFoundError:  # a build of one's own
            continue
    return result


# ---- the result


def _module_of(modules: Modules, name: str, log: str) -> Module:
    """The module with a name; of several, the one with the largest total."""
    named = [module for module in modules if module.name == name and module.total is not None]
    if not named:
        raise CompileError(f"XLA dumped no memory of {name}", log, modules)
    return max(named, key=lambda module: module.total or 0)


def _judged(module: Module, request: Request) -> Memory:
    if request.limit is not None:
        return show(module, limit=request.limit)
    return show(module, device=request.target.row) if request.target.row else show(module)


def _capacity(memory: Memory) -> int | None:
    found = memory.capacity
    return int(found.available) if found else None


def _figures_of(message: str | None) -> tuple[str, str] | None:
    """The sizes needed and available, as a message of the TPU compiler prints them."""
    found = next((found for pattern in _TOO_LARGE if (found := pattern.search(message or ""))), None)
    return (found[1], found[2]) if found else None


def _as_printed(count: int) -> str:
    """Bytes as the TPU compiler prints them: `15.75G`."""
    if count < 1024:
        return f"{count}B"
    units = "KMGTPE"
    while count >= 1024 * 1024:
        count, units = count // 1024, units[1:]
    return f"{count / 1024:.1f}K" if units[0] == "K" else f"{count / 1024:.2f}{units[0]}"


def _first_line(text: str | None) -> str:
    lines = [line for line in (text or "").splitlines() if line.strip()]
    line = lines[0].strip() if lines else "no reason given"
    return line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…"
