"""A stand-in for JAX in tests of ballast.compile. Its compiler is the function that is compiled: it is called with its
abstract arguments, and writes the dump, or raises what a compiler would.
"""

import types

from jax import sharding, tree_util

__all__ = ["Array", "ShapeDtypeStruct", "config", "devices", "donated", "jit", "sharding", "target", "tree_util"]

__version__ = "0.0.0"
config = types.SimpleNamespace(update=lambda name, value: None)
donated: tuple[int, ...] = ()  # of the program that is compiled
target = ""  # of the program that is compiled


class ShapeDtypeStruct:
    """An abstract array."""

    def __init__(self, shape, dtype, sharding=None, weak_type=False):
        self.shape, self.dtype, self.sharding, self.weak_type = tuple(shape), str(dtype), sharding, weak_type

    def update(self, **changes):
        return ShapeDtypeStruct(**{**vars(self), **changes})

    def __repr__(self):
        return f"{self.dtype}{list(self.shape)} on {self.sharding}"


class Array(ShapeDtypeStruct):
    """An array."""


class Traced:
    """A function with arguments."""

    def __init__(self, function, args, settings):
        self.function, self.args = function, args
        given = settings.get("donate_argnums", ())
        self.donated = (given,) if isinstance(given, int) else tuple(given)

    def lower(self, lowering_platforms):
        if getattr(self.function, "cannot_be_lowered", False):
            raise TypeError("dot_general requires contracting dimensions to have the same shape")
        return Lowered(self)


class Lowered:
    """A lowered function, whose bytes are a pickle."""

    def __init__(self, traced):
        self.traced = traced
        infos = tuple(
            tree_util.tree_map(lambda _, i=i: types.SimpleNamespace(donated=i in traced.donated), arg)
            for i, arg in enumerate(traced.args)
        )
        self.args_info = (infos, {})
        name = types.SimpleNamespace(value=f"jit_{traced.function.__name__}")
        self.operation = types.SimpleNamespace(
            attributes={"sym_name": name}, get_asm=self.text, write_bytecode=self.write
        )

    def compiler_ir(self, dialect):
        return self

    def text(self, enable_debug_info):
        return f"{self.traced.function.__name__}{self.traced.args}{self.traced.donated}"

    def write(self, out):
        import cloudpickle

        out.write(cloudpickle.dumps((self.traced.function, self.traced.args, self.traced.donated)))


def jit(function, **settings):
    """Only what is traced."""
    return types.SimpleNamespace(trace=lambda *args: Traced(function, args, settings))


def devices(platform):
    return [types.SimpleNamespace(client=platform)]
