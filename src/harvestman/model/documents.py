"""A document as it was read: its header, citations, sections and text, with the claims that the header is assembled from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from harvestman.model.claims import Author, Claim, Evidence
from harvestman.model.status import Status

PARTS = ("language", "category", "header", "citations", "body", "text")
"""What can be asked of a document, in the order in which it is told."""


class Category(Enum):
    """What kind of document a file is; a university's sites hold more than papers."""

    PAPER = "paper"
    THESIS = "thesis"
    SLIDES = "slides"
    LECTURE_NOTES = "lecture-notes"
    EXERCISE = "exercise"
    CV = "cv"
    REPORT = "report"
    BOOK = "book"
    OTHER = "other"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Reference:
    """One entry of a reference list: the printed string and its fields, "" where it has none."""

    raw: str
    authors: tuple[str, ...] = ()
    title: str = ""
    container: str = ""
    publisher: str = ""
    place: str = ""
    year: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    doi: str = ""
    url: str = ""


@dataclass(frozen=True, slots=True)
class Translation:
    """What a paper in two languages prints a second time, in another one; "" and () for what it does not."""

    language: str
    """ISO 639-1 code."""
    title: str = ""
    abstract: str = ""
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Header:
    """What the first pages say about the document itself."""

    title: str = ""
    authors: tuple[Author, ...] = ()
    affiliations: tuple[str, ...] = ()
    """All organisations that are printed, also those that belong to no single author."""
    emails: tuple[str, ...] = ()
    abstract: str = ""
    keywords: tuple[str, ...] = ()
    date: str = ""
    venue: str = ""
    """The proceedings or the journal that it says it appeared in."""
    pages: str = ""
    year: int | None = None
    """The year of its appearance, where a banner or a copyright line says it."""
    doi: str = ""
    arxiv: str = ""
    orcids: tuple[str, ...] = ()
    isbn: str = ""
    issn: str = ""
    translations: tuple[Translation, ...] = ()
    """Second titles, abstracts and lists of keywords, one entry a language."""


@dataclass(frozen=True, slots=True)
class Call:
    """A place in a section's text that calls entries of the reference list."""

    start: int
    end: int
    """Behind its last character."""
    citations: tuple[int, ...]
    """Which entries, counted from 0."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the body under its heading; the heading is "" before the first one."""

    heading: str
    text: str
    calls: tuple[Call, ...] = ()
    """Where it calls entries of the reference list, in order; only where the citations were read as well."""


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where a part was seen for which there is no claim: an organisation, an address, a citation, a section."""

    part: str
    """The part's name in JSON, such as `citations`."""
    index: int
    """Which one of that part, counted from 0."""
    evidence: Evidence
    confidence: float
    fields: tuple[tuple[str, float], ...] = ()
    """The names of its fields, each with how sure it is; only where that was asked for."""
    note: str = ""
    """What else is to be said of it: how many entries a reference list has, and how it was split."""


@dataclass(frozen=True, slots=True)
class Box:
    """A stretch of one printed line, in points from the page's upper left corner."""

    page: int
    """Counted from 1."""
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands that was read."""

    part: str
    """`title`, or the part's name in JSON: `authors`, `citations`, `body` (its headings); `sentences` of the body."""
    index: int
    """Which one of that part, counted from 0."""
    boxes: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Places:
    """Where everything stands that was found on the pages again."""

    pages: tuple[tuple[int, float, float], ...]
    """The number, width and height of each page."""
    found: tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything that was read from one file. Parts that were not asked for, or could not be read, are empty."""

    status: Status
    detail: str = ""
    """One line for a person where the status alone does not say enough."""
    recognised: bool = False
    """Whether the text comes from character recognition: the status is then why it had to."""
    language: str = ""
    category: Category | None = None
    header: Header = Header()
    citations: tuple[Reference, ...] = ()
    body: tuple[Section, ...] = ()
    text: str = ""
    claims: tuple[Claim, ...] = ()
    """What the model, the file's properties and identifiers in the text each say of the header."""
    sightings: tuple[Sighting, ...] = ()
    """Where everything else was seen."""
    places: Places | None = None
    """Only where that was asked for."""

    @property
    def is_read(self) -> bool:
        """Whether the document's text was read, if only from pictures of its pages."""
        return self.status.is_read or self.recognised
