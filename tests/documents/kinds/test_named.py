"""Covers that call their document a thesis."""

from __future__ import annotations

import pytest

from harvestman.documents.kinds.named import is_named_thesis
from harvestman.documents.layout.lines import Layout, Line, PageLayout


def cover(*texts: str, width: float = 595.0, height: float = 842.0) -> Layout:
    lines = tuple(Line(text, 1) for text in texts)
    return Layout((PageLayout(1, width, height, lines),), 1, "pdf")


@pytest.mark.parametrize(
    "text",
    [
        "Trabajo Fin de Grado",
        "TESIS DOCTORAL",
        "ВЫПУСКНАЯ КВАЛИФИКАЦИОННАЯ РАБОТА",
        "Магистерская диссертация",
        "Master’s Thesis",
        "A dissertation submitted in partial fulfillment of the requirements",
        "Dissertação de Mestrado",
    ],
)
def test_a_cover_names_its_kind(text: str) -> None:
    assert is_named_thesis(cover("Universidad de Sevilla", text, "Counting legs"))


def test_rules_about_theses_slides_of_a_defence_and_full_pages_are_none() -> None:
    assert not is_named_thesis(cover("ПОЛОЖЕНИЕ", "о выпускной квалификационной работе"))
    assert not is_named_thesis(cover("Master's thesis", width=800.0, height=600.0))
    assert not is_named_thesis(cover("Master's thesis", *["a line of running text " * 4] * 40))
    assert not is_named_thesis(Layout((), 0, "pdf"))
