"""Titles cleaned, names split, look-alikes told apart."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from harvestman.pages.learned.bundles import Bundle
from harvestman.pages.learned.lookalikes import (
    telling_words,
    without_breaks,
    without_lookalikes,
)
from harvestman.pages.learned.people import (
    Person,
    clean_name,
    is_affiliation,
    is_person,
    people_in,
    split,
    votes_for_turned,
)
from harvestman.pages.learned.titles import clean_title
from harvestman.pages.wording import words_for


@dataclass
class _Spanned:
    kind: str
    text: str
    marks: list[str]


@pytest.mark.parametrize(
    ("printed", "title"),
    [
        ("“Counting Bees.”", "Counting Bees."),
        ("10:30 - 11:00 Counting Bees", "Counting Bees"),
        ("Counting Bees (short paper)", "Counting Bees"),
        ("12. Counting Bees", "Counting Bees"),
        ("3D Printing of Bees", "3D Printing of Bees"),
        ("Bees (and other insects)", "Bees (and other insects)"),
        ("(invited paper) Counting Bees", "Counting Bees"),
        ("Counting the Bees of Spain short break", "Counting the Bees of Spain"),
        ("Counting the Bees of Spain Session: Insects", "Counting the Bees of Spain"),
        ("One Session: Two Bees", "One Session: Two Bees"),
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


@pytest.mark.parametrize(
    ("printed", "name", "places"),
    [
        ("Ana Ruiz INRIA", "Ana Ruiz", ["INRIA"]),
        ("Ana Ruiz, IBM", "Ana Ruiz", ["IBM"]),
        ("Ana RUIZ", "Ana RUIZ", []),
        ("Henry Ford III", "Henry Ford III", []),
    ],
)
def test_an_institution_behind_a_name_is_not_part_of_it(
    printed: str, name: str, places: list[str]
) -> None:
    (person,) = people_in([_Spanned("A", printed, [])])
    assert (person.name, person.affiliations) == (name, places)


def test_pieces_of_sentences_are_no_papers() -> None:
    titles = ["Submissions are now open to a", "on Counting Bees", "A Bee", "The Bees of the Alps"]
    kept = without_breaks([Bundle(title=title, region=0) for title in titles])
    assert [one.title for one in kept] == ["A Bee", "The Bees of the Alps"]


@pytest.mark.parametrize(
    "title",
    [
        "The 3rd Workshop on Bees",
        "THE 2ND CHALLENGE ON BEES",
        "Groebner bases Organizers",
        "LOCAL ORGANIZING CHAIR",
        "Test of Time Award",
        "Principal Engineer at Oak Audio",
        "Profesora en la Universidad de León",
        "Coffee break",
    ],
)
def test_what_its_words_call_something_else_is_no_paper(title: str) -> None:
    paper = Bundle("Awarding Analysts: Models of Researchers", 0, people=[Person("Ann Lee")])
    assert without_breaks([Bundle(title, 1, people=[Person("Bo Li")]), paper]) == [paper]


@pytest.mark.parametrize(
    "kind", ["gathering", "contest", "organiser", "chair", "award", "profession"]
)
def test_each_word_that_tells_what_is_no_paper_is_looked_for(kind: str) -> None:
    for word in words_for("entries", kind):
        assert telling_words().within(f"a {word.replace('*', 'x')}"), word


def test_items_of_a_programme_and_laboratories_are_no_people() -> None:
    assert not is_person("Contributed Talks")
    assert not is_person("AWS AI")
    assert is_person("Jian Ai")


def test_what_cannot_be_a_person() -> None:
    assert is_person("Ana María de la Cruz")
    assert not is_person("in the evening at nine")
    assert not is_person("ann@example.org")
    assert clean_name(" *Ann Lee† ") == "Ann Lee"
    long = " ".join(["Ana"] * 40)
    assert clean_name(f" *Dr. {long}† ") == long


def test_one_author_throughout_is_a_publication_list() -> None:
    mine = [
        Bundle(f"Paper {n}", n, people=[Person("Ann Lee"), Person(f"Co Author{n}")])
        for n in range(12)
    ]
    assert without_lookalikes(mine, []) == []


@pytest.mark.parametrize(
    ("printed", "title"),
    [
        ("Counting Bees in Orchards .... 12", "Counting Bees in Orchards"),
        ("Методы оценки качества воды … 3–7", "Методы оценки качества воды"),
        ("Почвенные грибы как индикаторы. – С. 20–24", "Почвенные грибы как индикаторы"),
        ("Slow Maps of Rivers, pp. 3-7", "Slow Maps of Rivers"),
        ("Europe since 1945", "Europe since 1945"),
        ("Title: Sorting by Reversals", "Sorting by Reversals"),
        ("Тема доклада: Спектры стёкол", "Спектры стёкол"),
    ],
)
def test_pages_and_labels_are_no_part_of_a_title(printed: str, title: str) -> None:
    assert clean_title(printed) == title
