"""What is inside a PDF stays as it is when the file is saved anew."""

from __future__ import annotations

import io
from dataclasses import replace

import pypdfium2
import pytest

from documents.sample import PAPER
from harvestman.documents import pdf_streams
from world.pdf import make_pdf


def saved(*files: bytes) -> bytes:
    """The pages of these files in one, written by another program (which compresses what was not)."""
    whole = pypdfium2.PdfDocument(files[0])
    for other in files[1:]:
        whole.import_pages(pypdfium2.PdfDocument(other))
    written = io.BytesIO()
    whole.save(written)
    return written.getvalue()


def test_a_file_that_is_saved_anew_has_the_same_inside(paper: bytes) -> None:
    first = saved(paper)
    anew = saved(first).replace(b"/Producer", b"/Reworker")
    anew = b"%PDF-1.7\n% more in front moves all objects\n" + anew
    found = pdf_streams(first)
    assert pdf_streams(anew) == found
    assert list(found) == sorted(set(found))
    assert all(-(2**63) <= one < 2**63 for one in found)


def test_a_file_after_a_cover_has_it_all_and_more(paper: bytes, spanish_paper: bytes) -> None:
    first = saved(paper)
    both = set(pdf_streams(saved(spanish_paper, first)))
    assert both > set(pdf_streams(first))
    assert not set(pdf_streams(first)) <= set(pdf_streams(spanish_paper))


def test_how_a_file_is_written_and_what_its_properties_say_is_left_out() -> None:
    page = b"1 0 obj\n<< /Length 2000 >>\nstream\n%s\nendstream\nendobj\n" % (b"a page " * 200)
    wrapping = b"".join(
        b"2 0 obj\n<< /Type %s /Length 9 >>\nstream\r\nsomething\nendstream\nendobj\n" % kind
        for kind in (b"/XRef", b"/ObjStm", b"/Metadata /Subtype /XML")
    )
    assert len(pdf_streams(page)) == 1
    assert pdf_streams(wrapping + page + wrapping) == pdf_streams(page)
    assert pdf_streams(page.replace(b"\n", b"\r\n")) == pdf_streams(page)
    assert pdf_streams(page.replace(b"a page a", b"a pase a")) != pdf_streams(page)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"stream",
        b"endstream",
        b"stream\n" * 100_000,
        b"stream\nshort\nendstream",
        b"".join(b"stream\n%d\nendstream\n" % n for n in range(10_000)),
        b"x" * 1_000_000,
    ],
)
def test_of_what_says_too_little_or_too_much_nothing_is_told(data: bytes) -> None:
    assert pdf_streams(data) == ()


def test_another_document_in_the_same_template_has_another_inside(paper: bytes) -> None:
    other = make_pdf(replace(PAPER, title="Another Title"))
    assert not set(pdf_streams(other)) <= set(pdf_streams(paper))
