"""Lines of instructions: their parts, a module around one, and changes of one."""
import re

OPEN, CLOSE = "([{", ")]}"


def end_of(text, start, stops):
    """The first of the stops outside brackets and strings, or the end."""
    depth = 0
    i = start
    while i < len(text):
        c = text[i]
        if depth == 0 and c in stops:
            return i
        if c == '"':
            i += 1
            while i < len(text) and text[i] != '"':
                i += 2 if text[i] == "\\" else 1
        elif c in OPEN:
            depth += 1
        elif c in CLOSE:
            if depth == 0:
                return i
            depth -= 1
        i += 1
    return len(text)


def split(text):
    """Parts between `, ` outside brackets and strings."""
    parts, start, at = [], 0, 0
    while text:
        at = end_of(text, at, ",")
        if at >= len(text) or text[at] in CLOSE:
            return parts + [text[start:]]
        if text.startswith(", ", at):
            parts.append(text[start:at])
            start = at = at + 2
        else:
            at += 1
    return parts


class Instruction:
    """`%name = shape opcode(body), attributes`; raises ValueError where a line is none."""

    def __init__(self, line):
        found = re.match(r"%([^ ]+) = ", line)
        if not found:
            raise ValueError("no name")
        self.name = found.group(1)
        blank = end_of(line, found.end(), " ")
        self.shape = line[found.end():blank]
        bracket = line.find("(", blank)
        if bracket < 0:
            raise ValueError("no operands")
        self.opcode = line[blank + 1:bracket]
        end = end_of(line, bracket + 1, ")")
        self.body = line[bracket + 1:end]
        self.attributes = split(line[end + 3:])

    def text(self, attributes):
        head = f"%{self.name} = {self.shape} {self.opcode}({self.body})"
        return ", ".join([head] + attributes)

    def operands(self):
        """(name, shape or None) of each operand."""
        if self.opcode in ("constant", "parameter"):
            return []
        result = []
        for operand in split(re.sub(r"/\*.*?\*/", "", self.body)):
            found = re.fullmatch(r"(?:(.*) )?%([^ #]+)(?:#\d+)*", operand, re.S)
            if not found:
                raise ValueError("operand " + operand)
            result.append((found.group(2), found.group(1)))
        return result


def parts_of(shape):
    shape = re.sub(r"/\*.*?\*/", "", shape)
    return split(shape[1:-1]) if shape.startswith("(") else None


def is_done_of_wrapped(opcode):
    """Whether it ends what a computation wraps, not an opcode with a start and an end of its own."""
    return opcode.endswith("-done") and opcode[:-len("-done")] not in (
        "all-gather", "all-reduce", "collective-permute", "copy", "recv", "send")


def guesses(node, count):
    """Shapes that the operands may have, the likely ones first."""
    parts = parts_of(node.shape)
    leaf = node.shape
    while leaf.startswith("("):
        leaf = (parts_of(leaf) or ["f32[]"])[0]
    scalar = "f32[]"
    token = "token[]"
    value = dict(a.partition("=")[::2] for a in node.attributes)
    if node.opcode.endswith(("-start", "-update")) and parts and parts_of(parts[0]) is not None:
        yield ((parts_of(parts[0]) if node.opcode.endswith("-start") else []) + [node.shape] * count)[:count]
    if is_done_of_wrapped(node.opcode):
        for inputs in (1, 2, 3):
            yield ["((" + ", ".join([node.shape] * inputs) + f"), {node.shape}, u32[])"]
    if node.opcode == "get-tuple-element":
        yield ["(" + ", ".join([node.shape] * (int(value["index"]) + 1)) + ")"]
    if node.opcode == "conditional":
        yield [("s32[]" if "branch_computations" in value else "pred[]")] + [leaf] * (count - 1)
    if node.opcode == "tuple" and parts is not None:
        yield parts
    if node.opcode in ("after-all", "infeed", "recv"):
        yield [token] * count
    if node.opcode == "outfeed":
        yield [value.get("outfeed_shape", scalar), token][:count]
    if node.opcode == "send":
        yield [leaf, token][:count]
    yield [node.shape] * count
    yield [leaf if leaf not in (token, "opaque[]") else scalar] * count
    yield [scalar] * count
    yield ["f32[2,2,2,2]{3,2,1,0}"] * count
    yield ["u32[]"] * count


