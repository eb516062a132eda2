"""The pages of a library: the states in which each URL was seen, and their links."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from harvestman.model import EventSign, Link, Page, PageReading, Plain, SignedPage, SignPlace
from harvestman.store.asking import moment_told
from harvestman.store.database import Database
from harvestman.store.gather.entities import keep_entities
from harvestman.store.ids import address_key, digest_number
from harvestman.store.statements import Statement, new_rows
from harvestman.store.storable import plain_of
from harvestman.text import site_of

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

_MAX_SIGNED = (
    5_000  # pages of a site by which its events are judged, those with the shortest addresses first
)

_OF_A_PAGE = (
    *("url", "url_key", "final_url", "fetched", "http_status", "media_type", "content_type"),
    *("digest", "size_bytes", "etag", "last_modified", "links_header"),
)
_SELECT_LATEST = Statement(
    f"""
    SELECT {", ".join(_OF_A_PAGE)} FROM page WHERE url_key = :at
    ORDER BY fetched DESC, id DESC LIMIT 1
    """  # noqa: S608 (our own names)
)
_SELECT_STATES = Statement(  # the last of an address last
    "SELECT url_key, id, digest FROM page WHERE url_key IN :keys ORDER BY fetched, id"
)
_INSERT_PAGE = Statement.insert("page", "id", *_OF_A_PAGE, json=["links_header"])
_UPDATE_PAGE = Statement(
    f"UPDATE page SET {', '.join(f'{name} = :{name}' for name in _OF_A_PAGE)} WHERE id = :row",  # noqa: S608
    json=["links_header"],
)
_INSERT_BYTES = Statement.insert(
    "page_bytes", "digest", "packed", then="ON CONFLICT (digest) DO NOTHING"
)
_INSERT_LINK = Statement.insert(
    "link", "page_id", "number", "position", "target", "target_key", "anchor", "rel"
)
_DROP_LINKS = Statement("DELETE FROM link WHERE page_id = :page_id")
_SELECT_LINKS = Statement(
    """
    SELECT position, target, anchor, rel FROM link
    WHERE page_id = (
      SELECT id FROM page WHERE url_key = :at AND digest = :digest
      ORDER BY fetched DESC, id DESC LIMIT 1
    )
    ORDER BY number
    """
)
_UPSERT_SIGNS = Statement.insert(
    "page_signs", "url_key", "site_key", "url", "signs",
    json=["signs"],
    then="ON CONFLICT (url_key) DO UPDATE SET signs = excluded.signs",
)  # fmt: skip
_SELECT_SIGNED = Statement(
    f"""
    SELECT url, signs,
      (SELECT count(*) FROM mention WHERE mention.source_key = page_signs.url_key) AS papers
    FROM page_signs WHERE site_key = :of ORDER BY length(url), url LIMIT {_MAX_SIGNED}
    """  # noqa: S608 (a number)
)
_SELECT_MENTION = Statement("SELECT id FROM mention WHERE source_key = :at LIMIT 1")


class Pages:
    """The fetched pages of a library: how each URL was last seen, its links, and which pages link to it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def latest(self, url: str) -> Page | None:
        """The state in which a URL was last seen."""
        with self._database.asking() as connection:
            return latest_state(connection, url)

    def links(self, page: Page) -> list[Link]:
        """The links of one state of a page, in the order of the page."""
        it = {"at": address_key(page.url), "digest": page.digest}
        with self._database.asking() as connection:
            rows = _SELECT_LINKS.rows(connection, it)
        return [_link_of(row) for row in rows]

    def signed(self, site: str) -> list[SignedPage]:
        """The pages of a site with what they say of their events, in the order of their addresses."""
        with self._database.asking() as connection:
            rows = _SELECT_SIGNED.rows(connection, {"of": address_key(site)})
        return [
            SignedPage(row.url, tuple(map(_sign_from_plain, plain_of(row.signs))), row.papers)
            for row in sorted(rows, key=lambda row: str(row.url))
        ]

    def states_papers(self, url: str) -> bool:
        """Whether papers were read off a page when it was last read."""
        with self._database.asking() as connection:
            return _SELECT_MENTION.first(connection, {"at": address_key(url)}) is not None


def keep_bytes(connection: AnyConnection, packed: Mapping[str, bytes]) -> None:
    """Keep the packed bytes of small pages by their digests, in the transaction that keeps the pages."""
    rows = ({"digest": digest, "packed": data} for digest, data in sorted(packed.items()))
    _INSERT_BYTES.change_all(connection, rows)


def keep_page(connection: AnyConnection, page: Page, reading: PageReading | None) -> bool:
    """Keep a state of one page, as `keep_pages` does."""
    (is_rewritten,) = keep_pages(connection, [(page, reading)])
    return is_rewritten


def keep_pages(
    connection: AnyConnection, pages: Sequence[tuple[Page, PageReading | None]]
) -> list[bool]:
    """Keep a state of each of these pages and what was read off it, in the caller's transaction; whether it was another before.

    A state that is the same as the one before is not kept twice: it is only dated anew. No two pages have one address.
    """
    asked = {"keys": [address_key(page.url) for page, _ in pages]}
    latest = {row.url_key: row for row in _SELECT_STATES.rows(connection, asked)}
    befores = [latest.get(key) for key in asked["keys"]]
    is_new = [
        before is None or before.digest != page.digest
        for (page, _), before in zip(pages, befores, strict=True)
    ]
    added = iter(
        _add_states(connection, [page for (page, _), new in zip(pages, is_new, strict=True) if new])
    )
    states = [
        _keep_state(connection, page, reading, next(added) if new else None, before)
        for (page, reading), new, before in zip(pages, is_new, befores, strict=True)
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
    connection: AnyConnection,
    page: Page,
    reading: PageReading | None,
    added: int | None,
    before: Any,
) -> int:
    """The row of a page's state, which was added just now or is dated anew; without what of the same state was read before."""
    if added is not None:
        if reading is not None and reading.people:
            keep_entities(connection, added, reading.people, is_new=True)
        return added
    state = int(before.id)
    _UPDATE_PAGE.change(connection, _page_values(page) | {"row": state})
    if reading is not None:
        _DROP_LINKS.change(connection, {"page_id": state})
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


def add_state(connection: AnyConnection, page: Page) -> int:
    """Keep a state of a page without anything that was read off it, in the caller's transaction; its row."""
    return _add_states(connection, [page])[0]


def _add_states(connection: AnyConnection, pages: Sequence[Page]) -> list[int]:
    """The same of several pages at once, which costs half as much; their rows in the same order."""
    rows = list(new_rows(connection, "page", len(pages))) if pages else []
    values = ({"id": row} | _page_values(page) for row, page in zip(rows, pages, strict=True))
    _INSERT_PAGE.change_all(connection, values)
    return rows


def latest_state(connection: AnyConnection, url: str) -> Page | None:
    """The state in which a URL was last seen."""
    row = _SELECT_LATEST.first(connection, {"at": address_key(url)})
    if row is None:
        return None
    return Page(
        url=row.url,
        final_url=row.final_url,
        fetched=moment_told(row.fetched),
        http_status=row.http_status,
        media_type=row.media_type,
        content_type=row.content_type,
        digest=row.digest,
        size_bytes=row.size_bytes,
        etag=row.etag,
        last_modified=row.last_modified,
        links_header=tuple(plain_of(row.links_header)),
    )


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
