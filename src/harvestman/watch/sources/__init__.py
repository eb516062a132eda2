"""Where events come from: listings, collections of deadlines, calendars, feeds, tables, and events' own sites.

In: the bytes of a file or page (`Given`). Out: sightings of events, each value with where it stood. Each kind of source is a small
class with `match` and `read`, found by the entry point `harvestman.sources`, ours like anybody's. Nothing here fetches or keeps.
"""

from harvestman.watch.sources.given import EventSource, Given, Notice
from harvestman.watch.sources.registry import BrokenSource, EventsRead, load_sources, read_events

__all__ = [
    "BrokenSource",
    "EventSource",
    "EventsRead",
    "Given",
    "Notice",
    "load_sources",
    "read_events",
]
