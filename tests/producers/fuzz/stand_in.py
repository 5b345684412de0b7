"""A stand-in for compile_programs.py, for the tests of the judge: the texts of each program are golden ones. A program of four
statements falls short as long as its third statement is there; seed 5 ends the process."""
import json
import os
import pathlib
import re
import sys

GOLDEN = pathlib.Path(os.environ["STAND_IN_GOLDEN"])
DUMPS = pathlib.Path(re.search(r"--xla_dump_to=(\S+)", os.environ["XLA_FLAGS"]).group(1))
STEP = "module_0001.jit_step.cpu_after_optimizations"


def dump(name, wrong):
    for ending in ("-buffer-assignment.txt", "-memory-usage-report.txt"):
        text = (GOLDEN / "modules" / (STEP + ending)).read_bytes()
        if wrong:
            text = text.replace(b"Total bytes used: ", b"Total bytes used: 1", 1)
        (DUMPS / ("module_0001.jit_%s.cpu_after_optimizations%s" % (name, ending))).write_bytes(text)


seeds = sys.argv[3:]
deletions = [[]]
if "--without" in seeds:
    deletions = json.loads(pathlib.Path(seeds[2]).read_text())
    seeds = seeds[:1]
for seed in map(int, seeds):
    for i, deleted in enumerate(deletions):
        name = "p%d" % seed + ("_%d" % i if len(sys.argv) > 4 and sys.argv[4] == "--without" else "")
        print("begins %s 4" % name, flush=True)
        if seed == 5:
            os.abort()
        dump(name, wrong=seed == 3 and 2 not in deleted)
        print("compiled " + name, flush=True)
