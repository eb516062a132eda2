"""Where on its pages something stands that was read: the lines that print it, found again by their letters.

Readers work with text; who wants to mark a title or a citation on the page wants boxes. They are looked up only when somebody asks,
on the pages whose lines have places: the first ones and those of the references.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate

from harvestman.documents.layout.lines import Layout, Line, Role
from harvestman.formats.passages import paragraphs, sentences
from harvestman.model import Box, Extraction, Place, Places
from harvestman.text import fold

_LEAST_LETTERS = 3
_EDGE, _LEAST_EDGE = 30, 8  # letters by which a text is known that is not printed in one piece
_FAR = 20_000  # letters behind the last sentence in which the next one is looked for by its edges
_MOST_TRIES = 1_000  # a heading of three letters may be in every word of a hostile page


def places_of(layout: Layout, extraction: Extraction) -> Places:
    """The boxes of title, authors, citations, headings and sentences, as far as they are found; and how large the pages are."""
    prints = _Prints(layout)
    pages = tuple((page.number, page.width, page.height) for page in layout.pages)
    return Places(pages, tuple(_found(prints, extraction)))


def _found(prints: _Prints, extraction: Extraction) -> Iterator[Place]:
    header = extraction.header
    several = (
        ("title", [header.title]),
        ("authors", [author.name for author in header.authors]),
        ("body", [section.heading for section in extraction.body]),
        ("citations", [reference.raw for reference in extraction.citations]),
        ("sentences", _sentences(extraction)),
    )
    for part, texts in several:
        after = 0
        for index, text in enumerate(texts):
            start, end = prints.find(text, after, is_line=part == "body")
            if not end and part == "sentences":
                # One that is not found again, such as a formula, is said to stand where the one before it ends.
                start, end = prints.find_edge(text, after) or (max(0, after - 1), after)
            if end:
                yield Place(part, index, prints.boxes(start, end))
                after = end  # the next one of its kind stands behind it


def _sentences(extraction: Extraction) -> list[str]:
    """The sentences of the body, in the order in which TEI writes them."""
    return [
        sentence.text
        for section in extraction.body
        for paragraph in paragraphs(section)
        for sentence in sentences(paragraph)
    ]


class _Prints:
    """The letters of all lines with places, one after the other."""

    def __init__(self, layout: Layout) -> None:
        self._lines: list[tuple[Line, str]] = [
            (line, letters)
            for page in layout.pages
            for line in page.lines
            if line.role is Role.TEXT and line.x1 > line.x0 and (letters := fold(line.text))
        ]
        self._letters = "".join(letters for _, letters in self._lines)
        self._starts = [0, *accumulate(len(letters) for _, letters in self._lines)]
        self._begins = frozenset(self._starts)

    def find(self, text: str, after: int, *, is_line: bool) -> tuple[int, int]:
        """Where the letters of a text begin and end, rather behind a place than before it; (0, 0) when they are nowhere.

        A heading is a line of its own (`is_line`): its words in the running text are not it.
        """
        letters = fold(text)
        if len(letters) < _LEAST_LETTERS:
            return 0, 0
        for begin in (after, 0):
            at = self._letters.find(letters, begin)
            tries = _MOST_TRIES if is_line else 0
            while tries and at >= 0 and at not in self._begins:
                at = self._letters.find(letters, at + 1)
                tries -= 1
            if at >= 0 and (not is_line or at in self._begins):
                return at, at + len(letters)
        return 0, 0

    def find_edge(self, text: str, after: int) -> tuple[int, int] | None:
        """Where a text begins, or else ends, that is not printed in one piece: a page's head or a picture stands in between."""
        letters = fold(text)
        edge = min(len(letters) // 2, _EDGE)
        for part in (letters[:edge], letters[-edge:] if edge else ""):
            at = self._letters.find(part, after, after + _FAR) if len(part) >= _LEAST_EDGE else -1
            if at >= 0:
                return at, at + len(part)
        return None

    def boxes(self, start: int, end: int) -> tuple[Box, ...]:
        """A box for each line from one letter to before another; parts of a line by their share of its letters."""
        boxes: list[Box] = []
        place = bisect_right(self._starts, start) - 1
        while place < len(self._lines) and self._starts[place] < end:
            line, letters = self._lines[place]
            begins = max(0, start - self._starts[place]) / len(letters)
            ends = min(len(letters), end - self._starts[place]) / len(letters)
            width = line.x1 - line.x0
            boxes.append(
                Box(
                    line.page,
                    round(line.x0 + begins * width, 2),
                    round(line.y0, 2),
                    round((ends - begins) * width, 2),
                    round(line.y1 - line.y0, 2),
                )
            )
            place += 1
        return tuple(boxes)
