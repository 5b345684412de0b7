"""Constants of every element type, with random and extreme elements."""
import struct

INTEGERS = {"s1": 1, "s2": 2, "s4": 4, "s8": 8, "s16": 16, "s32": 32, "s64": 64,
            "u1": 1, "u2": 2, "u4": 4, "u8": 8, "u16": 16, "u32": 32, "u64": 64}
FLOATS = ("f32", "f64", "f16", "bf16", "f8e5m2", "f8e4m3", "f8e4m3fn", "f8e4m3b11fnuz", "f8e5m2fnuz", "f8e4m3fnuz",
          "f8e3m4", "f8e8m0fnu", "f4e2m1fn", "f6e2m3fn", "f6e3m2fn")
SPECIAL = ("0", "1", "inf", "-inf", "nan", "-nan", "nan(0x1)", "3.4028235e+38", "1.1754944e-38", "1e-45", "65504", "448",
           "0.1", "1e+10", "123456.7", "1e-05", "0.0001", "99999.995")


def integer(random, kind):
    bits = INTEGERS[kind]
    low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if kind[0] == "s" else (0, (1 << bits) - 1)
    return str(random.choice([low, high, random.randint(low, high), max(low, min(high, 1))]))


def number(random):
    way = random.randrange(4)
    if way == 0:
        return random.choice(SPECIAL)
    if way == 1:
        return "%g" % random.uniform(-1000, 1000)
    if way == 2:
        return repr(struct.unpack("<d", struct.pack("<Q", random.getrandbits(64)))[0])
    return "%.9g" % struct.unpack("<f", struct.pack("<I", random.getrandbits(32)))[0]


def lines(random, count):
    for i in range(count):
        kind = random.choice([*INTEGERS, *FLOATS, "pred", "c64", "c128"])
        size = random.randrange(0, 5)
        if kind in INTEGERS:
            elements = [integer(random, kind) for _ in range(size)]
        elif kind == "pred":
            elements = [random.choice("01") for _ in range(size)]
        elif kind[0] == "c":
            elements = [f"({number(random)}, {number(random)})" for _ in range(size)]
        else:
            elements = [number(random) for _ in range(size)]
        if size == 1 and random.randrange(2):
            value = {"0": "false", "1": "true"}.get(elements[0], elements[0]) if kind == "pred" else elements[0]
            yield f"%x = {kind}[] constant({value})"
        else:
            yield f"%x = {kind}[{size}]{{0}} constant({{{', '.join(elements)}}})"
