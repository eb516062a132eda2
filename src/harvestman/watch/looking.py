"""One look at an event: its site is harvested, papers are counted, its dates read, its next edition sought, all of it kept.

A look is kept together with the appointment that follows from it. Killed before that, the appointment still stands, and its harvest
goes on, or, had it ended, is taken as it is: no page is fetched twice for one look, and no look is kept twice.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from harvestman.crawl import Session
from harvestman.engine import Guard
from harvestman.fetch import Fetcher
from harvestman.model import (
    Appointment,
    Clock,
    Event,
    EventDates,
    EventSighting,
    Field,
    Harvest,
    HarvestRequest,
    Lease,
    Look,
    Status,
    VisitOutcome,
    Waiting,
    Want,
    assemble_event,
)
from harvestman.pages import SavedPage, read_saved_page
from harvestman.store import Library, Observation, VisitRecord, WatchedEvent, new_owner, replaced
from harvestman.watch.agenda import DEFAULT_MANNER
from harvestman.watch.calls import call_files, read_call
from harvestman.watch.editions import edition_here
from harvestman.watch.judging import SEARCH_AFTER_DAYS, Judgement, acquaint
from harvestman.watch.seeking import Seeker
from harvestman.watch.silence import midnight
from harvestman.watch.sources.site import site_sighting

_PDF = frozenset({"application/pdf"})
_TELLS_DATES = re.compile(r"date|deadline|cfp|call|submission|author|fecha|convocatoria", re.I)
_MORE_PAGES = 4
_GLANCE_PAGES = 20
_GLANCES = 2
"""So many looks in a row may end after a glance; the next is whole again: files can appear two links away, unannounced."""
_FRESH_S = 86_400.0
"""What was fetched since the appointment became due, but not longer ago than this, is not fetched again for it."""


@dataclass(frozen=True, slots=True)
class Looker:
    """Makes looks with the rooms it was given."""

    session: Session
    depth: int = 2
    limit: int = 200
    site_limit: int = 1_000_000
    holder: str = field(default_factory=new_owner)
    """The name under which events are held while they are looked at."""
    judging: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Looks are made side by side; what the watch decides of events is decided for one at a time."""

    @property
    def library(self) -> Library:
        """The library whose events are looked at."""
        return self.session.library

    @property
    def fetcher(self) -> Fetcher:
        """What fetches pages that are not harvested: portals, candidates for the next edition."""
        return self.session.fetcher

    @property
    def guard(self) -> Guard:
        """Where pages are read."""
        return self.session.guard

    @property
    def clock(self) -> Clock:
        """By which appointments are due."""
        return self.session.clock

    @property
    def seeker(self) -> Seeker:
        """What looks for later editions."""
        return Seeker(self.session, self.judging)

    async def look(
        self, watched: WatchedEvent, judge: Judgement
    ) -> tuple[Look, Appointment] | None:
        """Keep one appointment with an event that is held; None when another took it over meanwhile: that one's look counts."""
        event, appointment = watched.event, watched.appointment
        if not event.site and event.portal:
            found = await self._ask_portal(event, judge)
            event = found or event
        if not (event.site or event.proceedings):
            look = self._in_vain(appointment, "the portal names no site")
            return await self._keep(event, look, judge, watched.lease)
        if appointment.waiting is Waiting.EDITION:
            return await self._search(event, watched, judge)
        seeds = tuple(filter(None, dict.fromkeys((event.site, event.proceedings))))
        records: list[VisitRecord] = []
        dates: dict[str, EventDates] = {}
        before = await _in_thread(self.library.agenda.looks, event.id)
        if _may_glance(before):
            glance = self._asking(seeds, min(self.depth, 1), min(self.limit, _GLANCE_PAGES))
            made = await self._harvest(glance, appointment, event, dates=dates)
            records = self.library.harvests.outcomes(made)
            if all(record.status is Status.UNCHANGED for record in records):
                look = _unchanged(before[-1], appointment, len(records), self.clock.now())
                kept = await self._keep(event, look, judge, watched.lease)
                if kept and self._is_long_over(event):
                    await self._seek_later(event, judge)
                return kept
        asked = self._asking(seeds, self.depth, self.limit)
        done = await self._harvest(asked, appointment, event, dates=dates)
        seen = self.library.harvests.outcomes(done)
        claims = await self._dates(event, [*records, *seen], dates)
        look = self._seen(event, done, seen, appointment, judge)
        await self._tell_plan(event, look)
        kept = await self._keep(event, look, judge, watched.lease, claims=claims)
        if kept and look.was_reached:
            await self._seek_later(event, judge)
        return kept

    def _is_long_over(self, event: Event) -> bool:
        """Whether the site of the next edition is likely to be there, though papers of this one are still waited for."""
        over = midnight(event.end)
        return over is not None and self.clock.now() > over + timedelta(days=SEARCH_AFTER_DAYS)

    async def _seek_later(self, event: Event, judge: Judgement) -> None:
        """Look for the next edition of one that is over: among its links, and at its address moved on when it has been over for long."""
        over = midnight(event.end)
        if over and self.clock.now() > over and not judge.has_later(event):
            await self.seeker.follow(event, judge, probing=self._is_long_over(event))

    async def _harvest(
        self,
        request: HarvestRequest,
        appointment: Appointment,
        event: Event,
        *,
        dates: dict[str, EventDates] | None = None,
    ) -> Harvest:
        """The harvest for an appointment with an event: the one that was made for it before we were killed, or a new one.

        What the pages that are read say of the event's dates is put into `dates`, by address.
        """

        def note_dates(outcome: VisitOutcome, _waiting: int) -> None:
            if dates is not None and outcome.reading and outcome.reading.event:
                dates[outcome.visit.url] = outcome.reading.event

        since = appointment.when or self.clock.now()
        made = await _in_thread(self.library.harvests.finished_since, request, since)
        if made is not None:
            return made
        return await self.session.harvest(
            request,
            fresh_for_s=min((self.clock.now() - since).total_seconds(), _FRESH_S),
            watcher=note_dates,
            of=event,
            tells_dates=(lambda url: url in request.seeds or _may_tell_dates(url))
            if dates is not None
            else None,
        )

    def _seen(
        self,
        event: Event,
        done: Harvest,
        records: Sequence[VisitRecord],
        appointment: Appointment,
        judge: Judgement,
    ) -> Look:
        first = [record for record in records if record.visit.depth == 0]
        reached = any(r.status is not None and r.status.is_read for r in first)
        years = sorted({event.year, event.start.year if event.start else 0} - {0})
        since, until = judge.own_days(event)
        papers, files = self.library.agenda.shown(
            done, years=years, under=_folder(event.site), since=since, until=until
        )
        before = next(
            (x for x in reversed(self.library.agenda.looks(event.id)) if x.was_reached), None
        )
        had = (before.papers, before.files) if before else (0, 0)
        read = sum(r.status is not None and r.status.is_read for r in records)
        return Look(
            when=self.clock.now(),
            papers=papers if reached else 0,
            files=files if reached else 0,
            has_changed=reached and (papers, files) != had,
            was_reached=reached,
            waiting=appointment.waiting,
            detail=f"{read} of {len(records)} pages read"
            if reached
            else f"{first[0].status}: {first[0].detail}",
        )

    async def _keep(
        self,
        event: Event,
        look: Look,
        judge: Judgement,
        lease: Lease | None,
        *,
        claims: EventSighting = (),
    ) -> tuple[Look, Appointment] | None:
        async with self.judging:
            held = await _in_thread(self.library.events.claims, event.id)
            looks = await _in_thread(self.library.agenda.looks, event.id)
            after = assemble_event(replaced(held, claims), id=event.id)
            await _in_thread(acquaint, judge, self.library, [after])  # it may be of a series now
            judge.add(after)
            following = judge.appoint(after, [*looks, look])
            is_kept = await _in_thread(
                self.library.agenda.keep_look,
                event.id,
                look,
                following,
                claims=claims,
                lease=lease,
            )
        return (look, following) if is_kept else None

    async def _tell_plan(self, event: Event, look: Look) -> None:
        """Papers that have appeared make the next ranking better; telling it twice is harmless. Those of a backlog came out nobody knows when."""
        over = midnight(event.end) or midnight(event.start)
        if over is not None and look.when - over > DEFAULT_MANNER.give_up_days * timedelta(days=1):
            return
        if event.series and event.year and look.files and look.has_changed:
            seen = Observation(
                series=event.series,
                seen=look.when.date(),
                event_year=event.year,
                event_month=event.start.month if event.start else None,
                source=urlsplit(event.site or event.proceedings).hostname or "",
            )
            await _in_thread(self.library.plan.observe, seen)

    async def _dates(
        self, event: Event, records: Sequence[VisitRecord], dates: Mapping[str, EventDates]
    ) -> EventSighting:
        """What the event's own pages say of it: its front page, and while dates are missing those that may have them."""
        if not event.site:
            return ()
        read = [r.visit.url for r in records if r.status in (Status.SUCCESS, Status.NO_PAPERS)]
        more = [url for url in read if url != event.site and _may_tell_dates(url)]
        claims: EventSighting = ()
        for url in [event.site, *more[:_MORE_PAGES]]:
            if url != event.site and event.notification and event.start:
                break
            if url not in read:
                continue  # unchanged since it was read
            if url in dates:
                found = site_sighting(dates[url], url, now=self.clock.now())
            else:
                found = await self._read_dates(url)
            if url != event.site:
                found = tuple(c for c in found if c.field is not Field.SITE)
            if _is_of(event, found):
                claims += found
        if not (event.notification or any(c.field is Field.NOTIFICATION for c in claims)):
            claims += await self._read_calls(event, read)
        return claims

    async def _read_calls(self, event: Event, read: Sequence[str]) -> EventSighting:
        """The dates of the calls that pages just read link as PDF files."""
        links = []
        for url in [url for url in read if url == event.site or _may_tell_dates(url)][:_MORE_PAGES]:
            page = await _in_thread(self.library.pages.latest, url)
            links += await _in_thread(self.library.pages.links, page) if page else []
        claims: EventSighting = ()
        for url in call_files(links):
            fetched = await self.fetcher.fetch(url, wanted=_PDF)
            if fetched.status is not None:
                continue
            item = (fetched.body, url, self.clock.now())
            outcome = await asyncio.wrap_future(self.guard.submit(read_call, item))
            found = site_sighting(outcome.value or EventDates(), url, now=self.clock.now())
            found = tuple(claim for claim in found if claim.field is not Field.SITE)
            claims += found if _is_of(event, found) else ()
        return claims

    async def _read_dates(self, url: str) -> EventSighting:
        """The dates of a page that was kept by a harvest before this process was started."""
        page = await _in_thread(self.library.pages.latest, url)
        if page is None:
            return ()
        body = await _in_thread(self.library.blobs.get, page.digest)
        item = (SavedPage(url, body, page.content_type), self.clock.now(), frozenset({Want.DATES}))
        outcome = await asyncio.wrap_future(self.guard.submit(read_saved_page, item))
        event = outcome.value.event if outcome.value else None
        return site_sighting(event, url, now=self.clock.now()) if event else ()

    async def _ask_portal(self, event: Event, judge: Judgement) -> Event | None:
        """The event after its page on the portal was read."""
        read = await self.seeker.read_source(event.portal)
        if read is None:
            return None
        await self.seeker.keep(read.sightings, judge)
        watched = await _in_thread(self.library.agenda.one, event.id)
        return watched.event if watched else None

    async def _search(
        self, event: Event, watched: WatchedEvent, judge: Judgement
    ) -> tuple[Look, Appointment] | None:
        """A look for the next edition's site: the old one's own page and links, its address moved on, the portal."""
        if event.site and not judge.has_later(event):
            await self._harvest(self._asking((event.site,), 0, 1), watched.appointment, event)
            await self._look_here(event, judge)
        if event.site and not judge.has_later(event):
            await self.seeker.follow(event, judge, probing=True)
        if event.portal and not judge.has_later(event):
            await self.seeker.ask_portal(event, judge)
        found = judge.has_later(event)
        detail = "the next edition is known" if found else "no next edition yet"
        last = next(iter(self.library.agenda.looks(event.id)[::-1]), None)
        look = Look(
            self.clock.now(),
            papers=last.papers if last else 0,
            files=last.files if last else 0,
            waiting=Waiting.EDITION,
            detail=detail,
        )
        return await self._keep(event, look, judge, watched.lease)

    async def _look_here(self, event: Event, judge: Judgement) -> None:
        """Whether the old site has become the next edition's."""
        page = await _in_thread(self.library.pages.latest, event.site)
        if page is None:
            return
        body = await _in_thread(self.library.blobs.get, page.digest)
        item = (event, SavedPage(event.site, body, page.content_type), self.clock.now())
        outcome = await asyncio.wrap_future(self.guard.submit(edition_here, item))
        if outcome.value:
            await self.seeker.keep([outcome.value], judge)

    def _asking(self, seeds: tuple[str, ...], depth: int, limit: int) -> HarvestRequest:
        """A harvest of a look, without sitemaps: asked for at every look they would cost more than they tell."""
        return HarvestRequest(seeds, depth, limit, site_limit=self.site_limit, sitemaps=False)

    def _in_vain(self, appointment: Appointment, detail: str) -> Look:
        return Look(self.clock.now(), was_reached=False, waiting=appointment.waiting, detail=detail)


