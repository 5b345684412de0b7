"""A stand-in for a producer, for the tests of the matrix: its dumps are golden ones, or are wrong on purpose."""
import os
import pathlib
import re
import shutil
import sys
import time

from harness import main, program, step, tell_analysis

GOLDEN = pathlib.Path(os.environ["STAND_IN_GOLDEN"])
DUMPS = pathlib.Path(re.search(r"--xla_dump_to=(\S+)", os.environ["XLA_FLAGS"]).group(1))


def dump(source, module, edit=lambda text: text):
    """Writes a golden dump under the name that XLA gives the dump of a module."""
    for ending in ("-buffer-assignment.txt", "-memory-usage-report.txt"):
        path = GOLDEN / (source + ending)
        if path.exists():
            target = DUMPS / ("module_0001.%s.cpu_after_optimizations%s" % (module, ending))
            target.write_bytes(edit(path.read_bytes()))
    shutil.copy(GOLDEN / "module_0001.jit_step.cpu_after_optimizations-buffer-assignment.txt", DUMPS / "unrelated.dot")


STEP = "module_0001.jit_step.cpu_after_optimizations"


@program
def sound():
    class Compiled:
        def memory_analysis(self):
            return self

    with step("sound"):
        dump(STEP, "jit_sound")
        compiled = Compiled()
        for name, value in (item.split("=") for item in os.environ.get("STAND_IN_ANALYSIS", "").split()):
            setattr(compiled, name + "_size_in_bytes", int(value))
        tell_analysis("jit_sound", compiled)


@program
def paths():
    with step("paths"):
        here = str(pathlib.Path(__file__).resolve().parent).encode()
        dump(STEP, "jit_paths", lambda text: text.replace(b"jit(step)/neg", here + b"/step.py"))


@program
def wrong():
    with step("wrong"):
        dump(STEP, "jit_wrong", lambda text: text.replace(b"Total bytes used: ", b"Total bytes used: 1", 1))


@program
def refused():
    with step("refused"):
        dump(STEP, "jit_refused", lambda text: text.replace(b"(size=", b"(sise=", 1))


@program
def lacking():
    with step("lacking"):
        raise NotImplementedError("this release lacks it")


@program
def hanging():
    time.sleep(600)


@program
def crashing():
    sys.stdout.flush()
    os.abort()


if __name__ == "__main__":
    main()
