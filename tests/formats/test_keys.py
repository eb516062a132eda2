"""Citation keys: readable, plain ASCII, never the same twice."""

from __future__ import annotations

import pytest

from harvestman.formats.keys import CitationKeys, to_ascii
from harvestman.formats.people import is_organisation
from harvestman.model import Author, Paper


@pytest.mark.parametrize(
    ("author", "year", "title", "key"),
    [
        ("Ana María Ruiz", 2018, "Automatic search", "ruiz2018automatic"),
        ("Gloria Pérez", 2018, "El Niño", "perez2018nino"),
        ("А. П. Ершов", 1958, "Программирующая программа", "ershov1958programmiruyushchaya"),
        ("Щукин Ю. Ж.", None, "О языке", "shchukinyazyke"),
        ("Ludwig van Beethoven", 1801, "The Sonata", "vanbeethoven1801sonata"),
        ("World Health Organization", 2020, "A report", "worldhealthorganization2020report"),
        ("山田 太郎", 2020, "論文", "anon2020"),
        ("Σωκράτης", 2020, "The", "sokratis2020the"),
    ],
)
def test_a_key_is_name_year_and_first_word(
    author: str, year: int | None, title: str, key: str
) -> None:
    assert CitationKeys().key(Paper(title, authors=(Author(author),), year=year)) == key


def test_a_paper_without_anything_has_a_key_too() -> None:
    assert CitationKeys().key(Paper("")) == "anon"


def test_equal_keys_are_told_apart_by_letters() -> None:
    keys = CitationKeys()
    given = [keys.key(Paper("X", year=2020)) for _ in range(30)]
    assert given[:3] == ["anon2020x", "anon2020xb", "anon2020xc"]
    assert given[25:28] == ["anon2020xz", "anon2020xba", "anon2020xbb"]
    assert len(set(given)) == 30


def test_a_letter_never_makes_a_key_that_another_paper_has() -> None:
    keys = CitationKeys()
    given = [keys.key(Paper(title)) for title in ("xb", "x", "x", "xb")]
    assert given == ["anonxb", "anonx", "anonxc", "anonxbb"]


def test_many_equal_keys_cost_no_more_than_many_different_ones() -> None:
    keys = CitationKeys()
    assert len({keys.key(Paper("X")) for _ in range(5000)}) == 5000


def test_what_has_no_transliteration_is_left_out() -> None:
    assert to_ascii("Łódź 漢字 Ďáblice Œuvre") == "lodzdabliceoeuvre"


@pytest.mark.parametrize(
    "name", ["CERN", "ATLAS Collaboration", "Universidad de Chile", "AT&T", "Институт математики"]
)
def test_names_that_show_no_person(name: str) -> None:
    assert is_organisation(name)


@pytest.mark.parametrize(
    "name", ["Plato", "Ana Ruiz", "Li Wei", "J. R. R. Tolkien", "Andrea Andersson", "Ершов А. П."]
)
def test_names_that_may_be_a_person(name: str) -> None:
    assert not is_organisation(name)
