"""What all folders share: one `MetaData`, how constraints are named, the column by which a row belongs to another, and four tables.

claim                        what anybody says of anything: one value of one field
change                       what a reader of the library could have noticed, in the order in which it happened
lease                        who has what until when
tally                        how many there are of what, kept by triggers
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    TextClause,
)

from harvestman.store.columns import PlainJson, PublicId, RowKey, StorableText, UtcTime

metadata = MetaData(
    naming_convention={
        "ix": "%(table_name)s_%(column_0_N_name)s_index",
        "uq": "%(table_name)s_%(column_0_N_name)s_unique",
        "fk": "%(table_name)s_%(column_0_N_name)s_reference",
        "pk": "%(table_name)s_primary",
    }
)


def owner(name: str, table: str, *, index: bool | None = None) -> Column[int]:
    """The part of a key that names the row of another table, with which this one goes."""
    reference = ForeignKey(f"{table}.id", ondelete="CASCADE")
    return Column(name, RowKey, reference, primary_key=True, autoincrement=False, index=index)


_PARTIAL: list[tuple[Index, ColumnElement[bool] | TextClause]] = []


def partial_index(
    name: str,
    *columns: Column[Any],
    where: ColumnElement[bool] | TextClause,
    unique: bool = False,
) -> None:
    """An index of some rows only.

    PostgreSQL is told of the condition when tables are made there (`name_conditions`): naming it at once would load what SQLAlchemy
    knows of that database with every command.
    """
    _PARTIAL.append((Index(name, *columns, unique=unique, sqlite_where=where), where))


def name_conditions(dialect: str) -> None:
    """Tell the partial indexes their conditions in the words of the database on which they are made."""
    for index, where in _PARTIAL:
        index.dialect_options[dialect]["where"] = where


# Who has what until when: see `leases.py`. Without a holder it is free, from that moment on.
lease = Table(
    "lease",
    metadata,
    Column("kind", String(8), primary_key=True),
    Column("name", StorableText, primary_key=True),
    Column("holder", StorableText, nullable=False),
    Column("fence", BigInteger, nullable=False),
    Column("until", UtcTime, nullable=False),
    sqlite_with_rowid=False,
)

# See `tallies.py`: `part` is the session that counts there, 0 on SQLite.
tally = Table(
    "tally",
    metadata,
    Column("name", String(48), primary_key=True),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# `about` is the table whose row `about_id` the claim speaks of: a mention of a paper, an event. Who deletes that row deletes its claims.
claim = Table(
    "claim",
    metadata,
    # First, or SQLite would look through all claims about mentions to find those of a few.
    Column("about_id", RowKey, primary_key=True, autoincrement=False),
    Column("about", String(16), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("field", String(32), nullable=False),
    Column("value", PlainJson, nullable=False),
    Column("source", StorableText, nullable=False),
    Column("locator", StorableText, nullable=False),
    Column("quote", StorableText, nullable=False),
    Column("reader", StorableText, nullable=False),
    Column("version", StorableText, nullable=False),
    Column("authority", Integer, nullable=False),
    Column("confidence", Float, nullable=False),
    Column("time", UtcTime, nullable=False),
    sqlite_with_rowid=False,
)

# Year, venue and event are those that a paper had when it was merged or removed: whoever copies the papers of a year learns that one is gone.
# `tx` is PostgreSQL's number of the transaction that wrote the row: by it a reader knows which rows are still to come (`changes.py`).
change = Table(
    "change",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("tx", BigInteger, nullable=False),
    Column("changed", UtcTime, nullable=False, index=True),
    Column("thing", String(16), nullable=False),
    Column("public_id", PublicId, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("into", PublicId, nullable=False),
    Column("fields", PlainJson, nullable=False),
    Column("year", Integer),
    Column("venue", StorableText),
    Column("event", PublicId),
)
# SQLite has one writer at a time: there the order is that of the rows.
Index("change_order", change.c.tx, change.c.id).ddl_if(dialect="postgresql")
# Those that are gone: by when, and by id. They are few among all changes.
HAS_ENDED = change.c.kind.in_(("merged", "removed"))
partial_index("change_ended", change.c.changed, change.c.public_id, where=HAS_ENDED)
partial_index("change_ended_id", change.c.public_id, change.c.id, where=HAS_ENDED)
