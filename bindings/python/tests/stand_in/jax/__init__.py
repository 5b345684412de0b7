"""A stand-in for JAX in tests of ballast.compile. Its compiler is the function that is compiled: it is called with its
abstract arguments, and writes the dump, or raises what a compiler would.
"""

import types

from jax import sharding, tree_util

__all__ = ["ShapeDtypeStruct", "config", "devices", "donated", "jit", "sharding", "tree_util"]

__version__ = "0.0.0"
config = types.SimpleNamespace(jax_enable_x64=False, update=lambda name, value: None)
donated: tuple[int, ...] = ()  # of the program that is compiled


class ShapeDtypeStruct:
    """An abstract array."""

    def __init__(self, shape, dtype, sharding=None, weak_type=False):
        self.shape, self.dtype, self.sharding, self.weak_type = tuple(shape), str(dtype), sharding, weak_type

    def update(self, **changes):
        return ShapeDtypeStruct(**{**vars(self), **changes})

    def __repr__(self):
        return f"{self.dtype}{list(self.shape)} on {self.sharding}"


class _Ir:
    def __init__(self, name, text):
        self.operation = types.SimpleNamespace(
            get_asm=lambda **_: text, attributes={"sym_name": types.SimpleNamespace(value=name)}
        )


class Lowered:
    """A function with arguments."""

    def __init__(self, function, args, settings):
        self.function, self.args = function, args
        given = settings.get("donate_argnums", ())
        self.donated = (given,) if isinstance(given, int) else tuple(given)
        infos = tuple(
            tree_util.tree_map(lambda _, i=i: types.SimpleNamespace(donated=i in self.donated), arg)
            for i, arg in enumerate(args)
        )
        self.args_info = (infos, {})

    def compiler_ir(self, dialect):
        return _Ir(f"jit_{self.function.__name__}", f"{self.function.__name__}{self.args}{self.donated}")

    def compile(self, compiler_options=None):
        global donated
        donated = self.donated
        figures = self.function(*self.args)
        return types.SimpleNamespace(memory_analysis=lambda: figures)


def jit(function, **settings):
    """Only what is lowered."""

    def lower(*args):
        if getattr(function, "cannot_be_lowered", False):
            raise TypeError("dot_general requires contracting dimensions to have the same shape")
        return Lowered(function, args, settings)

    return types.SimpleNamespace(lower=lower)


def devices(platform):
    return [f"{platform} 0"]
