"""dump() with a stand-in for a program that uses XLA, and the pytest plugin."""

import pickle
from pathlib import Path

import pytest
from conftest import generated

import ballast
from ballast.sizes import bytes_of, growth_allowed


def test_a_command_is_dumped(stand_in: list[str]) -> None:
    modules = ballast.dump(stand_in, "an argument")
    assert [module.name for module in modules] == ["jit_step"]
    assert bytes(modules[0].files[0]) == generated(7)
    assert modules.log == "compiled an argument\n"
    assert modules[0].show().total >= 0  # the folder is gone


def test_a_function_runs_in_a_child_process(stand_in: list[str]) -> None:
    pytest.importorskip("cloudpickle")
    import os
    import runpy

    parent = os.getpid()

    def step(word: str) -> None:
        assert os.getpid() != parent
        print(word)
        runpy.run_path(stand_in[1])

    modules = ballast.dump(step, "hello")
    assert [module.name for module in modules] == ["jit_step"]
    assert modules.log.startswith("hello\n")


def test_a_program_that_fails_raises_with_what_it_dumped(stand_in: list[str]) -> None:
    with pytest.raises(ballast.DumpError, match="exit code 1") as raised:
        ballast.dump([*stand_in, "fail"])
    assert raised.value.log == "compiled fail\n"
    assert raised.value.modules is not None
    assert len(raised.value.modules) == 1
    assert pickle.loads(pickle.dumps(raised.value)).log == raised.value.log
    assert ballast.dump([*stand_in, "fail"], check=False).returncode == 1


def test_a_program_that_compiles_nothing_raises() -> None:
    with pytest.raises(ballast.DumpError, match="compiled nothing"):
        ballast.dump("true")


def test_a_program_that_takes_too_long_raises() -> None:
    with pytest.raises(ballast.DumpError, match=r"longer than 0\.1 s"):
        ballast.dump("sleep 10", timeout=0.1)


def test_sizes_are_powers_of_1024() -> None:
    assert bytes_of("12GiB") == bytes_of("12G") == 12 << 30
    assert bytes_of("1.5 KB") == 1536
    assert bytes_of(7) == bytes_of("7B") == 7
    assert bytes_of("0") == 0
    for text, problem in (
        ("lots", "lots is not a size like 15.75GiB"),
        ("12", "12 has no unit: 12GiB, 12MiB, …"),
        ("1.5", "1.5 has no unit: 1.5GiB, 1.5MiB, …"),
    ):
        with pytest.raises(ValueError, match=problem):
            bytes_of(text)
    with pytest.raises(ValueError, match="7 has no unit"):
        growth_allowed("7", 1 << 30)
    assert growth_allowed("5%", 1 << 30) == (1 << 30) // 20
    assert growth_allowed("5%", 100) == 1 << 20
    assert growth_allowed("2MiB", 100) == 2 << 20


@pytest.fixture
def compiles(pytester: pytest.Pytester, stand_in: list[str]) -> pytest.Pytester:
    """Tests that compile with the stand-in."""
    pytester.makeconftest(
        "import runpy\nimport pytest\n"
        f"@pytest.fixture\ndef compiled():\n    return lambda: runpy.run_path({stand_in[1]!r}, run_name='x')\n"
    )
    # It ends its process.
    program = Path(stand_in[1])
    program.write_text(program.read_text().replace("sys.exit(int('fail' in sys.argv))\n", ""))
    return pytester


def test_the_plugin_passes_and_fails_by_size(compiles: pytest.Pytester) -> None:
    total = ballast.show(generated(7)).total
    compiles.makepyfile(
        f"import pytest\n"
        f"@pytest.mark.xla_memory(max={total})\ndef test_fits(compiled): compiled()\n"
        f"@pytest.mark.xla_memory(max={total - 1})\ndef test_does_not_fit(compiled): compiled()\n"
        f"@pytest.mark.xla_memory(max='1GiB')\ndef test_compiles_nothing(): pass\n"
    )
    result = compiles.runpytest_subprocess("-p", "no:cacheprovider")
    result.assert_outcomes(passed=1, failed=2)
    result.stdout.fnmatch_lines([f"*xla_memory: jit_step: {total} bytes in space 0, {total - 1} are allowed*"])
    result.stdout.fnmatch_lines(["*total allocated:*", "*compiled nothing with XLA*"])


def test_the_plugin_compares_with_a_stored_dump(compiles: pytest.Pytester, tmp_path: Path) -> None:
    compiles.makepyfile(
        "import pytest\n@pytest.mark.xla_memory(max_growth='5%')\ndef test_step(compiled): compiled()\n"
    )
    compiles.runpytest_subprocess().assert_outcomes(failed=1)
    compiles.runpytest_subprocess("--xla-memory-update").assert_outcomes(passed=1)
    compiles.runpytest_subprocess().assert_outcomes(passed=1)
    (stored,) = compiles.path.glob("xla_memory/test_the_plugin_compares*/test_step/*")
    assert stored.read_bytes() == generated(7)


