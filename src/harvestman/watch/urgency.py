"""Which due events come first when a day's visits do not suffice for all: those whose series the plan finds most urgent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from harvestman.model import Event
from harvestman.store import Library, WatchedEvent
from harvestman.text import fold


def urgencies(library: Library, day: date) -> dict[str, float]:
    """How urgent each series of the plan is, by its key and by the last part of it."""
    # Not above: it brings numpy, whose threads must not be in the process from which workers are forked.
    from harvestman.plan import due  # noqa: PLC0415

    found: dict[str, float] = {}
    for series in due(library.plan, day):
        found[series.series] = series.urgency
        found.setdefault(series.series.rpartition("/")[2], series.urgency)
    return found


def urgency_of(event: Event, known: Mapping[str, float]) -> float:
    """How urgent an event's series is; 0 where the plan does not know it."""
    acronym = fold(event.acronym)
    return known.get(event.series) or known.get(acronym, 0.0)


def by_urgency(watched: Sequence[WatchedEvent], known: Mapping[str, float]) -> list[WatchedEvent]:
    """The most urgent first; of equal ones the longest overdue."""
    return sorted(
        watched,
        key=lambda one: (-urgency_of(one.event, known), str(one.appointment.when), one.event.id),
    )
