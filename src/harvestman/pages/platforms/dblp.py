"""dblp: the table of contents of a proceedings volume or an issue (`ul.publ-list`).

The page of a person has the same entries, but is a publication list of many years and places: it is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from harvestman.model import Authority, Field
from harvestman.pages.entries import has_class, outermost, text_at
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.source import Source, text_of

_ENTRIES: Final = "li.entry.inproceedings, li.entry.article, li.entry.incollection"
_HOMONYM: Final = re.compile(r"(?<!\s)\s+\d{4}$")
_KINDS: Final = {
    "inproceedings": "InProceedings",
    "article": "article",
    "incollection": "InCollection",
}


class DblpReader:
    """Reads `li.entry` of tables of contents."""

    name = "dblp"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether there is a list of publications that is not a person's."""
        return (
            source.shows("publ-list")
            and source.shows('class="entry')
            and not source.shows("this-person", "person-header")
        )

    def read(self, source: Source) -> Iterator[PaperFound]:
        """A paper for each entry, but for the volume itself."""
        session = ""
        for node in outermost(source, f"header h2, header h3, {_ENTRIES}"):
            if node.tag in ("h2", "h3"):
                session = text_of(node)
                continue
            notes = Notes(confidence=0.93)
            title = text_at(node, "span.title").removesuffix(".")
            notes.add(Field.TITLE, title, locator="li.entry span.title")
            people = [
                _HOMONYM.sub("", text_of(one)) for one in outermost(node, "span[itemprop=author]")
            ]
            notes.add(Field.AUTHORS, people, locator="span[itemprop=author]")
            pages = text_at(node, "[itemprop=pagination]")
            notes.add(Field.PAGES, pages, locator="[itemprop=pagination]")
            for year in node.css("[itemprop=datePublished]")[:1]:
                when = year.attributes.get("content") or text_of(year)
                notes.add(Field.DATE, when, locator="[itemprop=datePublished]")
            for link in node.css("nav.publ li.ee a[href], li.drop-down a[href]")[:20]:
                href = link.attributes.get("href") or ""
                if "doi.org/10." in href:
                    notes.add(Field.DOI, href, locator="nav.publ li.ee a")
                elif href.lower().endswith(".pdf"):
                    notes.add(Field.PDF, href, locator="nav.publ li.ee a")
                elif "arxiv.org/abs/" in href:
                    notes.add(Field.ARXIV, href, locator="nav.publ li.ee a")
            for name, kind in _KINDS.items():
                if has_class(node, name):
                    notes.add(Field.KIND, kind, locator=f"li.{name}")
            notes.add(Field.SESSION, session, locator="header h2")
            yield notes.paper()
