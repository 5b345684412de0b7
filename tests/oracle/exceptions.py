"""Differences that come from XLA's parser, from Python's options, or from instructions that XLA would not have made."""
import os
import re

import lines

STRING = r'"(?:[^"\\]|\\.)*"'
ESCAPED = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def unescaped(text):
    return re.sub(r"\\([0-7]{1,3}|.)", lambda m: chr(int(m[1], 8)) if m[1].isdigit() else ESCAPED.get(m[1], m[1]), text)


def raw(text):
    """The strings of the text, printed as they are read."""
    return re.sub(STRING, lambda m: '"' + unescaped(m[0][1:-1]) + '"', text)


def in_attribute(line, key, change):
    """The line with the value of one of its attributes changed."""
    try:
        node = lines.Instruction(line)
    except ValueError:
        return line
    return node.text([key + "=" + change(a[len(key) + 1:]) if a.startswith(key + "=") else a for a in node.attributes])


def with_layouts(line, _):
    def laid_out(found):
        dimensions = found["dimensions"]
        rank = dimensions.count(",") + 1 if dimensions else 0
        order = ",".join(map(str, reversed(range(rank))))
        return found[0] + "{" + order + "}" if rank else found[0]

    shape = r"\b(?:pred|bf16|[suc]\d+|f\d\w*)\[(?P<dimensions>[\d,<=?]*)\](?!\{)"
    return re.sub(STRING + "|" + shape, lambda m: m[0] if m["dimensions"] is None else laid_out(m), line)


def without_blanks_around_dicts(line, _):
    line = re.sub(r"(?<=\bbackend_config=)\s+(?=\{)", "", line.rstrip())
    return in_attribute(line, "frontend_attributes",
                        lambda v: re.sub(r"(?<=\}) +(?=[,}])", "", re.sub(r"(?<==) +(?=\{)", "", v)))


def raw_frontend_values(line, _):
    """A value ends at the first quote for XLA, and blanks may stand between them."""
    return in_attribute(line, "frontend_attributes",
                        lambda v: raw(re.sub(STRING + r"|\s+", lambda m: m[0] if m[0][0] == '"' else "", v)))


def raw_strings(line, _):
    keys = r"\b(async_execution_thread|scheduling_name|kind)="
    line = re.sub(keys + "(" + STRING + ")", lambda m: m[1] + "=" + raw(m[2]), line)
    return in_attribute(line, "origin", raw)


def both_parts_not_a_number(line, _):
    payload = r"(?:\(0x[0-9a-f]+\))"
    line = re.sub(rf"\((-?nan{payload}?), [^()]+{payload}?\)", r"(\1, \1)", line)
    return re.sub(rf"(\([^()n]+, -?nan){payload}\)", r"\1)", line) if " = c64[" in line else line


def tuple_of_shardings(line, _):
    try:
        node = lines.Instruction(line)
    except ValueError:
        return line

    def leaves(shape):
        parts = lines.parts_of(shape)
        return 1 if parts is None else sum(map(leaves, parts))

    if lines.parts_of(node.shape) is None:
        return line
    count = max(1, leaves(node.shape))
    return in_attribute(line, "sharding", lambda v: v if v.startswith("{{") or v == "{}" else
                        "{" + "".join((f", /*index={i}*/" if i % 5 == 0 else ", ") * (i > 0) + v for i in range(count)) + "}")


def with_other_numbers(line, printed):
    """The names that were printed, where they differ in their last number alone."""
    name = r"%[\w.-]+"

    def base(one):
        return re.sub(r"\.\d+$", "", one)

    ours, theirs = re.findall(name, line), re.findall(name, printed)
    if list(map(base, ours)) != list(map(base, theirs)):
        return line
    return re.sub(name, lambda _, left=iter(theirs): next(left), line)


def whole_scan(line, _):
    if " scan(" not in line or "is_associative=" in line:
        return line
    return re.sub(r"(, num_carries=\d+(?:, is_reverse=true)?)", r"\1, is_associative=false", line, count=1)


def result_that_it_must_have(line, printed):
    """The shape that was printed for the result of an infeed or an outfeed."""
    try:
        node, other = lines.Instruction(line), lines.Instruction(printed)
    except ValueError:
        return line
    if node.opcode not in ("infeed", "outfeed") or node.opcode != other.opcode:
        return line
    node.shape = other.shape
    return node.text(node.attributes)


def wrapped_attributes(line, printed):
    """What was printed, where it has the same attributes and no others, in another order or twice."""
    try:
        node, other = lines.Instruction(line), lines.Instruction(printed)
    except ValueError:
        return line
    same = node.text([]) == other.text([]) and set(node.attributes) == set(other.attributes)
    return printed if same and node.opcode.endswith("-start") else line


