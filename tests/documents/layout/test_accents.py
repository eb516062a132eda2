"""Accents drawn as signs of their own, as TeX's old fonts have them."""

from __future__ import annotations

from harvestman.documents.layout.building import build_page
from harvestman.documents.layout.words import Look, PrintedPage, Word

_LOOK = Look(10.0, "Roman")


def _line(*words: tuple[str, float, float]) -> str:
    page = PrintedPage(595.0, 842.0, [Word(text, x0, x1, 100.0, _LOOK) for text, x0, x1 in words])
    return build_page(page, 1).lines[0].text


def test_a_letter_drawn_apart_for_its_accent_is_joined_to_its_word() -> None:
    words = (("Biotecnol", 60.0, 100.0), ("ogicas", 100.3, 130.0), ("´", 101.0, 104.0))
    assert _line(*words) == "Biotecnológicas"


def test_a_word_that_begins_with_an_accent_keeps_its_space() -> None:
    assert _line(("En", 60.0, 72.0), ("el", 75.0, 83.0), ("´", 75.6, 78.6)) == "En él"
