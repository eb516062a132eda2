"""The graph of links: which pages lead to which, as they were last seen. Every question is bounded.

Nodes are addresses of pages and documents; an edge is a link with its text. Steps are asked for level by level, each level in one
statement over the index of targets, so that a question costs what it finds and not what the library holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from harvestman.store.database import Database
from harvestman.store.ids import digest_key, digest_number
from harvestman.store.statements import Statement

if TYPE_CHECKING:
    from harvestman.store.asking import AnyConnection

MOST_NODES = 2_000
"""So many nodes are found at most by one question, the nearest first."""
_MOST_PARENTS = 200  # of one node in one step: a front page is linked from everywhere

_IS_LATEST = """NOT EXISTS (
      SELECT 1 FROM page AS newer
      WHERE newer.url_key = page.url_key AND (newer.fetched, newer.id) > (page.fetched, page.id)
    )"""
_SELECT_PARENTS = Statement(
    f"""
    SELECT page.url, link.anchor, link.position, link.rel FROM link JOIN page ON page.id = link.page_id
    WHERE link.target_key = :number AND link.target = :at AND {_IS_LATEST} ORDER BY page.id LIMIT :most
    """  # noqa: S608 (our own words)
)
_SELECT_CHILDREN = Statement(
    f"""
    SELECT link.target, link.anchor, link.position, link.rel FROM page JOIN link ON link.page_id = page.id
    WHERE page.url_key = :at AND {_IS_LATEST} ORDER BY link.number LIMIT :most
    """  # noqa: S608 (our own words)
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
        with self._database.asking() as connection:
            return _children(connection, url, limit)

    def parents(self, url: str, *, limit: int = MOST_NODES) -> list[Edge]:
        """The links that lead to an address, those of the pages first that the library has had longest."""
        with self._database.asking() as connection:
            return _parents(connection, url, limit)

    def ancestors(
        self, url: str, *, within: int, site: str = "", limit: int = MOST_NODES
    ) -> list[Node]:
        """The pages from which an address is reached in so many steps, the nearest first; of that host only, if it is named."""
        with self._database.asking() as connection:
            return _climb(connection, url, within=within, site=site, limit=limit)

    def descendants(self, url: str, *, within: int, limit: int = MOST_NODES) -> list[Node]:
        """What is reached from a page in so many steps, the nearest first."""
        found: dict[str, Node] = {}
        level = [url]
        with self._database.asking() as connection:
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
        with self._database.asking() as connection:
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
        with self._database.asking() as connection:
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
        with self._database.asking() as connection:
            return [edge for url in pages for edge in _children(connection, url, MOST_NODES)]


def _way(reached: dict[str, Edge], source: str, target: str) -> list[Edge]:
    way: list[Edge] = []
    here = target
    while here != source:
        way.append(reached[here])
        here = reached[here].source
    return way[::-1]


def _climb(
    connection: AnyConnection, url: str, *, within: int, site: str, limit: int
) -> list[Node]:
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


def _parents(connection: AnyConnection, url: str, most: int) -> list[Edge]:
    rows = _SELECT_PARENTS.rows(connection, {"number": digest_number(url), "at": url, "most": most})
    return [Edge(row.url, url, row.anchor, row.position, row.rel) for row in rows]


def _children(connection: AnyConnection, url: str, most: int) -> list[Edge]:
    rows = _SELECT_CHILDREN.rows(connection, {"at": digest_key(url), "most": most})
    return [Edge(url, row.target, row.anchor, row.position, row.rel) for row in rows]
