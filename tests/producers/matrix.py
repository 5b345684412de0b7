#!/usr/bin/env python3
"""The release matrix: programs of real producers are compiled with many releases, and ballast judges what XLA wrote.

usage: scripts/nightly/releases.sh [PRODUCER[==VERSION]]...     (without arguments: the newest release of each producer)

A row of releases.tsv is a release. For each row the Python that it names gets a virtual environment from PyPI, every
program runs in a process of its own, and the texts are judged: all read, identical, no error, no warning, the state of
the dump that the release has, memory-usage reports that follow from their dumps, the figures of `memory_analysis()`.

Exit code 0: all of this holds in every row; 1: it does not; 2: a row could not be run, which its reason says.
"""
import argparse
import ast
import collections
import glob
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
KEPT = re.compile(r"(buffer-assignment|buffer-assignment-values|live-range|memory-usage-report|after_optimizations)\.txt$")
ASSIGNMENT = "-buffer-assignment.txt"
REPORT = "-memory-usage-report.txt"
ANALYSIS = {"arguments": "argument", "outputs": "output", "shared": "alias", "temporaries": "temp"}
DUMP_FLAGS = "--xla_dump_to={folder} --xla_dump_hlo_as_text"
BINARY_FLAG = " --xla_dump_hlo_as_proto"
BINARY = re.compile(r"(after_optimizations\.hlo|memory-usage-report)\.pb$")


class CannotRun(Exception):
    """A row that cannot be run, and why."""


# --- producers and releases -------------------------------------------------------------------------------------------

Producer = collections.namedtuple("Producer", "programs packages alone environment flags prepare compared")
Producer.__new__.__defaults__ = ((), {}, "", None, ())


def stub_cuda(environment):
    """torch links libraries of CUDA that a CPU does not need; empty ones save gigabytes."""
    subprocess.run([sys.executable, str(HERE / "stub_cuda.py"), str(environment)], check=True, stdout=subprocess.DEVNULL)


# `alone`: packages that are installed without what they ask for. `compared`: figures of memory_analysis() that a dump
# gives; the heaps of a TPU are counted in another way than its dump counts them.
PRODUCERS = {
    "jax": Producer("jax_programs.py", ["jax=={version}", "jaxlib=={version}"],
                    environment={"JAX_PLATFORMS": "cpu"}, flags="--xla_force_host_platform_device_count=8",
                    compared=("argument", "output", "alias", "temp")),
    "tensorflow": Producer("tensorflow_programs.py", ["tensorflow=={version}"],
                           environment={"TF_CPP_MIN_LOG_LEVEL": "2"}),
    "tensorflow-cpu": Producer("tensorflow_programs.py", ["tensorflow-cpu=={version}"],
                               environment={"TF_CPP_MIN_LOG_LEVEL": "2"}),
    "torch-xla": Producer("torch_programs.py",
                          ["filelock", "typing-extensions", "sympy", "networkx", "jinja2", "fsspec", "setuptools",
                           "absl-py", "pyyaml", "requests", "torch-xla=={version}"],
                          alone=["torch=={version}"], environment={"PJRT_DEVICE": "CPU"}, prepare=stub_cuda),
    "libtpu": Producer("tpu_programs.py", ["libtpu=={version}"],
                       environment={"JAX_PLATFORMS": "cpu", "ALLOW_MULTIPLE_LIBTPU_LOAD": "1"},
                       compared=("argument", "output", "alias")),
    "jax-cuda12-plugin": Producer("cuda_programs.py",
                                  ["jax=={version}", "jaxlib=={version}", "nvidia-cuda-nvcc-cu12"],
                                  alone=["jax-cuda12-plugin=={version}", "jax-cuda12-pjrt=={version}"],
                                  environment={"JAX_PLATFORMS": "cpu", "JAX_SKIP_CUDA_CONSTRAINTS_CHECK": "1"},
                                  compared=("argument", "output", "alias", "temp")),
}

Release = collections.namedtuple("Release", "producer version python pins expected")


