"""Compares the functions of XLA that print with their fingerprints in spec/upstream.json; run by scripts/nightly/watch_xla.sh.

A function begins with its qualified name at the start of a line and ends with the brace that closes its body. Its
fingerprint is the first 16 hexadecimal digits of the SHA-256 of its text, without comments and with each run of white
space as one blank.
"""

import argparse
import collections
import hashlib
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
RECORD = ROOT / "spec" / "upstream.json"

QUOTED = r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])\''
COMMENT_OR_QUOTED = re.compile(r"//[^\n]*|/\*.*?\*/|" + QUOTED, re.S)
QUOTED_OR_BRACE = re.compile(QUOTED + r"|[{}]")
# The return type, which may be on a line of its own, and the qualified name.
HEAD = re.compile(r"^(?!\s|#|//)(?:[\w:<>,&*~\[\]() \n]+?[ &*\n])?((?:\w+::)*~?\w+)\(", re.M)

Function = collections.namedtuple("Function", "file name hash")


class UsageError(Exception):
    pass


# --- functions of a tree ----------------------------------------------------------------------------------------------

def without_comments(text):
    return COMMENT_OR_QUOTED.sub(lambda m: " " if m.group().startswith("/") else m.group(), text)


def after_parameters(text, begin):
    depth, at = 1, begin
    while at < len(text) and depth:
        depth += (text[at] == "(") - (text[at] == ")")
        at += 1
    return at


def after_body(text, begin):
    depth = 1
    for token in QUOTED_OR_BRACE.finditer(text, begin):
        depth += (token.group() == "{") - (token.group() == "}")
        if not depth:
            return token.end()
    return begin


def definitions(text):
    """Names and texts of the functions that are defined at the top level of a file."""
    at = 0
    while head := HEAD.search(text, at):
        at = head.end()
        brace = re.compile(r"[^;{]*").match(text, after_parameters(text, at)).end()
        if text[brace:brace + 1] == "{":
            at = after_body(text, brace + 1)
            yield head.group(1), text[head.start():at]


def fingerprint(body):
    return hashlib.sha256(" ".join(body.split()).encode()).hexdigest()[:16]


def functions_of(tree, file, names):
    text = (tree / file).read_text(encoding="utf-8", errors="replace")
    return [Function(file, name, fingerprint(body)) for name, body in definitions(without_comments(text))
            if names.search(name)]


def read_tree(tree, record):
    """The watched functions of a tree, and the watched files that it lacks."""
    names = re.compile(record["names"])
    missing = [file for file in record["files"] if not (tree / file).is_file()]
    if len(missing) == len(record["files"]):
        raise UsageError(f"{tree} is not a checkout of XLA: it has none of the watched files")
    functions = [f for file in record["files"] if file not in missing for f in functions_of(tree, file, names)]
    return functions, missing


# --- what changed -----------------------------------------------------------------------------------------------------

Change = collections.namedtuple("Change", "file name what")


def changes_between(recorded, found):
    """Overloads have one name: they are compared as sets of fingerprints."""
    def by_name(functions):
        result = collections.defaultdict(collections.Counter)
        for f in functions:
            result[f.file, f.name][f.hash] += 1
        return result

    before, after = by_name(recorded), by_name(found)
    for key in sorted(before.keys() | after.keys()):
        lost = (before[key] - after[key]).total()
        gained = (after[key] - before[key]).total()
        whats = ["changed"] * min(lost, gained) + ["vanished"] * (lost - gained) + ["appeared"] * (gained - lost)
        yield from (Change(*key, what) for what in whats)


def dependents_of(record, function):
    """The first row of the file whose pattern matches the whole name; the last row matches all names."""
    return next(row for row in record["files"][function.file] if re.fullmatch(row["functions"], function.name))


def namesakes(tree, file):
    return sorted(str(p.relative_to(tree)) for p in tree.rglob(pathlib.PurePath(file).name))


# --- output -----------------------------------------------------------------------------------------------------------

def print_text(record, changes, missing, tree):
    for file in missing:
        others = namesakes(tree, file)
        print(f"{file}: missing" + (f"; there is {', '.join(others)}" if others else ""))
    for change in changes:
        row = dependents_of(record, change)
        print(f"{change.file}: {change.name}: {change.what}")
        print(f"  chapters: {' '.join(row['chapters'])}")
        if row["productions"]:
            print(f"  productions: {' '.join(row['productions'])}")


