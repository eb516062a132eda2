"""How visits ended in the last hours and days: what the operator's picture shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from harvestman.model import Status
from harvestman.store import schema
from harvestman.store.database import Database

_visit = schema.visit
_MOST = 500_000


@dataclass(frozen=True, slots=True)
class Span:
    """The visits that ended within some time."""

    begins: datetime
    read: int
    failed: int


def recent_visits(
    database: Database, *, now: datetime, count: int, each: timedelta
) -> tuple[Span, ...]:
    """So many spans up to now, each of one length, the oldest first."""
    first = now - count * each
    read = [str(status) for status in Status if status.is_read]
    is_read = _visit.c.status.in_(read)
    rows: Sequence[tuple[datetime, bool]]
    statement = sa.select(_visit.c.ended, is_read).where(_visit.c.ended >= first).limit(_MOST)
    with database.read() as connection:
        rows = [(row[0], bool(row[1])) for row in connection.execute(statement)]
    told = [[0, 0] for _ in range(count)]
    for ended, was_read in rows:
        place = min(count - 1, int((ended - first) / each))
        told[place][not was_read] += 1
    return tuple(Span(first + n * each, *numbers) for n, numbers in enumerate(told))
