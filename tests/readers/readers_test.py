"""Readers in Python, JavaScript and C say of golden texts and of faulty ones what ballast says.

    readers_test.py BALLAST GOLDEN [EVERY]

Takes each EVERYth file (default: 9). Languages that are not installed are left out; Python is always there.
"""

import json
import re
import shutil
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
from trees import cases, compare, run  # noqa: E402

BALLAST = sys.argv[1]
GOLDEN = Path(sys.argv[2])
EVERY = int(sys.argv[3]) if len(sys.argv) > 3 else 9
failures = 0


def fail(message):
    global failures
    failures += 1
    if failures < 20:
        print("FAILED:", message)


def reader(folder, target, name, *more):
    path = Path(folder) / name
    made = run([BALLAST, "parser", "--target", target, *more])
    assert made.returncode == 0, made.stderr
    path.write_bytes(made.stdout)
    return str(path)


# Trees that are built, and what is printed of them.
EXPECTED = b"""BufferAssignment:
allocation 0: size 8, maybe-live-out:
 value: <3 add{1} @0> (size=4,offset=4): f32[]{:D(D)T(2)}

Total bytes used: 1229 (1.2KiB)

Used values:

no text has this tree: 2:29: error: expected a number above 0
no text has this tree: ValueName.name
no text has this tree: ValueDetail.positions
no text has this tree: Literal.form
not what this reader reads: Shape
13 allocations, 14 with the first one twice
"""
BUILT = {
    "python": """
import re
import sys
import xla_dump as x
def used(**more):
    array = x.ArrayLiteral((2,), x.IntList((1,)))
    constant = x.Instruction("a", shape, x.Opcode("constant"), x.Literal(array))
    return x.Tree(dump=x.Dump(used_values=(x.UsedValue(x.ValueName(1, "a"), instruction=constant, **more),)))
def tree(value, **more):
    allocation = x.Allocation(0, size=8, maybe_live_out=True, values=(value,), **more)
    return x.Tree(dump=x.Dump(allocations=(allocation,), total=x.Total(1229, x.HumanSize(12, "kib"))))
def say(tree):
    try:
        print(x.to_text(tree).decode())
    except x.Unprintable as error:
        print(re.sub(r"([.]\\w+): .*", r"\\1", str(error)))
levels, tiles = (x.DimensionLevel("D"),), (x.Tile((x.TileDimension(2),)),)
shape = x.Shape(x.ArrayShape(x.ElementType("f32"), layout=x.Layout(suffixes=x.LayoutSuffixes(levels, tiles))))
value = x.ValueLine(x.ValueName(3, "add", (1,)), size=4, offset=4, shape=shape)
say(tree(value))
say(tree(value, color=-3))
say(tree(x.ValueLine(x.ValueName(3, ""), size=4, offset=4, shape=shape)))
say(used())
say(used(detail=x.ValueDetail((x.ValuePosition("a"),))))
say(shape)
text = open(sys.argv[1], "rb").read()
twice = x.read(text)
buffers = twice.oom_report.buffers
twice.oom_report.buffers = type(buffers)((buffers[0], *buffers))
both = [each.count(b"contains:") for each in (text, x.to_text(twice))]
print("%d allocations, %d with the first one twice" % tuple(both))
""",
    "javascript": """
import fs from "node:fs";
import * as x from "./xla_dump.mjs";
const make = (Type, members) => Object.assign(new Type(), members);
function used(more) {
  const array = make(x.ArrayLiteral, { dimensions: [2], elements: { int_list: [1] } });
  const opcode = make(x.Opcode, { kind: "constant" });
  const body = { literal: make(x.Literal, { form: { array_literal: array } }) };
  const instruction = make(x.Instruction, { name: "a", shape, opcode, body });
  const value = make(x.ValueName, { id: 1, name: "a" });
  const used_values = [make(x.UsedValue, { value, instruction, ...more })];
  return make(x.Tree, { dump: make(x.Dump, { used_values }) });
}
function tree(value, more = {}) {
  const allocation = make(x.Allocation, { size: 8, maybe_live_out: true, values: [value], ...more });
  const total = make(x.Total, { bytes: 1229, human: make(x.HumanSize, { count: 12, unit: "kib" }) });
  return make(x.Tree, { dump: make(x.Dump, { allocations: [allocation], total }) });
}
function say(tree) {
  try {
    console.log(Buffer.from(x.toText(tree)).toString());
  } catch (error) {
    if (!(error instanceof x.Unprintable)) throw error;
    console.log(error.message);
  }
}
const levels = [make(x.DimensionLevel, { letter: "D" })];
const tiles = [make(x.Tile, { dimensions: [make(x.TileDimension, { size: 2 })] })];
const layout = make(x.Layout, { suffixes: make(x.LayoutSuffixes, { levels, tiles }) });
const array = make(x.ArrayShape, { type: make(x.ElementType, { kind: "f32" }), layout });
const shape = make(x.Shape, { form: { array_shape: array } });
const name = make(x.ValueName, { id: 3, name: "add", index: [1] });
const line = { value: name, size: 4, offset: 4, shape };
say(tree(make(x.ValueLine, line)));
say(tree(make(x.ValueLine, line), { color: -3 }));
say(tree(make(x.ValueLine, { ...line, value: make(x.ValueName, { id: 3, name: "" }) })));
say(used({}));
say(used({ detail: make(x.ValueDetail, { positions: [make(x.ValuePosition, { name: "a" })] }) }));
say(shape);
const text = fs.readFileSync(process.argv[2]);
const twice = x.read(text);
const buffers = twice.oom_report.buffers.oom_allocation_list;
buffers.unshift(buffers[0]);
const both = [text, x.toText(twice)].map((each) => Buffer.from(each).toString().split("contains:").length - 1);
console.log(`${both[0]} allocations, ${both[1]} with the first one twice`);
""",
}


