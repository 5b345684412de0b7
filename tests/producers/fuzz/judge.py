#!/usr/bin/env python3
"""Random programs against ballast: programs are drawn by seed, compiled with a real XLA, and ballast judges what it wrote.

usage: scripts/nightly/programs.sh PLATFORM [--first SEED] [--count N] [--minutes M] [--release VERSION]

For each program: every text is read and printed back identical, no finding above a note, one era, JSON and redaction give
valid texts back, memory-usage reports follow from their dumps, `show` has the figures of memory_analysis(). A program that
falls short is reduced by deleting statements, and kept with its texts. Exit code 1 if one fell short, 2 if nothing compiled.
"""
import argparse
import collections
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import matrix  # noqa: E402

PRODUCER = {"cpu": "jax", "tpu": "libtpu", "cuda": "jax-cuda12-plugin"}
SHARED_FLAGS = ["--xla_dump_large_constants", "--xla_disable_hlo_passes=algsimp", "--xla_disable_hlo_passes=cse,dce",
                "--xla_backend_optimization_level=0", "--xla_dump_hlo_as_proto"]
FLAGS = {
    "cpu": ["--xla_cpu_enable_fast_math=true", "--xla_cpu_enable_concurrency_optimized_scheduler=true",
            "--xla_cpu_copy_insertion_use_region_analysis=true", "--xla_cpu_use_onednn=false",
            "--xla_disable_hlo_passes=fusion", "--xla_disable_hlo_passes=layout-assignment"],
    "tpu": [],
    "cuda": ["--xla_gpu_enable_latency_hiding_scheduler=true", "--xla_gpu_enable_command_buffer=", "--xla_disable_hlo_passes=fusion",
             "--xla_gpu_enable_triton_gemm=false", "--xla_gpu_memory_limit_slop_factor=50"],
}
ALWAYS = {"cpu": "--xla_force_host_platform_device_count=8"}
BATCH = 25
COMPILER = HERE / "compile_programs.py"


class Batch:
    """Programs of one process, with the flags that it got."""

    def __init__(self, given, python, folder, flags):
        self.given, self.python, self.folder, self.flags = given, python, folder, flags
        self.compiled, self.skipped, self.ended = [], [], []
        self.dumps = folder / "all"
        self.sources = folder / "programs"
        self.dumps.mkdir(parents=True)
        self.sources.mkdir()

    def process(self, words):
        environment = dict(os.environ, **matrix.PRODUCERS[PRODUCER[self.given.platform]].environment)
        environment["XLA_FLAGS"] = " ".join([matrix.DUMP_FLAGS.format(folder=self.dumps), ALWAYS.get(self.given.platform, "")] + self.flags)
        environment["BALLAST_ANALYSIS"] = str(self.folder / "analysis.jsonl")
        with open(self.folder / "log", "a") as log:
            done = subprocess.run(["timeout", str(self.given.time_limit), self.python, "-B", str(COMPILER), self.given.platform,
                                   str(self.sources), *map(str, words)], env=environment, stdout=subprocess.PIPE, stderr=log,
                                  universal_newlines=True)
            log.write(done.stdout)
        return done.stdout

    def run(self, seeds):
        """Compiles the programs. Where one ends the process, the rest is compiled by another one."""
        seeds = list(seeds)
        while seeds:
            printed = self.process(seeds)
            self.compiled += re.findall(r"^compiled (\S+)$", printed, re.M)
            self.skipped += re.findall(r"^skipped (\S+):", printed, re.M)
            begun = re.findall(r"^begins p(\d+) ", printed, re.M)
            if not begun and self.flags:  # this release does not know one of them
                self.flags = []
                continue
            if not begun:
                return
            last = int(begun[-1])
            if "p%d" % last not in self.compiled + self.skipped:
                self.ended.append("p%d" % last)
            seeds = seeds[seeds.index(last) + 1:]

    def faults(self):
        """By program: what ballast says against its texts."""
        faults = collections.defaultdict(list)
        texts = self.folder / "texts"
        matrix.keep_texts(self.dumps, texts, {})
        for check in (identical, without_findings, one_era, through_json, redacted, reports, figures):
            for name, fault in check(self.given.ballast, texts, self):
                faults[program_of(name)].append(fault)
        return faults


