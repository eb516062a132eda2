"""Text in two columns side by side, as tools make it of a leaflet: the left column first, then the right one.

A list with labels on the left and dates on the right has the same shape and stays as it is: there nearly every line has a date.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Final

from harvestman.text.calendar import may_have_date

_GAP: Final = re.compile(r"(?<=\S)(?: {3,200}|\t{1,20})(?=\S)")
_MOST_LINES: Final = 3_000
_LEAST: Final = 6  # lines that begin their right part at the same place
_SHARE: Final = 0.25  # of all lines with text
_DATED: Final = 0.6  # of the lines with two parts: more is a list of labels and dates
_NEAR: Final = 2  # characters by which the right column's beginning may differ


def unfold_columns(lines: list[str]) -> list[str]:
    """The lines of a text, those of a page in two columns one column behind the other."""
    if len(lines) > _MOST_LINES:
        return lines
    border = _border(lines)
    if border is None:
        return lines
    unfolded: list[str] = []
    left: list[str] = []
    right: list[str] = []
    for line in lines:
        parts = _parts(line, border)
        if parts is None:
            unfolded += [*left, *_apart(right), line]
            left, right = [], []
        else:
            left.append(parts[0])
            right.append(parts[1])
    return [*unfolded, *left, *_apart(right)]


def _apart(lines: list[str]) -> list[str]:
    return ["", *lines, ""] if any(lines) else []


def _border(lines: list[str]) -> int | None:
    """Where the right column begins; None where there is none."""
    begins: Counter[int] = Counter()
    for line in lines:
        if (gap := _GAP.search(line)) is not None:
            begins[gap.end()] += 1
    if not begins:
        return None
    border, count = begins.most_common(1)[0]
    filled = sum(1 for line in lines if line.strip())
    if count < _LEAST or count < filled * _SHARE:
        return None
    both = [parts for line in lines if (parts := _parts(line, border)) and all(parts)]
    dated = sum(1 for parts in both if any(map(may_have_date, parts)))
    return None if not both or dated > len(both) * _DATED else border


def _parts(line: str, border: int) -> tuple[str, str] | None:
    """The two parts of a line, or None when it goes over the border."""
    if "\t" in line[: border + 1]:
        return None
    for at in (border, *(border + step for near in range(1, _NEAR + 1) for step in (-near, near))):
        if len(line) <= at or (line[at - 2 : at].isspace() and not line[at].isspace()):
            return line[:at].rstrip(), line[at:].rstrip()
    return (line.rstrip(), "") if not line[border:].strip() else None
