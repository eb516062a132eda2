"""Finds the next edition's site: guesses its addresses, and tells whether a page is that site.

Candidates are the links of the old site that name the next year, and the old address with its year moved on. A candidate counts
only when its page answers, speaks of the next year, and of the same series: front pages that answer every address are common.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from harvestman.dedup.events import names_alike
from harvestman.model import Event, EventSighting, Link, assemble_event, site_key
from harvestman.pages import SavedPage
from harvestman.text import canonical_url, fold, words
from harvestman.watch.sources.given import Given, sighting
from harvestman.watch.sources.site import Site

MAX_CANDIDATES = 6
_FAR = 2
"""Years ahead that are looked for: series that meet every other year."""
_TEXT = 20_000
_ALIKE = 0.4


def candidates(event: Event, links: Iterable[Link]) -> list[str]:
    """Addresses that may be the next edition's site, the likelier first."""
    if not event.year:
        return []
    found: dict[str, None] = {}
    links = list(links)
    for ahead in range(1, _FAR + 1):
        year = event.year + ahead
        named = [link.target for link in links if _names_year(link, year)]
        for address in (*named, *_moved_on(event.site, event.year, year)):
            if site_key(address) != site_key(event.site):
                found.setdefault(address, None)
    return list(found)[:MAX_CANDIDATES]


def _names_year(link: Link, year: int) -> bool:
    text = f"{link.anchor} "
    short = f"{year % 100:02d}"
    return (
        bool(re.search(rf"(?<!\d){year}(?!\d)|[A-Za-z]['’]{short}(?!\d)", text)) and len(text) < 120
    )


def _moved_on(address: str, year: int, following: int) -> Iterator[str]:
    """The address with its year (2025 or 25) replaced by another."""
    long = re.sub(rf"(?<!\d){year}(?!\d)", str(following), address)
    if long != address:
        moved = canonical_url(long)
        if moved:
            yield moved
        return
    short, then = f"{year % 100:02d}", f"{following % 100:02d}"
    pieces = re.sub(rf"(?<=[a-z]){short}(?![0-9a-z])", then, address, count=1, flags=re.I)
    moved = canonical_url(pieces) if pieces != address else None
    if moved:
        yield moved


def next_edition(item: tuple[Event, SavedPage, datetime]) -> EventSighting:
    """What the page at a guessed address says of the next edition; empty when it is another page. Runs in a worker."""
    event, page, _ = item
    if site_key(page.url) == site_key(event.site):
        return ()  # it only led back
    return _later_edition(item)


def edition_here(item: tuple[Event, SavedPage, datetime]) -> EventSighting:
    """What an event's own page says of the next edition, once it is that one's page. Run in a worker.

    A page that only announces the next edition still tells the days of its own.
    """
    event, _, _ = item
    claims = _later_edition(item)
    found = assemble_event(claims)
    is_later = found.start and event.start and found.start > (event.end or event.start)
    return claims if is_later else ()


def _later_edition(item: tuple[Event, SavedPage, datetime]) -> EventSighting:
    event, page, now = item
    given = Given(page, now=now)
    if given.html is None:
        return ()
    for notice in Site().read(given):
        claims = sighting(notice, given, reader=Site.name)
        found = assemble_event(claims)
        if event.year < found.year <= event.year + _FAR and _is_of_series(event, found.name, given):
            return claims
    return ()


def _is_of_series(event: Event, name: str, given: Given) -> bool:
    acronym = fold(event.acronym)
    if acronym and acronym in words(given.text[:_TEXT]):
        return True
    return names_alike(event.name, name) >= _ALIKE
