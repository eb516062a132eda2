"""Keywords of texts that print none."""

from __future__ import annotations

import pytest

from harvestman.documents.kinds import score_keywords
from harvestman.documents.kinds.keywords import stop_words

ENGLISH = """
Suffix arrays for digital libraries

We describe how suffix arrays are built in linear time. A suffix array is a sorted list of all suffixes. In digital
libraries, suffix arrays are used for search. The linear time construction of suffix arrays is simple. Digital libraries
hold many texts, and a suffix array finds each phrase of them.

References
[1] Gradient boosting machines. Gradient boosting machines. Gradient boosting machines.
"""
RUSSIAN = """
Рассматривается синтаксический анализ графов. Задача синтаксического анализа графов сводится к умножению матриц.
Умножение матриц выполняется на графических процессорах. Для синтаксического анализа графов умножение матриц удобно.
"""


def test_terms_come_first() -> None:
    found = score_keywords(ENGLISH, "en", title="Suffix arrays for digital libraries")
    assert set(found[:2]) == {"suffix arrays", "digital libraries"}
    assert "linear time" in found


def test_references_are_not_read() -> None:
    assert not any("boosting" in phrase for phrase in score_keywords(ENGLISH, "en"))


def test_forms_of_one_word_are_counted_together() -> None:
    found = score_keywords(RUSSIAN, "ru")
    assert "синтаксического анализа графов" in found[:2]
    assert "умножение матриц" in found[:3]


def test_no_phrase_says_again_what_a_better_one_says() -> None:
    found = [set(phrase.split()) for phrase in score_keywords(ENGLISH * 3, "en")]
    assert not any(a <= b for a in found for b in found if a is not b)


def test_words_cut_at_line_ends_are_joined() -> None:
    text = "The transla-\ntion memory helps. A translation memory stores. One translation memory.\n"
    assert score_keywords(text, "en")[0] == "translation memory"


def test_number_is_kept() -> None:
    assert len(score_keywords(ENGLISH * 3, "en", number=2)) == 2


@pytest.mark.parametrize("language", ["xx", "", "../en", "ENG"])
def test_unknown_languages_have_none(language: str) -> None:
    assert score_keywords(ENGLISH, language) == ()


@pytest.mark.parametrize("text", ["", "a", "\n\n\n", "1 2 3", "the of and"])
def test_nothing_in_nothing_out(text: str) -> None:
    assert score_keywords(text, "en") == ()


def test_hostile_text_ends_soon() -> None:
    assert len(score_keywords("word " * 400_000, "en")) <= 10
    score_keywords("-\n" * 100_000, "en")


@pytest.mark.parametrize("language", ["en", "es", "ru"])
def test_stop_words_are_folded(language: str) -> None:
    assert all(word == word.lower() for word in stop_words(language))
    assert len(stop_words(language)) > 200
