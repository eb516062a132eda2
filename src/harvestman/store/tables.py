"""What all tables share: one `MetaData`, how constraints are named, the column by which a row belongs to another, and the table of
leases, which belongs to no folder alone.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, MetaData, String, Table

from harvestman.store.columns import RowKey, StorableText, UtcTime

VERSION_TABLE = "harvestman_version"

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
