"""Files of somebody who wants others to get his title for their paper."""

from __future__ import annotations

import ctypes
import io
import re

import pypdfium2
from pypdfium2 import raw

from documents.layout import printing

FORGED = "The Forged Title of Somebody Else"


def forged_pdf(genuine: bytes) -> bytes:
    """A page of one's own, which calls itself metadata, and all streams of a genuine file, to which no page refers."""
    text = (
        b"BT /F1 20 Tf 72 760 Td ("
        + FORGED.encode()
        + b") Tj 0 -40 Td /F1 11 Tf (Mallory Forger) Tj "
        b"0 -40 Td (" + printing.BODY[0].encode() + b") Tj ET"
    )
    shown = b"<< /Type /Metadata /Length %d >>\nstream\n" % len(text) + text + b"\nendstream"
    hidden = [
        b"<< /Length %d >>\nstream\n" % len(body) + body + b"\nendstream"
        for body in _streams(genuine)
    ]
    return printing.numbered(
        [
            b"<< /Type /Catalog /Pages 2 0 R >>",
            b"<< /Type /Pages /Count 1 /Kids [5 0 R] >>",
            b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            shown,
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 3 0 R >> >> >>",
            *hidden,
        ]
    )


def forged_text(genuine: str) -> str:
    """The same words below another title and another author."""
    return f"{FORGED}\n\nMallory Forger\n\n" + genuine.split("\n\n", 2)[2]


def printed_over(genuine: bytes) -> bytes:
    """The genuine pages with another title printed above the first, larger than its own."""
    document = pypdfium2.PdfDocument(genuine)
    page = document[0]
    text = raw.FPDFPageObj_NewTextObj(document, b"Helvetica", 40.0)
    words = ctypes.create_string_buffer((FORGED + "\0").encode("utf-16-le"))
    raw.FPDFText_SetText(text, ctypes.cast(words, raw.FPDF_WIDESTRING))
    raw.FPDFPageObj_Transform(text, 1, 0, 0, 1, 20, 820)
    raw.FPDFPage_InsertObject(page, text)
    page.gen_content()
    return _saved(document)


def with_properties(genuine: bytes) -> bytes:
    """The genuine pages in a file whose properties name another DOI; appended, as programs do that only change those."""
    size, root = (int(_last(genuine, rb"/%s (\d+)" % name)) for name in (b"Size", b"Root"))
    at = len(genuine) + 1
    start = at + len(told := b"%d 0 obj\n<< /Subject (doi:10.6666/forged.1) >>\nendobj\n" % size)
    return (
        genuine + b"\n" + told + b"xref\n%d 1\n%010d 00000 n \ntrailer\n" % (size, at)
        + b"<< /Size %d /Root %d 0 R /Info %d 0 R /Prev %s >>\n" % (size + 1, root, size, _last(genuine, rb"startxref\s+(\d+)"))
        + b"startxref\n%d\n%%%%EOF\n" % start
    )  # fmt: skip


def _last(data: bytes, pattern: bytes) -> bytes:
    found: list[bytes] = re.findall(pattern, data)
    return found[-1]


def _saved(document: pypdfium2.PdfDocument) -> bytes:
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


def _streams(data: bytes) -> list[bytes]:
    found, at = [], 0
    while (begin := data.find(b"stream", at)) >= 0:
        end = data.find(b"endstream", begin)
        before = data[max(0, begin - 300) : begin]
        if b"/XRef" not in before and b"/ObjStm" not in before and b"/Metadata" not in before:
            found.append(data[begin + len(b"stream") : end].strip(b"\r\n"))
        at = end + len(b"endstream")
    return found
