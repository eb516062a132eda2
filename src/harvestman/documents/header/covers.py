"""Covers in front of papers: a page with the title, the names and a note of the printer, then the paper's own first page.

Addresses and organisations stand only behind the title where it is printed again.
"""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz import fuzz

from harvestman.documents.header.front import Front
from harvestman.documents.header.tagging import LineSaid

_TOP = 12
_MOST_LINES = 15
_SAME = 92.0
_LONG_ENOUGH = 12


def header_again(front: Front, said: Sequence[LineSaid], title: Sequence[int]) -> list[int]:
    """The lines behind the title where the next page prints it again, up to its abstract or text."""
    if not title:
        return []
    page = front.lines[title[0]].page
    wanted = "".join(front.lines[at].folded for at in title)
    there = [at for at, line in enumerate(front.lines) if line.page == page + 1]
    if len(wanted) < _LONG_ENOUGH:
        return []
    for start in there[:_TOP]:
        stop = _repeated(front, wanted, start)
        if stop:
            return _up_to_text(front, said, [at for at in there if at >= stop][:_MOST_LINES])
    return []


def _repeated(front: Front, wanted: str, start: int) -> int:
    """The line behind the title that begins here; 0 where it does not."""
    page, text = front.lines[start].page, ""
    for at in range(start, min(start + _TOP, len(front.lines))):
        if front.lines[at].page != page:
            break
        text += front.lines[at].folded
        if fuzz.ratio(text, wanted) >= _SAME:
            return at + 1
        if len(text) > len(wanted):
            break
    return 0


def _up_to_text(front: Front, said: Sequence[LineSaid], places: Sequence[int]) -> list[int]:
    kept: list[int] = []
    for at in places:
        line = front.lines[at]
        if said[at].label in "SHK" or line.starts("abstract") or line.starts("heading"):
            return kept
        kept.append(at)
    return []  # where no abstract or heading follows, the lines may be anything
