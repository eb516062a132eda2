"""A document and its citations as papers, so that every format of papers can hold them."""

from __future__ import annotations

from harvestman.model import (
    Author,
    Extraction,
    Kind,
    Paper,
    Reference,
    is_meeting,
    kind_of_document,
)
from harvestman.text import find_date, find_year


def extraction_paper(extraction: Extraction) -> Paper:
    """A document that was read, as a paper."""
    header = extraction.header
    date = find_date(header.date) if header.date else None
    kind = kind_of_document(extraction.category, header.venue)
    return Paper(
        title=header.title,
        authors=header.authors,
        year=header.year or (find_year(date) if date else None),
        date=date if date and len(date) > 4 else "",
        doi=header.doi,
        arxiv=header.arxiv,
        isbn=header.isbn,
        issn=header.issn,
        venue=header.venue,
        pages=header.pages,
        abstract=header.abstract,
        keywords=header.keywords,
        language=extraction.language,
        kind=str(kind) if kind else "",
    )


def reference_paper(reference: Reference) -> Paper:
    """A citation as a paper; the place of publication has no field, and stands in for a missing publisher."""
    return Paper(
        title=reference.title or reference.container or reference.raw,
        authors=tuple(Author(name) for name in reference.authors),
        year=find_year(reference.year),
        doi=reference.doi,
        url=reference.url,
        venue=reference.container if reference.title else "",
        volume=reference.volume,
        issue=reference.issue,
        pages=reference.pages,
        publisher=reference.publisher or ("" if reference.container else reference.place),
        kind=str(reference_kind(reference)),
    )


def reference_kind(reference: Reference) -> Kind:
    """What kind of publication a citation names, as far as its fields tell."""
    if reference.container and reference.title:
        if is_meeting(reference.container):
            return Kind.CONFERENCE_PAPER
        is_journal = reference.volume or reference.issue or not reference.publisher
        return Kind.JOURNAL_ARTICLE if is_journal else Kind.CHAPTER
    return Kind.BOOK if reference.publisher else Kind.OTHER
