"""`ballast preflight`: whether a program fits devices that need not be present; a gate for CI."""

from __future__ import annotations

import argparse
import contextlib
import difflib
import importlib
import inspect
import json
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ballast import html
from ballast.compiling import Compiled, compile
from ballast.dumped_programs import DumpedProgram, find_program
from ballast.errors import BallastError
from ballast.targets import parse_target, target_names
from ballast.trials import aligned

FITS, DOES_NOT_FIT, FAILED = 0, 1, 2
_DESCRIPTION = """\
Compiles a program for devices that need not be present, and reports whether it fits.

The program is a function, or a dump of any framework from any machine: a folder, of which the largest module is
compiled, or a file *before_optimizations.hlo.pb. XLA writes that file with --xla_dump_hlo_as_proto.

FUNCTION returns the step and its example arguments as a tuple (step, *arguments), or (step, *arguments, options), where
options is a dict of keyword arguments of ballast.compile, such as donate_argnums.
"""
_EPILOGUE = """\
exit codes: 0 if the program fits all targets, 1 if it does not fit one of them, 2 for errors
Without --limit, cpu has no limit, and every program counts as fitting.
"""


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="ballast preflight",
        description=_DESCRIPTION,
        epilog=_EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "function",
        metavar="MODULE:FUNCTION|DUMP",
        help="a function of a module that can be imported or of a file.py; or a dump: a folder or a file",
    )
    parser.add_argument(
        "--target",
        metavar="TARGET",
        action="append",
        required=True,
        help=f"a device; repeat it for several: {', '.join(target_names())}",
    )
    parser.add_argument(
        "--set",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="an argument for FUNCTION, such as batch=16; VALUE is JSON, or else a string",
    )
    parser.add_argument("--limit", metavar="SIZE", help="the available memory, such as 15.75GiB, for all targets")
    parser.add_argument("--timeout", metavar="SECONDS", type=float, help="the time limit for each target")
    parser.add_argument("--top", metavar="N", type=int, default=7, help="rows of the table of holders (default: 7)")
    parser.add_argument(
        "--keep", "--dump", dest="dump", metavar="DIR", help="keep the dump of the program, in a folder for each target"
    )
    parser.add_argument("--format", choices=("text", "json"), default="text", help="the form of the output")
    parser.add_argument("--quiet", action="store_true", help="do not show the progress")
    return parser


def main(arguments: Sequence[str]) -> int:
    """Runs the command. Its exit code."""
    given = _parser().parse_args(arguments)
    os.environ.setdefault("JAX_PLATFORMS", "cpu")  # a device that is there is not used
    try:
        settings = dict(map(_setting, given.set))
        targets = [parse_target(name) for name in given.target]
        program, args, options = _dumped(given.function, settings) or _program(given.function, settings)
        chosen = {"limit": given.limit, "timeout": given.timeout, "progress": False if given.quiet else None}
        options.update((name, value) for name, value in chosen.items() if value is not None)
        found = []
        for target in targets:
            found.append(compile(program, *args, target=target, **options))
            if given.dump:
                _keep(found[-1], Path(given.dump))
        if given.format == "json":
            print(json.dumps([_row(compiled) for compiled in found], indent=2), flush=True)
        else:
            print(_text(found, given.top), flush=True)
            _note(program)
    except KeyboardInterrupt:
        return 130
    except (BallastError, ValueError, OSError) as error:
        print(f"ballast: {error}", file=sys.stderr)
        return FAILED
    except Exception:  # Python would exit with 1, which means that the program does not fit
        traceback.print_exc()
        return FAILED
    return DOES_NOT_FIT if any(compiled.fits is False for compiled in found) else FITS


def _setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.isidentifier():
        raise BallastError(f"expected --set NAME=VALUE, found {text!r}")
    try:
        return name, json.loads(value)
    except json.JSONDecodeError:
        return name, value


def _dumped(name: str, settings: dict[str, Any]) -> tuple[DumpedProgram, tuple[Any, ...], dict[str, Any]] | None:
    """The program of a dump, if the name is one."""
    if name.rpartition(":")[0].endswith(".py") or not Path(name).exists():
        return None
    if settings:
        raise BallastError("a dump takes no --set: its arguments are fixed")
    return find_program(name), (), {}


def _note(program: Any) -> None:
    """What a dump of the CPU's compiler says too little about."""
    if isinstance(program, DumpedProgram) and program.barriers:
        print(
            "ballast: the program has optimization barriers, as checkpoints do; compilers for CPUs remove them, so "
            "that a dump of the CPU can need more",
            file=sys.stderr,
        )


