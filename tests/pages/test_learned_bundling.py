"""Titles cleaned, names split, look-alikes told apart."""

from __future__ import annotations

import pytest

from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.lookalikes import without_lookalikes
from harvestman.pages.learned.people import (
    Person,
    clean_name,
    is_affiliation,
    is_person,
    split,
    votes_for_turned,
)
from harvestman.pages.learned.titles import clean_title


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
        ("Lee, Ann", ["Lee, Ann"]),
        ("van der Berg, Ann Marie", ["van der Berg, Ann Marie"]),
        ("by Ann Lee", ["Ann Lee"]),
        ("Prof. Ann Lee", ["Ann Lee"]),
        ("Joseph LaViola Jr.", ["Joseph LaViola Jr."]),
    ],
)
def test_names_are_split_and_cleaned(printed: str, names: list[str]) -> None:
    assert split(printed) == names


@pytest.mark.parametrize(
    ("names", "text", "votes"),
    [
        (["Cho, Ann", "Lee, Bo"], "Cho, Ann; Lee, Bo", 1),
        (["Cho, Ann", "Bo Lee"], "Cho, Ann, Bo Lee", 1),
        (["Cho, Lee", "Kang"], "Cho, Lee, Kang", -1),
        (["Ana Ruiz", "Luis Pérez"], "Ana Ruiz, Luis Pérez", 0),
    ],
)
def test_a_page_shows_whether_it_turns_names(names: list[str], text: str, votes: int) -> None:
    assert votes_for_turned([(names, text)]) == votes


def test_surnames_alone_are_not_joined() -> None:
    assert split("Cho, Lee", turned=-1) == ["Cho", "Lee"]
    assert split("Ana Ruiz, Gautam") == ["Ana Ruiz", "Gautam"]
    assert split("Ruiz Gil, Ana", turned=2) == ["Ruiz Gil, Ana"]


@pytest.mark.parametrize(
    ("text", "may_be"),
    [
        ("Seton Hall University", True),
        ("Universidad de Sevilla", True),
        ("NVIDIA", True),
        ("МГУ им. Ломоносова", True),
        ("Blue Room, DPI", False),
        ("Sala 3", False),
        ("Hörsaal B", False),
        ("Amphithéâtre Curie", False),
        ("ауд. 204", False),
        ("10:30", False),
        ("et al", False),
        ("Session 4", False),
    ],
)
def test_a_room_is_no_affiliation(text: str, may_be: bool) -> None:
    assert is_affiliation(text) is may_be


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
