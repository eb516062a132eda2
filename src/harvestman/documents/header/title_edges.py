"""Where a title that was found begins and ends: its lines go on in their own look, a letterhead above is none of it."""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.documents.header.front import Front, FrontLine, is_plain
from harvestman.documents.header.joining import OPEN_WORDS
from harvestman.documents.header.sheets import is_letterhead
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.layout.lines import Role

MOST_LINES = 8
_PERHAPS_OTHER = 0.1
_NEAR = 0.6
"""In sizes of the title's last line."""
_MOST_SUBTITLE = 2
_FULL = 0.66
"""Of the page's width; margins take the rest."""
_FEW_WORDS = 3
_SAME_SIZE = 0.3
_LETTERS = 0.6
"""The least share of letters and digits: formulas have fewer."""


def to_its_end(front: Front, group: range) -> range:
    """With the lines below in the same look that can only go on: they begin with a small letter or a word like "of"."""
    stop = group.stop
    while stop < len(front.lines) and stop - group.start < MOST_LINES:
        line, above = front.lines[stop], front.lines[stop - 1]
        text = line.line.text.lstrip()
        is_alike = (
            line.page == above.page
            and line.line.block == above.line.block
            and abs(line.line.size - above.line.size) < _SAME_SIZE
            and (line.line.bold, line.line.font) == (above.line.bold, above.line.font)
            and text.isupper() == above.line.text.isupper()
            and (line.line.bold or text.isupper() or line.line.size > 1.05 * front.body_size)
        )
        is_open = line.words[0] in OPEN_WORDS or above.words[-1] in OPEN_WORDS
        is_open = is_open or text[:1].islower() or _is_full(front, above, line)
        if not is_alike or not is_open or line.has_email:
            break
        stop += 1
    return range(group.start, stop)


def from_its_start(front: Front, group: range) -> range:
    """With the line above: in the same look before a colon, "Dense Graphs:" / "A Survey", or the page's largest in one block."""
    start = group.start
    while start > 0 and group.stop - start < MOST_LINES:
        line, below = front.lines[start - 1], front.lines[start]
        is_alike = (
            line.page == below.page
            and abs(line.line.size - below.line.size) < _SAME_SIZE
            and (line.line.bold, line.line.font) == (below.line.bold, below.line.font)
        )
        is_label = len(line.words) < 2 or line.starts("by") or line.starts("other")
        is_before_colon = is_alike and line.line.text.rstrip().endswith(":")
        if is_label or not (is_before_colon or _is_main_line(front, start - 1)):
            break
        start -= 1
    return range(start, group.stop)


def _is_main_line(front: Front, at: int) -> bool:
    """Whether the line below, in the same block, is the subtitle of this one, the largest of its page that names nothing else."""
    line, below = front.lines[at].line, front.lines[at + 1].line
    sizes = front.pages[front.lines[at].page].plain_sizes
    return (
        line.page == below.page
        and line.block == below.block
        and line.size > below.size
        and is_plain(front.lines[at])
        and sizes[:1] == (round(line.size, 1),)
    )


def _is_full(front: Front, above: FrontLine, line: FrontLine) -> bool:
    """Whether a line in capitals had no room for the word below it that names nothing else."""
    width = front.pages[line.page].width
    return (
        above.line.text.isupper()
        and above.line.x1 - above.line.x0 > _FULL * width
        and len(line.words) <= _FEW_WORDS
        and is_plain(line)
    )


def without_letterhead(front: Front, said: Sequence[LineSaid], group: range) -> range:
    """Without the lines of an organisation above a title that were taken with it."""
    start = group.start
    while start < group.stop - 1:
        line, below = front.lines[start], front.lines[start + 1]
        if not is_letterhead(line) or said[start].chances["F"] < _PERHAPS_OTHER:
            break
        if line.words[-1] in OPEN_WORDS or not below.line.text.lstrip()[:1].isupper():
            break
        start += 1
    return range(start, group.stop)


def with_subtitle(front: Front, group: range | None) -> range | None:
    """With the smaller lines that follow at once on a slide and name nothing else."""
    if group is None or not front.is_landscape or front.lines[group.start].words[0][:1].isdigit():
        return group  # what has a number is a part, and the course stands below it
    stop = group.stop
    size = front.lines[stop - 1].line.size
    while stop < min(len(front.lines), group.stop + _MOST_SUBTITLE):
        line, above = front.lines[stop], front.lines[stop - 1]
        is_near = line.page == above.page and line.line.y0 - above.line.y1 < _NEAR * size
        is_first = stop == group.stop
        is_alike = is_first or abs(line.line.size - above.line.size) < _SAME_SIZE
        if not is_near or not is_alike or line.line.size >= size or not _may_be_subtitle(line):
            break
        stop += 1
    return range(group.start, stop)


def _may_be_subtitle(line: FrontLine) -> bool:
    names = line.names
    return (
        line.line.role is Role.TEXT
        and is_wordy(line)
        and not line.has_email
        and not any(line.has(kind) for kind in ("org", "part", "firm", "kind", "by", "other"))
        and not 0 < names.pieces == names.named
        and not any(c.isdigit() for c in line.line.text)
    )


def is_wordy(line: FrontLine) -> bool:
    """Whether a line has words rather than signs."""
    return len(line.folded) >= _LETTERS * len("".join(line.line.text.split()))
