"""The agenda: the next appointment with each watched event, the looks at its site, and who is looking at it now.

A look is kept together with what it read of the event and the appointment that follows from it. When to look next, the caller decides.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import (
    Appointment,
    Claim,
    Clock,
    EventSighting,
    Harvest,
    Lease,
    Look,
)
from harvestman.store import changes, schema
from harvestman.store.changes import Noting
from harvestman.store.database import WATCHING, Database, insert_into
from harvestman.store.leases import LONGEST, give_back, grant
from harvestman.store.watch.appointments import (
    Appointments,
    WatchedEvent,
    claims_of,
    row_of,
    rows_of,
)
from harvestman.store.watch.saying import MAX_VALUE, drop_event, put_claims, replaced, trimmed

_event, _look, _appointment, _lease = (
    schema.event,
    schema.look,
    schema.appointment,
    schema.lease,
)
_IS_HELD = (_lease.c.kind == "event") & (_lease.c.holder != "")


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
            held = sa.select(_lease.c.name).where(_IS_HELD, _lasts(now))
            if connection.execute(held.where(_lease.c.name.in_(names)).limit(1)).first():
                return []
            appointed = (
                sa.select(_event.c.public_id, _appointment.c.due)
                .join_from(_event, _appointment, _appointment.c.event_id == _event.c.id)
                .where(_event.c.public_id.in_(names))
            )
            due = {row.public_id: row.due for row in connection.execute(appointed)}
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
        with self._database.write() as connection:
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
                connection.execute(sa.insert(_event).values(public_id=name, added=now))
                rows = rows_of(connection, [name])
                put_claims(self._database, connection, rows, {}, {name: claims}, now=now)
            for look in looks:
                write_look(connection, rows[name], look)
            write_appointment(connection, rows[name], watched.appointment, now)

    def looks_since(self, moment: datetime) -> int:
        """How many looks were made since then, or are being made."""
        with self._database.read() as connection:
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
        visit, mention, paper = schema.visit, schema.mention, schema.paper
        fits: sa.ColumnElement[bool] = sa.or_(
            paper.c.year.in_(years),
            sa.and_(
                paper.c.year.is_(None),
                visit.c.url.startswith(under, autoescape=True),
                sa.true() if since is None else paper.c.added >= since,
                sa.true() if until is None else paper.c.added < until,
            ),
        )
        statement = (
            sa.select(paper.c.id, paper.c.pdf)
            .distinct()
            .join_from(schema.harvest, visit, visit.c.harvest_id == schema.harvest.c.id)
            .join(mention, mention.c.source_key == visit.c.url_key)
            .join(paper, paper.c.id == mention.c.paper_id)
            .where(
                schema.harvest.c.public_id == harvest.id,
                visit.c.status.is_not(None),
                paper.c.title != "",
                fits if years else sa.true(),
            )
        )
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
        return len(rows), sum(bool(row.pdf) for row in rows)


def _lasts(now: datetime) -> sa.ColumnElement[bool]:
    """Whether a row of leases stands at this moment."""
    return (_lease.c.until > now) & (_lease.c.until <= now + LONGEST)


def _spent(connection: Connection, since: datetime, now: datetime) -> int:
    """The looks made and being made. In one statement: a hold becomes a look in one moment, and is counted as either."""
    made = sa.select(sa.func.count()).where(_look.c.looked >= since)
    held = sa.select(sa.func.count()).where(_IS_HELD, _lasts(now))
    return int(connection.scalar(sa.select(made.scalar_subquery() + held.scalar_subquery())) or 0)


def _stop_watching(connection: Connection, event: str, row: int) -> bool:
    """Forget the looks at an event, and the event itself unless papers are of it; whether it is gone."""
    connection.execute(sa.delete(_lease).where(_lease.c.kind == "event", _lease.c.name == event))
    for table in (_look, _appointment):
        connection.execute(sa.delete(table).where(table.c.event_id == row))
    of_papers = sa.select(schema.mention.c.id).where(schema.mention.c.event_id == row)
    if connection.execute(of_papers.limit(1)).first() is not None:
        return False
    drop_event(connection, row)
    return True


def write_look(connection: Connection, row: int, look: Look) -> None:
    """Keep a look at an event; one at the same moment is kept once."""
    insert = insert_into(_look, connection.dialect.name).values(
        event_id=row,
        looked=look.when,
        papers=look.papers,
        files=look.files,
        has_changed=look.has_changed,
        was_reached=look.was_reached,
        waiting=str(look.waiting),
        was_glance=look.was_glance,
        detail=look.detail[:MAX_VALUE],
    )
    connection.execute(insert.on_conflict_do_nothing())


def write_appointment(
    connection: Connection, row: int, following: Appointment, now: datetime
) -> None:
    """Put the next appointment with an event in the place of the one it has."""
    values = {
        "due": following.when,
        "waiting": str(following.waiting),
        "reason": following.reason,
        "made": now,
    }
    insert = insert_into(_appointment, connection.dialect.name).values(event_id=row, **values)
    connection.execute(insert.on_conflict_do_update(index_elements=["event_id"], set_=values))
