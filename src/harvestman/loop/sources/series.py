"""Series that the plan finds due and of which no coming or recent edition is known: the site of the next one is looked for.

First at the address of the last edition with its year moved on (as the watch knows it, or where the bibliography says that its volume
is), then on its portal, in the listing of `run_listing`, among the volumes that the publisher of the last one lists, and among what search
providers answer. A page counts only when it speaks of the series and of a later year. What is found becomes an event, which the watch visits; what is not is told to the plan as looked for in vain.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import islice

from harvestman.crawl.sites import SiteClassifier
from harvestman.find.providers import Query
from harvestman.loop.steps import Past, Step, task_of
from harvestman.loop.tools import Tools
from harvestman.model import Event, JobRecord, Plain
from harvestman.store import Library, Observation, WatchedEvent
from harvestman.text import canonical_url, fold
from harvestman.watch import Seeker

_LEAST_URGENT = 0.25
_MOST_RANKED = 500
_MOST = 25
_FIRST_COST = 7
_RECENT = timedelta(days=200)
_MOST_HITS = 5
_DOI = "doi.org/"
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


class SeriesDue:
    """One step for each series."""

    kind = "series"
    at_once = 2
    rest = timedelta(days=14)
    comes_last = False

    def due(self, tools: Tools, past: Past, now: datetime) -> Iterator[Step]:
        """The most urgent series without an edition that the watch looks after. They are ranked once a day."""
        if not tools.library.plan.series_after("", 1):
            return
        ranked = tools.once_a_day(self.kind, lambda: _ranked(tools.library, now))
        followed = _followed(tools.library.agenda.all(), now)
        lacking = (one for one in ranked if not followed & _names(one[0]))
        for series, name, urgency, reasons in islice(lacking, _MOST):
            why = f": {reasons[0]}" if reasons else ""
            yield Step(
                self.kind,
                series,
                name or series,
                f"due by the plan, and no edition is watched{why}",
                0.5 * urgency,
                past.cost(self.kind, series, otherwise=_FIRST_COST),
                {"series": series},
            )

    async def do(self, job: JobRecord, tools: Tools) -> Plain:
        """Look for the next edition; the plan is told when there is none."""
        series = task_of(job)["series"]
        last = await asyncio.to_thread(_last_edition, tools.library, series, tools.clock.now())
        how = await _found(last, tools)
        if how:
            return {"did": f"an edition was found {how}, which is watched now"}
        seen = Observation(series=series, seen=tools.clock.now().date(), event_year=0)
        await asyncio.to_thread(tools.library.plan.observe, seen)
        return {"did": "no edition was found"}


def _ranked(library: Library, now: datetime) -> list[tuple[str, str, float, tuple[str, ...]]]:
    # Not above: it brings numpy, whose threads must not be in the process from which workers are forked.
    from harvestman.plan import HARDLY, due  # noqa: PLC0415

    return [
        (one.series, one.name, one.urgency, one.reasons)
        for one in islice(due(library.plan, now.date()), _MOST_RANKED)
        # Urgency only compares: also where all series have long ended, one is the most urgent.
        if one.urgency >= _LEAST_URGENT and one.chance >= HARDLY
    ]


def _followed(watched: Sequence[WatchedEvent], now: datetime) -> set[str]:
    """The series, by key or acronym, of which the watch has an appointment with some edition, or had a recent edition."""
    names: set[str] = set()
    for one in watched:
        event = one.event
        start = event.start and now.date() - event.start < _RECENT
        if one.appointment.when is not None or start or event.year > now.year:
            names |= {event.series, fold(event.acronym)}
    return names - {""}


def _names(series: str) -> set[str]:
    return {series, fold(series.rpartition("/")[2])}


def _last_edition(library: Library, series: str, now: datetime) -> Event:
    """The newest edition that the watch knows, else one made of what the bibliography says of the last volume."""
    names = _names(series)
    known = [
        one.event
        for one in library.agenda.all()
        if {one.event.series, fold(one.event.acronym)} & names and one.event.year <= now.year
    ]
    if known:
        return max(known, key=lambda event: event.year)
    record = library.plan.one_series(series)
    volumes = [one for one in library.plan.volumes(series) if not one.strand]
    last = max(volumes, key=lambda one: one.year, default=None)
    acronym = (record.acronym if record else "") or series.rpartition("/")[2].upper()
    year, site = now.year - 1, ""
    if last is not None:
        # A bibliography that is some years behind says where editions are: the one of last year would be there.
        year = last.year if last.year >= year - 1 else year
        site = "" if _DOI in last.ee else last.ee.replace(str(last.year), str(year))
    return Event(
        series=series,
        year=year,
        name=record.name if record else "",
        site=canonical_url(site) or "",
        acronym=acronym,
    )


async def _found(last: Event, tools: Tools) -> str:
    """Look for a later edition, wherever costs least first; how one was found, "" for not at all."""
    seeker = Seeker(tools.session, tools.judging)
    if await seeker.find_later(last):
        return "by the address of the last one"
    listing = tools.settings.run_listing
    if listing and last.acronym and await seeker.find_listed(last, listing):
        return "in a listing of events"
    if last.site and not _YEAR.search(last.site) and await seeker.find_volume(last):
        return "among its publisher's volumes"
    hits = await _asked(last, tools)
    return "by search" if hits and await seeker.find_later(last, hits) else ""


async def _asked(last: Event, tools: Tools) -> list[str]:
    """Addresses of conferences' own sites that search providers name for the next edition."""
    if not tools.settings.providers:
        return []
    outside = await tools.outside()
    words = f"{last.acronym} {last.name} {last.year + 1}"
    asked = await outside.reach().search(Query(words, "html", "en"))
    judge = SiteClassifier.load().judge
    urls = [hit.url for hit in asked.hits if judge(hit.url).is_conference]
    return urls[:_MOST_HITS]
