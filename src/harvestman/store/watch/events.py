"""The events that are watched: what their sources say, the looks at their sites, and the next appointment with each.

The store assembles an event from its claims and keeps a look together with the appointment that follows from it. Which events are
the same, and when to look next, the caller's `Judge` decides before the transaction, from what is known then. The transaction checks
that no event has changed since, or it is judged again: so two processes that add the same event make one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Protocol

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import (
    MAX_QUOTE,
    Appointment,
    Claim,
    Clock,
    Event,
    EventSighting,
    Evidence,
    Field,
    Harvest,
    Lease,
    LibraryLocked,
    Look,
    Waiting,
    assemble_event,
    event_claims_in_order,
    event_to_plain,
)
from harvestman.store import changes, schema
from harvestman.store.changes import Noting
from harvestman.store.claims import EVENT, add_claims, claim_of, drop_claims
from harvestman.store.columns import storable
from harvestman.store.database import LINKING, WATCHING, Database, batches, insert_into
from harvestman.store.leases import give_back, grant
from harvestman.store.papers.assembled import assemble_papers
from harvestman.store.papers.of_events import held_events, rows_of_events
from harvestman.text import fold

_event, _look, _appointment, _lease = (
    schema.event,
    schema.look,
    schema.appointment,
    schema.lease,
)
_MAX_VALUE = 1_000
_SHOWN_OF_PAPERS = frozenset({"name", "acronym", "year"})
_TRIES = 20  # each time somebody else has got further
_IS_HELD = (_lease.c.kind == "event") & (_lease.c.holder != "")


class Judge(Protocol):
    """What the watch decides of events that are to be kept."""

    def add(self, event: Event) -> None:
        """Learn of an event that is held, or of its new state."""
        ...

    def find(self, event: Event) -> str | None:
        """The id of the event, among those it has learnt of, that this one is."""
        ...

    def appoint(self, event: Event, looks: Sequence[Look]) -> Appointment | None:
        """When to look at it next; None when it is nobody's to watch."""
        ...


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event after a sighting of it was kept."""

    event: Event
    is_new: bool


@dataclass(frozen=True, slots=True)
class _Judged:
    """What is to be done about one sighting."""

    name: str
    """The id of its event."""
    is_new: bool
    sighting: EventSighting
    event: Event
    """As it will be."""
    appointment: Appointment | None
    """None when the one it has stays."""


@dataclass(frozen=True, slots=True)
class Volume:
    """What the library holds of one event."""

    event: Event
    papers: int
    files: int
    """How many of the papers have their file."""
    years: tuple[int, ...]
    """The years that the papers say, the earliest first."""


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

    def keep(
        self, sightings: Iterable[EventSighting], new_judge: Callable[[], Judge]
    ) -> list[KeptEvent]:
        """Keep what sources say: each sighting with the event it is of, or as a new one. All of it or nothing.

        A new judge is asked for whenever somebody else has changed an event since the last one was told of all.
        """
        told = [tuple(map(_trimmed, sighting)) for sighting in sightings if sighting]
        for _ in range(_TRIES):
            state, judged = self._judge(told, new_judge())
            if not judged:
                return []
            if self._write_judged(state, judged):
                return [KeptEvent(one.event, one.is_new) for one in judged]
        raise LibraryLocked(
            f"Others keep changing the events of {self._database.where}: try again in a moment."
        )

    def _judge(
        self, sightings: Iterable[EventSighting], judge: Judge
    ) -> tuple[int | None, list[_Judged]]:
        """Which event each sighting is of and what follows, from what is known now; and the state that this is true of."""
        judged: list[_Judged] = []
        with self._database.read() as connection:
            state = _state(connection)  # first: what is read after it may only be newer
            claims = _claims(connection)
            rows = {name: row for row, name in connection.execute(_NAMES)}
            known = {name: claims.get(row, []) for name, row in rows.items()}
            watched = set(connection.scalars(_WATCHED))
            for name, ones in known.items():
                judge.add(assemble_event(ones, id=name))
            for sighting in sightings:
                name = judge.find(assemble_event(sighting))
                is_new = name is None
                if name is None:
                    name = self._new_id()
                before = assemble_event(known.get(name, ()), id=name)
                known[name] = replaced(known.get(name, ()), sighting)
                event = assemble_event(known[name], id=name)
                judge.add(event)
                appointment = None
                # One that a harvest has found is watched from when a source names it.
                is_found = name in rows and name not in watched
                if is_new or event != before or is_found:
                    looks = _looks(connection, rows[name]) if name in rows else ()
                    appointment = judge.appoint(event, looks)
                judged.append(_Judged(name, is_new, sighting, event, appointment))
        return state, judged

    def _write_judged(self, state: int | None, judged: Sequence[_Judged]) -> bool:
        """Keep what was judged, unless an event has changed meanwhile; whether it was kept."""
        now = self._clock.now()
        new = [one.name for one in judged if one.is_new]
        with self._database.write() as connection:
            self._database.lock(connection, WATCHING)
            if _state(connection) != state:
                return False
            rows = _rows(connection, {one.name for one in judged})
            before = _claims_of_some(connection, rows)
            after = {name: list(claims) for name, claims in before.items()}
            for one in judged:
                after[one.name] = replaced(after.get(one.name, ()), one.sighting)
            planned = {one.name: one.event for one in judged}
            if any(assemble_event(after[name], id=name) != planned[name] for name in planned):
                return False  # a claim that changed nothing has come meanwhile, and now it does
            if new:
                made = [{"public_id": name, "added": now} for name in new]
                connection.execute(sa.insert(_event), made)
                rows |= _rows(connection, new)
            _put_claims(self._database, connection, rows, before, after, now=now)
            for name, appointment in {
                one.name: one.appointment for one in judged if one.appointment is not None
            }.items():
                _write_appointment(connection, rows[name], appointment, now)
        return True

    def say(self, event: str, claim: Claim) -> bool:
        """Keep what a person says of an event, in place of what the same person said of that field before; False when there is none."""
        return self._change(event, lambda claims: replaced(claims, [_trimmed(claim)]))

    def take_back(self, event: str, field: Field, *, by: str | None = None) -> int | None:
        """Forget what persons, or one of them, said of a field of an event: how many had; None when there is no such event."""
        gone: list[Claim] = []

        def without(claims: Sequence[Claim]) -> list[Claim]:
            gone.extend(
                c for c in claims if c.field is field and c.person and by in (None, c.person)
            )
            return [c for c in claims if c not in gone]

        return len(gone) if self._change(event, without) else None

    def _change(self, event: str, change: Callable[[Sequence[Claim]], Sequence[Claim]]) -> bool:
        with self._database.write() as connection:
            self._database.lock(connection, WATCHING)
            rows = _rows(connection, [event])
            if not rows:
                return False
            before = _claims_of_some(connection, rows)
            after = {event: change(before[event])}
            _put_claims(self._database, connection, rows, before, after, now=self._clock.now())
        return True

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
            if claims:
                rows = {event: row}
                before = _claims_of_some(connection, rows)
                after = {event: replaced(before[event], [_trimmed(claim) for claim in claims])}
                _put_claims(self._database, connection, rows, before, after, now=self._clock.now())
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

    def remove(self, event: str) -> bool:
        """Watch an event no more and forget the looks at it; and what is said of it, unless papers are of it. Whether there was one."""
        with self._database.write() as connection:
            self._database.lock(connection, WATCHING)
            row = _rows(connection, [event]).get(event)
            if row is None:
                return False
            connection.execute(
                sa.delete(_lease).where(_lease.c.kind == "event", _lease.c.name == event)
            )
            for table in (_look, _appointment):
                connection.execute(sa.delete(table).where(table.c.event_id == row))
            of_papers = sa.select(schema.mention.c.id).where(schema.mention.c.event_id == row)
            if connection.execute(of_papers.limit(1)).first() is not None:
                return True
            drop_claims(connection, EVENT, [row])
            connection.execute(sa.delete(_event).where(_event.c.id == row))
            noting = Noting(changes.EVENT)
            noting.removed(event)
            noting.write(connection, now=self._clock.now())
        return True

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

    def get(self, name: str) -> Event | None:
        """The event with this id, watched or not."""
        with self._database.read() as connection:
            found = _claims(connection, _event.c.public_id == name)
        return next((assemble_event(claims, id=name) for claims in found.values()), None)

    def volumes(self, words: str = "") -> list[Volume]:
        """The events whose papers are held, by name and year; those that are called so, if words are given."""
        paper = schema.paper
        statement = (
            sa.select(
                paper.c.event_id,
                paper.c.year,
                sa.func.count().label("papers"),
                sa.func.sum(sa.case((paper.c.pdf != "", 1), else_=0)).label("files"),
            )
            .where(paper.c.event_id.is_not(None), paper.c.title != "")
            .group_by(paper.c.event_id, paper.c.year)
        )
        with self._database.read() as connection:
            if words.strip():
                which = rows_of_events(connection, words)
                statement = statement.where(paper.c.event_id.in_(which))
            rows = connection.execute(statement).all()
            held = held_events(connection, {row.event_id for row in rows})
        found = []
        for row, one in held.items():
            own = [r for r in rows if r.event_id == row]
            years = sorted({r.year for r in own if r.year})
            papers, files = sum(r.papers for r in own), sum(r.files for r in own)
            found.append(Volume(one.event, papers, files, tuple(years)))
        return sorted(found, key=lambda v: (fold(v.event.acronym or v.event.name), v.event.year))

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

    def claims(self, event: str) -> list[Claim]:
        """Everything that is said of an event, the most believed first within each field."""
        with self._database.read() as connection:
            found = _claims(connection, _event.c.public_id == event)
        return event_claims_in_order(claim for claims in found.values() for claim in claims)

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
                paper.c.title != "",
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
            claims: dict[int, list[Claim]] = {}
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


_WATCHED = sa.select(_event.c.public_id).join_from(
    _event, _appointment, _appointment.c.event_id == _event.c.id
)
_NAMES = sa.select(_event.c.id, _event.c.public_id).order_by(_event.c.id)


def _row_of(connection: Connection, name: str) -> int:
    row = connection.scalar(sa.select(_event.c.id).where(_event.c.public_id == name))
    if row is None:
        raise ValueError(f"there is no event {name} in this library")
    return int(row)


def _state(connection: Connection) -> int | None:
    """The number of the last change of any event: as long as it stays, what was judged holds."""
    change = schema.change
    return connection.scalar(
        sa.select(change.c.id)
        .where(change.c.thing == changes.EVENT)
        .order_by(change.c.id.desc())
        .limit(1)
    )


def _claims(
    connection: Connection, which: sa.ColumnElement[bool] | None = None
) -> dict[int, list[Claim]]:
    found: dict[int, list[Claim]] = {}
    claim = schema.claim
    statement = (
        sa.select(claim, _event.c.public_id)
        .join_from(_event, claim, (claim.c.about == EVENT) & (claim.c.about_id == _event.c.id))
        .where(sa.true() if which is None else which)
        .order_by(claim.c.about_id, claim.c.number)
    )
    for row in connection.execute(statement):
        found.setdefault(row.about_id, []).append(claim_of(row, row.public_id))
    return found


def replaced(old: Iterable[Claim], sighting: Sequence[Claim]) -> list[Claim]:
    """The claims when a source's new word on a field, by the same reader, takes the place of its old one; what it now omits stays."""
    new = {_whose(claim): claim for claim in reversed(sighting)}
    return [c for c in old if _whose(c) not in new] + list(new.values())


