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
from functools import cache
from typing import TYPE_CHECKING, Any

from harvestman.model import Plain, UsageError
from harvestman.model.sending import quickly_made
from harvestman.store.asking import is_sqlite, moment_told
from harvestman.store.statements import Statement
from harvestman.store.storable import MAX_VENUE, MAX_YEAR, plain_of

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection
    from harvestman.store.database import Database

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


@quickly_made
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

    def write(self, connection: AnyConnection, *, now: datetime) -> None:
        """Keep them, in the caller's transaction."""
        note_changes(connection, self._changes.values(), now=now)


def _insert(tx: str) -> Statement:
    return Statement(
        f"""
        INSERT INTO change (tx, changed, thing, public_id, kind, "into", fields, year, venue, event)
        VALUES ({tx}, :changed, :thing, :public_id, :kind, :into, :fields, :year, :venue, :event)
        """,  # noqa: S608 (our own words)
        json=["fields"],
    )


_INSERT_SQLITE, _INSERT_POSTGRES = _insert("0"), _insert("txid_current()")


def note_changes(connection: AnyConnection, changes: Collection[Change], *, now: datetime) -> None:
    """Keep changes, in the caller's transaction."""
    insert = _INSERT_SQLITE if is_sqlite(connection) else _INSERT_POSTGRES
    insert.change_all(
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
    values: dict[str, Any] = {"since": since, "limit": limit + 1}
    if after:
        match = _CURSOR.fullmatch(after)
        if not match:
            raise UsageError(f"{after!r} is no cursor: take the one that the page before gives")
        values["tx"], values["row"] = map(int, match.groups())
    of_sqlite, is_since, is_after = database.is_sqlite, since is not None, bool(after)
    select = _select(of_sqlite=of_sqlite, is_since=is_since, is_after=is_after)
    with database.asking() as connection:
        rows = select.rows(connection, values)
    shown = rows[:limit]
    cursor = f"{shown[-1].tx}-{shown[-1].id}" if shown else after
    return ChangePage(tuple(map(_change_of, shown)), cursor, len(rows) > limit)


@cache
def _select(*, of_sqlite: bool, is_since: bool, is_after: bool) -> Statement:
    order = "id" if of_sqlite else "tx, id"
    which = ["true"] if of_sqlite else ["tx < txid_snapshot_xmin(txid_current_snapshot())"]
    if is_since:
        which.append("changed >= :since")
        if of_sqlite and not is_after:
            # The sign keeps SQLite from going through all rows in their order: the index finds those since then.
            order = "+id"
    if is_after:
        which.append("id > :row" if of_sqlite else "(tx, id) > (:tx, :row)")
    return Statement(
        f"""
        SELECT id, tx, changed, thing, public_id, kind, "into", fields FROM change
        WHERE {" AND ".join(which)} ORDER BY {order} LIMIT :limit
        """  # noqa: S608 (our own words)
    )


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
        fields=tuple(plain_of(row.fields)),
        when=moment_told(row.changed),
    )
