"""Traces and lowers a program in this process, for a device that need not be present.

JAX internals are used only where there is no public API; a comment marks each use.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import inspect
import io
import math
import re
import sys
import threading
import types
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import ModuleType
from typing import Any

from ballast.errors import LoweringError, needed

_SETTINGS = (
    "static_argnums",
    "static_argnames",
    "donate_argnums",
    "donate_argnames",
    "in_shardings",
    "out_shardings",
    "keep_unused",
)
_NUMBERS = ("donate_argnums", "static_argnums")
_HOST = "pinned_host"
_MESH = re.compile(r"sdy\.mesh @\w+ = <\[([^\]]*)\]")
_LOCATION = re.compile(r"^(#loc\d*) = loc\((.*)\)$", re.MULTILINE)
# Where JAX says that lowering needs devices, and what it does not accept.
_NEEDS_DEVICES = re.compile(r"require devices to be present|[Aa]ccessing \.?backend")
_CALLS_BACK = re.compile(r"different from the lowering platform|EmitPythonCallback")
_CUDNN = re.compile(r"cuDNN")
_UNHASHABLE = re.compile(r"[Nn]on-hashable static arguments|unhashable type")


_CALLBACKS = (
    "it calls Python back (pure_callback, io_callback), and Python cannot be called from a device that is not there: "
    "leave the calls out"
)
_PARTITIONED = (
    "custom_partitioning over several devices calls Python back while the program is compiled, in another process: "
    "use jax.shard_map, or compile for one device"
)
_NO_CUDNN = (
    'cuDNN\'s attention cannot be compiled without cuDNN and a GPU: use implementation="xla" of '
    "jax.nn.dot_product_attention, which also keeps the scores in memory"
)


@dataclass(frozen=True)
class Call:
    """A program with its arguments, to be lowered for a platform."""

    program: Any
    """A function, an object of `jax.jit` or of a library that wraps it, a `Lowered`, a `Traced` or an `Exported`."""
    args: tuple[Any, ...] = ()
    kwargs: Mapping[str, Any] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)
    """Arguments of `jax.jit`."""
    platform: str = "cpu"
    device: tuple[str, int] | None = None
    """What JAX calls the device, and its cores."""


@dataclass(frozen=True)
class Program:
    """A lowered program: all that its compilation needs."""

    name: str
    """The name of the module, such as `jit_step`."""
    module: bytes = field(repr=False)
    """StableHLO as MLIR bytecode, with donations, shardings, memory kinds and layouts."""
    digest: str
    """A hash that is equal for modules that compile alike."""
    replicas: int
    partitions: int
    propagated: tuple[list[bool], list[bool]]
    """For each parameter and each result whether XLA may choose its sharding."""
    parameters: list[dict[str, Any]]
    """Which argument each parameter of the module is."""
    options: dict[str, Any]
    """The compiler's options that the program itself has."""

    @property
    def devices(self) -> int:
        """The number of devices that it runs on."""
        return self.replicas * self.partitions


# ---- what a program can be


def name_of(program: Any) -> str:
    """The name of a program."""
    found = stage_of(program)
    name = getattr(found if found is not None else program, "fun_name", None) or getattr(program, "__name__", None)
    if not isinstance(name, str):
        # JAX internal: no public API returns the name of a Lowered.
        name = getattr(getattr(found, "_lowering", None), "_name", None)
    if not isinstance(name, str):
        inner = getattr(program, "func", None) or getattr(program, "__wrapped__", None)  # partial, wrappers
        return name_of(inner) if inner is not None and inner is not program else type(program).__name__
    return name.removeprefix("jit_").removeprefix("jit(").removesuffix(")")


def stage_of(program: Any) -> Any:
    """The `Lowered`, `Traced` or `Exported` that a program is or wraps; None if it is to be traced."""
    kinds = _stages()
    if isinstance(program, kinds):
        return program
    for name in ("lowered", "traced"):  # wrappers of equinox and flax
        inner = getattr(program, name, None)
        if isinstance(inner, kinds):
            return inner
    return None


