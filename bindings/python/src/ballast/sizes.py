"""Sizes and shares in words."""

from __future__ import annotations

import re

_UNITS = {"": 0, "K": 1, "M": 2, "G": 3, "T": 4, "P": 5, "E": 6}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMGTPE](?:i?B)?|B|)\s*", re.IGNORECASE)


def bytes_of(size: int | str) -> int:
    """The bytes of a size such as `12GiB`, `1.5G` or `4096B`. Units are powers of 1024; only 0 has no unit."""
    if isinstance(size, int):
        return size
    found = _SIZE.fullmatch(size)
    if not found:
        raise ValueError(f"{size} is not a size like 15.75GiB")
    number, unit = found.groups()
    count = float(number) * 1024 ** _UNITS[unit[:1].upper().replace("B", "")]
    if not unit and count != 0:
        raise ValueError(f"{number} has no unit: {number}GiB, {number}MiB, …")
    if count >= 1 << 63:
        raise ValueError(f"expected less than 8192 PiB, found {size!r}")
    return int(count)


def growth_allowed(limit: int | str, before: int) -> int:
    """The bytes that a limit such as `5%` or `64MiB` allows in addition. A share always allows 1 MiB."""
    if isinstance(limit, str) and limit.strip().endswith("%"):
        return max(int(before * float(limit.strip()[:-1]) / 100), 1 << 20)
    return bytes_of(limit)
