"""The events that are watched: what their sources say, the looks at their sites, and the next appointment with each.

The store assembles an event from its claims and keeps a look together with the appointment that follows from it. Which events are
the same, and when to look next, it is told by the caller (`Judge`), inside its own transaction, so that two processes that add
the same event make one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import (
    MAX_QUOTE,
    Appointment,
    Clock,
    Event,
    EventClaim,
    EventField,
    EventSighting,
    Harvest,
    Lease,
    Look,
    Origin,
    Waiting,
    assemble_event,
)
from harvestman.store import schema
from harvestman.store.columns import storable
from harvestman.store.database import WATCHING, Database, batches, insert_into
from harvestman.store.ids import digest_key
from harvestman.store.leases import give_back, grant

_event, _source, _look, _appointment, _lease = (
    schema.event,
    schema.event_source,
    schema.look,
    schema.appointment,
    schema.lease,
)
_MAX_VALUE = 1_000
_IS_HELD = (_lease.c.kind == "event") & (_lease.c.holder != "")


class Judge(Protocol):
    """What the watch decides while the store keeps events."""

    def add(self, event: Event) -> None:
        """Learn of an event that is held, or of its new state."""
        ...

    def find(self, event: Event) -> str | None:
        """The id of the event, among those it has learnt of, that this one is."""
        ...

    def appoint(self, event: Event, looks: Sequence[Look]) -> Appointment:
        """When to look at it next."""
        ...


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event after a sighting of it was kept."""

    event: Event
    is_new: bool


@dataclass(frozen=True, slots=True)
class WatchedEvent:
    """An event with its next appointment and the last look at it."""

    event: Event
    appointment: Appointment
    last: Look | None = None
    lease: Lease | None = field(default=None, compare=False)
    """For whoever holds it: the right to look at it."""


