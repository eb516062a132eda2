"""The tables of the watch.

event ──< claim              an edition of a series is what its sources say of it
event ──< event_key          under which it is found again
event ──< look               each visit of an event's site, and what it saw
event ──  appointment        when it is looked at next
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Table

from harvestman.store.columns import PublicId, RowKey, StorableText, UtcTime
from harvestman.store.tables import metadata, owner

event = Table(
    "event",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("added", UtcTime, nullable=False),
)

# What a key is made of is in `model/keys_of_events.py`; here it is a number of 64 bits made from it.
event_key = Table(
    "event_key",
    metadata,
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    owner("event_id", "event", index=True),
    sqlite_with_rowid=False,
)

look = Table(
    "look",
    metadata,
    owner("event_id", "event"),
    Column("looked", UtcTime, primary_key=True),
    Column("papers", Integer, nullable=False),
    Column("files", Integer, nullable=False),
    Column("has_changed", Boolean, nullable=False),
    Column("was_reached", Boolean, nullable=False),
    Column("waiting", String(16), nullable=False),
    Column("was_glance", Boolean, nullable=False),
    Column("detail", StorableText, nullable=False),
    sqlite_with_rowid=False,
)

# One for each event; without a due time it is never looked at again.
appointment = Table(
    "appointment",
    metadata,
    owner("event_id", "event"),
    Column("due", UtcTime, index=True),
    Column("waiting", String(16), nullable=False),
    Column("reason", StorableText, nullable=False),
    Column("made", UtcTime, nullable=False),
)
