"""The pages of a library: the states in which each URL was seen, and their links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.model import EventSign, Link, Page, PageReading, Plain, SignedPage, SignPlace
from harvestman.store import schema
from harvestman.store.database import Database, insert_into
from harvestman.store.gather.entities import keep_entities
from harvestman.store.ids import address_key, digest_number
from harvestman.store.prepared import Prepared, is_among
from harvestman.store.sites import beginnings_on
from harvestman.text import site_of

_page, _link, _signs = schema.page, schema.link, schema.page_signs
_bytes = schema.page_bytes

# Built once: keeping a page is the hot path.
_SELECT_LATEST = (
    sa.select(_page)
    .where(_page.c.url_key == sa.bindparam("at"))
    .order_by(_page.c.fetched.desc(), _page.c.id.desc())
    .limit(1)
)
_SELECT_STATES = Prepared(  # the last of an address last
    lambda dialect: (
        sa.select(_page.c.url_key, _page.c.id, _page.c.digest)
        .where(is_among(_page.c.url_key, "keys", dialect))
        .order_by(_page.c.fetched, _page.c.id)
    )
)
_INSERT_PAGE = Prepared.of(
    sa.insert(_page).returning(_page.c.id), *(c.name for c in _page.c if c.name != "id")
)
_INSERT_BYTES = Prepared(
    lambda dialect: insert_into(_bytes, dialect).on_conflict_do_nothing(
        index_elements=[_bytes.c.digest]
    ),
    *("digest", "packed"),
)
_INSERT_LINK = Prepared.of(sa.insert(_link), *(c.name for c in _link.c))


def _upsert_signs(dialect: str) -> sa.Insert:
    insert = insert_into(_signs, dialect)
    return insert.on_conflict_do_update(
        index_elements=["url_key"], set_={"signs": insert.excluded.signs}
    )


_UPSERT_SIGNS = Prepared(_upsert_signs, *(c.name for c in _signs.c))
_MAX_SIGNED = (
    5_000  # pages of a site by which its events are judged, those with the shortest addresses first
)


class Pages:
    """The fetched pages of a library: how each URL was last seen, its links, and which pages link to it."""

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
                .where(_page.c.url_key == address_key(page.url), _page.c.digest == page.digest)
                .order_by(_page.c.fetched.desc(), _page.c.id.desc())
                .limit(1)
            )
            rows = connection.execute(
                sa.select(_link)
                .where(_link.c.page_id == state.scalar_subquery())
                .order_by(_link.c.number)
            ).all()
        return [_link_of(row) for row in rows]

    def signed(self, site: str) -> list[SignedPage]:
        """The pages of a site with what they say of their events, in the order of their addresses."""
        mention = schema.mention
        papers = (
            sa.select(sa.func.count())
            .where(mention.c.source_key == _signs.c.url_key)
            .scalar_subquery()
        )
        statement = (
            sa.select(_signs.c.url, _signs.c.signs, papers.label("papers"))
            .where(_signs.c.site_key == address_key(site))
            .order_by(sa.func.length(_signs.c.url), _signs.c.url)
            .limit(_MAX_SIGNED)
        )
        with self._database.read() as connection:
            rows = connection.execute(statement).all()
        return [
            SignedPage(row.url, tuple(map(_sign_from_plain, row.signs)), row.papers)
            for row in sorted(rows, key=lambda row: str(row.url))
        ]

    def states_papers(self, url: str) -> bool:
        """Whether papers were read off a page when it was last read."""
        mention = schema.mention
        with self._database.read() as connection:
            found = connection.scalar(
                sa.select(mention.c.id).where(mention.c.source_key == address_key(url)).limit(1)
            )
        return found is not None


def is_on_site(address: sa.ColumnElement[str], site: str) -> sa.ColumnElement[bool]:
    """Whether an address is one of that host, with or without "www."; a port counts where one is given."""
    return sa.or_(*(address.startswith(one, autoescape=True) for one in beginnings_on(site)))


def keep_bytes(connection: Connection, packed: Mapping[str, bytes]) -> None:
    """Keep the packed bytes of small pages by their digests, in the transaction that keeps the pages."""
    rows = ({"digest": digest, "packed": data} for digest, data in sorted(packed.items()))
    _INSERT_BYTES.change_all(connection, rows)


def keep_page(connection: Connection, page: Page, reading: PageReading | None) -> bool:
    """Keep a state of one page, as `keep_pages` does."""
    (is_rewritten,) = keep_pages(connection, [(page, reading)])
    return is_rewritten


def keep_pages(
    connection: Connection, pages: Sequence[tuple[Page, PageReading | None]]
) -> list[bool]:
    """Keep a state of each of these pages and what was read off it, in the caller's transaction; whether it was another before.

    A state that is the same as the one before is not kept twice: it is only dated anew. No two pages have one address.
    """
    asked = {"keys": [address_key(page.url) for page, _ in pages]}
    latest = {row.url_key: row for row in _SELECT_STATES.rows(connection, asked)}
    befores = [latest.get(key) for key in asked["keys"]]
    states = [
        _keep_state(connection, page, reading, before)
        for (page, reading), before in zip(pages, befores, strict=True)
    ]
    _UPSERT_SIGNS.change_all(
        connection,
        (
            {
                "url_key": address_key(page.url),
                "site_key": address_key(site_of(page.url)),
                "url": page.url,
                "signs": [_sign_to_plain(sign) for sign in reading.signs],
            }
            for page, reading in pages
            if reading is not None
        ),
    )
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
            for (_, reading), state in zip(pages, states, strict=True)
            if reading is not None
            for number, link in enumerate(reading.links)
        ),
    )
    return [
        before is not None and before.digest != page.digest
        for (page, _), before in zip(pages, befores, strict=True)
    ]


def _keep_state(
    connection: Connection, page: Page, reading: PageReading | None, before: Any
) -> int:
    """The row of a page's state, without what of the same state was read before."""
    if before is None or before.digest != page.digest:
        state = add_state(connection, page)
        if reading is not None and reading.people:
            keep_entities(connection, state, reading.people, is_new=True)
        return state
    state = int(before.id)
    connection.execute(sa.update(_page).where(_page.c.id == state).values(_page_values(page)))
    if reading is not None:
        connection.execute(sa.delete(_link).where(_link.c.page_id == state))
        keep_entities(connection, state, reading.people, is_new=False)
    return state


def _sign_to_plain(sign: EventSign) -> Plain:
    plain: Plain = {"place": str(sign.place), "text": sign.text, "acronym": sign.acronym}
    plain |= {"year": sign.year, "name": sign.name, "is_short": sign.is_short}
    return {name: value for name, value in plain.items() if value}


def _sign_from_plain(plain: Plain) -> EventSign:
    return EventSign(**plain | {"place": SignPlace(plain["place"]), "text": plain.get("text", "")})


def _link_of(row: Any) -> Link:
    return Link(target=row.target, anchor=row.anchor, position=row.position, rel=row.rel)


def add_state(connection: Connection, page: Page) -> int:
    """Keep a state of a page without anything that was read off it, in the caller's transaction; its row."""
    return int(_INSERT_PAGE.first(connection, _page_values(page)).id)


def latest_row(connection: Connection, url: str) -> Any:
    """The row of the state in which a URL was last seen, or None."""
    return connection.execute(_SELECT_LATEST, {"at": address_key(url)}).first()


def _page_values(page: Page) -> dict[str, Any]:
    return {
        "url": page.url,
        "url_key": address_key(page.url),
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
