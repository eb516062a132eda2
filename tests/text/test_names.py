from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvestman.text import Name, name_key, parse_name


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana María Ruiz", Name("Ana María", "Ruiz")),
        ("Ruiz, Ana M.", Name("Ana M.", "Ruiz")),
        ("van der Berg, J.", Name("J.", "van der Berg")),
        ("Jan van der Berg", Name("Jan", "van der Berg")),
        ("Juan de la Cruz", Name("Juan", "de la Cruz")),
        ("А. П. Ершов", Name("А. П.", "Ершов")),
        ("Ершов А. П.", Name("А. П.", "Ершов")),
        ("Ершов А.П.", Name("А.П.", "Ершов")),
        ("Пушкин Александр Сергеевич", Name("Александр Сергеевич", "Пушкин")),
        ("Александр Сергеевич Пушкин", Name("Александр Сергеевич", "Пушкин")),
        ("Ковалевская Софья Васильевна", Name("Софья Васильевна", "Ковалевская")),
        ("Suzuki K.", Name("K.", "Suzuki")),
        ("Prof. Dr. Ada Wu", Name("Ada", "Wu")),
        ("Ada Wu, PhD", Name("Ada", "Wu")),
        ("Ing Widya", Name("Ing", "Widya")),
        ("Martin Luther King Jr.", Name("Martin Luther", "King", "Jr.")),
        ("King, Martin Luther, Jr.", Name("Martin Luther", "King", "Jr.")),
        ("King, Jr., Martin Luther", Name("Martin Luther", "King", "Jr.")),
        ("Frank Manola, Jr.", Name("Frank", "Manola", "Jr.")),
        ("Plato", Name("", "Plato")),
        ("  Wu ,  Ada ;", Name("Ada", "Wu")),
        ("", Name("", "")),
        (",", Name("", "")),
        ("Li Wei", Name("Li", "Wei")),
    ],
)
def test_parse_name(text: str, name: Name) -> None:
    assert parse_name(text) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Perez, G.", "Gloria Pérez"),
        ("Ершов А. П.", "Андрей Петрович Ершов"),
        ("Алёна Ёлкина", "Елкина А."),
        ("van der Berg, Jan", "J. van der Berg"),
        ("Weiß, Ulrich", "U. Weiss"),
    ],
)
def test_name_key_is_one_for_two_prints_of_a_name(one: str, other: str) -> None:
    assert name_key(one) == name_key(other)


def test_name_key_tells_people_apart() -> None:
    assert len({name_key(n) for n in ("Ana Ruiz", "Eva Ruiz", "Ana Rubio", "Ruiz")}) == 4


def test_inverted_reads_back_as_the_same_name() -> None:
    for text in ("Ana María Ruiz", "Jan van der Berg", "Martin Luther King Jr.", "Plato"):
        assert parse_name(parse_name(text).inverted) == parse_name(text)


@given(st.text(max_size=100))
def test_any_text_has_a_name_or_is_empty(text: str) -> None:
    name = parse_name(text)
    assert name.family or not str(name)
    name_key(text)
