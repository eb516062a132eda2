"""EPrints' own meta tags, `eprints.title` and the like: what every repository of that software prints on its item pages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from harvestman.model import Authority, Field
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.source import Source

_PREFIX: Final = "eprints."

_FIELDS: Final = {
    "title": Field.TITLE,
    "type": Field.KIND,
    "date": Field.DATE,
    "publication": Field.VENUE,
    "event_title": Field.VENUE,
    "book_title": Field.VENUE,
    "volume": Field.VOLUME,
    "number": Field.ISSUE,
    "pagerange": Field.PAGES,
    "publisher": Field.PUBLISHER,
    "institution": Field.PUBLISHER,
    "abstract": Field.ABSTRACT,
    "doi": Field.DOI,
    "id_number": Field.DOI,
    "isbn": Field.ISBN,
    "issn": Field.ISSN,
    "document_url": Field.PDF,
    "language": Field.LANGUAGE,
}
_LISTS: Final = {"creators_name": Field.AUTHORS, "keywords": Field.KEYWORDS}


class EprintsReader:
    """Reads `eprints.*` meta tags."""

    name = "eprints"
    version = "1"
    authority = Authority.EMBEDDED

    def match(self, source: Source) -> bool:
        """Whether there is a tag of that kind."""
        return source.shows("eprints.title")

    def read(self, source: Source) -> Iterator[PaperFound]:
        """The page's one paper."""
        notes = Notes(confidence=0.93)
        for tag in source.metas_of(_PREFIX):
            key = tag.name[len(_PREFIX) :]
            if key in _FIELDS:
                notes.add(_FIELDS[key], tag.content, locator=tag.locator)
            elif key in _LISTS:
                notes.extend(_LISTS[key], [tag.content], locator=tag.locator)
        if notes.values:
            yield notes.paper()
