"""Headings by their words."""

from __future__ import annotations

import pytest

from harvestman.documents.headings import (
    heading_kind,
    inline_reference_heading,
    is_reference_heading,
)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("References", "references"),
        ("7. REFERENCES:", "references"),
        ("Л И Т Е Р А Т У Р А", "references"),
        ("Глава 4. Список литературы", "references"),
        ("BIBLIOGRAFIA", "references"),
        ("5 Conclusions", "body"),
        ("Appendix B: Tables", "appendix"),
        ("Agradecimientos", "acknowledgements"),
        ("Сведения об авторах", "closing"),
        ("Selected Publications", "others"),
        ("literature", None),
        ("References are listed below", None),
        ("Appendices-", None),
        ("", None),
        ("References" * 30, None),
    ],
)
def test_kinds(text: str, kind: str | None) -> None:
    assert heading_kind(text) == kind
    assert is_reference_heading(text) == (kind == "references")


@pytest.mark.parametrize(
    ("text", "entry"),
    [
        ("References [1] A. Smith", "[1] A. Smith"),
        ("Литература: 1. Иванов И.И.", "1. Иванов И.И."),
        ("See the references 1. Smith", None),
    ],
)
def test_heading_before_the_first_entry(text: str, entry: str | None) -> None:
    cut = inline_reference_heading(text)
    assert (None if cut is None else text[cut:]) == entry
