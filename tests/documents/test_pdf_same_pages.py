"""Pages are the same when all that they refer to is, in order."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pypdfium2
import pytest

from documents.sample import PAPER
from harvestman.documents import pdf_page_marks, pdf_shown_pages, pdf_streams
from harvestman.documents.files import pdf_same_pages
from world.pdf import make_pdf


def joined(*files: bytes, pages: list[int] | None = None) -> bytes:
    """The pages of these files in one, written by PDFium."""
    whole = pypdfium2.PdfDocument.new()
    for file in files:
        whole.import_pages(pypdfium2.PdfDocument(file), pages)
    written = io.BytesIO()
    whole.save(written)
    return written.getvalue()


def mark(data: bytes) -> str:
    return "".join(pdf_page_marks(data).marks)


def test_a_file_that_is_saved_anew_has_the_same_pages(paper: bytes) -> None:
    assert mark(joined(paper)) == mark(paper)
    assert len(mark(paper)) == 32
    assert mark(make_pdf(replace(PAPER, title="Another Title"))) != mark(paper)


def test_what_belongs_to_no_page_is_not_shown(paper: bytes) -> None:
    saved = joined(paper)
    hidden = b"\n999 0 obj<</Length 4>>stream\nmine\nendstream endobj\n%%EOF\n"
    shown = pdf_shown_pages(saved + hidden)
    assert shown == pdf_shown_pages(saved)
    assert (shown.pages, shown.mark) == (pdf_page_marks(paper).pages, mark(paper))
    assert set(shown.streams) == set(pdf_streams(saved)) < set(pdf_streams(saved + hidden))


def test_pages_before_and_behind_leave_the_run_as_it_is(paper: bytes, spanish_paper: bytes) -> None:
    count = pdf_page_marks(paper).pages
    cover = joined(spanish_paper, pages=[0])
    for covered in (joined(cover, paper), joined(paper, cover), joined(cover, paper, cover)):
        marks = pdf_page_marks(covered, count=count).marks
        assert mark(paper) in marks
        until = pdf_page_marks(covered, count=count, until=[mark(paper)]).marks
        assert until == marks[: marks.index(mark(paper)) + 1]
    volume = joined(cover, cover, cover, paper)
    assert pdf_page_marks(volume, count=count).marks == ()


def test_the_order_of_pages_counts(paper: bytes) -> None:
    there = joined(paper, make_pdf(replace(PAPER, title="Another Title")))
    count = len(pypdfium2.PdfDocument(there))
    back = joined(there, pages=list(range(count - 1, -1, -1)))
    assert mark(there) != mark(back)


def test_how_letters_are_told_counts_though_no_stream_differs() -> None:
    page = (
        b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj\n"
        b"3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj\n"
        b"4 0 obj<</Length 36>>stream\nBT /F 12 Tf 20 20 Td (ABBA) Tj ET    \nendstream endobj\n"
        b"5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[65/X/Y]>>>>endobj\n"
        b"trailer<</Root 1 0 R>>\n"
    )
    assert mark(page)
    assert mark(page) != mark(page.replace(b"/X/Y", b"/Y/X"))
    assert mark(page) == mark(page.replace(b"4 0 obj<<", b"4 0 obj<< "))


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7\n", b"words", b"x" * 100_000])
def test_what_cannot_be_opened_has_no_marks(data: bytes) -> None:
    assert pdf_page_marks(data) == (0, ())
    assert pdf_shown_pages(data) == (0, "", ())


def test_the_moment_of_asking_does_not_count(paper: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    """PDFium writes the time into what it saves, in one place."""
    written = joined(paper)
    assert len(re.findall(rb"/CreationDate\([^)]{1,40}\)", written)) == 1


@pytest.mark.parametrize("size", range(1, 30))
def test_the_table_at_the_end_is_left_out_wherever_blocks_end(size: int) -> None:
    written = b"objects\nxref in one of them\nxref\n0 1"
    blocks = [written[at : at + size] for at in range(0, len(written), size)]
    left = pdf_same_pages._without_table(blocks)
    assert b"".join(left) == b"objects\nxref in one of them"
