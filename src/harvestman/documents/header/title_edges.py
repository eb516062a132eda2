"""Where a title that was found begins: the line above may belong to it."""

from __future__ import annotations

from harvestman.documents.header.front import Front, FrontLine, is_plain

MOST_LINES = 8
_SAME_SIZE = 0.3
_LETTERS = 0.6
"""The least share of letters and digits: formulas have fewer."""


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


def is_wordy(line: FrontLine) -> bool:
    """Whether a line has words rather than signs."""
    return len(line.folded) >= _LETTERS * len("".join(line.line.text.split()))
