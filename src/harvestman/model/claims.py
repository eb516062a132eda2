"""Claims: the one idea of the house.

A reader never writes into a paper. It claims: this field of this thing has this value, says this reader, from this place
in this source, this sure. Papers are assembled from claims (`assembly.py`), so that competing values are kept and everyone
can ask "who says so?".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum, IntEnum

from harvestman.model.sending import sent_by_values

MAX_QUOTE = 300  # characters: enough to recognise the place, too little to copy a page


class Authority(IntEnum):
    """How much a kind of source is worth; the higher wins over the lower whatever their confidence."""

    PROPERTIES = 0
    """A file's own properties (PDF Info, XMP, a Word file's): often those of the template or of another document."""
    LEARNED = 1
    WRAPPER = 2
    EMBEDDED = 3
    IDENTIFIER = 4
    REVIEWER = 5


class Field(Enum):
    """What can be claimed of a paper; the value is its name in JSON, database, commands and docs."""

    TITLE = "title"
    AUTHORS = "authors"
    YEAR = "year"
    DATE = "date"
    DOI = "doi"
    ARXIV = "arxiv"
    ISBN = "isbn"
    ISSN = "issn"
    PDF = "pdf"
    URL = "url"
    VENUE = "venue"
    VOLUME = "volume"
    ISSUE = "issue"
    PAGES = "pages"
    PUBLISHER = "publisher"
    ABSTRACT = "abstract"
    KEYWORDS = "keywords"
    LANGUAGE = "language"
    KIND = "kind"
    SESSION = "session"

    def __str__(self) -> str:
        return self.value


@sent_by_values
@dataclass(frozen=True, slots=True)
class Author:
    """A person as one paper names them."""

    name: str
    affiliations: tuple[str, ...] = ()
    emails: tuple[str, ...] = ()
    orcid: str = ""
    family: str = field(default="", compare=False)
    """The family name, where the source says which part of the name it is ("García Márquez, Gabriel")."""


Value = str | int | tuple[str, ...] | tuple[Author, ...]
"""Years are numbers, keywords a tuple of strings, authors a tuple of `Author`, all else a string."""


@sent_by_values
@dataclass(frozen=True, slots=True)
class Evidence:
    """Where a value was seen."""

    source: str
    """The URL of a page, or `sha256:…` of a file."""
    locator: str
    """The place in it, for a person to find: a CSS path, `meta[name=citation_title]`, `page 1`."""
    quote: str = ""
    """The text as it stood there, cut to `MAX_QUOTE` characters."""


@sent_by_values
@dataclass(frozen=True, slots=True)
class Claim:
    """One value of one field, with who says so and where."""

    subject: str
    """Which paper of the source is meant: any name that is unique within it."""
    field: Field
    value: Value
    evidence: Evidence
    reader: str
    version: str
    authority: Authority
    confidence: float
    """Between 0 and 1: how often such a claim of this reader is right."""
    time: datetime


@sent_by_values
@dataclass(frozen=True, slots=True)
class Mention:
    """One paper as one source states it: the claims that share a subject."""

    claims: tuple[Claim, ...]

    @property
    def subject(self) -> str:
        """The name of the paper within its source."""
        return self.claims[0].subject
