"""Pages written by hand: each line is (text, x0, y0), or a text alone, set below the one before it."""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.documents.layout.lines import Layout, Line, PageLayout, Role

LEADING = 12.0
LETTER = 4.7  # the width of a letter of size 10
COLUMN = 72.0


class Sheet:
    """A page that is filled from its top."""

    def __init__(self, number: int = 1, *, has_looks: bool = True) -> None:
        self._number = number
        self._has_looks = has_looks
        self._lines: list[Line] = []
        self._y = 60.0
        self._x = COLUMN
        self._column = 0
        self._block = 0

    def put(
        self,
        *texts: str,
        indent: float = 0.0,
        gap: float = 0.0,
        size: float = 10.0,
        bold: bool = False,
        role: Role = Role.TEXT,
    ) -> Sheet:
        """Lines one below the other; a gap before them begins a new block."""
        if gap:
            self._block += 1
        self._y += gap
        for text in texts:
            x0 = self._x + indent
            if self._has_looks:
                line = Line(
                    text,
                    self._number,
                    x0,
                    self._y,
                    x0 + len(text) * LETTER * size / 10,
                    self._y + size,
                    size,
                    "Serif",
                    bold,
                    block=self._block,
                    column=self._column,
                    role=role,
                )
            else:
                line = Line(text, self._number, role=role)
            self._lines.append(line)
            self._y += LEADING
        return self

    def hanging(self, *entries: Sequence[str], gap: float = 0.0) -> Sheet:
        """Entries whose further lines are indented."""
        for first, *further in entries:
            self.put(first, gap=gap)
            self.put(*further, indent=18.0)
        return self

    def turn_column(self) -> Sheet:
        """Go on at the top of the next column."""
        self._column += 1
        self._block += 1
        self._x, self._y = COLUMN + 250.0, 60.0
        return self

    @property
    def y(self) -> float:
        """Where the next line will stand."""
        return self._y

    @property
    def page(self) -> PageLayout:
        return PageLayout(self._number, 595.0, 842.0, tuple(self._lines), self._has_looks)


def document(*sheets: Sheet) -> Layout:
    """A document of these pages."""
    return Layout(tuple(sheet.page for sheet in sheets), len(sheets), "pdf")


PROSE = (
    "We describe a way to read lists of references that does not depend on",
    "the style of a journal. It was tried on papers of four fields and reads",
    "most of them as a person would. What follows tells how it was made, and",
    "where it fails.",
)
