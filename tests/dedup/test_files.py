"""Files by their pages."""

from __future__ import annotations

from collections.abc import Iterable

from harvestman.dedup.files import find_inside
from harvestman.store import Content, Library
from store.sample import keep_content

KNOWN = tuple(range(-10, 10))


def found(library: Library, streams: Iterable[int], *marks: str) -> str | None:
    """Which known file is inside one with these streams, whose pages have these marks."""
    content = Content("f" * 64, tuple(streams))
    return find_inside(library.contents, content, marks_of=lambda count, until: marks)


def test_a_file_that_shows_all_pages_of_a_known_one_and_little_else_is_found(
    library: Library,
) -> None:
    keep_content(library, Content("a" * 64, KNOWN, 8, "pages"))
    assert found(library, KNOWN, "pages") == "a" * 64
    assert found(library, (*KNOWN, 100, 101, 102), "others", "pages") == "a" * 64
    assert found(library, (), "pages") is None
    assert found(library, (100, 101), "pages") is None


def test_one_stream_that_differs_and_it_is_another(library: Library) -> None:
    keep_content(library, Content("a" * 64, KNOWN, 8, "pages"))
    assert found(library, KNOWN[:-1], "pages") is None
    assert found(library, (*KNOWN[:-1], 100), "pages") is None


def test_the_same_streams_on_other_pages_are_another_file(library: Library) -> None:
    keep_content(library, Content("a" * 64, KNOWN, 8, "pages"))
    assert found(library, KNOWN, "others") is None
    assert found(library, KNOWN) is None


def test_a_file_whose_pages_could_not_be_marked_answers_for_nobody(library: Library) -> None:
    keep_content(library, Content("a" * 64, KNOWN, 8))
    assert found(library, KNOWN, "") is None


def test_a_volume_is_not_one_of_its_papers(library: Library) -> None:
    keep_content(library, Content("a" * 64, KNOWN, 8, "pages"))
    assert found(library, range(-10, 40), "pages") is None


def test_among_many_of_one_template_the_right_one_is_found(library: Library) -> None:
    for number in range(5):
        streams = (-(2**63), number, 2**63 - 1)
        keep_content(library, Content(f"{number:064}", streams, 9, f"pages {number}"))
    assert found(library, (-(2**63), 3, 2**63 - 1), "pages 3") == f"{3:064}"


def test_a_file_that_is_read_again_may_lose_its_mark(library: Library) -> None:
    keep_content(library, Content("a" * 64, KNOWN, 8, "pages"))
    keep_content(library, Content("a" * 64, KNOWN, 8, ""))
    assert found(library, KNOWN, "pages", "") is None
