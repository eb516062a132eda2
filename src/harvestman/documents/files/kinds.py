"""What kind of file some bytes are. Names lie; the first bytes rarely do."""

from __future__ import annotations

import re
from mmap import mmap

_PDF_BYTES, _LATE_BYTES = 1024, 64 * 1024
"""Readers of PDF accept its mark anywhere in the first kilobyte (ISO 32000-1, annex H); mail programs put more before it."""
_HTML = re.compile(
    rb"\s*(?:<\?xml[^>]{0,300}>\s*)?(?:<!--(?:(?!-->).){0,2000}+-->\s*+)*+"
    rb"<(?:!doctype\s+html|html|head|body|title|meta|h[1-6]|div|p|table)\b",
    re.IGNORECASE | re.DOTALL,
)
_PRINTER = b"\x1b%-12345X"
_MARKS = (
    (b"{\\rtf", "rtf"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole"),
    (b"PK\x03\x04", "zip"),
    (b"\x1f\x8b", "gzip"),
    (b"%!", "ps"),
    (b"\x04%!", "ps"),
    (b"\xc5\xd0\xd3\xc6", "ps"),
)
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r\f\x1b")
_SAMPLE_BYTES = 64 * 1024


def kinds_of(data: bytes | mmap) -> list[str]:
    """The kinds that a file may be, likeliest first: a polyglot is tried as each of them; [] when it is none that we know."""
    head = data[:_PDF_BYTES]
    stripped = head.lstrip(b"\xef\xbb\xbf \t\r\n\0")
    kinds = [kind for mark, kind in _MARKS if head.startswith(mark) or stripped.startswith(mark)]
    if stripped.startswith(_PRINTER) and b"%!" in data[:4096]:
        kinds.append("ps")
    start = data[:4096]
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        start = start.replace(b"\0", b"")[2:]
    if _HTML.match(start.removeprefix(b"\xef\xbb\xbf")):
        kinds.append("html")
    # What talks about PDF has the mark inside: it is first what it starts as.
    at = data[:_LATE_BYTES].find(b"%PDF-")
    if not kinds and not 0 <= at < _PDF_BYTES and _is_text(data):
        kinds.append("text")
    if at >= 0:
        kinds.append("pdf")
    return kinds


def _is_text(data: bytes | mmap) -> bool:
    sample = data[:_SAMPLE_BYTES]
    if sample[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return True
    if b"\0" in sample:
        return False
    controls = len(sample) - len(sample.translate(None, _CONTROLS))
    return controls <= len(sample) // 200
