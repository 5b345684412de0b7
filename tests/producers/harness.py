"""What the programs of all producers have in common: they are named, and a step that a release cannot compile is skipped.

usage: python3 FILE PROGRAM     with XLA_FLAGS=--xla_dump_to=DIR; exit code 1 if no step of the program compiled
"""
import contextlib
import json
import os
import sys

PROGRAMS = {}
COUNTS = {"compiled": 0, "skipped": 0}
FIGURES = {"argument": "argument_size_in_bytes", "output": "output_size_in_bytes", "alias": "alias_size_in_bytes",
           "temp": "temp_size_in_bytes"}


def program(function):
    """Marks a program: a function without arguments."""
    PROGRAMS[function.__name__] = function
    return function


@contextlib.contextmanager
def step(name):
    """One compilation; what it raises is reported."""
    try:
        yield
        COUNTS["compiled"] += 1
    except Exception as error:  # whatever a release throws at what it lacks
        COUNTS["skipped"] += 1
        print("skipped %s: %s: %s" % (name, type(error).__name__, (str(error).splitlines() or [""])[0][:200]), flush=True)


def tell_analysis(module, compiled):
    """Appends the figures of memory_analysis() to the file that BALLAST_ANALYSIS names, if the release has them."""
    path = os.environ.get("BALLAST_ANALYSIS")
    if not path:
        return
    try:
        analysis = compiled.memory_analysis()
        figures = {ours: getattr(analysis, theirs) for ours, theirs in FIGURES.items()}
    except Exception as error:
        print("no analysis of %s: %s" % (module, type(error).__name__), flush=True)
        return
    if not any(figures.values()):  # old releases have the fields, but do not fill them
        return
    with open(path, "a") as out:
        out.write(json.dumps(dict(figures, module=module)) + "\n")


def mapped(function, mesh, inputs, outputs):
    """shard_map, wherever the release has it."""
    try:
        from jax import shard_map
    except ImportError:
        from jax.experimental.shard_map import shard_map
    for check in ("check_vma", "check_rep"):
        try:
            return shard_map(function, mesh=mesh, in_specs=inputs, out_specs=outputs, **{check: False})
        except TypeError:
            continue
    raise TypeError("shard_map takes neither check_vma nor check_rep")


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in PROGRAMS:
        sys.exit("usage: %s PROGRAM, one of %s" % (sys.argv[0], ", ".join(PROGRAMS)))
    PROGRAMS[sys.argv[1]]()
    print("%s: %d compiled, %d skipped" % (sys.argv[1], COUNTS["compiled"], COUNTS["skipped"]), flush=True)
    sys.stdout.flush()
    os._exit(0 if COUNTS["compiled"] else 1)  # some releases end with a fault when their threads are joined
