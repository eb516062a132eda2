"""Small layouts, written by hand: what a first page looks like, line by line."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from harvestman.documents.layout.lines import Layout, Line, PageLayout, Properties

Row = tuple[float, str] | tuple[float, str, str]
"""Size, text, and what else is to be said: "b" bold, "i" italic, "<" at the left, ">" at the right, "+" a gap above."""


def lay_out(rows: Sequence[Row], width: float, height: float, number: int = 1) -> PageLayout:
    """A page of centred lines, each below the one before."""
    lines = []
    y = 60.0
    block = 0
    for row in rows:
        size, text = row[0], row[1]
        signs = row[2] if len(row) > 2 else ""
        if "+" in signs:
            y += 2 * size
            block += 1
        long = min(width - 120, 0.5 * size * len(text))
        x0 = 60.0 if "<" in signs else width - 60 - long if ">" in signs else (width - long) / 2
        lines.append(
            Line(
                text,
                number,
                x0,
                y,
                x0 + long,
                y + size,
                size,
                "Bold" if "b" in signs else "Roman",
                "b" in signs,
                "i" in signs,
                block,
            )
        )
        y += 1.2 * size
    return PageLayout(number, width, height, tuple(lines))


@pytest.fixture
def document() -> Callable[..., Layout]:
    """Makes a layout of one page of rows, upright or as a slide, followed by so many pages of text."""

    def make(
        rows: Sequence[Row],
        *,
        slide: bool = False,
        following: int = 3,
        properties: Properties | None = None,
    ) -> Layout:
        width, height = (720.0, 540.0) if slide else (595.0, 842.0)
        body: list[Row] = [
            (10, "and so the method is compared with others on the same data, as", "<")
        ] * 40
        pages = [lay_out(rows, width, height)]
        pages += [lay_out(body, width, height, number) for number in range(2, following + 2)]
        return Layout(tuple(pages), len(pages), "pdf", properties or Properties())

    return make
