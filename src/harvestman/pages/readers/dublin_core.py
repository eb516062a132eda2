"""Dublin Core in meta tags: `DC.title`, `DCTERMS.issued` and the like.

Any page may describe itself so, and many conference sites of the 1990s do. It speaks of a paper only when it also gives a
sign of one: a DOI, a journal's ISSN or issue, a citation, a scholarly type, or Highwire tags beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from harvestman.model import Authority, Field, Kind
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.source import Meta, Source
from harvestman.pages.values import kind_of, names_conference
from harvestman.text import find_doi, find_isbn, find_issn

_PREFIXES: Final = ("dc.", "dcterms.", "dc:", "dcterms:")

_FIELDS: Final = {
    "title": Field.TITLE,
    "publisher": Field.PUBLISHER,
    "language": Field.LANGUAGE,
    "abstract": Field.ABSTRACT,
    "description.abstract": Field.ABSTRACT,
    "source.volume": Field.VOLUME,
    "source.issue": Field.ISSUE,
    "source.issn": Field.ISSN,
    "identifier.doi": Field.DOI,
    "identifier.issn": Field.ISSN,
    "identifier.isbn": Field.ISBN,
    "identifier.pagenumber": Field.PAGES,
    "relation.ispartof": Field.VENUE,
    "relation.ispartofseries": Field.VENUE,
    "ispartof": Field.VENUE,
}
_PART_OF: Final = ("relation.ispartof", "relation.ispartofseries", "ispartof")
_AUTHORS: Final = ("creator", "creator.personalname", "contributor.author", "creator.author")
_KEYWORDS: Final = ("subject", "subject.keyword", "subject.keywords")
_DATES: Final = ("date.issued", "issued", "date.published", "date", "date.created", "created")
# An identifier of its own kind gives the paper away; these tags are only ever used for publications.
_SIGNS: Final = (
    "source.issn",
    "source.issue",
    "source.volume",
    "bibliographiccitation",
    "identifier.citation",
)


class DublinCoreReader:
    """Reads `DC.*` and `DCTERMS.*` meta tags."""

    name = "dublin-core"
    version = "1"
    authority = Authority.EMBEDDED

    def match(self, source: Source) -> bool:
        """Whether there is a tag of that kind."""
        return source.shows('"dc.', "'dc.", "=dc.", "dcterms.", '"dc:', "dcterms:")

    def read(self, source: Source) -> Iterator[PaperFound]:
        """The page's one paper, if it is one."""
        tags = source.metas_of(*_PREFIXES)
        if tags and (_is_scholarly(tags) or source.metas_of("citation_title", "prism.")):
            yield _paper(tags)


def _key(tag: Meta) -> str:
    return next(tag.name[len(prefix) :] for prefix in _PREFIXES if tag.name.startswith(prefix))


def _is_scholarly(tags: Sequence[Meta]) -> bool:
    for tag in tags:
        key = _key(tag)
        if key in _SIGNS or (key.startswith("identifier") and find_doi(tag.content)):
            return True
        if key.startswith("type") and kind_of(tag.content) not in (None, Kind.OTHER):
            return True
    return False


def _paper(tags: Sequence[Meta]) -> PaperFound:
    notes = Notes(confidence=0.85)
    keyed: dict[str, Meta] = {}
    is_conference = any(_key(tag) == "source" and names_conference(tag.content) for tag in tags)
    for tag in tags:
        key = _key(tag)
        keyed.setdefault(key, tag)
        if key in _AUTHORS:
            notes.extend(Field.AUTHORS, [tag.content], locator=tag.locator)
        elif key in _KEYWORDS:
            notes.extend(Field.KEYWORDS, [tag.content], locator=tag.locator)
        elif key.startswith("type"):
            kind = kind_of(tag.content)
            if (
                kind is Kind.JOURNAL_ARTICLE and is_conference
            ):  # publishers call both "research article"
                kind = Kind.CONFERENCE_PAPER
            if kind is not None:
                notes.add(
                    Field.KIND, str(kind), locator=tag.locator, quote=tag.content, confidence=0.8
                )
        elif key in _FIELDS:
            name = Field.ISSN if _is_issn(key, tag) else _FIELDS[key]
            notes.add(name, tag.content, locator=tag.locator)
        elif key in ("identifier", "identifier.uri", "relation", "source"):
            _identify(notes, key, tag)
        elif key == "description":  # an abstract as often as a line about the site
            notes.add(Field.ABSTRACT, tag.content, locator=tag.locator, confidence=0.6)
    _add_contributors(notes, tags)
    for key in _DATES:
        if key in keyed:  # without a qualifier it may be the day of the upload
            sure = 0.85 if "issued" in key or "published" in key else 0.7
            notes.add(Field.DATE, keyed[key].content, locator=keyed[key].locator, confidence=sure)
    return notes.paper()


def _is_issn(key: str, tag: Meta) -> bool:
    """Whether what the paper is part of is named by its number alone: "urn:ISSN:2049-3630"."""
    return key in _PART_OF and "issn" in tag.content.lower()


def _add_contributors(notes: Notes, tags: Sequence[Meta]) -> None:
    """Some publishers know nobody but contributors: they are the authors where there are no others."""
    if Field.AUTHORS not in notes.values:
        for tag in tags:
            if _key(tag) == "contributor":
                notes.extend(Field.AUTHORS, [tag.content], locator=tag.locator)


def _identify(notes: Notes, key: str, tag: Meta) -> None:
    """An identifier may be anything: a DOI, an ISBN, a link to the page or the file, a number in a shelf."""
    text = tag.content.strip()
    if key.startswith("identifier") and (doi := find_doi(text)):
        notes.add(Field.DOI, doi, locator=tag.locator, quote=text)
    elif text.lower().startswith(("http://", "https://")):
        if text.lower().endswith(".pdf") and key in ("identifier", "relation"):
            notes.add(Field.PDF, text, locator=tag.locator)
        elif key.startswith("identifier"):
            notes.add(Field.URL, text, locator=tag.locator)
    elif key.startswith("identifier") and "isbn" in text.lower():
        notes.add(Field.ISBN, find_isbn(text) or "", locator=tag.locator, quote=text)
    elif "issn" in text.lower():
        notes.add(Field.ISSN, find_issn(text) or "", locator=tag.locator, quote=text)
    elif key == "source":
        notes.add(Field.VENUE, text.split(";")[0], locator=tag.locator, quote=text, confidence=0.75)
