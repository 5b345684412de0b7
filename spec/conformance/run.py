#!/usr/bin/env python3
"""Runs readers of XLA's memory texts on the conformance suite, and prints which feature each has.

    run.py --ballast BALLAST                        all readers of readers.json that are installed
    run.py --ballast BALLAST --only ballast         one of them
    run.py --reader 'mine=./my_reader'              any program: a text on standard input, exit code 0 or 1
    run.py --reader 'mine=./my_reader' --answers tree,text,place
    run.py --case allocations-0123456789 -o a.txt   writes the text of a case

Exit code 0: nothing fails that known_failures.json does not list; 1: something does; 2: wrong usage, or a reader that is
asked for is not installed."""
import argparse
import base64
import concurrent.futures
import html
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
LEVELS = ("grammar", "text", "context", "era", "semantic", "module")
ANSWERS = ("place", "finding", "tree", "text", "sizes")
FEATURES_OF_LEVELS = {"context": "context rules", "era": "eras", "semantic": "semantic rules",
                      "module": "rules about several files"}
FEATURES_OF_ANSWERS = {"place": "places of faults", "finding": "identifiers of faults", "tree": "typed trees",
                       "text": "prints back", "sizes": "sizes"}
TIMEOUT = 60  # seconds for one text, or for a batch of them


# --- the suite --------------------------------------------------------------------------------------------------------


def usage_error(text):
    sys.stderr.write(f"run.py: {text}\n")
    raise SystemExit(2)


def lines_of(text):
    """The lines of JSON, in which characters such as U+2028 do not end a line."""
    return [line for line in text.split("\n") if line]


def load_cases():
    manifest = json.loads((HERE / "manifest.json").read_text())
    cases = []
    for row in manifest["files"]:
        lines = lines_of((HERE / row["path"]).read_text(encoding="utf-8"))
        if len(lines) != row["cases"]:
            usage_error(f"{row['path']} has {len(lines)} cases, the manifest says {row['cases']}")
        cases += [json.loads(line) for line in lines]
    return manifest, cases


def bytes_of(record, name="text"):
    if name + "_base64" in record:
        return base64.b64decode(record[name + "_base64"])
    return record[name].encode() if name in record else None


def feature_of(case):
    if case["class"] == "free":
        return "free texts: an answer"
    if case["level"] in FEATURES_OF_LEVELS:
        return FEATURES_OF_LEVELS[case["level"]]
    return f"{case['section']}: {'accepts' if case['class'] == 'valid' else 'refuses'}"


