"""PMLR: the volumes of proceedings.mlr.press, one `div.paper` a paper."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from harvestman.model import Authority, Field
from harvestman.pages.entries import labelled_file, names_in, outermost, text_at
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.source import Source, text_of

_PLACE: Final = re.compile(
    r"(?:PMLR|JMLR W&CP|JMLR)\s*+(?P<volume>\d++):\s*+(?P<pages>[\d\-–]++)"
)  # behind the venue


class PmlrReader:
    """Reads `div.paper` with `p.title` and `p.details`."""

    name = "pmlr"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether the page has entries with PMLR's parts."""
        return (
            source.shows('class="paper"', "class=paper")
            and source.shows('class="authors"')
            and (source.shows('class="details"'))
        )

    def read(self, source: Source) -> Iterator[PaperFound]:
        """A paper for each entry."""
        session = ""
        for node in outermost(source, "h3, h4, div.paper"):
            if node.tag in ("h3", "h4"):
                session = text_of(node)
                continue
            title = text_at(node, "p.title")
            details = node.css_first("p.details")
            if not title or details is None:
                continue
            notes = Notes(confidence=0.92)
            notes.add(Field.TITLE, title, locator="div.paper p.title")
            names = names_in(text_at(details, ".authors"))
            notes.add(Field.AUTHORS, names, locator="div.paper .authors")
            info = text_at(details, ".info")
            if place := _PLACE.search(info):
                venue = info[: place.start()].rstrip().removesuffix(",")
                notes.add(Field.VENUE, venue, locator=".info", quote=info)
                notes.add(Field.VOLUME, place["volume"], locator=".info", quote=info)
                notes.add(Field.PAGES, place["pages"], locator=".info", quote=info)
            pdf = labelled_file(node, "p.links a[href$='.pdf']")
            notes.add(Field.PDF, pdf, locator="p.links a")
            for link in node.css("p.links a[href$='.html']")[:1]:
                notes.add(Field.URL, link.attributes.get("href") or "", locator="p.links a")
            notes.add(Field.SESSION, session, locator="h3")
            yield notes.paper()