def program_of(name):
    found = re.search(r"jit_(p\d+(?:_\d+)?)\b", str(name))
    return found.group(1) if found else "?"


# --- what is judged ---------------------------------------------------------------------------------------------------

def identical(ballast, texts, _):
    for line in matrix.said(ballast, "roundtrip", texts).splitlines():
        if ".txt" in line and "identical" not in line:
            yield line, "roundtrip"


def findings_in(ballast, folder):
    """The name of the file and the identifier of each finding above a note."""
    for file in json.loads(matrix.said(ballast, "validate", "--format", "json", folder) or "{}").get("files", []):
        for finding in file.get("findings", [{"id": "unreadable", "severity": "error"}]):
            if finding["severity"] != "note":
                yield pathlib.Path(file["path"]).name, finding["id"]


def without_findings(ballast, texts, _):
    yield from findings_in(ballast, texts)


def one_era(ballast, texts, _):
    judged = json.loads(matrix.said(ballast, "validate", "--format", "json", texts) or "{}").get("files", [])
    of = [f["era"] for f in judged if f.get("era") and f.get("kind") != "module-text"]
    if of and not matrix.joined_eras(of):
        yield "?", "eras"


def through_json(ballast, texts, _):
    for path in sorted(texts.rglob("*.txt")):
        written = subprocess.run([str(ballast), "json", str(path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        back = subprocess.run([str(ballast), "print", "--from-json", "-"], input=written, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL).stdout
        if back != path.read_bytes():
            yield path.name, "json"


def redacted(ballast, texts, batch):
    folder = batch.folder / "redacted"
    done = subprocess.run([str(ballast), "redact", str(texts), "-o", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode != 0:
        yield "?", "redact"
    if len(list(findings_in(ballast, folder))) != len(list(findings_in(ballast, texts))):
        yield "?", "redacted"


def reports(ballast, texts, _):
    for report in sorted(texts.rglob("*" + matrix.REPORT)):
        stem = str(report)[:-len(matrix.REPORT)]
        siblings = [stem + e for e in (matrix.ASSIGNMENT, "-buffer-assignment-values.txt", "-live-range.txt") if os.path.exists(stem + e)]
        if not os.path.exists(stem + matrix.ASSIGNMENT):
            continue
        done = subprocess.run([str(ballast), "report-text", *siblings, str(report)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        if matrix.without_ties(done.stdout) != matrix.without_ties(report.read_bytes()):
            yield report.name, "report"


def figures(ballast, texts, batch):
    path = batch.folder / "analysis.jsonl"
    compared = matrix.PRODUCERS[PRODUCER[batch.given.platform]].compared
    lines = [json.loads(l) for l in path.read_text().splitlines()] if path.exists() else []
    for line in lines:
        equal, total = matrix.analyses_equal(ballast, texts, [line], compared)
        if equal != total:
            yield line["module"], "figures"


# --- reductions -------------------------------------------------------------------------------------------------------

def reduce(given, python, work, name, fault, flags):
    """Deletes statements as long as the fault stays: halves, quarters, …, single ones. All candidates of a round are compiled
    by one process."""
    seed = int(name[1:])
    count = None
    deleted, size = set(), None
    for turn in range(12):
        folder = work / ("reduce-%s-%d" % (name, turn))
        batch = Batch(given, python, folder, flags)
        if count is None:
            candidates = [[]]
        else:
            left = [i for i in range(count) if i not in deleted]
            candidates = [sorted(deleted | set(left[i:i + size])) for i in range(0, len(left), size)]
        (folder / "without.json").write_text(json.dumps(candidates))
        printed = batch.process([seed, "--without", folder / "without.json"])
        faults = batch.faults()
        failing = [candidates[int(n.split("_")[1])] for n, f in faults.items() if fault in f and "_" in n]
        if count is None:
            counts = re.findall(r"^begins \S+ (\d+)", printed, re.M)
            if not failing or not counts:
                return None
            count = int(counts[0])
            size = max(1, count // 2)
        elif failing:
            deleted = set(max(failing, key=len))
        elif size == 1:
            break
        else:
            size = max(1, size // 2)
    return sorted(deleted)


# --- all of it --------------------------------------------------------------------------------------------------------

def arguments(words):
    parser = argparse.ArgumentParser(prog="programs", description="Judges the texts of random programs.")
    parser.add_argument("platform", choices=sorted(PRODUCER))
    parser.add_argument("--ballast", type=pathlib.Path, required=True, help="the command")
    parser.add_argument("--python", help="an interpreter with JAX; otherwise an environment is made, as scripts/nightly/releases.sh does")
    parser.add_argument("--release", default="", help="the version of the producer (the newest)")
    parser.add_argument("--first", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--count", type=int, default=100, help="programs (100)")
    parser.add_argument("--minutes", type=float, help="draws no further batch after this time")
    parser.add_argument("--time-limit", type=int, default=900, help="seconds for a process (900)")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("build/programs"), help="folder for programs that fall short")
    parser.add_argument("--reduce", type=int, default=3, metavar="N", help="reduces at most N programs (3)")
    return parser.parse_args(words)


def interpreter(given):
    if given.python:
        return given.python
    wanted = PRODUCER[given.platform] + ("==" + given.release if given.release else "")
    row = matrix.choose([wanted], matrix.read_releases(HERE.parent / "releases.tsv"))[0]
    with tempfile.TemporaryFile("w") as log:
        return str(matrix.make_environment(row, matrix.default_cache(), log)[1])


def flags_of(platform, seed):
    draw = random.Random(seed)
    return [f for f in SHARED_FLAGS + FLAGS[platform] if draw.random() < .15]


def main(words):
    import time
    given = arguments(words)
    given.ballast = given.ballast.resolve()
    python = interpreter(given)
    begin = time.monotonic()
    total = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="ballast-programs-") as temporary:
        work = pathlib.Path(temporary)
        for first in range(given.first, given.first + given.count, BATCH):
            if given.minutes and time.monotonic() - begin > 60 * given.minutes:
                break
            flags = flags_of(given.platform, first)
            seeds = range(first, min(first + BATCH, given.first + given.count))
            batch = Batch(given, python, work / ("batch-%d" % first), flags)
            batch.run(seeds)
            faults = batch.faults()
            total.update(compiled=len(batch.compiled), skipped=len(batch.skipped), ended=len(batch.ended),
                         files=sum(1 for _ in (batch.folder / "texts").rglob("*.txt")), faulty=len(faults))
            print("seeds %d to %d %s: %d compiled, %d skipped, %d ended the process" % (
                seeds[0], seeds[-1], " ".join(batch.flags), len(batch.compiled), len(batch.skipped), len(batch.ended)), flush=True)
            for name, of in sorted(faults.items()):
                print("  %s: %s" % (name, ", ".join(sorted(set(of)))), flush=True)
            if faults:
                kept = given.keep / ("%s-%d" % (given.platform, first))
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(batch.folder, kept, ignore=shutil.ignore_patterns("all", "redacted"))
            for name, of in sorted(faults.items()):
                if given.reduce <= 0 or not re.fullmatch(r"p\d+", name):
                    continue
                given.reduce -= 1
                deleted = reduce(given, python, work, name, of[0], flags)
                print("  %s: %s" % (name, "does not come again" if deleted is None else "falls short without statements %s" % deleted),
                      flush=True)
            shutil.rmtree(batch.folder)
    print("programs: %s: %s" % (given.platform, ", ".join("%d %s" % (n, w) for w, n in sorted(total.items()))))
    return 1 if total["faulty"] else 0 if total["compiled"] else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
