"""PRISM in meta tags: where and when a paper appeared. It has no title of its own, so it completes the page's only paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from harvestman.model import Authority, Field
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.source import Source

_PREFIXES: Final = ("prism.", "prism:")

_FIELDS: Final = {
    "publicationname": Field.VENUE,
    "volume": Field.VOLUME,
    "number": Field.ISSUE,
    "issueidentifier": Field.ISSUE,
    "doi": Field.DOI,
    "issn": Field.ISSN,
    "eissn": Field.ISSN,
    "isbn": Field.ISBN,
    "publicationdate": Field.DATE,
    "coverdate": Field.DATE,
    "url": Field.URL,
    "pagerange": Field.PAGES,
    "section": Field.SESSION,
    "genre": Field.KIND,
}


class PrismReader:
    """Reads `prism.*` meta tags."""

    name = "prism"
    version = "1"
    authority = Authority.EMBEDDED

    def match(self, source: Source) -> bool:
        """Whether there is a tag of that kind."""
        return source.shows("prism.", "prism:")

    def read(self, source: Source) -> Iterator[PaperFound]:
        """What the tags tell of the page's one paper."""
        notes = Notes(confidence=0.9)
        tags = {meta.name[6:]: meta for meta in reversed(source.metas_of(*_PREFIXES))}
        for key, tag in reversed(tags.items()):
            if key in _FIELDS:
                notes.add(_FIELDS[key], tag.content, locator=tag.locator)
            elif key == "keyword":
                notes.extend(Field.KEYWORDS, [tag.content], locator=tag.locator)
        if first := tags.get("startingpage"):
            last = tags.get("endingpage")
            pages = f"{first.content}-{last.content}" if last else first.content
            notes.add(Field.PAGES, pages, locator=first.locator)
        if notes.values:
            yield notes.paper()