def _stages() -> tuple[type, ...]:
    stages = sys.modules.get("jax.stages")
    export = sys.modules.get("jax.export")
    found = [getattr(stages, "Lowered", None), getattr(stages, "Traced", None), getattr(export, "Exported", None)]
    return tuple(kind for kind in found if kind is not None)


def lower(call: Call, jax: ModuleType) -> Program:
    """Lowers a program for a platform, without a device of it."""
    stage = stage_of(call.program)
    if stage is not None and (call.args or call.kwargs or call.settings):
        kind = type(stage).__name__
        raise LoweringError(f"a {kind} has its arguments and donation already: pass it alone, or pass the function")
    with _without_accelerators(jax), _excluded(jax), _on_abstract_device(call, jax):
        if stage is None:
            lowered, dynamic = _traced(call, jax)
        elif hasattr(stage, "mlir_module_serialized"):
            return _exported(stage, call.platform, jax)
        else:
            lowered, dynamic = _staged(stage, call.platform), None
        return _program(lowered, dynamic, jax)


def _staged(stage: Any, platform: str) -> Any:
    """A `Lowered` of a `Traced` or a `Lowered`."""
    if not hasattr(stage, "compile"):
        return stage.lower(lowering_platforms=(platform,), **_without_prints())
    # JAX internal: no public API returns the platforms.
    _check_platforms(getattr(getattr(stage, "_lowering", None), "_platforms", None), platform)
    return stage


def _check_platforms(platforms: Sequence[str] | None, platform: str) -> None:
    if platforms is None or platform not in platforms:
        found = ", ".join(platforms or ["an unknown platform"])
        raise LoweringError(
            f"the program is lowered for {found}, not for {platform}: pass the function, or lower it with "
            f'jax.jit(f).trace(...).lower(lowering_platforms=("{platform}",))'
        )


def _traced(call: Call, jax: ModuleType) -> tuple[Any, list[int] | None]:
    """Traces a function or a jitted one with its arguments, and lowers it. Also the numbers of its arguments that are
    not static; None for wrappers, whose arguments are their own.
    """
    program, args, kwargs, settings = call.program, call.args, call.kwargs, call.settings
    if not callable(program):
        raise LoweringError(f"expected a function, a jax.jit object, a Lowered or a Traced, found {_kind(program)}")
    if hasattr(program, "cache_info") and hasattr(program, "__wrapped__"):
        program = program.__wrapped__  # functools.lru_cache would hash the tracers
    bound, first, others = _bound(program, jax)
    if bound is not None:
        shifted = {n: _shifted(value, len(first)) if n in _NUMBERS else value for n, value in settings.items()}
        inner = replace(call, program=bound, args=(*first, *args), kwargs={**others, **kwargs}, settings=shifted)
        lowered, dynamic = _traced(inner, jax)
        # Those that are bound have negative numbers.
        return lowered, None if dynamic is None else [number - len(first) for number in dynamic]
    information = getattr(program, "_jit_info", None)  # JAX internal: no public API returns the settings
    if hasattr(program, "lower") and information is None:
        if settings:
            changed = ", ".join(settings)
            raise LoweringError(f"{name_of(program)} is jitted already, and its settings cannot be changed: {changed}")
        return _wrapper(call, jax), None
    options = dict(settings)
    if information is not None:
        options = _settings_of(information, settings, jax)
        if settings:
            program = program.__wrapped__
    meshes = _Meshes(jax)
    static = _static(getattr(program, "__wrapped__", program), options, len(args))
    names = _words(options.get("static_argnames"))
    abstract = [arg if i in static else meshes.abstract(arg) for i, arg in enumerate(args)]
    named = {name: arg if name in names else meshes.abstract(arg) for name, arg in kwargs.items()}
    meshes.look_at([options.get("in_shardings"), options.get("out_shardings")])
    arguments: tuple[tuple[Any, ...], dict[str, Any]] = tuple(meshes.over_mesh(abstract)), meshes.over_mesh(named)
    if information is None:
        program, arguments = _without_constants(program, arguments, static, names, jax)
    jitted = jax.jit(program, **meshes.over_mesh(options)) if information is None or settings else program
    with meshes.context():
        traced = jitted.trace(*arguments[0], **arguments[1])
        if information is None and not any(name.startswith("donate") for name in options):
            donated = _donated_inside(traced, jax)
            if donated:
                again = jax.jit(program, **meshes.over_mesh({**options, "donate_argnums": donated}))
                traced = again.trace(*arguments[0], **arguments[1])
        lowered = traced.lower(lowering_platforms=(call.platform,), **_without_prints())
    return lowered, [i for i in range(len(args)) if i not in static]


