"""The pages of a library: the states in which each URL was seen, their links, and search over what they say."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import Link, Page, PageReading
from harvestman.store import schema
from harvestman.store.crawl.prepared import Prepared
from harvestman.store.database import Database, insert_into
from harvestman.store.ids import digest_key, digest_number
from harvestman.store.search import MAX_INDEXED, PAGE_INDEX, matching, parse_query, put_in_index
from harvestman.store.search import snippet as snippet_of

_page, _link, _text = schema.page, schema.link, schema.page_text

# Built once: keeping a page is the hot path.
_SELECT_LATEST = (
    sa.select(_page)
    .where(_page.c.url_key == sa.bindparam("at"))
    .order_by(_page.c.fetched.desc(), _page.c.id.desc())
    .limit(1)
)
_SELECT_STATE = Prepared.of(
    sa.select(_page.c.id, _page.c.digest)
    .where(_page.c.url_key == sa.bindparam("at"))
    .order_by(_page.c.fetched.desc(), _page.c.id.desc())
    .limit(1)
)
_INSERT_PAGE = Prepared.of(
    sa.insert(_page).returning(_page.c.id), *(c.name for c in _page.c if c.name != "id")
)
_INSERT_LINK = Prepared.of(sa.insert(_link), *(c.name for c in _link.c))


@dataclass(frozen=True, slots=True)
class PageHit:
    """A page that was found, with enough of it to recognise it."""

    url: str
    title: str
    snippet: str


@dataclass(frozen=True, slots=True)
class Backlink:
    """A page that has a link."""

    page: str
    link: Link


class Pages:
    """The pages."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def latest(self, url: str) -> Page | None:
        """The state in which a URL was last seen."""
        with self._database.read() as connection:
            row = latest_row(connection, url)
        if row is None:
            return None
        return Page(
            url=row.url,
            final_url=row.final_url,
            fetched=row.fetched,
            http_status=row.http_status,
            media_type=row.media_type,
            content_type=row.content_type,
            digest=row.digest,
            size_bytes=row.size_bytes,
            etag=row.etag,
            last_modified=row.last_modified,
            links_header=tuple(row.links_header),
        )

    def links(self, page: Page) -> list[Link]:
        """The links of one state of a page, in the order of the page."""
        with self._database.read() as connection:
            state = (
                sa.select(_page.c.id)
                .where(_page.c.url_key == digest_key(page.url), _page.c.digest == page.digest)
                .order_by(_page.c.fetched.desc(), _page.c.id.desc())
                .limit(1)
            )
            rows = connection.execute(
                sa.select(_link)
                .where(_link.c.page_id == state.scalar_subquery())
                .order_by(_link.c.number)
            ).all()
        return [_link_of(row) for row in rows]

    def linking_to(self, url: str, *, limit: int = 1000) -> list[Backlink]:
        """The pages that link to an address as they were last seen, in the order of their own addresses."""
        newer = _page.alias()
        is_latest = ~sa.exists().where(
            newer.c.url_key == _page.c.url_key,
            sa.tuple_(newer.c.fetched, newer.c.id) > sa.tuple_(_page.c.fetched, _page.c.id),
        )
        with self._database.read() as connection:
            rows = connection.execute(
                sa.select(_page.c.url, _link)
                .join_from(_link, _page, _link.c.page_id == _page.c.id)
                .where(_link.c.target_key == digest_number(url), _link.c.target == url, is_latest)
                .order_by(_page.c.url, _link.c.number)
                .limit(limit)
            ).all()
        return [Backlink(row.url, _link_of(row)) for row in rows]

    def states_papers(self, url: str) -> bool:
        """Whether papers were read off a page when it was last read."""
        mention = schema.mention
        with self._database.read() as connection:
            found = connection.scalar(
                sa.select(mention.c.id).where(mention.c.source_key == digest_key(url)).limit(1)
            )
        return found is not None

    def search(self, text: str, limit: int = 20) -> list[PageHit]:
        """The pages that say this, best first; the words are as in `search.py`."""
        terms = parse_query(text)
        if not terms:
            return []
        with self._database.read() as connection:
            index, conditions, rank = matching(connection, PAGE_INDEX, _text.c.id, terms)
            statement = sa.select(_text.c.url, _text.c.title, _text.c.text).where(*conditions)
            if index is not None:
                statement = statement.select_from(_text, index)
            newest = _text.c.id.desc()
            order = [newest] if rank is None else [rank, newest]
            rows = connection.execute(statement.order_by(*order).limit(limit)).all()
        return [PageHit(row.url, row.title, snippet_of(row.text, terms)) for row in rows]


