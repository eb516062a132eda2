"""Highwire Press tags, `<meta name="citation_title">` and the like: what Google Scholar asks publishers for.

The tags form a flat list. A new title starts a new paper; affiliation, e-mail and ORCID belong to the author before them.
bepress repositories print the same tags with their own prefix.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from harvestman.model import Author, Authority, Field, Kind
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.source import Meta, Source

_PREFIXES: Final = ("citation_", "bepress_citation_")

_FIELDS: Final = {
    "title": Field.TITLE,
    "doi": Field.DOI,
    "arxiv_id": Field.ARXIV,
    "isbn": Field.ISBN,
    "issn": Field.ISSN,
    "eissn": Field.ISSN,
    "pdf_url": Field.PDF,
    "abstract_html_url": Field.URL,
    "public_url": Field.URL,
    "fulltext_html_url": Field.URL,
    "volume": Field.VOLUME,
    "issue": Field.ISSUE,
    "pages": Field.PAGES,
    "publisher": Field.PUBLISHER,
    "abstract": Field.ABSTRACT,
    "language": Field.LANGUAGE,
    "article_type": Field.KIND,
    "section": Field.SESSION,
}
# Where the paper appeared: the name of the place tells what kind of paper it is.
_PLACES: Final = {
    "journal_title": (Field.VENUE, Kind.JOURNAL_ARTICLE),
    "journal": (Field.VENUE, Kind.JOURNAL_ARTICLE),
    "conference_title": (Field.VENUE, Kind.CONFERENCE_PAPER),
    "conference": (Field.VENUE, Kind.CONFERENCE_PAPER),
    "inbook_title": (Field.VENUE, Kind.CHAPTER),
    "book_title": (Field.VENUE, Kind.CHAPTER),
    "dissertation_institution": (Field.PUBLISHER, Kind.THESIS),
    "dissertation_name": (Field.SESSION, Kind.THESIS),
    "technical_report_institution": (Field.PUBLISHER, Kind.REPORT),
}
# The day of publication before the day it went online; of several dates the first of these stands.
_DATES: Final = ("publication_date", "cover_date", "date", "year", "online_date")


class HighwireReader:
    """Reads `citation_*` meta tags."""

    name = "highwire"
    version = "1"
    authority = Authority.EMBEDDED

    def match(self, source: Source) -> bool:
        """Whether there is a tag of that kind."""
        return source.shows("citation_")

    def read(self, source: Source) -> Iterator[PaperFound]:
        """A paper for each title; without one, what there is."""
        for tags in split_papers(source.metas_of(*_PREFIXES)):
            yield _paper(tags)


def split_papers(tags: Sequence[Meta]) -> list[list[Meta]]:
    """The tags of each paper.

    A page usually starts each paper with its title. One that starts with another tag, such as the journal's name, and
    repeats that tag as often as it prints titles, starts its papers with that tag. Titles directly behind one another are
    one title in several languages, unless there is nothing but titles.
    """
    titles = sum(_key(tag) == "title" for tag in tags)
    if titles <= 1:
        return [list(tags)] if tags else []
    first = _key(tags[0])
    start = first if sum(_key(tag) == first for tag in tags) == titles else "title"
    only_titles = titles == len(tags)
    papers: list[list[Meta]] = [[]]
    for tag in tags:
        begins = _key(tag) == start and any(_key(before) == start for before in papers[-1])
        if begins and (only_titles or start != "title" or _key(papers[-1][-1]) != "title"):
            papers.append([])
        papers[-1].append(tag)
    return papers


def _key(tag: Meta) -> str:
    """The tag's name without its prefix, in the one spelling of the tables."""
    for prefix in _PREFIXES:
        if tag.name.startswith(prefix):
            return tag.name[len(prefix) :]
    return tag.name


def _paper(tags: Sequence[Meta]) -> PaperFound:
    notes = Notes(confidence=0.95)
    keyed: dict[str, Meta] = {}
    for tag in tags:
        keyed.setdefault(_key(tag), tag)
        if field := _FIELDS.get(_key(tag)):
            notes.add(field, tag.content, locator=tag.locator)
        elif place := _PLACES.get(_key(tag)):
            field, kind = place
            notes.add(field, tag.content, locator=tag.locator)
            notes.add(
                Field.KIND, str(kind), locator=tag.locator, quote=tag.content, confidence=0.85
            )
        elif _key(tag) in ("keywords", "keyword"):
            notes.extend(Field.KEYWORDS, [tag.content], locator=tag.locator)
    for key in _DATES:
        if key in keyed:
            notes.add(Field.DATE, keyed[key].content, locator=keyed[key].locator)
    if "firstpage" in keyed:
        first, last = keyed["firstpage"].content, keyed.get("lastpage")
        pages = f"{first}-{last.content}" if last else first
        notes.add(Field.PAGES, pages, locator=keyed["firstpage"].locator)
    where = keyed.get("author") or keyed.get("authors")
    if where:
        notes.add(Field.AUTHORS, _authors(tags), locator=where.locator)
    return notes.paper()


def _authors(tags: Sequence[Meta]) -> list[str | Author]:
    """The authors, each with what follows its tag."""
    authors: list[Author] = []
    for tag in tags:
        key = _key(tag)
        if key in ("author", "authors"):
            authors.append(Author(tag.content))
        elif key.startswith("author_") and authors:
            last = authors[-1]
            if key in ("author_institution", "author_affiliation"):
                authors[-1] = replace(last, affiliations=(*last.affiliations, tag.content))
            elif key == "author_email":
                authors[-1] = replace(last, emails=(*last.emails, tag.content))
            elif key == "author_orcid":
                authors[-1] = replace(last, orcid=tag.content)
    return list(authors)