def _whose(claim: Claim) -> tuple[str, str, Field]:
    return claim.evidence.source, claim.reader, claim.field


def _rows(connection: Connection, names: Collection[str]) -> dict[str, int]:
    """The rows of events by their ids."""
    found: dict[str, int] = {}
    for batch in batches(names):
        rows = sa.select(_event.c.public_id, _event.c.id).where(_event.c.public_id.in_(batch))
        found.update((row.public_id, row.id) for row in connection.execute(rows))
    return found


def _claims_of_some(connection: Connection, rows: Mapping[str, int]) -> dict[str, list[Claim]]:
    """What is said of these events, by their ids."""
    found: dict[int, list[Claim]] = {}
    for batch in batches(rows.values()):
        found |= _claims(connection, _event.c.id.in_(batch))
    return {name: found.get(row, []) for name, row in rows.items()}


def _put_claims(
    database: Database,
    connection: Connection,
    rows: Mapping[str, int],
    before: Mapping[str, Sequence[Claim]],
    after: Mapping[str, Sequence[Claim]],
    *,
    now: datetime,
) -> None:
    """Write the claims of events anew, and note what a reader sees change; those without claims before are new."""
    drop_claims(connection, EVENT, [rows[name] for name in before])
    add_claims(connection, EVENT, {rows[name]: claims for name, claims in after.items()})
    noting = Noting(changes.EVENT)
    renamed: list[int] = []
    for name, claims in after.items():
        if name not in before:
            noting.new(name)
            continue
        one = event_to_plain(assemble_event(before[name]))
        other = event_to_plain(assemble_event(claims))
        if fields := [field for field in other if other[field] != one[field]]:
            noting.changed(name, fields)
            if not _SHOWN_OF_PAPERS.isdisjoint(fields):
                renamed.append(rows[name])
    noting.write(connection, now=now)
    if renamed:
        _tell_papers(database, connection, renamed, now=now)


def _tell_papers(
    database: Database, connection: Connection, events: Collection[int], *, now: datetime
) -> None:
    """Let the papers of events that are called otherwise now say so."""
    mention = schema.mention
    papers: set[int] = set()
    for batch in batches(events):
        which = sa.select(mention.c.paper_id).where(mention.c.event_id.in_(batch))
        papers.update(connection.scalars(which.distinct()))
    if papers:
        database.lock(connection, LINKING)
        noting = Noting(changes.PAPER)
        assemble_papers(connection, papers, noting, now=now)
        noting.write(connection, now=now)


def _trimmed(claim: Claim) -> Claim:
    """A claim of bearable length, as the database gives it back."""
    value, evidence = claim.value, claim.evidence
    return replace(
        claim,
        value=storable(value)[:_MAX_VALUE] if isinstance(value, str) else value,
        evidence=Evidence(
            storable(evidence.source),
            storable(evidence.locator)[:MAX_QUOTE],
            storable(evidence.quote)[:MAX_QUOTE],
        ),
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
