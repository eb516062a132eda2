"""Files that cannot be read as they are: a scan is recognised, a damaged file mended, and both are verified like any other."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime

import pypdfium2
import pytest
from fpdf import FPDF

from documents.layout import printing
from harvestman.documents import extract
from harvestman.find import DocumentVerdict, PaperQuestion, verify

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TITLE, AUTHOR = "Reed Beds That Clean Themselves", "Helen Marsh"


def printed() -> bytes:
    def draw(page: FPDF) -> None:
        printing.write(page, 90, 100, TITLE, size=24)
        printing.write(page, 230, 140, AUTHOR, size=14)
        for number, line in enumerate(printing.BODY):
            printing.write(page, 60, 190 + 20 * number, line, size=14)

    return printing.pdf(draw)


def scanned() -> bytes:
    picture = pypdfium2.PdfDocument(printed())[0].render(scale=2, grayscale=True).to_pil()

    def paste(page: FPDF) -> None:
        page.image(picture, 0, 0, 595, 842)

    return printing.pdf(paste)


def damaged() -> bytes:
    """Without the table of its objects, as a download that broke off leaves it."""
    body = printed()
    return body[: body.rindex(b"xref", 0, body.rindex(b"startxref"))]


def judged(body: bytes, title: str = TITLE) -> DocumentVerdict:
    return verify(PaperQuestion(title, (AUTHOR,)), extract(body, now=NOW, name="paper.pdf"))


@pytest.mark.skipif(not shutil.which("tesseract"), reason="Tesseract is not installed")
def test_a_scan_is_recognised_and_verified() -> None:
    found = judged(scanned())
    assert found.is_paper, found
    assert found.authors == 1.0


def test_a_damaged_file_is_mended_and_verified() -> None:
    with pytest.raises(pypdfium2.PdfiumError):
        pypdfium2.PdfDocument(damaged())
    found = judged(damaged())
    assert found.is_paper, found
    other = judged(damaged(), "Towards Reed Beds That Clean Themselves")
    assert not other.is_paper, other
