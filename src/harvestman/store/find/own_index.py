"""Searching what the library has fetched itself: the text of held files, and the text of pages.

Files are indexed as they are held. Pages are indexed when somebody is about to search, those that are new since the last time, so that
a harvest does not pay for it; the index is bounded, and the oldest pages leave it first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.store import schema
from harvestman.store.asking import Values, ask
from harvestman.store.database import Database, batches, insert_into
from harvestman.store.ids import digest_key
from harvestman.store.search import (
    DOCUMENT_INDEX,
    PAGE_INDEX,
    Index,
    Term,
    drop_from_index,
    fold_words,
    matching,
    put_in_index,
)

MOST_PAGES = 50_000
"""Pages that are searchable; the oldest give way."""
MOST_LETTERS = 30_000
"""Of one page."""
_MOST_WORDS = 30  # of a query
_page, _known = schema.page, schema.page_text


@dataclass(frozen=True, slots=True)
class UnindexedPage:
    """A state of a page that cannot be searched yet."""

    row: int
    url: str
    final_url: str
    digest: str
    content_type: str


@dataclass(frozen=True, slots=True)
class OwnHit:
    """A page or file of the library that has the words."""

    url: str
    title: str
    media_type: str


class OwnIndex:
    """What the library has fetched, searched by words."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def unindexed(self, *, limit: int) -> list[UnindexedPage]:
        """Pages that came since the last were indexed, the oldest first."""
        newest = sa.select(sa.func.coalesce(sa.func.max(_known.c.page_id), 0)).scalar_subquery()
        with self._database.read() as connection:
            rows = connection.execute(
                sa.select(
                    _page.c.id, _page.c.url, _page.c.final_url, _page.c.digest, _page.c.content_type
                )
                .where(_page.c.id > newest, _page.c.media_type == "text/html")
                .order_by(_page.c.id)
                .limit(limit)
            ).all()
        return [UnindexedPage(*row) for row in rows]

    def add(
        self, pages: Sequence[tuple[UnindexedPage, str, str]], *, most: int = MOST_PAGES
    ) -> None:
        """Make pages searchable by title and text; the oldest beyond the bound are no longer."""
        with self._database.write() as connection:
            for page, title, text in pages:
                insert = insert_into(_known, connection.dialect.name).values(
                    url_key=digest_key(page.url), url=page.url, title=title[:500], page_id=page.row
                )
                row = connection.scalars(
                    insert.on_conflict_do_update(
                        index_elements=["url_key"],
                        set_={name: insert.excluded[name] for name in ("title", "page_id")},
                    ).returning(_known.c.id)
                ).one()
                put_in_index(connection, PAGE_INDEX, int(row), (title, text[:MOST_LETTERS]))
            _drop_oldest(connection, most)

    def pages(self, words: str, *, limit: int) -> list[OwnHit]:
        """Pages that have all of the words, the best first."""
        with self._database.read() as connection:
            found = self._rows(
                connection, PAGE_INDEX, "page_text", "page_text.url, page_text.title", words, limit
            )
        return [OwnHit(url, title, "text/html") for url, title in found]

    def files(self, words: str, *, limit: int) -> list[OwnHit]:
        """Held files that came from the web and have all of the words, the best first."""
        document = schema.document
        with self._database.read() as connection:
            found = self._rows(
                connection, DOCUMENT_INDEX, "full_text", "full_text.digest", words, limit
            )
            hits: list[OwnHit] = []
            for (digest,) in found:
                rows = connection.execute(
                    sa.select(document.c.origin, document.c.name, document.c.media_type)
                    .where(document.c.answer == digest, document.c.origin.like("http%"))
                    .order_by(document.c.id)
                    .limit(3)
                )
                hits += [OwnHit(*row) for row in rows]
        return hits[:limit]

    def _rows(
        self,
        connection: Connection,
        index: Index,
        table: str,
        columns: str,
        words: str,
        limit: int,
    ) -> list[tuple[str, ...]]:
        terms = [Term((word,)) for word in dict.fromkeys(fold_words(words))][:_MOST_WORDS]
        if not terms:
            return []
        values = Values(most=limit)
        match = matching(connection, index, f"{table}.id", terms, values)
        text = f"""
            SELECT {columns} FROM {table}, {match.index} WHERE {" AND ".join(match.conditions)}
            ORDER BY {match.rank} LIMIT :most
        """  # noqa: S608 (our own names)
        return [tuple(row) for row in ask(connection, text, values)]


def _drop_oldest(connection: Connection, most: int) -> None:
    count = connection.scalar(sa.select(sa.func.count()).select_from(_known)) or 0
    if count <= most:
        return
    oldest = sa.select(_known.c.id).order_by(_known.c.page_id).limit(count - most)
    gone = list(connection.scalars(oldest))
    drop_from_index(connection, PAGE_INDEX, gone)
    for batch in batches(gone):
        connection.execute(sa.delete(_known).where(_known.c.id.in_(batch)))
