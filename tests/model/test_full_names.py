"""First names in full where any source gives them, and never another person's."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from harvestman.model import Author, Authority, Claim, Evidence, Field, Paper, with_full_names


def claim(*names: str) -> Claim:
    return Claim(
        "p",
        Field.AUTHORS,
        tuple(map(Author, names)),
        Evidence("http://a.example/", "li"),
        "r",
        "1",
        Authority.LEARNED,
        0.5,
        datetime(2026, 1, 1, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    ("shown", "others", "wanted"),
    [
        (["A. Ruiz"], [["Ana Ruiz"]], ["Ana Ruiz"]),
        (["A. B. Ruiz"], [["Ana Beatriz Ruiz"]], ["Ana Beatriz Ruiz"]),
        (["A. Ruiz", "B. Smith"], [["Smith, Bob"], ["Ruiz, Ana"]], ["Ana Ruiz", "Bob Smith"]),
        (["A. Ruiz"], [["Ana Ruiz", "Alba Ruiz"]], ["A. Ruiz"]),
        (["A. Ruiz"], [["Bea Ruiz", "Ana Reis"]], ["A. Ruiz"]),
        (["Ana Ruiz"], [["Ana Beatriz Ruiz"]], ["Ana Ruiz"]),
        (["Plato"], [["Plato Ruiz"]], ["Plato"]),
    ],
)
def test_full_names(shown: list[str], others: list[list[str]], wanted: list[str]) -> None:
    paper = Paper("T", authors=tuple(Author(name, ("Univ.",)) for name in shown))
    after = with_full_names(paper, [claim(*shown), *(claim(*names) for names in others)])
    assert [author.name for author in after.authors] == wanted
    assert all(author.affiliations == ("Univ.",) for author in after.authors)
