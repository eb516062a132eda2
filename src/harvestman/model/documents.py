"""A document as it was read: its header, citations, sections and text, with the claims that the header is assembled from."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from harvestman.model.claims import Author, Claim
from harvestman.model.status import Status


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
    doi: str = ""
    arxiv: str = ""
    orcids: tuple[str, ...] = ()
    isbn: str = ""
    issn: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the body under its heading; the heading is "" before the first one."""

    heading: str
    text: str


@dataclass(frozen=True, slots=True)
class Extraction:
    """Everything that was read from one file. Parts that were not asked for, or could not be read, are empty."""

    status: Status
    language: str = ""
    category: Category | None = None
    header: Header = Header()
    citations: tuple[Reference, ...] = ()
    body: tuple[Section, ...] = ()
    text: str = ""
    claims: tuple[Claim, ...] = ()
    """What the model, the file's properties and identifiers in the text each say of the header."""
