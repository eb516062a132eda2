"""Keeping appointments: what is due is looked at, the most urgent first; then one waits for the next, by whatever clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from harvestman.model import Appointment, Clock, Event, HarvestmanError, Look, SetClock
from harvestman.store import Library, WatchedEvent
from harvestman.text import host_of
from harvestman.watch.judging import judgement
from harvestman.watch.looking import Looker
from harvestman.watch.urgency import by_urgency, urgencies

_LONGEST_NAP = timedelta(hours=1)
"""Others may add events meanwhile."""

Told = Callable[[Event, Look, Appointment], None]
"""Called after each look is kept: progress, tests."""


@dataclass(frozen=True, slots=True)
class Watchman:
    """Keeps the appointments of a library. One at a time: two on one library would make the same looks."""

    looker: Looker
    budget: int | None = None
    """At most so many looks a day."""
    told: Told | None = None
    side_by_side: int = 1
    """So many hosts are looked at at the same time; the events of one host one after the other."""

    @property
    def library(self) -> Library:
        """The library whose events are watched."""
        return self.looker.library

    @property
    def clock(self) -> Clock:
        """By which appointments are due."""
        return self.looker.clock

    async def once(self) -> int:
        """Keep all appointments that are due now, as far as the day's budget goes; how many."""
        made = 0
        passed: set[str] = set()
        while True:
            now = self.clock.now()
            due = [one for one in self.library.events.due(now) if one.event.id not in passed]
            left = self._left(now)
            if not due or left == 0:
                return made
            known = (
                urgencies(self.library, now.date()) if left is not None and left < len(due) else {}
            )
            chosen = by_urgency(due, known)[:left]
            # Whatever the agenda says, an event is looked at once in a round.
            passed |= {watched.event.id for watched in chosen}
            await self._look_at(chosen)
            made += len(chosen)

    async def _look_at(self, chosen: Sequence[WatchedEvent]) -> None:
        judge = judgement(self.library, clock=self.clock)
        hosts: dict[str, list[WatchedEvent]] = {}
        for watched in chosen:
            hosts.setdefault(host_of(watched.event.site or watched.event.portal), []).append(
                watched
            )
        turns = asyncio.Semaphore(self.side_by_side)

        async def visit(host: Sequence[WatchedEvent]) -> None:
            async with turns:
                for watched in host:
                    look, following = await self.looker.look(watched, judge)
                    if self.told:
                        self.told(watched.event, look, following)

        try:
            async with asyncio.TaskGroup() as group:
                for host in hosts.values():
                    group.create_task(visit(host))
        except* HarvestmanError as errors:
            raise _first(errors) from None

    async def run(self, until: datetime | None = None) -> int:
        """Keep appointments as they become due, until a moment or for ever; how many looks were made."""
        made = 0
        while True:
            made += await self.once()
            now = self.clock.now()
            if until is not None and now >= until:
                return made
            wake = self._wake(now)
            if until is not None:
                if wake is None or wake > until:
                    wake = until
            elif wake is None:
                wake = now + _LONGEST_NAP
            nap = max(wake - now, timedelta(seconds=1))
            if not isinstance(self.clock, SetClock):
                nap = min(nap, _LONGEST_NAP)
            await self.clock.sleep(nap.total_seconds())

    def _left(self, now: datetime) -> int | None:
        if self.budget is None:
            return None
        midnight = datetime.combine(now.date(), time(), UTC)
        return max(self.budget - self.library.events.looks_since(midnight), 0)

    def _wake(self, now: datetime) -> datetime | None:
        """When the next appointment is due, or tomorrow when today's budget is spent."""
        following = self.library.events.next_due()
        if following is None:
            return None
        if following <= now:
            tomorrow = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
            return tomorrow if self._left(now) == 0 else now + timedelta(minutes=10)
        return following


def _first(errors: BaseExceptionGroup[HarvestmanError]) -> HarvestmanError:
    first = errors.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
