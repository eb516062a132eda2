"""From what was found to claims: the header model, the file's properties and the identifiers in the text each say their part.

The header that is shown is assembled from the claims by the house's one rule; organisations and addresses, for which
papers have no field, are sightings.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any

from harvestman.documents.header import HeaderFound
from harvestman.documents.header.found import Found
from harvestman.documents.layout.lines import Layout
from harvestman.documents.properties import printed_authors, printed_title, property_doi
from harvestman.model import (
    MAX_QUOTE,
    Author,
    Authority,
    Category,
    Claim,
    Evidence,
    Field,
    Header,
    Kind,
    Sighting,
    Translation,
    Value,
    kind_of_document,
    winning_claims,
)
from harvestman.text import find_date, find_year, squeeze

SUBJECT = "document"
"""What the claims are about: the one document that the file holds."""
VERSION = "1"

_HEADER = "document-header"
_KINDS = "document-kinds"
_LANGUAGES = "document-language"
_PROPERTIES = "file-properties"
KEYWORD_SCORER = "keyword-scorer"
_PROPERTY_CONFIDENCE = 0.6  # 12 of 20 on the training files: see `properties`
_DOI_CONFIDENCE = 0.9
_LANGUAGE_CONFIDENCE = 0.99  # 201 of 201 training files, 28 of 29 Russian ones of the dev split
_DATED = 0.7  # at most: the year of the date is that of 66 of the 97 training files that print one
_SCORED_CONFIDENCE = 0.3  # words of the text that its author need not have chosen

_SINGLE = {
    Field.TITLE: "title",
    Field.ABSTRACT: "abstract",
    Field.KEYWORDS: "keywords",
    Field.DATE: "date",
    Field.VENUE: "venue",
    Field.PAGES: "pages",
    Field.YEAR: "year",
    Field.DOI: "doi",
    Field.ARXIV: "arxiv",
    Field.ISBN: "isbn",
    Field.ISSN: "issn",
}
_LISTS = ("affiliations", "emails", "orcids")


class Claims:
    """Makes the claims of one file at one moment."""

    def __init__(self, source: str, now: datetime) -> None:
        self._source = source
        self._now = now

    def of_header(self, found: HeaderFound) -> Iterator[Claim]:
        """What the header model read."""
        for field, name in _SINGLE.items():
            one: Found[Any] | None = getattr(found, name)
            if one is not None and one.value:
                evidence = self.evidence(one.page, one.quote or str(one.value))
                yield self._claim(field, one.value, evidence, _HEADER, one.confidence)
        if found.authors:
            authors = tuple(author.value for author in found.authors)
            quote = "; ".join(author.quote or author.value.name for author in found.authors)
            evidence = self.evidence(found.authors[0].page, quote)
            confidence = min(author.confidence for author in found.authors)
            yield self._claim(Field.AUTHORS, authors, evidence, _HEADER, confidence)

    def of_properties(self, layout: Layout) -> Iterator[Claim]:
        """What the file says of itself and its pages bear out."""
        authors = tuple(Author(name) for name in printed_authors(layout))
        said: tuple[tuple[Field, Value, str, float], ...] = (
            (Field.TITLE, printed_title(layout), "title", _PROPERTY_CONFIDENCE),
            (Field.AUTHORS, authors, "author", _PROPERTY_CONFIDENCE),
            (Field.DOI, property_doi(layout), "doi", _DOI_CONFIDENCE),
        )
        for field, value, name, confidence in said:
            if value:
                quote = squeeze(str(getattr(layout.properties, name)))[:MAX_QUOTE]
                evidence = Evidence(self._source, f"property {name}", quote)
                yield self._claim(
                    field, value, evidence, _PROPERTIES, confidence, Authority.PROPERTIES
                )

    def of_keywords(self, keywords: tuple[str, ...]) -> Claim:
        """What the scorer of keywords chose from the text."""
        evidence = Evidence(self._source, "text", "")
        return self._claim(Field.KEYWORDS, keywords, evidence, KEYWORD_SCORER, _SCORED_CONFIDENCE)

    def of_language(self, language: str) -> Claim:
        """The language of most of its text."""
        evidence = self.evidence(0)
        return self._claim(Field.LANGUAGE, language, evidence, _LANGUAGES, _LANGUAGE_CONFIDENCE)

    def of_kind(self, category: Category, confidence: float, found: HeaderFound) -> Iterator[Claim]:
        """Which kind of publication it is, as its category or else the volume that it names tells; nothing where neither does."""
        venue = found.venue if category is Category.PAPER else None
        kind = kind_of_document(category, venue.value if venue else "")
        if kind is None or kind is Kind.OTHER:
            return
        evidence = self.evidence(venue.page, venue.quote) if venue else self.evidence(0)
        sure = min(confidence, venue.confidence) if venue else confidence
        yield self._claim(Field.KIND, str(kind), evidence, _KINDS, sure)

    def of_date(self, found: HeaderFound) -> Iterator[Claim]:
        """The year of the date that it prints, where nothing says in which year it appeared."""
        date = found.date
        if date is None or found.year is not None:
            return
        if year := find_year(find_date(date.value) or ""):
            evidence = self.evidence(date.page, date.quote or date.value)
            sure = min(date.confidence, _DATED)
            yield self._claim(Field.YEAR, year, evidence, _HEADER, sure)

    def evidence(self, page: int, quote: str = "") -> Evidence:
        """A place in the file."""
        return Evidence(self._source, f"page {page}" if page else "document", quote[:MAX_QUOTE])

    def _claim(
        self,
        field: Field,
        value: Value,
        evidence: Evidence,
        reader: str,
        confidence: float,
        authority: Authority = Authority.LEARNED,
    ) -> Claim:
        return Claim(
            SUBJECT, field, value, evidence, reader, VERSION, authority, confidence, self._now
        )


def header_sightings(found: HeaderFound, claims: Claims) -> Iterator[Sighting]:
    """Where organisations, addresses, ORCID iDs and each single author were seen."""
    for part in ("authors", *_LISTS):
        several: tuple[Found[Any], ...] = getattr(found, part)
        for index, one in enumerate(several):
            value = one.value.name if isinstance(one.value, Author) else str(one.value)
            evidence = claims.evidence(one.page, one.quote or value)
            yield Sighting(part, index, evidence, one.confidence)
    for index, translation in enumerate(found.translations):
        first = translation.title or translation.abstract or translation.keywords
        if first is not None:
            evidence = claims.evidence(first.page, first.quote)
            yield Sighting("translations", index, evidence, first.confidence)


def assembled_header(claims: Iterable[Claim], found: HeaderFound) -> Header:
    """The header that these claims make, with what papers have no field for."""
    values: dict[str, Any] = {
        str(field): claim.value for field, claim in winning_claims(claims).items()
    }
    values |= {part: tuple(one.value for one in getattr(found, part)) for part in _LISTS}
    values["translations"] = tuple(
        Translation(
            one.language,
            one.title.value if one.title else "",
            one.abstract.value if one.abstract else "",
            one.keywords.value if one.keywords else (),
        )
        for one in found.translations
    )
    return Header(**values)