class Events:
    """The events of a library."""

    def __init__(self, database: Database, *, clock: Clock, new_id: Callable[[], str]) -> None:
        self._database = database
        self._clock = clock
        self._new_id = new_id

    def keep(self, sightings: Iterable[EventSighting], judge: Judge) -> list[KeptEvent]:
        """Keep what sources say: each sighting with the event it is of, or as a new one. All of it or nothing."""
        kept = []
        with self._database.write() as connection:
            self._database.lock(connection, WATCHING)
            claims = _claims(connection)
            rows = {name: row for row, name in connection.execute(_NAMES)}
            for name, row in rows.items():
                judge.add(assemble_event(claims.get(row, ()), id=name))
            for sighting in sightings:
                if sighting:
                    kept.append(self._keep_one(connection, sighting, judge, rows, claims))
        return kept

    def _keep_one(
        self,
        connection: Connection,
        sighting: EventSighting,
        judge: Judge,
        rows: dict[str, int],
        claims: dict[int, list[EventClaim]],
    ) -> KeptEvent:
        name = judge.find(assemble_event(sighting))
        is_new = name is None
        if name is None:
            name = self._new_id()
            made = sa.insert(_event).values(public_id=name, added=self._clock.now())
            rows[name] = connection.execute(made.returning(_event.c.id)).scalar_one()
        row = rows[name]
        before = assemble_event(claims.get(row, ()), id=name)
        _write_claims(connection, row, sighting)
        claims[row] = _replaced(claims.get(row, ()), sighting)
        event = assemble_event(claims[row], id=name)
        judge.add(event)
        if is_new or event != before:
            looks = () if is_new else _looks(connection, row)
            appointment = judge.appoint(event, looks)
            _write_appointment(connection, row, appointment, self._clock.now())
        return KeptEvent(event, is_new)

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
            row = _row_of(connection, event)
            if lease is not None and not give_back(connection, lease, until=self._clock.now()):
                return False
            _write_claims(connection, row, claims)
            insert = insert_into(_look, connection.dialect.name).values(
                event_id=row,
                looked=look.when,
                papers=look.papers,
                files=look.files,
                has_changed=look.has_changed,
                was_reached=look.was_reached,
                waiting=str(look.waiting),
                was_glance=look.was_glance,
                detail=look.detail[:_MAX_VALUE],
            )
            connection.execute(insert.on_conflict_do_nothing())
            _write_appointment(connection, row, following, self._clock.now())
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
            held = sa.select(_lease.c.name).where(_IS_HELD, _lease.c.until > now)
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
            row = _row_of(connection, event)
            _write_appointment(connection, row, following, self._clock.now())

    def all(self) -> list[WatchedEvent]:
        """All events, those that are looked at soonest first, those never again last."""
        return self._watched(sa.true())

    def some(
        self, limit: int, *, offset: int = 0, due_by: datetime | None = None
    ) -> list[WatchedEvent]:
        """So many of all events in the same order; only those whose appointment is by then, if a moment is given."""
        which = sa.true() if due_by is None else _appointment.c.due <= due_by
        return self._watched(which, limit=limit, offset=offset)

    def due(self, now: datetime) -> list[WatchedEvent]:
        """The events whose appointment is now or was before, the longest overdue first."""
        return self._watched(_appointment.c.due <= now)

    def one(self, name: str) -> WatchedEvent | None:
        """The event with this id."""
        return next(iter(self._watched(_event.c.public_id == name)), None)

    def next_due(self) -> datetime | None:
        """When the next appointment is."""
        with self._database.read() as connection:
            row = connection.execute(
                sa.select(_appointment.c.due)
                .where(_appointment.c.due.is_not(None))
                .order_by(_appointment.c.due)
                .limit(1)
            ).first()
        return row.due if row else None

    def claims(self, event: str) -> list[EventClaim]:
        """Everything that is said of an event, the most believed first within each field."""
        with self._database.read() as connection:
            found = _claims(connection, _event.c.public_id == event)
        order = list(EventField)
        return sorted(
            (claim for claims in found.values() for claim in claims),
            key=lambda c: (order.index(c.field), -c.origin, -c.seen.timestamp(), c.source),
        )

    def looks(self, event: str) -> list[Look]:
        """The looks at an event's site, the oldest first."""
        with self._database.read() as connection:
            return _looks(connection, _row_of(connection, event))

    def all_looks(self) -> dict[str, list[Look]]:
        """The looks at every event's site, the oldest first, by the event's id."""
        found: dict[str, list[Look]] = {}
        with self._database.read() as connection:
            statement = (
                sa.select(_event.c.public_id, _look)
                .join_from(_look, _event, _look.c.event_id == _event.c.id)
                .order_by(_look.c.looked)
            )
            for row in connection.execute(statement):
                found.setdefault(row.public_id, []).append(_look_of(row))
        return found

    def last_looks(self, limit: int, *, offset: int = 0) -> list[tuple[str, Look]]:
        """The looks at any event's site, the newest first, each with the event's id."""
        statement = (
            sa.select(_event.c.public_id, _look)
            .join_from(_look, _event, _look.c.event_id == _event.c.id)
            .order_by(_look.c.looked.desc(), _look.c.event_id)
            .limit(limit)
            .offset(offset)
        )
        with self._database.read() as connection:
            return [(row.public_id, _look_of(row)) for row in connection.execute(statement)]

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
                fits if years else sa.true(),
            )
        )
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
        return len(rows), sum(bool(row.pdf) for row in rows)

    def _watched(
        self, which: sa.ColumnElement[bool], *, limit: int | None = None, offset: int = 0
    ) -> list[WatchedEvent]:
        statement = (
            sa.select(_event.c.id, _event.c.public_id, _appointment)
            .join_from(_event, _appointment, _appointment.c.event_id == _event.c.id)
            .where(which)
            .order_by(_appointment.c.due.is_(None), _appointment.c.due, _event.c.id)
        )
        if limit is not None:
            statement = statement.limit(limit).offset(offset)
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
            claims: dict[int, list[EventClaim]] = {}
            last: dict[int, Look] = {}
            for batch in batches([row.id for row in rows]):
                claims |= _claims(connection, _event.c.id.in_(batch))
                looked = sa.select(_look).where(_look.c.event_id.in_(batch))
                for row in connection.execute(looked.order_by(_look.c.looked)):
                    last[row.event_id] = _look_of(row)
        return [
            WatchedEvent(
                assemble_event(claims.get(row.id, ()), id=row.public_id),
                Appointment(row.due, Waiting(row.waiting), row.reason),
                last.get(row.id),
            )
            for row in rows
        ]


