"""Compiles a program for a device that need not be present, and reports whether it fits."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ballast import _core, html
from ballast.answers import Diff, Memory, diff, show
from ballast.children import marked, memory_of_machine, refuse_in_child, temporary_folder
from ballast.compiling_child import FIGURES
from ballast.dumped_programs import DumpedProgram, find_program
from ballast.dumping import DumpError, dumped_in, environment
from ballast.errors import BallastError, LoweringError, needed
from ballast.lowering import Call, Program, lower, name_of, reason, stage_of
from ballast.modules import Module, Modules
from ballast.sending import module_path, python_command
from ballast.sizes import bytes_of
from ballast.stand_ins import make_stand_ins, plugin_library
from ballast.tables import Items
from ballast.targets import KINDS, Target, check_installed, parse_target, plugin_of

if TYPE_CHECKING:
    from ballast.trials import Trial, Trials

Argument = int | str
"""A positional argument by its number, or a keyword argument by its name."""

MOST_RESULTS = 64
_LONGEST_LINE = 300
# The share of this machine's memory that a compiler may use.
_COMPILER_SHARE = 0.9
# The configuration of JAX that changes how a lowered program is compiled.
_CONFIG = (
    "jax_use_shardy_partitioner",
    "jax_disable_most_optimizations",
    "jax_exec_time_optimization_effort",
    "jax_memory_fitting_effort",
    "jax_optimization_level",
    "jax_memory_fitting_level",
)
_PLAIN = (bool, int, float, str)
# Messages of TPU compilers about programs that are too large, with the bytes needed and available.
_TOO_LARGE = (
    re.compile(r"total memory required for HLO temporaries \((\S+)\) exceeds available HBM \((\S+)\)"),
    re.compile(r"Ran out of memory in memory space hbm\. Used (\S+) of (\S+) hbm\."),
    re.compile(r"Requires (\S+), has (\S+) available\."),
)
_NO_MEMORY = re.compile(r"std::bad_alloc|MemoryError|Cannot allocate memory|Check failed: .*mmap")
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
    indefinite_allocations: int | None = None
    peak_unpadded_heap_bytes: int | None = None


assert tuple(MemoryAnalysis.__dataclass_fields__) == FIGURES


@dataclass(frozen=True)
class Parameter:
    """A parameter of the module: an argument of the program, or a leaf of one."""

    argument: Argument
    """The argument that it is, or is a part of; negative for one that a method or a partial call has bound."""
    path: str
    """Where in the argument, such as `['layers'][0]`."""
    donated: bool
    """Whether the argument is donated."""


@dataclass(frozen=True)
class Request:
    """A program to compile."""

    program: Any
    """A function, an object of `jax.jit` or of a library that wraps it, a `Lowered`, a `Traced`, an `Exported`, or a
    module that was dumped."""
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    target: Target
    settings: dict[str, Any]
    """Arguments of `jax.jit`."""
    options: dict[str, Any]
    """Options of the compiler."""
    limit: int | None = None
    timeout: float | None = None
    progress: bool | None = None
    env: Mapping[str, str] | None = None
    compiler_memory: int | None = None

    @property
    def name(self) -> str:
        """The name of the program."""
        if isinstance(self.program, (_LeftBehind, DumpedProgram)):
            return self.program.name
        return name_of(self.program)

    @property
    def where(self) -> str:
        """Program and target, for messages."""
        return f"{self.name} for {self.target}"

    @property
    def is_lowered(self) -> bool:
        """Whether the program is lowered or traced already."""
        return stage_of(self.program) is not None

    @property
    def is_left_behind(self) -> bool:
        """Whether the program was not pickled with the request."""
        return isinstance(self.program, _LeftBehind)

    def __getstate__(self) -> dict[str, Any]:
        """Programs that cannot be pickled, such as lambdas, are left behind with their arguments."""
        state = dict(self.__dict__)
        try:
            pickle.dumps((self.program, self.args, self.kwargs, self.settings, self.env))
        except Exception:
            state.update(program=_LeftBehind(self.name), args=(), kwargs={}, settings={}, env=None)
        return state


@dataclass(frozen=True)
class _LeftBehind:
    """In place of a program that was not pickled."""

    name: str


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
        self.flops: float | None = result.get("flops")
        """The floating-point operations of the module, as XLA counts them; None if it does not."""
        self._analysis = result.get("analysis")
        self._devices = result.get("devices"), result.get("used")
        self.module = _module_of(modules, result["name"], log)
        """The module of the program."""
        self.memory: Memory = _judged(self.module, request)
        """As `ballast.show`, with the device."""

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "memory"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.memory = _judged(self.module, self.request)

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
    def notice(self) -> str:
        """That the program does not use all devices of the target, in a sentence; empty if it does."""
        there, used = self._devices
        if not there or not used or used == there or used == 1:
            return ""
        return f"{self.request.name} uses {used} of the {there} devices of {self.target}"

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
        return [argument for argument in dict.fromkeys(found) if not _is_bound(argument)]

    def diff(self, other: Compiled) -> Diff:
        """What changes from this program to another."""
        return diff(self.module, other.module)

    def try_donating(self, *arguments: Argument) -> Trials:
        """Compiles again with arguments donated, and compares.

        Without arguments, those that each suggestion is about, alone or together, and each that has the shapes of
        results.
        """
        from ballast.trials import try_donating

        return try_donating(self, arguments)

    def sweep(
        self,
        *,
        batch: Iterable[int] | None = None,
        compiler_options: Iterable[Mapping[str, Any]] | None = None,
        policy: Iterable[Any] | None = None,
        of: str | None = None,
        mesh: Iterable[Sequence[int]] | None = None,
        arguments: Sequence[Argument] | None = None,
        axis: int = 0,
        jobs: int = 1,
    ) -> Trials:
        """Compiles again with something else, and compares: batch sizes, options of the compiler, policies of
        `jax.checkpoint`, or sizes of the mesh.

        The batch is an axis of the arguments whose arrays all have the same size there; if it is not clear which,
        `arguments` names them. Policies are those of the function that `of` names, such as `model.block`, as the
        program refers to it; None means no checkpoint. At most `jobs` are compiled at a time. Ctrl-C ends the sweep and
        keeps what is there.
        """
        from ballast.trials import sweep

        return sweep(self, batch, compiler_options, policy, of, mesh, arguments, axis, jobs)

    def largest(self, *, batch: Iterable[int], arguments: Sequence[Argument] | None = None, axis: int = 0) -> Trials:
        """Searches for the largest of some batch sizes that fits; the result has it as `best`."""
        from ballast.trials import largest

        return largest(self, batch, arguments, axis)

    def cheapest_that_fits(self) -> Trial | None:
        """The smallest change with which it fits, tried: donations first, then a smaller batch; None if none does."""
        from ballast.trials import cheapest_that_fits

        return cheapest_that_fits(self)

    def text(self, *, top: int = 7, columns: int = 80) -> str:
        """The verdict, and who holds the memory."""
        notice = f"{self.notice}\n" if self.notice else ""
        return f"{self.verdict}\n{notice}\n{self.memory.text(top=top, columns=columns)}"

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
    compiler_memory: int | str | None = None,
) -> Compiled:
    """Compiles a program for a device that need not be present, and reports whether it fits.

    The program is a function, an object of `jax.jit` or of a library that wraps it (`equinox.filter_jit`,
    `flax.nnx.jit`), a `Lowered`, a `Traced` or a `jax.export.Exported`; the arguments are arrays,
    `jax.ShapeDtypeStruct`s, or trees of them, with shardings over a mesh, abstract or of this machine's devices, if
    there are several. It can also be the path of a file `*before_optimizations.hlo.pb` that XLA dumped for any
    framework, or of a folder, of which the largest module is compiled; its arguments are the numbers of parameters. The
    target is `cpu`, or a device such as `tpu:v5e:2x2`, `cuda:h100` or `rocm:mi300x`. The program
    is traced and lowered in this process; a child process compiles it, with at most `compiler_memory` of this machine.
    A program that is too large is a result; `CompileError` is raised if it cannot be lowered or compiled for another
    reason.
    """
    refuse_in_child("ballast.compile")
    found = parse_target(target)
    check_installed(found)
    if isinstance(program, (str, os.PathLike)):
        program = find_program(program)
    settings = {
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
        {name: value for name, value in settings.items() if value is not None},
        dict(compiler_options or {}),
        None if limit is None else bytes_of(limit),
        timeout,
        progress,
        env,
        None if compiler_memory is None else bytes_of(compiler_memory),
    )
    return compile_request(request)


def compile_request(request: Request) -> Compiled:
    """Compiles a program, unless this process has compiled an equal one before."""
    return Compilation(request).result()


class Compilation:
    """A program that was lowered in this thread, to be compiled in any."""

    def __init__(self, request: Request) -> None:
        refuse_in_child("ballast.compile")
        if request.is_left_behind:
            raise CompileError(f"{request.name} was not pickled with its result: compile it again")
        self._jax = needed("jax", "compile()")
        self._progress = _Progress(request)
        begin = time.monotonic()
        try:
            self._progress.update("lowering")
            self._program = _lowered(request, self._jax)
        except BaseException:
            self._progress.end()
            raise
        self._lowering = time.monotonic() - begin
        self._request = replace(request, target=request.target.with_devices(self._program.devices))
        self._versions = {"jax": self._jax.__version__, **_versions(request.target)}
        self.fingerprint = _fingerprint(self._request, self._program, self._versions)
        """A hash that is equal for programs that compile alike."""

    def result(self, ended: threading.Event | None = None) -> Compiled:
        """Compiles it, unless this process has compiled an equal one before. If `ended` is set, the child is ended."""
        request, program = self._request, self._program
        known = _known.get(self.fingerprint)
        if known is not None:
            self._progress.end()
            _known.move_to_end(self.fingerprint)
            # Donation that the compiler cannot use is not in the lowered module.
            return Compiled(request, known.modules, known.log, {**known.result, "parameters": program.parameters})
        try:
            with temporary_folder() as folder:
                dump = folder / "dump"
                dump.mkdir()
                _write_request(request, program, folder, self._jax)
                log, code = _run_child(request, folder, _variables(request, folder), self._progress, ended)
                result = _result(request, folder, dump, log, code)
                seconds = {stage: round(when + self._lowering, 3) for stage, when in result["seconds"].items()}
                result["seconds"] = {"lowering": 0.0, **seconds}
                result.update(name=program.name, parameters=program.parameters, versions=self._versions)
                result["fingerprint"] = self.fingerprint
                # Files are read while the folder is there.
                made = Compiled(request, dumped_in(dump), log, result)
        finally:
            self._progress.end()
        _known[self.fingerprint] = _Known(made.modules, made.log, result)
        while len(_known) > MOST_RESULTS:
            _known.popitem(last=False)
        return made


@dataclass(frozen=True)
class _Known:
    """A compiled program, without its request."""

    modules: Modules
    log: str
    result: Mapping[str, Any] = field(repr=False)


_known: OrderedDict[str, _Known] = OrderedDict()


def _lowered(request: Request, jax: ModuleType) -> Program:
    """The program, lowered in this process."""
    try:
        target = request.target
        if isinstance(request.program, DumpedProgram):
            return _dumped(request, request.program)
        call = Call(
            request.program,
            request.args,
            request.kwargs,
            request.settings,
            target.platform,
            KINDS.get(target.device),
        )
        return lower(call, jax)
    except LoweringError as error:
        raise CompileError(f"{request.where} cannot be lowered: {error}") from None
    except BallastError:
        raise
    except Exception as error:
        raise CompileError(f"{request.where} cannot be lowered: {_shortened(reason(error))}") from error


def _dumped(request: Request, program: DumpedProgram) -> Program:
    unknown = [name for name in request.settings if name != "donate_argnums"]
    if request.args or request.kwargs or unknown:
        raise LoweringError("a dumped module has its arguments already: only donate_argnums can be given")
    numbers = request.settings.get("donate_argnums", ())
    return program.lowered(frozenset([numbers] if isinstance(numbers, int) else numbers))


def _fingerprint(request: Request, program: Program, versions: Mapping[str, str]) -> str:
    """A hash that is equal for programs that compile alike."""
    key = [program.digest, program.replicas, program.partitions, program.propagated, str(request.target)]
    key += [_options(request, program), _flags(request), dict(versions), os.environ.get("LIBTPU_INIT_ARGS", "")]
    return hashlib.sha256(json.dumps(key, default=str).encode()).hexdigest()


# ---- what is sent to the child


def _write_request(request: Request, program: Program, folder: Path, jax: ModuleType) -> None:
    target = request.target
    (folder / "module").write_bytes(program.module)
    wanted = {
        "target": {
            "platform": target.platform,
            "device": target.device,
            "topology": target.topology,
            "count": target.count,
            "description": os.fspath(target.description or ""),
        },
        "options": _options(request, program),
        "replicas": program.replicas,
        "partitions": program.partitions,
        "propagated": program.propagated,
        "donated": _donated(request, program),
        "config": {name: value for name in _CONFIG if isinstance(value := getattr(jax.config, name, None), _PLAIN)},
    }
    (folder / "request.json").write_text(json.dumps(wanted))


def _donated(request: Request, program: Program) -> list[int] | None:
    """The donors that a dumped module does not have itself; None for other programs."""
    dumped = request.program
    if not isinstance(dumped, DumpedProgram):
        return None
    donated = (number for number, parameter in enumerate(program.parameters) if parameter["donated"])
    return [number for number in donated if number not in dumped.aliased]


def _options(request: Request, program: Program) -> dict[str, Any]:
    """The compiler's options. Autotuning is off: it measures on a GPU."""
    gpu = request.target.platform in ("cuda", "rocm")
    return {**({"xla_gpu_autotune_level": 0} if gpu else {}), **program.options, **request.options}


