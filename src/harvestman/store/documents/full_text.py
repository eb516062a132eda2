"""Full-text search in held documents: the text of each file once, whatever it is called by."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.store import schema
from harvestman.store.database import batches, insert_into
from harvestman.store.documents.records import source_of
from harvestman.store.ids import digest_key
from harvestman.store.prepared import Prepared
from harvestman.store.search import DOCUMENT_INDEX, drop_from_index, put_in_index

_text = schema.full_text


def _keep(dialect: str) -> sa.Executable:
    insert = insert_into(_text, dialect)
    return insert.on_conflict_do_update(
        index_elements=["digest"], set_={"source_key": insert.excluded.source_key}
    ).returning(_text.c.id)


_KEEP = Prepared(_keep, "digest", "source_key")


def keep_text(connection: Connection, digest: str, text: str) -> None:
    """Make a file findable by its text, in the caller's transaction."""
    values = {"digest": digest, "source_key": digest_key(source_of(digest))}
    row = _KEEP.first(connection, values)
    put_in_index(connection, DOCUMENT_INDEX, int(row.id), (text,))


def forget_text(connection: Connection, digests: Collection[str]) -> None:
    """Let files no longer be found, in the caller's transaction."""
    for batch in batches(digests):
        is_one = _text.c.digest.in_(batch)
        rows = connection.scalars(sa.select(_text.c.id).where(is_one)).all()
        if rows:
            drop_from_index(connection, DOCUMENT_INDEX, rows)
            connection.execute(sa.delete(_text).where(is_one))
