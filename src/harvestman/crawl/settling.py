"""The end of a harvest: its sites are judged, their events kept, and the papers of each page given to the event it belongs to.

Everything is worked out anew from what the library holds, so it may be done twice: a harvest that is killed here goes on
here, and a second harvest changes only what has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from harvestman.dedup.events import Ledger
from harvestman.model import (
    Appointment,
    Authority,
    Claim,
    Clock,
    Event,
    EventSighting,
    Evidence,
    Field,
    Harvest,
    Look,
)
from harvestman.store import Library
from harvestman.text import fold

if TYPE_CHECKING:
    from harvestman.crawl.editions import Edition

READER = "editions"
_VERSION = "1"
_CONFIDENCE = 0.9


class _Known(Ledger):
    """The events that are known; one that a harvest finds is not watched for that."""

    def add(self, event: Event, looks: Sequence[Look] = ()) -> None:
        """Learn of an event; the looks at it are nothing to a harvest."""
        super().add(event)

    def appoint(self, event: Event, looks: Sequence[Look]) -> Appointment | None:
        """Never."""
        return None


def settle_events(
    library: Library,
    harvest: Harvest,
    *,
    clock: Clock,
    of: Event | None = None,
    anew: bool = False,
) -> int:
    """Judge the sites of a harvest and give their papers to their events; how many papers were told so anew.

    `of` is the event for which they were visited: what they do not say of themselves, it says. What was judged before stays
    where the site has moved on to its next edition, unless all is judged `anew`.
    """
    sites = library.harvests.sites(harvest)
    return settle_sites(library, sites, given=harvest.request.seeds, clock=clock, of=of, anew=anew)


def settle_sites(
    library: Library,
    sites: Sequence[str],
    *,
    clock: Clock,
    given: Sequence[str] = (),
    of: Event | None = None,
    anew: bool = False,
) -> int:
    """Judge these sites, whose fronts are among the pages `given`, as at the end of a harvest (`settle_events`)."""
    found = [edition for site in sites for edition in _judged(library, site, given, clock)]
    if not found:
        return 0
    own = [edition for edition in found if of is not None and _is_it(edition, of, given)]
    others = [edition for edition in found if edition not in own]
    sightings = [_sighting(edition, clock) for edition in others]
    kept = library.events.keep(sightings, _Known)
    named = [(edition, of.id) for edition in own if of is not None]
    named += [(edition, one.event.id) for edition, one in zip(others, kept, strict=True)]
    places: dict[str, str] = {}
    sections: dict[tuple[str, int], str] = {}
    for edition, name in named:
        places |= dict.fromkeys(edition.pages, name)
        sections |= {(url, edition.year): name for url in edition.sections}
    return library.papers.place(places, sections, now=clock.now(), anew=anew)


def _judged(library: Library, site: str, given: Iterable[str], clock: Clock) -> list[Edition]:
    pages = library.pages.signed(site)
    if not any(page.papers for page in pages):
        return []
    from harvestman.crawl.editions import judge_editions  # noqa: PLC0415 (a crawl without papers needs none of it)

    with_papers = {page.url for page in pages if page.papers}
    judged = judge_editions(pages, fronts=given, now=clock.now().year)
    return [
        edition
        for edition in judged
        if with_papers.intersection((*edition.pages, *edition.sections))
    ]


def _is_it(edition: Edition, event: Event, given: Sequence[str]) -> bool:
    """Whether an edition that a site shows is the event for which it was visited."""
    if event.year and edition.year and event.year != edition.year:
        return False
    one, other = fold(event.acronym), fold(edition.acronym)
    return one == other or not (one and other) or not {edition.site}.isdisjoint(given)


def _sighting(edition: Edition, clock: Clock) -> EventSighting:
    """What the site says of one of its events."""
    values: dict[Field, tuple[str | int, str]] = {
        Field.ACRONYM: (edition.acronym, "acronym"),
        Field.NAME: (edition.name, "name"),
        Field.YEAR: (edition.year, "year"),
        Field.SITE: (edition.site, ""),
    }
    claims = []
    for field, (value, what) in values.items():
        told = edition.evidence.get(what)
        if not value or (what and told is None):
            continue
        evidence = (
            Evidence(told.url, str(told.sign.place), told.sign.text)
            if told
            else Evidence(edition.site, "address", edition.site)
        )
        claims.append(
            Claim(
                subject=edition.site,
                field=field,
                value=value,
                evidence=evidence,
                reader=READER,
                version=_VERSION,
                authority=Authority.LEARNED,
                confidence=_CONFIDENCE,
                time=clock.now(),
            )
        )
    return tuple(claims)
