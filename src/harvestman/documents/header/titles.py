"""The title: of all groups of neighbouring lines on the first pages, the one that most looks like a whole title.

The line model alone cuts titles short or takes the line of a series with them. So groups are made of lines that may be a
title, and a second small model weighs each group as a whole: how sure the line model is of its lines and of those around it,
whether it ends where the look changes, and whether the file's properties or the running heads repeat it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from harvestman.documents.header.front import Front, FrontLine, is_plain
from harvestman.documents.header.joining import join_lines
from harvestman.documents.header.line_features import TITLE_LABEL
from harvestman.documents.header.sheets import is_item, lesson_lines, sheet_lines
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.header.title_edges import (
    MOST_LINES,
    WORTH,
    below_classification,
    from_its_start,
    is_wordy,
    largest_below_classification,
    not_its_section,
    not_its_translation,
    with_rest_of_title,
    without_first_heading,
    without_misplaced,
)
from harvestman.documents.header.title_features import group_features
from harvestman.documents.layout.lines import Role
from harvestman.text import fold, squeeze
from harvestman.text.linear import LinearModel

_POSSIBLE = 0.03
_UNSURE = 0.1
_SURELY_OTHER = 0.7
_HALF_SURE = 0.5
_DOUBTED = 0.2
"""Where the line model gives no line of a group more, the largest lines may know better."""
_LARGER = 1.15
_MUCH_LARGER = 1.3
_NAMES_OTHERS = ("org", "part", "firm", "kind")
_MOST_RUN = 14
_FIRST_LINES = 8
_SHORT_WORDS = 14
_LAST_LARGE = 25
"""What is large further below is a watermark or a figure."""
_LAST_PLACE = (70, 25, 20)
_MARKS_AT_END = re.compile(r"(?<![\s∗*†‡§¶⋆⁎✩☆])[\s∗*†‡§¶⋆⁎✩☆]+$|(?<=[a-zа-яё?!)])\s?[¹²³]$")
_BULLET = re.compile("\\s*[•▪▫■□●○◦➢➤✓✔❖\uf0a7\uf0b7\uf0d8]")


@dataclass(frozen=True, slots=True)
class TitleFound:
    """A title and the lines it was made of."""

    text: str
    confidence: float
    lines: tuple[int, ...]


def find_title(front: Front, said: Sequence[LineSaid], choice: LinearModel) -> TitleFound | None:
    """The likeliest title of the first pages."""
    groups = title_groups(front, said)
    if not groups:
        return None
    chances = choice.rivals([group_features(front, said, group) for group in groups])
    chances = without_misplaced(front, groups, chances)
    best = max(range(len(groups)), key=lambda at: (chances[at], -groups[at].start, len(groups[at])))
    group = groups[best]
    if chances[best] < _UNSURE:
        below = largest_below_classification(front) if chances[best] < WORTH else None
        group = below or _largest_plain(front) or group
    elif chances[best] < _HALF_SURE or all(said[at].chances["T"] < _DOUBTED for at in group):
        larger = _much_larger(front, group)
        group = larger if larger and larger.start not in group else group
    group = with_rest_of_title(front, said, from_its_start(front, group))
    group = not_its_translation(front, not_its_section(front, without_first_heading(front, group)))
    sure = round(chances[best], 3)
    if pair := sheet_lines(front, said, group):
        return _of_parts(front, [[at] for at in pair], sure)
    if lesson := lesson_lines(front, said, group):
        return _of_parts(front, [lesson[:-1], lesson[-1:]], sure)
    text = title_text([front.lines[at] for at in group])
    return TitleFound(text, sure, tuple(group)) if fold(text) else None


def _of_parts(front: Front, parts: Sequence[Sequence[int]], sure: float) -> TitleFound:
    """A title of several parts that stand apart."""
    texts = [title_text([front.lines[at] for at in part]).rstrip(".:") for part in parts]
    return TitleFound(". ".join(texts), sure, tuple(at for part in parts for at in part))


def _much_larger(front: Front, group: range) -> range | None:
    """The largest plain lines, where the group is set much smaller, or smaller and names an organisation, a degree or a kind."""
    line = front.lines[group.start]
    plain = _largest_plain(front)
    if plain is None:
        return None
    is_other = any(line.starts(kind) for kind in _NAMES_OTHERS)
    largest = max(front.lines[at].line.size for at in group)
    factor = _LARGER if is_other else _MUCH_LARGER
    return plain if front.lines[plain.start].line.size > factor * largest else None


def _largest_plain(front: Front) -> range | None:
    """Where the models are at a loss: the largest lines of the first page that name nothing else."""
    page = front.pages[0]
    if not page.plain_sizes or page.plain_sizes[0] < _LARGER * front.body_size:
        return None
    floor = below_classification(front)  # what is large above it is a section of the issue
    large = [
        at
        for at, line in enumerate(front.lines)
        if line.page == 0
        and at >= floor
        and line.line.role is Role.TEXT
        and is_wordy(line)
        and is_plain(line)
        and not line.is_term
        and line.place <= _LAST_LARGE
        and round(line.line.size, 1) == page.plain_sizes[0]
    ]
    stop = (
        next((at for at in range(large[0], large[-1] + 2) if at not in large), large[0] + 1)
        if large
        else 0
    )
    return range(large[0], stop) if large and stop - large[0] <= MOST_LINES else None


def title_groups(front: Front, said: Sequence[LineSaid]) -> list[range]:
    """All groups of neighbouring lines that may be a title."""
    found = []
    for run in _possible_runs(front, said):
        for start in range(run.start, run.stop):
            for stop in range(start + 1, min(run.stop, start + MOST_LINES) + 1):
                if not all(line.is_term for line in front.lines[start:stop]):
                    found.append(range(start, stop))
    return found


def _possible_runs(front: Front, said: Sequence[LineSaid]) -> Iterator[range]:
    start = None
    for at, line in enumerate(front.lines):
        is_possible = _is_possible(front, line, said[at]) and not (line.place and is_item(line))
        is_new_page = at > 0 and front.lines[at - 1].page != line.page
        if start is not None and (not is_possible or is_new_page or at - start >= _MOST_RUN):
            yield range(start, at)
            start = None
        if is_possible and start is None:
            start = at
    if start is not None:
        yield range(start, len(front.lines))


def _is_possible(front: Front, line: FrontLine, said: LineSaid) -> bool:
    if line.line.role is Role.MARGIN or not line.folded or line.place > _LAST_PLACE[line.page]:
        return False
    if max(said.chances["A"], said.chances["F"]) > _SURELY_OTHER:
        return False
    if not is_wordy(line) or _BULLET.match(line.line.text):
        return False
    if said.chances["T"] > _POSSIBLE or line.in_title_property:
        return True
    if line.page == 0 and line.place <= _FIRST_LINES and _stands_out(line):
        return True
    sizes = front.pages[line.page].sizes
    return (
        bool(sizes)
        and line.place <= _LAST_LARGE
        and line.line.size >= sizes[0] * 0.97
        and line.line.size > front.body_size * 1.05
    )


def _stands_out(line: FrontLine) -> bool:
    """Whether a line at the top is bold or in capitals: titles of sheets are often no larger than the text."""
    words = len(line.words)
    return words <= _SHORT_WORDS and (line.line.bold or line.line.text.isupper())


def without_label(text: str) -> str:
    """A line of a form without what it says of itself: "Título del proyecto: Redes" is "Redes"."""
    return TITLE_LABEL.sub("", text, count=1)


def title_text(lines: Sequence[FrontLine]) -> str:
    """The title that these lines print."""
    parts: list[list[str]] = []
    for at, line in enumerate(lines):
        above = lines[at - 1] if at else None
        if above is None or _is_subtitle(above, line):
            parts.append([])
        parts[-1].append(_without_raised(line))
    title = ""
    for text in (_MARKS_AT_END.sub("", join_lines(part)) for part in parts):
        if not title:
            title = text
        elif title[-1] in ".:?!-–—,":
            title = f"{title} {text}"
        else:
            title = f"{title}: {text}"
    return squeeze(without_label(title)).strip(" *∗†‡")


def _is_subtitle(above: FrontLine, line: FrontLine) -> bool:
    sizes = above.line.size, line.line.size
    return bool(all(sizes)) and not 0.93 < sizes[1] / sizes[0] < 1.07


def _without_raised(line: FrontLine) -> str:
    """The text without raised marks at its end."""
    text = line.line.text
    for span in reversed(line.line.spans):
        mark = text[span.start : span.end]
        is_mark = len(mark) <= 3 or not any(map(str.isalnum, mark))  # "1", "a,b", "⋆,⋆⋆"
        if span.raised and span.end >= len(text.rstrip()) and is_mark:
            text = text[: span.start]
    return text
