"""The door of the layout: bytes of any kind of file in, a `Layout` out.

The kind is told by the content, never by the name. A file that may be of two kinds (a polyglot) is tried as each of them.
"""

from __future__ import annotations

from dataclasses import replace
from mmap import mmap

from harvestman.documents.files.doc import read_doc
from harvestman.documents.files.docx import read_docx
from harvestman.documents.files.html import read_html
from harvestman.documents.files.kinds import kinds_of
from harvestman.documents.files.odt import read_odt
from harvestman.documents.files.pdf import Damaged, read_pdf
from harvestman.documents.files.postscript import pdf_of_postscript
from harvestman.documents.files.pptx import PRESENTATION, read_pptx
from harvestman.documents.files.rtf import read_rtf
from harvestman.documents.files.text import read_text
from harvestman.documents.files.unpacking import Archive, unpack_gzip
from harvestman.documents.layout.limits import USUAL_LIMITS, ReadingLimits
from harvestman.documents.layout.lines import Layout
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.model.status import Status

_MOST_LAYERS = 3
_READERS = {"ole": read_doc, "rtf": read_rtf, "html": read_html, "text": read_text}


def open_layout(
    data: bytes | mmap,
    *,
    name: str = "",
    limits: ReadingLimits = USUAL_LIMITS,
    ocr: bool = True,
    ends_only: bool = False,
) -> Layout:
    """Read a file; raises `Unreadable` with the status that it ends in. `name` is for messages only.

    With `ends_only` the middle of a PDF, between its first pages and its list of references, may be left empty.
    """
    shown = name or "the file"
    for _ in range(_MOST_LAYERS):
        if not len(data):
            raise Unreadable(Status.EMPTY, f"{shown} has no bytes")
        kinds = kinds_of(data)
        if kinds[:1] != ["gzip"]:
            break
        data = unpack_gzip(_copied(data, limits), limit_bytes=limits.unpacked_bytes)
    refusal: Unreadable | None = None
    for kind in kinds:
        try:
            return _read(data, kind, limits=limits, ocr=ocr, ends_only=ends_only)
        except Unreadable as error:
            refusal = refusal or error
    raise refusal or Unreadable(Status.UNKNOWN_FORMAT, f"{shown} is of no kind that is read")


def _copied(data: bytes | mmap, limits: ReadingLimits) -> bytes:
    """All bytes in memory, for the readers that need them there."""
    if len(data) > limits.unpacked_bytes:
        raise Unreadable(Status.TOO_LARGE, f"has more than {limits.unpacked_bytes // 1024**2} MB")
    return data if isinstance(data, bytes) else data[:]


def _read(
    data: bytes | mmap, kind: str, *, limits: ReadingLimits, ocr: bool, ends_only: bool
) -> Layout:
    if kind == "pdf":
        return _read_pdf(data, limits=limits, ocr=ocr, ends_only=ends_only)
    data = _copied(data, limits)
    if kind == "ps":
        made = read_pdf(pdf_of_postscript(data, limits=limits), limits=limits, ocr=ocr)
        return replace(made, format="ps")
    if kind == "zip":
        return _read_archive(Archive(data, limit_bytes=limits.unpacked_bytes), limits=limits)
    if kind not in _READERS:
        raise Unreadable(Status.UNKNOWN_FORMAT, "packed more often than an honest file is")
    return _READERS[kind](data, limits=limits)


def _read_pdf(data: bytes | mmap, *, limits: ReadingLimits, ocr: bool, ends_only: bool) -> Layout:
    try:
        return read_pdf(data, limits=limits, ocr=ocr, ends_only=ends_only)
    except Damaged:
        pass
    try:
        # An extra, and few files are damaged.
        from harvestman.documents.files.damaged import read_damaged_pdf  # noqa: PLC0415
    except ImportError:
        raise Unreadable(
            Status.BAD_FILE, "the PDF is damaged; the extra `mend` may be able to read it"
        ) from None
    return read_damaged_pdf(_copied(data, limits), limits=limits)


def _read_archive(archive: Archive, *, limits: ReadingLimits) -> Layout:
    if "word/document.xml" in archive:
        return read_docx(archive, limits=limits)
    if PRESENTATION in archive:
        return read_pptx(archive, limits=limits)
    if "content.xml" in archive:
        return read_odt(archive, limits=limits)
    raise Unreadable(Status.UNKNOWN_FORMAT, "a zip file that is no document")