def digest(tree):
    """FNV-1a with 64 bits of the tree in one form: members sorted by name, no white space, UTF-8."""
    text = json.dumps(tree, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    value = 0xCBF29CE484222325
    for byte in text.encode("utf-8", "surrogatepass"):
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


# --- readers ----------------------------------------------------------------------------------------------------------


class Reader:
    def __init__(self, row, words):
        self.name = row["name"]
        self.command = [part.format(**words) for part in row["command"]]
        self.protocol = row.get("protocol", "stdin")
        self.needs = [self.command[0], *(need.format(**words) for need in row.get("needs", []))]
        self.starts = row.get("starts", ["file"])
        self.kinds = row.get("kinds")  # None: all
        self.levels = row.get("levels", ["grammar", "text"])
        self.answers = row.get("answers", [])

    def missing(self):
        """The programs and folders that it needs and that are not installed."""
        return [need for need in self.needs if shutil.which(need) is None and not pathlib.Path(need).is_dir()]

    def supports(self, case):
        if case["start"] not in self.starts or case["level"] not in (*self.levels, "free"):
            return False
        return self.kinds is None or case["start"] != "file" or case.get("kind") in self.kinds

    def answer_batch(self, cases):
        """Answers by identifier of a case."""
        if self.protocol == "lines":
            sent = ("id", "start", "production", "text", "text_base64", "era", "file_name", "audit", "beside",
                    "beside_base64")
            text = "".join(json.dumps({k: c[k] for k in sent if k in c}) + "\n" for c in cases)
            try:
                done = subprocess.run(self.command, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                      check=False, timeout=TIMEOUT * 10)
            except subprocess.TimeoutExpired as late:
                sys.stderr.write(f"{self.name}: ended after {late.timeout} seconds\n")
                return {}
            if done.returncode != 0:
                sys.stderr.write(f"{self.name}: exit code {done.returncode}\n{done.stderr.decode(errors='replace')[-2000:]}\n")
            return self.read_answers(done.stdout.decode(errors="replace"))
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            return dict(zip((c["id"] for c in cases), pool.map(self.answer_one, cases)))

    def read_answers(self, text):
        answers = {}
        for line in lines_of(text):
            try:
                answer = json.loads(line)
                answers[answer["id"]] = answer
            except (ValueError, KeyError, TypeError):
                sys.stderr.write(f"{self.name}: not an answer: {line[:200]}\n")
        return answers

    def answer_one(self, case):
        """Runs the program on one text: exit code 0 accepts, 1 refuses; anything else is no answer."""
        command = [part.replace("{start}", case.get("production", case["start"])) for part in self.command]
        try:
            done = subprocess.run(command, input=bytes_of(case), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                  check=False, timeout=TIMEOUT)
        except subprocess.TimeoutExpired:
            return {}
        if done.returncode not in (0, 1):
            return {}
        answer = {"accepted": done.returncode == 0}
        if done.stdout.startswith(b"{"):
            try:
                answer.update(json.loads(done.stdout))
            except ValueError:
                pass
        elif "text" in self.answers and answer["accepted"]:
            answer["text_base64"] = base64.b64encode(done.stdout).decode()
        return answer


# --- judging ----------------------------------------------------------------------------------------------------------


def place_is_right(answer, case):
    """The place of the fault, or the farthest byte that the grammar reaches; also by line and column."""
    fault = case["expect"]["fault"]
    right = {fault["offset"], case["expect"].get("farthest", fault["offset"])}
    if "offset" in answer:
        return answer["offset"] in right
    text = bytes_of(case)
    for offset in right:
        begin = text.rfind(b"\n", 0, offset) + 1
        column = len(text[begin:offset].decode("utf-8", "surrogateescape")) + 1
        if (answer.get("line"), answer.get("column")) == (text.count(b"\n", 0, offset) + 1, column):
            return True
    return False


def has_findings(answer, case):
    """All findings in an accepted text. A reader that answers by exit code alone refuses it."""
    if "findings" not in answer:
        return answer.get("accepted") is False
    found = [(f["id"], f["offset"]) for f in answer["findings"]]
    return all((f["id"], f["offset"]) in found for f in case["expect"]["findings"])


def judge(reader, case, answer):
    """Pairs of a feature and whether the answer is right; None: not supported."""
    feature = feature_of(case)
    expected = case["expect"]
    if not reader.supports(case) or (answer or {}).get("unsupported"):
        yield feature, None
        return
    answer = answer or {}
    accepted = answer.get("accepted")
    if case["class"] == "free":
        yield feature, accepted is not None
        return
    if expected["accepted"] and case["class"] == "invalid":
        yield feature, has_findings(answer, case)
        return
    if case["level"] == "era" and case["class"] == "valid" and "findings" in answer:
        yield feature, accepted is True and not any(f["id"] == "other_era" for f in answer["findings"])
        return
    right = accepted is expected["accepted"]
    yield feature, right
    if not right or case["level"] == "era":
        return
    wanted = {}
    if not accepted:
        wanted["place"] = lambda: place_is_right(answer, case)
        if "id" in expected["fault"]:
            wanted["finding"] = lambda: answer.get("finding") == expected["fault"]["id"]
    else:
        wanted["text"] = lambda: bytes_of(answer) == bytes_of(case)
        if "tree_digest" in expected:
            wanted["tree"] = lambda: "tree" in answer and digest(answer["tree"]) == expected["tree_digest"]
        if "sizes" in expected:
            wanted["sizes"] = lambda: answer.get("sizes") == expected["sizes"]
    for name, check in wanted.items():
        yield FEATURES_OF_ANSWERS[name], check() if name in reader.answers else None


class Matrix:
    """For each reader and feature, how many answers are right and wrong, how many are not supported, and the time."""

    def __init__(self):
        self.cells = {}
        self.failures = {}  # by reader and feature, identifiers of cases

    def run(self, reader, cases, one_batch):
        cells = self.cells.setdefault(reader.name, {})
        failures = self.failures.setdefault(reader.name, {})
        groups = {}
        for case in cases:
            groups.setdefault("" if one_batch else feature_of(case), []).append(case)
        for feature, group in groups.items():
            begin = time.monotonic()
            asked = [case for case in group if reader.supports(case)]
            answers = reader.answer_batch(asked) if asked else {}
            seconds = time.monotonic() - begin
            for case in group:
                for name, right in judge(reader, case, answers.get(case["id"])):
                    cell = cells.setdefault(name, {"pass": 0, "fail": 0, "unsupported": 0})
                    cell["unsupported" if right is None else "pass" if right else "fail"] += 1
                    if right is False:
                        failures.setdefault(name, []).append(case["id"])
            if not one_batch and asked:
                cells[feature]["seconds"] = round(seconds, 3)

    def summed(self):
        """The same with one feature for the valid texts of all sections, and one for the invalid ones."""
        result = Matrix()
        result.failures = self.failures
        for reader, cells in self.cells.items():
            sums = result.cells.setdefault(reader, {})
            for feature, cell in cells.items():
                to = sums.setdefault(feature.rpartition(": ")[2], {})
                for key, value in cell.items():
                    to[key] = round(to.get(key, 0) + value, 3)
        return result

    def features(self):
        """Sections in alphabetical order, then the rest."""
        names = {name for cells in self.cells.values() for name in cells}
        return sorted(names, key=lambda name: (not name.endswith(("accepts", "refuses")), name))

    def totals(self, reader):
        cells = self.cells[reader].values()
        return {key: sum(cell[key] for cell in cells) for key in ("pass", "fail", "unsupported")}

    def seconds(self, reader):
        return round(sum(cell.get("seconds", 0) for cell in self.cells[reader].values()), 2)


# --- known failures ---------------------------------------------------------------------------------------------------


def compare_with_baseline(matrix, known):
    """What fails and is not known, and what is known and does not fail: lines of text."""
    new, gone = [], []
    for reader, features in matrix.failures.items():
        for feature, ids in features.items():
            listed = known.get(reader, {}).get(feature, [])
            if listed != "all":
                new += [f"{reader}: {feature}: {case}" for case in ids if case not in listed]
    for reader, features in known.items():
        if reader not in matrix.cells:
            continue
        for feature, listed in features.items():
            failing = matrix.failures[reader].get(feature, [])
            cell = matrix.cells[reader].get(feature)
            if listed == "all":
                if cell is None or cell["pass"] != 0 or cell["fail"] == 0:
                    gone.append(f"{reader}: {feature}: all")
            else:
                gone += [f"{reader}: {feature}: {case}" for case in listed if case not in failing]
    return new, gone


def baseline_of(matrix, known):
    result = {reader: features for reader, features in known.items() if reader not in matrix.cells}
    for reader, features in matrix.failures.items():
        rows = {feature: "all" if matrix.cells[reader][feature]["pass"] == 0 else sorted(ids)
                for feature, ids in sorted(features.items())}
        if rows:
            result[reader] = rows
    return dict(sorted(result.items()))


# --- forms of the matrix ----------------------------------------------------------------------------------------------


def cell_text(cell):
    if cell is None or cell["pass"] + cell["fail"] == 0:
        return "-"
    count = str(cell["pass"]) if cell["fail"] == 0 else f"{cell['pass']}/{cell['pass'] + cell['fail']}"
    return f"{count} {cell['seconds']:.2f}s" if "seconds" in cell else count


def as_text(matrix, manifest):
    del manifest
    readers = list(matrix.cells)
    rows = [["feature", *readers]]
    for feature in matrix.features():
        rows.append([feature] + [cell_text(matrix.cells[r].get(feature)) for r in readers])
    for key, title in (("pass", "all: right"), ("fail", "all: wrong"), ("unsupported", "all: not supported")):
        rows.append([title] + [str(matrix.totals(r)[key]) for r in readers])
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    return "".join("  ".join(part.ljust(width) if i == 0 else part.rjust(width)
                             for i, (part, width) in enumerate(zip(row, widths))).rstrip() + "\n" for row in rows)


def as_json(matrix, manifest):
    return json.dumps({"suite": manifest["suite"], "grammar": manifest["grammar"], "cases": manifest["cases"],
                       "readers": [{"name": name, **matrix.totals(name), "seconds": matrix.seconds(name),
                                    "features": matrix.cells[name], "failures": matrix.failures[name]}
                                   for name in matrix.cells]}, indent=1) + "\n"


def as_html(matrix, manifest):
    def cell_html(cell):
        if cell is None or cell["pass"] + cell["fail"] == 0:
            return '<td class="none">not supported</td>'
        kind = "good" if cell["fail"] == 0 else "bad" if cell["pass"] == 0 else "some"
        skipped = f', {cell["unsupported"]} not supported' if cell["unsupported"] else ""
        return f'<td class="{kind}" title="{cell["pass"]} right, {cell["fail"]} wrong{skipped}">{cell_text(cell)}</td>'

    readers = list(matrix.cells)
    head = "".join(f"<th>{html.escape(r)}</th>" for r in readers)
    rows = "".join(f"<tr><th>{html.escape(f)}</th>" + "".join(cell_html(matrix.cells[r].get(f)) for r in readers) +
                   "</tr>\n" for f in matrix.features())
    return f"""<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Readers of XLA's memory texts</title>
<style>body{{font:14px sans-serif;margin:2em}}table{{border-collapse:collapse}}
th,td{{border:1px solid #ccc;padding:2px 8px;text-align:right}}tr>th:first-child{{text-align:left;font-weight:normal}}
.good{{background:#d9f2d9}}.some{{background:#fff2cc}}.bad{{background:#f8d7d7}}.none{{color:#888}}</style>
<h1>Readers of XLA's memory texts</h1>
<p>{manifest["cases"]} cases of suite {manifest["suite"]}, grammar {html.escape(manifest["grammar"])}. A cell has the number of
right answers, of all answers where some are wrong, and the seconds that the reader took.</p>
<table><tr><th>feature</th>{head}</tr>
{rows}</table></html>
"""


FORMATS = {"text": as_text, "json": as_json, "html": as_html}


# --- command line -----------------------------------------------------------------------------------------------------


def readers_of(given):
    words = {"ballast": given.ballast or "ballast", "python": sys.executable, "suite": str(HERE)}
    if given.reader:
        rows = []
        for text in given.reader:
            name, equals, command = text.partition("=")
            if not equals or not command.strip():
                usage_error("--reader is NAME=COMMAND")
            rows.append({"name": name, "command": [part.replace("{", "{{").replace("}", "}}") for part in shlex.split(command)],
                         "protocol": given.protocol, "starts": given.starts.split(","), "levels": given.levels.split(","),
                         "answers": [word for word in given.answers.split(",") if word]})
    else:
        rows = json.loads((HERE / "readers.json").read_text())
        if given.only:
            unknown = set(given.only.split(",")) - {row["name"] for row in rows}
            if unknown:
                usage_error(f"no reader {', '.join(sorted(unknown))} in readers.json")
            rows = [row for row in rows if row["name"] in given.only.split(",")]
    return [Reader(row, words) for row in rows]


def write_case(cases, given):
    found = [case for case in cases if case["id"] == given.case]
    if not found:
        usage_error(f"no case {given.case}")
    if given.output:
        pathlib.Path(given.output).write_bytes(bytes_of(found[0]))
    else:
        sys.stdout.buffer.write(bytes_of(found[0]))
    sys.stderr.write(json.dumps({k: v for k, v in found[0].items() if not k.startswith("text")}, indent=1) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ballast", help="the command, for the readers that need it")
    parser.add_argument("--only", help="names of readers in readers.json, separated by commas")
    parser.add_argument("--reader", action="append", help="NAME=COMMAND instead of those of readers.json")
    parser.add_argument("--protocol", choices=("stdin", "lines"), default="stdin", help="how --reader is driven")
    parser.add_argument("--starts", default="file", help="what --reader reads: file, shape, …, production")
    parser.add_argument("--levels", default="grammar,text", help="what --reader checks: " + ",".join(LEVELS))
    parser.add_argument("--answers", default="", help="what --reader answers: " + ",".join(ANSWERS))
    parser.add_argument("--format", choices=FORMATS, default="text")
    parser.add_argument("--summary", action="store_true", help="all sections in one")
    parser.add_argument("-o", "--output", help="a file for the matrix, or for the text of --case")
    parser.add_argument("--one-batch", action="store_true", help="one process for a reader: faster, no seconds")
    parser.add_argument("--update-baseline", action="store_true", help="rewrite known_failures.json")
    parser.add_argument("--case", help="write the text of this case, and what is known about it on standard error")
    given = parser.parse_args()

    manifest, cases = load_cases()
    if given.case:
        write_case(cases, given)
        return 0
    matrix = Matrix()
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["CONFORMANCE_SCRATCH"] = scratch  # for what an adapter makes once
        for reader in readers_of(given):
            if missing := reader.missing():
                text = f"{reader.name}: not installed: {', '.join(missing)}"
                if given.reader or given.only:
                    usage_error(text)
                sys.stderr.write(f"{text}; left out\n")
                continue
            matrix.run(reader, cases, given.one_batch)
    if not matrix.cells:
        usage_error("no reader is installed")
    text = FORMATS[given.format](matrix.summed() if given.summary else matrix, manifest)
    if given.output:
        pathlib.Path(given.output).write_text(text, encoding="utf-8")
    else:
        sys.stdout.write(text)

    path = HERE / "known_failures.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    if given.update_baseline:
        path.write_text(json.dumps(baseline_of(matrix, known), indent=1) + "\n")
        return 0
    new, gone = compare_with_baseline(matrix, known)
    for title, lines in (("fails, and is not in known_failures.json", new),
                         ("is in known_failures.json, and does not fail", gone)):
        for line in lines[:20]:
            sys.stderr.write(f"{title}: {line}\n")
        if len(lines) > 20:
            sys.stderr.write(f"{title}: {len(lines) - 20} more\n")
    return 1 if new else 0


if __name__ == "__main__":
    sys.exit(main())