def test_each_test_has_a_stored_dump_of_its_own(compiles: pytest.Pytester) -> None:
    mark = "import pytest\n@pytest.mark.xla_memory(max_growth='5%')\n"
    compiles.makepyfile(
        test_one=f"{mark}def test_step(compiled): compiled()\n",
        test_two=f"{mark}@pytest.mark.parametrize('x', ['a/b', 'a b'])\ndef test_step(compiled, x): compiled()\n"
        "class TestOther:\n"
        "    @pytest.mark.xla_memory(max_growth='5%')\n"
        "    def test_step(self, compiled): compiled()\n",
    )
    compiles.runpytest_subprocess("--xla-memory-update").assert_outcomes(passed=4)
    assert len(list(compiles.path.glob("xla_memory/*/*/*"))) == 4
    compiles.runpytest_subprocess().assert_outcomes(passed=4)


def test_the_first_argument_of_the_mark_is_the_most(compiles: pytest.Pytester) -> None:
    compiles.makepyfile(
        "import pytest\n"
        "@pytest.mark.xla_memory('1KiB')\ndef test_positional(compiled): compiled()\n"
        "@pytest.mark.xla_memory\ndef test_without_limits(compiled): compiled()\n"
        "@pytest.mark.xla_memory(most='1KiB')\ndef test_unknown(compiled): compiled()\n"
        "@pytest.mark.xla_memory(max='much')\ndef test_no_size(compiled): compiled()\n"
        "@pytest.mark.xla_memory(max_growth='much')\ndef test_no_growth(compiled): compiled()\n"
    )
    result = compiles.runpytest_subprocess()
    result.assert_outcomes(failed=5)
    for line in (
        "*xla_memory: jit_step: * bytes in space 0, 1024 are allowed*",
        "*xla_memory: expected max or max_growth, found neither*",
        "*xla_memory: the mark xla_memory got an unexpected keyword argument 'most'*",
        "*xla_memory: much is not a size like 15.75GiB*",
    ):
        result.stdout.fnmatch_lines([line])


def test_the_plugin_reports_growth(compiles: pytest.Pytester, tmp_path: Path, train: Path) -> None:
    import shutil

    (compiles.path / "xla_memory").mkdir()
    shutil.copytree(train / "after", compiles.path / "xla_memory" / "before")
    program = tmp_path / "stand_in.py"
    program.write_text(
        "import os, re, shutil\n"
        "folder = re.search(r'--xla_dump_to=(\\S+)', os.environ['XLA_FLAGS'])[1]\n"
        f"shutil.copytree({str(train / 'before')!r}, folder, dirs_exist_ok=True)\n"
    )
    compiles.makepyfile(
        "import pytest\n"
        "@pytest.mark.xla_memory(max_growth='5%', baseline='xla_memory/before')\ndef test_step(compiled): compiled()\n"
        "@pytest.mark.xla_memory(max_growth='20%', baseline='xla_memory/before')\ndef test_much(compiled): compiled()\n"
    )
    result = compiles.runpytest_subprocess()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*15604416664 -> 17718345880 bytes in space 0, a growth of 5% is allowed*"])


def test_jax_is_dumped() -> None:
    pytest.importorskip("jax")
    pytest.importorskip("cloudpickle")

    def train(size: int) -> None:
        import jax
        import jax.numpy as jnp

        @jax.jit
        def my_step(x: jax.Array) -> jax.Array:
            return jnp.tanh(x @ x) @ x

        my_step(jnp.ones((size, size))).block_until_ready()

    (module,) = ballast.dump(train, 256).named("jit_my_step")
    assert module.total is not None
    assert module.total >= 2 * 4 * 256 * 256
    assert any(instruction.opcode == "parameter" for instruction in module.instructions)
    assert module.show().holders[0].shape == "f32[256,256]"


def test_the_plugin_judges_jax(pytester: pytest.Pytester) -> None:
    pytest.importorskip("jax")
    pytester.makepyfile(
        "import jax, jax.numpy as jnp, pytest\n"
        "step = jax.jit(lambda x: jnp.tanh(x @ x))\n"
        "@pytest.mark.xla_memory(max='1GiB')\ndef test_fits(): step(jnp.ones((64, 64))).block_until_ready()\n"
        "@pytest.mark.xla_memory(max='1KiB')\ndef test_does_not_fit(): step(jnp.ones((64, 64))).block_until_ready()\n"
    )
    result = pytester.runpytest_subprocess()
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(["*xla_memory: jit__lambda*1024 are allowed*"])
