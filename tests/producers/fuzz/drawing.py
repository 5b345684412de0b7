"""Draws JAX programs from a seed. A program is a list of statements, so that one that ballast judges wrongly can be reduced
by deleting some of them. What the JAX at hand refuses is not drawn: each statement is tried with jax.eval_shape."""
import random
import re

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax

import operations
from harness import mapped

NAMES = re.compile(r"\b[av]\d+\b")
ELEMENT_TYPES = ("float32 float32 float32 bfloat16 float16 float64 int32 int32 int8 uint8 int64 uint32 bool_ complex64 "
                 "complex128 int4 uint4 float8_e4m3fn float8_e5m2").split()
MAX_ELEMENTS = 1 << 20


class Statement:
    """Lines of Python that assign to one name."""

    def __init__(self, name, lines):
        self.name = name
        self.lines = lines
        self.uses = sorted(set(NAMES.findall("\n".join(lines))) - {name})


class Program:
    """A function with arguments, and how it is compiled."""

    def __init__(self, name):
        self.name = name
        self.arguments = []  # (name, shape, element type, axes of the mesh or None)
        self.statements = []
        self.results = []
        self.donated = []
        self.types = {}  # by name: the shape and element type of each value

    def source(self):
        lines = ["def %s(%s):" % (self.name, ", ".join(a[0] for a in self.arguments))]
        for s in self.statements:
            lines += ["    " + l for l in s.lines]
        lines.append("    return (%s)" % "".join(r + ", " for r in self.results))
        return "\n".join(lines) + "\n"

    def without(self, deleted):
        """A copy that lacks some statements; where their values were read, it has zeros."""
        smaller = Program(self.name)
        smaller.arguments, smaller.donated, smaller.types = self.arguments, self.donated, self.types
        gone = {s.name for i, s in enumerate(self.statements) if i in deleted}
        kept = [s for i, s in enumerate(self.statements) if i not in deleted]
        smaller.results = [r for r in self.results if r not in gone] or [smaller.arguments[0][0]]
        read = {u for s in kept for u in s.uses} & gone
        zeros = [Statement(n, ["%s = jnp.zeros(%r, jnp.%s)" % ((n,) + described(self.types[n]))]) for n in sorted(read)]
        smaller.statements = zeros + kept
        return smaller


def described(value):
    return tuple(value.shape), {"bool": "bool_"}.get(str(value.dtype), str(value.dtype))


def environment():
    """What the text of a program can name."""
    return {"jax": jax, "jnp": jnp, "lax": lax, "np": np, "mapped": mapped}


class Drawing:
    """Draws statements over the values that exist so far."""

    def __init__(self, seed, mesh=None, places=()):
        self.random = random.Random(seed)
        self.mesh = mesh
        self.places = places  # memories that values may be moved to
        self.count = 0
        self.types = {}
        self.scopes = [[]]  # names that a statement may read: of the program, and of the function that is being drawn

    # --- choices -----------------------------------------------------------------------------------------------------

    def chance(self, of):
        return self.random.random() < of

    def among(self, *choices):
        return self.random.choice(choices)

    def size(self):
        return self.among(0, 1, 1, 2, 3, 4, 5, 7, 8, 8, 16, 16, 32, 33, 64, 100, 128, 129, 256) if self.chance(.9) else 1024

    def shape(self, least=0, most=4):
        for _ in range(20):
            result = tuple(self.size() for _ in range(self.random.randint(least, most)))
            if (0 not in result or self.chance(.1)) and np.prod(result, dtype=np.int64) <= MAX_ELEMENTS:
                return result
        return (4,) * least

    def element_type(self):
        return self.random.choice([t for t in ELEMENT_TYPES if hasattr(jnp, t)])

    def new_name(self):
        self.count += 1
        return "v%d" % self.count

    def value(self, fits=lambda v: True):
        """The name of a value that fits, a late one rather than an early one; None if there is none."""
        names = [n for scope in self.scopes for n in scope if fits(self.types[n])]
        if not names:
            return None
        return names[-1 - min(int(self.random.expovariate(.25)), len(names) - 1)]

    def of(self, name):
        return self.types[name]

    # --- statements --------------------------------------------------------------------------------------------------

    def try_statement(self, name, lines):
        """Whether JAX takes the statement; its value is then known."""
        uses = sorted((set(NAMES.findall("\n".join(lines))) - {name}) & set(self.types))
        text = "def drawn(%s):\n%s\n    return %s\n" % (", ".join(uses), "\n".join("    " + l for l in lines), name)
        space = dict(environment(), mesh=self.mesh)
        try:
            exec(text, space)
            made = jax.eval_shape(space["drawn"], *[self.types[u] for u in uses])
        except Exception:  # whatever a release throws at what it lacks
            return False
        if not hasattr(made, "shape") or not hasattr(jnp, described(made)[1]):
            return False
        if np.prod(made.shape, dtype=np.int64) > MAX_ELEMENTS:
            return False
        self.types[name] = jax.ShapeDtypeStruct(made.shape, made.dtype)
        return True

    def statement(self, kinds):
        """Draws one statement; None if the drawn kind does not fit what exists."""
        draw = self.random.choices([k for k, _ in kinds], [w for _, w in kinds])[0]
        name = self.new_name()
        lines = draw(self)
        if lines is None:
            return None
        lines = [lines] if isinstance(lines, str) else list(lines)
        lines[-1] = "%s = %s" % (name, lines[-1])
        if self.chance(.04):
            lines = ["with jax.named_scope(%r):" % operations.strange_name(self)] + ["    " + l for l in lines]
        if not self.try_statement(name, lines):
            return None
        self.scopes[-1].append(name)
        return Statement(name, lines)

    def function(self, arguments, budget):
        """Lines of a nested function, and the name of it, over arguments of these types; `result` chooses what it returns."""
        name = "f%d" % self.count
        self.count += 1
        inner = []
        names = []
        for a in arguments:
            names.append(self.new_name())
            self.types[names[-1]] = a
        self.scopes.append(list(names))
        for _ in range(budget):
            made = self.statement(operations.SIMPLE if len(self.scopes) > 3 else operations.ALL)
            if made:
                inner.append(made)
        scope = self.scopes.pop()
        return name, names, [l for s in inner for l in s.lines], scope


def draw_program(seed, mesh=None, axes=(), places=(), name=None):
    """A program of 3 to 40 statements."""
    drawing = Drawing(seed, mesh, places)
    program = Program(name or "p%d" % seed)
    for i in range(drawing.random.randint(1, 6)):
        shape, element = drawing.shape(), drawing.element_type()
        split = None
        if mesh is not None:
            split = tuple(drawing.random.choice((None,) + tuple(axes)) if s % mesh.size == 0 and s else None for s in shape)
            if len(set(filter(None, split))) != len(list(filter(None, split))):
                split = (None,) * len(shape)
        program.arguments.append(("a%d" % i, shape, element, split))
        drawing.types["a%d" % i] = jax.ShapeDtypeStruct(shape, getattr(jnp, element))
        drawing.scopes[0].append("a%d" % i)
    for _ in range(drawing.among(3, 5, 8, 12, 20, 40)):
        made = drawing.statement(operations.ALL)
        if made:
            program.statements.append(made)
    names = drawing.scopes[0]
    count = drawing.among(1, 1, 2, 3, 5, len(names))
    program.results = [names[-1]] + drawing.random.sample(names, min(count - 1, len(names)))
    program.results = list(dict.fromkeys(program.results))
    program.donated = [i for i in range(len(program.arguments)) if drawing.chance(.2)]
    program.types = drawing.types
    return program
