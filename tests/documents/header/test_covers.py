"""A cover in front of a paper: what its own first page says of addresses and organisations is found."""

from __future__ import annotations

from collections.abc import Callable

from documents.header.conftest import Row, lay_out
from harvestman.documents.header import read_header
from harvestman.documents.header.covers import header_again
from harvestman.documents.header.front import read_front
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.layout.lines import Layout
from harvestman.text.emails import find_addresses, is_pattern, written_out

Document = Callable[..., Layout]
_COVER: list[Row] = [
    (20, "Sorting Large Collections of", "b"),
    (20, "Records Lazily", "b"),
    (14, "Ann Lee and Robert Brown", "+"),
    (
        12,
        "Copyright 2010. Personal use of this material is permitted. However, permission to",
        "<+",
    ),
    (12, "reprint this material must be obtained from the publisher of these proceedings.", "<"),
]
_FIRST: list[Row] = [
    (17, "SORTING LARGE COLLECTIONS OF RECORDS LAZILY", "b"),
    (11, "Ann Lee and Robert Brown", "+"),
    (10, "University of Exampleton"),
    (10, "firstname.lastname@exampleton.edu"),
    (10, "Abstract", "b+"),
    (9, "Sorting large collections of records takes time. In this paper we present", "<"),
    *[(9, "a method that sorts only what is asked for, and compare it with others on", "<")] * 25,
]


def _with_cover() -> Layout:
    pages = (lay_out(_COVER, 595.0, 842.0), lay_out(_FIRST, 595.0, 842.0, 2))
    return Layout(pages, 2, "pdf")


def test_the_lines_behind_the_title_are_found_where_it_is_printed_again() -> None:
    layout = _with_cover()
    front = read_front(layout)
    said = [LineSaid("O", {})] * len(front.lines)
    assert header_again(front, said, (0, 1)) == [6, 7, 8]
    assert header_again(front, said, (3,)) == []
    assert header_again(front, said, ()) == []


def test_a_paper_behind_a_cover_has_its_addresses() -> None:
    header = read_header(_with_cover())
    assert [found.value for found in header.emails] == [
        "ann.lee@exampleton.edu",
        "robert.brown@exampleton.edu",
    ]


def test_patterns_are_written_out_and_offices_are_nobody() -> None:
    assert is_pattern("firstname.lastname@uni.edu")
    assert is_pattern("name.surname@uni.edu")
    assert is_pattern("nombre.apellido@uni.es")
    assert not is_pattern("ann.lee@uni.edu")
    assert written_out("firstname_lastname@uni.edu", "Ann B.", "Lée") == "ann_lee@uni.edu"
    assert written_out("firstname.lastname@uni.edu", "", "Lee") == ""
    found = find_addresses(
        [
            "pubs-permissions@printer.org",
            "ann dot lee at uni dot edu",
            "bob.roe[a]cert.lv",
            "lemma(a) holds.everywhere",
        ]
    )
    assert [one.value for one in found] == ["ann.lee@uni.edu", "bob.roe@cert.lv"]
