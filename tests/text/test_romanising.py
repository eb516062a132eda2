from __future__ import annotations

import pytest

from harvestman.text import romanise, sound


@pytest.mark.parametrize(
    "spellings",
    [
        "Иванов Ivanov Iwanow",
        "Соловьёв Soloviev Solovyov Solowjow Solovev",
        "Зайцев Zaitsev Saizew Zajcev",
        "Чебышёв Chebyshev Tschebyscheff Tchebychev Čebyšev",
        "Щербаков Shcherbakov Schtscherbakow Ščerbakov",
        "Достоевский Dostoevsky Dostoyevskiy Dostojewski",
        "Яковлев Yakovlev Jakowlew Iakovlev",
        "Александров Alexandrov Aleksandrov",
        "Müller Mueller",
    ],
)
def test_the_spellings_of_one_name_sound_alike(spellings: str) -> None:
    assert len({sound(name) for name in spellings.split()}) == 1


@pytest.mark.parametrize(
    "names", ["Ivanov Petrov", "Smith Schmidt", "Wang Wong", "Baro Barro Bero"]
)
def test_other_names_sound_otherwise(names: str) -> None:
    first, *_, last = names.split()
    assert sound(first) != sound(last)


@pytest.mark.parametrize(
    ("name", "sounds"),
    [
        ("Mannheimer", "manheimer"),
        ("Schaeffer", "safer"),
        ("Lee", "le"),
        ("Ilyeva", "ilova"),
        ("Kiselev", "kiselov"),
        ("Evers", "evers"),
        ("Nazarov", "nasarov"),
        ("Müller-Lüdenscheidt", "mulerludenseidt"),
        ("Aaab bb", "ab"),
        ("", ""),
    ],
)
def test_how_a_name_sounds_is_kept_in_libraries(name: str, sounds: str) -> None:
    assert sound(name) == sounds


def test_latin_letters_for_cyrillic_and_greek() -> None:
    assert romanise("Методы анализа: Ñandú") == "metody analiza: nandu"
    assert romanise("Θεωρία") == "theoria"
    assert romanise("漢字") == "漢字"


def test_a_giant_is_no_burden() -> None:
    assert len(sound("ш" * 10_000_000)) <= 400
