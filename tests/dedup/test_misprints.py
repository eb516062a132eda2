"""Misprints: a word that is no word may be another, misprinted; two words of their own never are."""

from __future__ import annotations

import pytest

from harvestman.dedup import TitleTie, compare_titles, is_misprint
from harvestman.text import romanise


def pair(text: str) -> tuple[str, str]:
    one, other = romanise(text).split()
    return one, other


@pytest.mark.parametrize(
    "words",
    [
        "Northern Southern",
        "Eastern Western",
        "hydrophilic hydrophobic",
        "microscopic macroscopic",
        "continuous contiguous",
        "absorption adsorption",
        "translation transition",
        "genetic generic",
        "causal casual",
        "maternal paternal",
        "organic inorganic",
        "interface intraface",
        "линейных нелинейных",
        "внешней внутренней",
        "прямые кривые",
        "interno externo",
        "third thirdly",
        "XII XIII",
        "2019 2018",
    ],
)
def test_two_words_are_no_misprints_of_each_other(words: str) -> None:
    one, other = pair(words)
    assert not is_misprint(one, other)
    assert not is_misprint(other, one)


@pytest.mark.parametrize(
    "words",
    [
        "Northern Norhtern",
        "Northern Nothern",
        "hydrophobic hydrophpbic",
        "recognition recongition",
        "themselves themselvs",
        "моделирование моделирвоание",
        "вычислительных вычислителных",
        "programación programacoin",
        "system aystem",
    ],
)
def test_a_long_word_that_is_none_is_a_misprint(words: str) -> None:
    assert is_misprint(*pair(words))


@pytest.mark.parametrize(
    "words",
    [
        "behaviour behavior",
        "generalised generalized",
        "modelling modeling",
        "centre center",
        "system systems",
        "алгоритм алгоритма",
        "задача задачи",
    ],
)
def test_spellings_and_forms_of_a_word_are_the_word(words: str) -> None:
    assert is_misprint(*pair(words))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Sorting Northern Reeds with Mirrors", "Sorting Southern Reeds with Mirrors"),
        ("Theory of Quiet Reeds I", "Theory of Quiet Reeds V"),
        ("Theory of Quiet Reeds I", "Theory of Quiet Reeds II"),
        ("Theory of Quiet Reeds, Part 1", "Theory of Quiet Reeds, Part 2"),
        ("Learning with Labels in Noisy Reeds", "Learning without Labels in Noisy Reeds"),
        ("Why Reeds Are Hard to Count", "Why Reeds Are Not Hard to Count"),
        ("О разрешимости задачи о тростнике", "О неразрешимости задачи о тростнике"),
        ("Прямые методы решения задач", "Кривые методы решения задач"),
    ],
)
def test_titles_of_two_papers_are_not_taken_for_one(one: str, other: str) -> None:
    compared = compare_titles((one,), (other,))
    assert compared is not None
    assert compared.tie not in (TitleTie.EQUAL, TitleTie.NEAR)