def faulty(text):
    """With a byte that was lost, changed or added."""
    if len(text) < 30:
        return []
    third = len(text) // 3
    return [text[:third] + text[third + 1:], text[:2 * third] + b"\x01" + text[2 * third:], text[:-third]]


def trees(command, files, language):
    """The same tree as `ballast json` and the same text again, for all texts that ballast accepts."""
    same, wrong = compare(BALLAST, command, files)
    for each in wrong:
        fail("%s: %s" % (language, each))
    print("%s: %d trees are those of ballast json, and their texts those that were read" % (language, same))
    assert same > len(files) // 2


def line_of_error(output):
    found = re.search(r":(\d+):\d+: error: ", output.decode("utf-8", "replace"))
    return found and found[1]


def refusals(command, files, language):
    """Module texts with lines that are not instructions: `ballast json` keeps these, a reader refuses the
    first one, as `ballast validate` does."""
    for file in files:
        refused = run([*command, str(file)])
        lines = [line_of_error(said) for said in (run([BALLAST, "validate", str(file)]).stdout, refused.stdout)]
        if refused.returncode != 1 or not lines[0] or lines[0] != lines[1]:
            fail("%s: %s: exit %d, lines %s" % (language, file, refused.returncode, lines))


def has_unread_lines(file):
    return b'"content":{"unread"' in run([BALLAST, "json", str(file)]).stdout


