"""HTML for notebooks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

MOST_ROWS = 20


class Size(str):
    """A size for people, aligned like a number."""


def size(count: int) -> Size:
    """Bytes for people: `1.50 GiB`."""
    value, units = float(count), ["B", "KiB", "MiB", "GiB", "TiB", "PiB"]
    while abs(value) >= 1024 and len(units) > 1:
        value, units = value / 1024, units[1:]
    return Size(f"{count} B" if units[0] == "B" else f"{value:.2f} {units[0]}")


def change(count: int) -> Size:
    """The same with a sign."""
    return Size(f"{'+' if count > 0 else ''}{size(count)}")


def cell(value: object) -> str:
    """A cell of a table. Numbers are aligned to the right."""
    if value is None:
        return "<td></td>"
    if isinstance(value, Size) or (isinstance(value, int) and not isinstance(value, bool)):
        return f'<td style="text-align: right; white-space: nowrap">{value}</td>'
    return f'<td style="text-align: left">{escape(str(value))}</td>'


def rows(headings: Iterable[str], cells: Iterable[Iterable[object]]) -> str:
    """A table."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(cell(value) for value in row)}</tr>" for row in cells)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def table(headings: Sequence[str], columns: Sequence[Sequence[object]], size: int) -> str:
    """The first rows of a table with `size` rows."""
    text = rows(headings, zip(*columns, strict=True))
    more = size - MOST_ROWS
    return text + (f"<p>{more} more rows</p>" if more > 0 else "")
