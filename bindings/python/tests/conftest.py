"""What the tests share: golden dumps, and generated ones."""

import functools
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytest_plugins = ["pytester"]
# With libtpu installed, JAX would look for a TPU for minutes.
os.environ.setdefault("JAX_PLATFORMS", "cpu")

ROOT = Path(__file__).parents[3]
GOLDEN = ROOT / "tests" / "golden"
COMMAND = [sys.executable, "-m", "ballast"]


@functools.cache
def generated(seed: int, size: int = 4096, era: str = "D18") -> bytes:
    """A random dump in one file."""
    options = ["--seed", str(seed), "--size", str(size), "--era", era]
    return subprocess.run([*COMMAND, "generate", *options], check=True, capture_output=True).stdout


@pytest.fixture
def train() -> Path:
    """Two folders with a module each: before and after donation."""
    return GOLDEN / "train"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with 20 generated dumps."""
    for seed in range(20):
        (tmp_path / f"module_{seed:04}.jit_f{seed}.cpu_after_optimizations-buffer-assignment.txt").write_bytes(
            generated(seed)
        )
    return tmp_path


@pytest.fixture
def stand_in(tmp_path: Path) -> list[str]:
    """A command that dumps like a program that uses XLA: a generated dump, into the folder of XLA_FLAGS."""
    program = tmp_path / "stand_in.py"
    (tmp_path / "dump.txt").write_bytes(generated(7))
    program.write_text(
        "import os, pathlib, re, shutil, sys\n"
        "folder = re.search(r'--xla_dump_to=(\\S+)', os.environ['XLA_FLAGS'])[1]\n"
        "name = 'module_0001.jit_step.cpu_after_optimizations-buffer-assignment.txt'\n"
        f"shutil.copy({os.fspath(tmp_path / 'dump.txt')!r}, pathlib.Path(folder, name))\n"
        "print('compiled', *sys.argv[1:])\n"
        "sys.exit(int('fail' in sys.argv))\n"
    )
    return [sys.executable, os.fspath(program)]
