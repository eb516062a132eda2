"""Fingerprints of documents, by which near-duplicates are recognised without reading them again.

Rows are numbered in the order of their changes: a key that is changed or discarded moves to a new, higher number. So whoever
has read all rows up to a number needs only those above it to know everything, in whichever process they were written.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.store import schema
from harvestman.store.database import FINGERPRINTING, Database, batches, insert_into
from harvestman.store.faults import fault_of, told_plainly
from harvestman.store.prepared import Prepared
from harvestman.store.wal_index import WalIndex

_fingerprint = schema.fingerprint
_TITLES = sa.select(_fingerprint.c.key, _fingerprint.c.title).where(
    _fingerprint.c.key.in_(sa.bindparam("keys", expanding=True))
)
_TITLES_OF = "SELECT key, title FROM fingerprint WHERE key IN"
_SIGN = 1 << 63  # databases know no unsigned numbers


def _keep(dialect: str) -> sa.Executable:
    insert = insert_into(_fingerprint, dialect)
    new = insert.excluded
    return insert.on_conflict_do_update(
        index_elements=["key"],
        set_={name: new[name] for name in ("id", "simhash", "words", "shingles", "sketch", "title")}
        | {"changes": _fingerprint.c.changes + 1},
        where=sa.or_(
            _fingerprint.c.sketch.is_(None),
            _fingerprint.c.sketch != new.sketch,
            _fingerprint.c.simhash != new.simhash,
            _fingerprint.c.title != new.title,
        ),
    )


# Built once: one is asked for and one is kept with every document.
_KEEP = Prepared(_keep, *(column.name for column in _fingerprint.c))
_NEWEST = Prepared.of(sa.select(sa.func.max(_fingerprint.c.id).label("number")))
_SINCE = Prepared.of(
    sa.select(_fingerprint)
    .where(_fingerprint.c.id > sa.bindparam("number"))
    .order_by(_fingerprint.c.id)
    .limit(sa.bindparam("most", type_=sa.Integer))
)


@dataclass(frozen=True, slots=True)
class FingerprintRow:
    """One document's fingerprint as it is kept; without a sketch it was discarded."""

    key: str
    simhash: int
    words: int
    shingles: int
    sketch: bytes | None
    title: str
    number: int = 0
    """Its place in the order of changes."""
    is_changed: bool = False
    """Whether the key had another fingerprint before."""


class Fingerprints:
    """The door to the rows; safe to use from many threads."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._watching: Any = None
        self._wal_index: WalIndex | None = None
        self._state: bytes | None = None
        self._newest = 0
        self._watch = threading.RLock()

    @property
    def where(self) -> str:
        """The file or address of the database that holds them."""
        return self._database.where

    @property
    def is_file(self) -> bool:
        """Whether the database is a file of this machine."""
        return self._database.is_sqlite

    def keep(self, rows: Iterable[FingerprintRow]) -> None:
        """Keep these fingerprints, in one transaction; one that is there already as it is stays where it is."""
        with self._database.write() as connection:
            keep_fingerprints(self._database, connection, rows)

    def discard(self, key: str) -> None:
        """Forget a fingerprint; its key stays, so that every reader learns of it."""
        with self._database.write() as connection:
            connection.execute(
                sa.update(_fingerprint)
                .where(_fingerprint.c.key == key, _fingerprint.c.sketch.is_not(None))
                .values(
                    id=_next_number(self._database, connection),
                    sketch=None,
                    title="",
                    changes=_fingerprint.c.changes + 1,
                )
            )

    def newest(self) -> int:
        """The number of the last change, 0 when there is none. Asked before every look-up, so it must cost little."""
        if not self._database.is_sqlite:
            with self._database.read() as connection:
                return _newest(connection)
        with self._watch:
            state = self._wal_index.state if self._wal_index is not None else None
            if state is None or state != self._state:
                self._newest = int(self._watched("SELECT max(id) FROM fingerprint")[0][0] or 0)
                self._state = (
                    state  # of before the question: what is written meanwhile is asked for again
                )
            return self._newest

    def since(self, number: int, *, limit: int) -> list[FingerprintRow]:
        """The changes above a number in their order, at most so many."""
        with self._database.asking() as connection:
            rows = _SINCE.rows(connection, {"number": number, "most": limit})
        return [_row(row) for row in rows]

    def titles(self, keys: Sequence[str]) -> dict[str, str]:
        """The titles of these documents, as far as they are there."""
        found: dict[str, str] = {}
        for batch in batches(keys):
            if self._database.is_sqlite:
                marks = ",".join("?" * len(batch))
                found.update(self._watched(f"{_TITLES_OF} ({marks})", batch))
            else:
                with self._database.read() as connection:
                    rows = connection.execute(_TITLES, {"keys": batch})
                    found.update((row.key, row.title) for row in rows)
        return found

    def number_of(self, key: str) -> int | None:
        """The number of a key's last change, None when it was never here."""
        with self._database.read() as connection:
            return connection.scalar(sa.select(_fingerprint.c.id).where(_fingerprint.c.key == key))

    def close(self) -> None:
        """Let go of the connection that watches for changes."""
        with self._watch:
            if self._watching is not None:
                self._wal_index = self._state = None
                self._watching.close()
                self._watching = None

    def _watched(self, statement: str, values: Sequence[str] = ()) -> list[Any]:
        """The answer of an SQLite database to a short question; on a connection of its own, without SQLAlchemy, because
        a look-up waits for it: 6 µs instead of 150."""
        with self._watch:
            if self._watching is None:
                with told_plainly(self._database.where):
                    self._watching = self._database.engine.raw_connection()
            try:
                rows: list[Any] = self._watching.driver_connection.execute(
                    statement, values
                ).fetchall()
            except sqlite3.Error as error:
                raise fault_of(error, self._database.where) or error from None
            if self._wal_index is None:  # not before: SQLite maps it when it is first asked
                self._wal_index = WalIndex(self._database.where)
            return rows


def keep_fingerprints(
    database: Database, connection: Connection, rows: Iterable[FingerprintRow]
) -> None:
    """Keep these fingerprints in the caller's transaction."""
    by_key = {row.key: row for row in rows}
    if not by_key:
        return
    number = _next_number(database, connection)
    values = [_values(row, number + place) for place, row in enumerate(by_key.values())]
    _KEEP.change_all(connection, values)


def _next_number(database: Database, connection: Connection) -> int:
    # Numbers must become visible in their order, or a reader would pass over one that commits late.
    database.lock(connection, FINGERPRINTING)
    return _newest(connection) + 1


def _newest(connection: Connection) -> int:
    return int(_NEWEST.first(connection, {}).number or 0)


def _values(row: FingerprintRow, number: int) -> dict[str, object]:
    return {
        "id": number,
        "key": row.key,
        "simhash": row.simhash - _SIGN,
        "words": row.words,
        "shingles": row.shingles,
        "sketch": row.sketch,
        "title": row.title,
        "changes": 0,
    }


def _row(row: Any) -> FingerprintRow:
    return FingerprintRow(
        row.key,
        row.simhash + _SIGN,
        row.words,
        row.shingles,
        row.sketch,
        row.title,
        row.id,
        row.changes > 0,
    )
