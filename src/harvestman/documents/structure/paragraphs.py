"""Lines become paragraphs. Where places are known, a block of the layout is a paragraph, and one that goes on in the next
column or page is made whole; elsewhere a paragraph ends with a short line that ends a sentence.

Footnotes are set apart and follow the paragraph that they interrupted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from harvestman.documents.layout.lines import Line
from harvestman.documents.structure.headlines import Headlines
from harvestman.documents.structure.joining import Joiner

_ENDS = re.compile(r"[.!?…:][\"”»’')\]]?\d{0,3}$")
_ITEM = re.compile(r"[•●▪◦∙■–—*-]\s|\(?(?:\d{1,2}|[a-zа-я]|[ivx]{1,4})[.)]\s+\S|\d{1,2}\.\d")
_NOTE = re.compile(r"(?:\d{1,3}|[*†‡§¶]+)\s?[^\W\d_(\"“«]|\d{1,3}\s+\S")

_LONGEST_HEADING = 200


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A stretch of running text on one line."""

    kind: str
    """text, note (a footnote), entry (of a reference list), or the kind of heading."""
    text: str
    page: int
    begin: int
    """The place of its first line in the flow."""


def paragraphs_of(
    flow: Sequence[Line], entries: Mapping[int, int], joiner: Joiner
) -> list[Paragraph]:
    """The paragraphs; `entries` gives for each first line of a list's entry the place behind its last one."""
    builder = _Builder(flow, joiner)
    place = 0
    while place < len(flow):
        end = entries.get(place)
        if end is not None:
            builder.add_entry(place, end)
            place = end
        elif place in builder.notes:
            place = builder.add_note(place)
        else:
            builder.add_line(place)
            place += 1
    builder.close()
    return builder.made


class _Builder:
    """Goes through the lines and closes a paragraph wherever one ends."""

    def __init__(self, flow: Sequence[Line], joiner: Joiner) -> None:
        self.made: list[Paragraph] = []
        self._flow = flow
        self._joiner = joiner
        self._headlines = Headlines(flow)
        self._usual = self._headlines.usual_length
        self.notes = _footnotes(flow, self._headlines.body_size)
        self._held: list[Paragraph] = []  # footnotes, until the paragraph that they interrupt ends
        self._lines: list[str] = []
        self._begin = 0
        self._before: Line | None = None
        self._after_heading = False

    def add_entry(self, begin: int, end: int) -> None:
        self.close()
        self.made.append(self._paragraph("entry", begin, end))
        self._before, self._after_heading = self._flow[end - 1], False

    def add_note(self, begin: int) -> int:
        end = begin + 1
        page = self._flow[begin].page
        while end in self.notes and not self.notes[end] and self._flow[end].page == page:
            end += 1
        self._held.append(self._paragraph("note", begin, end))
        return end

    def add_line(self, place: int) -> None:
        flow, line, before = self._flow, self._flow[place], self._before
        after = flow[place + 1] if place + 1 < len(flow) else None
        kind = self._headlines.kind(line, before, after)
        if self._after_heading and before is not None and self._continues_heading(before, line):
            last = self.made.pop()
            self.made.append(replace(last, text=self._joiner.join([last.text, line.text])))
        elif kind is not None:
            self.close()
            self.made.append(Paragraph(kind, line.text, line.page, place))
            self._after_heading = True
        else:
            self._after_heading = False
            if self._lines and before is not None and _ends_before(before, line, self._usual):
                self.close()
            if not self._lines:
                self._begin = place
            self._lines.append(line.text)
        self._before = line

    def close(self) -> None:
        if self._lines:
            text = self._joiner.join(self._lines)
            page = self._flow[self._begin].page
            self.made.append(Paragraph("text", text, page, self._begin))
            self._lines.clear()
        self.made.extend(self._held)
        self._held.clear()

    def _paragraph(self, kind: str, begin: int, end: int) -> Paragraph:
        text = self._joiner.join([line.text for line in self._flow[begin:end]])
        return Paragraph(kind, text, self._flow[begin].page, begin)

    def _continues_heading(self, before: Line, line: Line) -> bool:
        return (
            bool(line.size)
            and len(self.made[-1].text) < _LONGEST_HEADING
            and before.block == line.block
            and before.page == line.page
            and before.size == line.size
            and before.bold == line.bold
            and self._headlines.stands_out(line)
        )


def _ends_before(before: Line, line: Line, usual: int) -> bool:
    """Whether a paragraph ends between these lines."""
    if before.text[-1] in "-‐" and line.text[0].islower():
        return False
    ended = bool(_ENDS.search(before.text))
    if before.page != line.page or before.column != line.column:
        return (
            ended
            and not line.text[0].islower()
            and (len(before.text) < 0.8 * usual or not line.size)
        )
    if line.size and before.size:
        if line.block != before.block:
            return ended or not line.text[0].islower()
        indented = line.x0 - before.x0 > 0.7 * line.size
        return ended and (indented or bool(_ITEM.match(line.text)))
    if _ITEM.match(line.text):
        return True
    return ended and len(before.text) < 0.8 * usual


def _footnotes(flow: Sequence[Line], body_size: float) -> dict[int, bool]:
    """Lines of footnotes, and whether each begins one: small letters below the text of their page, begun by a mark."""
    found: dict[int, bool] = {}
    for begin, end in _pages(flow):
        if not flow[begin].size:
            continue
        lowest = max(flow[n].y1 for n in range(begin, end))
        inside = False
        for place in range(begin, end):
            line = flow[place]
            small = line.size <= 0.93 * body_size and line.y0 > 0.45 * lowest
            starts = small and bool(_NOTE.match(line.text)) and not line.bold
            inside = small and (starts or inside)
            if inside:
                found[place] = starts
    return found


def _pages(flow: Sequence[Line]) -> Iterator[tuple[int, int]]:
    begin = 0
    for place in range(1, len(flow) + 1):
        if place == len(flow) or flow[place].page != flow[begin].page:
            yield begin, place
            begin = place
