"""The tables of documents.

fingerprint                  by which near-duplicates of a document are recognised; numbered by change
document                     a file that is held; its bytes are a blob
extraction                   what was read from bytes, part by part
content                      what is inside files
full_text                    which files `document_index` makes searchable
file_failure                 addresses of files that could not be had
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy import BigInteger, Column, Float, Integer, LargeBinary, String, Table

from harvestman.store.columns import PublicId, RowKey, StorableText, UtcTime
from harvestman.store.tables import metadata, partial_index

# Changes are numbered: a key that is changed or discarded (no sketch) moves to a new, higher id.
fingerprint = Table(
    "fingerprint",
    metadata,
    Column("id", RowKey, primary_key=True, autoincrement=False),
    Column("key", PublicId, nullable=False, unique=True),
    Column("simhash", BigInteger, nullable=False),
    Column("words", Integer, nullable=False),
    Column("shingles", Integer, nullable=False),
    Column("sketch", LargeBinary),
    Column("title", StorableText, nullable=False),
    Column("changes", Integer, nullable=False),
)

# One row for each time that a file is sent to the service; for files that are fetched or given, one for each place they come from.
document = Table(
    "document",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("public_id", PublicId, nullable=False, unique=True),
    Column("digest", String(64), nullable=False, index=True),
    Column("answer", String(64), nullable=False, index=True),
    Column("name", StorableText, nullable=False),
    Column("media_type", String(100), nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("received", UtcTime, nullable=False),
    Column("status", String(32), nullable=False),
    Column("detail", StorableText, nullable=False),
    Column("duplicate_of", PublicId, nullable=False),
    Column("distance", Integer),
    Column("overlap", Float),
    Column("reason", StorableText, nullable=False),
    Column("why", String(16), nullable=False),
    Column("origin", StorableText, nullable=False),
    Column("origin_key", String(32), nullable=False),
    Column("sent_by", PublicId, nullable=False),
)
# Files that are sent to the service, by far the most, come from no address.
HAS_ORIGIN = document.c.origin_key != sa.literal_column("''")
partial_index("document_origin_key_index", document.c.origin_key, where=HAS_ORIGIN)

# What an extractor made of the bytes with that digest; the value is JSON, compressed.
extraction = Table(
    "extraction",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("part", String(64), primary_key=True),
    Column("version", String(64), nullable=False),
    Column("made", UtcTime, nullable=False, index=True),
    Column("value", LargeBinary, nullable=False),
)

# Numbers for what is inside a file that was read, eight bytes each in ascending order, and the least of them; a digest of its pages.
content = Table(
    "content",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("least", BigInteger, nullable=False, index=True),
    Column("streams", LargeBinary, nullable=False),
    Column("pages", Integer, nullable=False),
    Column("mark", String(32), nullable=False),
)

# The row is the one in `document_index`; `source_key` is that of the mention that the file makes.
full_text = Table(
    "full_text",
    metadata,
    Column("id", RowKey, primary_key=True),
    Column("digest", String(64), nullable=False, unique=True),
    Column("source_key", String(32), nullable=False, index=True),
)

file_failure = Table(
    "file_failure",
    metadata,
    Column("url_key", String(32), primary_key=True),
    Column("url", StorableText, nullable=False),
    Column("status", String(32), nullable=False),
    Column("detail", StorableText, nullable=False),
    Column("tried", UtcTime, nullable=False),
)
