"""Lists of keywords, abstracts and joined lines."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from harvestman.documents.header import read_header
from harvestman.documents.header.abstracts import find_abstracts, split_keywords
from harvestman.documents.header.front import is_rubbish_title, read_front
from harvestman.documents.header.joining import join_lines
from harvestman.documents.header.tagging import LineSaid
from harvestman.documents.layout.lines import Layout


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        (["sorting, lazy evaluation, and records."], ("sorting", "lazy evaluation", "records")),
        (["grafos; árboles, bosques; redes"], ("grafos", "árboles, bosques", "redes")),
        (["поиск · тексты · ин-", "дексы"], ("поиск", "тексты", "индексы")),
        (["sets (finite, small), maps"], ("sets (finite, small)", "maps")),
        (["Graphs", "Trees"], ("Graphs", "Trees")),
        ([], ()),
    ],
)
def test_keywords_are_split_at_their_own_separators(
    lines: list[str], expected: tuple[str, ...]
) -> None:
    assert split_keywords(lines) == expected


def test_hyphens_at_line_ends_are_undone_before_small_letters() -> None:
    assert (
        join_lines(["we pre-", "sent the Hewlett-", "Packard case"])
        == "we present the Hewlett-Packard case"
    )


@pytest.mark.parametrize("title", ["Microsoft Word - paper.doc", "untitled", "thesis.dvi", "", "x"])
def test_rubbish_titles_are_recognised(title: str) -> None:
    assert is_rubbish_title(title)


def test_real_titles_are_not_rubbish() -> None:
    assert not is_rubbish_title("A Lazy Approach to Sorting")


def test_an_abstract_does_not_end_amid_a_sentence(document: Callable[..., Layout]) -> None:
    text = (
        "the method is compared with others, and so it is shown that most of them are slower than"
    )
    layout = document([(14, "A Title", "b"), (12, "Abstract", "b+"), *[(10, text, "<")] * 5, (10, "ours.", "<"), (10, "Another block of text", "<+")])  # fmt: skip
    front = read_front(layout)
    said = [LineSaid("O", {"S": 0.1})] * len(front.lines)
    said[1] = LineSaid("H", {"S": 0.1})
    said[2:5] = [LineSaid("S", {"S": 0.9})] * 3
    (found,) = find_abstracts(front, said)
    assert found.found.value.endswith("slower than ours.")


def test_an_abstract_without_a_heading_stands_below_the_date(
    document: Callable[..., Layout],
) -> None:
    text = "We thank Atul Adya, Fay Chang and Sean Dorward, and show that legs can be counted at"
    rows = [(14, "The Number of Legs", "b"), (11, "Bill Roberts and Joseph Busch"), (9, "(Dated: May 3, 2019)"), *[(9, text, "<")] * 4, (10, "INTRODUCTION", "b+")]  # fmt: skip
    found = read_header(document(rows))
    assert found.abstract
    assert found.abstract.value.startswith("We thank Atul Adya")
    assert found.abstract.value.endswith("counted at")
    assert [one.value.name for one in found.authors] == ["Bill Roberts", "Joseph Busch"]