def _program(name: str, settings: dict[str, Any]) -> tuple[Any, tuple[Any, ...], dict[str, Any]]:
    """The program, its arguments and the options of `compile`, from a function of a module."""
    module_name, colon, function_name = name.rpartition(":")
    if not colon or not module_name or not function_name:
        raise BallastError(f"expected MODULE:FUNCTION, found {name!r}")
    path = Path(module_name) if module_name.endswith(".py") else None
    if path:
        if not path.is_file():
            raise BallastError(f"there is no file {module_name}")
        module_name = path.stem
    sys.path.insert(0, os.fspath((path.parent if path else Path()).resolve()))
    with _user_code(f"{name} cannot be imported", _as_module(path, function_name) if path else ""):
        module = importlib.import_module(module_name)
    if path and Path(module.__file__ or "").resolve() != path.resolve():
        raise BallastError(f"{path} has the name of another module, {module.__file__}: rename it")
    function = getattr(module, function_name, None)
    if not callable(function):
        raise BallastError(f"{module_name} has no function {function_name}")
    try:
        inspect.signature(function).bind(**settings)
    except TypeError as error:
        raise BallastError(f"{name} cannot be called: {error}") from error
    with _user_code(f"{name} failed"):
        made = function(**settings)
    if not isinstance(made, (tuple, list)) or not made or not (callable(made[0]) or hasattr(made[0], "compiler_ir")):
        raise BallastError(f"{name} returns {type(made).__name__}, expected (step, *arguments)")
    program, *args = made
    options = args.pop() if args and _is_options(args[-1]) else {}
    return program, tuple(args), options


def _as_module(path: Path, function: str) -> str:
    """The name of a function in a file of a package, from the folder that has the package."""
    parts = [path.stem]
    folder = path.resolve().parent
    while (folder / "__init__.py").exists():
        parts.insert(0, folder.name)
        folder = folder.parent
    if len(parts) == 1:  # a package without __init__.py
        parts, folder = [*path.parent.parts, path.stem], Path()
    where = "" if folder.resolve() == Path().resolve() else f" in {folder}"
    return f"{'.'.join(parts)}:{function}{where}"


@contextlib.contextmanager
def _user_code(what: str, as_module: str = "") -> Iterator[None]:
    """Errors of the user's code are errors of the command, with their tracebacks; what it prints is not its output."""
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    except ModuleNotFoundError as error:
        raise BallastError(f"{what}: {error}") from error
    except ImportError as error:
        if not as_module or "relative import" not in str(error):
            traceback.print_exc()
            raise BallastError(f"{what}: {type(error).__name__}: {error}") from error
        raise BallastError(f"{what}: it has relative imports; give it as a module: {as_module}") from error
    except (Exception, SystemExit) as error:
        traceback.print_exc()
        raise BallastError(f"{what}: {type(error).__name__}: {error}") from error


def _is_options(given: Any) -> bool:
    """Whether a last value is a dict of options: an argument of the step could be a dict, too."""
    names = list(compile.__kwdefaults__ or {})
    if not isinstance(given, dict) or not all(isinstance(name, str) for name in given):
        return False
    unknown = [name for name in given if name not in names]
    if not unknown:
        return True
    like = difflib.get_close_matches(unknown[0], names, 1, 0.8)
    if like or len(unknown) < len(given):
        hint = f"; did you mean {like[0]}?" if like else f"; there are {', '.join(names)}"
        raise BallastError(f"unknown option {unknown[0]} of ballast.compile{hint}")
    return False


def _keep(compiled: Compiled, folder: Path) -> None:
    to = folder / str(compiled.target).replace(":", "-")
    to.mkdir(parents=True, exist_ok=True)
    for file in compiled.module.files:
        (to / Path(file.path).name).write_bytes(bytes(file))
    (to / "log").write_text(compiled.log)


def _row(compiled: Compiled) -> dict[str, Any]:
    return {
        "target": str(compiled.target),
        "program": compiled.request.name,
        "total": compiled.total,
        "capacity": compiled.capacity,
        "missing": compiled.missing,
        "fits": compiled.fits,
        "assumption": compiled.assumption,
        "verdict": compiled.verdict,
        "message": compiled.message,
        "versions": compiled.versions,
        "suggestions": [
            {"kind": s.kind, "text": s.text, "bytes": s.bytes, "at_most": s.at_most, "then_fits": s.then_fits}
            for s in compiled.suggestions
        ],
    }


def _text(found: Sequence[Compiled], top: int) -> str:
    """Details of each target that the program does not fit, then the table."""
    parts = []
    for compiled in found:
        if compiled.fits is not True:
            parts.append(compiled.text(top=top))
    rows: list[list[object]] = [["target", "needs", "available", "missing", "left", "fits"]]
    for compiled in found:
        missing = compiled.missing
        rows.append(
            [
                compiled.target,
                html.size(compiled.total),
                "" if compiled.capacity is None else html.size(compiled.capacity),
                "" if missing is None or missing <= 0 else html.size(missing),
                "" if missing is None or missing > 0 else html.size(-missing),
                {True: "yes", False: "no", None: "unknown"}[compiled.fits],
            ]
        )
    parts.append(aligned(rows, right=(1, 2, 3, 4)))
    return "\n\n".join(part.rstrip("\n") for part in parts)
