"""What a header is found to be: each value with how sure the reader is, its page, and the words that stood there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from harvestman.model.claims import Author

Value = TypeVar("Value")


@dataclass(frozen=True, slots=True)
class Found(Generic[Value]):
    """One value and where it was seen."""

    value: Value
    confidence: float
    """Between 0 and 1."""
    page: int
    """Counted from 1."""
    quote: str = ""
    """The text as it stood there, cut to a length that only serves to find it again."""


@dataclass(frozen=True, slots=True)
class TranslationFound:
    """What is printed a second time, in another language."""

    language: str
    title: Found[str] | None = None
    abstract: Found[str] | None = None
    keywords: Found[tuple[str, ...]] | None = None


@dataclass(frozen=True, slots=True)
class HeaderFound:
    """What the first pages say about the document itself; None or () where they say nothing."""

    title: Found[str] | None = None
    authors: tuple[Found[Author], ...] = ()
    affiliations: tuple[Found[str], ...] = ()
    """All organisations that are printed, also those that belong to no single author."""
    emails: tuple[Found[str], ...] = ()
    abstract: Found[str] | None = None
    keywords: Found[tuple[str, ...]] | None = None
    """The document's own list only."""
    date: Found[str] | None = None
    venue: Found[str] | None = None
    """The proceedings or the journal that the first page says it appeared in."""
    pages: Found[str] | None = None
    year: Found[int] | None = None
    doi: Found[str] | None = None
    arxiv: Found[str] | None = None
    orcids: tuple[Found[str], ...] = ()
    isbn: Found[str] | None = None
    issn: Found[str] | None = None
    translations: tuple[TranslationFound, ...] = ()
