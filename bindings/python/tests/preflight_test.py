"""`ballast preflight` with the stand-in for JAX."""

import json
import os
import subprocess
from pathlib import Path

import pytest
from conftest import COMMAND, GOLDEN

import ballast.preflight

STAND_IN = Path(__file__).parent / "stand_in"
PROGRAM = """\
import jax
print("train.py is imported")

def example(dump="before", options=True):
    def train_step(params, tokens):
        import os, re, shutil
        to = re.search(r"--xla_dump_to=(\\\\S+)", os.environ["XLA_FLAGS"])[1]
        shutil.copytree({golden!r} + "/" + dump, to, dirs_exist_ok=True)
        if dump == "before" and "tpu" in jax.target:
            raise RuntimeError("RESOURCE_EXHAUSTED: Ran out of memory in memory space hbm. Used 16.50G of 15.75G hbm. "
                               "Exceeded hbm capacity by 769.53M.")
    arguments = {{"w": jax.ShapeDtypeStruct((4,), "float32")}}, jax.ShapeDtypeStruct((8,), "int32")
    return (train_step, *arguments, {{"donate_argnums": 0}}) if options else (train_step, *arguments)

def number():
    return 7

def fails(kind):
    if kind == "exit":
        raise SystemExit(0)
    return {{}}[kind]

def slow():
    import time
    return (lambda x: time.sleep(600)), jax.ShapeDtypeStruct((8,), "int32"), {{"timeout": 1.5}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pytest.importorskip("cloudpickle")
    text = PROGRAM.format(golden=str(GOLDEN / "train")).replace("\\\\", "\\")
    (tmp_path / "train.py").write_text(text)
    return tmp_path


def preflight(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join([str(STAND_IN), os.environ.get("PYTHONPATH", "")])
    command = [*COMMAND, "preflight", *words]
    environment = {**os.environ, "PYTHONPATH": paths}
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_a_program_that_fits_ends_with_0(folder: Path) -> None:
    done = preflight(folder, "train:example", "--target", "tpu:v5e:2x2", "--set", "dump=after")
    assert done.stderr == "train.py is imported\n"
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[0] == ["target", "needs", "available", "missing", "left", "fits"]
    assert lines[1][:5] == ["tpu:v5e:2x2", "14.53", "GiB", "15.75", "GiB"]
    assert lines[1][-1] == "yes"
    assert done.returncode == 0


def test_a_program_that_does_not_fit_somewhere_ends_with_1(folder: Path) -> None:
    done = preflight(folder, "train.py:example", "--target", "cpu", "--target", "tpu:v5e")
    assert done.returncode == 1, done.stderr
    assert [line.split()[-1] for line in done.stdout.splitlines()[-3:]] == ["fits", "unknown", "no"]
    assert preflight(folder, "train.py:example", "--target", "cpu", "--limit", "16GiB").returncode == 1
    assert preflight(folder, "train.py:example", "--target", "cpu", "--limit", "17GiB").returncode == 0


def test_the_largest_buffers_of_what_does_not_fit_are_listed(folder: Path) -> None:
    done = preflight(folder, "train:example", "--target", "tpu:v5e", "--top", "3", "--dump", "kept")
    assert done.returncode == 1, done.stderr
    assert "train_step for tpu:v5e:2x2 needs 16.50 GiB of 15.75 GiB: does not fit, 769.53 MiB missing\n" in done.stdout
    assert "f32[32768,6144]" in done.stdout
    assert done.stdout.splitlines()[-1].split()[-1] == "no"
    kept = sorted(path.name for path in (folder / "kept" / "tpu-v5e-2x2").iterdir())
    assert "log" in kept
    assert any(name.endswith("-buffer-assignment.txt") for name in kept)


def test_the_answer_is_json_too(folder: Path) -> None:
    words = ["train:example", "--target", "tpu:v5e", "--set", "options=false", "--format", "json"]
    done = preflight(folder, *words)
    assert done.returncode == 1
    (row,) = json.loads(done.stdout)
    assert (row["target"], row["program"], row["fits"]) == ("tpu:v5e:2x2", "train_step", False)
    assert row["missing"] == row["total"] - row["capacity"]
    assert row["message"].startswith("RESOURCE_EXHAUSTED")
    assert row["suggestions"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["train", "--target", "cpu"], "expected MODULE:FUNCTION, found 'train'"),
        ([".", "--target", "cpu"], ". has no file *before_optimizations.hlo.pb: run the program on the CPU with "),
        (["train.py", "--target", "cpu"], "train.py is not a file that XLA dumped for a module"),
        ([".", "--target", "cpu", "--set", "a=1"], "a dump takes no --set: its arguments are fixed"),
        (["trane:example", "--target", "cpu"], "trane:example cannot be imported: No module named 'trane'"),
        (["trane.py:example", "--target", "cpu"], "there is no file trane.py"),
        (["train:exemple", "--target", "cpu"], "train has no function exemple"),
        (["train:number", "--target", "cpu"], "train:number returns int, expected (step, *arguments)"),
        (["train:example", "--target", "cpu", "--set", "batch=3"], "train:example cannot be called: "),
        (["train:example", "--target", "cpu", "--set", "batch"], "expected --set NAME=VALUE, found 'batch'"),
        (["train:example", "--target", "tpu:v9"], "unknown target 'tpu:v9'; there are cpu, "),
        (["train:example", "--target", "cpu", "--limit", "much"], "much is not a size like 15.75GiB"),
        (["train:example", "--target", "cpu", "--limit", "12"], "12 has no unit: 12GiB, 12MiB, …"),
        (["train:example", "--target", "cpu", "--limit", "8192P"], "expected less than 8192 PiB, found '8192P'"),
        (["train:example", "--target", "cpu", "--limit", "9" * 999 + "B"], "expected less than 8192 PiB, found '999"),
    ],
)
def test_errors_end_with_2(folder: Path, words: list[str], message: str) -> None:
    done = preflight(folder, *words)
    lines = [line for line in done.stderr.splitlines() if line != "train.py is imported"]
    assert lines[0].startswith(f"ballast: {message}"), done.stderr
    assert len(lines) == 1
    assert done.returncode == 2
    assert done.stdout == ""


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["broken.py:example"], "broken.py:example cannot be imported: SyntaxError: "),
        (["leaves.py:example"], "leaves.py:example cannot be imported: SystemExit: 0"),
        (["train.py:fails", "--set", "kind=x"], "train.py:fails failed: KeyError: 'x'"),
        (["train.py:fails", "--set", "kind=exit"], "train.py:fails failed: SystemExit: 0"),
    ],
)
def test_failures_of_the_users_code_have_a_traceback_and_end_with_2(
    folder: Path, words: list[str], message: str
) -> None:
    (folder / "broken.py").write_text("def example(:\n")
    (folder / "leaves.py").write_text("import sys\nsys.exit(0)\n")
    done = preflight(folder, *words, "--target", "cpu")
    assert done.returncode == 2
    assert "Traceback" in done.stderr
    assert done.stderr.splitlines()[-1].startswith(f"ballast: {message}"), done.stderr
    assert done.stdout == ""


def test_no_other_failure_ends_with_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(ballast.preflight, "_program", fail)
    assert ballast.preflight.main(["train.py:example", "--target", "cpu"]) == 2
    assert "RuntimeError: a bug" in capsys.readouterr().err


def test_a_file_with_the_name_of_a_known_module_is_an_error(folder: Path) -> None:
    (folder / "steps").mkdir()
    (folder / "steps" / "json.py").write_text("def example(): return print, 1\n")
    done = preflight(folder, "steps/json.py:example", "--target", "cpu")
    assert done.returncode == 2
    assert done.stderr.startswith("ballast: steps/json.py has the name of another module, "), done.stderr


def test_an_unknown_option_is_not_an_argument(folder: Path) -> None:
    (folder / "typo.py").write_text(
        "import jax\ndef example(name):\n    return (lambda x: x), jax.ShapeDtypeStruct((4,), 'float32'), {name: 0}\n"
    )
    done = preflight(folder, "typo:example", "--target", "cpu", "--set", "name=donate_argnum")
    assert done.returncode == 2
    assert done.stderr == "ballast: unknown option donate_argnum of ballast.compile; did you mean donate_argnums?\n"


def test_relative_imports_need_the_name_of_the_module(folder: Path) -> None:
    package = folder / "pkg"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "sizes.py").write_text("from jax import ShapeDtypeStruct\n")
    program = (folder / "train.py").read_text().replace("import jax\n", "import jax\nfrom . import sizes\n", 1)
    (package / "train.py").write_text(program)
    done = preflight(folder, "pkg/train.py:example", "--target", "cpu")
    message = "pkg/train.py:example cannot be imported: it has relative imports; give it as a module: pkg.train:example"
    assert (done.returncode, done.stderr) == (2, f"ballast: {message}\n")
    assert preflight(folder, "pkg.train:example", "--target", "cpu").returncode == 0


def test_options_of_the_function_hold_if_the_command_has_none(folder: Path) -> None:
    done = preflight(folder, "train.py:slow", "--target", "cpu")
    assert done.returncode == 2
    assert "took longer than 1.5 s" in done.stderr


def test_the_help_names_the_devices(folder: Path) -> None:
    done = preflight(folder, "--help")
    assert done.returncode == 0
    for word in ("MODULE:FUNCTION", "tpu:v5e", "cuda:h100", "rocm:mi300x", "exit codes"):
        assert word in done.stdout
