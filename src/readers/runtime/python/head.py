"""Reads XLA's texts about memory usage.

    import xla_dump
    tree = xla_dump.read(open("module_0001.after_optimizations-buffer-assignment.txt", "rb").read())
    for allocation in tree.dump.allocations: print(allocation.number, allocation.size)

`read` returns the tree or raises `Refused`; `check` only checks whether the text matches; `to_json` returns what
`ballast json` prints. Do not change nodes: equal parts of a text may share one.
"""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass, field
from typing import Any, Callable, Dict, FrozenSet, List, Optional, Set, Tuple, Union
