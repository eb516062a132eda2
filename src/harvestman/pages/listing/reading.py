"""Opening a saved page and reading its records."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from harvestman.pages.listing.cutting import cut
from harvestman.pages.listing.records import Chance, ListRecord, records_of
from harvestman.pages.shape import MAX_CHARACTERS, refuse
from harvestman.pages.source import SavedPage, Source
from harvestman.text import decode_html

_ANY_TIME: Final = datetime(2000, 1, 1, tzinfo=UTC)  # records do not depend on it


def read_records(page: SavedPage, chance: Chance) -> list[ListRecord]:
    """Everything on a page that may be an entry; nothing where the page cannot be read safely. Links are made absolute."""
    if len(page.body) > MAX_CHARACTERS:
        return []
    html, _ = decode_html(page.body, page.content_type)
    if refuse(html):
        return []
    source = Source(page, html=html, now=_ANY_TIME)
    return [_absolute(record, source) for record in records_of(cut(source), chance)]


def _absolute(record: ListRecord, source: Source) -> ListRecord:
    """The record with addresses that can be asked for; links that lead nowhere are left out."""
    links = (
        replace(link, href=address)
        for link in record.links
        if not link.href.startswith("#") and (address := source.resolve(link.href)) is not None
    )
    return replace(record, links=tuple(links))
