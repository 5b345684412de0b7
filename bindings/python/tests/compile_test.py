"""compile() and its trials with a stand-in for JAX and its compilers, and once with JAX itself."""

import ctypes
import fcntl
import importlib
import importlib.util
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import COMMAND, GOLDEN

import ballast
from ballast import compiling, lowering, stand_ins, targets, trials
from ballast.sending import function_bytes
from ballast.targets import check_installed, parse_target

STAND_IN = Path(__file__).parent / "stand_in"
BEFORE, AFTER = GOLDEN / "train" / "before", GOLDEN / "train" / "after"
V5E = 16911433728
REFUSED = (
    "RESOURCE_EXHAUSTED: Ran out of memory on HBM, the total memory required for HLO temporaries "
    "({}) exceeds available HBM (15.75G). HLO module: jit_train_step."
)


@pytest.fixture
def jax(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The stand-in for JAX, also in child processes."""
    pytest.importorskip("cloudpickle")  # the stand-in uses it
    real = {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == "jax"}
    monkeypatch.syspath_prepend(str(STAND_IN))
    monkeypatch.setattr(compiling, "_known", type(compiling._known)())
    import jax

    yield jax
    for name in [name for name in sys.modules if name.partition(".")[0] == "jax"]:
        del sys.modules[name]
    sys.modules.update(real)


def array(jax: Any, *shape: int) -> Any:
    return jax.ShapeDtypeStruct(shape, "float32")


def writes(folder: Path, message: str = "", log: Path | None = None) -> Callable[..., Any]:
    """A program whose compiler dumps what is in a folder, and then refuses it if there is a message."""

    def train_step(*args: Any) -> Any:
        import os
        import re
        import shutil
        import types

        to = re.search(r"--xla_dump_to=(\S+)", os.environ["XLA_FLAGS"])[1]
        shutil.copytree(folder, to, dirs_exist_ok=True)
        if log:
            with log.open("a") as out:
                out.write(f"{args}\n")
        if message:
            raise RuntimeError(message)
        return types.SimpleNamespace(argument_size_in_bytes=7, temp_size_in_bytes=8)

    return train_step


# ---- targets


def test_targets_are_named() -> None:
    assert str(parse_target("tpu:v5e:2x2")) == str(parse_target("TPU:v5e")) == "tpu:v5e:2x2"
    assert str(parse_target("tpu:v5p")) == "tpu:v5p:2x2x1"
    assert str(parse_target("cuda:h100")) == "cuda:h100"
    assert parse_target("cuda:h100:8").count == 8
    assert str(parse_target("cpu").with_devices(4)) == "cpu:4"
    assert parse_target("tpu:v4").row == "v4-core"


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("tpu:v9", r"unknown target 'tpu:v9'; there are cpu, tpu:v3, .*, rocm:mi300x"),
        ("rocm:h100", "unknown target"),
        ("vulkan", "unknown target"),
        ("tpu:v5e:big", "unknown topology 'big' in 'tpu:v5e:big'; expected chips such as tpu:v5e:2x2"),
        ("cuda:h100:0", "unknown number of devices '0'"),
    ],
)
def test_unknown_targets_are_errors(target: str, message: str) -> None:
    with pytest.raises(ballast.TargetError, match=message):
        ballast.compile(print, target=target)


def test_descriptions_have_the_memory_of_the_table_of_devices() -> None:
    table = {device.name: device.bytes for device in ballast.devices()}
    names = [(platform, name) for platform, names in targets.GPUS.items() for name in names]
    assert len(names) == 4
    for platform, name in names:
        path = parse_target(f"{platform}:{name}").description
        assert path is not None
        text = path.read_text()
        assert f"device_memory_size: {table[name]}\n" in text, name
        assert f'platform_name: "{platform.upper()}"\n' in text
    assert {parse_target(f"tpu:{name}").row for name in targets.TOPOLOGIES} <= set(table)


# ---- what is missing


@pytest.mark.parametrize(
    ("target", "installed", "message"),
    [
        ("cpu", [], "compiling for cpu needs jax: pip install jax"),
        ("tpu:v5e", [], 'compiling for tpu:v5e:2x2 needs jax: pip install "jax[tpu]"'),
        (
            "tpu:v6e",
            ["jax"],
            'compiling for tpu:v6e:2x2 needs libtpu: pip install "jax[tpu]"',
        ),
        (
            "cuda:h100",
            ["jax"],
            "compiling for cuda:h100 needs jax-cuda12-plugin: pip install --no-deps jax-cuda12-plugin==0.9.2 "
            "jax-cuda12-pjrt==0.9.2 nvidia-cuda-nvcc-cu12",
        ),
        (
            "rocm:mi300x",
            ["jax"],
            "compiling for rocm:mi300x needs jax-rocm7-plugin: pip install --no-deps jax-rocm7-plugin==0.9.2 "
            "jax-rocm7-pjrt==0.9.2",
        ),
        (
            "cuda:h100",
            ["jax", "jax_cuda12_plugin"],
            "compiling for cuda:h100 needs jax-cuda12-pjrt: pip install --no-deps jax-cuda12-plugin==0.9.2 "
            "jax-cuda12-pjrt==0.9.2 nvidia-cuda-nvcc-cu12",
        ),
    ],
)
def test_what_is_missing_is_said_in_one_line(
    target: str, installed: list[str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def version(name: str) -> str:
        if name in ("jax", "jax-cuda12-plugin"):
            return "0.9.2"
        raise targets.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(targets, "_has", lambda package: package in installed)
    monkeypatch.setattr(targets.metadata, "version", version)
    with pytest.raises(ballast.MissingDependency) as raised:
        ballast.compile(print, target=target)
    assert str(raised.value) == message


def test_plugins_of_other_releases_and_a_missing_ptxas_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    versions = {"jax": "0.9.2", "jax-cuda12-plugin": "0.9.1", "jax-cuda12-pjrt": "0.9.1"}
    monkeypatch.setattr(targets, "_has", lambda package: package != "jax_cuda13_plugin")
    monkeypatch.setattr(targets.metadata, "version", versions.__getitem__)
    monkeypatch.setattr(targets, "_has_ptxas", lambda: False)
    with pytest.raises(ballast.MissingDependency, match=r"of jax 0\.9\.2, found 0\.9\.1: pip install"):
        check_installed(parse_target("cuda:h100"))
    versions["jax-cuda12-plugin"] = "0.9.2"
    with pytest.raises(ballast.MissingDependency, match="needs ptxas: pip install nvidia-cuda-nvcc-cu12"):
        check_installed(parse_target("cuda:h100"))


def test_nothing_is_installed_in_a_fresh_environment(tmp_path: Path) -> None:
    program = (
        "import sys, importlib.util\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name: None if name == 'jax' else find(name)\n"
        "from ballast.__main__ import main\n"
        "sys.argv = ['ballast', 'preflight', 'step.py:example', '--target', 'tpu:v5e:2x2']\n"
        "main()\n"
    )
    (tmp_path / "step.py").write_text("def example(): return (lambda x: x), 1\n")
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == 'ballast: compiling for tpu:v5e:2x2 needs jax: pip install "jax[tpu]"\n'


# ---- results


def test_a_program_that_does_not_fit_is_a_result(jax: Any) -> None:
    total = ballast.show(BEFORE).total
    refused = REFUSED.format(f"{total / 2**30:.2f}G")
    made = ballast.compile(writes(BEFORE, refused), array(jax, 8, 4), target="tpu:v5e")
    assert made.fits is False
    assert (made.total, made.capacity, made.missing) == (total, V5E, total - V5E)
    assert made.verdict == "train_step for tpu:v5e:2x2 needs 16.50 GiB of 15.75 GiB: does not fit, 769.53 MiB missing"
    assert made.message == refused
    assert made.memory_analysis() is None
    assert made.holders[0].shape == "f32[32768,6144]"
    assert [module.name for module in made.modules] == ["jit_train_step"]
    assert made.suggestions[0].bytes > 0
    assert "does not fit" in made._repr_html_()
    assert "does not fit" in str(made)


def test_a_figure_that_differs_from_the_dump_is_that_of_the_message(jax: Any) -> None:
    made = ballast.compile(writes(BEFORE, REFUSED.format("20.25G")), array(jax, 8), target="tpu:v5e")
    assert made.total == 81 << 28
    assert made.memory.total != made.total


def test_a_program_that_fits_has_the_figures_of_the_compiler(jax: Any) -> None:
    made = ballast.compile(writes(AFTER), {"w": array(jax, 8), "b": array(jax, 4)}, target="tpu:v5e:2x2")
    assert made.fits is True
    analysis = made.memory_analysis()
    assert analysis is not None
    assert (analysis.argument_size_in_bytes, analysis.temp_size_in_bytes) == (7, 8)
    assert made.flops == 12
    assert analysis.output_size_in_bytes is None
    assert [(p.argument, p.path, p.donated) for p in made.parameters] == [(0, "['b']", False), (0, "['w']", False)]
    assert made.message is None
    assert "fits, " in made.verdict


def test_a_limit_decides_where_the_compiler_does_not(jax: Any) -> None:
    program = writes(BEFORE)
    made = ballast.compile(program, array(jax, 8), target="cpu")
    assert made.fits is None
    assert made.verdict.endswith("no limit is known")
    assert made.suggestions
    assert ballast.compile(program, array(jax, 8), target="cpu", limit="16GiB").fits is False
    assert ballast.compile(program, array(jax, 8), target="cpu", limit=made.total).fits is True


def test_a_limit_that_is_no_size_is_an_error_before_anything_is_compiled(jax: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with pytest.raises(ValueError, match=r"much is not a size like 15\.75GiB"):
        ballast.compile(writes(BEFORE, log=log), array(jax, 8), target="cpu", limit="much")
    assert not log.exists()


def test_a_refusal_without_figures_does_not_fit(jax: Any) -> None:
    refused = "E1000: CompileTimeHbmOom: XLA:TPU compile permanent error."
    made = ballast.compile(writes(AFTER, refused), array(jax, 8), target="tpu:v5e")
    assert made.fits is False
    assert "but the compiler refuses it: E1000: CompileTimeHbmOom" in made.verdict


def test_other_failures_are_exceptions(jax: Any) -> None:
    def crash(x: Any) -> None:
        import os

        print("about to end", flush=True)
        os._exit(3)

    def wrong(x: Any) -> None:
        raise RuntimeError("INTERNAL: something else")

    ended = "^crash for cpu: the child process ended with exit code 3 while compiling\n"
    with pytest.raises(ballast.CompileError, match=ended) as raised:
        ballast.compile(crash, array(jax, 8), target="cpu")
    assert "about to end" in raised.value.log
    assert pickle.loads(pickle.dumps(raised.value)).log == raised.value.log
    with pytest.raises(ballast.CompileError, match=r"was killed by SIGKILL \(is this machine out of memory\?\) while"):
        ballast.compile(lambda x: os.kill(os.getpid(), signal.SIGKILL), array(jax, 8), target="cpu")
    with pytest.raises(ballast.CompileError, match="wrong for tpu:v5e:2x2 cannot be compiled: RuntimeError: INTERNAL"):
        ballast.compile(wrong, array(jax, 8), target="tpu:v5e")
    wrong.cannot_be_lowered = True  # type: ignore[attr-defined]
    with pytest.raises(ballast.CompileError, match="cannot be lowered: TypeError: dot_general"):
        ballast.compile(wrong, array(jax, 8), target="cpu")
    wrong.cannot_be_lowered = False  # type: ignore[attr-defined]
    with pytest.raises(ballast.CompileError, match="libtpu does not know tpu:v5e:3x3: INVALID_ARGUMENT"):
        ballast.compile(wrong, array(jax, 8), target="tpu:v5e:3x3")
    with pytest.raises(ballast.CompileError, match=r"expected a function, a jax\.jit object, a Lowered or a Tr"):
        ballast.compile(7, target="cpu")


def forever(x: Any) -> None:
    time.sleep(600)


def test_a_compilation_that_takes_too_long_is_ended(jax: Any, capfd: pytest.CaptureFixture[str]) -> None:
    begin = time.monotonic()
    with pytest.raises(ballast.CompileError, match=r"compiling forever for cpu took longer than 1\.5 s"):
        ballast.compile(forever, array(jax, 8), target="cpu", timeout=1.5, progress=True)
    assert time.monotonic() - begin < 60
    assert "ballast: forever for cpu: starting\n" in capfd.readouterr().err


def never_ends(file: Path) -> Callable[..., Any]:
    """A program that starts another process, writes the numbers of both to a file, and waits."""

    def step(x: Any) -> None:
        import os
        import subprocess
        import time

        other = subprocess.Popen(["sleep", "600"])
        file.with_suffix(".part").write_text(f"{os.getpid()} {other.pid}")
        file.with_suffix(".part").rename(file)
        time.sleep(600)

    return step


def numbers_in(file: Path) -> list[int]:
    """The numbers of processes, as soon as they are written."""
    end = time.monotonic() + 60
    while not file.exists():
        assert time.monotonic() < end
        time.sleep(0.05)
    return [int(word) for word in file.read_text().split()]


def assert_ended(processes: list[int]) -> None:
    """A process that nobody waits for may stay as a zombie."""
    end = time.monotonic() + 60
    for process in processes:
        while True:
            try:
                state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
            except (FileNotFoundError, ProcessLookupError):
                break
            if state in "ZX":
                break
            assert time.monotonic() < end, f"{process} is {state}"
            time.sleep(0.05)


@pytest.mark.parametrize(("number", "raised"), [(signal.SIGINT, KeyboardInterrupt), (signal.SIGTERM, SystemExit)])
def test_signals_end_the_child_and_what_it_started(
    jax: Any, tmp_path: Path, number: signal.Signals, raised: type[BaseException]
) -> None:
    file = tmp_path / "numbers"

    def interrupt() -> None:
        numbers_in(file)
        signal.raise_signal(number)

    # Shells let what they start in the background ignore Ctrl-C.
    handlers = {signal.SIGINT: signal.default_int_handler, signal.SIGTERM: lambda *_: sys.exit(3)}
    before = {each: signal.signal(each, handler) for each, handler in handlers.items()}
    try:
        threading.Thread(target=interrupt, daemon=True).start()
        with pytest.raises(raised):
            ballast.compile(never_ends(file), array(jax, 8), target="cpu")
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert_ended(numbers_in(file))


def test_a_time_limit_ends_what_the_child_started(jax: Any, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    with pytest.raises(ballast.CompileError, match="took longer than"):
        ballast.compile(never_ends(file), array(jax, 8), target="cpu", timeout=8)
    assert_ended(numbers_in(file))


def start_parent(folder: Path, file: Path, variables: dict[str, str]) -> subprocess.Popen[bytes]:
    """Starts a process that compiles a program that never ends."""
    program = folder / "program.py"
    program.write_text(
        "import pickle, sys\n"
        "import ballast, jax\n"
        "step = pickle.load(open(sys.argv[1], 'rb'))\n"
        "ballast.compile(step, jax.ShapeDtypeStruct((8,), 'float32'), target='cpu')\n"
    )
    (folder / "step").write_bytes(function_bytes(never_ends(file), "a test"))
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **variables}
    return subprocess.Popen([sys.executable, program, folder / "step"], env=environment)


def test_the_child_ends_with_its_parent(jax: Any, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    parent = start_parent(tmp_path, file, {})
    try:
        processes = numbers_in(file)
    finally:
        parent.kill()
        parent.wait()
    assert_ended(processes)


def test_a_module_that_compiles_when_it_is_imported_starts_one_child(
    jax: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The stand-in sends the function, which the child imports with its module.
    log = tmp_path / "log"
    (tmp_path / "endless.py").write_text(
        "import ballast, jax, os\n"
        "def step(x):\n"
        "    pass\n"
        f"with open({os.fspath(log)!r}, 'a') as out:\n"
        "    print(os.getpid(), file=out)\n"
        f"if len(open({os.fspath(log)!r}).readlines()) > 3:\n"
        "    raise SystemExit('too many processes')\n"
        "ballast.compile(step, jax.ShapeDtypeStruct((8,), 'float32'), target='cpu')\n"
    )
    monkeypatch.syspath_prepend(os.fspath(tmp_path))
    ended = r"ballast\.compile was called in a child process of ballast\.compile, .*: call it in a function, or under"
    with pytest.raises(ballast.CompileError, match=ended):
        importlib.import_module("endless")
    assert len(log.read_text().splitlines()) == 2


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in place of the system's for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", os.fspath(folder))
    return folder


def test_folders_are_removed_whatever_happens_to_the_child(jax: Any, temporary: Path) -> None:
    ballast.compile(writes(BEFORE), array(jax, 8), target="cpu")
    assert list(temporary.iterdir()) == []
    for ending in (lambda x: os.kill(os.getpid(), signal.SIGKILL), lambda x: os._exit(3)):
        with pytest.raises(ballast.CompileError):
            ballast.compile(ending, array(jax, 8), target="cpu")
        assert list(temporary.iterdir()) == []


def test_folders_are_removed_if_the_parent_is_killed(jax: Any, tmp_path: Path, temporary: Path) -> None:
    file = tmp_path / "numbers"
    parent = start_parent(tmp_path, file, {"TMPDIR": os.fspath(temporary)})
    try:
        processes = numbers_in(file)
        assert len(list(temporary.iterdir())) == 1
    finally:
        parent.kill()
        parent.wait()
    assert_ended(processes)
    assert list(temporary.iterdir()) == []


def test_old_folders_that_nobody_uses_are_removed(jax: Any, temporary: Path) -> None:
    day = 24 * 60 * 60
    for name, age in (("ballast-old", 2 * day), ("ballast-used", 2 * day), ("ballast-new", 0), ("other-old", 2 * day)):
        (temporary / name).mkdir()
        (temporary / name / "lock").touch()
        os.utime(temporary / name / "lock", (time.time() - age,) * 2)
    with (temporary / "ballast-used" / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_SH)
        ballast.compile(writes(BEFORE), array(jax, 8), target="cpu")
    assert sorted(path.name for path in temporary.iterdir()) == ["ballast-new", "ballast-used", "other-old"]


def test_the_memory_of_the_compiler_is_limited(jax: Any) -> None:
    def hungry(x: Any) -> None:
        len(bytearray(1 << 31))

    with pytest.raises(ballast.CompileError, match=r"needs more than 1\.00 GiB of this machine's memory \(pass"):
        ballast.compile(hungry, array(jax, 8), target="cpu", compiler_memory="1GiB")


def test_results_are_pickled_also_without_their_programs(jax: Any) -> None:
    made = ballast.compile(writes(AFTER), array(jax, 8), target="tpu:v5e")
    again = pickle.loads(pickle.dumps(made))
    assert (again.verdict, again.total, again.memory_analysis()) == (made.verdict, made.total, made.memory_analysis())
    with pytest.raises(ballast.CompileError, match="was not pickled with its result"):
        again.sweep(batch=[1])


def test_the_same_program_is_compiled_once(jax: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    program = writes(BEFORE, log=log)
    first = ballast.compile(program, array(jax, 8), target="tpu:v5e")
    second = ballast.compile(program, array(jax, 8), target="tpu:v5e")
    assert first.fingerprint == second.fingerprint
    assert second.memory_analysis() == first.memory_analysis()
    assert len(log.read_text().splitlines()) == 1
    others = [{"target": "tpu:v6e"}, {"target": "tpu:v5e", "compiler_options": {"xla_a": 1}}]
    for number, options in enumerate(others, 2):
        ballast.compile(program, array(jax, 8), **options)
        assert len(log.read_text().splitlines()) == number


def test_files_of_the_current_folder_hide_no_modules(jax: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("json", "pickle", "jax"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('this file was imported')\n")
    monkeypatch.chdir(tmp_path)
    assert ballast.compile(writes(BEFORE), array(jax, 8), target="cpu").module.name == "jit_train_step"
    assert ballast.dump(writes(BEFORE))[0].name == "jit_train_step"


def test_functions_keep_the_names_of_their_files() -> None:
    pytest.importorskip("cloudpickle")
    made = pickle.loads(function_bytes(writes(BEFORE), "a test"))
    assert made.__code__.co_filename == __file__


# ---- trials


def by_donation(log: Path) -> Callable[..., Any]:
    """A program that dumps less if its arguments are donated."""

    def train_step(params: Any, moments: Any, tokens: Any) -> None:
        import os
        import re
        import shutil

        import jax

        with log.open("a") as out:
            out.write(f"{jax.donated} {tokens.shape}\n")
        to = re.search(r"--xla_dump_to=(\S+)", os.environ["XLA_FLAGS"])[1]
        shutil.copytree(AFTER if jax.donated or tokens.shape[0] < 8 else BEFORE, to, dirs_exist_ok=True)

    return train_step


def test_donations_are_tried(jax: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    step = by_donation(log)
    made = ballast.compile(step, array(jax, 3), array(jax, 3), array(jax, 8, 2), target="cpu", limit="16GiB")
    tried = made.try_donating(1)
    assert [trial.change for trial in tried] == ["donate 1"]
    saved = ballast.show(BEFORE).total - ballast.show(AFTER).total
    assert tried[0].saved == saved > 0
    assert (made.fits, tried[0].fits) == (False, True)
    assert tried.best is tried[0]
    assert tried[0].diff().growth() == 0
    assert "donate 1" in str(tried)
    assert "1.97 GiB" in tried._repr_html_()
    assert log.read_text().splitlines() == ["() (8, 2)", "(1,) (8, 2)"]
    # What each suggestion is about, with what it promises.
    donations = [suggestion for suggestion in made.suggestions if suggestion.kind == "donation"]
    every = made.try_donating()
    assert every[0].value == tuple(made.arguments_of(donations[0]))
    assert every[0].promised == donations[0].bytes > 0
    assert len(every) <= 8


def test_batches_are_swept_and_searched(jax: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    step = by_donation(log)
    made = ballast.compile(step, array(jax, 3), array(jax, 5, 3), array(jax, 16, 2), target="cpu", limit="16GiB")
    with pytest.raises(ValueError, match="not clear which arguments"):
        made.sweep(batch=[4, 8])
    swept = made.sweep(batch=[4, 8], arguments=[2])
    assert [(trial.value, trial.fits) for trial in swept] == [(4, True), (8, False)]
    assert swept.best is swept[0]
    assert log.read_text().splitlines()[1:] == ["() (4, 2)", "() (8, 2)"]
    found = made.largest(batch=range(1, 100), arguments=[2])
    assert found.best is not None
    assert found.best.value == 7
    assert len(found) <= 8
    assert [trial.value for trial in found] == sorted(trial.value for trial in found)
    with pytest.raises(ValueError, match="at most 8 batch sizes, found 9"):
        made.sweep(batch=range(9), arguments=[2])
    with pytest.raises(ValueError, match="no limit is known"):
        ballast.compile(step, array(jax, 3), array(jax, 5, 3), array(jax, 16, 2), target="cpu").largest(batch=[1])
    with pytest.raises(ValueError, match="there is no argument 7"):
        made.sweep(batch=[1], arguments=[7])


def test_the_batch_is_found_if_it_is_clear(jax: Any, tmp_path: Path) -> None:
    params = {"w": array(jax, 3, 4), "b": array(jax, 4)}
    batch = {"images": array(jax, 16, 2), "labels": array(jax, 16)}
    log = tmp_path / "log"

    def train_step(params: Any, batch: Any) -> None:
        import os
        import re
        import shutil

        log.write_text(str(batch["labels"].shape + params["w"].shape))
        to = re.search(r"--xla_dump_to=(\S+)", os.environ["XLA_FLAGS"])[1]
        shutil.copytree(BEFORE, to, dirs_exist_ok=True)

    ballast.compile(train_step, params, batch, target="cpu").sweep(batch=[2])
    assert log.read_text() == "(2, 3, 4)"


def test_arguments_with_the_shape_of_a_result_are_tried_too(jax: Any, tmp_path: Path) -> None:
    made = ballast.compile(writes(BEFORE), *[array(jax, 3)] * 40, target="cpu")
    suggested = {trial for group in trials._promises(made) for trial in group}
    found = trials._like_results(made, [])
    assert found
    assert all(len(group) == 1 for group in found)
    table = made.module.tables["values"]
    rows = list(zip(*(table.column(name) for name in ("parameter", "result_index", "shape")), strict=True))
    shapes = {shape for _, index, shape in rows if index is not None}
    assert all(shape in shapes for number, _, shape in rows if (number,) in found)
    assert suggested <= {group[0] for group in found}


def test_options_of_the_compiler_are_swept(jax: Any, tmp_path: Path) -> None:
    log = tmp_path / "log"
    made = ballast.compile(writes(BEFORE, log=log), array(jax, 8), target="cpu", compiler_options={"a": 1})
    swept = made.sweep(compiler_options=[{"b": 2}, {}, {"a": 3, "c": True}], jobs=2)
    assert [trial.change for trial in swept] == ["b=2", "no options", "a=3, c=True"]
    assert [trial.after.request.options for trial in swept] == [{"a": 1, "b": 2}, {"a": 1}, {"a": 3, "c": True}]
    assert len(log.read_text().splitlines()) == 3  # one of the four is known
    assert all(trial.saved == 0 for trial in swept)
    assert swept.best is None
    with pytest.raises(ValueError, match="expected one of batch, compiler_options, policy, mesh, found batch, mesh"):
        made.sweep(batch=[1], mesh=[(1, 2)])
    with pytest.raises(ValueError, match=r"expected one of .*, found none"):
        made.sweep()


def test_ctrl_c_keeps_what_was_compiled(jax: Any, tmp_path: Path) -> None:
    file = tmp_path / "numbers"
    waits = never_ends(file)
    dumps = writes(AFTER)

    def step(tokens: Any) -> Any:
        return waits(tokens) if tokens.shape[0] == 16 else dumps(tokens)

    def interrupt() -> None:
        numbers_in(file)
        signal.raise_signal(signal.SIGINT)

    step.__name__ = "train_step"
    made = ballast.compile(step, array(jax, 8), target="cpu")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        threading.Thread(target=interrupt, daemon=True).start()
        swept = made.sweep(batch=[4, 16, 32], arguments=[0])
    finally:
        signal.signal(signal.SIGINT, before)
    assert [trial.value for trial in swept] == [4]
    assert swept.notice == "interrupted: 2 of 3 were not tried"
    assert_ended(numbers_in(file))


def test_the_points_that_no_other_beats_are_marked(jax: Any) -> None:
    made = ballast.compile(writes(BEFORE), array(jax, 8), target="cpu")

    def trial(change: str, total: int, flops: float) -> Any:
        return types.SimpleNamespace(change=change, after=types.SimpleNamespace(total=total, flops=flops))

    found = ballast.Trials(made, [trial("a", 3, 1), trial("b", 2, 2), trial("c", 3, 2)], None)
    assert [each.change for each in found.pareto] == ["a", "b"]
    assert found.picture().count('fill="steelblue"') == 2
    assert "<title>c: 3 B</title>" in found.picture()


def test_the_cheapest_change_that_fits_is_found(jax: Any, tmp_path: Path) -> None:
    step = by_donation(tmp_path / "log")
    arguments = array(jax, 3), array(jax, 3), array(jax, 16, 2)
    made = ballast.compile(step, *arguments, target="cpu", limit="16GiB")
    found = made.cheapest_that_fits()
    assert found is not None
    assert found.fits
    assert found.change.startswith("donate ")
    with pytest.raises(ValueError, match="fits already"):
        found.after.cheapest_that_fits()
    with pytest.raises(ValueError, match="no limit is known"):
        ballast.compile(step, *arguments, target="cpu").cheapest_that_fits()


def test_a_function_is_found_by_the_name_that_the_program_uses() -> None:
    class Model:
        def block(self, x: int) -> int:
            return x + 1

    model = Model()

    def step(x: int) -> int:
        return model.block(model.block(x))

    def doubled(function: Callable[[int], int]) -> Callable[[int], int]:
        return lambda x: 2 * function(x)

    place = lowering.find_place(step, "model.block")
    original = place.get()
    place.set(doubled(original))
    assert step(1) == 2 * (2 * 2 + 1)
    place.set(original)
    assert step(1) == 3
    assert lowering.find_place(step, "model.block").get()(1) == 2
    assert lowering.find_place(writes, "GOLDEN.joinpath").get()("x") == GOLDEN / "x"
    for name, message in (("other", "step has no variable other"), ("model.other", "Model has no attribute other")):
        with pytest.raises(ballast.BallastError, match=message):
            lowering.find_place(step, name)


# ---- several programs


def test_programs_that_fit_alone_may_not_fit_together(jax: Any) -> None:
    total = ballast.show(BEFORE).total
    limit = 2 * total
    programs = {name: (writes(BEFORE), array(jax, size)) for name, size in (("train", 8), ("eval", 16), ("test", 24))}
    made = ballast.compile_many(programs, target="cpu", limit=limit, keep="1GiB")
    assert all(result.fits for result in made.results.values())
    assert (made.fits, made.capacity, made.keep) == (False, limit, 1 << 30)
    space = ballast.show(BEFORE).space()
    assert space is not None
    assert made.temporaries == space.temporaries
    assert made.total == 3 * (total - space.temporaries) + space.temporaries
    assert made.left == limit - (1 << 30) - made.total
    assert made.largest is made.parts[0]
    assert "3 programs need" in made.verdict
    assert "they do not fit" in str(made)
    assert "shrink train first" in made._repr_html_()
    assert ballast.compile_many(programs, target="cpu", limit=made.total).fits is True


def test_arguments_that_programs_share_count_once(jax: Any) -> None:
    table = ballast.read_module(BEFORE).tables["values"]
    rows = zip(table.column("parameter"), table.column("size"), strict=True)
    sizes = {number: size for number, size in rows if number is not None}
    arrays = [jax.Array((8,), "float32") for _ in sizes]

    def other(*args: Any) -> Any:
        return writes(BEFORE)(*args)

    other.__name__ = "train_step"
    programs = {"one": (writes(BEFORE), *arrays), "two": (other, *arrays[:2], *[array(jax, 8)] * (len(arrays) - 2))}
    made = ballast.compile_many(programs, target="cpu")
    assert [part.shared for part in made.parts] == [0, sizes[0] + sizes[1]]
    alone = sum(part.own + part.shared for part in made.parts)
    assert made.total == alone - sizes[0] - sizes[1] + made.temporaries
    # By name: shapes are not the same buffers, although they are the same object.
    shapes = [array(jax, 8)] * len(arrays)

    def named(params: Any, *rest: Any) -> Any:
        return writes(BEFORE)(params, *rest)

    named.__name__ = "train_step"
    programs = {"one": (named, *shapes), "two": (named, *shapes)}
    assert [part.shared for part in ballast.compile_many(programs, target="cpu").parts] == [0, 0]
    by_name = ballast.compile_many(programs, target="cpu", shared=["params"])
    assert [part.shared for part in by_name.parts] == [0, sizes[0]]
    with pytest.raises(ballast.BallastError, match="no program has an argument weights"):
        ballast.compile_many(programs, target="cpu", shared=["weights"])
    with pytest.raises(
        ballast.BallastError, match=r"expected \(step, \*arguments\) or a result of compile\(\), found int"
    ):
        ballast.compile_many({"one": 7}, target="cpu")


def test_dumps_have_a_budget() -> None:
    module = ballast.read_module(BEFORE)
    space = module.show().space()
    assert space is not None
    table = module.tables["values"]
    rows = zip(table.column("parameter"), table.column("label"), table.column("size"), strict=True)
    params = sum(size for number, label, size in rows if number is not None and (label or "").startswith("params["))
    assert params > 0
    both = ballast.budget({"a": BEFORE, "b": BEFORE}, limit="40GiB", shared=["params"])
    assert [part.shared for part in both.parts] == [0, params]
    assert both.total == 2 * (space.total - space.temporaries) - params + space.temporaries
    assert both.parts[0].code is None
    with pytest.raises(ballast.BallastError, match="no program has an argument weights"):
        ballast.budget([str(BEFORE)], limit="40GiB", shared=["weights"])


def test_the_command_budget_ends_with_0_1_or_2(tmp_path: Path) -> None:
    def run(*words: object) -> subprocess.CompletedProcess[str]:
        command = [*COMMAND, "budget", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    done = run(BEFORE, AFTER, "--device", "v5p", "--keep", "9GiB", "--format", "json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["fits"], found["keep"], len(found["programs"])) == (True, 9 << 30, 2)
    done = run(BEFORE, AFTER, "--limit", "20GiB")
    assert done.returncode == 1
    assert done.stdout.startswith("2 programs need ")
    assert "they do not fit" in done.stdout
    for words, message in (
        ((BEFORE,), "give --device or --limit"),
        ((tmp_path / "none", "--limit", "1G"), f"there is no file or folder {tmp_path / 'none'}"),
        ((BEFORE, "--limit", "much"), "much is not a size like 15.75GiB"),
        ((BEFORE, "--device", "v9"), "no device is called v9"),
    ):
        done = run(*words)
        assert done.returncode == 2
        assert done.stderr.startswith(f"ballast: {message}"), done.stderr
        assert len(done.stderr.splitlines()) == 1


# ---- stand-ins for libraries


def test_stand_ins_are_libraries_whose_functions_return_100(tmp_path: Path) -> None:
    path = tmp_path / "libnothing.so.1"
    stand_ins.write_library(path, "libnothing.so.1", ["first", "second"])
    library = ctypes.CDLL(os.fspath(path))
    assert (library.first(), library.second()) == (100, 100)
    with pytest.raises(AttributeError):
        _ = library.third
    stand_ins.write_library(tmp_path / "libempty.so", "libempty.so", [])
    ctypes.CDLL(os.fspath(tmp_path / "libempty.so"))


def test_a_plugin_that_lacks_libraries_is_loaded(tmp_path: Path) -> None:
    compiler = shutil.which("cc") or shutil.which("gcc")
    if not compiler:
        pytest.skip("no C compiler")
    gone = tmp_path / "gone"
    gone.mkdir()
    # It links two libraries that are gone later, and calls one of their functions when it is loaded.
    for name in ("one", "two"):
        (tmp_path / f"{name}.c").write_text(f"int {name}(void) {{ return 1; }}\n")
        command = [compiler, "-shared", "-fPIC", f"-Wl,-soname,lib{name}.so.3", "-o", gone / f"lib{name}.so"]
        subprocess.run([*command, tmp_path / f"{name}.c"], check=True)
    (tmp_path / "plugin.c").write_text(
        "int one(void); int two(void); int (*pointer)(void) = two;\n"
        "static int seen; __attribute__((constructor)) static void begin(void) { seen = one(); }\n"
        "int what_it_saw(void) { return seen + two(); }\n"
    )
    plugin = tmp_path / "plugin.so"
    command = [compiler, "-shared", "-fPIC", "-Wl,-z,lazy", "-o", plugin, tmp_path / "plugin.c"]
    subprocess.run([*command, "-Wl,--no-as-needed", f"-L{gone}", "-lone", "-ltwo"], check=True)
    shutil.rmtree(gone)
    assert {"one", "two"} <= set(stand_ins.undefined_symbols(plugin))
    assert not {"printf", "__cxa_finalize"} & set(stand_ins.undefined_symbols(plugin))

    folder = tmp_path / "with blanks"
    folder.mkdir()
    paths = os.pathsep.join([os.fspath(Path(path).resolve()) for path in sys.path])
    variables = stand_ins.make_stand_ins(plugin, folder, {**os.environ, "PYTHONPATH": paths})
    assert sorted(path.name for path in folder.iterdir()) == ["libone.so.3", "libtwo.so.3"]
    program = "import ctypes, sys; print(ctypes.CDLL(sys.argv[1]).what_it_saw())"
    command = [sys.executable, "-c", program, os.fspath(plugin)]
    assert subprocess.run(command, env=variables, check=True, capture_output=True, text=True).stdout == "200\n"
    assert "LD_LIBRARY_PATH" not in os.environ or os.fspath(folder) not in os.environ["LD_LIBRARY_PATH"]

    plugin.write_bytes(b"not a library")
    with pytest.raises(ballast.BallastError, match=r"plugin\.so cannot be loaded: .*"):
        stand_ins.make_stand_ins(plugin, folder, {**os.environ, "PYTHONPATH": paths})


# ---- JAX itself


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="needs jax")
def test_a_program_of_jax_is_compiled_for_the_cpu() -> None:
    import jax
    import jax.numpy as jnp

    def loss(params: Any, x: Any) -> Any:
        return jnp.sum(jnp.tanh(x @ params["w"]) @ params["v"])

    @jax.jit
    def sgd_step(params: Any, x: Any) -> Any:
        return jax.tree_util.tree_map(lambda p, g: p - g, params, jax.grad(loss)(params, x))

    square = jax.ShapeDtypeStruct((512, 512), jnp.float32)
    x = jax.ShapeDtypeStruct((64, 512), jnp.float32)
    made = ballast.compile(sgd_step, {"w": square, "v": square}, x, target="cpu", limit="4MiB")
    assert made.module.name == "jit_sgd_step"
    assert [str(p.path) for p in made.parameters] == ["['v']", "['w']", ""]
    labels = {holder.label for holder in made.holders}
    assert {"params['w']", "params['v']", "x"} <= labels
    assert any((value.source or "").startswith(f"{__file__}:") for value in made.module.values)
    analysis, space = made.memory_analysis(), made.memory.space()
    assert analysis is not None
    assert space is not None
    assert analysis.argument_size_in_bytes == space.arguments == 4 * (2 * 512 * 512 + 64 * 512)
    assert analysis.output_size_in_bytes == space.outputs
    assert analysis.temp_size_in_bytes == space.temporaries
    assert made.fits is False

    donated = made.try_donating(0)[0]
    assert donated.after.parameters[0].donated
    after = donated.after.memory_analysis()
    assert after is not None
    assert after.alias_size_in_bytes == 2 * 4 * 512 * 512
    assert donated.saved > 0
    # What cannot be used is not in the lowered module, but it was donated.
    ballast.compile(loss, {"w": square, "v": square}, x, target="cpu")
    unused = ballast.compile(loss, {"w": square, "v": square}, x, target="cpu", donate_argnums=1)
    assert [p.donated for p in unused.parameters] == [False, False, True]
    assert made.sweep(batch=[8], arguments=[1])[0].after.total < made.total

    lowered = jax.jit(loss).lower({"w": square, "v": square}, x)
    assert ballast.compile(lowered, target="cpu").module.name == "jit_loss"
    with pytest.raises(ballast.CompileError, match="cannot be changed: pass the function"):
        ballast.compile(lowered, target="cpu").sweep(batch=[1])


@pytest.mark.skipif(importlib.util.find_spec("jax") is None, reason="needs jax")
def test_the_temporary_folder_may_have_blanks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import jax.numpy as jnp

    folder = tmp_path / 'with "blanks" and \\'
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", os.fspath(folder))
    assert ballast.compile(jnp.sin, jnp.ones(8), target="cpu").module.name == "jit_sin"
