"""PDFs that PDFium refuses, read by pdf_oxide, which looks for pages where the file's table of contents is lost.

It opens 48 of 54 damaged files that were tried (PDFium 25, and none of the truncated ones), is slower and knows less of the
page, so it only comes second.
"""

from __future__ import annotations

import pdf_oxide

from harvestman.documents.layout.building import build_page
from harvestman.documents.layout.legibility import is_legible
from harvestman.documents.layout.limits import ReadingLimits
from harvestman.documents.layout.lines import Layout, PageLayout
from harvestman.documents.layout.roles import with_roles
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.documents.layout.words import Looks, PrintedPage, Word
from harvestman.model.status import Status

_LARGEST_BYTES = 64 * 1024 * 1024
_MOST_PAGES = 200


def read_damaged_pdf(data: bytes, *, limits: ReadingLimits) -> Layout:
    """The layout of what is left of a PDF."""
    if len(data) > _LARGEST_BYTES:
        raise Unreadable(Status.BAD_FILE, "the PDF is damaged and too large to be mended")
    pdf_oxide.disable_logging()
    try:
        document = pdf_oxide.PdfDocument.from_bytes(data)
        count = int(document.page_count())
    except (RuntimeError, ValueError, OSError) as error:
        raise Unreadable(Status.BAD_FILE, f"the PDF is damaged: {error}") from error
    pages: list[PageLayout] = []
    left = limits.characters
    skipped = limits.first_page - 1
    for index in range(skipped, min(count, skipped + min(limits.pages, _MOST_PAGES))):
        try:
            printed = _printed(document, index, limits)
        except (RuntimeError, ValueError, OSError):
            continue
        pages.append(build_page(printed, index + 1))
        left -= sum(len(word.text) for word in printed.words)
        if left <= 0:
            break
    text = "\n".join(line.text for page in pages for line in page.lines)
    if not text.strip():
        raise Unreadable(Status.BAD_FILE, "the PDF is damaged and no text is left in it")
    if not is_legible(text):
        raise Unreadable(Status.BAD_ENCODING, "the PDF is damaged and its text cannot be read")
    return Layout(tuple(with_roles(pages)), count, "pdf")


def _printed(document: pdf_oxide.PdfDocument, index: int, limits: ReadingLimits) -> PrintedPage:
    left, bottom, right, top = document.page_media_box(index)
    words: list[Word] = []
    length = 0
    looks = Looks()
    for span in document.extract_spans(index):
        text = span.text.strip()
        length += len(text)
        if length > limits.page_characters:
            break
        if text:
            x, y, width, _ = span.bbox
            size = round(min(max(float(span.font_size), 1.0), 200.0), 1)
            look = looks.get(size, span.font_name, bool(span.is_bold), bool(span.is_italic))
            words.append(Word(text, x - left, x - left + width, top - y, look))
    return PrintedPage(right - left, top - bottom, words)
