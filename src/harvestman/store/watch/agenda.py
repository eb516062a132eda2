"""The agenda: the next appointment with each watched event, the looks at its site, and who is looking at it now.

A look is kept together with what it read of the event and the appointment that follows from it. When to look next, the caller decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING

from harvestman.model import (
    Appointment,
    Claim,
    Clock,
    EventSighting,
    Harvest,
    Lease,
    Look,
)
from harvestman.store import changes
from harvestman.store.asking import Values, ask, moment_kept, moment_or_none, numbers
from harvestman.store.changes import Noting
from harvestman.store.database import WATCHING, Database
from harvestman.store.leases import LONGEST, give_back, grant
from harvestman.store.sites import begins
from harvestman.store.statements import Statement
from harvestman.store.watch.appointments import (
    Appointments,
    WatchedEvent,
    claims_of,
    row_of,
    rows_of,
)
from harvestman.store.watch.saying import MAX_VALUE, drop_event, put_claims, replaced, trimmed

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from harvestman.store.asking import AnyConnection

_IS_HELD = "kind = 'event' AND holder != '' AND until > :now AND until <= :latest"
_SELECT_HELD = Statement(f"SELECT name FROM lease WHERE {_IS_HELD} AND name IN :names LIMIT 1")  # noqa: S608 (our own words)
# In one statement: a hold becomes a look in one moment, and is counted as either.
_COUNT_SPENT = Statement(
    f"""
    SELECT (SELECT count(*) FROM look WHERE looked >= :since) + (SELECT count(*) FROM lease WHERE {_IS_HELD})
    """  # noqa: S608 (our own words)
)
_SELECT_DUE = Statement(
    """
    SELECT event.public_id, appointment.due FROM event
    JOIN appointment ON appointment.event_id = event.id WHERE event.public_id IN :names
    """
)
_INSERT_EVENT = Statement.insert("event", "public_id", "added")
_INSERT_LOOK = Statement.insert(
    "look",
    *("event_id", "looked", "papers", "files", "has_changed", "was_reached", "waiting"),
    *("was_glance", "detail"),
    then="ON CONFLICT DO NOTHING",
)
_PUT_APPOINTMENT = Statement.insert(
    "appointment",
    *("event_id", "due", "waiting", "reason", "made"),
    then="""
    ON CONFLICT (event_id) DO UPDATE
    SET due = excluded.due, waiting = excluded.waiting, reason = excluded.reason, made = excluded.made
    """,
)
_DELETE_LEASE = Statement("DELETE FROM lease WHERE kind = 'event' AND name = :name")
_DELETE_LOOKS = Statement("DELETE FROM look WHERE event_id = :row")
_DELETE_APPOINTMENT = Statement("DELETE FROM appointment WHERE event_id = :row")
_SELECT_MENTION = Statement("SELECT id FROM mention WHERE event_id = :row LIMIT 1")


class Agenda(Appointments):
    """The same events with all that changes: looks that are kept, appointments that are made, and the right to look."""

    def __init__(self, database: Database, *, clock: Clock) -> None:
        super().__init__(database)
        self._clock = clock

    def keep_look(
        self,
        event: str,
        look: Look,
        following: Appointment,
        *,
        claims: EventSighting = (),
        lease: Lease | None = None,
    ) -> bool:
        """Keep a look, what it read of the event, and the appointment that follows: all of it or nothing.

        A look at the same moment is kept once. With a lease it is kept only if that still holds, and the lease ends; whether it was kept.
        """
        with self._database.write() as connection:
            self._database.lock(connection, WATCHING)
            row = row_of(connection, event)
            if lease is not None and not give_back(connection, lease, until=self._clock.now()):
                return False
            if claims:
                rows = {event: row}
                before = claims_of(connection, rows)
                after = {event: replaced(before[event], [trimmed(claim) for claim in claims])}
                put_claims(self._database, connection, rows, before, after, now=self._clock.now())
            write_look(connection, row, look)
            write_appointment(connection, row, following, self._clock.now())
        return True

    def hold(
        self,
        wanted: Sequence[WatchedEvent],
        holder: str,
        *,
        length_s: float,
        since: datetime,
        budget: int | None = None,
    ) -> list[WatchedEvent]:
        """Take events to oneself for a time, in this order; those one got, each with its lease.

        All of them stand on one host: while another holds one of them, none is got. Nor is one whose appointment has changed
        meanwhile. Of looks made `since` then and events held by anybody, there are never more than the budget.
        """
        now = self._clock.now()
        names = [one.event.id for one in wanted]
        with self._database.write() as connection:
            self._database.lock(connection, WATCHING)
            left = None if budget is None else budget - _spent(connection, since, now)
            held = {"names": names, "now": now, "latest": now + LONGEST}
            if _SELECT_HELD.first(connection, held) is not None:
                return []
            due = {
                row.public_id: moment_or_none(row.due)
                for row in _SELECT_DUE.rows(connection, {"names": names})
            }
            got = [
                one
                for one in wanted
                if one.event.id in due and due[one.event.id] == one.appointment.when
            ]
            return [
                replace(
                    one,
                    lease=grant(
                        connection, "event", one.event.id, holder, now=now, length_s=length_s
                    ),
                )
                for one in (got if left is None else got[: max(left, 0)])
            ]

    def appoint(self, event: str, following: Appointment) -> None:
        """Change the appointment with an event."""
        with self._database.writing() as connection:
            row = row_of(connection, event)
            write_appointment(connection, row, following, self._clock.now())

    def remove(self, *events: str) -> int:
        """Watch events no more, all of them or none; how many there were.

        The looks at them are forgotten; and what is said of them, unless papers are of them.
        """
        with self._database.write() as connection:
            self._database.lock(connection, WATCHING)
            rows = rows_of(connection, events)
            noting = Noting(changes.EVENT)
            for event, row in rows.items():
                if _stop_watching(connection, event, row):
                    noting.removed(event)
            noting.write(connection, now=self._clock.now())
        return len(rows)

    def put_back(
        self, watched: WatchedEvent, claims: Sequence[Claim], looks: Sequence[Look]
    ) -> None:
        """Watch an event again that was removed: with its id, what was said of it, the looks at it and its appointment."""
        name, now = watched.event.id, self._clock.now()
        with self._database.write() as connection:
            self._database.lock(connection, WATCHING)
            rows = rows_of(connection, [name])
            if not rows:
                _INSERT_EVENT.change(connection, {"public_id": name, "added": now})
                rows = rows_of(connection, [name])
                put_claims(self._database, connection, rows, {}, {name: claims}, now=now)
            for look in looks:
                write_look(connection, rows[name], look)
            write_appointment(connection, rows[name], watched.appointment, now)

    def looks_since(self, moment: datetime) -> int:
        """How many looks were made since then, or are being made."""
        with self._database.asking() as connection:
            return _spent(connection, moment, self._clock.now())

    def shown(
        self,
        harvest: Harvest,
        *,
        years: Sequence[int],
        under: str,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> tuple[int, int]:
        """How many papers the pages of a harvest show, and how many of those have files.

        Sites of a series show the papers of all its years: counted are those of `years`, and those without a year on
        pages whose address begins with `under`, if they became known between `since` and `until`. Without years all count.
        """
        values = Values(harvest=harvest.id)
        with self._database.asking() as connection:
            fits = "true"
            if years:
                without = ["paper.year IS NULL", begins("visit.url", under, values)]
                if since is not None:
                    without.append(f"paper.added >= {values.add(moment_kept(connection, since))}")
                if until is not None:
                    without.append(f"paper.added < {values.add(moment_kept(connection, until))}")
                fits = f"(paper.year IN {numbers(years)} OR ({' AND '.join(without)}))"
            text = f"""
                SELECT DISTINCT paper.id, paper.pdf FROM harvest
                JOIN visit ON visit.harvest_id = harvest.id
                JOIN mention ON mention.source_key = visit.url_key
                JOIN paper ON paper.id = mention.paper_id
                WHERE harvest.public_id = :harvest AND visit.status IS NOT NULL AND paper.title != '' AND {fits}
            """  # noqa: S608 (our own words and numbers)
            rows = ask(connection, text, values)
        return len(rows), sum(bool(pdf) for _, pdf in rows)


def _spent(connection: AnyConnection, since: datetime, now: datetime) -> int:
    """The looks made and being made."""
    return int(
        _COUNT_SPENT.value(connection, {"since": since, "now": now, "latest": now + LONGEST})
    )


def _stop_watching(connection: Connection, event: str, row: int) -> bool:
    """Forget the looks at an event, and the event itself unless papers are of it; whether it is gone."""
    _DELETE_LEASE.change(connection, {"name": event})
    for delete in (_DELETE_LOOKS, _DELETE_APPOINTMENT):
        delete.change(connection, {"row": row})
    if _SELECT_MENTION.first(connection, {"row": row}) is not None:
        return False
    drop_event(connection, row)
    return True


def write_look(connection: AnyConnection, row: int, look: Look) -> None:
    """Keep a look at an event; one at the same moment is kept once."""
    values = {
        "event_id": row,
        "looked": look.when,
        "papers": look.papers,
        "files": look.files,
        "has_changed": look.has_changed,
        "was_reached": look.was_reached,
        "waiting": str(look.waiting),
        "was_glance": look.was_glance,
        "detail": look.detail[:MAX_VALUE],
    }
    _INSERT_LOOK.change(connection, values)


def write_appointment(
    connection: AnyConnection, row: int, following: Appointment, now: datetime
) -> None:
    """Put the next appointment with an event in the place of the one it has."""
    values = {
        "event_id": row,
        "due": following.when,
        "waiting": str(following.waiting),
        "reason": following.reason,
        "made": now,
    }
    _PUT_APPOINTMENT.change(connection, values)
