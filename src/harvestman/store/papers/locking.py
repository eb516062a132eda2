"""Which locks pages take on PostgreSQL while their papers are linked: those of what they touch, and none that all pages share.

The pages of one transaction hold their own addresses, the keys that their mentions have or had, and the papers that these lead to,
in this order and each sorted, so that no two transactions wait for each other. Whoever finds, once it holds them, that a key leads to another paper by now lets
go and begins again. Beside these everybody holds `LINKING` together with the others; who takes it alone (a person's decision, a
transaction with very many papers, one that decisions bind) waits until the rest have ended. SQLite's one writer needs none of this.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from harvestman.store.database import LINKING, Database, batches
from harvestman.store.ids import digest_key
from harvestman.store.papers.grouping import Arriving, is_bound, papers_of_keys
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from harvestman.store.asking import AnyConnection

_SOURCES, _KEYS, _PAPERS = 0x48415257, 0x48415258, 0x48415259
MOST_KEYS = 800
"""PostgreSQL has room for 6,400 locks of all transactions together unless it is told otherwise."""
_TRIES = 5
_NO_ROOM = "53200"

_SELECT_KEYS = Statement(
    """
    SELECT mention_key.key FROM mention JOIN mention_key ON mention_key.mention_id = mention.id
    WHERE mention.source_key IN :sources
    """
)
_SELECT_PAPERS = Statement("SELECT paper_id FROM mention WHERE source_key IN :sources")
_TAKE = Statement(
    "SELECT count(pg_advisory_xact_lock(:space, number)) FROM unnest(CAST(:numbers AS integer[])) AS number"
)


def lock_pages(
    database: Database,
    connection: AnyConnection,
    sources: Collection[str],
    arriving: Sequence[Arriving],
) -> None:
    """Hold all that pages with these mentions touch until the transaction ends; once in a transaction."""
    if isinstance(connection, sqlite3.Connection) or database.is_sqlite:
        return
    from sqlalchemy.exc import DBAPIError  # noqa: PLC0415 (only where there is PostgreSQL)

    for _ in range(_TRIES):
        # What is taken within a savepoint is let go of when it is rolled back.
        savepoint = connection.begin_nested()
        try:
            is_held = _take_all(database, connection, sources, arriving)
        except DBAPIError as error:
            if getattr(error.orig, "sqlstate", None) != _NO_ROOM:
                raise
            is_held = None
        if is_held:
            savepoint.commit()
            return
        savepoint.rollback()
        if is_held is None:
            break
    database.lock(connection, LINKING)


def _take_all(
    database: Database,
    connection: Connection,
    sources: Collection[str],
    arriving: Sequence[Arriving],
) -> bool | None:
    """Whether everything is held; False when it has changed meanwhile, None when only `LINKING` alone will do."""
    names = {"sources": [digest_key(source) for source in sources]}
    database.lock(connection, LINKING, shared=True)
    _take(connection, _SOURCES, map(_number, sources))
    keys = {key for mention in arriving for key in mention.keys}
    keys.update(row.key for row in _SELECT_KEYS.rows(connection, names))
    if len(keys) > MOST_KEYS:
        return None
    _take(connection, _KEYS, map(_number, keys))

    def papers() -> set[int]:
        owners = papers_of_keys(connection, keys).values()
        return {*owners, *(row.paper_id for row in _SELECT_PAPERS.rows(connection, names))}

    touched = papers()
    if touched:
        _take(connection, _PAPERS, (paper & 0x7FFFFFFF for paper in touched))
        if papers() - touched:
            return False
    return None if is_bound(connection, arriving, touched) else True


def _take(connection: Connection, space: int, numbers: Iterable[int]) -> None:
    for batch in batches(sorted(set(numbers))):
        _TAKE.rows(connection, {"space": space, "numbers": batch})


def _number(text: str) -> int:
    digest = hashlib.blake2b(text.encode(errors="replace"), digest_size=4).digest()
    return int.from_bytes(digest, "big", signed=True)
