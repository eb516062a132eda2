"""Signposting (signposting.org): typed links in HTTP headers or in the page's head.

`cite-as` gives the persistent identifier, `item` the files, `author` the people's ORCID iDs. There is no title among them,
so they complete the page's only paper.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from harvestman.model import Author, Authority, Field
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.source import Source
from harvestman.text import find_arxiv, find_doi, find_orcid

_MAX_HEADER: Final = 100_000
_RELS: Final = frozenset({"cite-as", "item", "author"})
# Possessive (*+) throughout: a header of a hundred thousand blanks must not be tried in every division.
_LINK: Final = re.compile(
    r"<([^<>]*+)>((?:\s*+;\s*+[\w*-]++\s*+(?:=\s*+(?:\"[^\"]*+\"|[^\s\",;]*+))?+)*+)"
)
_PARAMETER: Final = re.compile(r";\s*+([\w*-]++)\s*+(?:=\s*+(?:\"([^\"]*+)\"|([^\s\",;]*+)))?+")


@dataclass(frozen=True, slots=True)
class TypedLink:
    """A link with its relations and the media type it promises."""

    target: str
    rels: frozenset[str]
    media_type: str
    locator: str


class SignpostingReader:
    """Reads `Link` headers and `<link rel>` elements."""

    name = "signposting"
    version = "1"
    authority = Authority.EMBEDDED

    def match(self, source: Source) -> bool:
        """Whether there is a header, or a relation of Signposting in the page."""
        return bool(source.links_header) or source.shows(
            "cite-as", 'rel="item"', "rel='item'", "rel=item"
        )

    def read(self, source: Source) -> Iterator[PaperFound]:
        """The identifier, the file and the authors' ORCID iDs of the page's one paper."""
        notes = Notes(confidence=0.95)
        authors: dict[str, Author] = {}
        where = ""
        for link in (*links_in_header(source.links_header), *_links_in_page(source)):
            if "cite-as" in link.rels:
                if doi := find_doi(link.target):
                    notes.add(Field.DOI, doi, locator=link.locator, quote=link.target)
                elif arxiv := find_arxiv(link.target):
                    notes.add(Field.ARXIV, arxiv, locator=link.locator, quote=link.target)
                else:
                    notes.add(Field.URL, link.target, locator=link.locator)
            elif "item" in link.rels and link.media_type == "application/pdf":
                notes.add(Field.PDF, link.target, locator=link.locator)
            elif "author" in link.rels and (orcid := find_orcid(link.target)):
                authors[orcid] = Author("", orcid=orcid)
                where = where or link.locator
        if authors:
            quote = "; ".join(authors)
            notes.add(Field.AUTHORS, list(authors.values()), locator=where, quote=quote)
        if notes.values:
            yield notes.paper()


def links_in_header(headers: tuple[str, ...]) -> Iterator[TypedLink]:
    """The links of `Link` headers (RFC 8288)."""
    for header in headers:
        for match in _LINK.finditer(header[:_MAX_HEADER]):
            parameters: dict[str, str] = {}
            for name, quoted, bare in _PARAMETER.findall(match.group(2)):
                parameters.setdefault(name.lower(), quoted or bare)
            rels = frozenset(parameters.get("rel", "").lower().split())
            if rels & _RELS:
                media_type = parameters.get("type", "").lower()
                yield TypedLink(match.group(1).strip(), rels, media_type, "Link header")


def _links_in_page(source: Source) -> Iterator[TypedLink]:
    for node in source.tree.css("link[rel][href]")[:1_000]:
        rels = frozenset((node.attributes.get("rel") or "").lower().split())
        if rels & _RELS:
            yield TypedLink(
                target=node.attributes.get("href") or "",
                rels=rels,
                media_type=(node.attributes.get("type") or "").lower(),
                locator=f'link[rel="{node.attributes.get("rel")}"]',
            )
