"""Keeping appointments: what is due is looked at, the most urgent first; then one waits for the next, by whatever clock.

Several watches may share a library. Before its looks a watch takes the events of a host to itself for a while, so that no other
makes the same looks, and all together stay within the day's budget. It asks for more time while it is at work; of one that
vanished the hold runs out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from harvestman.dedup import AFTER_A_HARVEST, MergesFound, find_merges
from harvestman.model import Appointment, Clock, Event, HarvestmanError, Look, SetClock, Waiting
from harvestman.store import Library, WatchedEvent, is_dead
from harvestman.text import host_of
from harvestman.watch.judging import Judgement, acquaint
from harvestman.watch.looking import Looker
from harvestman.watch.urgency import by_urgency, urgencies

_LONGEST_NAP = timedelta(hours=1)
"""Others may add events meanwhile."""
_HOLD_S = 600.0
_HOLD_AGAIN_S = 180.0

Told = Callable[[Event, Look, Appointment], None]
"""Called after each look is kept: progress, tests."""
ToldMerges = Callable[[MergesFound], None]
"""Called after a round of looks with which papers turned out to be one."""


@dataclass(frozen=True, slots=True)
class Watchman:
    """Keeps the appointments of a library, alone or beside others."""

    looker: Looker
    budget: int | None = None
    """At most so many looks a day."""
    told: Told | None = None
    told_merges: ToldMerges | None = None
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
        """Keep all appointments that are due now, as far as the day's budget goes; how many. New papers are then compared."""
        return await self._compared(await self._round())

    async def _compared(self, made: int) -> int:
        if made:
            found = await asyncio.to_thread(find_merges, self.library, limit=AFTER_A_HARVEST)
            if self.told_merges:
                self.told_merges(found)
        return made

    async def look_at(self, events: Collection[str]) -> int:
        """Look at events now, by id, whatever their appointments say; how many looks were made. New papers are then compared.

        The appointments are made first, so that what is killed in between is looked at by the next `run`.
        """
        asked = Appointment(self.clock.now(), Waiting.PAPERS, "somebody asked for it")
        for event in events:
            await asyncio.to_thread(self.library.agenda.appoint, event, asked)
        return await self._compared(await self.keep(events))

    async def keep(self, events: Collection[str]) -> int:
        """Keep those appointments with these events, by id, that are due now; how many looks were made. Papers are not compared."""
        due = await asyncio.to_thread(self.library.agenda.due, self.clock.now())
        chosen = [one for one in due if one.event.id in events]
        return await self._look_at(chosen) if chosen else 0

    async def _round(self) -> int:
        made = 0
        passed: set[str] = set()
        while True:
            now = self.clock.now()
            due = [one for one in self.library.agenda.due(now) if one.event.id not in passed]
            left = self._left(now)
            if not due or left == 0:
                return made
            known = (
                urgencies(self.library, now.date()) if left is not None and left < len(due) else {}
            )
            chosen = by_urgency(due, known)[:left]
            # Whatever the agenda says, an event is looked at once in a round.
            passed |= {watched.event.id for watched in chosen}
            made += await self._look_at(chosen)

    async def _look_at(self, chosen: Sequence[WatchedEvent]) -> int:
        made = 0
        await asyncio.to_thread(self._release_dead)
        judge = Judgement(clock=self.clock)
        await asyncio.to_thread(acquaint, judge, self.library, [one.event for one in chosen])
        hosts: dict[str, list[WatchedEvent]] = {}
        for watched in chosen:
            hosts.setdefault(host_of(watched.event.site or watched.event.portal), []).append(
                watched
            )
        turns = asyncio.Semaphore(self.side_by_side)

        async def visit(host: Sequence[WatchedEvent]) -> None:
            nonlocal made
            async with turns:
                for watched in await asyncio.to_thread(self._hold, host):
                    done = await self.looker.look(watched, judge)
                    if done is None:
                        continue
                    made += 1
                    if self.told:
                        self.told(watched.event, *done)

        try:
            async with asyncio.TaskGroup() as group:
                holding = group.create_task(self._hold_on())
                await asyncio.wait([group.create_task(visit(host)) for host in hosts.values()])
                holding.cancel()
        except* HarvestmanError as errors:
            raise _first(errors) from None
        finally:
            self.library.leases.release_all("event", self.looker.holder)
        return made

    def _release_dead(self) -> None:
        """Let go what killed runs of this machine held: nobody need wait for them."""
        for holder in self.library.leases.holders("event"):
            if is_dead(holder):
                self.library.leases.release_all("event", holder)

    def _hold(self, host: Sequence[WatchedEvent]) -> list[WatchedEvent]:
        """Those events of a host that are ours to look at now."""
        now = self.clock.now()
        return self.library.agenda.hold(
            host, self.looker.holder, length_s=_HOLD_S, since=_midnight(now), budget=self.budget
        )

    async def _hold_on(self) -> None:
        """Ask for more time again and again. A simulated clock would be moved by the waiting; nobody else is there."""
        while not isinstance(self.clock, SetClock):
            await self.clock.sleep(_HOLD_AGAIN_S)
            until = self.clock.now() + timedelta(seconds=_HOLD_S)
            await asyncio.to_thread(
                self.library.leases.renew_all, "event", self.looker.holder, until=until
            )

    async def run(self, until: datetime | None = None) -> int:
        """Keep appointments as they become due, until a moment or for ever; how many looks were made."""
        made = 0
        while until is None or self.clock.now() < until:
            made += await self.once()
            now = self.clock.now()
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
        return made

    def _left(self, now: datetime) -> int | None:
        if self.budget is None:
            return None
        return max(self.budget - self.library.agenda.looks_since(_midnight(now)), 0)

    def _wake(self, now: datetime) -> datetime | None:
        """When the next appointment is due, or tomorrow when today's budget is spent."""
        following = self.library.agenda.next_due()
        if following is None:
            return None
        if following <= now:
            tomorrow = datetime.combine(now.date() + timedelta(days=1), time(), UTC)
            return tomorrow if self._left(now) == 0 else now + timedelta(minutes=10)
        return following


def _midnight(now: datetime) -> datetime:
    return datetime.combine(now.date(), time(), UTC)


def _first(errors: BaseExceptionGroup[HarvestmanError]) -> HarvestmanError:
    first = errors.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first