def print_markdown(record, changes, missing, tree):
    if not changes and not missing:
        return
    print(f"These functions of XLA print the texts of the specification and differ from {record['commit'][:12]} "
          f"({record['date']}).\n")
    for file in missing:
        others = namesakes(tree, file)
        print(f"- [ ] `{file}` is missing" + (f"; there is `{'`, `'.join(others)}`" if others else ""))
    for change in changes:
        row = dependents_of(record, change)
        print(f"- [ ] `{change.name}` in `{change.file}` {change.what}")
        print("  - chapters: " + ", ".join(f"[{name}](spec/{name})" for name in row["chapters"]))
        if row["productions"]:
            print("  - productions: " + ", ".join(f"`{name}`" for name in row["productions"]))
    print()


def print_summary(record, changes, missing):
    count = collections.Counter(change.what for change in changes)
    print(f"{len(record['functions'])} functions: {count['changed']} changed, {count['appeared']} appeared, "
          f"{count['vanished']} vanished; {len(missing)} files missing; "
          f"compared with {record['commit'][:12]} ({record['date']})")


# --- recording --------------------------------------------------------------------------------------------------------

def git(tree, *arguments):
    done = subprocess.run(["git", "-C", tree, *arguments], capture_output=True, text=True)
    if done.returncode:
        raise UsageError(f"{tree} is not a checkout of XLA: git says: {done.stderr.strip()}")
    return done.stdout.strip()


def write_record(record, tree, functions):
    """A function that did not change keeps the commit at which it was recorded first."""
    if pathlib.Path(git(tree, "rev-parse", "--show-toplevel")).resolve() != tree.resolve():
        raise UsageError(f"{tree} is not the top folder of a checkout")
    if git(tree, "status", "--porcelain", "--untracked-files=no"):
        raise UsageError(f"{tree} has changes that are not committed")
    commit, date = git(tree, "show", "-s", "--format=%H %cs", "HEAD").split()
    since = {(f["file"], f["function"], f["hash"]): f["commit"] for f in record["functions"]}
    record |= {"commit": commit, "date": date,
               "functions": [{"file": f.file, "function": f.name, "commit": since.get(f, commit), "hash": f.hash}
                             for f in functions]}
    RECORD.write_text(to_json(record))


def to_json(record):
    """One line for each function and for each row of dependents, so that a change is one line."""
    def row(value):
        return json.dumps(value, ensure_ascii=False)

    def block(brackets, lines, indent):
        return brackets[0] + ",".join(f"\n{indent}  {line}" for line in lines) + f"\n{indent}" + brackets[1]

    members = {name: row(value) for name, value in record.items()}
    members["files"] = block("{}", [f"{row(file)}: " + block("[]", map(row, rows), "    ")
                                    for file, rows in record["files"].items()], "  ")
    members["functions"] = block("[]", map(row, record["functions"]), "  ")
    return block("{}", [f"{row(name)}: {value}" for name, value in members.items()], "") + "\n"


# --- the command ------------------------------------------------------------------------------------------------------

def run(arguments):
    parser = argparse.ArgumentParser(prog="watch_xla.sh", description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("tree", metavar="TREE", type=pathlib.Path, help="a checkout of XLA")
    parser.add_argument("--record", action="store_true", help="write the fingerprints of TREE")
    parser.add_argument("--format", choices=["text", "markdown"], default="text")
    options = parser.parse_args(arguments)
    if not options.tree.is_dir():
        raise UsageError(f"there is no folder {options.tree}")

    record = json.loads(RECORD.read_text())
    found, missing = read_tree(options.tree, record)
    recorded = [Function(f["file"], f["function"], f["hash"]) for f in record["functions"]]
    changes = list(changes_between(recorded, found))
    (print_markdown if options.format == "markdown" else print_text)(record, changes, missing, options.tree)
    print_summary(record, changes, missing)
    if options.record:
        write_record(record, options.tree, found)
        return 0
    return 1 if changes or missing else 0


if __name__ == "__main__":
    try:
        sys.exit(run(sys.argv[1:]))
    except UsageError as error:
        print(f"watch_xla.sh: {error}", file=sys.stderr)
        sys.exit(2)
