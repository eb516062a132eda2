"""The tables of gathering.

page ──< entity ──< claim    a person or an organisation that a state of a page names
candidate ──< claim          a document of a site: what readers and reviewers say of it
candidate ──< review_step    what persons decided of it, one after the other
candidate ──< deposit        where it was handed over, or is just being handed over
"""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, Index, Integer, String, Table

from harvestman.store.columns import PlainJson, PublicId, RowKey, StorableText, UtcTime
from harvestman.store.tables import metadata

entity = Table(
    "entity",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column(
        "page_id", RowKey, ForeignKey("page.id", ondelete="CASCADE"), nullable=False, index=True
    ),
    Column("number", Integer, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("place", Integer, nullable=False),
)

# One for each address of a document. `view` is the candidate as it is shown, `site` what it was gathered from.
candidate = Table(
    "candidate",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("url", StorableText, nullable=False),
    Column("url_key", String(32), nullable=False, unique=True),
    Column("site", StorableText, nullable=False),
    Column("site_key", String(32), nullable=False),
    Column("document", PublicId, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("state", String(16), nullable=False),
    Column("decided_by", StorableText, nullable=False),
    Column("decided", UtcTime),
    Column("reasons", PlainJson, nullable=False),
    Column("linked_from", PlainJson, nullable=False),
    Column("view", PlainJson, nullable=False),
    Column("added", UtcTime, nullable=False),
    Column("gone", UtcTime),
)
Index("candidate_site", candidate.c.site_key, candidate.c.id)

# The newest one that is not undone is the state of the candidate.
review_step = Table(
    "review_step",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column(
        "candidate_id",
        RowKey,
        ForeignKey("candidate.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    Column("state", String(16), nullable=False),
    Column("by", StorableText, nullable=False),
    Column("at", UtcTime, nullable=False),
    Column("undone_by", StorableText, nullable=False),
    Column("undone", UtcTime),
    Column("reason", String(32), nullable=False),
)

# Written before a repository is asked, completed by its receipt: so nothing is handed over twice, whenever a run is killed.
deposit = Table(
    "deposit",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("candidate_id", RowKey, ForeignKey("candidate.id", ondelete="CASCADE"), nullable=False),
    Column("collection", StorableText, nullable=False),
    Column("collection_key", String(32), nullable=False),
    Column("slug", String(64), nullable=False),
    Column("digest", String(64), nullable=False),
    Column("begun", UtcTime, nullable=False),
    Column("done", UtcTime),
    Column("receipt", StorableText, nullable=False),
    Column("detail", StorableText, nullable=False),
)
Index("deposit_once", deposit.c.candidate_id, deposit.c.collection_key, unique=True)