COMPUTATIONS = ("to_apply", "calls", "condition", "body", "select", "scatter", "true_computation", "false_computation",
                "branch_computations", "called_computations")


def computation(name, parameters, result, trivial=True):
    """XLA prints what a trivial computation wraps in the place of `async-start` and the like."""
    head = "".join(f"  %{name}.p{i} = {shape} parameter({i})\n" for i, shape in enumerate(parameters))
    if not trivial:
        head += f"  %{name}.t = token[] after-all()\n"
    operands = ", ".join(f"%{name}.p{i}" for i in range(len(parameters)))
    return f'%{name} {{\n{head}  ROOT %{name}.r = {result} custom-call({operands}), custom_call_target="r"\n}}\n\n'


def modules(line):
    """Modules whose entry has the line as its root, likely ones first."""
    node = Instruction(line)
    operands = node.operands()
    shown = [shape for _, shape in operands]
    for shapes in [shown] if any(shown) else guesses(node, len(operands)):
        yield module(line, node, [name for name, _ in operands], [s or "f32[]" for s in shapes])


def module(line, node, names, shapes):
    computations, entry, defined = [], [], set()
    parts = parts_of(node.shape)
    result = parts[1] if node.opcode.endswith("-start") and parts and len(parts) > 1 else node.shape
    named = set()
    for attribute in node.attributes:
        key, _, value = attribute.partition("=")
        if key not in COMPUTATIONS:
            continue
        for i, name in enumerate(re.findall(r"%([\w.-]+)", value)):
            if name in named:
                continue
            named.add(name)
            made = {"condition": (shapes, "pred[]"), "body": (shapes, node.shape), "calls": (shapes, result),
                    "called_computations": (shapes, node.shape), "true_computation": (shapes[1:2], node.shape),
                    "false_computation": (shapes[2:3], node.shape),
                    "branch_computations": (shapes[i + 1:i + 2], node.shape)}
            if node.opcode in ("call", "call-start"):
                made["to_apply"] = (shapes, result)
            computations.append(computation(name, *made.get(key, (["f32[]", "f32[]"], "f32[]")),
                                            trivial=not node.opcode.startswith("async-")))

    def parameter(name, shape):
        if name not in defined:
            entry.append(f"  %{name} = {shape} parameter({len(entry)})\n")
            defined.add(name)

    if node.opcode == "parameter":
        for i in range(min(int(node.body), 200)):
            parameter(f"zz.{i}", "f32[]")
    whole = shapes[0] if shapes else ""
    ends = node.opcode.endswith(("-done", "-update")) and node.opcode not in ("copy-done", "send-done", "recv-done")
    if ends and names and parts_of(whole if not node.opcode.endswith("-update") else node.shape) is not None:
        start(node, names[0], whole if node.opcode.endswith("-done") else node.shape, computations, entry, parameter)
        defined.add(names[0])
    for name, shape in zip(names, shapes):
        parameter(name, shape)
    after = []
    for attribute in node.attributes:
        if attribute.startswith("control-predecessors="):
            for name in re.findall(r"%([\w.-]+)", attribute):
                if name not in defined and name != node.name:
                    defined.add(name)
                    after.append(f"  %{name} = token[] after-all()\n")
    return ("HloModule m\n\n" + "".join(computations) + "ENTRY %zz.entry {\n" + "".join(entry) + "".join(after) +
            "  ROOT " + line + "\n}\n")


def start(node, name, shape, computations, entry, parameter):
    """What an instruction that ends something asynchronous ends."""
    parts = parts_of(shape)
    inputs = parts_of(parts[0]) if parts and parts_of(parts[0]) is not None else ["f32[]"]
    output = parts[1] if parts and len(parts) > 1 else "f32[]"
    for i, one in enumerate(inputs):
        parameter(f"zz.o{i}", one)
    operands = ", ".join(f"%zz.o{i}" for i in range(len(inputs)))
    base = re.sub(r"-(done|update)$", "", node.opcode)
    computations.append(computation("zz.wrapped", inputs, output, trivial=base != "async"))
    if base == "async":
        entry.append(f"  %{name} = {shape} async-start({operands}), calls=%zz.wrapped\n")
        return
    computations.append(computation("zz.scalars", ["f32[]", "f32[]"], "f32[]"))
    entry.append(f"  %{name} = {shape} {base}-start({operands}){least_attributes(base)}\n")