def is_on_site(address: sa.ColumnElement[str], site: str) -> sa.ColumnElement[bool]:
    """Whether an address is one of that host, with or without "www."."""
    host = site.removeprefix("www.")
    return sa.or_(
        *(
            address.startswith(f"{scheme}://{prefix}{host}/", autoescape=True)
            for scheme in ("https", "http")
            for prefix in ("", "www.")
        )
    )


def keep_page(connection: Connection, page: Page, reading: PageReading | None) -> bool:
    """Keep a state of a page and what was read off it, in the caller's transaction; whether it was another before.

    A state that is the same as the one before is not kept twice: it is only dated anew.
    """
    before = _SELECT_STATE.first(connection, {"at": digest_key(page.url)})
    if before is not None and before.digest == page.digest:
        state = int(before.id)
        connection.execute(sa.update(_page).where(_page.c.id == state).values(_page_values(page)))
        if reading is not None:
            connection.execute(sa.delete(_link).where(_link.c.page_id == state))
    else:
        state = add_state(connection, page)
    is_rewritten = before is not None and before.digest != page.digest
    if reading is None:
        return is_rewritten
    _INSERT_LINK.change_all(
        connection,
        (
            {
                "page_id": state,
                "number": number,
                "position": link.position,
                "target": link.target,
                "target_key": digest_number(link.target),
                "anchor": link.anchor,
                "rel": link.rel,
            }
            for number, link in enumerate(reading.links)
        ),
    )
    _keep_text(connection, page.url, reading)
    return is_rewritten


def _keep_text(connection: Connection, url: str, reading: PageReading) -> None:
    values = {
        "url": url,
        "url_key": digest_key(url),
        "title": reading.title,
        "text": reading.text[:MAX_INDEXED],
    }
    row = _UPSERT_TEXT.first(connection, values)
    put_in_index(connection, PAGE_INDEX, int(row.id), (reading.title, reading.text))


def _upsert_text(dialect: str) -> sa.Executable:
    insert = insert_into(_text, dialect)
    given = insert.excluded
    return insert.on_conflict_do_update(
        index_elements=["url_key"], set_={"title": given.title, "text": given.text}
    ).returning(_text.c.id)


_UPSERT_TEXT = Prepared(_upsert_text, "url", "url_key", "title", "text")


def _link_of(row: Any) -> Link:
    return Link(target=row.target, anchor=row.anchor, position=row.position, rel=row.rel)


def add_state(connection: Connection, page: Page) -> int:
    """Keep a state of a page without anything that was read off it, in the caller's transaction; its row."""
    return int(_INSERT_PAGE.first(connection, _page_values(page)).id)


def latest_row(connection: Connection, url: str) -> Any:
    """The row of the state in which a URL was last seen, or None."""
    return connection.execute(_SELECT_LATEST, {"at": digest_key(url)}).first()


def _page_values(page: Page) -> dict[str, Any]:
    return {
        "url": page.url,
        "url_key": digest_key(page.url),
        "final_url": page.final_url,
        "fetched": page.fetched,
        "http_status": page.http_status,
        "media_type": page.media_type,
        "content_type": page.content_type,
        "digest": page.digest,
        "size_bytes": page.size_bytes,
        "etag": page.etag,
        "last_modified": page.last_modified,
        "links_header": list(page.links_header),
    }
