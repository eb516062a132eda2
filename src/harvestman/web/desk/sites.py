"""`/sites/{host}`: what was gathered from a site, as a graph layered by distance from its first page, and the same as a table."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from fastapi import APIRouter, Request, Response

from harvestman.gather import SiteGraph, site_graph
from harvestman.model import Field
from harvestman.store import Library
from harvestman.web.desk.rendering import Desk
from harvestman.web.front.errors import Missing

_HOST = re.compile(r"[a-z0-9.-]{1,253}(?::\d{1,5})?", re.IGNORECASE)
_MOST = 150
_OF_PEOPLE = frozenset((Field.AUTHORS, Field.EMAILS, Field.AFFILIATIONS))
_WIDTH, _ROW, _COLUMN = 1_000, 26, 220


@dataclass(frozen=True, slots=True)
class DrawnNode:
    """A page or document with its place in the drawing."""

    url: str
    name: str
    depth: int
    is_document: bool
    x: int
    y: int
    candidate: str = ""
    """The id of the candidate that a document is."""
    is_people: bool = False
    """Whether the authors of a document were found on this page."""


@dataclass(frozen=True, slots=True)
class FoundOn:
    """A page that says who wrote a document."""

    page: str
    document: str


def site_pages(desk: Desk) -> APIRouter:
    """The route of a site."""
    router = APIRouter(include_in_schema=False)
    service, library = desk.service, desk.service.library

    @router.get("/sites/{host}")
    async def show(request: Request, host: str) -> Response:
        """The graph of a site."""
        visitor = await desk.visitors.visitor(request)
        if not _HOST.fullmatch(host):
            raise Missing("There is no such site.")
        root = await service.run(_root_of, library, host.lower())
        if root is None:
            raise Missing(f"Nothing was gathered from {host}.")
        graph = await service.run(site_graph, library, root)
        nodes, lines, height = _layered(graph)
        drawn = [node.url for node in nodes if node.is_document]
        ids, found = await service.run(_authors_found, library, drawn)
        people = {one.page for one in found}
        nodes = [
            replace(node, candidate=ids.get(node.url, ""), is_people=node.url in people)
            for node in nodes
        ]
        places = {node.url: node for node in nodes}
        return desk.page(
            request,
            visitor,
            "site.html",
            host=host,
            graph=graph,
            nodes=nodes,
            lines=lines,
            dotted=[
                (places[one.page], places[one.document])
                for one in found
                if one.page in places and one.document in places
            ],
            width=max((node.x for node in nodes), default=0) + _COLUMN,
            height=height,
            folded=len(graph.pages) + len(graph.documents) - len(nodes),
        )

    return router


def _authors_found(library: Library, documents: list[str]) -> tuple[dict[str, str], list[FoundOn]]:
    """The candidates that documents are, by address, and the pages on which their authors were found."""
    ids: dict[str, str] = {}
    found: dict[FoundOn, None] = {}
    for url in documents:
        one = library.candidates.get(url)
        if one is None:
            continue
        ids[url] = one.id
        for claim in library.candidates.claims(one.id):
            page = claim.evidence.source
            if (
                claim.field in _OF_PEOPLE
                and page.startswith(("http://", "https://"))
                and page != url
            ):
                found[FoundOn(page, url)] = None
    return ids, list(found)


def _root_of(library: Library, host: str) -> str | None:
    """The first page that is known of a host."""
    for scheme in ("https", "http"):
        address = f"{scheme}://{host}/"
        if library.pages.latest(address) is not None:
            return address
    return None


def _layered(graph: SiteGraph) -> tuple[list[DrawnNode], list[tuple[int, int, int, int]], int]:
    """Nodes in columns by their distance from the first page, and the links that led to each first."""
    children: dict[str, list[str]] = {}
    for edge in graph.edges:
        children.setdefault(edge.source, []).append(edge.target)
    depths, parents, queue = {graph.root: 0}, {}, [graph.root]
    for url in queue:
        for target in children.get(url, ()):
            if target not in depths:
                depths[target], parents[target] = depths[url] + 1, url
                queue.append(target)
    documents = set(graph.documents)
    used: dict[int, int] = {}
    nodes: dict[str, DrawnNode] = {}
    for url in queue[:_MOST]:
        depth = depths[url]
        used[depth] = used.get(depth, 0) + 1
        name = url.rstrip("/").rpartition("/")[2][:28]
        place = depth * _COLUMN + 12, used[depth] * _ROW
        nodes[url] = DrawnNode(url, name, depth, url in documents, *place)
    lines = [
        (nodes[parents[url]].x, nodes[parents[url]].y, node.x, node.y)
        for url, node in nodes.items()
        if parents.get(url) in nodes
    ]
    return list(nodes.values()), lines, (max(used.values(), default=0) + 1) * _ROW
