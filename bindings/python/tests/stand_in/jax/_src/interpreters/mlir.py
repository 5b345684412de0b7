"""Contexts of modules."""

from contextlib import nullcontext as make_ir_context

__all__ = ["make_ir_context"]
