"""A known header must be printed in a file before it may stand for it; pages behind the last that it takes are not read."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from harvestman.documents import plain_pages
from harvestman.holdings.parts import pack_json
from harvestman.holdings.standing import stands_in
from web.papers import LONG
from world.pdf import make_pdf

HEADER = {"title": "On Reeds", "authors": [{"name": "Ana Ruiz"}], "date": "2020-01-01"}
PACKED = pack_json(json.dumps(HEADER))


def pages(*texts: str) -> Iterator[str]:
    """Pages, the one after the last of which is never asked for."""
    yield from texts
    raise AssertionError("a page was read that nobody needs")


@pytest.mark.parametrize(
    "texts",
    [
        ("On Reeds\nAna Ruiz",),
        ("A cover", "ON  REEDS", "by Ana Ru-\niz"),
        ("It ends with On Re", "eds, by Ana", "Ruiz"),  # from one page to the next
        ("On Reeds by A", "na", "R", "uiz"),
    ],
)
def test_no_page_is_read_behind_the_last_word_of_the_header(texts: tuple[str, ...]) -> None:
    assert stands_in(PACKED, pages(*texts))


@pytest.mark.parametrize(
    "texts",
    [(), ("",), ("On Reeds", "Ana"), ("On the Reeds", "Ana Ruiz"), ("Reeds, Ana Ruiz", "On")],
)
def test_what_is_not_printed_is_missed_on_all_pages(texts: tuple[str, ...]) -> None:
    assert not stands_in(PACKED, texts)


def test_a_header_that_says_nothing_stands_everywhere() -> None:
    nothing = pack_json(json.dumps({"title": None, "date": "2020"}))
    assert stands_in(nothing, [])
    assert stands_in(nothing, ["any text"])


def test_pages_of_a_pdf_come_one_by_one() -> None:
    found = plain_pages(make_pdf(LONG))
    assert LONG.title.split()[0] in next(found)
    found.close()
    assert list(plain_pages(b"%PDF-1.4 damaged")) == []
