"""Full-text search in held documents: the text of each file once, whatever it is called by."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from harvestman.store.documents.records import source_of
from harvestman.store.ids import digest_key
from harvestman.store.search import DOCUMENT_INDEX, drop_from_index, put_in_index
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_KEEP = Statement.insert(
    "full_text",
    *("digest", "source_key"),
    then="ON CONFLICT (digest) DO UPDATE SET source_key = excluded.source_key RETURNING id",
)
_SELECT = Statement("SELECT id FROM full_text WHERE digest IN :digests")
_DELETE = Statement("DELETE FROM full_text WHERE digest IN :digests")


def keep_text(connection: AnyConnection, digest: str, text: str) -> None:
    """Make a file findable by its text, in the caller's transaction."""
    values = {"digest": digest, "source_key": digest_key(source_of(digest))}
    put_in_index(connection, DOCUMENT_INDEX, int(_KEEP.value(connection, values)), (text,))


def forget_text(connection: AnyConnection, digests: Collection[str]) -> None:
    """Let files no longer be found, in the caller's transaction."""
    these = {"digests": list(digests)}
    if rows := [row.id for row in _SELECT.rows(connection, these)]:
        drop_from_index(connection, DOCUMENT_INDEX, rows)
        _DELETE.change(connection, these)