def _bound(program: Any, jax: ModuleType) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """The jitted object in a bound method or a partial call, and the arguments that are bound; None for other programs.

    Inside of another jitted function, its donation would not count. A module that is called, such as one of equinox, is
    bound to its own method: its arrays are parameters.
    """
    if isinstance(program, types.MethodType) and hasattr(program.__func__, "lower"):
        return program.__func__, (program.__self__,), {}
    function = getattr(program, "func", None)
    if hasattr(function, "lower") and not hasattr(type(program), "lower"):
        return function, tuple(getattr(program, "args", ())), dict(getattr(program, "keywords", {}))
    leaves = jax.tree_util.tree_leaves(program)
    if hasattr(program, "lower") or (len(leaves) == 1 and leaves[0] is program):
        return None, (), {}
    return _method_of(program), (program,), {}


def _method_of(module: Any) -> Callable[..., Any]:
    """A function that calls its first argument with the others."""

    def function(called: Any, *args: Any, **kwargs: Any) -> Any:
        return called(*args, **kwargs)

    made: Any = functools.wraps(type(module).__call__)(function)
    made.__name__ = made.__qualname__ = name_of(module)
    return made


def _shifted(numbers: int | Sequence[int], by: int) -> tuple[int, ...]:
    several = [numbers] if isinstance(numbers, int) else numbers
    return tuple(number + by if number >= 0 else number for number in several)


def _without_constants(
    program: Any,
    arguments: tuple[tuple[Any, ...], dict[str, Any]],
    static: set[int],
    names: set[str],
    jax: ModuleType,
) -> tuple[Any, tuple[tuple[Any, ...], dict[str, Any]]]:
    """A function, and its arguments without the leaves that JAX does not trace, such as functions in a module."""
    tree_map = jax.tree_util.tree_map

    def is_traced(x: Any) -> bool:
        return isinstance(x, (bool, int, float, complex)) or (hasattr(x, "shape") and hasattr(x, "dtype"))

    def is_static(place: Any) -> bool:
        return place in static or place in names

    def split(value: Any, traced: bool) -> Any:
        return tree_map(lambda x: x if is_traced(x) == traced else None, value, is_leaf=is_shape)

    def is_shape(x: Any) -> bool:
        return isinstance(x, jax.ShapeDtypeStruct)

    everything: dict[Any, Any] = {**dict(enumerate(arguments[0])), **arguments[1]}
    others = {place: value for place, value in everything.items() if not is_static(place)}
    if all(is_traced(leaf) for leaf in jax.tree_util.tree_leaves(list(others.values()))):
        return program, arguments
    constants = {place: split(value, False) for place, value in others.items()}

    def whole(place: Any, value: Any) -> Any:
        if place not in constants:
            return value
        return tree_map(lambda x, y: y if x is None else x, value, constants[place], is_leaf=lambda x: x is None)

    @functools.wraps(program)
    def function(*args: Any, **kwargs: Any) -> Any:
        named = {name: whole(name, value) for name, value in kwargs.items()}
        return program(*(whole(i, value) for i, value in enumerate(args)), **named)

    def dynamic(place: Any, value: Any) -> Any:
        return split(value, True) if place in constants else value

    positional, keywords = arguments
    kept = tuple(dynamic(i, value) for i, value in enumerate(positional))
    return function, (kept, {name: dynamic(name, value) for name, value in keywords.items()})


