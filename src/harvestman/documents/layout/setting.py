"""Flowing text set on pages of our own.

A Word file, a web page or a plain text has no lines and places, and the models that read documents know documents by
these. So paragraphs are broken into lines on an A4 page by the average width of letters: large centred bold lines at the top
look like a title there too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import Line, PageLayout, Span

_MARGIN = 71.0
_LETTER = 0.47
"""The average width of a letter in ems."""
_LEADING = 1.2
_NEAR_TITLE, _MOST_TITLES = 60, 2
"""Paragraphs among which a title is looked for, and those of its style: more are headings."""
_TITLE_SIZE = 1.25
_WORDS = re.compile(r"\S+\s*")


class Paper(NamedTuple):
    """The size of the pages."""

    width: float
    height: float


A4 = Paper(595.0, 842.0)
SLIDE = Paper(960.0, 720.0)


@dataclass(frozen=True, slots=True)
class Printed:
    """A run of characters in one look."""

    text: str
    size: float = 11.0
    bold: bool = False
    italic: bool = False
    raised: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """What stands between two ends of a paragraph."""

    runs: tuple[Printed, ...]
    align: str = "left"
    """left, center or right."""
    indent: float = 0.0
    space: float = 0.4
    """White above it, in ems."""
    starts_page: bool = False
    font: str = ""
    is_title: bool = False
    """Whether it was written in the program's own style for titles."""


def set_pages(
    paragraphs: Iterable[Paragraph], *, limits: ReadingLimits, paper: Paper = A4
) -> list[PageLayout]:
    """The pages that these paragraphs fill."""
    paragraphs = _with_large_titles(list(paragraphs))
    pages: list[PageLayout] = []
    lines: list[Line] = []
    y, left = _MARGIN, limits.characters
    for block, paragraph in enumerate(paragraphs):
        if paragraph.starts_page and lines:
            pages.append(_page(lines, len(pages) + 1, paper))
            lines, y = [], _MARGIN
        size = max((run.size for run in paragraph.runs), default=11.0)
        if lines:
            y += paragraph.space * size
        for pieces in _broken(paragraph, paper.width):
            height = max(piece.size for piece in pieces)
            if y + height > paper.height - _MARGIN and lines:
                pages.append(_page(lines, len(pages) + 1, paper))
                lines, y = [], _MARGIN
            line = _line(pieces, paragraph, y, block, paper.width)
            y += height * _LEADING
            if line is None:
                continue
            lines.append(line)
            left -= len(line.text)
        if left <= 0 or len(pages) >= limits.pages:
            break
    if lines:
        pages.append(_page(lines, len(pages) + 1, paper))
    return pages[: limits.pages]


def _with_large_titles(paragraphs: list[Paragraph]) -> list[Paragraph]:
    """With the title set as a title is, larger than the headings near it and bold: only its style may tell it from them."""
    first = paragraphs[:_NEAR_TITLE]
    titles = [one for one in first if one.is_title]
    if not 0 < len(titles) <= _MOST_TITLES:
        return paragraphs
    largest = max((run.size for one in first if not one.is_title for run in one.runs), default=0.0)
    least = _TITLE_SIZE * largest
    return [
        replace(
            one,
            align="center",
            runs=tuple(replace(run, size=max(run.size, least), bold=True) for run in one.runs),
        )
        if one in titles
        else one
        for one in paragraphs
    ]


def _page(lines: list[Line], number: int, paper: Paper) -> PageLayout:
    set_lines = tuple(_numbered(line, number) for line in lines)
    return PageLayout(number, paper.width, paper.height, set_lines)


def _numbered(line: Line, number: int) -> Line:
    if line.page == number:
        return line
    return Line(
        line.text, number, line.x0, line.y0, line.x1, line.y1, line.size, line.font,
        line.bold, line.italic, line.block, line.column, line.role, line.spans,
    )  # fmt: skip


def _broken(paragraph: Paragraph, width: float) -> Iterator[list[Printed]]:
    """A paragraph's lines."""
    room = width - 2 * _MARGIN - min(paragraph.indent, 200.0)
    line: list[Printed] = []
    used = 0.0
    for run in paragraph.runs:
        for part in re.split(r"(\n)", run.text):
            if part == "\n":
                if line:
                    yield line
                line, used = [], 0.0
                continue
            start = at = 0
            for match in _WORDS.finditer(part):
                needed = len(match.group().rstrip()) * _LETTER * run.size
                # A word only goes to the next line if a space stands before it.
                is_apart = at > 0 or not line or line[-1].text[-1:].isspace()
                if used + needed > room and (line or at > start) and is_apart:
                    if at > start:
                        line.append(_cut(run, part[start:at]))
                    yield line
                    line, used, start = [], 0.0, match.start()
                used += len(match.group()) * _LETTER * run.size
                at = match.end()
            if part[start:]:
                line.append(_cut(run, part[start:]))
    if line:
        yield line


def _cut(run: Printed, text: str) -> Printed:
    return Printed(text, run.size, run.bold, run.italic, run.raised)


def _line(
    pieces: list[Printed], paragraph: Paragraph, y: float, block: int, room: float
) -> Line | None:
    text = ""
    spans: list[tuple[int, int, Printed]] = []
    for piece in pieces:
        shown = re.sub(r"\s+", " ", piece.text)
        if not text or text.endswith(" "):
            shown = shown.lstrip()
        start, text = len(text), text + shown
        if text[start:].strip():
            spans.append((start, start + len(shown.rstrip()), piece))
    text = text.rstrip()
    if not text:
        return None
    weights: dict[tuple[float, bool, bool], int] = {}
    for start, end, piece in spans:
        if not piece.raised:
            key = piece.size, piece.bold, piece.italic
            weights[key] = weights.get(key, 0) + end - start
    size, bold, italic = max(weights, key=weights.__getitem__) if weights else (
        spans[0][2].size, spans[0][2].bold, spans[0][2].italic
    )  # fmt: skip
    width = min(len(text) * _LETTER * size, room - 2 * _MARGIN)
    x0 = _MARGIN + min(paragraph.indent, 200.0)
    if paragraph.align == "center":
        x0 = (room - width) / 2
    elif paragraph.align == "right":
        x0 = room - _MARGIN - width
    looks = {(piece.size, piece.bold, piece.italic, piece.raised) for _, _, piece in spans}
    kept = tuple(_span(span, x0, size, paragraph.font) for span in spans) if len(looks) > 1 else ()
    return Line(
        text, 0, round(x0, 1), round(y, 1), round(x0 + width, 1), round(y + size, 1), size,
        paragraph.font, bold, italic, block, 0, spans=kept,
    )  # fmt: skip


def _span(span: tuple[int, int, Printed], x0: float, size: float, font: str) -> Span:
    start, end, piece = span
    left, right = x0 + start * _LETTER * size, x0 + end * _LETTER * size
    return Span(
        start, end, piece.size, font, piece.bold, piece.italic, piece.raised,
        round(left, 1), round(right, 1),
    )  # fmt: skip
