"""Lines of a header with wide gaps: names that stand side by side, or a cell of one author beside the cell of another.

Most templates of conferences set authors beside each other with nothing but space between them, which the text of a line does
not show. Where all parts are names they get the comma that the space stands for; where only some are, each part is a line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from harvestman.documents.layout.lines import Line, Span
from harvestman.text.naming import clean_name, is_organisation
from harvestman.text.personal import name_look

_MARKS = re.compile(r"[^\w\s.,'’‐`´-]|[\d_]|(?<=\s)[^\W_](?=\s|$)(?!\.)")
_SEPARATED = re.compile(r"(?:[,;&|•·]|\b(?:and|y|e|и|und|et))\s*$")
_SEPARATES = re.compile(r"^\s*(?:[,;&|•·]|(?:and|y|e|и|und|et)\b)")
_LETTERS = re.compile(r"[^\W\d_]{2}")


def parted(line: Line) -> Sequence[Line]:
    """The line with commas for the gaps between names, in several lines, or as it is."""
    places = [place for place in line.gaps if _LETTERS.search(line.text[place:])]
    parts = _with_marks([*pairwise([0, *places, len(line.text)])], line.text)
    if len(parts) < 2:
        return (line,)
    looks = [name_look(_bare(line.text[start:end])) for start, end in parts]
    named = [
        look.pieces == look.named > 0 and not is_organisation(clean_name(line.text[start:end]))
        for look, (start, end) in zip(looks, parts, strict=True)
    ]
    known = [is_named and look.known > 0 for is_named, look in zip(named, looks, strict=True)]
    if all(named) and 2 * sum(known) >= len(parts):
        return (_with_commas(line, [start for start, _ in parts[1:]]),)
    if any(known) and not all(named):
        return [_cut(line, start, end) for start, end in parts]
    return (line,)


def _bare(part: str) -> str:
    """A part without marks, and without what joins it to the one before."""
    return _MARKS.sub(" ", _SEPARATES.sub("", part, count=1)).strip()


def _with_marks(parts: Sequence[tuple[int, int]], text: str) -> list[tuple[int, int]]:
    """The parts, those without letters (a mark behind a name) joined to the one before."""
    joined: list[tuple[int, int]] = []
    for start, end in parts:
        if joined and not all(_LETTERS.search(text[a:b]) for a, b in (joined[-1], (start, end))):
            joined[-1] = joined[-1][0], end
        else:
            joined.append((start, end))
    return joined


def _with_commas(line: Line, places: Sequence[int]) -> Line:
    """A comma before each of these spaces, unless names are told apart there anyway."""
    cuts = [
        place
        for place in places
        if not _SEPARATED.search(line.text[:place]) and not _SEPARATES.match(line.text[place:])
    ]
    text = "".join(
        f"{line.text[start:end]}{',' if end in cuts else ''}"
        for start, end in pairwise([0, *cuts, len(line.text)])
    )

    def moved(place: int) -> int:
        return place + sum(cut < place for cut in cuts)

    spans = tuple(
        replace(span, start=moved(span.start), end=moved(span.end)) for span in line.spans
    )
    return replace(line, text=text, spans=spans, gaps=())


def _cut(line: Line, start: int, end: int) -> Line:
    """The part of a line as a line of its own; where it stands is judged by its share of the letters."""
    begin = start + len(line.text[start:end]) - len(line.text[start:end].lstrip())
    width = (line.x1 - line.x0) / max(1, len(line.text))
    spans = tuple(
        Span(
            max(span.start, begin) - begin,
            min(span.end, end) - begin,
            span.size,
            span.font,
            span.bold,
            span.italic,
            span.raised,
            span.x0,
            span.x1,
        )
        for span in line.spans
        if span.end > begin and span.start < end
    )
    look: Line | Span = max(spans, key=lambda span: span.end - span.start, default=line)
    return replace(
        line,
        text=line.text[begin:end],
        size=look.size,
        font=look.font,
        bold=look.bold,
        italic=look.italic,
        x0=round(line.x0 + begin * width, 1),
        x1=round(line.x0 + end * width, 1),
        spans=spans if len(spans) > 1 else (),
        gaps=(),
    )
