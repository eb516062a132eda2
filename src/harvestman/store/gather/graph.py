"""The graph of links: which pages lead to which, as they were last seen. Every question is bounded.

Nodes are addresses of pages and documents; an edge is a link with its text. Steps are asked for level by level, each level in one
statement over the index of targets, so that a question costs what it finds and not what the library holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from harvestman.store.crawl.tables import link, page
from harvestman.store.database import Database
from harvestman.store.ids import digest_key, digest_number
from harvestman.store.prepared import Prepared

MOST_NODES = 2_000
"""So many nodes are found at most by one question, the nearest first."""
_MOST_PARENTS = 200  # of one node in one step: a front page is linked from everywhere

_newer = page.alias()
_IS_LATEST = ~sa.exists().where(
    _newer.c.url_key == page.c.url_key,
    sa.tuple_(_newer.c.fetched, _newer.c.id) > sa.tuple_(page.c.fetched, page.c.id),
)
_SELECT_PARENTS = Prepared.of(
    sa.select(page.c.url, link.c.anchor, link.c.position, link.c.rel)
    .join_from(link, page, link.c.page_id == page.c.id)
    .where(link.c.target_key == sa.bindparam("number"), link.c.target == sa.bindparam("at"), _IS_LATEST)
    .order_by(page.c.id)
    .limit(sa.bindparam("most"))
)  # fmt: skip
_SELECT_CHILDREN = Prepared.of(
    sa.select(link.c.target, link.c.anchor, link.c.position, link.c.rel)
    .join_from(page, link, link.c.page_id == page.c.id)
    .where(page.c.url_key == sa.bindparam("at"), _IS_LATEST)
    .order_by(link.c.number)
    .limit(sa.bindparam("most"))
)


@dataclass(frozen=True, slots=True)
class Edge:
    """A link from one address to another."""

    source: str
    target: str
    anchor: str
    position: int
    """The place of the link on the page."""
    rel: str = ""


@dataclass(frozen=True, slots=True)
class Node:
    """An address, how many links away it is, and the link by which it was reached."""

    url: str
    distance: int
    by: Edge


class LinkGraph:
    """The links between the pages of a library."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def children(self, url: str, *, limit: int = MOST_NODES) -> list[Edge]:
        """The links of a page, in the order of the page."""
        with self._database.read() as connection:
            return _children(connection, url, limit)

    def parents(self, url: str, *, limit: int = MOST_NODES) -> list[Edge]:
        """The links that lead to an address, those of the pages first that the library has had longest."""
        with self._database.read() as connection:
            return _parents(connection, url, limit)

    def ancestors(
        self, url: str, *, within: int, site: str = "", limit: int = MOST_NODES
    ) -> list[Node]:
        """The pages from which an address is reached in so many steps, the nearest first; of that host only, if it is named."""
        with self._database.read() as connection:
            return _climb(connection, url, within=within, site=site, limit=limit)

    def descendants(self, url: str, *, within: int, limit: int = MOST_NODES) -> list[Node]:
        """What is reached from a page in so many steps, the nearest first."""
        found: dict[str, Node] = {}
        level = [url]
        with self._database.read() as connection:
            for distance in range(1, within + 1):
                following: list[str] = []
                for here in level:
                    for edge in _children(connection, here, limit):
                        if edge.target != url and edge.target not in found:
                            found[edge.target] = Node(edge.target, distance, edge)
                            following.append(edge.target)
                            if len(found) >= limit:
                                return list(found.values())
                level = following
        return list(found.values())

    def siblings(self, url: str, *, limit: int = MOST_NODES) -> list[Edge]:
        """What else the pages link to that link to an address."""
        found: dict[str, Edge] = {}
        with self._database.read() as connection:
            for parent in _parents(connection, url, _MOST_PARENTS):
                for edge in _children(connection, parent.source, limit):
                    if edge.target != url:
                        found.setdefault(edge.target, edge)
                    if len(found) >= limit:
                        return list(found.values())
        return list(found.values())

    def path(self, source: str, target: str, *, within: int = 10) -> list[Edge]:
        """The fewest links that lead from one address to another; none when there is no way of that length."""
        reached: dict[str, Edge] = {}
        level = [source]
        with self._database.read() as connection:
            for _ in range(within):
                following: list[str] = []
                for here in level:
                    for edge in _children(connection, here, MOST_NODES):
                        if edge.target in reached or edge.target == source:
                            continue
                        reached[edge.target] = edge
                        if edge.target == target:
                            return _way(reached, source, target)
                        following.append(edge.target)
                level = following
                if not level or len(reached) > 20 * MOST_NODES:
                    break
        return []

    def edges(self, pages: Iterable[str]) -> list[Edge]:
        """All links of these pages."""
        with self._database.read() as connection:
            return [edge for url in pages for edge in _children(connection, url, MOST_NODES)]


def _way(reached: dict[str, Edge], source: str, target: str) -> list[Edge]:
    way: list[Edge] = []
    here = target
    while here != source:
        way.append(reached[here])
        here = reached[here].source
    return way[::-1]


def _climb(connection: Connection, url: str, *, within: int, site: str, limit: int) -> list[Node]:
    found: dict[str, Node] = {}
    level: Sequence[str] = [url]
    for distance in range(1, within + 1):
        following: list[str] = []
        for here in level:
            for edge in _parents(connection, here, _MOST_PARENTS):
                up = edge.source
                if up == url or up in found or (site and not _is_of(up, site)):
                    continue
                found[up] = Node(up, distance, edge)
                following.append(up)
                if len(found) >= limit:
                    return list(found.values())
        level = following
    return list(found.values())


def _is_of(url: str, site: str) -> bool:
    host = url.split("/", 3)[2] if url.count("/") >= 2 else ""
    return host.removeprefix("www.") == site


def _parents(connection: Connection, url: str, most: int) -> list[Edge]:
    rows = _SELECT_PARENTS.rows(connection, {"number": digest_number(url), "at": url, "most": most})
    return [Edge(row.url, url, row.anchor, row.position, row.rel) for row in rows]


def _children(connection: Connection, url: str, most: int) -> list[Edge]:
    rows = _SELECT_CHILDREN.rows(connection, {"at": digest_key(url), "most": most})
    return [Edge(url, row.target, row.anchor, row.position, row.rel) for row in rows]
