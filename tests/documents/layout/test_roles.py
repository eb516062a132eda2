"""Running heads that are told from few pages."""

from __future__ import annotations

from collections.abc import Sequence

from harvestman.documents.layout.lines import Line, PageLayout, Role
from harvestman.documents.layout.roles import with_roles


def line(text: str, number: int, *, y0: float, block: int) -> Line:
    return Line(text, number, x0=60, y0=y0, x1=300, y1=y0 + 10, size=10, block=block)


def page(number: int, lines: Sequence[Line]) -> PageLayout:
    return PageLayout(number, 600.0, 800.0, tuple(lines))


def test_a_head_that_says_the_title_or_the_authors_again_needs_to_be_seen_once_only() -> None:
    first = [
        line("Counting Harvestmen at Night", 1, y0=80, block=0),
        line("Ann Ruiz and Boris Ershov", 1, y0=120, block=1),
        line("We count what moves in the dark.", 1, y0=200, block=2),
    ]
    third = [
        line("Ruiz and Ershov", 3, y0=40, block=0),
        line("Counting what moves", 3, y0=80, block=1),
        line("is what we do", 3, y0=92, block=1),
        line("and then again.", 3, y0=104, block=1),
    ]
    pages = with_roles([page(1, first), page(3, third)])
    assert [one.role for one in pages[1].lines] == [Role.HEAD, Role.TEXT, Role.TEXT, Role.TEXT]
    assert all(one.role is Role.TEXT for one in pages[0].lines)


def test_the_first_line_of_an_entry_by_the_same_authors_is_no_head() -> None:
    first = [line("Ann Ruiz and Boris Ershov", 1, y0=120, block=0)]
    third = [
        line("Ann Ruiz and Boris Ershov.", 3, y0=80, block=0),
        line("2019. Counting what moves.", 3, y0=92, block=0),
    ]
    pages = with_roles([page(1, first), page(3, third)])
    assert [one.role for one in pages[1].lines] == [Role.TEXT, Role.TEXT]


def test_a_long_head_may_shorten_a_word_of_the_title() -> None:
    first = [line("Counting Large Harvestmen in Northern Forests at Night", 1, y0=120, block=0)]
    heads = ("Counting Large Harvestmen in North. Forests 3", "Counting Animals Elsewhere 3")
    for text, role in zip(heads, (Role.HEAD, Role.TEXT), strict=True):
        third = [line(text, 3, y0=40, block=0), line("is what we do", 3, y0=80, block=1)]
        pages = with_roles([page(1, first), page(3, third)])
        assert pages[1].lines[0].role is role
