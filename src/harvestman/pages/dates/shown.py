"""A line as a person sees it: squeezed text, what of it is struck out, whether it is a heading."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

MAX_LINES: Final = 20_000
MAX_LINE: Final = 4_000  # characters; what follows in an endless line is not read
ON, OFF = "\x01", "\x02"
"""The borders of struck-out text while lines are made."""

_SPACE: Final = re.compile(r"[ \t\r\n\f\v\xa0\u2000-\u200b\u202f\u3000]+")
# Word processors leave these in pages that were saved in another encoding than they say.
_ALIKE: Final = str.maketrans({"\x96": "–", "\x97": "—", "\x91": "'", "\x92": "'", "\xad": None})


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the page."""

    text: str
    is_heading: bool = False
    struck: tuple[tuple[int, int], ...] = ()
    """Where text is struck out."""

    def is_struck(self, begin: int, end: int) -> bool:
        """Whether this stretch lies in struck-out text."""
        return any(left <= begin and end <= right for left, right in self.struck)


def line_of(raw: str, *, is_heading: bool) -> Line | None:
    """The line that is made of raw text with marks around what is struck out; None if nothing is left."""
    text, struck = clean(raw)
    return Line(text, is_heading, struck) if text else None


def joined(before: Line, line: Line) -> Line:
    """Two lines as one, with a blank between them."""
    shift = len(before.text) + 1
    struck = tuple((begin + shift, end + shift) for begin, end in line.struck)
    return Line(f"{before.text} {line.text}", False, before.struck + struck)


def clean(raw: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The text squeezed, and where it is struck out."""
    if not raw.isascii():
        raw = raw.translate(_ALIKE)
    raw = _SPACE.sub(" ", raw).strip()
    if ON not in raw and OFF not in raw:
        return raw, ()
    kept: list[str] = []
    struck: list[tuple[int, int]] = []
    size = 0
    begin: int | None = None
    for part in re.split(f"([{ON}{OFF}])", raw):
        if part == ON:
            begin = size
        elif part == OFF:
            if begin is not None and size > begin:
                struck.append((begin, size))
            begin = None
        else:
            kept.append(part)
            size += len(part)
    if begin is not None and size > begin:
        struck.append((begin, size))
    return "".join(kept), tuple(struck)
