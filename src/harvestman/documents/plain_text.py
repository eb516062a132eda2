"""The words of a file as cheaply as they can be had: for telling duplicates before the work of reading begins."""

from __future__ import annotations

from collections.abc import Generator
from mmap import mmap

from harvestman.documents.files.kinds import kinds_of
from harvestman.documents.files.pdf import pdf_texts
from harvestman.documents.layout.limits import USUAL_LIMITS, ReadingLimits
from harvestman.documents.layout.opening import open_layout
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.text.collection import no_collection


def read_plain_text(data: bytes | mmap, *, limits: ReadingLimits = USUAL_LIMITS) -> str:
    """The text of a file, line by line; "" when it has none or cannot be read without recognition or mending."""
    with no_collection():
        return "\n".join(plain_pages(data, limits=limits))


def plain_pages(
    data: bytes | mmap, *, limits: ReadingLimits = USUAL_LIMITS
) -> Generator[str, None, None]:
    """The same page by page; of a PDF, pages that nobody asks for are not read."""
    try:
        if kinds_of(data)[:1] == ["pdf"]:
            yield from pdf_texts(data, limits=limits)
        else:
            layout = open_layout(data, limits=limits, ocr=False)
            for page in layout.pages:
                yield "\n".join(line.text for line in page.lines)
    except Unreadable:
        return