def _donated_inside(traced: Any, jax: ModuleType) -> tuple[int, ...]:
    """The arguments of a function that it does nothing with but give them to a jitted one, which donates them."""
    jaxpr: Any = getattr(getattr(traced, "jaxpr", None), "jaxpr", None)
    equations: Any = getattr(jaxpr, "eqns", ())
    if len(equations) != 1 or not any(equations[0].params.get("donated_invars", ())):
        return ()
    call = equations[0]
    donated = {
        id(var) for var, is_donated in zip(call.invars, call.params["donated_invars"], strict=True) if is_donated
    }
    leaves = jax.tree_util.tree_flatten_with_path(traced.args_info)[0]
    kept = jaxpr.invars[len(jaxpr.invars) - len(leaves) :]
    by_argument: dict[int, list[bool]] = {}
    for (path, _), var in zip(leaves, kept, strict=True):
        if getattr(path[0], "idx", 0) == 0:
            by_argument.setdefault(path[1].idx, []).append(id(var) in donated)
    return tuple(number for number, all_of in by_argument.items() if all(all_of))


def _without_prints() -> dict[str, Any]:
    """Options of `Traced.lower` with which `jax.debug.print` and `jax.debug.callback` are left out.

    Their lowering needs a device.
    """
    try:
        # JAX internals: no public API leaves an effect out.
        debugging: Any = importlib.import_module("jax._src.debugging")
        mlir: Any = importlib.import_module("jax._src.interpreters.mlir")

        def nothing(context: Any, *_: Any, **__: Any) -> list[Any]:
            if context.tokens_in:
                context.set_tokens_out(context.tokens_in)
            return []

        found = [getattr(debugging, name, None) for name in ("debug_callback_p", "debug_print_p")]
        rules = tuple((primitive, nothing) for primitive in found if primitive is not None)
        return {"_private_parameters": mlir.LoweringParameters(override_lowering_rules=rules)}
    except (ImportError, AttributeError, TypeError):
        return {}


def _kind(x: Any) -> str:
    return type(x).__name__


def _settings_of(information: Any, settings: Mapping[str, Any], jax: ModuleType) -> dict[str, Any]:
    """The settings of an object of `jax.jit`, changed by others."""
    found = {name: getattr(information, name) for name in _SETTINGS if hasattr(information, name)}
    for name in ("in", "out"):
        leaves = getattr(information, f"{name}_shardings_leaves", ())
        tree = getattr(information, f"{name}_shardings_treedef", None)
        specified = [None if _unspecified(leaf) else leaf for leaf in leaves]
        if tree is not None and any(leaf is not None for leaf in specified):
            found[f"{name}_shardings"] = jax.tree_util.tree_unflatten(tree, specified)
    options = getattr(information, "compiler_options_kvs", None)
    if options:
        found["compiler_options"] = dict(options)
    # Donated and static arguments are given by number or by name; new ones replace both.
    for kind in ("static", "donate"):
        if any(name.startswith(kind) for name in settings):
            found = {name: value for name, value in found.items() if not name.startswith(kind)}
    return {name: value for name, value in {**found, **settings}.items() if value not in ((), None)}


def plain(program: Any, settings: Mapping[str, Any], jax: ModuleType) -> tuple[Any, dict[str, Any]]:
    """The function of an object of `jax.jit`, and all its settings; other functions as they are."""
    information = getattr(program, "_jit_info", None)  # JAX internal: no public API returns the settings
    if information is not None:
        return program.__wrapped__, _settings_of(information, settings, jax)
    if hasattr(program, "lower"):
        raise LoweringError(f"{name_of(program)} is jitted already: pass the function")
    return program, dict(settings)


@dataclass(frozen=True)
class Place:
    """Where a program finds a function."""

    get: Callable[[], Any]
    set: Callable[[Any], None]


