"""Pages without a text layer: their status, and what Tesseract makes of them."""

from __future__ import annotations

import shutil

import pypdfium2
import pytest
from fpdf import FPDF

from documents.layout import printing
from harvestman.documents.files import pdf, recognising
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.opening import open_layout
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model import Status

TABLE = (
    "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"
    "1\t1\t0\t0\t0\t0\t0\t0\t1190\t1684\t-1\t\n"
    "5\t1\t1\t1\t1\t1\t200\t100\t300\t45\t96\tHabits\n"
    "5\t1\t1\t1\t1\t2\t520\t100\t80\t45\t95\tof\n"
    "5\t1\t1\t1\t1\t3\t620\t100\t220\t45\t95\tFoxes\n"
    "5\t1\t1\t1\t2\t1\t200\t200\t120\t15\t95\tAnn\n"
    "5\t1\t1\t1\t2\t2\t330\t200\t150\t15\t95\tAuthor\n"
    "5\t1\t1\t1\t2\t3\t500\t200\t30\t15\t3\t~~\n"
)


def scan(*, pages: int = 1) -> bytes:
    """A PDF whose pages are pictures of a printed page."""

    def draw(page: FPDF) -> None:
        printing.write(page, 120, 100, "Habits of Foxes", size=24)
        for number, line in enumerate(printing.BODY):
            printing.write(page, 60, 150 + 20 * number, line, size=14)

    printed = pypdfium2.PdfDocument(printing.pdf(draw))
    picture = printed[0].render(scale=2, grayscale=True).to_pil()

    def paste(page: FPDF) -> None:
        page.image(picture, 0, 0, 595, 842)

    return printing.pdf(paste, pages=pages)


def test_without_tesseract_a_scan_is_scanned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "can_recognise", lambda: False)
    with pytest.raises(Unreadable) as caught:
        open_layout(scan())
    assert caught.value.status is Status.SCANNED


def test_rubbish_is_bad_encoding() -> None:
    rubbish = '465"798;:<4>=?4A@CBEDGF;HCH/IKJ?LMFN@PORQTSM8UBWVHYXR@[Z'

    def draw(page: FPDF) -> None:
        for row in range(20):
            printing.write(page, 60, 60 + 12 * row, rubbish)

    data = printing.pdf(draw)
    with pytest.raises(Unreadable) as caught:
        open_layout(data, ocr=False)
    assert caught.value.status is Status.BAD_ENCODING


def test_the_table_of_words_becomes_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf, "can_recognise", lambda: True)
    monkeypatch.setattr(recognising, "_installed", lambda: ("eng",))
    monkeypatch.setattr(recognising, "run_program", lambda *args, **more: TABLE.encode())
    layout = open_layout(scan())
    title, author = layout.pages[0].lines
    assert (title.text, author.text) == ("Habits of Foxes", "Ann Author")
    assert title.size > 2 * author.size
    assert title.x0 == pytest.approx(72, abs=1)  # 200 dots at 200 dots to the inch
    assert layout.recognised


def test_first_and_last_pages_are_read_within_the_number_allowed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pdf, "can_recognise", lambda: True)
    monkeypatch.setattr(recognising, "_installed", lambda: ("eng",))
    monkeypatch.setattr(recognising, "run_program", lambda *args, **more: TABLE.encode())
    layout = open_layout(scan(pages=9), limits=ReadingLimits(ocr_pages=5))
    assert [page.number for page in layout.pages if page.lines] == [1, 2, 3, 8, 9]
    assert layout.page_count == 9


@pytest.mark.skipif(not shutil.which("tesseract"), reason="Tesseract is not installed")
def test_tesseract_reads_a_scan() -> None:
    layout = open_layout(scan())
    texts = [line.text for line in layout.pages[0].lines]
    assert texts[0] == "Habits of Foxes"
    assert texts[1] == printing.BODY[0]
    assert layout.pages[0].lines[0].size > layout.pages[0].lines[1].size
    assert layout.recognised
