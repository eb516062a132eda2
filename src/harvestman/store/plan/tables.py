"""The tables of the plan.

plan_import                  what was imported for the plan, and how new it was
plan_series, plan_volume     conference series and their proceedings, by their keys in the bibliography
plan_prominence              how prominent the authors of a series were, year by year
plan_known                   which papers the newest dump has, as keys of titles and DOIs
plan_packed ──< plan_packed_volume   its records of papers, packed, and the volumes that they are of
plan_rating, plan_citation, plan_usage   what other sources say of the series
plan_observation             what was seen, or looked for in vain, since the last import
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Date,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
)

from harvestman.store.columns import PlainJson, RowKey, StorableText, UtcTime
from harvestman.store.tables import metadata, owner

plan_import = Table(
    "plan_import",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("source", StorableText, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("as_of", Date, nullable=False),
    Column("series", Integer, nullable=False),
    Column("volumes", Integer, nullable=False),
    Column("imported", UtcTime, nullable=False),
)

plan_series = Table(
    "plan_series",
    metadata,
    Column("key", StorableText, primary_key=True),
    Column("name", StorableText, nullable=False),
    Column("acronym", StorableText, nullable=False),
    Column("is_workshop", Boolean, nullable=False),
    Column("hosts", PlainJson, nullable=False),
    Column("ended", Integer),
    Column("as_of", Date, nullable=False),
    Column("import_id", RowKey, ForeignKey("plan_import.id"), nullable=False),
)

# A volume names its series without a reference: dumps may hold one before, or without, the other.
plan_volume = Table(
    "plan_volume",
    metadata,
    Column("key", StorableText, primary_key=True),
    Column("series", StorableText, nullable=False),
    Column("strand", StorableText, nullable=False),
    Column("title", StorableText, nullable=False),
    Column("booktitle", StorableText, nullable=False),
    Column("year", Integer, nullable=False),
    Column("month", Integer),
    Column("city", StorableText, nullable=False),
    Column("country", StorableText, nullable=False),
    Column("is_workshop", Boolean, nullable=False),
    Column("colocated_with", StorableText, nullable=False),
    Column("publisher", StorableText, nullable=False),
    Column("source", StorableText, nullable=False),
    Column("ee", StorableText, nullable=False),
    Column("papers", Integer),
    Column("authors", Integer),
    Column("modified", Date),
    Column("entered", Date),
    Column("as_of", Date, nullable=False),
    Column("import_id", RowKey, ForeignKey("plan_import.id"), nullable=False),
)
Index("plan_volume_order", plan_volume.c.series, plan_volume.c.key)

plan_prominence = Table(
    "plan_prominence",
    metadata,
    Column("series", StorableText, primary_key=True),
    Column("now_year", Integer, primary_key=True, autoincrement=False),
    Column("prm", Float, nullable=False),
    Column("events", Integer, nullable=False),
)

plan_rating = Table(
    "plan_rating",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("list", StorableText, nullable=False),
    Column("year", Integer, nullable=False),
    Column("acronym", StorableText, nullable=False),
    Column("title", StorableText, nullable=False),
    Column("value", Float, nullable=False),
    Column("series", StorableText, nullable=False),
)
Index("plan_rating_list", plan_rating.c.list, plan_rating.c.year)

plan_citation = Table(
    "plan_citation",
    metadata,
    Column("series", StorableText, primary_key=True),
    Column("event_year", Integer, primary_key=True, autoincrement=False),
    Column("citing_year", Integer, primary_key=True, autoincrement=False),
    Column("citations", BigInteger, nullable=False),
)

plan_usage = Table(
    "plan_usage",
    metadata,
    Column("series", StorableText, primary_key=True),
    Column("month", String(7), primary_key=True),
    Column("uses", BigInteger, nullable=False),
)

# A look in vain has the event year 0.
plan_observation = Table(
    "plan_observation",
    metadata,
    Column("series", StorableText, primary_key=True),
    Column("event_year", Integer, primary_key=True, autoincrement=False),
    Column("seen", Date, primary_key=True),
    Column("event_month", Integer),
    Column("source", StorableText, nullable=False),
)

plan_known = Table(
    "plan_known",
    metadata,
    Column("kind", String(8), primary_key=True),
    Column("part", Integer, primary_key=True, autoincrement=False),
    Column("numbers", LargeBinary, nullable=False),
)

plan_packed = Table(
    "plan_packed",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("records", LargeBinary, nullable=False),
)

plan_packed_volume = Table(
    "plan_packed_volume",
    metadata,
    Column("volume", StorableText, primary_key=True),
    owner("packed_id", "plan_packed", index=True),
    sqlite_with_rowid=False,
)
