"""Looks for the site of an event's next edition, wherever it may be announced.

Among the links of the old site, at its address with the year moved on, on the portal that lists the series, in a listing of coming events
that can be asked by acronym, and on the page of a publisher that lists its volumes. A page counts only when it speaks of the series and of a
later year (`editions.py`). What is found becomes an event of the same series.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import quote, urljoin

from harvestman.crawl import Session
from harvestman.dedup.events import names_alike
from harvestman.fetch import Fetched
from harvestman.model import (
    MAX_QUOTE,
    Event,
    EventSighting,
    Field,
    assemble_event,
)
from harvestman.pages import SavedPage
from harvestman.text import fold
from harvestman.watch.editions import candidates, later_volumes, next_edition
from harvestman.watch.judging import Judgement, acquaint, judges
from harvestman.watch.sources import EventsRead, read_events
from harvestman.watch.sources.given import Given

HTML = frozenset({"text/html", "application/xhtml+xml"})
_SERIES_LINK = "/cfp/program?"
_ALIKE = 0.6  # a listing has events of all series: an acronym that two of them share is common


@dataclass(frozen=True, slots=True)
class Seeker:
    """Looks for later editions with the rooms of a session."""

    session: Session
    judging: asyncio.Lock = field(default_factory=asyncio.Lock)
    """What the watch decides of events is decided for one at a time."""

    async def find_later(self, event: Event, addresses: Iterable[str] = ()) -> bool:
        """Look at the old address moved on, then on its portal, or at `addresses` only. Whether a later edition is known now.

        The event need not be one of the library: what is known of its series and its site is enough.
        """
        judge = await self._judge(event)
        addresses = tuple(addresses)
        if addresses:
            await self._try(addresses, event, judge)
            return judge.has_later(event)
        if event.site and not judge.has_later(event):
            await self.follow(event, judge, probing=True)
        if event.portal and not judge.has_later(event):
            await self.ask_portal(event, judge)
        return judge.has_later(event)

    async def find_listed(self, event: Event, listing: str) -> bool:
        """Look in a listing of events that is asked by acronym: `{acronym}` in its address. Whether a later edition is known now."""
        judge = await self._judge(event)
        read = await self.read_source(listing.replace("{acronym}", quote(event.acronym, safe="")))
        if read is not None:
            found = (
                _of_series(sighting, event)
                for sighting in read.sightings
                if _is_same(event, assemble_event(sighting))
            )
            await self.keep([s for s in found if assemble_event(s).year > event.year], judge)
        return judge.has_later(event)

    async def find_volume(self, event: Event) -> bool:
        """Look among the volumes that a publisher lists on the page above this one's address. Whether a later edition is known now.

        For publishers that number their volumes: such an address has no year that could be moved on.
        """
        judge = await self._judge(event)
        above = urljoin(event.site, ".." if event.site.endswith("/") else ".")
        fetched = await self.session.fetcher.fetch(above, wanted=HTML)
        if fetched.status is None:
            item = (event, _saved(fetched), self.session.clock.now())
            outcome = await asyncio.wrap_future(self.session.guard.submit(later_volumes, item))
            await self._try(outcome.value or (), event, judge)
        return judge.has_later(event)

    async def follow(self, event: Event, judge: Judgement, *, probing: bool) -> None:
        """Look at the links of its site that name a later year and, if `probing`, at its address moved on."""
        pages = self.session.library.pages
        page = await asyncio.to_thread(pages.latest, event.site)
        links = await asyncio.to_thread(pages.links, page) if page else []
        nowhere = replace(event, site=event.site if probing else "")
        await self._try(candidates(nowhere, links), event, judge)

    async def ask_portal(self, event: Event, judge: Judgement) -> None:
        """The portal's list of the series, where the event's page there links it."""
        fetched = await self.session.fetcher.fetch(event.portal, wanted=HTML)
        if fetched.status is not None:
            return
        given = Given(_saved(fetched), now=self.session.clock.now())
        nodes = given.html.tree.css(f'a[href*="{_SERIES_LINK}"]')[:1] if given.html else []
        for node in nodes:
            address = given.html.resolve(node.attributes.get("href") or "") if given.html else None
            read = await self.read_source(address) if address else None
            if read is None:
                continue
            later = [s for s in read.sightings if assemble_event(s).year > event.year]
            await self.keep(later, judge)

    async def read_source(self, url: str) -> EventsRead | None:
        """The events that a page of a portal tells of; None when it cannot be had."""
        fetched = await self.session.fetcher.fetch(url, wanted=HTML)
        if fetched.status is not None:
            return None
        item = (_saved(fetched), self.session.clock.now())
        outcome = await asyncio.wrap_future(self.session.guard.submit(read_events, item))
        return outcome.value

    async def keep(self, sightings: Sequence[EventSighting], judge: Judgement) -> None:
        """Make events of what was seen, or add it to those that it is of."""
        async with self.judging:
            new_judge = judges(clock=self.session.clock)
            keep = self.session.library.events.keep
            for kept in await asyncio.to_thread(keep, sightings, new_judge):
                judge.add(kept.event)

    async def _judge(self, event: Event) -> Judgement:
        judge = Judgement(clock=self.session.clock)
        await asyncio.to_thread(acquaint, judge, self.session.library, [event])
        return judge

    async def _try(self, addresses: Iterable[str], event: Event, judge: Judgement) -> None:
        """Look at addresses until one is the site of a later edition."""
        for address in addresses:
            fetched = await self.session.fetcher.fetch(address, wanted=HTML)
            if fetched.status is not None or fetched.http_status != 200:
                continue
            item = (event, _saved(fetched), self.session.clock.now())
            outcome = await asyncio.wrap_future(self.session.guard.submit(next_edition, item))
            if outcome.value:
                await self.keep([_of_series(outcome.value, event)], judge)
                return


def _is_same(event: Event, listed: Event) -> bool:
    """Whether a listed event is of the same series: of the same acronym, and called alike where both have a name."""
    if fold(listed.acronym) != fold(event.acronym):
        return False
    return not (event.name and listed.name) or names_alike(event.name, listed.name) >= _ALIKE


def _of_series(claims: EventSighting, before: Event) -> EventSighting:
    """What a page says of an edition, which is of the series that the edition before it is of."""
    if not before.series or any(claim.field is Field.SERIES for claim in claims):
        return claims
    told = claims[0]
    place = replace(told.evidence, locator=f"follows {before.title}"[:MAX_QUOTE], quote="")
    return (*claims, replace(told, field=Field.SERIES, value=before.series, evidence=place))


def _saved(fetched: Fetched) -> SavedPage:
    return SavedPage(fetched.final_url, fetched.body, fetched.content_type, fetched.links_header)