def _spent(connection: Connection, since: datetime, now: datetime) -> int:
    """The looks made and being made. In one statement: a hold becomes a look in one moment, and is counted as either."""
    made = sa.select(sa.func.count()).where(_look.c.looked >= since)
    held = sa.select(sa.func.count()).where(_IS_HELD, _lease.c.until > now)
    return int(connection.scalar(sa.select(made.scalar_subquery() + held.scalar_subquery())) or 0)


_NAMES = sa.select(_event.c.id, _event.c.public_id).order_by(_event.c.id)


def _row_of(connection: Connection, name: str) -> int:
    row = connection.scalar(sa.select(_event.c.id).where(_event.c.public_id == name))
    if row is None:
        raise ValueError(f"there is no event {name} in this library")
    return int(row)


def _claims(
    connection: Connection, which: sa.ColumnElement[bool] | None = None
) -> dict[int, list[EventClaim]]:
    found: dict[int, list[EventClaim]] = {}
    statement = sa.select(_source).join_from(_source, _event, _source.c.event_id == _event.c.id)
    for row in connection.execute(statement.where(sa.true() if which is None else which)):
        found.setdefault(row.event_id, []).append(
            EventClaim(
                field=EventField(row.field),
                value=row.value,
                source=row.source,
                origin=Origin(row.origin),
                seen=row.seen,
                locator=row.locator,
                quote=row.quote,
            )
        )
    return found


def _replaced(old: Iterable[EventClaim], sighting: EventSighting) -> list[EventClaim]:
    """The claims when a source's new word on a field takes the place of its old one; what it now omits stays."""
    new = {(claim.source, claim.field): claim for claim in reversed(sighting)}
    return [c for c in old if (c.source, c.field) not in new] + list(new.values())


def _write_claims(connection: Connection, row: int, sighting: EventSighting) -> None:
    if not sighting:
        return
    insert = insert_into(_source, connection.dialect.name)
    new = ("value", "origin", "locator", "quote", "seen")
    connection.execute(
        insert.on_conflict_do_update(
            index_elements=["event_id", "source_key", "field"],
            set_={name: insert.excluded[name] for name in new},
        ),
        [
            {
                "event_id": row,
                "source_key": digest_key(claim.source),
                "field": str(claim.field),
                "value": storable(claim.value)[:_MAX_VALUE],
                "source": claim.source,
                "origin": int(claim.origin),
                "locator": claim.locator[:MAX_QUOTE],
                "quote": claim.quote[:MAX_QUOTE],
                "seen": claim.seen,
            }
            for claim in _replaced((), sighting)
        ],
    )


def _write_appointment(
    connection: Connection, row: int, following: Appointment, now: datetime
) -> None:
    values = {
        "due": following.when,
        "waiting": str(following.waiting),
        "reason": following.reason,
        "made": now,
    }
    insert = insert_into(_appointment, connection.dialect.name).values(event_id=row, **values)
    connection.execute(insert.on_conflict_do_update(index_elements=["event_id"], set_=values))


def _looks(connection: Connection, row: int) -> list[Look]:
    rows = connection.execute(
        sa.select(_look).where(_look.c.event_id == row).order_by(_look.c.looked)
    )
    return [_look_of(row) for row in rows]


def _look_of(row: Any) -> Look:
    return Look(
        when=row.looked,
        papers=row.papers,
        files=row.files,
        has_changed=row.has_changed,
        was_reached=row.was_reached,
        waiting=Waiting(row.waiting),
        was_glance=row.was_glance,
        detail=row.detail,
    )
