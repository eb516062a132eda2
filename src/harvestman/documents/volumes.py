"""A collected volume page by page: the text of each page of a PDF, and some of its pages as a file of their own."""

from __future__ import annotations

import io

from pypdfium2 import PdfDocument, PdfiumError

MOST_PAGES = 3_000
"""Pages of a volume that are looked at."""
_MOST_LETTERS = 20_000  # of one page


def read_page_texts(data: bytes) -> tuple[str, ...]:
    """The text of each page of a PDF, lines parted by newlines; none for a file that is no PDF or cannot be opened."""
    try:
        volume = PdfDocument(data)
    except PdfiumError:
        return ()
    texts: list[str] = []
    try:
        for number in range(min(len(volume), MOST_PAGES)):
            try:
                page = volume[number]
                text_page = page.get_textpage()
                text = text_page.get_text_range(0, min(text_page.count_chars(), _MOST_LETTERS))
                text_page.close()
                page.close()
            except PdfiumError:
                text = ""  # one bad page is a page without words
            texts.append(text.replace("\r\n", "\n").replace("\ufffe", ""))
    finally:
        volume.close()
    return tuple(texts)


def cut_pages(task: tuple[bytes, int, int]) -> bytes:
    """The pages from the first to the last, counted from 1, as a PDF; b"" where they cannot be had."""
    data, first, last = task
    try:
        volume = PdfDocument(data)
    except PdfiumError:
        return b""
    cut = PdfDocument.new()
    try:
        numbers = list(range(max(0, first - 1), min(last, len(volume))))
        if not numbers:
            return b""
        cut.import_pages(volume, numbers)
        written = io.BytesIO()
        cut.save(written)
        return written.getvalue()
    except PdfiumError:
        return b""
    finally:
        cut.close()
        volume.close()
