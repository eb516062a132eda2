"""Files by what is inside them."""

from __future__ import annotations

from collections.abc import Iterable

from harvestman.dedup.files import find_inside
from harvestman.store import Content, Library
from store.sample import keep_content

KNOWN = tuple(range(-10, 10))


def file(streams: Iterable[int], *, pages: int = 9) -> Content:
    return Content("f" * 64, tuple(streams), pages)


def test_a_file_that_holds_all_of_a_known_one_and_little_else_is_found(library: Library) -> None:
    contents = library.contents
    keep_content(library, Content("a" * 64, KNOWN, pages=8))
    assert find_inside(contents, file(KNOWN)) == "a" * 64
    assert find_inside(contents, file((*KNOWN, 100, 101, 102))) == "a" * 64
    assert find_inside(contents, file(())) is None
    assert find_inside(contents, file((100, 101))) is None


def test_one_page_that_differs_and_it_is_another(library: Library) -> None:
    keep_content(library, Content("a" * 64, KNOWN, pages=8))
    assert find_inside(library.contents, file(KNOWN[:-1])) is None
    assert find_inside(library.contents, file((*KNOWN[:-1], 100))) is None


def test_a_part_that_was_cut_out_does_not_answer_for_the_whole(library: Library) -> None:
    keep_content(library, Content("a" * 64, KNOWN, pages=6))
    whole = (*KNOWN, 100, 101, 102)
    assert find_inside(library.contents, file(whole, pages=8)) == "a" * 64  # a cover of two pages
    assert find_inside(library.contents, file(whole, pages=9)) is None


def test_a_volume_is_not_one_of_its_papers(library: Library) -> None:
    keep_content(library, Content("a" * 64, KNOWN, pages=8))
    assert find_inside(library.contents, file(range(-10, 40))) is None


def test_who_hides_a_paper_in_his_file_does_not_answer_for_it(library: Library) -> None:
    keep_content(library, Content("b" * 64, (*KNOWN, 200), pages=8))
    assert find_inside(library.contents, file(KNOWN)) is None


def test_among_many_of_one_template_the_right_one_is_found(library: Library) -> None:
    for number in range(5):
        keep_content(library, Content(f"{number:064}", (-(2**63), number, 2**63 - 1), 9))
    assert find_inside(library.contents, file((-(2**63), 3, 2**63 - 1))) == f"{3:064}"
