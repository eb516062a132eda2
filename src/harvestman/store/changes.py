"""The change log: one row for each change of a paper, event, document or candidate that a reader of the library could have noticed.

Nothing else moves a datestamp: a page that is read again and says the same leaves no row. What is gone leaves a row too, so that
whoever has a copy learns of it. Feeds, OAI-PMH and "new since" are questions to this table.

The order is that of transactions. A transaction of PostgreSQL that began earlier may end later, so readers are shown only what is
older than every transaction still under way: who goes on from a cursor misses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Plain, UsageError
from harvestman.store.database import Database
from harvestman.store.prepared import Prepared
from harvestman.store.tables import MAX_VENUE, MAX_YEAR, change

PAPER, EVENT, DOCUMENT, CANDIDATE = "paper", "event", "document", "candidate"
"""The things whose changes are noted."""

_CURSOR = re.compile(r"([0-9]{1,18})-([0-9]{1,18})")


class ChangeKind(Enum):
    """What happened to a thing."""

    NEW = "new"
    CHANGED = "changed"
    MERGED = "merged"
    """It became part of another one, to which its id leads."""
    REMOVED = "removed"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Belonged:
    """What a paper had before it was merged or removed, by which it was in sets."""

    year: int | None = None
    venue: str | None = None
    event: str | None = None
    """The id of its event."""

    @classmethod
    def by_view(cls, view: Plain) -> Belonged:
        """As the paper was shown."""
        event, year, venue = view.get("event") or {}, view.get("year") or 0, view.get("venue") or ""
        is_year = 0 < year <= MAX_YEAR
        return cls(year if is_year else None, venue[:MAX_VENUE] or None, event.get("id"))


@dataclass(frozen=True, slots=True)
class Change:
    """One change."""

    thing: str
    """`paper`, `event`, `document` or `candidate`."""
    id: str
    kind: ChangeKind
    into: str = ""
    """The id of what it became part of."""
    fields: tuple[str, ...] = ()
    """Which fields have another value now."""
    when: datetime | None = None
    """None until it is kept."""
    belonged: Belonged = Belonged()


@dataclass(frozen=True, slots=True)
class ChangePage:
    """Some changes, the oldest first."""

    changes: tuple[Change, ...]
    cursor: str
    """What to go on with, now or after the next changes."""
    has_more: bool


class Noting:
    """The changes of one kind of thing within one transaction: a reader sees only what all of them together amount to."""

    def __init__(self, thing: str) -> None:
        self._thing = thing
        self._changes: dict[str, Change] = {}

    def new(self, name: str) -> None:
        """There is one more."""
        self._put(Change(self._thing, name, ChangeKind.NEW))

    def changed(self, name: str, fields: Iterable[str]) -> None:
        """Some of its fields have another value."""
        before = self._changes.get(name)
        if before is not None and before.kind is ChangeKind.NEW:
            return
        known = before.fields if before else ()
        told = tuple(dict.fromkeys((*known, *fields)))
        self._put(Change(self._thing, name, ChangeKind.CHANGED, fields=told))

    def merged(self, name: str, into: str, belonged: Belonged) -> None:
        """It became part of another."""
        self._end(Change(self._thing, name, ChangeKind.MERGED, into, belonged=belonged))

    def removed(self, name: str, belonged: Belonged | None = None) -> None:
        """It is gone."""
        told = belonged or Belonged()
        self._end(Change(self._thing, name, ChangeKind.REMOVED, belonged=told))

    def _end(self, ended: Change) -> None:
        before = self._changes.pop(ended.id, None)
        if before is None or before.kind is not ChangeKind.NEW:  # else nobody ever saw it
            self._put(ended)

    def _put(self, one: Change) -> None:
        self._changes[one.id] = one

    def write(self, connection: Connection, *, now: datetime) -> None:
        """Keep them, in the caller's transaction."""
        note_changes(connection, self._changes.values(), now=now)


def _insert_into(dialect: str) -> sa.Insert:
    number = sa.literal_column("0") if dialect == "sqlite" else sa.func.txid_current()
    return sa.insert(change).values(tx=number)


_INSERT = Prepared(
    _insert_into, "changed", "thing", "public_id", "kind", "into", "fields", "year", "venue", "event"
)  # fmt: skip


def note_changes(connection: Connection, changes: Collection[Change], *, now: datetime) -> None:
    """Keep changes, in the caller's transaction."""
    _INSERT.change_all(
        connection,
        (
            {
                "changed": now,
                "thing": one.thing,
                "public_id": one.id,
                "kind": one.kind.value,
                "into": one.into,
                "fields": list(one.fields),
                "year": one.belonged.year,
                "venue": one.belonged.venue,
                "event": one.belonged.event,
            }
            for one in changes
        ),
    )


def read_changes(
    database: Database, *, since: datetime | None = None, after: str = "", limit: int = 1_000
) -> ChangePage:
    """The changes since a moment, or after a cursor, or both; the oldest first."""
    order = (change.c.id,) if database.is_sqlite else (change.c.tx, change.c.id)
    statement = sa.select(change).order_by(*order).limit(limit + 1)
    if since is not None:
        statement = statement.where(change.c.changed >= since)
        if database.is_sqlite and not after:
            # The sign keeps SQLite from going through all rows in their order: the index finds those since then.
            statement = statement.order_by(None).order_by(sa.literal_column("+change.id"))
    if after:
        match = _CURSOR.fullmatch(after)
        if not match:
            raise UsageError(f"{after!r} is no cursor: take the one that the page before gives")
        tx, row = map(int, match.groups())
        place = (row,) if database.is_sqlite else (tx, row)
        statement = statement.where(sa.tuple_(*order) > sa.tuple_(*map(sa.literal, place)))
    if not database.is_sqlite:
        oldest = sa.func.txid_snapshot_xmin(sa.func.txid_current_snapshot())
        statement = statement.where(change.c.tx < oldest)
    with database.read() as connection:
        rows = connection.execute(statement).all()
    shown = rows[:limit]
    cursor = f"{shown[-1].tx}-{shown[-1].id}" if shown else after
    return ChangePage(tuple(map(_change_of, shown)), cursor, len(rows) > limit)


def change_to_plain(one: Change) -> Plain:
    """A change as `GET /api/v1/changes` tells it."""
    return {
        "when": one.when.isoformat() if one.when else None,
        "thing": one.thing,
        "id": one.id,
        "kind": str(one.kind),
        "into": one.into or None,
        "fields": list(one.fields),
    }


def _change_of(row: Any) -> Change:
    return Change(
        thing=row.thing,
        id=row.public_id,
        kind=ChangeKind(row.kind),
        into=row.into,
        fields=tuple(row.fields),
        when=row.changed,
    )
