"""Files by their pages."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

import pytest

from harvestman.dedup.files import digests_before_appending, find_inside
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


PDF = b"%PDF-1.4\n1 0 obj\nstartxref\n9\n%%EOF"


@pytest.mark.parametrize("line_end", [b"", b"\n", b"\r", b"\r\n"])
@pytest.mark.parametrize("appended", [b"\n% a remark\n", b"\r\n<!-- 7 ms -->", b"\0" * 900])
def test_a_file_is_told_by_what_it_was_before_something_was_appended(
    line_end: bytes, appended: bytes
) -> None:
    told = list(digests_before_appending(PDF + line_end + appended))
    assert sha256(PDF + line_end).hexdigest() in told


@pytest.mark.parametrize(
    "appended",
    [
        b"",
        b"\n",
        b"\r\n",
        b"\n2 0 obj\n<<>>\nendobj\n",
        b"\nstartxref\n5\n",
        b"\ntrailer <</Root 2 0 R>>\n",
        b"\nxref\n0 1\n",
        b"\nstartxref\n5\n%%EOF\n",
        b" " * 1_000,
    ],
)
def test_what_a_reader_of_pdfs_would_look_at_is_another_file(appended: bytes) -> None:
    before = {sha256(PDF + end).hexdigest() for end in (b"", b"\n", b"\r\n")}
    assert before.isdisjoint(digests_before_appending(PDF + appended))


def test_an_end_without_the_place_where_reading_starts_is_none() -> None:
    assert list(digests_before_appending(b"%PDF-1.4 %%EOF\n% a remark\n")) == []
    assert list(digests_before_appending(b"%PDF-1.4 startxref 9")) == []
