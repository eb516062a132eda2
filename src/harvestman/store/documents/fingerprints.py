"""Fingerprints of documents, by which near-duplicates are recognised without reading them again.

Rows are numbered in the order of their changes: a key that is changed or discarded moves to a new, higher number. So whoever
has read all rows up to a number needs only those above it to know everything, in whichever process they were written.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from harvestman.store.database import FINGERPRINTING, Database, batches
from harvestman.store.faults import fault_of
from harvestman.store.statements import Statement
from harvestman.store.wal_index import WalIndex

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_COLUMNS = ("id", "key", "simhash", "words", "shingles", "sketch", "title", "changes")
_SIGN = 1 << 63  # databases know no unsigned numbers

_KEEP = Statement.insert(
    "fingerprint",
    *_COLUMNS,
    then="""
    ON CONFLICT (key) DO UPDATE
    SET id = excluded.id, simhash = excluded.simhash, words = excluded.words, shingles = excluded.shingles,
        sketch = excluded.sketch, title = excluded.title, changes = fingerprint.changes + 1
    WHERE fingerprint.sketch IS NULL OR fingerprint.sketch <> excluded.sketch
        OR fingerprint.simhash <> excluded.simhash OR fingerprint.title <> excluded.title
    """,
)
_DISCARD = Statement(
    """
    UPDATE fingerprint SET id = :number, sketch = NULL, title = '', changes = changes + 1
    WHERE key = :key AND sketch IS NOT NULL
    """
)
_NEWEST = Statement("SELECT max(id) FROM fingerprint")
_SINCE = Statement(
    f"SELECT {', '.join(_COLUMNS)} FROM fingerprint WHERE id > :number ORDER BY id LIMIT :most"  # noqa: S608 (our own names)
)
_NUMBER = Statement("SELECT id FROM fingerprint WHERE key = :key")
_TITLES = Statement("SELECT key, title FROM fingerprint WHERE key IN :keys")
_TITLES_OF = "SELECT key, title FROM fingerprint WHERE key IN"


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
        self._watching: sqlite3.Connection | None = None
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
        with self._database.writing() as connection:
            keep_fingerprints(self._database, connection, rows)

    def discard(self, key: str) -> None:
        """Forget a fingerprint; its key stays, so that every reader learns of it."""
        with self._database.writing() as connection:
            number = _next_number(self._database, connection)
            _DISCARD.change(connection, {"key": key, "number": number})

    def newest(self) -> int:
        """The number of the last change, 0 when there is none. Asked before every look-up, so it must cost little."""
        if not self._database.is_sqlite:
            with self._database.asking() as connection:
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
                with self._database.asking() as connection:
                    rows = _TITLES.rows(connection, {"keys": batch})
                found.update((row.key, row.title) for row in rows)
        return found

    def number_of(self, key: str) -> int | None:
        """The number of a key's last change, None when it was never here."""
        with self._database.asking() as connection:
            number: int | None = _NUMBER.value(connection, {"key": key})
            return number

    def close(self) -> None:
        """Let go of the connection that watches for changes."""
        with self._watch:
            if self._watching is not None:
                self._wal_index = self._state = None
                self._watching.close()
                self._watching = None

    def _watched(self, statement: str, values: Sequence[str] = ()) -> list[Any]:
        """The answer of an SQLite database to a short question; on a connection of its own, outside of all transactions, because
        a look-up waits for it: 4 µs instead of 9."""
        with self._watch:
            if self._watching is None:
                self._watching = self._database.own_driver()
            try:
                rows: list[Any] = self._watching.execute(statement, values).fetchall()
            except sqlite3.Error as error:
                raise fault_of(error, self._database.where) or error from None
            if self._wal_index is None:  # not before: SQLite maps it when it is first asked
                self._wal_index = WalIndex(self._database.where)
            return rows


def keep_fingerprints(
    database: Database, connection: AnyConnection, rows: Iterable[FingerprintRow]
) -> None:
    """Keep these fingerprints in the caller's transaction."""
    by_key = {row.key: row for row in rows}
    if not by_key:
        return
    number = _next_number(database, connection)
    values = [_values(row, number + place) for place, row in enumerate(by_key.values())]
    _KEEP.change_all(connection, values)


def _next_number(database: Database, connection: AnyConnection) -> int:
    # Numbers must become visible in their order, or a reader would pass over one that commits late.
    database.lock(connection, FINGERPRINTING)
    return _newest(connection) + 1


def _newest(connection: AnyConnection) -> int:
    return int(_NEWEST.value(connection) or 0)


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
