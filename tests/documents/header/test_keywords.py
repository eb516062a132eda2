"""Lists of keywords and joined lines."""

from __future__ import annotations

import pytest

from harvestman.documents.header.abstracts import split_keywords
from harvestman.documents.header.front import is_rubbish_title
from harvestman.documents.header.joining import join_lines


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
