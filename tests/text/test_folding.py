from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harvestman.text import fold, squeeze, unaccent, words


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Ñandú", "nandu"),
        ("Ёлка", "елка"),
        ("ЁЛКА", "елка"),
        ("Йод", "йод"),
        ("Straße", "strasse"),
        ("Øresund, Łódź, Đorđe", "oresundlodzdorde"),
        ("Æther & œuvre", "aetheroeuvre"),
        ("x² – ½", "x212"),
        ("A–B: “C”", "abc"),
        ("ﬁne", "fine"),
        ("日本語", "日本語"),
        ("  ", ""),
    ],
)
def test_fold(text: str, folded: str) -> None:
    assert fold(text) == folded


@pytest.mark.parametrize("text", ["Йод", "Ёлка", "Peña", "Łódź", "Ǻngström"])
def test_composed_and_decomposed_letters_fold_alike(text: str) -> None:
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


def test_letters_of_formulas_fold_to_small_ones() -> None:
    assert unaccent("𝐀ℬ") == "ab"


def test_squeeze_and_words() -> None:
    assert squeeze(" a\n\tb \u00a0c ") == "a b c"
    paragraph = "thread " * 40
    assert squeeze(paragraph) == " ".join(paragraph.split())
    for blank in (" ", "\t", "\n", "\r", "\v", "\f", "\x1c", "\x1d", "\x1e", "\x1f", "\u00a0"):
        assert squeeze(f"{paragraph}{blank}end") == " ".join([*paragraph.split(), "end"])
    assert words("¿Quién las contó?") == ["quien", "las", "conto"]
    assert unaccent("Ñandú") == "nandu"


@given(st.text(max_size=100))
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert squeeze(squeeze(text)) == squeeze(text)