def _flags(request: Request) -> list[str]:
    return [flag for flag in environment("", request.env)["XLA_FLAGS"].split() if flag != "--xla_dump_to="]


def _variables(request: Request, folder: Path) -> dict[str, str]:
    """The variables of the child."""
    target = request.target
    result = marked(environment(folder / "dump", request.env), "ballast.compile")
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

    def __init__(self, request: Request) -> None:
        shown = request.progress
        self.live = sys.stderr.isatty()
        self.shown = self.live if shown is None else shown
        self.where = request.where
        self.begin = time.monotonic()
        self.last = ""

    def update(self, stage: str) -> None:
        """Shows the stage when it changes; on a terminal, every second."""
        if not self.shown:
            return
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


def _stage(folder: Path) -> str:
    stage = folder / "stage"
    return stage.read_text() if stage.exists() else "starting"


def _most_memory(request: Request) -> int:
    """The bytes of this machine that the compiler may use; 0 if there is no limit."""
    if request.compiler_memory is not None:
        return request.compiler_memory
    return int(memory_of_machine() * _COMPILER_SHARE)


def _run_child(
    request: Request, folder: Path, variables: dict[str, str], progress: _Progress, ended: threading.Event | None
) -> tuple[str, int]:
    """Runs the child process. Returns its output and exit code."""
    log = folder / "log"
    begin = time.monotonic()
    theirs, ours = os.pipe()  # the child sees the end of this pipe when this process ends, for whatever reason
    with log.open("wb") as out, os.fdopen(theirs, "rb"), os.fdopen(ours, "wb"):
        code = "from ballast.compiling_child import main; main()"
        # In a session of its own, so that it gets no Ctrl-C, and ends with all that it started.
        child = subprocess.Popen(
            python_command(code, folder, str(theirs), str(_most_memory(request))),
            env=variables,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            pass_fds=(theirs,),
        )
        try:
            while True:
                progress.update(_stage(folder))
                try:
                    child.wait(0.2)
                    break
                except subprocess.TimeoutExpired:
                    pass
                if ended is not None and ended.is_set():
                    raise CompileError(f"compiling {request.where} was ended")
                if request.timeout is not None and time.monotonic() - begin > request.timeout:
                    _end(child)
                    text = log.read_text(errors="replace")
                    message = f"compiling {request.where} took longer than {request.timeout} s"
                    raise CompileError(message, text, dumped_in(folder / "dump"))
        except BaseException:  # Ctrl-C, or what a handler of another signal raises
            _end(child)
            raise
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
        message = f"{request.where}: the child process {_ending(request, code, log)} while {_stage(folder)}"
        raise CompileError("\n".join([message, *log.splitlines()[-20:]]), log, dumped_in(dump)) from None
    error = result.get("error")
    if error is None or (result["where"] == "compiling" and _is_about_memory(error, request.target, dump)):
        return result
    what = _reason(request, result["where"], error)
    raise CompileError(what, log, dumped_in(dump))


def _too_little(request: Request) -> str:
    return f"needs more than {html.size(_most_memory(request))} of this machine's memory (pass compiler_memory=)"


def _ending(request: Request, code: int, log: str) -> str:
    if _NO_MEMORY.search(log):
        return _too_little(request)
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
    if error["type"] == "MemoryError" or _NO_MEMORY.search(error["text"]):
        return f"{request.where} cannot be compiled: the compiler {_too_little(request)}"
    if error["type"] == "TooFewDevices":
        return f"{request.where}: {first}"
    if where == "starting JAX" and request.target.platform == "tpu":
        return f"libtpu does not know {request.target}: {first}"
    if where != "compiling":
        return f"{request.target} cannot be compiled for: {first}"
    return f"{request.where} cannot be compiled: {error['type']}: {first}"


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


def _is_bound(argument: Argument) -> bool:
    """Whether an argument is bound by a method or a partial call; it has a negative number."""
    return isinstance(argument, int) and argument < 0


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
    return _shortened(lines[0].strip() if lines else "no reason given")


def _shortened(line: str) -> str:
    return line if len(line) <= _LONGEST_LINE else f"{line[:_LONGEST_LINE]}…"
