#!/usr/bin/env python3
"""The readers that `ballast parser` writes: one is made for each start, and gets its cases in one process. They stay in
the folder CONFORMANCE_SCRATCH, so that the next call need not make them again. Grammars for other tools only judge.

    generated.py python|javascript|c|lua|peggy BALLAST < CASES > ANSWERS"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from cases import bytes_of, cases, offset_of, say  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
NAMES = {"python": "reader.py", "javascript": "reader.mjs", "c": "reader.c", "lua": "reader.lua",
         "peggy": "reader.peggy"}
WITH_TREES = ("python", "javascript")
WITH_PLACES = ("c",)
PEGGY = HERE.parents[2] / "build/parsers/node_modules"  # scripts/nightly/parsers.sh installs it
FAULT = re.compile(r"(?:.*?:)??(\d+):(\d+): error: ")


def run(command, data=b"", codes=(0,)):
    done = subprocess.run(command, input=data, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in codes:
        raise SystemExit(f"{' '.join(map(str, command))}: exit code {done.returncode}: {done.stderr.decode()[-2000:]}")
    return done.stdout


def make(target, ballast, start, folder):
    """The command of the reader of a start."""
    options = [] if start == "file" else ["--start", start]
    folder.mkdir(exist_ok=True)
    path = folder / NAMES[target]
    is_new = not path.exists()
    if is_new:
        path.write_bytes(run([ballast, "parser", "--target", target, *options]))
    if target == "python":
        return [sys.executable, "-B", str(path)]
    if target == "javascript":
        return ["node", str(path)]
    if target == "lua":
        return ["lua5.4", str(HERE / "lpeg.lua"), str(path)]
    if target == "peggy":
        return ["node", "--stack-size=50000", str(HERE / "peggy.mjs"), str(PEGGY), str(path)]
    program = str(folder / "reader")
    if is_new:
        run(["cc", "-O1", "-DBALLAST_READER_MAIN", "-o", program, str(path)])
    return [program]


def batch(all_cases):
    return b"".join(b"%d\n%s" % (len(data), data) for data in map(bytes_of, all_cases))


def recognised(command, all_cases):
    """`ok`, or the place of the fault."""
    lines = run([*command, "--cases"], batch(all_cases)).decode(errors="replace").split("\n")[:-1]
    for case, line in zip(all_cases, lines, strict=True):
        if line == "ok":
            yield {"accepted": True}
            continue
        found = FAULT.match(line)
        line, column = int(found[1]), int(found[2])
        yield {"accepted": False, "line": line, "column": column, "offset": offset_of(bytes_of(case), line, column)}


def with_trees(command, all_cases):
    """Trees of whole files and texts printed from trees, or places of faults."""
    given = batch(all_cases)
    trees, texts = (run([*command, "--cases", option], given).decode(errors="replace").split("\n")[:-1]
                    for option in ("--json", "--print"))
    for case, tree, text in zip(all_cases, trees, texts, strict=True):
        if tree.startswith('{"fault"'):
            fault = json.loads(tree)["fault"]
            yield {"accepted": False, **{k: fault[k] for k in ("offset", "line", "column")}}
            continue
        answer = {"accepted": True}
        if text.startswith('"'):
            answer["text"] = json.loads(text).encode()
        if case["start"] == "file":
            answer["tree"] = json.loads(tree)["tree"]
        yield answer


def judged(command, all_cases):
    """`ok` or `refused`."""
    with tempfile.NamedTemporaryFile() as file:
        file.write(batch(all_cases))
        file.flush()
        lines = run([*command, file.name]).decode().split("\n")[:-1]
    for _, line in zip(all_cases, lines, strict=True):
        yield {"accepted": line == "ok"}


def main(target, ballast):
    by_start = {}
    for case in cases():
        by_start.setdefault(case["start"], []).append(case)
    with tempfile.TemporaryDirectory() as own:
        scratch = pathlib.Path(os.environ.get("CONFORMANCE_SCRATCH", own))
        for start, all_cases in by_start.items():
            folder = scratch / f"{target}-{start}"
            command = make(target, ballast, start, folder)
            answers = with_trees if target in WITH_TREES else recognised if target in WITH_PLACES else judged
            for case, answer in zip(all_cases, answers(command, all_cases)):
                say(case, **answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
