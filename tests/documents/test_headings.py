"""Headings by their words."""

from __future__ import annotations

import pytest

from harvestman.documents.headings import (
    has_reference_heading,
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
        ("Referencias ˆ", "references"),
        ("Список литературы / References", "references"),
        ("3 https://example.org/data", None),
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
    ("line", "has"),
    [
        ("References", True),
        ("by the Academy of Lists. REFERENCES", True),
        ("as we said in the other REFERENCES", False),
        ("They are told apart by their letters. NASA", False),
    ],
)
def test_a_heading_that_is_glued_to_the_paragraph_above(line: str, has: bool) -> None:
    assert has_reference_heading(f"Some text before it\r\n{line}\r\n[1] A. Bee.") is has


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
