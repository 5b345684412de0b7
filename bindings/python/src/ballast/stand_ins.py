"""Stubs for the libraries that a GPU plugin links against but does not need to compile programs.

A plugin is loaded in a child process; each library that the loader does not find is written to a temporary folder. Its
functions return 100, which CUDA and HIP define as "no device".
"""

from __future__ import annotations

import ctypes
import mmap
import os
import platform
import re
import struct
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from ballast.errors import BallastError
from ballast.sending import python_command

_LIBRARY = re.compile(r"(?:^|\s)(lib[\w.+-]+\.so[\w.]*): cannot open shared object file", re.MULTILINE)
_SYSTEM = re.compile("GLIBC|CXXABI|GCC")
# The machine, and `return 100`.
_MACHINES = {
    "x86_64": (62, bytes.fromhex("b864000000c3")),
    "aarch64": (183, bytes.fromhex("800c8052c0035fd6")),
}


def plugin_library(package: str) -> Path | None:
    """The shared library of a JAX plugin, which is in a package of its own."""
    short = "xla_" + package.removeprefix("jax_").removesuffix("_plugin")
    for path in sys.path:
        for found in sorted(Path(path, "jax_plugins", short).glob("*plugin*.so")):
            return found
    return None


def make_stand_ins(plugin: Path, folder: Path, variables: Mapping[str, str]) -> dict[str, str]:
    """The variables with which a plugin can be loaded. The stand-ins, if any, are written to the folder."""
    known = [path for path in variables.get("LD_LIBRARY_PATH", "").split(os.pathsep) if path]
    result = {**variables, "LD_LIBRARY_PATH": os.pathsep.join([*known, os.fspath(folder)])}
    command = python_command("from ballast.stand_ins import main; sys.exit(main())", plugin, folder)
    made = subprocess.run(command, env=result, capture_output=True, text=True, check=False)
    if made.returncode != 0:
        lines = made.stderr.strip().splitlines() or [f"exit code {made.returncode}"]
        raise BallastError(f"{plugin.name} cannot be loaded: {lines[-1]}")
    return result


def _load(plugin: str) -> str:
    """Loads a library with lazy binding, as JAX does. Returns the loader's message if that fails."""
    loader = ctypes.CDLL(None)
    loader.dlopen.restype = ctypes.c_void_p
    loader.dlopen.argtypes = [ctypes.c_char_p, ctypes.c_int]
    loader.dlerror.restype = ctypes.c_char_p
    if loader.dlopen(plugin.encode(), os.RTLD_LAZY):
        return ""
    return (loader.dlerror() or b"unknown error").decode(errors="replace")


def main() -> int:
    """The child process: loads a plugin, and writes each library that the loader does not find to a folder."""
    plugin, folder = map(Path, sys.argv[1:])
    symbols: list[str] | None = None
    while said := _load(os.fspath(plugin)):
        missing = _LIBRARY.search(said)
        if not missing or (folder / missing[1]).exists():
            print(said, file=sys.stderr)
            return 1
        # The first one defines all functions: the loader searches every library.
        symbols = undefined_symbols(plugin) if symbols is None else []
        write_library(folder / missing[1], missing[1], symbols)
    return 0


def undefined_symbols(library: Path) -> list[str]:
    """The undefined symbols of a shared library, except those of the C and C++ libraries."""
    with library.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as text:
        at, size, count = struct.unpack_from("<Q", text, 40)[0], *struct.unpack_from("<HH", text, 58)
        sections = [struct.unpack_from("<IIQQQQIIQQ", text, at + size * i) for i in range(count)]
        names = {section[1]: section for section in sections}
        symbols, versions, needed = (names.get(kind) for kind in (11, 0x6FFFFFFF, 0x6FFFFFFE))
        if not symbols:
            return []

        def string(section: int, offset: int) -> str:
            begin = sections[section][4] + offset
            return text[begin : text.find(b"\0", begin)].decode(errors="replace")

        named: dict[int, str] = {}  # versions by their numbers
        at = needed[4] if needed else 0
        for _ in range(needed[7] if needed else 0):
            _, many, _, part, following = struct.unpack_from("<HHIII", text, at)
            part += at
            for _ in range(many):
                _, _, number, name, step = struct.unpack_from("<IHHII", text, part)
                named[number] = string(needed[6] if needed else 0, name)
                part += step
            at += following
        result = []
        for i in range(1, symbols[5] // 24):
            name, info, _, section = struct.unpack_from("<IBBH", text, symbols[4] + 24 * i)
            number = struct.unpack_from("<H", text, versions[4] + 2 * i)[0] if versions else 0
            if section == 0 and info >> 4 == 1 and not _SYSTEM.match(named.get(number & 0x7FFF, "")):
                result.append(string(symbols[6], name))
        return result


def write_library(path: Path, name: str, symbols: Sequence[str]) -> None:
    """Writes a shared library with that name in which each symbol is a function that returns 100."""
    machine, code = _MACHINES.get(platform.machine(), (0, b""))
    if not machine:
        raise BallastError(f"no stand-in for {name} on {platform.machine()}")
    strings, offsets = b"\0", []
    for word in [name, *symbols]:
        offsets.append(len(strings))
        strings += word.encode() + b"\0"
    count = len(symbols) + 1
    headers = 64 + 4 * 56
    hash_at = headers
    symbols_at = hash_at + 4 * (2 + 1 + count)
    symbols_at += -symbols_at % 8
    strings_at = symbols_at + 24 * count
    code_at = strings_at + len(strings)
    code_at += -code_at % 16
    text_end = code_at + len(code)
    page = 0x10000
    dynamic_at = text_end + (-text_end % page)

    # One bucket: a chain through all symbols.
    chains = [*range(2, count), 0] if count > 1 else []
    table = struct.pack(f"<III{count}I", 1, count, 1 if count > 1 else 0, 0, *chains)
    entries = bytes(24) + b"".join(struct.pack("<IBBHQQ", at, 0x12, 0, 1, code_at, len(code)) for at in offsets[1:])
    tags = [(14, offsets[0]), (4, hash_at), (5, strings_at), (6, symbols_at), (10, len(strings)), (11, 24), (0, 0)]
    dynamic = b"".join(struct.pack("<QQ", *tag) for tag in tags)

    header = b"\x7fELF" + bytes([2, 1, 1]) + bytes(9)
    header += struct.pack("<HHIQQQIHHHHHH", 3, machine, 1, 0, 64, 0, 0, 64, 56, 4, 0, 0, 0)
    segments = [
        (1, 5, 0, text_end, page),
        (1, 6, dynamic_at, len(dynamic), page),
        (2, 6, dynamic_at, len(dynamic), 8),
        (0x6474E551, 6, 0, 0, 16),  # no executable stack
    ]
    for kind, flags, at, size, alignment in segments:
        header += struct.pack("<IIQQQQQQ", kind, flags, at, at, at, size, size, alignment)
    text = bytearray(dynamic_at)
    for at, part in ((0, header), (hash_at, table), (symbols_at, entries), (strings_at, strings), (code_at, code)):
        text[at : at + len(part)] = part
    path.write_bytes(bytes(text) + dynamic)
