#!/usr/bin/env python3
"""ballast by its own command line: `validate`, `json` and `roundtrip` on folders of files and on lines.

    ballast.py BALLAST < CASES > ANSWERS"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from cases import bytes_of, cases, offset_of, say  # noqa: E402

COMMAND = None
# The ends of names by which the files of a module are known.
ENDINGS = {"content": "-buffer-assignment.txt", "assignment_file": "-buffer-assignment.txt",
           "values_file": "-buffer-assignment-values.txt", "live_range_file": "-live-range.txt",
           "usage_report": "-memory-usage-report.txt", "module_text": ".txt"}
REFUSED = re.compile(r"(.*?):(\d+):(\d+): refused: .* \[(\w+)\]$")
LINE = re.compile(r"(.*?):(\d+)(?::(\d+))?: (accepted|identical|different|refused: .* \[(\w+)\])$")


def run(*arguments):
    done = subprocess.run([COMMAND, *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{COMMAND} {' '.join(map(str, arguments))}: exit code {done.returncode}: {done.stderr.decode()}")
    return done.stdout.decode("utf-8", "surrogateescape")


def kind_of(text):
    """The kind of a file beside another one, by its first bytes."""
    for begin, kind in (("BufferAssignment:", "assignment_file"), ("HloModule ", "module_text"),
                        ("HloLiveRange", "live_range_file"), ("\n", "values_file"), ("Total ", "usage_report")):
        if text.startswith(begin.encode()):
            return kind
    return "message"


class Files:
    """Files that are given to the command together, each in a folder of its own."""

    def __init__(self, folder, options=(), grouped=False):
        self.folder = pathlib.Path(folder)
        self.options = list(options) + ([] if grouped else ["--files"])
        self.cases = {}
        self.others = []

    def add(self, case, name):
        path = self.folder / str(len(self.cases)) / name
        path.parent.mkdir(parents=True)
        path.write_bytes(bytes_of(case))
        self.cases[str(path)] = case
        return path.parent

    def answers(self):
        """`roundtrip` and `json` read a file as it is; `validate` would look for messages in one that is damaged, as
        in a log, so it gets those that are accepted."""
        result = {}
        for line in run("roundtrip", "--files", *self.cases).split("\n"):
            found = REFUSED.match(line)
            path = found[1] if found else line.partition(": identical (")[0]
            case = self.cases.get(path)
            if case is None:
                continue
            if found:
                line, column = int(found[2]), int(found[3])
                result[path] = {"accepted": False, "finding": found[4], "line": line, "column": column,
                                "offset": offset_of(bytes_of(case), line, column)}
            else:
                result[path] = {"accepted": True, "text": bytes_of(case)}
        accepted = [path for path, answer in result.items() if answer["accepted"]]
        if not accepted:
            return result
        for line in filter(None, run("json", *accepted).split("\n")):  # a tree may have U+2028 in it
            read = json.loads(line)
            result[read["path"]]["tree"] = read["tree"]
        report = json.loads(run("validate", "--format", "json", "--max-errors", "0", *self.options, *self.others, *accepted))
        for file in report["files"]:
            answer = result.get(file["path"])
            if answer is None:
                continue
            answer["findings"] = [{"id": f["id"], **f["begin"]} for f in file["findings"]]
            # An unread piece of a module text is a fault, although the rest is read.
            faults = [f for f in file["findings"] if f["severity"] == "error" and f["phase"] in ("form", "text", "context")]
            if faults:
                first = faults[0]
                result[file["path"]] = {"accepted": False, "finding": first["id"], **first["begin"]}
        return result


def answer_files(all_cases, folder):
    groups = {}
    for number, case in enumerate(all_cases):
        if case.get("beside") or case.get("beside_base64"):
            group = groups.setdefault("beside", Files(folder / "beside", grouped=True))
            stem = "module_0001.m." + (case.get("file_name") or "cpu") + "_after_optimizations"
            other = kind_of(bytes_of(case, "beside"))
            mine = kind_of(bytes_of(case))
            place = group.add(case, stem + ENDINGS.get(mine, ".txt"))
            path = place / (stem + ENDINGS.get(other, ".log"))
            path.write_bytes(bytes_of(case, "beside"))
            group.others.append(str(path))
        elif case.get("era"):
            era = case["era"]
            groups.setdefault("era " + era, Files(folder / ("era" + str(len(groups))), ["--era", era])).add(case, "text.txt")
        elif case.get("audit"):
            groups.setdefault("audit", Files(folder / "audit", ["--audit"])).add(case, "text.txt")
        else:
            groups.setdefault("alone", Files(folder / "alone")).add(case, case.get("file_name") or "text.txt")
    for group in groups.values():
        answers = group.answers()
        for path, case in group.cases.items():
            say(case, **answers.get(path, {}))


def answer_lines(start, all_cases, folder):
    path = folder / (start + ".lines")
    path.write_bytes(b"".join(bytes_of(case) + b"\n" for case in all_cases))
    answers = [{"accepted": False} for _ in all_cases]
    for command in ("validate", "roundtrip"):
        for line in run(command, "--rule", start, path).split("\n"):
            found = LINE.match(line)
            if not found or found[1] != str(path):
                continue
            number = int(found[2]) - 1
            if command == "roundtrip":
                if found[4] == "identical":
                    answers[number]["text"] = bytes_of(all_cases[number])
            elif found[4] == "accepted":
                answers[number] = {"accepted": True, "findings": []}
            else:
                column = int(found[3])
                answers[number] = {"accepted": False, "finding": found[5], "line": 1, "column": column,
                                   "offset": offset_of(bytes_of(all_cases[number]), 1, column)}
    for case, answer in zip(all_cases, answers):
        say(case, **answer)


def main(command):
    global COMMAND
    COMMAND = command
    by_start = {}
    for case in cases():
        by_start.setdefault(case["start"], []).append(case)
    with tempfile.TemporaryDirectory() as name:
        for start, all_cases in by_start.items():
            if start == "file":
                answer_files(all_cases, pathlib.Path(name))
            elif start == "production":
                for case in all_cases:
                    say(case, unsupported=True)
            else:
                answer_lines(start, all_cases, pathlib.Path(name))


if __name__ == "__main__":
    main(sys.argv[1])