def find_place(program: Any, name: str) -> Place:
    """Where a program finds what a name such as `model.block` means in it: a variable of its closure or its module."""
    first, *rest = name.split(".")
    function = inspect.unwrap(program.func if isinstance(program, functools.partial) else program)
    code = getattr(function, "__code__", None)
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True)) if code else {}
    names = getattr(function, "__globals__", {})
    if first in cells:
        cell = cells[first]
        place = Place(lambda: cell.cell_contents, lambda x: setattr(cell, "cell_contents", x))
    elif first in names:
        place = Place(lambda: names[first], lambda x: names.__setitem__(first, x))
    else:
        raise LoweringError(f"{name_of(program)} has no variable {first}")
    for attribute in rest:
        owner = place.get()
        if not hasattr(owner, attribute):
            raise LoweringError(f"{type(owner).__name__} has no attribute {attribute}")
        place = Place(
            lambda owner=owner, attribute=attribute: getattr(owner, attribute),  # type: ignore[misc]
            lambda x, owner=owner, attribute=attribute: setattr(owner, attribute, x),  # type: ignore[misc]
        )
    if not callable(place.get()):
        raise LoweringError(f"{name} is not a function")
    return place


def _unspecified(sharding: Any) -> bool:
    return _kind(sharding) == "UnspecifiedValue"


def _static(function: Any, settings: Mapping[str, Any], count: int) -> set[int]:
    """The static ones of `count` positional arguments. Like `jax.jit`, it finds them by their names, too."""
    static = settings.get("static_argnums", ())
    numbers = [static] if isinstance(static, int) else list(static)
    names = _words(settings.get("static_argnames"))
    if names and "static_argnums" not in settings:
        with contextlib.suppress(TypeError, ValueError):  # without a signature
            numbers = [i for i, name in enumerate(inspect.signature(function).parameters) if name in names]
    return {number + count if number < 0 else number for number in numbers}


def _words(names: str | Iterable[str] | None) -> set[str]:
    return set() if names is None else {names} if isinstance(names, str) else set(names)


# ---- wrappers of libraries, which lower what they wrap themselves

_lowering_for = threading.local()
_patching = threading.Lock()


def _wrapper(call: Call, jax: ModuleType) -> Any:
    """What the `lower` of `equinox.filter_jit`, `flax.nnx.jit` or another wrapper returns, for a platform."""
    program, args, kwargs = call.program, call.args, call.kwargs
    with _lowered_for(call.platform, jax):
        if _is_of(program, "equinox") and _has_shapes((args, kwargs), jax):
            made = _with_tracers(program, args, kwargs, jax)
        else:
            made = program.lower(*args, **kwargs)
    lowered = stage_of(made)
    if lowered is None or not hasattr(lowered, "compile"):
        raise LoweringError(f"{name_of(program)}.lower() returns {_kind(made)}, expected a Lowered: pass the function")
    return lowered


def _is_of(x: Any, package: str) -> bool:
    return type(x).__module__.partition(".")[0] == package


def _has_shapes(tree: Any, jax: ModuleType) -> bool:
    return any(isinstance(leaf, jax.ShapeDtypeStruct) for leaf in jax.tree_util.tree_leaves(tree))


def _with_tracers(program: Any, args: tuple[Any, ...], kwargs: Mapping[str, Any], jax: ModuleType) -> Any:
    """Lowers with tracers in place of shapes, which equinox takes for static values."""
    leaves, tree = jax.tree_util.tree_flatten((args, dict(kwargs)))
    places = [i for i, leaf in enumerate(leaves) if isinstance(leaf, jax.ShapeDtypeStruct)]
    made = []

    def traced(*tracers: Any) -> None:
        both = list(leaves)
        for place, tracer in zip(places, tracers, strict=True):
            both[place] = tracer
        positional, named = jax.tree_util.tree_unflatten(tree, both)
        made.append(program.lower(*positional, **named))

    jax.eval_shape(traced, *(leaves[place] for place in places))
    return made[0]


