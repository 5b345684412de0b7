"""compile() where people call it, with JAX on the CPU; scripts/nightly/preflight.sh runs it."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = """
import ballast, jax, jax.numpy as jnp
step = lambda x: jnp.tanh(x @ x)
made = ballast.compile(step, jax.ShapeDtypeStruct((64, 64), jnp.float32), target="cpu", limit="1GiB")
print(made.module.name, made.fits)
"""
FITS = "jit__lambda True"


def run(words: list[str], folder: Path, text: str = "", **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "JAX_PLATFORMS": "cpu", **variables}
    command = [sys.executable, *words]
    return subprocess.run(
        command, cwd=folder, env=environment, input=text, capture_output=True, text=True, check=False, timeout=300
    )


def test_under_c(tmp_path: Path) -> None:
    assert run(["-c", PROGRAM], tmp_path).stdout.splitlines() == [FITS]


def test_in_a_repl(tmp_path: Path) -> None:
    done = run(["-i"], tmp_path, PROGRAM)
    assert FITS in done.stdout
    assert "leaked" not in done.stderr


def test_in_a_notebook(tmp_path: Path) -> None:
    nbformat = pytest.importorskip("nbformat")
    client = pytest.importorskip("nbclient")
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(PROGRAM), nbformat.v4.new_code_cell("made")])
    client.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": os.fspath(tmp_path)}}).execute()
    assert FITS in notebook.cells[0].outputs[-1]["text"]
    assert "<svg" in notebook.cells[1].outputs[0]["data"]["text/html"]


def test_in_a_spawned_process_of_a_script_without_a_main_guard(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(
        "import multiprocessing\n"
        "def work(queue):\n"
        "    import ballast, jax, jax.numpy as jnp\n"
        "    x = jax.ShapeDtypeStruct((64, 64), jnp.float32)\n"
        "    queue.put(ballast.compile(lambda x: jnp.tanh(x @ x), x, target='cpu').module.name)\n"
        "if __name__ == '__main__':\n"
        "    context = multiprocessing.get_context('spawn')\n"
        "    queue = context.Queue()\n"
        "    process = context.Process(target=work, args=(queue,))\n"
        "    process.start()\n"
        "    print(queue.get(timeout=200))\n"
        "    process.join()\n"
    )
    assert run(["script.py"], tmp_path).stdout == "jit__lambda\n"
    # The module that compiles at top level is the caller's own, not the child's.
    (tmp_path / "bare.py").write_text(PROGRAM)
    assert run(["bare.py"], tmp_path).stdout.splitlines() == [FITS]


def test_with_a_module_that_sets_flags_and_a_started_backend(tmp_path: Path) -> None:
    flags = "import os\nos.environ['XLA_FLAGS'] = '--xla_force_host_platform_device_count=8'\n"
    started = "import jax.numpy as jnp\nassert len(__import__('jax').devices()) == 8\njnp.ones(3).block_until_ready()\n"
    assert run(["-c", flags + started + PROGRAM], tmp_path).stdout.splitlines() == [FITS]
    mesh = """
import numpy
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P
mesh = Mesh(numpy.array(jax.devices()).reshape(2, 4), ("data", "model"))
x = jax.device_put(jnp.ones((64, 64)), NamedSharding(mesh, P("data", "model")))
made = ballast.compile(step, x, target="cpu")
print(made.target, made.memory.space().arguments)
"""
    done = run(["-c", flags + started + PROGRAM + mesh], tmp_path)
    assert done.stdout.splitlines() == [FITS, "cpu:8 2048"], done.stderr


def test_preflight_of_a_script_that_starts_a_backend(tmp_path: Path) -> None:
    (tmp_path / "train.py").write_text(
        "import jax, jax.numpy as jnp\n"
        "scale = jnp.ones(())\n"
        "def example(batch=4):\n"
        "    return jax.jit(lambda x: jnp.tanh(x @ x.T) * scale), jax.ShapeDtypeStruct((batch, 64), jnp.float32)\n"
    )
    words = ["-m", "ballast", "preflight", "train.py:example", "--target", "cpu", "--limit", "1GiB", "--format", "json"]
    done = run([*words, "--set", "batch=8"], tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)[0]["fits"] is True


def test_the_child_has_no_network_where_it_can_be_taken_away(tmp_path: Path) -> None:
    program = (
        "import os, socket\n"
        "from ballast.compiling_child import _leave_network\n"
        "before = os.readlink('/proc/self/ns/net')\n"
        "_leave_network()\n"
        "print(os.readlink('/proc/self/ns/net') != before, [name for _, name in socket.if_nameindex()])\n"
    )
    printed = run(["-c", program], tmp_path).stdout.split(" ", 1)
    if printed[0] != "True":
        pytest.skip("this system does not let a process leave its network")
    assert "eth0" not in printed[1]


def names_of(folder: Path) -> Any:
    return sorted(path.name for path in folder.iterdir())


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    run(["-c", PROGRAM], tmp_path, TMPDIR=os.fspath(tmp_path))
    assert names_of(tmp_path) == []
