"""Sentences end where a reader would say so, in several languages, and in time that does not depend on what is written."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvestman.text.sentences import split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two? Three! Four", ["One.", "Two?", "Three!", "Four"]),
        (
            "We follow Ruiz et al. (2019). See Fig. 3 of J. R. Gil.",
            ["We follow Ruiz et al. (2019).", "See Fig. 3 of J. R. Gil."],
        ),
        ("It works (see above. Or below). Yes.", ["It works (see above. Or below).", "Yes."]),
        ("It grew by 3.5 per cent. e.g. here", ["It grew by 3.5 per cent. e.g. here"]),
        ("He said “Yes.” She left.", ["He said “Yes.”", "She left."]),
        ("См. рис. 3. Это другое. И всё.", ["См. рис. 3.", "Это другое.", "И всё."]),
        ("Habló el Sr. Gil. ¿Y ella? Nada.", ["Habló el Sr. Gil.", "¿Y ella?", "Nada."]),
        ("", []),
        ("  ", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert split_sentences(text) == sentences


@given(st.text(st.sampled_from('aA1 .!?()[]"”«»\n')))
def test_nothing_is_lost(text: str) -> None:
    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())


@pytest.mark.parametrize("piece", [".", "A. ", "( . A", '. " ', "a.\n", " ", "[1]. "])
def test_long_rows_of_marks_are_read_once(piece: str) -> None:
    split_sentences(piece * 40_000)
