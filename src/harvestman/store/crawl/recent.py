"""How visits ended in the last hours and days: what the operator's picture shows."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from harvestman.model import Status
from harvestman.store.asking import moment_told
from harvestman.store.database import Database
from harvestman.store.statements import Statement

_MOST = 500_000
_READ = ", ".join(f"'{status}'" for status in Status if status.is_read)
_SELECT = Statement(
    f"""
    SELECT ended, status IN ({_READ}) AS was_read FROM visit WHERE ended >= :first LIMIT {_MOST}
    """  # noqa: S608 (our own words)
)


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
    with database.asking() as connection:
        rows = _SELECT.rows(connection, {"first": first})
    told = [[0, 0] for _ in range(count)]
    for ended, was_read in rows:
        place = min(count - 1, int((moment_told(ended) - first) / each))
        told[place][not was_read] += 1
    return tuple(Span(first + n * each, *numbers) for n, numbers in enumerate(told))
