"""A page studied once for a person's question: how it looks as a homepage, and the publications that it lists. Run in guarded children."""

from __future__ import annotations

from dataclasses import dataclass

from harvestman.find.entries import Publication, publications_of
from harvestman.find.homepages import PageLook, look_of, page_title
from harvestman.find.lines import reference_chance
from harvestman.pages import SavedPage, read_records


@dataclass(frozen=True, slots=True)
class Studied:
    """What a page is for a question about a person."""

    look: PageLook
    publications: tuple[Publication, ...]


def study(page: SavedPage) -> Studied:
    """Read a page's records once: its looks and its publications."""
    records = read_records(page, reference_chance)
    look = look_of(page.url, page_title(page), records)
    return Studied(look, publications_of(page.url, records))
