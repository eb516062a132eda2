"""What will never be visited by itself, and why: so that nobody waits for visits that do not come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from harvestman.model import Event
    from harvestman.store import WatchedEvent

_DAY = timedelta(days=1)


def midnight(day: date | None) -> datetime | None:
    """The beginning of a day, in UTC."""
    return datetime.combine(day, time(), UTC) if day else None


def sites_of(event: Event) -> tuple[str, ...]:
    """Where an event can be looked at."""
    return tuple(filter(None, (event.site, event.proceedings, event.portal)))


def is_over(event: Event, *, now: datetime) -> bool:
    """Whether an event has ended; of one without days, whether its year has."""
    end = midnight(event.end) or midnight(event.start)
    return now > end + _DAY if end is not None else 0 < event.year < now.year


def never_seen(watched: Sequence[WatchedEvent], *, now: datetime) -> list[WatchedEvent]:
    """The backlog: events that are over, have a site and were never looked at; the newest first."""
    found = [
        one
        for one in watched
        if one.last is None and sites_of(one.event) and is_over(one.event, now=now)
    ]
    return sorted(found, key=lambda one: -one.event.year)


def never_visited(watched: Sequence[WatchedEvent], *, now: datetime) -> list[str]:
    """A sentence for each reason for which events will not be visited; none when all will be, or have been reached."""
    left = [
        one
        for one in watched
        if one.appointment.when is None and (one.last is None or not one.last.was_reached)
    ]
    counts: Counter[str] = Counter()
    for one in left:
        if not sites_of(one.event):
            counts["no site is known: `harvestman correct EVENT site URL` tells one"] += 1
        elif one.last is not None:
            counts["given up, its site was not reached: `harvestman watch look EVENT` tries again"] += 1  # fmt: skip
        elif is_over(one.event, now=now):
            counts["over: `harvestman watch look EVENT` or `--backlog` harvests them all the same"] += 1  # fmt: skip
        else:
            counts[one.appointment.reason] += 1
    return [
        f"1 event will never be visited by itself ({why})."
        if number == 1
        else f"{number} events will never be visited by themselves ({why})."
        for why, number in sorted(counts.items())
    ]
