"""Titles cleaned, names split, look-alikes told apart."""

from __future__ import annotations

import pytest

from harvestman.pages.learned.bundling import Bundle, clean_title
from harvestman.pages.learned.lookalikes import without_lookalikes
from harvestman.pages.learned.people import Person, clean_name, is_person, split


@pytest.mark.parametrize(
    ("printed", "title"),
    [
        ("“Counting Bees.”", "Counting Bees."),
        ("10:30 - 11:00 Counting Bees", "Counting Bees"),
        ("Counting Bees (short paper)", "Counting Bees"),
        ("12. Counting Bees", "Counting Bees"),
        ("3D Printing of Bees", "3D Printing of Bees"),
        ("Bees (and other insects)", "Bees (and other insects)"),
    ],
)
def test_a_title_is_cleaned(printed: str, title: str) -> None:
    assert clean_title(printed) == title


@pytest.mark.parametrize(
    ("printed", "names"),
    [
        ("Ann Lee and Bo Li", ["Ann Lee", "Bo Li"]),
        ("Ann Lee, Bo Li", ["Ann Lee", "Bo Li"]),
        ("Lee, A.", ["Lee, A."]),
        ("by Ann Lee", ["Ann Lee"]),
        ("Prof. Ann Lee", ["Ann Lee"]),
        ("Joseph LaViola Jr.", ["Joseph LaViola Jr."]),
    ],
)
def test_names_are_split_and_cleaned(printed: str, names: list[str]) -> None:
    assert split(printed) == names


def test_what_cannot_be_a_person() -> None:
    assert is_person("Ana María de la Cruz")
    assert not is_person("in the evening at nine")
    assert not is_person("ann@example.org")
    assert clean_name(" *Ann Lee† ") == "Ann Lee"


def test_one_author_throughout_is_a_publication_list() -> None:
    mine = [
        Bundle(f"Paper {n}", n, people=[Person("Ann Lee"), Person(f"Co Author{n}")])
        for n in range(12)
    ]
    assert without_lookalikes(mine, []) == []
