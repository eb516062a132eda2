"""Who the authors are, as the paper's own citation says."""

from __future__ import annotations

from collections.abc import Callable

from harvestman.documents.header.cited import as_cited
from harvestman.documents.header.front import read_front
from harvestman.documents.header.persons import Person
from harvestman.documents.layout.lines import Layout

TITLE = "Counting the Legs of Harvestmen"


def names(layout: Layout, *found: str) -> list[str]:
    people = [Person(name, 1, 0, 0, (), 0.9) for name in found]
    return [one.name for one in as_cited(read_front(layout), TITLE, people)]


def paper(document: Callable[..., Layout], citation: str) -> Layout:
    return document(
        [(18, TITLE, "b"), (10, "ANN LEE, Vigo"), (9, "ACM Reference Format:", "b<"), (9, citation, "<")]
    )  # fmt: skip


def test_the_citation_names_those_who_were_missed(document: Callable[..., Layout]) -> None:
    layout = paper(document, f"Ann Lee, Ben Roe, and Eva Gil. 2011. {TITLE}. J. Legs 3.")
    assert names(layout, "Ann Lee", "Eva Gil") == ["Ann Lee", "Ben Roe", "Eva Gil"]


def test_whom_it_does_not_name_is_no_author(document: Callable[..., Layout]) -> None:
    layout = paper(document, f"Ann Lee and Ben Roe. 2011. {TITLE}. J. Legs 3.")
    assert names(layout, "Ann Lee", "Ben Roe", "Oak Ridge") == ["Ann Lee", "Ben Roe"]


def test_a_shortened_citation_says_nothing(document: Callable[..., Layout]) -> None:
    for who in ("Lee, A.; Roe, B.", "Ann Lee et al."):
        layout = paper(document, f"{who} {TITLE}. J. Legs 3.")
        assert names(layout, "Ann Lee", "Ida Fox") == ["Ann Lee", "Ida Fox"]


def test_another_papers_citation_says_nothing(document: Callable[..., Layout]) -> None:
    layout = paper(document, f"Max Fox and Una Poe. 2011. {TITLE}. J. Legs 3.")
    assert names(layout, "Ann Lee", "Ben Roe") == ["Ann Lee", "Ben Roe"]
