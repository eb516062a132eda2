"""Hyphens at the ends of lines."""

from __future__ import annotations

import pytest

from harvestman.documents.header.joining import join_lines
from harvestman.documents.structure.alphabet import fits_alphabet
from harvestman.documents.structure.joining import Joiner


@pytest.mark.parametrize(
    ("lines", "joined"),
    [
        (["a divi-", "ded word"], "a divided word"),
        (["plain", "lines"], "plain lines"),
        (["Jean-", "Pierre"], "Jean-Pierre"),
        (["pages 17-", "29"], "pages 17-29"),
        (["pages 17–", "29"], "pages 17–29"),
        (["a self-", "made word"], "a self-made word"),
        (["one -", "two"], "one - two"),
        (
            ["see https://example.org/a/", "long/path.html, 2001"],
            "see https://example.org/a/long/path.html, 2001",
        ),
        (["at https://example.org/a-", "b now"], "at https://example.org/a-b now"),
        (["at http://example.org", "accessed in May"], "at http://example.org accessed in May"),
        (["раз-", "делённое слово"], "разделённое слово"),
        ([], ""),
    ],
)
def test_joining(lines: list[str], joined: str) -> None:
    assert Joiner().join(lines) == joined


def test_the_document_itself_says_which_hyphens_are_true() -> None:
    joiner = Joiner(["a part-time job", "the timetable"])
    assert joiner.join(["a part-", "time worker"]) == "a part-time worker"
    assert joiner.join(["a time-", "table"]) == "a timetable"


def test_lines_of_a_sorted_list_fit_or_do_not() -> None:
    texts = [
        "Adams, B.",
        "Tables of",
        "Bell, C.",
        "Cole, D.",
        "Acta, 3.",
        "Dunn, E.",
        "Évans, F.",
        "Ford, G.",
    ]
    names = [True, False, True, True, False, True, True, True]
    assert fits_alphabet(texts, names) == ["in", "out", "in", "in", "out", "in", "in", "in"]


def test_an_unsorted_list_says_nothing() -> None:
    texts = ["Zorn, A.", "Bell, C.", "Young, D.", "Adams, E.", "Xu, F.", "Cole, G."]
    assert set(fits_alphabet(texts, [True] * 6)) == {"no"}


def test_cyrillic_names_come_before_latin_ones() -> None:
    texts = ["Абрамов А.", "Белов Б.", "Яковлев Я.", "Adams B.", "Bell C.", "Cole D."]
    assert set(fits_alphabet(texts, [True] * 6)) == {"in"}


def test_two_usual_words_that_make_none_together_keep_their_hyphen() -> None:
    assert (
        Joiner().join(["bounds for best-", "effort networks"]) == "bounds for best-effort networks"
    )
    assert (
        Joiner().join(["in its con-", "text, a back-", "ground"]) == "in its context, a background"
    )
    assert join_lines(["A shared-", "memory machine"]) == "A shared-memory machine"
    assert join_lines(["A self-", "made informa-", "tion"]) == "A self-made information"
