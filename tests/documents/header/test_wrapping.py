"""Names broken between two lines are made whole; lines of whole names, organisations and places are left alone."""

from __future__ import annotations

import pytest

from harvestman.documents.header.persons import without_marks
from harvestman.documents.header.wrapping import unwrapped
from harvestman.documents.layout.lines import Line, Span


def line(text: str, row: int, *, raised: str = "") -> Line:
    """A line of authors; `raised` are the words' last letters that are marks."""
    spans: list[Span] = []
    at = 0
    for place, letter in enumerate(text):
        if letter in raised and (place + 1 == len(text) or text[place + 1] in " ,"):
            spans += [Span(at, place, 10.0), Span(place, place + 1, 7.0, raised=True)]
            at = place + 1
    if spans and at < len(text):
        spans.append(Span(at, len(text), 10.0))
    return Line(text, 1, 60, 100 + 12 * row, 300, 110 + 12 * row, 10.0, spans=tuple(spans))


def texts(*lines: Line) -> list[str]:
    return [one.text for one in unwrapped(lines)]


@pytest.mark.parametrize(
    ("above", "below", "whole"),
    [
        ("Ann Lee, Ben Roe and Dirk", "Zimmer", ["Ann Lee, Ben Roe and Dirk Zimmer"]),
        (
            "Ann Lee, Ben Roe, Martin",
            "Schulz, Eva Gil",
            ["Ann Lee, Ben Roe, Martin Schulz,", "Eva Gil"],
        ),
        (
            "Х. Т. Холмуродов, В. В. Дулин, В. П.",
            "Исаченко, А. Н. Седов",
            ["Х. Т. Холмуродов, В. В. Дулин, В. П. Исаченко,", "А. Н. Седов"],
        ),
    ],
)
def test_the_rest_of_a_name_goes_up(above: str, below: str, whole: list[str]) -> None:
    assert texts(line(above, 0), line(below, 1)) == whole


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("Ann Lee, Ben Roe", "Department of Biology"),
        ("Ann Lee, Ben Roe, Eva Gil", "Dirk Zimmer, Ida Fox"),
        ("ANN LEE, Siemens, Germany", "BEN ROE, Siemens, Germany"),
        ("Counting the legs of harvestmen, and", "Spiders"),
    ],
)
def test_what_is_whole_stays(above: str, below: str) -> None:
    assert texts(line(above, 0), line(below, 1)) == [above, below]


def test_the_mark_behind_a_name_goes_with_it() -> None:
    (whole,) = unwrapped([line("Ann Leeª, Dirk", 0, raised="ª"), line("Zimmerª", 1, raised="ª")])
    assert whole.text == "Ann Leeª, Dirk Zimmerª"
    assert [whole.text[s.start : s.end] for s in whole.spans if s.raised] == ["ª", "ª"]


def test_a_mark_at_the_end_of_a_line_says_that_the_name_is_whole() -> None:
    above, below = line("Ann Lee, Platoª", 0, raised="ª"), line("Zimmer", 1)
    assert texts(above, below) == [above.text, below.text]


def test_raised_letters_are_blanked_and_numbers_still_part_names() -> None:
    letters = line("Ann Leea Ben Roeb", 0, raised="ab")
    assert without_marks(letters, letters_only=True) == "Ann Lee  Ben Roe "
    numbers = line("Ann Lee 3 Ben Roe 1", 0, raised="13")
    assert without_marks(numbers, letters_only=True) == "Ann Lee 3 Ben Roe 1"
    assert without_marks(numbers) == "Ann Lee   Ben Roe  "


def test_several_marks_behind_a_name_are_no_letters_of_it() -> None:
    marks = Span(7, 12, 7.0, raised=True)
    whole = Line("Ann Leea,1,∗, Ben Roe", 1, 0, 0, 200, 12, 10.0, spans=(Span(0, 7, 10.0), marks))
    assert without_marks(whole, letters_only=True) == "Ann Lee ,1,∗, Ben Roe"
