"""Where on its pages something stands that was read."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from harvestman.documents import extract
from harvestman.documents.layout.lines import Layout, Line, PageLayout, Role
from harvestman.documents.placing import places_of
from harvestman.model import (
    Author,
    Box,
    Extraction,
    Header,
    Reference,
    Section,
    Status,
)

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def layout(*lines: tuple[str, int] | Line) -> Layout:
    """Lines of 100 points, twelve apart."""
    made = [
        line
        if isinstance(line, Line)
        else Line(line[0], line[1], 50.0, 12.0 * at, 150.0, 12.0 * at + 10)
        for at, line in enumerate(lines)
    ]
    numbers = sorted({line.page for line in made})
    pages = tuple(
        PageLayout(number, 595.3, 841.9, tuple(line for line in made if line.page == number))
        for number in numbers
    )
    return Layout(pages, len(pages), "pdf")


def found(layout: Layout, **parts: object) -> dict[tuple[str, int], tuple[Box, ...]]:
    told = Extraction(Status.SUCCESS, **parts)  # type: ignore[arg-type]
    return {(place.part, place.index): place.boxes for place in places_of(layout, told).found}


def test_a_paper_s_parts_are_found_on_its_page(paper: bytes) -> None:
    read = extract(paper, now=NOW, placed=True)
    assert read.places is not None
    assert read.places.pages == ((1, 595.3, 841.9),)
    parts = {
        part: [p for p in read.places.found if p.part == part]
        for part in ("title", "authors", "citations", "body")
    }
    assert len(parts["title"]) == 1
    assert len(parts["authors"]) == len(read.header.authors)
    assert len(parts["citations"]) == len(read.citations)
    assert parts["body"]
    tops = [place.boxes[0].y for place in (*parts["title"], parts["authors"][0])]
    assert tops == sorted(tops)
    assert extract(paper, now=NOW).places is None


def test_a_text_over_several_lines_and_pages_has_a_box_for_each() -> None:
    pages = layout(("[1] A. Ershov. Count-", 1), ("ing what moves.", 1), ("Journal, 1999.", 2))
    boxes = found(pages, citations=(Reference("A. Ershov. Counting what moves. Journal, 1999."),))
    (ershov,) = boxes.values()
    assert [box.page for box in ershov] == [1, 1, 2]
    assert ershov[0].x > 50  # its number is not part of it
    assert ershov[1] == Box(1, 50.0, 12.0, 100.0, 10.0)


def test_names_of_one_line_are_placed_by_their_share_of_it() -> None:
    boxes = found(
        layout(("Anna Ruiz, Juan Gali", 1)),
        header=Header(authors=(Author("Anna Ruiz"), Author("Juan Gali"))),
    )
    assert boxes["authors", 0] == (Box(1, 50.0, 0.0, 50.0, 10.0),)
    assert boxes["authors", 1] == (Box(1, 100.0, 0.0, 50.0, 10.0),)


def test_a_heading_is_a_line_and_not_its_words_in_the_text() -> None:
    pages = layout(("we see methods and results", 1), ("Methods", 1), ("Results", 1))
    sections = (Section("Methods", "x"), Section("Results", "y"), Section("Elsewhere", "z"))
    boxes = found(pages, body=sections)
    assert {key: box[0].y for key, box in boxes.items()} == {("body", 0): 12.0, ("body", 1): 24.0}


def test_what_stands_nowhere_or_without_a_place_is_left_out() -> None:
    pages = layout(Line("A Title", 1), Line("Other Title", 1, 1, 1, 9, 9, role=Role.HEAD))
    assert found(pages, header=Header(title="A Title")) == {}
    assert found(pages, header=Header(title="Other Title")) == {}
    assert found(layout(), header=Header(title="A Title", authors=(Author("X"),))) == {}


def test_a_page_full_of_a_headings_letters_takes_no_long_time() -> None:
    pages = layout(("x" + "abc" * 300_000, 1))
    assert found(pages, body=tuple(Section("abc", "") for _ in range(50))) == {}


@pytest.mark.parametrize("title", ["", "?!", "a", "x" * 100_000])
def test_odd_titles_are_no_trouble(title: str) -> None:
    assert found(layout(("some words", 1)), header=Header(title=title)) == {}
    assert places_of(layout(), Extraction(Status.SUCCESS)).found == ()
