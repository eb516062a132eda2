"""Sections, other matter and the running text."""

from __future__ import annotations

import time

import pytest

from documents.structure.printed import PROSE, Sheet, document
from harvestman.documents.layout.lines import Layout, Line, PageLayout, Role
from harvestman.documents.structure import read_structure
from harvestman.documents.structure.reading import MOST_RAW, MOST_TEXT


def paper() -> Layout:
    first = Sheet().put("A Paper about Papers", size=16, bold=True)
    first.put("Ann Author", gap=10).put("Abstract", bold=True, gap=14).put(
        "This is about papers.", gap=6
    )
    first.put("1 Introduction", size=12, bold=True, gap=16).put(*PROSE, gap=8)
    first.put("1 A footnote in small letters.", size=8, gap=300)
    second = Sheet(2).put("A. Author", role=Role.HEAD)
    second.put("2 Methods that go on", "over two lines", size=12, bold=True, gap=4)
    second.put(*PROSE, gap=8).put("2.1 Details", size=12, bold=True, gap=16).put(*PROSE, gap=8)
    second.put("Acknowledgements", size=12, bold=True, gap=16).put("We thank nobody.", gap=8)
    second.put("References", size=12, bold=True, gap=16)
    for number in range(1, 5):
        second.put(f"[{number}] B. Writer. Work {number}. Journal of Works {number}, 1999.")
    return document(first, second)


def test_front_ends_at_the_first_heading_of_the_body() -> None:
    front = [line.text for line in read_structure(paper()).front]
    assert front == ["A Paper about Papers", "Ann Author", "Abstract", "This is about papers."]


def test_sections_in_order() -> None:
    body = read_structure(paper()).body
    assert [one.heading for one in body] == [
        "1 Introduction",
        "2 Methods that go on over two lines",
        "2.1 Details",
    ]
    assert body[0].text == " ".join(PROSE)


def test_acknowledgements_and_footnotes_are_other_matter() -> None:
    other = read_structure(paper()).other
    assert [(one.heading, one.text) for one in other] == [
        ("Acknowledgements", "We thank nobody."),
        ("", "1 A footnote in small letters."),
    ]


def test_text_holds_all_in_reading_order_without_running_heads() -> None:
    paragraphs = read_structure(paper()).text.split("\n\n")
    assert paragraphs[:4] == [
        "A Paper about Papers",
        "Ann Author",
        "Abstract",
        "This is about papers.",
    ]
    assert paragraphs.index("1 Introduction") < paragraphs.index("2.1 Details")
    assert paragraphs[-1] == "[4] B. Writer. Work 4. Journal of Works 4, 1999."
    assert "A. Author" not in paragraphs


def test_a_paragraph_over_a_page_break_is_whole() -> None:
    first = Sheet().put("1 Introduction", bold=True, size=12).put(*PROSE[:2], gap=8)
    first.put("2 Note at the foot.", size=8, gap=400)
    second = Sheet(2).put(*PROSE[2:])
    structure = read_structure(document(first, second))
    assert structure.body[0].text == " ".join(PROSE)


def test_headings_in_pages_without_looks_go_by_their_numbers() -> None:
    sheet = Sheet(has_looks=False).put("1. Introduction", *PROSE, "2. The way it was made", *PROSE)
    sheet.put("7. Seven is out of order here and no heading", *PROSE)
    headings = [one.heading for one in read_structure(document(sheet)).body]
    assert headings == ["1. Introduction", "2. The way it was made"]


def test_a_table_of_contents_makes_no_sections() -> None:
    contents = Sheet().put("Contents", bold=True, size=14)
    contents.put("1 Introduction", "2 Results", bold=True, gap=8)
    text = Sheet(2).put("1 Introduction", bold=True, size=12).put(*PROSE, gap=8)
    text.put("2 Results", bold=True, size=12, gap=12).put(*PROSE, gap=8)
    body = read_structure(document(contents, text)).body
    assert [one.heading for one in body if one.text] == ["1 Introduction", "2 Results"]
    assert [one.heading for one in body].count("1 Introduction") == 1


def test_an_empty_document() -> None:
    structure = read_structure(Layout((), 0, "pdf"))
    assert (structure.text, structure.references, structure.body) == ("", (), ())


@pytest.mark.parametrize(
    "text", ["[1] ", "References", "1. ", "a" * 80, "(((((((((", "9" * 60, ". . . . . . . . ."]
)
def test_a_hundred_thousand_lines_are_bounded(text: str) -> None:
    line = Line(text, 1, 10, 10, 100, 20, 10.0)
    page = PageLayout(1, 600, 800, (Line("References", 1, 10, 0, 90, 10, 10.0), *[line] * 100_000))
    begin = time.process_time()
    structure = read_structure(Layout((page,), 1, "pdf"))
    assert time.process_time() - begin < 8
    assert len(structure.text) <= MOST_TEXT + 100


@pytest.mark.parametrize(
    "text",
    [
        "x" * 3_000_000,
        "[1] A. B. " * 300_000,
        "http://" + "a-" * 1_000_000,
        "References [1] " + "1" * 2_000_000,
    ],
)
def test_one_endless_line_is_bounded(text: str) -> None:
    page = PageLayout(
        1, 600, 800, (Line("References", 1), Line(text, 1), Line(text, 1)), has_looks=False
    )
    begin = time.process_time()
    structure = read_structure(Layout((page,), 1, "pdf"))
    assert time.process_time() - begin < 8
    assert all(len(one.raw) <= MOST_RAW for one in structure.references)
