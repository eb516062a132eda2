"""A text that is mostly glued or mostly lost is never told without a word."""

from __future__ import annotations

from datetime import UTC, datetime

from fpdf import FPDF

from documents.layout.printing import BODY, handmade, pdf, write
from harvestman.documents import extract
from harvestman.documents.doubts import doubts
from harvestman.documents.layout.lines import Layout, Line, PageLayout
from harvestman.model import Extraction, Status

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def page_of(lines: list[str]) -> bytes:
    """A page with these lines below a title."""

    def draw(page: FPDF) -> None:
        write(page, 120, 80, "Counting Harvestmen in the Wild", size=18, style="B")
        for at, line in enumerate(lines):
            write(page, 60, 130 + 14 * at, line)

    return pdf(draw)


def read(data: bytes) -> Extraction:
    return extract(data, now=NOW, only=("header",), ocr=False)


def test_glued_words_are_told() -> None:
    told = read(page_of([line.replace(" ", "") for line in BODY * 6]))
    assert told.status is Status.SUCCESS
    assert told.detail.startswith("words seem to be glued together")


def test_an_ordinary_text_is_told_without_a_word() -> None:
    assert read(page_of(list(BODY * 6))).detail == ""


def test_a_text_of_which_most_is_lost_is_told() -> None:
    few = PageLayout(1, 600, 800, (Line("7 / 12", 1),))
    assert doubts(Layout((few,), 1, "pdf", pieces=240)).startswith("most of the text seems")
    assert doubts(Layout((few,), 1, "pdf", pieces=3)) == ""


def test_filled_form_fields_are_told() -> None:
    assert "1 filled form fields" in read(form("Ana Ruiz")).detail
    assert read(form("")).detail == ""


def form(value: str) -> bytes:
    """A page of text with one field of a form."""
    shown = "".join(f"(The {at}. line of a form to be filled in) Tj T* " for at in range(20))
    stream = f"BT /F1 11 Tf 14 TL 60 700 Td {shown}ET"
    objects = (
        "<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[6 0 R]>>>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R/Annots[6 0 R]"
        "/Resources<</Font<</F1 5 0 R>>>>>>",
        f"<</Length {len(stream)}>>\nstream\n{stream}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
        f"<</Type/Annot/Subtype/Widget/FT/Tx/T(who)/V({value})/Rect[60 300 200 320]/F 4>>",
    )
    return handmade(*objects)
