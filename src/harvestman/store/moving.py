"""Moving a library from its SQLite file to PostgreSQL, with its blobs: killed at any moment and run again, it goes on.

The new database is filled table by table, a group of rows a transaction, in which it also notes how far that table has come
(`library_move`). Only when all rows are there and equal to those of the file does it become a library: until then nobody can
open it as one. The file and its blobs are only read.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from itertools import islice
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import BlobError, StoreError, UsageError
from harvestman.store.blobs import Blobs
from harvestman.store.columns import RowKey, StorableText
from harvestman.store.database import (
    MOVING,
    Database,
    is_postgres,
    open_postgres,
    refuse_other_encodings,
)
from harvestman.store.library import Library, open_blobs
from harvestman.store.migration import make_tables, note_version
from harvestman.store.owners import is_dead
from harvestman.store.revision import MOVE_TABLE, revision_of
from harvestman.store.schema import change, lease, metadata, tally
from harvestman.store.search import (
    DOCUMENT_INDEX,
    PAGE_INDEX,
    PAPER_INDEX,
    Index,
    put_in_index,
)
from harvestman.store.tallies import mend_tallies

MoveProgress = Callable[[int, int | None, str], None]
"""Told how many are done, of how many, and what is being done."""

_INDEXES = (PAPER_INDEX, DOCUMENT_INDEX, PAGE_INDEX)
_MAX_ROWS = 1_000  # of one transaction
_MAX_SIGNS = 4_000_000
_AT_ONCE = 16  # blobs: a bucket is far away

# How far each table has come, and, under the name "", which library is moved.
_move = sa.Table(
    MOVE_TABLE,
    sa.MetaData(),
    sa.Column("name", StorableText, primary_key=True),
    sa.Column("rows", RowKey, nullable=False),
    sa.Column("source", StorableText, nullable=False),
)


@dataclass(slots=True)
class Moved:
    """What a move came to."""

    tables: dict[str, int] = field(default_factory=dict)
    """The rows of each table, compared with those of the file one by one."""
    blobs: int = 0
    """Blobs that are in the new place, whoever put them there."""
    damaged: list[str] = field(default_factory=list)
    """Blobs whose bytes were damaged or lost in the old place already; they stay behind."""

    @property
    def rows(self) -> int:
        """The rows of all tables."""
        return sum(self.tables.values())


def move_library(
    library: Library,
    to: str,
    *,
    blobs: str | None = None,
    again: bool = False,
    progress: MoveProgress | None = None,
) -> Moved:
    """Copy a library out of its SQLite file into the empty PostgreSQL database at an address, or go on with it.

    `blobs` is a folder or `s3://bucket/prefix` to which the blobs are copied first; left out, they stay where they are. With `again`
    what an earlier, unended move has brought into the database is dropped first. UsageError while somebody works on the library.
    """
    if not library.database.is_sqlite:
        raise UsageError(
            "Only a library in a SQLite file is moved: PostgreSQL's own pg_dump and pg_restore copy one of a server."
        )
    if not is_postgres(to):
        raise UsageError(
            "A library is moved to PostgreSQL: --to postgresql://user:password@host/name"
        )
    _refuse_busy(library)
    with closing(open_postgres(to)) as target:
        # First the database is looked at: nobody wants to learn after a night of copying files that it cannot be used.
        with _alone(target):
            _begin(library.database, target, again=again)
        moved = (
            Moved()
            if blobs is None
            else _move_blobs(library.blobs.place, open_blobs(to, blobs), progress)
        )
        moved.tables = _move_tables(library.database, target, progress)
    return moved


def _refuse_busy(library: Library) -> None:
    with library.database.read() as connection:
        names = connection.execute(
            sa.select(lease.c.holder, lease.c.kind, lease.c.name).where(
                lease.c.holder != "", lease.c.until > library.now()
            )
        )
        busy = [f"{kind} {name}" for holder, kind, name in names if not is_dead(holder)]
    if busy:
        raise UsageError(
            f"Somebody works on {library} ({', '.join(busy[:3])}): end that first, for what is written after the move is not in it."
        )


def _move_tables(
    source: Database, target: Database, progress: MoveProgress | None
) -> dict[str, int]:
    """Copy and compare all tables; the rows of each."""
    with _alone(target), source.read() as rows:
        tables = [table for table in metadata.sorted_tables if table is not tally]
        sizes = {table.name: _count(rows, table) for table in tables}
        mover = _Mover(rows, target, progress, total=2 * sum(sizes.values()))
        for table in tables:
            mover.copy(table)
        for index in _INDEXES:
            mover.copy_index(index)
        for table in tables:
            mover.compare(table)
        _end(target, tables)
    return sizes


def _move_blobs(source: Blobs, target: Blobs, progress: MoveProgress | None) -> Moved:
    """Copy all blobs that are not there yet, reading each back; those damaged before are named and left behind."""
    moved = Moved()

    def copy(digest: str) -> str | None:
        if not target.has(digest):
            try:
                data = source.get(digest)
            except BlobError:
                return digest
            target.put(data)
            target.get(digest)  # raises unless its bytes are what its name says
        return None

    with ThreadPoolExecutor(_AT_ONCE) as threads:
        digests = source.digests()
        while some := list(islice(digests, 256)):
            damaged = [digest for digest in threads.map(copy, some) if digest]
            moved.damaged += damaged
            moved.blobs += len(some) - len(damaged)
            if progress:
                progress(moved.blobs, None, "copying files and pages")
    return moved


class _Mover:
    """Copies from one moment of the file."""

    def __init__(
        self, rows: Connection, target: Database, progress: MoveProgress | None, *, total: int
    ) -> None:
        self._source = rows
        self._target = target
        self._progress = progress
        self._done = 0
        self._total = total

    def copy(self, table: sa.Table) -> None:
        """Bring the rows of a table that are not there yet."""
        done = self._begun(table.name)
        self._tell(done, f"copying {table.name}")
        for group in _groups(_ordered(self._source, table, offset=done)):
            values = [_as_new(table, row) for row in group]
            with self._target.write() as connection:
                connection.execute(table.insert(), values)
                done += len(group)
                self._note(connection, table.name, done)
            self._tell(len(group), f"copying {table.name}")

    def copy_index(self, index: Index) -> None:
        """Make the rows searchable by the words by which they were found in the file."""
        done = self._begun(index.name)
        names = [name for name, _, _ in index.columns]
        words = sa.table(index.name, *(sa.column(name) for name in ("rowid", *names)))
        found = self._source.execution_options(yield_per=_MAX_ROWS).execute(
            sa.select(words).order_by(words.c.rowid).limit(-1).offset(done)
        )
        for group in _groups(found):
            with self._target.write() as connection:
                for row in group:
                    put_in_index(connection, index, row[0], [text or "" for text in row[1:]])
                done += len(group)
                self._note(connection, index.name, done)
            self._tell(0, f"making {index.name}")

    def compare(self, table: sa.Table) -> None:
        """Whether both have the same rows; StoreError otherwise."""
        self._tell(0, f"comparing {table.name}")
        here = _sum_of(table, _ordered(self._source, table), self._tell)
        with self._target.read() as connection:
            there = _sum_of(table, _ordered(connection, table, in_order=False))
        if here != there:
            raise StoreError(
                f"The table {table.name} has {here[0]} rows here and {there[0]} in {self._target.where}, or others: "
                "the library was written to while it was moved. Stop what writes to it and run the move with --again."
            )

    def _begun(self, name: str) -> int:
        with self._target.read() as connection:
            statement = sa.select(_move.c.rows).where(_move.c.name == name)
            return int(connection.scalar(statement) or 0)

    def _note(self, connection: Connection, name: str, rows: int) -> None:
        connection.execute(sa.delete(_move).where(_move.c.name == name))
        connection.execute(sa.insert(_move).values(name=name, rows=rows, source=""))

    def _tell(self, more: int, what: str = "") -> None:
        self._done += more
        if self._progress:
            self._progress(self._done, self._total, what or "comparing")


@contextmanager
def _alone(target: Database) -> Iterator[None]:
    """Keep out a second move into the same database; PostgreSQL forgets the lock of who dies."""
    with target.alone(MOVING) as is_alone:
        if not is_alone:
            raise UsageError(f"Another move into {target.where} is under way: wait for it.")
        yield


def _begin(source: Database, target: Database, *, again: bool) -> None:
    """Make the tables of the new library, or check that those there are of this very move."""
    with target.write() as connection:
        refuse_other_encodings(target, connection)
        if revision_of(connection, target.where, is_moving=True) is not None:
            raise UsageError(
                f"{target.where} holds a library already: move into an empty database."
            )
        is_begun = sa.inspect(connection).has_table(MOVE_TABLE)
        if is_begun and again:
            names = ", ".join([MOVE_TABLE, *metadata.tables, *(index.name for index in _INDEXES)])
            connection.exec_driver_sql(f"DROP TABLE {names}")
            is_begun = False
        if not is_begun:
            make_tables(connection)
            _move.create(connection)
            connection.execute(sa.insert(_move).values(name="", rows=0, source=source.where))
        moved = connection.scalar(sa.select(_move.c.source).where(_move.c.name == ""))
        if moved != source.where:
            raise UsageError(
                f"{target.where} is half filled from {moved}: move that one, or begin anew with --again."
            )


def _end(target: Database, tables: Sequence[sa.Table]) -> None:
    """From here on it is a library: the next row gets the next number, and the database says which version it has."""
    with target.write() as connection:
        for table in tables:
            key = table.autoincrement_column
            if key is not None:
                sequence = sa.func.pg_get_serial_sequence(table.name, key.name)
                highest = sa.select(sa.func.max(key)).scalar_subquery()
                following = sa.func.coalesce(highest + 1, 1)
                connection.execute(sa.select(sa.func.setval(sequence, following, sa.false())))
        mend_tallies(
            connection
        )  # the triggers look at one row at a time, and came in the middle of many
        _move.drop(connection)
        note_version(connection)
    with target.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(sa.text("ANALYZE"))


def _count(connection: Connection, table: sa.Table) -> int:
    return int(connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0)


def _ordered(
    connection: Connection, table: sa.Table, *, offset: int = 0, in_order: bool = True
) -> Iterator[Any]:
    statement = sa.select(table)
    if in_order:
        statement = statement.order_by(*table.primary_key)
    if offset:
        statement = statement.limit(-1).offset(offset)  # SQLite takes no OFFSET by itself
    return iter(connection.execution_options(yield_per=_MAX_ROWS).execute(statement))


def _as_new(table: sa.Table, row: Any) -> dict[str, Any]:
    values = dict(row._mapping)
    if table is change:
        values["tx"] = 0  # of no transaction of the new server: older than all of them
    return values


def _groups(rows: Iterator[Any]) -> Iterator[list[Any]]:
    """The rows in lists that are neither long nor large."""
    group: list[Any] = []
    signs = 0
    for row in rows:
        group.append(row)
        signs += sum(len(value) for value in row if isinstance(value, (str, bytes)))
        if len(group) == _MAX_ROWS or signs > _MAX_SIGNS:
            yield group
            group, signs = [], 0
    if group:
        yield group


def _sum_of(
    table: sa.Table, rows: Iterator[Any], tell: Callable[[int], None] | None = None
) -> tuple[int, int]:
    """How many rows there are, and a number that no other rows have; their order does not matter, for databases sort text differently."""
    count = total = 0
    for group in _groups(rows):
        for row in group:
            text = json.dumps(list(_as_new(table, row).values()), sort_keys=True, default=_told)
            digest = hashlib.blake2b(text.encode(errors="replace"), digest_size=16).digest()
            total = (total + int.from_bytes(digest)) % (1 << 128)
        count += len(group)
        if tell:
            tell(len(group))
    return count, total


def _told(value: Any) -> str:
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, (bytes, memoryview)):
        return bytes(value).hex()
    raise TypeError(f"{type(value).__name__} is in no table")
