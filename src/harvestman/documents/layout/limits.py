"""How much of a file is read. What lies beyond a limit is left out, never an error: the first pages say who wrote what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadingLimits:
    """What reading one file may cost; the time and memory of the process are the Guard's to limit."""

    front_pages: int = 4
    """Pages from the first that are read with places and fonts."""
    looks_everywhere: bool = False
    """Whether all pages of a PDF are read with places and fonts."""
    fine_pages: int = 2
    """Pages from the first where each change of look within a line is found; later only where a line's ends differ."""
    reference_pages: int = 40
    """Pages from the reference heading on that are read with places and fonts."""
    pages: int = 1000
    """Pages that are read at all."""
    first_page: int = 1
    """The first page that is read, of a PDF; those before it are passed over as if they were not there."""
    page_characters: int = 50_000
    """Characters of one page; an honest page of small print has 10,000."""
    characters: int = 5_000_000
    """Characters of the whole document; a book of 1,000 pages has 3,000,000."""
    unpacked_bytes: int = 64 * 1024 * 1024
    """What a gzipped file, or the parts of a Word file, may become when unpacked; also the size of all but PDFs."""
    ocr_pages: int = 6
    """Pages without a text layer that are recognised: the first ones, then the last ones."""
    ocr_time_s: float = 60.0
    """The time for all of them."""
    convert_time_s: float = 60.0
    """The time for a program that turns the file into another (Ghostscript)."""


USUAL_LIMITS = ReadingLimits()
