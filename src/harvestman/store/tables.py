"""What all tables share: one `MetaData`, how constraints are named, and the column by which a row belongs to another."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, MetaData

from harvestman.store.columns import RowKey

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