@contextlib.contextmanager
def _lowered_for(platform: str, jax: ModuleType) -> Iterator[None]:
    """Within it, this thread's `Traced.lower()` lowers for a platform, also where a library calls it."""
    stages = jax.stages
    with _patching:
        original = stages.Traced.lower
        if not hasattr(original, "of_ballast"):

            def lower(self: Any, **options: Any) -> Any:
                wanted = getattr(_lowering_for, "platform", None)
                if wanted is not None and options.get("lowering_platforms") is None:
                    options = {**_without_prints(), **options, "lowering_platforms": (wanted,)}
                return original(self, **options)

            lower.of_ballast = True  # type: ignore[attr-defined]
            stages.Traced.lower = lower
    before = getattr(_lowering_for, "platform", None)
    _lowering_for.platform = platform
    try:
        yield
    finally:
        _lowering_for.platform = before


# ---- arguments and meshes


def shapes_of(*trees: Any) -> tuple[Any, ...]:
    """Arguments for `ballast.compile`, with a `jax.ShapeDtypeStruct` in place of each array.

    Shardings over meshes are kept.
    """
    jax = needed("jax", "shapes_of()")
    meshes = _Meshes(jax)
    return tuple(meshes.abstract(tree) for tree in trees)


class _Meshes:
    """Arguments without their contents, and the mesh that all shardings of a program share."""

    def __init__(self, jax: ModuleType) -> None:
        self.jax = jax
        self.found: Any = None

    def abstract(self, tree: Any) -> Any:
        """An argument without its contents and devices."""
        jax = self.jax
        return jax.tree_util.tree_map(self._leaf, tree, is_leaf=lambda x: isinstance(x, jax.ShapeDtypeStruct))

    def _leaf(self, x: Any) -> Any:
        if isinstance(x, (bool, int, float, complex)) or not (hasattr(x, "shape") and hasattr(x, "dtype")):
            return x
        sharding = getattr(x, "sharding", None)
        if sharding is not None:
            self.look_at(sharding)
            layout = getattr(x, "format", None) if isinstance(x, self.jax.ShapeDtypeStruct) else None
            if getattr(layout, "layout", None) is not None:
                return x
        more = {"weak_type": True} if getattr(x, "weak_type", False) else {}
        return self.jax.ShapeDtypeStruct(x.shape, x.dtype, sharding=self._kept(sharding), **more)

    def _kept(self, sharding: Any) -> Any:
        """A sharding; None if it only names a single device."""
        if sharding is None or isinstance(sharding, self.jax.sharding.NamedSharding):
            return sharding
        if _memory_kind(sharding) == _HOST or len(sharding.device_set) > 1:
            return sharding
        return None

    def look_at(self, tree: Any) -> None:
        """Remembers the mesh of the shardings in a tree."""
        sharding = self.jax.sharding
        for leaf in self.jax.tree_util.tree_leaves(tree, is_leaf=lambda x: isinstance(x, sharding.Sharding)):
            if not isinstance(leaf, sharding.NamedSharding):
                continue
            if self.found is not None and dict(self.found.shape) != dict(leaf.mesh.shape):
                raise LoweringError(f"shardings over two meshes: {dict(self.found.shape)} and {dict(leaf.mesh.shape)}")
            if self.found is None or isinstance(leaf.mesh, sharding.Mesh):
                self.found = leaf.mesh

    def over_mesh(self, tree: Any) -> Any:
        """Shardings of a single device, and partition specifications, over the mesh of the others."""
        if self.found is None:
            return tree
        jax, sharding = self.jax, self.jax.sharding

        def leaf(x: Any) -> Any:
            if isinstance(x, sharding.PartitionSpec):
                return sharding.NamedSharding(self.found, x)
            if isinstance(x, jax.ShapeDtypeStruct) and isinstance(x.sharding, sharding.SingleDeviceSharding):
                named = sharding.NamedSharding(self.found, sharding.PartitionSpec(), memory_kind=_HOST)
                return x.update(sharding=named)
            return x

        kept = (jax.ShapeDtypeStruct, sharding.Sharding, sharding.PartitionSpec)
        return jax.tree_util.tree_map(leaf, tree, is_leaf=lambda x: isinstance(x, kept))

    def context(self) -> Any:
        """The mesh during tracing: partition specifications without a mesh refer to it, unless there is one already."""
        jax, sharding = self.jax, self.jax.sharding
        if self.found is None or _has_context_mesh(jax):
            return contextlib.nullcontext()
        if isinstance(self.found, sharding.Mesh):
            return jax.set_mesh(self.found) if hasattr(jax, "set_mesh") else self.found
        use = getattr(sharding, "use_abstract_mesh", None) or getattr(jax, "use_abstract_mesh", None)
        return use(self.found) if use is not None else contextlib.nullcontext()


