"""Differences that come from XLA's parser, from Python's options, or from instructions that XLA would not have made."""
import re

# What is replaced in a line and in what XLA printed of it: a name, the reason, the pattern, and what it becomes.
REPLACED = (
    ("negative zero", "XLA's lexer reads the integer 0 in `-0`", r"-0(?![\w.])", "0"),
    ("array without layout", "the parser adds the default layout", r"(?<=\])\{[\d,]*\}", ""),
    ("metadata of nothing", "the parser drops metadata that names no source", r", metadata=\{[^{}\"]*\}", ""),
    ("stack frame", "there are no tables of stack frames around one line", r" ?stack_frame_id=\d+", ""),
    ("set of control predecessors", "the parser keeps each once", r", control-predecessors=\{[^}]*\}", ""),
    ("blank before a dict", "the parser drops it", r"= \{", "={"),
    ("blank behind a dict", "the parser drops it", r"\} +(?=,|$)", "}"),
    ("reduction over no axes", "a mesh without axes has nothing that is unreduced", r"mesh\[\], unreduced(=\w+)?",
     "mesh[], replicated"),
    ("raw frontend value", "until 2025-04-09 they are read with escapes and printed without", r"\\(.)", r"\1"),
    ("payload without bytes", "the parser drops it", r" ?metadata_payload=\"\"", ""),
)

# What is not compared: a name, the reason, and patterns of the line and of what is said of it.
LEFT_OUT = (
    ("reduction of a sharding", "the parser takes the entry that XLA makes up for one of its own, and adds another",
     r"sdy::reduction_op", None),
    ("complex NaN", "the parser takes one part for both", r"= c\d+\[.*nan", None),
    ("empty tuple in an origin", "the parser drops it", r"origin=.*\(\)", None),
    ("index below 0", "XLA has none, its parser does not ask", r"[{,]-\d", r"^ballast: "),
    ("axis without name", "XLA makes none, its parser does not ask", r"''", r"^ballast: "),
    ("raw string", "strings that XLA prints without escapes do not always read back",
     r"(origin|async_execution_thread|scheduling_name|kind)=.*\\", None),
    ("raw string", "the same", None, r"(origin|async_execution_thread|scheduling_name|kind)=.*\\"),
    ("verifier", "shapes and attributes contradict each other, which XLA's verifier refuses after the parser has accepted it",
     None, r"^ballast: .*\[(attribute_shape|split_dimension|operand_shapes|index_mark|device_count|mesh_axis)\]$"),
    ("verifier", "devices and dimensions below 0, permutations that are none",
     None, r"^ballast: .*(found `-\d|no permutation)"),
    ("sharding of a tuple", "the parser distributes one sharding over the parts", r"^%[^ ]+ = \(.* sharding=\{(?!\{)", None),
    ("start of something asynchronous", "the parser gives attributes to what it wraps",
     r"^%[^ ]+ = .* (?!copy|all-gather|all-reduce|collective-permute)[a-z0-9-]+-(start|update|done)\(", None),
    ("token", "the parser gives some opcodes the result that they must have", r"^%[^ ]+ = .* (outfeed|infeed)\(", None),
)


def known(line, told):
    """The name of the exception that a difference is, or None."""
    for name, _, of_line, of_told in LEFT_OUT:
        if (of_line is None or re.search(of_line, line)) and (of_told is None or re.search(of_told, told)):
            return name
    if not told.startswith("XLA: "):
        return None
    printed, names = told[len("XLA: "):], []
    for name, _, pattern, by in REPLACED:
        changed = re.sub(pattern, by, line), re.sub(pattern, by, printed)
        if changed != (line, printed):
            names.append(name)
        line, printed = changed
    return " and ".join(names) if line == printed and names else None