def least_attributes(opcode):
    """Those without which XLA's parser does not take an opcode."""
    scalars = "to_apply=%zz.scalars"
    least = {
        "all-gather": "dimensions={0}", "all-reduce": scalars, "reduce-scatter": "dimensions={0}, " + scalars,
        "collective-permute": "source_target_pairs={}", "fft": "fft_type=FFT, fft_length={}", "compare": "direction=EQ",
        "topk": "k=1", "broadcast": "dimensions={}", "concatenate": "dimensions={0}", "reduce": "dimensions={}, " + scalars,
        "reverse": "dimensions={}", "transpose": "dimensions={}", "map": scalars, "sort": scalars, "slice": "slice={}",
        "scan": "dimensions={0}, " + scalars, "dynamic-slice": "dynamic_slice_sizes={}", "pad": "padding=0_0",
        "iota": "iota_dimension=0", "get-tuple-element": "index=0", "get-dimension-size": "dimensions={0}",
        "set-dimension-size": "dimensions={0}", "reduce-precision": "exponent_bits=1, mantissa_bits=1",
        "rng": "distribution=rng_uniform", "rng-bit-generator": "algorithm=rng_default",
        "rng-get-and-update-state": "delta=1", "convolution": "dim_labels=bf_io->bf", "reduce-window": scalars,
        "select-and-scatter": "select=%zz.scalars, scatter=%zz.scalars", "call": "to_apply=%zz.wrapped",
        "scatter": scalars + ", update_window_dims={}, inserted_window_dims={}, scatter_dims_to_operand_dims={}, "
                             "index_vector_dim=0",
        "gather": "offset_dims={}, collapsed_slice_dims={}, start_index_map={}, index_vector_dim=0, slice_sizes={}",
        "fusion": "kind=kLoop, calls=%zz.wrapped", "custom-call": 'custom_call_target="t"',
        "while": "condition=%zz.wrapped, body=%zz.wrapped", "batch-norm-training": "epsilon=1, feature_index=0",
        "batch-norm-grad": "epsilon=1, feature_index=0", "batch-norm-inference": "epsilon=1, feature_index=0",
        "domain": 'domain={kind="sharding", entry={replicated}, exit={replicated}}',
    }
    return ", " + least[opcode] if opcode in least else ""


# --- changes ----------------------------------------------------------------------------------------------------------

def changed_value(value, random):
    """The value with one piece of it changed."""
    pieces = [m.span() for m in re.finditer(r"\d+|[A-Za-z_]+|[^\w\s]|\s", value)]
    if not pieces:
        return value + random.choice(["", " ", "{}", "0"])
    begin, end = random.choice(pieces)
    piece = value[begin:end]
    way = random.randrange(6)
    if way == 0:
        piece = ""
    elif way == 1:
        piece += piece
    elif way == 2:
        piece += random.choice([" ", ",", ", ", "0", "{}", "-"])
    elif piece.isdigit():
        piece = random.choice(["0", "1", "2", "-1", "7", "10", str(int(piece) + 1)])
    else:
        other = random.choice(pieces)
        piece = value[other[0]:other[1]]
    return value[:begin] + piece + value[end:]


def changes(line, values, random):
    """Lines that differ from this one in an attribute."""
    try:
        node = Instruction(line)
    except ValueError:
        return
    given = node.attributes
    for i, attribute in enumerate(given):
        key, equals, value = attribute.partition("=")
        rest = given[:i] + given[i + 1:]
        yield node.text(rest)
        yield node.text(given[:i] + [attribute] + given[i:])
        if i:
            yield node.text(given[:i - 1] + [attribute, given[i - 1]] + given[i + 1:])
        for other in random.sample(values[key], min(2, len(values[key]))):
            yield node.text(given[:i] + [key + equals + other] + given[i + 1:])
        for _ in range(6):
            yield node.text(given[:i] + [key + equals + changed_value(value, random)] + given[i + 1:])
    keys = [key for key in sorted(values) if values[key]]
    for key in random.sample(keys, min(3, len(keys))):
        at = random.randrange(len(given) + 1)
        yield node.text(given[:at] + [key + "=" + random.choice(values[key])] + given[at:])