def _memory_kind(sharding: Any) -> Any:
    return getattr(sharding, "memory_kind", None)


def _has_context_mesh(jax: ModuleType) -> bool:
    """Whether the caller has set a mesh."""
    get = getattr(jax.sharding, "get_abstract_mesh", None)
    return get is not None and not getattr(get(), "empty", True)


# ---- what is sent to the child


def _program(lowered: Any, dynamic: Sequence[int] | None, jax: ModuleType) -> Program:
    """A `Lowered` without the objects of this process."""
    lowering = getattr(lowered, "_lowering", None)  # JAX internal: no public API returns how a Lowered is compiled
    details: Mapping[str, Any] = getattr(lowering, "compile_args", {})
    if details.get("host_callbacks"):
        raise LoweringError(_CALLBACKS)
    tokens = [False] * len(details.get("ordered_effects", ()))
    propagated = (
        [*tokens, *map(_unspecified, details.get("in_shardings", ()))],
        [*tokens, *(_unspecified(x) or _unconstrained(x) for x in details.get("out_shardings", ()))],
    )
    module = lowered.compiler_ir("stablehlo")
    options = dict(getattr(lowering, "_compiler_options_kvs", ()) or ())
    return _of_module(module, propagated, parameters_of(lowered, jax.tree_util, dynamic), options)


def _unconstrained(sharding: Any) -> bool:
    spec = getattr(sharding, "spec", ())
    return any(_kind(axis) == "UnconstrainedSingleton" for axis in spec)


def _of_module(
    module: Any, propagated: tuple[list[bool], list[bool]], parameters: list[dict[str, Any]], options: dict[str, Any]
) -> Program:
    operation = module.operation
    attributes = operation.attributes

    def count(name: str) -> int:
        return int(attributes[name].value) if name in attributes else 1

    out = io.BytesIO()
    operation.write_bytecode(out)
    text = operation.get_asm(enable_debug_info=False)
    if "@CustomSPMDPartitioning" in text:
        raise LoweringError(_PARTITIONED)
    return Program(
        attributes["sym_name"].value,
        out.getvalue(),
        hashlib.sha256(f"{text}{_places(operation)}".encode()).hexdigest(),
        count("mhlo.num_replicas"),
        # A shard_map over an abstract mesh does not count if no argument is over that mesh.
        max(count("mhlo.num_partitions"), *map(_mesh_size, _MESH.findall(text)), 1),
        propagated,
        parameters,
        options,
    )


def _mesh_size(axes: str) -> int:
    return math.prod(int(size) for size in re.findall(r'"=(\d+)', axes))


def _places(operation: Any) -> list[str]:
    """The lines of source files that the operations of a module come from; those of callers differ between calls."""
    known = dict(_LOCATION.findall(operation.get_asm(enable_debug_info=True)))
    inner_ones = {name for text in known.values() for name in re.findall(r"#loc\d*", text)}
    found = set()
    for name in known.keys() - inner_ones:
        text = known[name]
        while inner := re.match(r'(?:callsite\(|"[^"]*"\()(#loc\d*)', text):
            text = known.get(inner[1], "")
        found.add(text)
    return sorted(found)


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


