"""The tables of finding.

question                     what was asked for, and the answer when there is one
engine_answer                what a search provider answered to a query: the same query again costs nothing
engine_use                   how often each provider was asked on a day, and until when it wants to be left alone
page_text                    which pages `page_index` makes searchable for our own search provider
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, String, Table

from harvestman.store.columns import PlainJson, PublicId, RowKey, StorableText, UtcTime
from harvestman.store.tables import metadata

# One for each thing that was asked; `answered` is null while it is looked for.
question = Table(
    "question",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("kind", String(16), nullable=False),
    Column("question_key", String(32), nullable=False, unique=True),
    Column("asked", PlainJson, nullable=False),
    Column("begun", UtcTime, nullable=False),
    Column("requests", Integer, nullable=False),
    Column("answer", PlainJson, nullable=False),
    Column("status", String(32)),
    Column("answered", UtcTime, index=True),
)

engine_answer = Table(
    "engine_answer",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("query_key", String(32), nullable=False, unique=True),
    Column("provider", StorableText, nullable=False),
    Column("query", PlainJson, nullable=False),
    Column("hits", PlainJson, nullable=False),
    Column("asked", UtcTime, nullable=False),
)

engine_use = Table(
    "engine_use",
    metadata,
    Column("provider", String(64), primary_key=True),
    Column("day", String(10), nullable=False),
    Column("used", Integer, nullable=False),
    Column("held_until", UtcTime),
)

# The row is the one in `page_index`; `page_id` is the state of the page that was indexed, so that only newer ones are to be.
page_text = Table(
    "page_text",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("url_key", String(32), nullable=False, unique=True),
    Column("url", StorableText, nullable=False),
    Column("title", StorableText, nullable=False),
    Column("page_id", BigInteger, nullable=False, index=True),
)