def main():
    newer = {GOLDEN / "inputs/newer.txt", GOLDEN / "inputs/unknown_item.txt"}  # with items of a newer XLA
    files = sorted(newer | set(sorted(GOLDEN.rglob("*.txt"))[::EVERY]))
    texts = [file.read_bytes() for file in files]
    for text in list(texts):
        texts += faulty(text)
    with tempfile.TemporaryDirectory() as folder:
        commands = {"python": [sys.executable, reader(folder, "python", "xla_dump.py")]}
        if shutil.which("node"):
            commands["javascript"] = ["node", reader(folder, "javascript", "xla_dump.mjs")]
        if shutil.which("cc"):
            source = reader(folder, "c", "xla_dump.c")
            program = str(Path(folder) / "xla_dump")
            built = run(["cc", "-O0", "-Wall", "-Werror", "-DBALLAST_READER_MAIN", source, "-o", program])
            if built.returncode != 0:
                fail("c: " + built.stderr.decode()[:500])
            else:
                commands["c"] = [program]
        answers = {}
        for language, command in commands.items():
            given = run([*command, "--cases"], cases(texts))
            answers[language] = given.stdout.decode().split("\n")[:len(texts)]
            if given.returncode != 0 or len(answers[language]) != len(texts):
                fail("%s: exit %d, %s" % (language, given.returncode, given.stderr.decode()[-500:]))
        # All of them judge alike, and name the same place.
        for i, text in enumerate(texts):
            said = {language: re.sub(r" error: .*", "", lines[i]) for language, lines in answers.items()}
            if len(set(said.values())) > 1:
                fail("%r\nis judged differently: %s" % (text[:300], {k: v[i] for k, v in answers.items()}))
        accepted = sum(line == "ok" for line in answers["python"])
        print("%d texts, %d of them whole: %s agree" % (len(texts), accepted, ", ".join(answers)))
        assert len(texts) // 5 < accepted < len(texts) // 2, accepted
        unread = [file for file in sorted(GOLDEN.rglob("*lines.txt")) if has_unread_lines(file)]
        assert len(unread) > 1
        for language, command in commands.items():
            refusals(command, unread, language)
        read = [file for file in files if not has_unread_lines(file)]
        for language in ("python", "javascript"):
            if language in commands:
                trees(commands[language], read, language)

        # One text and its exit code; faults as JSON.
        whole = str(GOLDEN / "dumps/message_program_table.txt")
        for language, command in commands.items():
            if run([*command, whole]).returncode != 0:
                fail(language + ": refuses " + whole)
            if run([*command, whole + ".none"]).returncode != 2:
                fail(language + ": a missing file does not exit with 2")
            refused = run(command, b"BufferAssignment:\nallocation x\n")
            if refused.returncode != 1 or not refused.stdout.startswith(b"<stdin>:2:12: error: expected "):
                fail("%s: %r" % (language, refused.stdout))
            if language != "c":
                fault = json.loads(run([*command, "--json"], b"BufferAssignment:\nallocation x\n").stdout)["fault"]
                if (fault["offset"], fault["line"], fault["column"]) != (29, 2, 12) or not fault["expected"]:
                    fail("%s: %s" % (language, fault))

        # Trees that were not read: what no text has is an error, and the current spelling is the default.
        for language, program in BUILT.items():
            if language in commands:
                path = Path(folder) / ("built" + Path(commands[language][-1]).suffix)
                path.write_text(program)
                made = run([*commands[language][:-1], str(path), str(GOLDEN / "dumps/oom_report_allocations.txt")])
                if made.stdout != EXPECTED:
                    fail("%s: trees that were built: %s" % (language, made.stderr.decode()[-500:] or made.stdout.decode()))

        # A reader of one production.
        shapes = [sys.executable, reader(folder, "python", "xla_shape.py", "--start", "shape")]
        answer = run([*shapes, "--json"], b"(f32[2,3]{1,0}, token[])").stdout.decode()
        if '"tuple_shape"' not in answer or '"minor_to_major":[1,0]' not in answer:
            fail("shape: " + answer)
        if run(shapes, b"f32[2").returncode != 1:
            fail("shape: f32[2 is accepted")
        small = {**commands, "python": shapes}
        if "javascript" in commands:
            # Node finds out that it runs a program, whatever the file is called.
            small["javascript"] = ["node", reader(folder, "javascript", "xla shape.mjs", "--start", "shape")]
            if run(small["javascript"], b"f32[2").returncode != 1:
                fail("javascript: a reader with a blank in its name accepts f32[2")

        # Shapes as deep as they can be, and one that misses its end: no stack is too small for them.
        deep = b"f32[1]{0:P(" * 127 + b"f32[]"
        for language, command in small.items():
            if language == "c":
                continue
            for text, place in ((deep + b")}" * 127, None), (deep + b")}" * 126, len(deep) + 252)):
                answer = run([*command, "--json"], text)
                fault = json.loads(answer.stdout or b"{}").get("fault", {})
                if answer.returncode != (place is not None) or fault.get("offset") != place:
                    fail("%s: a deep shape: %r" % (language, answer.stderr[-200:] or answer.stdout[:200]))
            # Each level has two alternatives with the same members: none is gone through for each combination of them.
            text = b"f32[1]{0:D(D)T(2)P(" * 127 + b"f32[]" + b")}" * 127
            answer = run([*command, "--print"], text)
            if answer.stdout != text:
                fail("%s: a deep shape is printed: %r" % (language, answer.stderr[-200:] or answer.stdout[:200]))

        # Wrong options, and cases that are not as long as they say.
        for language, command in small.items():
            for wrong in (["--quiet"], ["--json", "--print"], ["--cases", "a", "b"]):
                if run([*command, *wrong], b"f32[2]").returncode != 2:
                    fail("%s: %s does not exit with 2" % (language, wrong))
            for given in (b"5", b"x\nf32[2]", b"-1\nf32[2]", b"9\nf32[2]", b"18446744073709551615\nf32[2]"):
                done = run([*command, "--cases"], given)
                if done.returncode != 2 or done.stderr != b"--cases: expected the size of a text and as many bytes\n":
                    fail("%s: --cases of %r: %d, %r" % (language, given, done.returncode, done.stderr[-200:]))

        # What the grammar matches and Python does not convert is refused, too.
        digits = run([*shapes, "--json"], b"f32[2," + 5000 * b"9" + b"]")
        if digits.returncode != 1 or json.loads(digits.stdout)["fault"]["offset"] != 6:
            fail("shape: 5000 digits: %r" % (digits.stderr[-200:] or digits.stdout[:200]))
        rows = {"python": [sys.executable, reader(folder, "python", "stack_row.py", "--start", "stack_row")]}
        if "javascript" in commands:
            rows["javascript"] = ["node", reader(folder, "javascript", "stack_row.mjs", "--start", "stack_row")]
        label = "      └── a".encode() + b"\xff (1.0%, total: 8 bytes, current: 8 bytes, remaining: 0 bytes)\n"
        for language, command in rows.items():
            answer = run([*command, "--json"], label)
            if answer.returncode != 1 or json.loads(answer.stdout)["fault"]["offset"] != label.index(b"\xff"):
                fail("%s: a byte that is not UTF-8: %r" % (language, answer.stderr[-200:] or answer.stdout[:200]))

        # Of one era: what was printed then, and not what came later.
        later = b"HloLiveRange (max 1):\n  InstructionSequence:\n    0:a\n  BufferLiveRange:\n    a{}:0-1\n  Live ranges at 0 (peak):\n    a{}: 4 bytes (cumulative: 4 bytes)\n"
        for era, accepted in (("D8", 1), ("D24", 0)):
            of_era = [sys.executable, reader(folder, "python", "xla_%s.py" % era, "--era", era)]
            dump = run([BALLAST, "generate", "--seed", "1", "--era", era, "--size", "2000"]).stdout
            if run(of_era, dump).returncode != 0:
                fail("era %s: a dump of its own is refused: %s" % (era, run(of_era, dump).stdout))
            if run(of_era, later).returncode != accepted:
                fail("era %s: %s" % (era, run(of_era, later).stdout))

        # The form for Pythons that lack possessive repeats.
        source = Path(commands["python"][1]).read_text().replace("_POSSESSIVE = sys.version_info >= (3, 11)", "_POSSESSIVE = False")
        old = Path(folder) / "xla_dump_old.py"
        old.write_text(source)
        some = files[::4]
        compile(source, "xla_dump.py", "exec")
        given = cases([f.read_bytes() for f in some])
        if run([sys.executable, str(old), "--cases", "--json"], given).stdout != run([*commands["python"], "--cases", "--json"], given).stdout:
            fail("the slower expressions give other trees")
    sys.exit(1 if failures else 0)


main()
