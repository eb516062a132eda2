"""The events of a library: what sources, looks and people say of them, and which sighting is of which event.

The store assembles an event from its claims. Which event a sighting is of, and when that is looked at next, the caller's `Judge` decides
before the transaction: it is told of the events that share a key with the sighting, never of all. The transaction checks that no event has changed since,
or it is judged again: so two processes that add the same event make one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from harvestman.model import (
    Appointment,
    Claim,
    Clock,
    Event,
    EventSighting,
    Field,
    LibraryLocked,
    Look,
    assemble_event,
    event_claims_in_order,
)
from harvestman.store import changes
from harvestman.store.database import WATCHING, Database
from harvestman.store.statements import Statement
from harvestman.store.watch.agenda import write_appointment
from harvestman.store.watch.appointments import claims_of, looks_of, rows_of
from harvestman.store.watch.saying import keys_of, put_claims, replaced, rows_with_keys, trimmed

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_TRIES = 20  # each time somebody else has got further
_INSERT = Statement.insert("event", "public_id", "added")
_SELECT_WATCHED = Statement("SELECT event_id FROM appointment WHERE event_id IN :rows")
# The number of the last change of any event: as long as it stays, what was judged holds.
_SELECT_STATE = Statement(
    f"SELECT id FROM change WHERE thing = '{changes.EVENT}' ORDER BY id DESC LIMIT 1"  # noqa: S608 (our own name)
)


class Judge(Protocol):
    """What the watch decides of events that are to be kept."""

    def add(self, event: Event, looks: Sequence[Look] = ()) -> None:
        """Learn of an event that is held and of the looks at it, or of its new state."""
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

        A new judge is asked for whenever somebody else has changed an event since the last one judged.
        """
        told = [tuple(map(trimmed, sighting)) for sighting in sightings if sighting]
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
        self, sightings: Sequence[EventSighting], judge: Judge
    ) -> tuple[int | None, list[_Judged]]:
        """Which event each sighting is of and what follows, from what is known now; and the state that this is true of."""
        judged: list[_Judged] = []
        with self._database.asking() as connection:
            # First: what is read after it may only be newer.
            state = _SELECT_STATE.value(connection)
            near = _Near(connection, judge)
            near.learn(map(assemble_event, sightings))
            for sighting in sightings:
                name = judge.find(assemble_event(sighting))
                is_new = name is None
                if name is None:
                    name = self._new_id()
                old = near.claims.get(name, ())
                near.claims[name] = replaced(old, sighting)
                event = assemble_event(near.claims[name], id=name)
                looks = near.looks.get(name, ())
                judge.add(event, looks)
                appointment = None
                # One that a harvest has found is watched from when a source names it.
                is_found = name in near.unwatched
                if is_new or event != assemble_event(old, id=name) or is_found:
                    near.learn([event])  # it may be of a series of which the sighting says nothing
                    appointment = judge.appoint(event, looks)
                judged.append(_Judged(name, is_new, sighting, event, appointment))
        return state, judged

    def _write_judged(self, state: int | None, judged: Sequence[_Judged]) -> bool:
        """Keep what was judged, unless an event has changed meanwhile; whether it was kept."""
        now = self._clock.now()
        new = [one.name for one in judged if one.is_new]
        with self._database.writing() as connection:
            self._database.lock(connection, WATCHING)
            if _SELECT_STATE.value(connection) != state:
                return False
            rows = rows_of(connection, {one.name for one in judged})
            before = claims_of(connection, rows)
            after = {name: list(claims) for name, claims in before.items()}
            for one in judged:
                after[one.name] = replaced(after.get(one.name, ()), one.sighting)
            planned = {one.name: one.event for one in judged}
            if any(assemble_event(after[name], id=name) != planned[name] for name in planned):
                return False  # a claim that changed nothing has come meanwhile, and now it does
            if new:
                _INSERT.change_all(connection, [{"public_id": name, "added": now} for name in new])
                rows |= rows_of(connection, new)
            put_claims(self._database, connection, rows, before, after, now=now)
            for name, appointment in {
                one.name: one.appointment for one in judged if one.appointment is not None
            }.items():
                write_appointment(connection, rows[name], appointment, now)
        return True

    def say(self, event: str, claim: Claim) -> bool:
        """Keep what a person says of an event, in place of what the same person said of that field before; False when there is none."""
        return self._change(event, lambda claims: replaced(claims, [trimmed(claim)]))

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
        with self._database.writing() as connection:
            self._database.lock(connection, WATCHING)
            rows = rows_of(connection, [event])
            if not rows:
                return False
            before = claims_of(connection, rows)
            after = {event: change(before[event])}
            put_claims(self._database, connection, rows, before, after, now=self._clock.now())
        return True

    def get(self, name: str) -> Event | None:
        """The event with this id, watched or not."""
        with self._database.asking() as connection:
            found = claims_of(connection, rows_of(connection, [name]))
        return assemble_event(found[name], id=name) if name in found else None

    def claims(self, event: str) -> list[Claim]:
        """Everything that is said of an event, the most believed first within each field."""
        with self._database.asking() as connection:
            found = claims_of(connection, rows_of(connection, [event]))
        return event_claims_in_order(found.get(event, ()))

    def near(self, events: Iterable[Event]) -> list[tuple[Event, list[Look]]]:
        """The events that may be one with these or other editions of their series, each with the looks at it."""
        with self._database.asking() as connection:
            rows = rows_with_keys(connection, {key for one in events for key in keys_of(one)})
            claims, looks = claims_of(connection, rows), looks_of(connection, rows.values())
        return [
            (assemble_event(claims[name], id=name), looks.get(row, []))
            for name, row in rows.items()
        ]


class _Near:
    """The events that a judge has been told of, since they share a key with what is to be judged."""

    def __init__(self, connection: AnyConnection, judge: Judge) -> None:
        self._connection = connection
        self._judge = judge
        self.claims: dict[str, Sequence[Claim]] = {}
        self.looks: dict[str, list[Look]] = {}
        self.unwatched: set[str] = set()
        self._asked: set[int] = set()

    def learn(self, events: Iterable[Event]) -> None:
        """Tell the judge of all events near to these of which it does not know yet."""
        keys = {key for event in events for key in keys_of(event)} - self._asked
        self._asked |= keys
        near = rows_with_keys(self._connection, keys)
        rows = {name: row for name, row in sorted(near.items()) if name not in self.claims}
        if not rows:
            return
        claims = claims_of(self._connection, rows)
        looks = looks_of(self._connection, rows.values())
        appointed = _SELECT_WATCHED.rows(self._connection, {"rows": list(rows.values())})
        watched = {row.event_id for row in appointed}
        self.claims |= claims
        for name, row in rows.items():
            self.looks[name] = looks.get(row, [])
            if row not in watched:
                self.unwatched.add(name)
            self._judge.add(assemble_event(claims[name], id=name), self.looks[name])
