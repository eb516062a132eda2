"""The events that are watched, as they are told: the next appointment with each, and the looks at its site. Asked without SQLAlchemy, so that verbs which only show them start fast."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING, Any

from harvestman.model import Appointment, Look, Waiting, assemble_event
from harvestman.store.asking import (
    Values,
    ask,
    ask_one,
    moment_kept,
    moment_or_none,
    moment_told,
    numbers,
)
from harvestman.store.database import Database, batches
from harvestman.store.papers.of_events import claims_of_events

if TYPE_CHECKING:
    from harvestman.model import Claim, Event, Lease
    from harvestman.store.asking import AnyConnection

_LOOK = "looked, papers, files, has_changed, was_reached, waiting, was_glance, detail"
"""The columns of a look, as `_look_of` takes them."""


@dataclass(frozen=True, slots=True)
class WatchedEvent:
    """An event with its next appointment and the last look at it."""

    event: Event
    appointment: Appointment
    last: Look | None = None
    lease: Lease | None = field(default=None, compare=False)
    """For whoever holds it: the right to look at it."""
    made: datetime | None = field(default=None, compare=False)
    """Since when the appointment stands: it is made anew when the event is looked at or changes."""


class Appointments:
    """The events of a library that are watched, those that are looked at soonest first, those never again last."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self) -> list[WatchedEvent]:
        """All events."""
        with self._database.asking() as connection:
            return _watched(connection)

    def some(
        self, limit: int, *, offset: int = 0, due_by: datetime | None = None
    ) -> list[WatchedEvent]:
        """So many of all events; only those whose appointment is by then, if a moment is given."""
        values = Values()
        with self._database.asking() as connection:
            which = "true" if due_by is None else _is_due(connection, due_by, values)
            bounds = f"LIMIT {values.add(limit)} OFFSET {values.add(offset)}"
            return _watched(connection, which, values, bounds)

    def following(self, limit: int, *, after: tuple[datetime | None, str]) -> list[WatchedEvent]:
        """So many of all events that come after a place: the appointment and id that an event had when it was shown."""
        due, name = after
        values = Values()
        # An event that is watched no more has no row: then those with the same appointment are shown once more.
        row = f"SELECT id FROM event WHERE public_id = {values.add(name)}"  # noqa: S608
        is_later_row = f"event.id > coalesce(({row}), 0)"
        with self._database.asking() as connection:
            if due is None:
                which = f"appointment.due IS NULL AND {is_later_row}"
            else:
                at = values.add(moment_kept(connection, due))
                which = f"(appointment.due IS NULL OR appointment.due > {at} OR (appointment.due = {at} AND {is_later_row}))"
            return _watched(connection, which, values, f"LIMIT {values.add(limit)}")

    def due(self, now: datetime) -> list[WatchedEvent]:
        """The events whose appointment is now or was before, the longest overdue first."""
        values = Values()
        with self._database.asking() as connection:
            return _watched(connection, _is_due(connection, now, values), values)

    def one(self, name: str) -> WatchedEvent | None:
        """The event with this id."""
        values = Values()
        which = f"event.public_id = {values.add(name)}"
        with self._database.asking() as connection:
            return next(iter(_watched(connection, which, values)), None)

    def next_due(self) -> datetime | None:
        """When the next appointment is."""
        with self._database.asking() as connection:
            return moment_or_none(ask_one(connection, "SELECT min(due) FROM appointment"))

    def looks(self, event: str) -> list[Look]:
        """The looks at an event's site, the oldest first."""
        with self._database.asking() as connection:
            row = row_of(connection, event)
            return looks_of(connection, [row]).get(row, [])

    def last_looks(self, limit: int, *, offset: int = 0) -> list[tuple[str, Look]]:
        """The looks at any event's site, the newest first, each with the event's id."""
        text = f"""
            SELECT event.public_id, {_LOOK} FROM look JOIN event ON event.id = look.event_id
            ORDER BY look.looked DESC, look.event_id LIMIT :limit OFFSET :offset
        """  # noqa: S608 (our own names)
        with self._database.asking() as connection:
            rows = ask(connection, text, {"limit": limit, "offset": offset})
        return [(name, _look_of(*look)) for name, *look in rows]


def _is_due(connection: AnyConnection, by: datetime, values: Values) -> str:
    return f"appointment.due <= {values.add(moment_kept(connection, by))}"


def _watched(
    connection: AnyConnection,
    which: str = "true",
    values: Mapping[str, Any] | None = None,
    bounds: str = "",
) -> list[WatchedEvent]:
    text = f"""
        SELECT event.id, event.public_id, appointment.due, appointment.waiting, appointment.reason, appointment.made
        FROM event JOIN appointment ON appointment.event_id = event.id
        WHERE {which} ORDER BY appointment.due IS NULL, appointment.due, event.id {bounds}
    """  # noqa: S608 (our own words)
    rows = ask(connection, text, values or {})
    claims = claims_of_events(connection, [row for row, *_ in rows])
    looks = looks_of(connection, [row for row, *_ in rows])
    return [
        WatchedEvent(
            assemble_event(claims.get(row, ()), id=name),
            Appointment(moment_or_none(due), Waiting(waiting), reason),
            looks[row][-1] if row in looks else None,
            made=moment_told(made),
        )
        for row, name, due, waiting, reason, made in rows
    ]


def rows_of(connection: AnyConnection, names: Collection[str]) -> dict[str, int]:
    """The rows of events by their ids."""
    found: dict[str, int] = {}
    for batch in batches(names):
        values = Values()
        text = f"SELECT public_id, id FROM event WHERE public_id IN {values.add_all(batch)}"  # noqa: S608
        found.update((name, row) for name, row in ask(connection, text, values))
    return found


def row_of(connection: AnyConnection, name: str) -> int:
    """The row of an event that must be there."""
    row = rows_of(connection, [name]).get(name)
    if row is None:
        raise ValueError(f"there is no event {name} in this library")
    return row


def claims_of(connection: AnyConnection, rows: Mapping[str, int]) -> dict[str, list[Claim]]:
    """What is said of these events, by their ids; an empty list for those of which nothing is."""
    found = claims_of_events(connection, rows.values())
    return {name: found.get(row, []) for name, row in rows.items()}


def looks_of(connection: AnyConnection, rows: Collection[int]) -> dict[int, list[Look]]:
    """The looks at events, by their rows, the oldest first."""
    found: dict[int, list[Look]] = {}
    for batch in batches(rows):
        text = (
            f"SELECT event_id, {_LOOK} FROM look WHERE event_id IN {numbers(batch)} ORDER BY looked"  # noqa: S608
        )
        for row, *look in ask(connection, text):
            found.setdefault(row, []).append(_look_of(*look))
    return found


def _look_of(
    looked: str | datetime,
    papers: int,
    files: int,
    has_changed: int,
    was_reached: int,
    waiting: str,
    was_glance: int,
    detail: str,
) -> Look:
    return Look(
        when=moment_told(looked),
        papers=papers,
        files=files,
        has_changed=bool(has_changed),
        was_reached=bool(was_reached),
        waiting=Waiting(waiting),
        was_glance=bool(was_glance),
        detail=detail,
    )