def _may_glance(looks: Sequence[Look]) -> bool:
    """Whether the first pages may tell that nothing has changed: after a whole look that found nothing new."""
    seen = [look for look in looks if look.waiting is not Waiting.EDITION][-_GLANCES:]
    if not seen or not seen[-1].was_reached or seen[-1].has_changed:
        return False
    return len(seen) < _GLANCES or not all(look.was_glance for look in seen)


def _unchanged(before: Look, appointment: Appointment, pages: int, now: datetime) -> Look:
    return replace(
        before,
        when=now,
        has_changed=False,
        waiting=appointment.waiting,
        was_glance=True,
        detail=f"a glance at {pages} pages, none of them changed",
    )


def _may_tell_dates(url: str) -> bool:
    """Whether an address is that of a call for papers, a list of dates or the like."""
    return _TELLS_DATES.search(urlsplit(url).path) is not None


def _is_of(event: Event, claims: EventSighting) -> bool:
    """Whether a page of the site speaks of this edition: sites that never move show the next one in time."""
    found = assemble_event(claims)
    return not (event.year and found.year and found.year != event.year)


def _folder(site: str) -> str:
    """The part of a site's address that its pages share."""
    return site.rpartition("/")[0] + "/" if site.count("/") > 2 else site


_in_thread = asyncio.to_thread