def read_releases(path):
    """The rows of releases.tsv, in their order: ascending versions of each producer."""
    result = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("#") or not line.strip():
            continue
        fields = line.split("\t")
        if len(fields) != 5:
            raise SystemExit("%s:%d: %d fields in place of 5" % (path.name, number, len(fields)))
        result.append(Release(fields[0], fields[1], fields[2], fields[3].split(), fields[4]))
    return result


def choose(wanted, releases):
    """The rows that the arguments name. A version that the table lacks is run as the newest one of its producer is."""
    if not wanted:
        wanted = list(dict.fromkeys(r.producer for r in releases))
    rows = []
    for name in wanted:
        producer, _, version = name.partition("==")
        of = [r for r in releases if r.producer == producer]
        if not of:
            raise SystemExit("releases: no producer is called %s; there are %s" %
                             (producer, ", ".join(sorted({r.producer for r in releases}))))
        known = [r for r in of if r.version == version]
        rows.append(known[0] if known else of[-1]._replace(version=version, expected=of[-1].expected + "+"))
    return rows


# --- environments -----------------------------------------------------------------------------------------------------

def find_python(version):
    """The interpreter of that version, from PATH or pyenv."""
    candidates = [shutil.which("python" + version)]
    root = os.environ.get("PYENV_ROOT") or os.path.expanduser("~/.pyenv")
    candidates += sorted(glob.glob("%s/versions/%s*/bin/python" % (root, version)))
    for python in filter(None, candidates):
        asked = subprocess.run([python, "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
                               stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, universal_newlines=True)
        if asked.returncode == 0 and asked.stdout.strip() == version:
            return python
    raise CannotRun("Python %s is neither in PATH nor in pyenv" % version)


def install(python, packages, options, log):
    done = subprocess.run([str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                           "--no-input", *options, *packages],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, universal_newlines=True)
    log.write(done.stdout)
    if done.returncode != 0:
        said = [l for l in done.stdout.splitlines() if "ERROR" in l] or done.stdout.splitlines() or ["?"]
        raise CannotRun("pip: " + said[-1].replace("ERROR: ", "")[:200])


def installed_version(python, package):
    asked = subprocess.run([str(python), "-m", "pip", "show", package], stdout=subprocess.PIPE,
                           stderr=subprocess.DEVNULL, universal_newlines=True)
    found = re.search(r"^Version: (\S+)", asked.stdout, re.M)
    if not found:
        raise CannotRun("%s was not installed" % package)
    return found.group(1)


def make_environment(row, cache, log):
    """A virtual environment with the release; its interpreter, and the version where the newest was asked for."""
    producer = PRODUCERS[row.producer]
    folder = cache / ("%s-%s-python%s" % (row.producer, row.version or "newest", row.python))
    python = folder / "bin" / "python"
    done = folder / "complete"
    if not row.version:
        shutil.rmtree(folder, ignore_errors=True)  # what was the newest may be so no more
    if not done.exists():
        shutil.rmtree(folder, ignore_errors=True)
        base = find_python(row.python)
        made = subprocess.run([base, "-m", "venv", str(folder)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              universal_newlines=True)
        if made.returncode != 0:
            raise CannotRun("venv: " + (made.stdout.splitlines() or ["?"])[-1][:200])
        pinned = lambda texts: [t.format(version=row.version) if row.version else t.split("==")[0] for t in texts]
        install(python, pinned(producer.packages) + row.pins, [], log)
        if producer.alone:
            install(python, pinned(producer.alone), ["--no-deps"], log)
        if producer.prepare:
            producer.prepare(folder)
        done.touch()
    return folder, python, row.version or installed_version(python, row.producer)


# --- programs ---------------------------------------------------------------------------------------------------------

def programs_of(path):
    """The names of the functions that are marked with @program, without running the file."""
    tree = ast.parse(path.read_text())
    marked = lambda f: any(isinstance(d, ast.Name) and d.id == "program" for d in f.decorator_list)
    return [f.name for f in tree.body if isinstance(f, ast.FunctionDef) and marked(f)]


def run_program(python, path, name, folder, producer, limit, binary=False):
    """Runs one program; its texts are in the folder. What became of it: `ok`, `skipped`, `timeout` or `ended -11`."""
    dumps = folder / "all"
    dumps.mkdir(parents=True)
    environment = dict(os.environ, **producer.environment)
    environment["XLA_FLAGS"] = (DUMP_FLAGS.format(folder=dumps) + (BINARY_FLAG if binary else "") + " " + producer.flags).strip()
    environment["BALLAST_ANALYSIS"] = str(folder / "analysis.jsonl")
    environment.pop("PYTHONPATH", None)
    with open(folder / "log", "w") as log:
        process = subprocess.Popen([str(python), "-B", str(path), name], cwd=folder, env=environment, stdout=log,
                                   stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
        try:
            code = process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return "timeout"
    if code == 0:
        return "ok"
    return "skipped" if code == 1 else "ended %d" % code


def without_paths(text, paths):
    """The text without paths of this machine."""
    for path in sorted(map(str, paths), key=len, reverse=True):
        text = text.replace(path.encode(), b"/home/me")
    return text


def keep_texts(source, target, paths, binary=False):
    """Copies what speaks of memory, how many files. Paths of the machine are replaced, except beside binary files, which
    have them, too."""
    count = 0
    target.mkdir(parents=True, exist_ok=True)
    if binary:
        paths = ()
        for path in sorted(source.rglob("*.pb")):
            if BINARY.search(path.name):
                shutil.copy(path, target / path.name)
    for path in sorted(source.rglob("*.txt")):
        if KEPT.search(path.name):
            (target / path.name).write_bytes(without_paths(path.read_bytes(), paths))
            count += 1
    return count


# --- what ballast says ------------------------------------------------------------------------------------------------

def said(ballast, *arguments):
    done = subprocess.run([str(ballast), *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.stdout.decode(errors="replace")


def state_order(name):
    """D6 < D6b < D7; D1 < D1'."""
    found = re.fullmatch(r"D(\d+)(.?)", name)
    return (int(found.group(1)), found.group(2)) if found else (-1, "")


def joined_eras(eras):
    """The first and last state that all of `D17..D18 2025-07-23..2026-04-03, …` allow; nothing where they contradict."""
    first, last = "D0", "D999"
    for era in eras:
        states = re.findall(r"(D\d+[b']?)\.\.(D\d+[b']?)", era)
        if not states:
            continue
        first = max(first, states[0][0], key=state_order)
        last = min(last, states[-1][1], key=state_order)
    if last == "D999" or state_order(first) > state_order(last):
        return None
    return first, last


def fits(found, expected):
    """`D18`; `D6,D6b`, one of them; `D24+`, that or a later one."""
    if not found:
        return False
    low, high = map(state_order, found)
    for state in expected.split(","):
        if state.endswith("+"):
            if high >= state_order(state[:-1]):
                return True
        elif low <= state_order(state) <= high:
            return True
    return False


def without_ties(report):
    """A report without the order of what has one size, which came out of a hash table until 2025-10-27. Reports by memory
    space are of a later time."""
    text, rows = [], []
    for line in report.decode(errors="replace").splitlines():
        cells = line.split(";")
        if len(cells) < 4:
            text.append(line)
        else:
            text.append(cells[0])
            rows.append(cells[1:-1] + sorted(cells[-1].strip().split(", ")))
    return (text, sorted(rows)) if report.startswith(b"Total bytes used") else report


def compare_reports(ballast, folder):
    """How many memory-usage reports follow from their dumps: byte for byte, but for ties, and how many there are."""
    equal = tied = total = 0
    for report in sorted(folder.rglob("*" + REPORT)):
        stem = str(report)[:-len(REPORT)]
        files = [f for f in (stem + ASSIGNMENT, stem + "-buffer-assignment-values.txt", stem + "-live-range.txt",
                             str(report)) if os.path.exists(f)]
        if not os.path.exists(stem + ASSIGNMENT):
            continue
        total += 1
        done = subprocess.run([str(ballast), "report-text", *files], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        written = report.read_bytes()
        if done.stdout == written:
            equal += 1
        elif without_ties(done.stdout) == without_ties(written):
            tied += 1
    return equal, tied, total


def module_of(name):
    """`jit_f` of `module_0001.jit_f.cpu_after_optimizations-buffer-assignment.txt`, also with a number behind."""
    found = re.match(r"(?:\d+\.)?module_\d+\.([^.]+)\.", name)
    return found.group(1) if found else None


def analyses_equal(ballast, folder, lines, compared):
    """How many figures of memory_analysis() the dumps have too, of how many. Modules of one name are not told apart."""
    equal = total = 0
    modules = collections.defaultdict(list)
    for path in folder.rglob("*" + ASSIGNMENT):
        modules[module_of(path.name)].append(path)
    names = collections.Counter(l["module"] for l in lines)
    for line in lines:
        paths = modules.get(line["module"], [])
        if len(paths) != 1 or names[line["module"]] != 1:
            continue
        shown = json.loads(said(ballast, "show", "--format", "json", paths[0]) or "{}")
        space = {s["space"]: s for s in shown.get("spaces", [])}.get(0, {})
        for ours, theirs in ANALYSIS.items():
            if theirs in compared and theirs in line:
                total += 1
                equal += space.get(ours, 0) == line[theirs]
    return equal, total


def judge(ballast, folder, expected, compared, lines):
    """What a row of the matrix says of a release whose texts are in the folder."""
    result = {}
    roundtrip = said(ballast, "roundtrip", "--quiet", folder).strip().splitlines()[-1:]
    counts = re.match(r"(\d+) files: (\d+) identical", roundtrip[0] if roundtrip else "")
    result["files"], result["identical"] = (int(counts.group(1)), int(counts.group(2))) if counts else (0, 0)
    # Without files there are only errors.
    judged = json.loads(said(ballast, "validate", "--format", "json", folder)).get("files", [])
    found = collections.Counter()
    for file in judged:
        for finding in file["findings"]:
            if finding["severity"] != "note":
                found[finding["id"]] += 1
    result["findings"] = dict(sorted(found.items()))
    states = joined_eras(f["era"] for f in judged if f.get("era") and f.get("kind") != "module-text")
    result["era_found"] = ("%s..%s" % states if states[0] != states[1] else states[0]) if states else None
    result["era_expected"] = expected
    result["era_fits"] = fits(states, expected)
    result["reports_equal"], result["reports_tied"], result["reports"] = compare_reports(ballast, folder)
    result["analysis_equal"], result["analysis"] = analyses_equal(ballast, folder, lines, compared)
    return result


def falls_short(row):
    return ("reason" not in row and
            (row["identical"] != row["files"] or bool(row["findings"]) or not row["era_fits"] or
             row["reports_equal"] + row["reports_tied"] != row["reports"] or row["analysis_equal"] != row["analysis"]))


# --- a row, and all of them -------------------------------------------------------------------------------------------

def run_row(row, given, work):
    name = row.producer + ("==" + row.version if row.version else "")
    producer = PRODUCERS[row.producer]
    path = given.programs / producer.programs
    folder = work / name.replace("==", "-")
    folder.mkdir(parents=True)
    environment = None
    try:
        with open(folder / "install.log", "w") as log:
            environment, python, version = make_environment(row, given.cache, log)
        texts = folder / "texts"
        outcomes, lines = {}, []
        paths = {environment, given.programs, work, os.path.realpath(work), os.path.realpath(given.programs),
                 os.path.realpath(environment)}
        for program in programs_of(path):
            if given.only and program not in given.only:
                continue
            place = folder / "programs" / program
            place.mkdir(parents=True)
            outcomes[program] = run_program(python, path, program, place, producer, given.time_limit, given.binary)
            keep_texts(place / "all", texts / program, paths, given.binary)
            shutil.rmtree(place / "all")
            told = place / "analysis.jsonl"
            if told.exists():
                lines += [json.loads(l) for l in told.read_text().splitlines()]
        result = {"release": "%s==%s" % (row.producer, version), "programs": outcomes}
        result.update(judge(given.ballast, texts, row.expected, producer.compared, lines))
        if result["files"] == 0:
            raise CannotRun("no text was dumped; the logs say why (--keep)")
        return result
    except CannotRun as error:
        return {"release": name, "reason": str(error)}
    finally:
        if given.discard and environment:
            shutil.rmtree(environment, ignore_errors=True)


HEADS = ["release", "files", "identical", "findings", "era", "expected", "reports", "analysis", "programs"]


def cells(row):
    if "reason" in row:
        return [row["release"], "could not be run: " + row["reason"]]
    part = lambda equal, total: "%d/%d" % (equal, total) if total else "-"
    findings = ", ".join("%s %d" % f for f in row["findings"].items()) or "-"
    failed = ["%s %s" % (p, o) for p, o in row["programs"].items() if o != "ok"]
    programs = "%d ok" % (len(row["programs"]) - len(failed)) + "".join(", " + f for f in failed)
    ties = " (%d but for ties)" % row["reports_tied"] if row["reports_tied"] else ""
    return [row["release"], str(row["files"]), str(row["identical"]), findings, row["era_found"] or "-",
            row["era_expected"], part(row["reports_equal"], row["reports"]) + ties,
            part(row["analysis_equal"], row["analysis"]), programs]


def as_text(rows):
    table = [HEADS] + [cells(r) for r in rows]
    full = [t for t in table if len(t) == len(HEADS)]
    widths = [max(len(t[i]) for t in full) for i in range(len(HEADS))]
    widths[0] = max(len(t[0]) for t in table)
    return "".join("  ".join(c.ljust(w) for c, w in zip(t, widths)).rstrip() + "\n" for t in table)


def exit_code(rows):
    if any("reason" in r for r in rows):
        return 2
    return 1 if any(map(falls_short, rows)) else 0


def default_cache():
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(base) / "ballast-releases"


def arguments(given):
    parser = argparse.ArgumentParser(prog="releases", description="Judges the texts of real releases.")
    parser.add_argument("releases", nargs="*", metavar="PRODUCER[==VERSION]", help="the newest of each if none is named")
    parser.add_argument("--ballast", type=pathlib.Path, required=True, help="the command")
    parser.add_argument("--cache", type=pathlib.Path, default=default_cache(), help="folder of environments")
    parser.add_argument("--discard", action="store_true", help="delete each environment after its row")
    parser.add_argument("--json", type=pathlib.Path, help="write the matrix to this file, too")
    parser.add_argument("--binary", action="store_true",
                        help="also dump binary files; paths are not replaced")
    parser.add_argument("--keep", type=pathlib.Path, help="keep texts and logs in this folder, which must be new")
    parser.add_argument("--only", action="append", help="this program; can be repeated")
    parser.add_argument("--time-limit", type=int, default=600, help="seconds for a program (600)")
    parser.add_argument("--table", type=pathlib.Path, default=HERE / "releases.tsv", help=argparse.SUPPRESS)
    parser.add_argument("--programs", type=pathlib.Path, default=HERE, help=argparse.SUPPRESS)
    return parser.parse_args(given)


def main(words):
    given = arguments(words)
    given.ballast = given.ballast.resolve()
    given.cache = given.cache.resolve()
    rows = choose(given.releases, read_releases(given.table))
    with tempfile.TemporaryDirectory(prefix="ballast-releases-") as temporary:
        work = pathlib.Path(temporary)
        if given.keep:
            given.keep.mkdir(parents=True)
            work = given.keep.resolve()
        results = []
        for row in rows:
            results.append(run_row(row, given, work))
            print("releases: %s" % "  ".join(cells(results[-1])), file=sys.stderr, flush=True)
    sys.stdout.write(as_text(results))
    if given.json:
        given.json.write_text(json.dumps({"rows": results}, indent=1) + "\n")
    return exit_code(results)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
