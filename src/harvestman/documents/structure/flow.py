"""The text lines of a document in one row, as its lists and sections are looked for.

Running heads, feet and margins are left out. A heading that shares its line with the first entry is set apart, and labels
that were read as a column of their own ("[1]" left of its entry) are put back before their entries.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from harvestman.documents.headings import inline_reference_heading, is_reference_heading
from harvestman.documents.layout.characters import ACCENTS
from harvestman.documents.layout.lines import Layout, Line, PageLayout, Role
from harvestman.documents.structure.labels import label_of

MOST_LINES = 60_000
MOST_LETTERS = 2_000
"""Of one line: longer ones are cut into pieces of this length."""

_PAGES_END = re.compile(r"\d{1,4}\)?[.,;]$")
_MOST_SPACE = 8.0  # ems between two words of a line
_MOST_ON_PAGE = 1_500  # lines of a page on which labels are looked for beside others
_LEAST_ALONE = 2  # labels that stand alone on a page before anything is moved


def text_flow(layout: Layout) -> list[Line]:
    """All text lines, in reading order."""
    flow: list[Line] = []
    for page in layout.pages:
        for line in _with_labels_joined(_with_words_joined(_text_lines(page))):
            flow.extend(_apart(line))
        if len(flow) >= MOST_LINES:
            break
    return flow[:MOST_LINES]


def _apart(line: Line) -> Iterable[Line]:
    cut = inline_reference_heading(line.text)
    if cut is not None:
        heading = replace(line, text=line.text[:cut].rstrip(), spans=())
        return [heading, *_pieces(replace(line, text=line.text[cut:], spans=()))]
    return (line,) if len(line.text) <= MOST_LETTERS else _pieces(line)


def _pieces(line: Line) -> Iterable[Line]:
    for start in range(0, min(len(line.text), 50 * MOST_LETTERS), MOST_LETTERS):
        yield replace(line, text=line.text[start : start + MOST_LETTERS], spans=())


def _text_lines(page: PageLayout) -> list[Line]:
    kept: list[Line] = []
    for line in page.lines:
        if not line.text or line.text in ACCENTS:  # an accent that was torn off its letter
            continue
        if line.role is Role.TEXT or _is_text_after_all(line, kept):
            kept.append(line)
    return kept


def _is_text_after_all(line: Line, kept: Sequence[Line]) -> bool:
    """A heading of a list at the top of its page is no running head; "154." below "pp. 133-" is no page number."""
    if line.role is Role.HEAD:
        return is_reference_heading(line.text)
    return (
        line.role is Role.FOOT
        and bool(kept)
        and kept[-1].text[-1] in "-–—"
        and bool(_PAGES_END.match(line.text))
    )


def _with_words_joined(lines: Sequence[Line]) -> Sequence[Line]:
    """Lines whose words were read apart (justified with wide spaces) as one."""
    joined: list[Line] = []
    for line in lines:
        before = joined[-1] if joined else None
        if (
            before is not None
            and line.size
            and line.column == before.column
            and abs(line.y0 - before.y0) < 0.15 * line.size
            and -1 < line.x0 - before.x1 < _MOST_SPACE * line.size
        ):
            text = f"{before.text} {line.text}"
            joined[-1] = replace(
                before, text=text, x1=line.x1, y1=max(line.y1, before.y1), spans=()
            )
        else:
            joined.append(line)
    return joined


def _with_labels_joined(lines: Sequence[Line]) -> Sequence[Line]:
    alone = [
        place
        for place, line in enumerate(lines)
        if line.text[0] in "[(0123456789"
        and len(line.text) <= 7
        and line.x1
        and _is_label(line.text)
    ]
    if len(alone) < _LEAST_ALONE or len(lines) > _MOST_ON_PAGE:
        return lines
    joined: dict[int, Line] = {}
    gone: set[int] = set()
    by_height: dict[int, list[int]] = {}
    for place, line in enumerate(lines):
        by_height.setdefault(round(line.y0 / 4), []).append(place)
    for place in alone:
        label = lines[place]
        beside = [
            other
            for step in (-1, 0, 1)
            for other in by_height.get(round(label.y0 / 4) + step, ())
            if other != place
            and other not in joined
            and abs(lines[other].y0 - label.y0) < 0.4 * (label.size or 10.0)
            and 0 < lines[other].x0 - label.x1 < 6 * (label.size or 10.0)
        ]
        if beside:
            nearest = min(beside, key=lambda other: lines[other].x0)
            text = f"{label.text.replace(' ', '')} {lines[nearest].text}"
            joined[nearest] = replace(lines[nearest], text=text, x0=label.x0, spans=())
            gone.add(place)
    if len(gone) < _LEAST_ALONE:
        return lines
    return [joined.get(place, line) for place, line in enumerate(lines) if place not in gone]


def _is_label(text: str) -> bool:
    label = label_of(text.replace(" ", ""))
    return label is not None and label.end >= len(text.replace(" ", ""))
