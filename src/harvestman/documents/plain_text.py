"""The words of a file as cheaply as they can be had: for telling duplicates before the work of reading begins."""

from __future__ import annotations

from mmap import mmap

from harvestman.documents.files.kinds import kinds_of
from harvestman.documents.files.pdf import read_pdf_text
from harvestman.documents.layout.limits import USUAL_LIMITS, ReadingLimits
from harvestman.documents.layout.opening import open_layout
from harvestman.documents.layout.unreadable import Unreadable
from harvestman.text.collection import no_collection


def read_plain_text(data: bytes | mmap, *, limits: ReadingLimits = USUAL_LIMITS) -> str:
    """The text of a file, line by line; "" when it has none or cannot be read without recognition or mending."""
    with no_collection():
        try:
            if kinds_of(data)[:1] == ["pdf"]:
                return read_pdf_text(data, limits=limits)
            layout = open_layout(data, limits=limits, ocr=False)
        except Unreadable:
            return ""
        return "\n".join(line.text for page in layout.pages for line in page.lines)
