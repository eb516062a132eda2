"""Searching what the library has fetched itself: the text of held files, and the text of pages.

Files are indexed as they are held. Pages are indexed when somebody is about to search, those that are new since the last time, so that
a harvest does not pay for it; the index is bounded, and the oldest pages leave it first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harvestman.store.asking import Values, ask
from harvestman.store.database import Database
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
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from sqlalchemy.engine import Connection

    from harvestman.store.asking import AnyConnection

MOST_PAGES = 50_000
"""Pages that are searchable; the oldest give way."""
MOST_LETTERS = 30_000
"""Of one page."""
_MOST_WORDS = 30  # of a query
_SELECT_UNINDEXED = Statement(
    """
    SELECT id, url, final_url, digest, content_type FROM page
    WHERE id > (SELECT coalesce(max(page_id), 0) FROM page_text) AND media_type = 'text/html'
    ORDER BY id LIMIT :limit
    """
)
_KEEP = Statement.insert(
    "page_text",
    *("url_key", "url", "title", "page_id"),
    then="ON CONFLICT (url_key) DO UPDATE SET title = excluded.title, page_id = excluded.page_id RETURNING id",
)
_SELECT_FILES = Statement(
    """
    SELECT origin, name, media_type FROM document WHERE answer = :digest AND origin LIKE 'http%'
    ORDER BY id LIMIT 3
    """
)
_COUNT = Statement("SELECT count(*) FROM page_text")
_SELECT_OLDEST = Statement("SELECT id FROM page_text ORDER BY page_id LIMIT :count")
_DELETE = Statement("DELETE FROM page_text WHERE id IN :rows")


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
        with self._database.asking() as connection:
            rows = _SELECT_UNINDEXED.rows(connection, {"limit": limit})
        return [UnindexedPage(*row) for row in rows]

    def add(
        self, pages: Sequence[tuple[UnindexedPage, str, str]], *, most: int = MOST_PAGES
    ) -> None:
        """Make pages searchable by title and text; the oldest beyond the bound are no longer."""
        with self._database.write() as connection:
            for page, title, text in pages:
                row = _KEEP.value(
                    connection,
                    {
                        "url_key": digest_key(page.url),
                        "url": page.url,
                        "title": title[:500],
                        "page_id": page.row,
                    },
                )
                put_in_index(connection, PAGE_INDEX, int(row), (title, text[:MOST_LETTERS]))
            _drop_oldest(connection, most)

    def pages(self, words: str, *, limit: int) -> list[OwnHit]:
        """Pages that have all of the words, the best first."""
        with self._database.asking() as connection:
            found = self._rows(
                connection, PAGE_INDEX, "page_text", "page_text.url, page_text.title", words, limit
            )
        return [OwnHit(url, title, "text/html") for url, title in found]

    def files(self, words: str, *, limit: int) -> list[OwnHit]:
        """Held files that came from the web and have all of the words, the best first."""
        with self._database.asking() as connection:
            found = self._rows(
                connection, DOCUMENT_INDEX, "full_text", "full_text.digest", words, limit
            )
            hits: list[OwnHit] = []
            for (digest,) in found:
                rows = _SELECT_FILES.rows(connection, {"digest": digest})
                hits += [OwnHit(*row) for row in rows]
        return hits[:limit]

    def _rows(
        self,
        connection: AnyConnection,
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
    count = int(_COUNT.value(connection))
    if count <= most:
        return
    gone = [row.id for row in _SELECT_OLDEST.rows(connection, {"count": count - most})]
    drop_from_index(connection, PAGE_INDEX, gone)
    _DELETE.change(connection, {"rows": gone})
