"""Systematic mutants of src: draws single edits with a seed, compiles all of them into one build, runs tests for each,
and prints which were noticed.

A mutant is chosen at run time by the environment variable BALLAST_MUTANT, so that hundreds of them need one build.
Each test is run once without a mutant; the program notes in a mapped file which places of edits it executes. A mutant
is then tried with the tests that execute its place, the quickest first.
Edits: comparison, logical and arithmetic operators replaced, conditions negated, integer and bool constants changed,
statements removed. Only insertions are made in a line, so that line numbers stay those of the source.

    scripts/nightly/mutants.py [--number N] [--seed S] [--room ROOM]... [--list]

Run by scripts/nightly/mutate.sh --random. Works on a copy of the tree in build/mutate/random. Exit code 1 if a mutant survived.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import functools
import hashlib
import json
import multiprocessing
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "mutate" / "random"
TREE = WORK / "tree"
BUILD = WORK / "build"
MEMORY = 8 << 30  # bytes of address space for a test program
SITES = WORK / "sites"  # edits of a unit, by the hash of its preprocessed text

REPLACED = {
    "<": ["<=", ">="], "<=": ["<", ">"], ">": [">=", "<="], ">=": [">", "<"], "==": ["!="], "!=": ["=="],
    "&&": ["||"], "||": ["&&"], "+": ["-"], "-": ["+"], "*": ["+"], "/": ["*"], "%": ["*"],
}
PLACES = 1 << 16  # bytes of the file in which a program marks the edits whose places it executes
QUICK = 2.0  # seconds of tests that are tried before all others
HEADER = f"""#pragma once
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>
namespace ballast_mutants {{
inline const int chosen = [] {{
    const char* const text = std::getenv("BALLAST_MUTANT");
    return text ? std::atoi(text) : 0;
}}();
inline unsigned char* const executed = []() -> unsigned char* {{
    const char* const name = std::getenv("BALLAST_MUTANTS_EXECUTED");
    const int file = name ? ::open(name, O_RDWR | O_CLOEXEC) : -1;
    if (file < 0) return nullptr;
    void* const at = ::mmap(nullptr, {PLACES}, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file); // its number may be that of a standard stream
    return at == MAP_FAILED ? nullptr : static_cast<unsigned char*>(at);
}}();
// Constant evaluation sees the code as it is.
constexpr bool is(int number) {{
    if (__builtin_is_constant_evaluated()) return false;
    if (executed != nullptr) executed[number] = 1;
    return chosen == number;
}}
}} // namespace ballast_mutants
"""

# One edit: the range of bytes in the file, and what is inserted before and after it.
Site = collections.namedtuple("Site", "file begin end line kind before after text")


# --- the edits that a unit allows ------------------------------------------------------------------------------------

def sites_of_unit(job):
    """All edits in the function bodies of src that this unit contains, its headers included."""
    unit, arguments = job
    from clang import cindex

    if not cindex.Config.loaded:
        cindex.Config.set_library_file("/usr/lib/llvm-19/lib/libclang-19.so.1")
    kinds = cindex.CursorKind
    types = cindex.TypeKind
    integers = {types.INT, types.UINT, types.LONG, types.ULONG, types.LONGLONG, types.ULONGLONG, types.USHORT,
                types.SHORT, types.UCHAR, types.SCHAR, types.CHAR_S}
    statements = {kinds.CALL_EXPR, kinds.BINARY_OPERATOR, kinds.COMPOUND_ASSIGNMENT_OPERATOR, kinds.UNARY_OPERATOR,
                  kinds.UNEXPOSED_EXPR}
    parsed = cindex.Index.create().parse(unit, args=arguments)
    source_folder = str(TREE / "src") + "/"
    texts = {}
    found = set()

    def text_of(name):
        if name not in texts:
            texts[name] = pathlib.Path(name).read_bytes()
        return texts[name]

    def place(cursor):
        begin, end = cursor.extent.start, cursor.extent.end
        name = begin.file.name if begin.file else None
        if not name or not name.startswith(source_folder) or not end.file or end.file.name != name:
            return None
        return name, begin.offset, end.offset

    def add(cursor, kind, before, after):
        at = place(cursor)
        if at is None:
            return
        name, begin, last = at
        text = text_of(name)[begin:last].decode(errors="replace")
        # Expansions of macros have the extent of the macro's name.
        if not text or "\n#" in text:
            return
        found.add(Site(os.path.relpath(name, TREE), begin, last, cursor.extent.start.line, kind, before, after,
                       " ".join(text.split())[:70]))

    def operator_of(cursor, left, right):
        _, _, left_end = left
        _, right_begin, _ = right
        between = text_of(left[0])[left_end:right_begin].decode(errors="replace").strip()
        return between if between in REPLACED else None

    def source(at):
        return text_of(at[0])[at[1]:at[2]].decode(errors="replace")

    def is_constant(cursor):
        """True for a variable whose initializer is evaluated by the compiler, where no edit can be chosen."""
        at = place(cursor) if cursor.kind == kinds.VAR_DECL else None
        return at is not None and "constexpr" in source(at).split("=")[0].split("{")[0]

    def visit(cursor):
        if is_constant(cursor):
            for inner in cursor.walk_preorder():
                if inner.kind == kinds.LAMBDA_EXPR:
                    for child in inner.get_children():
                        visit(child)
            return
        children = list(cursor.get_children())
        whole = place(cursor) if cursor.kind == kinds.IF_STMT else None
        is_if_constexpr = whole is not None and re.match(r"if\s+constexpr", source(whole)) is not None
        if cursor.kind in (kinds.STATIC_ASSERT, kinds.TYPE_REF, kinds.TEMPLATE_REF):
            children = []
        elif cursor.kind == kinds.CASE_STMT or is_if_constexpr:
            children = children[1:]
        if cursor.kind == kinds.BINARY_OPERATOR and len(children) == 2:
            left, right = place(children[0]), place(children[1])
            operator = operator_of(cursor, left, right) if left and right else None
            arithmetic = operator in ("+", "-", "*", "/", "%")
            if operator and (not arithmetic or cursor.type.get_canonical().kind in integers):
                for other in REPLACED[operator]:
                    add(cursor, f"{operator} to {other}", f"? (({source(left)}) {other} ({source(right)})) : (", "))")
        elif cursor.kind == kinds.INTEGER_LITERAL:
            at = place(cursor)
            if at and source(at).isdigit():
                add(cursor, "constant + 1", f"? {int(source(at)) + 1} : (", "))")
        elif cursor.kind == kinds.CXX_BOOL_LITERAL_EXPR:
            at = place(cursor)
            if at:
                add(cursor, "bool", f"? {'false' if source(at) == 'true' else 'true'} : (", "))")
        elif cursor.kind in (kinds.IF_STMT, kinds.WHILE_STMT, kinds.CONDITIONAL_OPERATOR) and children:
            condition, at = children[0], place(children[0])
            declares = condition.kind in (kinds.VAR_DECL, kinds.DECL_STMT)
            if at and not declares and not is_if_constexpr:
                add(condition, "negated condition", f"? !(static_cast<bool>({source(at)})) : static_cast<bool>(", "))")
        if cursor.kind == kinds.COMPOUND_STMT:
            for child in children:
                at = place(child)
                if at and child.kind in statements and text_of(at[0])[at[2]:at[2] + 1] == b";":
                    add(child, "statement removed", "", "")
        for child in children:
            visit(child)

    def walk(cursor):
        for child in cursor.get_children():
            name = child.extent.start.file.name if child.extent.start.file else ""
            if child.kind in (kinds.NAMESPACE, kinds.LINKAGE_SPEC, kinds.UNEXPOSED_DECL):
                walk(child)
            elif not name.startswith(source_folder):
                continue
            elif child.kind in (kinds.CLASS_DECL, kinds.STRUCT_DECL, kinds.CLASS_TEMPLATE):
                walk(child)
            elif child.kind in (kinds.FUNCTION_DECL, kinds.CXX_METHOD, kinds.CONSTRUCTOR, kinds.FUNCTION_TEMPLATE,
                                kinds.DESTRUCTOR, kinds.CONVERSION_FUNCTION) and child.is_definition():
                at = place(child)
                if at is None or "consteval" in source(at).split("{")[0]:
                    continue
                for body in child.get_children():
                    if body.kind == kinds.COMPOUND_STMT:
                        visit(body)

    walk(parsed.cursor)
    return sorted(found)


def compile_arguments(entry):
    """What clang needs of a command of the build."""
    words = entry["command"].split()
    kept = [word for word in words if re.match(r"-(I|D|std=)", word)]
    for position, word in enumerate(words):
        if word == "-isystem":
            kept += [word, words[position + 1]]
    return kept


def all_sites(jobs):
    entries = [entry for entry in json.loads((BUILD / "compile_commands.json").read_text())
               if entry["file"].startswith(str(TREE / "src") + "/")]
    fingerprint = hashlib.sha256()
    for path in sorted([*(TREE / "src").rglob("*"), *(TREE / "include").rglob("*"), *(TREE / "grammar").rglob("*")]):
        if path.is_file():
            fingerprint.update(path.read_bytes())
    fingerprint.update(pathlib.Path(__file__).read_bytes())
    kept = SITES / (fingerprint.hexdigest()[:24] + ".json")
    if kept.exists():
        return [Site(*row) for row in json.loads(kept.read_text())]
    found = set()
    work = [(entry["file"], compile_arguments(entry)) for entry in entries]
    with multiprocessing.Pool(jobs) as pool:
        for sites in pool.imap_unordered(sites_of_unit, work):
            found.update(sites)
    SITES.mkdir(parents=True, exist_ok=True)
    ordered = sorted(found)
    kept.write_text(json.dumps(ordered))
    return ordered


# --- the tree with all drawn edits -----------------------------------------------------------------------------------

def rewritten(text, edits):
    """The text of a file with its edits, each behind its number. Edits may be nested."""
    insertions = []  # offset, order, text; at one offset what ends comes first, and the outer edit begins first
    for number, site in edits:
        if site.kind == "statement removed":
            insertions.append((site.begin, 1, -site.end, f"if (!ballast_mutants::is({number})) "))
        else:
            insertions.append((site.begin, 1, -site.end, f"(ballast_mutants::is({number}) {site.before}"))
            insertions.append((site.end, 0, -site.begin, site.after))
    result = bytearray()
    at = 0
    for offset, _, _, inserted in sorted(insertions):
        result += text[at:offset]
        result += inserted.replace("\n", " ").encode()
        at = offset
    return bytes(result + text[at:])


def write_tree(drawn, dropped):
    by_file = collections.defaultdict(list)
    for number, site in drawn.items():
        if number not in dropped:
            by_file[site.file].append((number, site))
    for name in {site.file for site in drawn.values()}:
        original = (ROOT / name).read_bytes()
        changed = rewritten(original, by_file.get(name, []))
        path = TREE / name
        if path.read_bytes() != changed:
            path.write_bytes(changed)


def build(targets, log):
    with open(log, "w") as out:
        return subprocess.run(["cmake", "--build", str(BUILD), "--target", *targets, "--", "-k", "0"], stdout=out,
                              stderr=subprocess.STDOUT).returncode == 0


def drop_what_does_not_compile(drawn, dropped, log):
    """Mutants on the lines that the compiler names. False if it names none of ours."""
    lines = set()
    for name, line in re.findall(r"(?:^|\s)(?:\S*/)?(src/\S+?):(\d+)[:,]", pathlib.Path(log).read_text()):
        lines.add((name, int(line)))
    before = len(dropped)
    for number, site in drawn.items():
        if (site.file, site.line) in lines:
            dropped.add(number)
    return len(dropped) > before


# --- running the tests -----------------------------------------------------------------------------------------------

PROGRAMS = ("ballast_tests", "ballast_grammar_tests")
SCRIPTS = "scripts"  # in place of a program: tests of CTest that run other programs

# One test: its program, its name, its seconds and the numbers of the edits whose places it executes.
Test = collections.namedtuple("Test", "program name seconds executed")


@functools.cache
def scripts():
    """The command lines of scripts that run what is built, by the name of the test."""
    listed = subprocess.run(["ctest", "--test-dir", str(BUILD), "--show-only=json-v1"], capture_output=True, check=True)
    tests = json.loads(listed.stdout)["tests"]
    run = {str(BUILD / "src" / "ballast"), str(BUILD / "tests" / "ballast_toy_reader")}
    return {test["name"]: test["command"] for test in tests if run & set(test.get("command", []))}


def test_arguments(program, names):
    # The browser and Node reserve far more addresses than they use, so scripts have no limit of memory.
    if program == SCRIPTS:
        (name,) = names
        return scripts()[name]
    # A mutant that allocates without end must not take the memory of the machine.
    return ["prlimit", f"--as={MEMORY}", str(BUILD / "tests" / program), "--gtest_fail_fast", "--gtest_brief=1",
            f"--gtest_filter={':'.join(names)}"]


def run_tests(program, names, folder, limit=None, mutant=None, marks=None):
    """None if the tests pass, otherwise what noticed the mutant: a test, a time limit or an exit code."""
    environment = {**os.environ, "TMPDIR": str(folder), "RC_PARAMS": "seed=1"}
    for variable, value in (("BALLAST_MUTANT", mutant), ("BALLAST_MUTANTS_EXECUTED", marks)):
        environment.pop(variable, None)
        if value:
            environment[variable] = str(value)
    # What the tests start, such as the command, ends with them.
    with subprocess.Popen(test_arguments(program, names), env=environment, cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, start_new_session=True) as running:
        try:
            output, _ = running.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            return "time limit"
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)
    if running.returncode == 0:
        return None
    if program == SCRIPTS:
        return names[0]
    failed = re.search(rb"\[  FAILED  \] ([\w./]+)", output)
    return failed.group(1).decode() if failed else f"exit code {running.returncode}"


def fresh_folder():
    """With a short name: the browser has a socket in it."""
    return tempfile.TemporaryDirectory(dir=WORK / "run", ignore_cleanup_errors=True)


def names_of(program):
    """Names of all tests of a program that are not disabled."""
    if program == SCRIPTS:
        yield from scripts()
        return
    listed = subprocess.run([str(BUILD / "tests" / program), "--gtest_list_tests"], capture_output=True, check=True,
                            text=True).stdout
    suite = ""
    for line in listed.splitlines():
        word = line.split("#")[0].rstrip()
        if word.endswith(".") and not word.startswith(" "):
            suite = word
        elif word.startswith("  ") and "DISABLED_" not in suite + word:
            yield suite + word.strip()


def measured(job):
    """What failed without a mutant, or None; and the test, with its seconds and its places."""
    program, name = job
    with fresh_folder() as folder, fresh_folder() as beside:
        marks = pathlib.Path(beside, "executed")
        marks.write_bytes(bytes(PLACES))
        begin = time.time()
        found = run_tests(program, [name], folder, limit=600, marks=marks)
        seconds = time.time() - begin
        executed = frozenset(number for number, mark in enumerate(marks.read_bytes()) if mark)
    return found, Test(program, name, seconds, executed)


def measured_tests(pool):
    """All tests that pass without a mutant, the quickest first."""
    result = []

    def leave_out(name, found):
        print(f"fails without a mutant, left out: {name} ({found})", flush=True)

    jobs = [(program, name) for program in (*PROGRAMS, SCRIPTS) for name in names_of(program)]
    for found, test in pool.map(measured, jobs):
        if found:
            leave_out(test.name, found)
        else:
            result.append(test)
    # Tests that pass alone may fail after others.
    for program in PROGRAMS:
        with fresh_folder() as folder:
            while found := run_tests(program, [test.name for test in result if test.program == program], folder):
                leave_out(found, "after others")
                kept = [test for test in result if test.name != found]
                if len(kept) == len(result):
                    sys.exit(f"mutants.py: {program} fails without a mutant: {found}")
                result = kept
    if not result:
        sys.exit("mutants.py: all tests fail without a mutant")
    return sorted(result, key=lambda test: test.seconds)


def stages(tests):
    """Tests in groups of one program each: quick ones first, then the others, and each script by itself."""
    spent = 0.0
    groups = {(late, program): [] for late in (False, True) for program in PROGRAMS}
    for test in tests:
        if test.program == SCRIPTS:
            groups[test.name] = [test]
            continue
        spent += test.seconds
        groups[spent > QUICK, test.program].append(test)
    return [group for group in groups.values() if group]


def catcher(number, tests):
    """What notices the mutant; None if it survives."""
    with fresh_folder() as folder:
        for group in stages([test for test in tests if number in test.executed]):
            limit = 20 + 8 * sum(test.seconds for test in group)
            found = run_tests(group[0].program, [test.name for test in group], folder, limit=limit, mutant=number)
            if found:
                return found
    return None


# --- the whole -------------------------------------------------------------------------------------------------------

def prepare():
    TREE.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(WORK / "run", ignore_errors=True)
    (WORK / "run").mkdir()
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.split(b"\0")
    names = {name.decode() for name in listed if name and (ROOT / name.decode()).exists()}
    for path in TREE.rglob("*"):
        if path.is_file() and str(path.relative_to(TREE)) not in names:
            path.unlink()
    for name in sorted(names):
        source, target = ROOT / name, TREE / name
        if target.exists() and target.read_bytes() == source.read_bytes():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
        os.utime(target)
    mutants = WORK / "ballast_mutants.hpp"
    if not mutants.exists() or mutants.read_text() != HEADER:
        mutants.write_text(HEADER)
    configure = ["cmake", "-S", str(TREE), "-B", str(BUILD), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=None",
                 f"-DCMAKE_CXX_FLAGS=-O1 -w -include {mutants}", "-DBALLAST_BENCH=OFF", "-DBALLAST_PCH=OFF",
                 "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON"]
    if shutil.which("ccache"):
        configure.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    subprocess.run(configure, check=True, stdout=subprocess.DEVNULL)


def main():
    options = argparse.ArgumentParser(prog="scripts/nightly/mutate.sh --random")
    options.add_argument("--number", type=int, default=200)
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--room", action="append", default=[], help="only this folder of src")
    options.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    options.add_argument("--list", action="store_true", help="print what would be drawn, without building")
    given = options.parse_args()
    if not 0 < given.number < PLACES:
        options.error(f"--number takes 1 to {PLACES - 1}")

    prepare()
    sites = all_sites(given.jobs)
    if given.room:
        sites = [site for site in sites if pathlib.Path(site.file).parts[1] in given.room]
    if not sites:
        sys.exit("mutants.py: no edits in these rooms")
    draw = random.Random(given.seed)
    drawn = dict(enumerate(draw.sample(sites, min(given.number, len(sites))), start=1))
    print(f"{len(drawn)} of {len(sites)} edits, seed {given.seed}", flush=True)
    if given.list:
        for number, site in drawn.items():
            print(f"{number}\t{site.file}:{site.line}\t{site.kind}\t{site.text}")
        return 0

    targets = [*PROGRAMS, "ballast_tool", "ballast_toy_reader"]
    dropped = set()
    log = WORK / "build.log"
    while True:
        write_tree(drawn, dropped)
        if build(targets, log):
            break
        if not drop_what_does_not_compile(drawn, dropped, log):
            print(log.read_text()[-3000:], file=sys.stderr)
            return 2

    survivors = collections.defaultdict(int)
    unreached = 0  # by any test; some of them are evaluated by the compiler only
    tried = collections.defaultdict(int)
    with concurrent.futures.ThreadPoolExecutor(given.jobs) as pool:
        tests = measured_tests(pool)
        runs = {pool.submit(catcher, number, tests): (number, site)
                for number, site in drawn.items() if number not in dropped}
        for run in concurrent.futures.as_completed(runs):
            number, site = runs[run]
            room = pathlib.Path(site.file).parts[1]
            tried[room] += 1
            found = run.result()
            if found is None:
                survivors[room] += 1
                executing = sum(number in test.executed for test in tests)
                unreached += executing == 0
                found = f"survived {executing} tests" if executing else "no test executes it"
            print(f"{number} {site.file}:{site.line}: {site.kind}: `{site.text}`: {found}", flush=True)

    print(f"\n{'room':<10} {'tried':>6} {'killed':>7} {'share':>6}")
    for room in sorted(tried):
        killed = tried[room] - survivors[room]
        print(f"{room:<10} {tried[room]:>6} {killed:>7} {100 * killed / tried[room]:>5.0f}%")
    all_tried, alive = sum(tried.values()), sum(survivors.values())
    print(f"{all_tried} mutants, {len(dropped)} more do not compile; {alive} survived, of which "
          f"{unreached} are executed by no test")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
