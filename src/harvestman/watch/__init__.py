"""Watch: when to look at which event's site, so that papers are seen soon after they appear, with few visits.

In: sources of events (listings, collections of deadlines, calendars, feeds, tables, sites), and what earlier looks have seen. Out:
events assembled from their sources, appointments with reasons, looks that are kept (`Watchman`), a calendar of the coming weeks;
and the proof by simulation of what such an agenda costs and brings beside other policies. It never reads a clock behind its
caller's back, opens connections only through the fetcher it is given, and never decides what a page says: that is for the readers.
"""

from typing import TYPE_CHECKING

__all__: list[str]

if TYPE_CHECKING:
    from harvestman.dedup.events import Ledger, names_alike
    from harvestman.watch.adding import Added, add_source, reappoint
    from harvestman.watch.agenda import Dates, Manner, foresee, next_look
    from harvestman.watch.calendar import Entry, entries, to_ical
    from harvestman.watch.chart import draw_delays
    from harvestman.watch.judging import Judgement, acquaint, judges
    from harvestman.watch.lags import Lags, shipped_lags
    from harvestman.watch.looking import Looker
    from harvestman.watch.running import Watchman
    from harvestman.watch.seeking import Seeker
    from harvestman.watch.silence import is_over, never_seen, never_visited, sites_of
    from harvestman.watch.simulation import POLICIES, PolicyOutcome, VisitPolicy, simulate
    from harvestman.watch.sources import (
        BrokenSource,
        EventSource,
        EventsRead,
        Given,
        Notice,
        load_sources,
        read_events,
    )
    from harvestman.watch.urgency import urgencies, urgency_of
else:
    from harvestman.lazily import lazily

    __all__, __getattr__ = lazily(
        __name__,
        {
            "harvestman.dedup.events": "Ledger names_alike",
            "adding": "Added add_source reappoint",
            "agenda": "Dates Manner foresee next_look",
            "calendar": "Entry entries to_ical",
            "chart": "draw_delays",
            "judging": "Judgement acquaint judges",
            "lags": "Lags shipped_lags",
            "looking": "Looker",
            "running": "Watchman",
            "seeking": "Seeker",
            "silence": "is_over never_seen never_visited sites_of",
            "simulation": "POLICIES PolicyOutcome VisitPolicy simulate",
            "sources": "BrokenSource EventSource EventsRead Given Notice load_sources read_events",
            "urgency": "urgencies urgency_of",
        },
    )
