"""The tables of the service.

job                          work that outlives the request that asked for it
api_key                      who may use the service
desk_session                 who has signed in to the pages, and with which key
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table, text

from harvestman.store.columns import PlainJson, PublicId, RowKey, StorableText, UtcTime
from harvestman.store.tables import metadata, partial_index

job = Table(
    "job",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("kind", String(16), nullable=False),
    Column("state", String(16), nullable=False),
    Column("task", PlainJson, nullable=False),
    Column("progress", PlainJson, nullable=False),
    Column("result", PlainJson, nullable=False),
    Column("error", StorableText, nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("started", UtcTime),
    Column("ended", UtcTime),
    Column("started_by", PublicId, nullable=False),
    Column("tries", Integer, nullable=False, default=0),
    Column("faults", Integer, nullable=False, default=0),
    Column("lock", StorableText),
    Column("at", UtcTime),
)
Index("job_state_index", job.c.state, job.c.kind, job.c.id)
# Of the jobs with one lock, one at a time waits or runs, whoever puts them at the same moment.
# Written out: as parameters the states would not be known for those of the index.
HAS_ITS_LOCK = text("state IN ('queued', 'running')")
partial_index("job_lock", job.c.lock, unique=True, where=HAS_ITS_LOCK)

# The key itself is shown once and never kept: only its SHA-256, which for 256 random bits needs no salt.
api_key = Table(
    "api_key",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("name", StorableText, nullable=False),
    Column("hash", String(64), nullable=False),
    Column("scopes", String(64), nullable=False),
    Column("rate", Integer, nullable=False),
    Column("created", UtcTime, nullable=False),
    Column("last_used", UtcTime),
    Column("revoked", UtcTime),
)

# As with keys: what a browser holds is never kept, only its SHA-256.
desk_session = Table(
    "desk_session",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("key_id", RowKey, ForeignKey("api_key.id"), nullable=False, index=True),
    Column("created", UtcTime, nullable=False),
    Column("seen", UtcTime, nullable=False),
)
