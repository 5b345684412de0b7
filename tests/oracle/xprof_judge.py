#!/usr/bin/env python3
"""Compares the totals and peaks that `ballast show` gives for binary files with those of XProf's memory viewer.

    xprof_judge.py COMMAND FOLDER…

Every `*.hlo.pb[.gz]` and `*.hlo_proto.pb` with a buffer assignment is asked about, in each of its memory spaces. XProf
needs no profile of a run: an empty one is beside the file. Totals must be equal. A peak is equal, or differs for a
known reason:

    untraced    ballast's is larger by at most the temporaries that no trace of the heap simulator names: tables of
                tuples, and what XLA placed without the simulator. XProf does not count them.
    no-trace    the space has no trace, so that XProf counts no temporaries at all
    preset      XProf's is larger. The trace is not of a whole module (VMEM of TPUs), and its events are not in order of
                time, so that XProf's running sum has no meaning.
    crashed     XProf ends: files of TensorFlow up to 2.9 name instructions, which it looks up by their ids

Prints a line for each other difference, and the counts. Exits with 1 if there is one, and with 2 without XProf.
"""
import collections
import contextlib
import gzip
import importlib.util
import io
import json
import pathlib
import subprocess
import sys
import tempfile

MIB = 1 << 20
ASK = "--ask-xprof"
PATTERNS = ("*.hlo.pb", "*.hlo.pb.gz", "*.hlo_proto.pb")


# --- what is read of a protocol buffer --------------------------------------------------------------------------------

def varint(data, at):
    result = shift = 0
    while True:
        byte = data[at]
        result |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return result, at


def fields(data):
    """The fields of a message: number, and all its values."""
    at, result = 0, collections.defaultdict(list)
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
        else:
            size = {1: 8, 5: 4}.get(kind)
            if size is None:
                size, at = varint(data, at)
            value, at = data[at:at + size], at + size
        result[tag >> 3].append(value)
    return result


def number(message, field):
    value = message[field][-1] if message[field] else 0
    return value if isinstance(value, int) else 0


class Space:
    """What an HloProto says about a memory space."""

    def __init__(self):
        self.total = self.static = self.untraced = 0
        self.temporaries = set()  # ids of values
        self.traced = self.is_preset = False


def spaces_of(data):
    """The spaces of an HloProto by color; None if it has no buffer assignment."""
    assignments = fields(data)[3]
    if not assignments:
        return None
    assignment = fields(assignments[-1])
    sizes = {number(x, 1): number(x, 2) for x in map(fields, assignment[1])}
    spaces, space_of = collections.defaultdict(Space), {}
    for allocation in map(fields, assignment[3]):
        space = spaces[number(allocation, 8)]
        values = [number(x, 1) for x in map(fields, allocation[9])]
        space_of.update(dict.fromkeys(values, space))
        space.total += number(allocation, 2)
        # thread-local, parameter, live out, constant
        if any(number(allocation, flag) for flag in (3, 5, 7, 12)):
            space.static += number(allocation, 2)
        else:
            space.temporaries.update(values)
    named = set()
    for trace in map(fields, assignment[4]):
        for event in map(fields, trace[1]):
            value = number(event, 2)
            named.add(value)
            if value in space_of:
                space_of[value].traced = True
                space_of[value].is_preset |= not number(trace, 2)
    for space in spaces.values():
        space.untraced = sum(sizes.get(value, 0) for value in space.temporaries - named)
    return spaces


# --- the judges -------------------------------------------------------------------------------------------------------

def ask_xprof(profile, *colors):
    """Prints total and peak of memory spaces in the memory viewer. Runs in a process of its own."""
    from xprof.convert import raw_to_tool_data as convert
    result = []
    for color in colors:
        options = {"module_name": "module(0)", "memory_space": color}
        with contextlib.redirect_stdout(io.StringIO()):
            answer, _ = convert.xspace_to_tool_data([profile], "memory_viewer", options)
        seen = json.loads(answer)
        result.append([round((seen.get(key) or 0) * MIB) for key in ("totalBufferAllocationMib", "peakHeapMib")])
    print(json.dumps(result))


def seen_by_xprof(data, colors):
    """Total and peak of memory spaces; None if XProf crashes."""
    with tempfile.TemporaryDirectory(prefix="ballast-xprof-") as folder:
        session = pathlib.Path(folder, "plugins/profile/run")
        session.mkdir(parents=True)
        profile = session / "host.xplane.pb"
        profile.write_bytes(b"")
        (session / "module(0).hlo_proto.pb").write_bytes(data)
        asked = subprocess.run([sys.executable, "-B", __file__, ASK, profile, *map(str, colors)], capture_output=True,
                               check=False)
    return json.loads(asked.stdout) if asked.returncode == 0 else None


def verdict_of(ours, total, peak, space):
    """Why a peak may differ; capital letters if it may not."""
    more = ours["peak"] - peak
    if total != ours["total"]:
        return "TOTAL"
    if more == 0:
        return "equal"
    if not space.traced and peak == space.static and ours["temporaries"]:
        return "no-trace"
    if 0 < more <= space.untraced:
        return "untraced"
    return "preset" if more < 0 and space.is_preset else "PEAK"


def main(command, *folders):
    if importlib.util.find_spec("xprof") is None:
        print("xprof_judge.py: pip install xprof", file=sys.stderr)
        return 2
    counts, modules = collections.Counter(), 0
    paths = sorted({path for folder in folders for pattern in PATTERNS for path in pathlib.Path(folder).rglob(pattern)})
    for path in paths:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        spaces = spaces_of(data)
        if spaces is None:
            continue
        shown = subprocess.run([command, "show", "--format", "json", path], capture_output=True, check=False)
        if shown.returncode != 0:
            counts["FAILED"] += 1
            print(f"{path}: {shown.stderr.decode(errors='replace').strip()}")
            continue
        modules += 1
        answers = json.loads(shown.stdout)["spaces"]
        seen = seen_by_xprof(data, [ours["space"] for ours in answers])
        if seen is None:
            names_instructions = 4 not in fields(fields(fields(fields(data)[3][-1])[1][0])[3][-1])
            counts["crashed" if names_instructions else "CRASHED"] += len(answers)
            if not names_instructions:
                print(f"{path}: XProf crashed")
            continue
        for ours, (total, peak) in zip(answers, seen, strict=True):
            verdict = verdict_of(ours, total, peak, spaces[ours["space"]])
            counts[verdict] += 1
            if verdict.isupper():
                print(f"{path}: {verdict} in space {ours['space']}: total {ours['total']} and {total}, "
                      f"peak {ours['peak']} and {peak}")
    print(f"{modules} modules, {sum(counts.values())} memory spaces:",
          ", ".join(f"{verdict} {count}" for verdict, count in counts.most_common()))
    return 1 if modules == 0 or any(verdict.isupper() for verdict in counts) else 0


if __name__ == "__main__":
    sys.exit(ask_xprof(*sys.argv[2:]) if sys.argv[1] == ASK else main(*sys.argv[1:]))
