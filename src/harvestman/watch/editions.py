"""Finds the next edition's site: guesses its addresses, and tells whether a page is that site.

Candidates are the links of the old site that name the next year, and the old address with its year moved on. A candidate counts
only when its page answers, speaks of the next year, and of the same series: front pages that answer every address are common.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime

from selectolax.lexbor import LexborNode

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
_TITLE = 500  # characters of an entry that are looked at
_ENTRIES = frozenset({"li", "tr", "dt", "p"})
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


def _names_later_year(event: Event, text: str) -> bool:
    return any(_has_year(text, event.year + ahead) for ahead in range(1, _FAR + 1))


def _names_year(link: Link, year: int) -> bool:
    return len(link.anchor) < 120 and _has_year(link.anchor, year)


def _has_year(text: str, year: int) -> bool:
    short = f"{year % 100:02d}"
    return bool(re.search(rf"(?<!\d){year}(?!\d)|[A-Za-z]['’]{short}(?!\d)", text))


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


def later_volumes(item: tuple[Event, SavedPage, datetime]) -> list[str]:
    """The addresses of later editions' volumes on a page where a publisher lists its volumes by their titles. Runs in a worker."""
    event, page, now = item
    given = Given(page, now=now)
    acronym = fold(event.acronym)
    found: dict[str, None] = {}
    for node in given.html.tree.css("a[href]") if given.html and acronym else ():
        text = _entry_of(node)
        if _names_later_year(event, text) and acronym in words(text):
            address = given.html.resolve(node.attributes.get("href") or "") if given.html else None
            if address:
                found.setdefault(address, None)
    return list(found)[:MAX_CANDIDATES]


def _entry_of(link: LexborNode) -> str:
    """What a list says of the volume that it links: the link's words and those around it."""
    around = link.parent
    if around is not None and around.tag not in _ENTRIES:
        around = around.parent if around.parent and around.parent.tag in _ENTRIES else None
    text = link.text(separator=" ") if around is None else around.text(separator=" ")
    if around is not None and around.tag == "dt":
        said = around.next
        while said is not None and said.tag in ("-text", "-comment"):
            said = said.next
        text += f" {said.text(separator=' ')}" if said is not None else ""
    return text[:_TITLE]


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
