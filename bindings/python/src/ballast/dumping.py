"""Runs a program or a function so that XLA dumps its modules, and reads them."""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ballast.children import marked, refuse_in_child, temporary_folder
from ballast.errors import BallastError
from ballast.modules import Module, Modules, read
from ballast.sending import function_bytes, module_path, python_command


class DumpError(BallastError, RuntimeError):
    """A program failed, or dumped nothing."""

    log: str
    """What it printed."""
    modules: Modules | None
    """What it dumped before it failed. Not pickled."""

    def __init__(self, message: str, log: str = "", modules: Modules | None = None) -> None:
        super().__init__(message)
        self.log = log
        self.modules = modules

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.args[0], self.log)


class Dumped(Modules):
    """The modules that a program dumped."""

    log: str
    """What it printed."""
    returncode: int
    """Its exit code."""

    def __init__(self, modules: Iterable[Module], log: str, returncode: int) -> None:
        super().__init__(modules)
        self.log = log
        self.returncode = returncode


def environment(folder: str | os.PathLike[str], env: Mapping[str, str] | None = None) -> dict[str, str]:
    """Variables with which XLA dumps to a folder.

    A persistent cache of JAX is not used: XLA does not compile what it has.
    """
    result = dict(os.environ if env is None else env)
    flags = [flag for flag in result.get("XLA_FLAGS", "").split() if not flag.startswith("--xla_dump_to=")]
    result["XLA_FLAGS"] = " ".join([*flags, f"--xla_dump_to={_flag_value(os.fspath(folder))}"])
    result["JAX_ENABLE_COMPILATION_CACHE"] = "false"
    return result


def _flag_value(text: str) -> str:
    """XLA splits its flags at white space, except inside quotes."""
    if not any(character.isspace() for character in text):
        return text
    escaped = text.replace("\\", r"\\").replace('"', r"\"")
    return f'"{escaped}"'


def dump(
    program: str | Sequence[str] | Callable[..., object],
    *args: Any,
    env: Mapping[str, str] | None = None,
    timeout: float | None = None,
    check: bool = True,
) -> Dumped:
    """Runs a command, or a function with arguments in a child process, and returns the modules that it dumped.

    A function is sent with cloudpickle, so closures and functions of notebooks work; XLA_FLAGS is set before the child
    imports anything. With `check`, a program that fails or dumps nothing raises `DumpError`, which has what it printed
    and what it dumped before.
    """
    if callable(program):
        refuse_in_child("ballast.dump")
    with temporary_folder() as folder:
        target = folder / "dump"
        target.mkdir()
        command, variables = _prepare(program, args, folder, environment(target, env))
        try:
            done = subprocess.run(
                command,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=timeout,
                check=False,
            )
        except subprocess.TimeoutExpired as error:
            log = (error.output or b"").decode(errors="replace")
            raise DumpError(f"{_name(program)} took longer than {timeout} s", log, dumped_in(target)) from None
        log = done.stdout.decode(errors="replace")
        modules = dumped_in(target)
    if check and done.returncode != 0:
        raise DumpError(f"{_name(program)} ended with exit code {done.returncode}:\n{_tail(log)}", log, modules)
    if check and not modules:
        raise DumpError(f"{_name(program)} compiled nothing with XLA:\n{_tail(log)}", log, modules)
    return Dumped(modules, log, done.returncode)


def _name(program: str | Sequence[str] | Callable[..., object]) -> str:
    if callable(program):
        return getattr(program, "__name__", repr(program))
    return program if isinstance(program, str) else shlex.join(program)


def _prepare(
    program: str | Sequence[str] | Callable[..., object],
    args: tuple[Any, ...],
    folder: Path,
    variables: dict[str, str],
) -> tuple[list[str], dict[str, str]]:
    """The command to run, and its variables."""
    if not callable(program):
        words = shlex.split(program) if isinstance(program, str) else list(program)
        return [*words, *map(str, args)], variables
    payload = folder / "function"
    payload.write_bytes(function_bytes((program, args), "dump() of a function"))
    variables = marked(variables, "ballast.dump")
    variables["PYTHONPATH"] = module_path()
    code = "import pickle; function, args = pickle.load(open(sys.argv[1], 'rb')); function(*args)"
    return python_command(code, payload), variables


def dumped_in(folder: Path) -> Modules:
    """The modules that were dumped in a folder, if any."""
    return read(folder, errors="keep") if any(folder.iterdir()) else Modules(())


def _tail(log: str, lines: int = 20) -> str:
    return "\n".join(log.splitlines()[-lines:])
