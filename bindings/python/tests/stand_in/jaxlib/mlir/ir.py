"""Lowered programs: a function, its arguments, and which of them are donated."""

import pickle


class Module:
    """What the child reads."""

    parse = staticmethod(pickle.loads)
