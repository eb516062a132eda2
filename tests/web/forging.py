"""Files of somebody who wants others to get his title for their paper."""

from __future__ import annotations

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


def _streams(data: bytes) -> list[bytes]:
    found, at = [], 0
    while (begin := data.find(b"stream", at)) >= 0:
        end = data.find(b"endstream", begin)
        before = data[max(0, begin - 300) : begin]
        if b"/XRef" not in before and b"/ObjStm" not in before and b"/Metadata" not in before:
            found.append(data[begin + len(b"stream") : end].strip(b"\r\n"))
        at = end + len(b"endstream")
    return found
