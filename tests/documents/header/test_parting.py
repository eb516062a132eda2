"""Names side by side with nothing but space between them."""

from __future__ import annotations

from harvestman.documents.header.parting import parted
from harvestman.documents.layout.lines import Line, Span


def line(*parts: str, spans: tuple[Span, ...] = ()) -> Line:
    """A line of parts with wide gaps between them."""
    gaps, text = [], parts[0]
    for part in parts[1:]:
        gaps.append(len(text))
        text = f"{text} {part}"
    return Line(text, 1, 100, 50, 500, 62, 12.0, spans=spans, gaps=tuple(gaps))


def texts(one: Line) -> list[str]:
    return [part.text for part in parted(one)]


def test_names_get_the_commas_that_the_gaps_stand_for() -> None:
    assert texts(line("Sarah E. Miller", "Anna Petrova", "Jose D. Garcia")) == [
        "Sarah E. Miller, Anna Petrova, Jose D. Garcia"
    ]


def test_marks_stay_with_their_names() -> None:
    assert texts(line("Maria Fischer ‡", "Thomas Weber", "†♢", "Anna Schmidt")) == [
        "Maria Fischer ‡, Thomas Weber †♢, Anna Schmidt"
    ]


def test_what_is_already_told_apart_gets_no_second_comma() -> None:
    assert texts(line("Maria Fischer,", "Thomas Weber", "and Anna Schmidt")) == [
        "Maria Fischer, Thomas Weber and Anna Schmidt"
    ]


def test_a_short_family_name_that_is_a_particle_elsewhere() -> None:
    assert texts(line("Maria Fischer", "Minh Le")) == ["Maria Fischer, Minh Le"]


def test_the_cells_of_two_authors_are_two_lines() -> None:
    assert texts(line("University of Tarapuy,", "Thomas Weber")) == [
        "University of Tarapuy,",
        "Thomas Weber",
    ]


def test_a_title_with_wide_spaces_is_left_alone() -> None:
    title = line("Reading Tables", "of Numbers")
    assert list(parted(title)) == [title]


def test_raised_marks_are_found_again_behind_a_comma() -> None:
    one = line("Maria Fischer1", "Thomas Weber2", spans=(Span(13, 14, 8.0, raised=True), Span(27, 28, 8.0, raised=True)))  # fmt: skip
    (found,) = parted(one)
    assert [found.text[span.start : span.end] for span in found.spans] == ["1", "2"]