def what_is_wrapped(line, printed):
    """Named for the root of the computation that is called."""
    try:
        node, other = lines.Instruction(line), lines.Instruction(printed)
    except ValueError:
        return line
    if not node.opcode.startswith("async-") or other.opcode != node.opcode.replace("async", "custom-call"):
        return line
    node.opcode = other.opcode
    return node.text(['custom_call_target="r"' if a.startswith("calls=") else a for a in node.attributes])


def reduction_once_more(line, printed):
    """The entry that XLA makes up for a reduction, behind the one of the line."""
    entry = r'\{op_type="sdy::reduction_op" op_name="(?:SUM|MAX|MIN)"\}'
    once = re.sub(", " + entry + r"(?=\}\})", "", printed, count=1)
    alone = re.sub(r"metadata=\{(" + entry + r")\}(?=\})", r"metadata=\1", once, count=1)
    return printed if line in (once, alone) else line


# What XLA's parser makes of a line: a name, the reason, and the function that does the same.
REPLACED = (
    ("stack frame", "there are no tables of stack frames around one line",
     lambda line, _: re.sub(r" ?\bstack_frame_id=-?\d+", "", line)),
    ("metadata of nothing", "the parser drops metadata that names no source",
     lambda line, _: re.sub(r', metadata=\{[^{}"]*\}', "", line)),
    ("array without layout", "the parser adds the default layout", with_layouts),
    ("negative zero", "XLA's lexer reads the integer 0 in `-0`",
     lambda line, _: re.sub(r"(?<![\w.-])-0(?![\w.])", "0", line)),
    ("complex NaN", "the parser takes a first part for both, and of a second part of 32 bits no payload", both_parts_not_a_number),
    ("blank around a dict", "the parser drops it", without_blanks_around_dicts),
    ("operation queues", "the parser drops an empty list of them from a config",
     lambda line, _: re.sub(r'"wait_on_operation_queues":\[\],?', "", line)),
    ("number of a name", "the parser makes names unique, and takes `.03` for such a number as `.3`", with_other_numbers),
    ("scan that may be associative", "the parser takes a missing `is_associative` for false; XLA prints it where it is set",
     whole_scan),
    ("raw frontend value", "until 2025-04-09 they are read with escapes and printed without", raw_frontend_values),
    ("raw string", "they are read with escapes and printed without", raw_strings),
    ("empty tuple in an origin", "the parser drops it",
     lambda line, _: in_attribute(line, "origin", lambda v: re.sub(r", \(\)|(?<=\()\(\), ", "", v))),
    ("sharding of a tuple", "the parser distributes one sharding over the parts", tuple_of_shardings),
    ("reduction of a sharding", "the parser takes the entry that XLA makes up for one of its own, and adds another",
     reduction_once_more),
    ("infeed and outfeed", "the parser gives them the result that they must have", result_that_it_must_have),
    ("asynchronous sugar", "until 2023-09-18 Python's options print any computation by its root", what_is_wrapped),
    ("start of something asynchronous", "the parser gives attributes to what it wraps", wrapped_attributes),
)

# What is not compared: a name, the reason, and patterns of the line and of what is said of it.
LEFT_OUT = (
    ("index below 0", "XLA has none, its parser does not ask", r"[{,]-\d", r"^ballast: "),
    ("axis without name", "XLA makes none, its parser does not ask", r"''", r"^ballast: "),
    ("verifier", "shapes and attributes contradict each other, which XLA's verifier refuses after the parser has accepted it",
     None, r"^ballast: .*\[(attribute_shape|split_dimension|operand_shapes|index_mark|device_count|mesh_axis|layout_rank)\]$"),
    ("verifier", "devices and dimensions below 0, permutations that are none, letters and digits of `dim_labels` that are missing",
     None, r"^ballast: .*(found `-\d|not a permutation|labels need each letter once|labels have \d)"),
    ("token with dimensions", "XLA has none, its parser does not ask", r"token\[\d", r"^ballast: "),
    ("end of a raw frontend value", "until 2025-04-09 one that has `\"}` in it has no exact end",
     r'frontend_attributes=\{.*"\}[^,]', r"`frontend_attributes`: expected the end of the attribute"),
    ("NUL in a raw string", "no text of XLA's own has one", "\0", r"\[nul_byte\]$"),
)


def known(line, told):
    """The name of the exception that a difference is, or None."""
    for name, _, of_line, of_told in LEFT_OUT:
        if (of_line is None or re.search(of_line, line)) and re.search(of_told, told):
            return name
    if not told.startswith("XLA: "):
        return None
    printed, names = told[len("XLA: "):], []
    for name, _, change in REPLACED:
        changed = change(line, printed)
        if changed == line or differs_earlier(changed, line, printed):
            continue
        line = changed
        names.append(name)
        if line == printed:
            return " and ".join(names)
    return None


def differs_earlier(changed, line, printed):
    """Whether the change made different what was the same, at the beginning or at the end."""
    def same(text, other):
        return len(os.path.commonprefix([text, other]))

    return (same(changed, printed) < same(line, printed) or
            same(changed[::-1], printed[::-1]) < same(line[::-1], printed[::-1]))
