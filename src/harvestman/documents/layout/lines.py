"""The types of a laid-out document. Places are in points from the page's upper left corner, as a person sees the page."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from harvestman.model.status import Status


class Role(Enum):
    """What a line is on its page, before anybody asks what it says."""

    TEXT = "text"
    HEAD = "head"
    """A running head."""
    FOOT = "foot"
    """A running foot; also a page number wherever it stands."""
    MARGIN = "margin"
    """Turned text in the margin: an arXiv stamp, line numbers."""


# Spans and lines are made by the thousand, and freezing triples what one costs; nobody changes them all the same.
@dataclass(slots=True, unsafe_hash=True)
class Span:
    """A run of characters of one line in one font."""

    start: int
    end: int
    """Characters `start` to `end` of the line's text."""
    size: float
    font: str = ""
    bold: bool = False
    italic: bool = False
    raised: bool = False
    """Whether it stands above the base line: a footnote mark, an affiliation mark."""
    x0: float = 0.0
    x1: float = 0.0


@dataclass(slots=True, unsafe_hash=True)
class Line:
    """One printed line of one column."""

    text: str
    """In Unicode NFC with ligatures opened and spaces restored; a hyphen at the line's end is kept as "-"."""
    page: int
    """Counted from 1."""
    x0: float = 0.0
    y0: float = 0.0
    x1: float = 0.0
    y1: float = 0.0
    size: float = 0.0
    """The size of most of its letters; 0 where the format has none."""
    font: str = ""
    bold: bool = False
    italic: bool = False
    block: int = 0
    """Lines of one paragraph-like block share this number within the page."""
    column: int = 0
    role: Role = Role.TEXT
    spans: tuple[Span, ...] = ()
    """Only where the look changes within the line; () when the whole line looks the same."""
    gaps: tuple[int, ...] = ()
    """The places of spaces that are much wider than a space between words; looked for at the top of first pages only."""


@dataclass(frozen=True, slots=True)
class PageLayout:
    """One page, its lines in reading order."""

    number: int
    width: float
    height: float
    lines: tuple[Line, ...]
    has_looks: bool = True
    """False where only the text was read, without places and fonts (middle pages: they are not needed there)."""
    is_read: bool = True
    """False where the page was passed over, or could not be opened."""


@dataclass(frozen=True, slots=True)
class Properties:
    """What the file says of itself (PDF Info and XMP, a Word file's properties); "" where it says nothing."""

    title: str = ""
    author: str = ""
    subject: str = ""
    keywords: str = ""
    creator: str = ""
    producer: str = ""
    created: str = ""
    language: str = ""
    doi: str = ""


@dataclass(frozen=True, slots=True)
class Layout:
    """A whole document."""

    pages: tuple[PageLayout, ...]
    page_count: int
    """Of the file; `pages` may be fewer, by the limits."""
    format: str
    """The kind of file: pdf, ps, doc, docx, odt, odp, pptx, rtf, text, html."""
    properties: Properties = Properties()
    recognised: bool = False
    """Whether the text comes from character recognition."""
    trouble: Status | None = None
    """Why it had to: scanned or bad-encoding."""
    pieces: int = 0
    """Pieces of text that stand on the first pages of a PDF where hardly any text could be read there."""
    fields: int = 0
    """Filled form fields, which are not part of the text."""
