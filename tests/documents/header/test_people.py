"""Names: cleaned, in the nominative, told from organisations."""

from __future__ import annotations

import pytest

from harvestman.text.naming import (
    apart,
    clean_name,
    is_organisation,
    is_possible,
    nominative,
)
from harvestman.text.personal import name_look, word_look


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("Prof. Ann Lee∗†", "Ann Lee"),
        ("Dr. Bob Roe 1,", "Bob Roe"),
        ("y Sandra Vivas", "Sandra Vivas"),
        ("Ann Lee, Ph.D.", "Ann Lee"),
        ("D. Gale", "D. Gale"),
        ("E Robertson", "E Robertson"),
        ("CONOR B. MCBRIDE", "Conor B. McBride"),
        ("ANA DE LA CRUZ-RUIZ", "Ana de la Cruz-Ruiz"),
    ],
)
def test_marks_and_degrees_are_no_part_of_a_name(printed: str, expected: str) -> None:
    assert clean_name(printed) == expected


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("Иванова Ивана Ивановича", "Иванов Иван Иванович"),
        ("Петровой Анны Сергеевны", "Петрова Анна Сергеевна"),
        ("Вербицкого Дмитрия Андреевича", "Вербицкий Дмитрий Андреевич"),
        ("Иванов Иван Иванович", "Иванов Иван Иванович"),
        ("Петрова Анна Сергеевна", "Петрова Анна Сергеевна"),
        ("Иванова И. И.", "Иванова И. И."),
    ],
)
def test_a_genitive_is_turned_back_where_the_patronymic_shows_it(
    printed: str, expected: str
) -> None:
    assert nominative(printed) == expected


def test_names_side_by_side_are_told_apart_by_first_names() -> None:
    assert apart("James Chapman Conor McBride") == ("James Chapman", "Conor McBride")
    assert apart("Sage A. Weil Andrew W. Leung") == ("Sage A. Weil", "Andrew W. Leung")
    assert apart("Tatiane Macedo Prudencio Lopes") == ("Tatiane Macedo Prudencio Lopes",)
    assert apart("José Ramón Martínez Batlle") == ("José Ramón Martínez Batlle",)
    assert apart("Ann Lee") == ("Ann Lee",)


def test_post_boxes_are_no_people() -> None:
    assert not is_possible("PO Box")
    assert not is_possible("P.O. Box")
    assert is_possible("Po Boxer")


def test_organisations_are_no_people() -> None:
    assert is_organisation("Radboud University")
    assert is_organisation("НИУ ВШЭ")
    assert not is_organisation("Ana María Ruiz")


@pytest.mark.parametrize("name", ["@ Lee", "Ann", "", "a b c d e f g h i"])
def test_some_strings_cannot_be_names(name: str) -> None:
    assert not is_possible(name)


def test_a_list_of_names_looks_like_one() -> None:
    assert name_look("Ann Lee, Bob B. Roe and Carl Doe").named == 3
    assert name_look("А. А. Макаров, Н. А. Василёнок").known == 2
    assert name_look("We present a new method").named == 0


def test_looks_of_words() -> None:
    assert [
        word_look(word) for word in ("И.", "Иван", "Иванович", "Иванов", "van", "the", "12")
    ] == list("IGPSpl0")


@pytest.mark.parametrize("name", ["Alana AI", "HP TippingPoint"])
def test_firms_are_no_people(name: str) -> None:
    assert is_organisation(name)


@pytest.mark.parametrize("name", ["Yann LeCun", "Ronald McDonald", "Ai Suzuki"])
def test_capitals_within_family_names(name: str) -> None:
    assert not is_organisation(name)


def test_initials_of_another_alphabet_do_not_cost_the_name() -> None:
    assert clean_name("A.A. Обейдат") == "A.A. Обейдат"
