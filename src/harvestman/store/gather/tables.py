"""The tables of gathering.

page ──< entity ──< claim    a person or an organisation that a state of a page names
candidate ──< claim          a document of a site: what readers and reviewers say of it
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