def _exported(exported: Any, platform: str, jax: ModuleType) -> Program:
    """A `jax.export.Exported`, whose module is serialized."""
    _check_platforms(exported.platforms, platform)
    if getattr(exported, "uses_global_constants", False) or len(exported.platforms) > 1:
        raise LoweringError("it is exported for several platforms: export it for one, or pass the function")
    # JAX internals: no public API parses the module of an Exported.
    mlir: Any = importlib.import_module("jax._src.interpreters.mlir")
    ir: Any = importlib.import_module("jaxlib.mlir.ir")
    with mlir.make_ir_context():
        module = ir.Module.parse(exported.mlir_module())
        leaves = jax.tree_util.tree_flatten_with_path(jax.tree_util.tree_unflatten(exported.in_tree, exported.in_avals))
        parameters = []
        for index in exported.module_kept_var_idx:
            path = leaves[0][index][0]
            argument = path[1].key if getattr(path[0], "idx", 0) == 1 else path[1].idx
            parameters.append({"argument": argument, "path": jax.tree_util.keystr(path[2:]), "donated": False})
        shardings = [exported.in_shardings_hlo[index] for index in exported.module_kept_var_idx]
        propagated = [x is None for x in shardings], [x is None for x in exported.out_shardings_hlo]
        return _of_module(module, propagated, parameters, {})


# ---- the state of this process


@contextlib.contextmanager
def _without_accelerators(jax: ModuleType) -> Iterator[None]:
    """Lowering starts a backend. If this process has none yet, only the CPU's is started, and is forgotten afterwards:
    a search for a TPU takes minutes, and a GPU's would reserve its memory.
    """
    bridge = sys.modules.get("jax._src.xla_bridge")  # JAX internal: no public API tells whether a backend was started
    started: Callable[[], bool] | None = getattr(bridge, "backends_are_initialized", None)
    platforms = getattr(jax.config, "jax_platforms", None)
    if started is None or started() or platforms == "cpu":
        yield
        return
    jax.config.update("jax_platforms", "cpu")
    try:
        yield
    finally:
        jax.config.update("jax_platforms", platforms)
        importlib.import_module("jax.extend.backend").clear_backends()


def _on_abstract_device(call: Call, jax: ModuleType) -> Any:
    """Within it, kernels of pallas find a device to be lowered for, unless the caller has set a mesh."""
    abstract = getattr(jax.sharding, "AbstractDevice", None)
    if call.device is None or abstract is None or _has_context_mesh(jax):
        return contextlib.nullcontext()
    kind, cores = call.device
    known = {"device_kind": kind, "num_cores": cores, "platform": call.platform}  # the platform since 0.10
    made = abstract(**{name: value for name, value in known.items() if name in abstract.__dataclass_fields__})
    mesh = jax.sharding.AbstractMesh((), (), axis_types=(), abstract_device=made)
    return jax.sharding.use_abstract_mesh(mesh)


@contextlib.contextmanager
def _excluded(jax: ModuleType) -> Iterator[None]:
    """Keeps this package out of the source locations of operations: they name the user's program."""
    util = sys.modules.get("jax._src.source_info_util")
    exclude = getattr(util, "register_exclusion", None)  # JAX internal, and not in every release
    if exclude is not None and not getattr(exclude, "knows_ballast", False):
        from pathlib import Path

        exclude(f"{Path(__file__).parent}")
        with contextlib.suppress(AttributeError):
            exclude.knows_ballast = True
    yield


def reason(error: BaseException) -> str:
    """Why a program cannot be lowered, with the way out."""
    text = str(error).strip() or repr(error)
    if _NEEDS_DEVICES.search(text):
        return (
            "it has operations that JAX lowers only for devices of this process: leave out pure_callback and "
            'io_callback, use jax.shard_map instead of custom_partitioning, and implementation="xla" instead of '
            "cuDNN's attention"
        )
    if _CALLS_BACK.search(text):
        return _CALLBACKS
    if _CUDNN.search(text):
        return _NO_CUDNN
    if _UNHASHABLE.search(text):
        return (
            "a static argument has no hash: use a tuple or a frozen dataclass instead of a list, a dict or an array "
            f"({_first(text)})"
        )
    return f"{type(error).__name__}: {_first(text)}"


def _first(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "no reason given")
