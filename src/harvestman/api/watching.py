"""`hm.watch`: events, their dates, and visits at the right moment (`harvestman watch …`)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from harvestman.model import UsageError
from harvestman.rooms import DATE_READERS
from harvestman.text import fold

if TYPE_CHECKING:
    from harvestman.model import Claim, Event, Look
    from harvestman.rooms import Rooms
    from harvestman.store import WatchedEvent
    from harvestman.watch import Added, Entry, Watchman
    from harvestman.watch.running import Told, ToldMerges

_WORKERS = ("harvestman.watch", *DATE_READERS)
"""What the worker processes of the watch load once, beside what reads pages."""
_SHORTEST_ID = 4


class Watching:
    """The events that are watched.

    Where a method takes an event, it is meant by its id or the beginning of it, its title ("LIME 2026"), its acronym, or the address of its
    site; UsageError when none or several are meant.
    """

    def __init__(self, rooms: Rooms) -> None:
        self._rooms = rooms

    def add(self, *sources: str) -> list[Added]:
        """Add events from listings, collections, calendars, feeds, tables or sites: addresses and files. What each brought."""
        import asyncio

        from harvestman.watch import add_source

        rooms = self._rooms
        library, guard, clock = rooms.library, rooms.page_guard(*_WORKERS), rooms.clock

        async def work() -> list[Added]:
            async with rooms.fetcher() as fetcher:
                return [
                    await add_source(
                        one, library=library, fetcher=fetcher, guard=guard, clock=clock
                    )
                    for one in sources
                ]

        return asyncio.run(work())

    def events(self) -> list[WatchedEvent]:
        """All events that are watched, each with its next appointment; the next visit first."""
        return self._rooms.library.appointments.all()

    def event(self, event: str) -> WatchedEvent:
        """The event that is meant."""
        return self._rooms.library.appointments.one(event) or _event_meant(self.events(), event)

    def claims(self, event: str) -> list[Claim]:
        """Everything that anybody says of an event, the most believed first within each field."""
        return self._rooms.library.events.claims(self.event(event).event.id)

    def looks(self, event: str) -> list[Look]:
        """The looks at an event's site, the oldest first."""
        return self._rooms.library.appointments.looks(self.event(event).event.id)

    def remove(self, *events: str) -> list[Event]:
        """Watch these events no more, all or none: their looks and appointments are forgotten, harvested papers stay."""
        chosen = [self.event(text).event for text in events]
        self._rooms.library.agenda.remove(*(event.id for event in chosen))
        return chosen

    def look(
        self,
        *events: str,
        backlog: bool = False,
        depth: int = 2,
        limit: int | None = None,
        told: Told | None = None,
        told_merges: ToldMerges | None = None,
    ) -> int:
        """Look at events' sites now, whatever the agenda says; how many looks were made.

        With `backlog` instead of events, all that are over and were never looked at. `told` is called after each look, `told_merges` with
        what the comparison of new papers came to.
        """
        from harvestman.watch import never_seen, sites_of

        if bool(events) == backlog:
            raise UsageError("name events, or ask for the --backlog")
        chosen = [self.event(text) for text in events]
        if backlog:
            chosen = never_seen(self.events(), now=self._rooms.clock.now())
        for one in chosen:
            if not sites_of(one.event):
                raise UsageError(
                    f"no site is known of {one.event.title}: "
                    f"`harvestman correct {one.event.id} site URL` tells it"
                )
        ids = [one.event.id for one in chosen]
        if not ids:
            return 0
        return self._with_watchman(
            lambda watchman: watchman.look_at(ids), None, depth, limit, told, told_merges
        )

    def run(
        self,
        *,
        until: datetime | None = None,
        for_ever: bool = False,
        budget: int | None = None,
        depth: int = 2,
        limit: int | None = None,
        told: Told | None = None,
        told_merges: ToldMerges | None = None,
    ) -> int:
        """Keep the appointments that are due now, all `until` a moment, or `for_ever`; how many looks were made.

        With a `budget`, at most so many looks a day, the most urgent first.
        """

        def work(watchman: Watchman) -> Awaitable[int]:
            return watchman.run(until) if for_ever or until is not None else watchman.once()

        return self._with_watchman(work, budget, depth, limit, told, told_merges)

    def calendar(self, weeks: int = 4) -> list[Entry]:
        """The visits and dates of the coming weeks, the overdue first."""
        from harvestman.watch import entries

        today = self._rooms.clock.now().date()
        return entries(self.events(), since=today, until=today + timedelta(weeks=weeks))

    def ical(self, weeks: int = 4) -> str:
        """The same as an iCalendar file, which calendars subscribe to."""
        from harvestman.watch import to_ical

        return to_ical(self.calendar(weeks), now=self._rooms.clock.now())

    def due(self) -> list[WatchedEvent]:
        """The events whose appointment is now or was before, the longest overdue first."""
        return self._rooms.library.appointments.due(self._rooms.clock.now())

    def next_due(self) -> datetime | None:
        """When the next appointment is."""
        return self._rooms.library.appointments.next_due()

    def never_visited(self, *, among: set[str] | None = None) -> list[str]:
        """A sentence for each reason for which events, or those with these ids, will never be visited by themselves."""
        from harvestman.watch import never_visited

        chosen = [one for one in self.events() if among is None or one.event.id in among]
        return never_visited(chosen, now=self._rooms.clock.now())

    def _with_watchman(
        self,
        work: Callable[[Watchman], Awaitable[int]],
        budget: int | None,
        depth: int,
        limit: int | None,
        told: Told | None,
        told_merges: ToldMerges | None,
    ) -> int:
        import asyncio

        from harvestman.engine import watched_loop
        from harvestman.watch import Looker, Watchman

        rooms, settings = self._rooms, self._rooms.settings
        _ = rooms.library, rooms.page_guard(*_WORKERS)  # opened by the thread that stays

        async def run() -> int:
            async with watched_loop(), rooms.session() as session:
                looker = Looker(
                    session, depth, limit or settings.limit, site_limit=settings.site_limit
                )
                return await work(
                    Watchman(
                        looker,
                        budget=budget,
                        told=told,
                        told_merges=told_merges,
                        side_by_side=settings.concurrency,
                    )
                )

        return asyncio.run(run())


def _event_meant(watched: list[WatchedEvent], text: str) -> WatchedEvent:
    wanted = fold(text)
    for fits in (
        lambda e: text.startswith("http") and text.rstrip("/") == e.site.rstrip("/"),
        lambda e: wanted in (fold(e.title), fold(e.name), fold(e.acronym)),
        lambda e: len(text) >= _SHORTEST_ID and e.id.startswith(text),
    ):
        found = [one for one in watched if fits(one.event)]
        if len(found) == 1:
            return found[0]
        if found:
            names = ", ".join(f"{one.event.id} ({one.event.title})" for one in found[:5])
            raise UsageError(f"{text!r} may be any of {names}: give the id")
    import difflib

    near = difflib.get_close_matches(text, [one.event.title for one in watched], n=3, cutoff=0.5)
    hint = f" Did you mean {', '.join(near)}?" if near else " `harvestman watch list` lists them."
    raise UsageError(f"there is no event {text!r}.{hint}")
