"""A site's graph for people and programs: GraphML and CSV (for Neo4j's import), and a drawing like the repository assistant's Figure 2."""

from __future__ import annotations

import csv
import io
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from urllib.parse import unquote, urlsplit
from xml.etree import ElementTree as ET

from harvestman.crawl import is_document
from harvestman.store import Edge, Library
from harvestman.text import site_of

_GRAPHML = "http://graphml.graphdrawing.org/xmlns"
_STEP = 110  # points from ring to ring
_NAME_HEIGHT = 14  # points that a name on a ring needs
_LABEL = 200  # points beyond the outer ring for names
_PAGE, _DOCUMENT, _CHOSEN = "#9a9a9a", "#3b6fb5", "#d0342c"


@dataclass(frozen=True, slots=True)
class SiteGraph:
    """The pages and documents of a site, and the links between them."""

    root: str
    pages: tuple[str, ...]
    documents: tuple[str, ...]
    edges: tuple[Edge, ...]


def site_graph(library: Library, root: str, *, within: int = 5) -> SiteGraph:
    """What was gathered of the site of a page: its pages and documents that are reached from there, and the links between them."""
    site = site_of(root)
    nodes = [root, *(node.url for node in library.links.descendants(root, within=within))]
    own = [url for url in nodes if site_of(url) == site]
    documents = tuple(
        url for url in own if (is_document(url) and library.documents.at(url) is not None)
    )
    known = set(documents)
    pages = tuple(url for url in own if url not in known and library.pages.latest(url) is not None)
    shown = {*pages, *documents}
    edges = tuple(edge for edge in library.links.edges(pages) if edge.target in shown)
    return SiteGraph(root, pages, documents, edges)


def write_graphml(graph: SiteGraph) -> str:
    """The graph as GraphML: nodes with `url` and `kind`, edges with `anchor`."""
    ET.register_namespace("", _GRAPHML)
    root = ET.Element(f"{{{_GRAPHML}}}graphml")
    for name, of in (("url", "node"), ("kind", "node"), ("anchor", "edge")):
        attributes = {"id": name, "for": of, "attr.name": name, "attr.type": "string"}
        ET.SubElement(root, f"{{{_GRAPHML}}}key", attributes)
    drawn = ET.SubElement(root, f"{{{_GRAPHML}}}graph", {"edgedefault": "directed"})
    numbers: dict[str, str] = {}
    for kind, urls in (("page", graph.pages), ("document", graph.documents)):
        for url in urls:
            numbers[url] = f"n{len(numbers)}"
            node = ET.SubElement(drawn, f"{{{_GRAPHML}}}node", {"id": numbers[url]})
            for key, value in (("url", url), ("kind", kind)):
                ET.SubElement(node, f"{{{_GRAPHML}}}data", {"key": key}).text = value
    for edge in graph.edges:
        ends = {"source": numbers[edge.source], "target": numbers[edge.target]}
        drawn_edge = ET.SubElement(drawn, f"{{{_GRAPHML}}}edge", ends)
        data = ET.SubElement(drawn_edge, f"{{{_GRAPHML}}}data", {"key": "anchor"})
        data.text = "".join(letter for letter in edge.anchor if letter.isprintable())
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def write_graph_csv(graph: SiteGraph) -> tuple[str, str]:
    """The graph as two CSV files, nodes and relationships, with the headers that `neo4j-admin database import` takes."""
    kinds = [("Page", url) for url in graph.pages] + [("Document", url) for url in graph.documents]
    nodes = _rows([("url:ID", ":LABEL"), *((url, kind) for kind, url in kinds)])
    links = [(edge.source, edge.target, "LINKS_TO", edge.anchor) for edge in graph.edges]
    return nodes, _rows([(":START_ID", ":END_ID", ":TYPE", "anchor"), *links])


def _rows(rows: Sequence[Sequence[str]]) -> str:
    written = io.StringIO()
    csv.writer(written).writerows(rows)
    return written.getvalue()


def write_svg(graph: SiteGraph, *, chosen: str = "") -> str:
    """The graph as a drawing: pages grey, documents blue, in rings by their distance from the first page; one document highlighted."""
    places = _places(graph)
    radii = _radii(places)
    middle = max(radii.values(), default=0) + _LABEL
    points = {
        url: (middle + radii[ring] * math.cos(angle), middle + radii[ring] * math.sin(angle))
        for url, (ring, angle) in places.items()
    }
    return "".join(_drawn(graph, points, 2 * middle, chosen))


def _radii(places: dict[str, tuple[int, float]]) -> dict[int, float]:
    """How wide each ring is: a step wider than the one within it, and wide enough for the names on it."""
    counts = Counter(ring for ring, _ in places.values())
    radii: dict[int, float] = {}
    last = -float(_STEP)
    for ring in sorted(counts):
        room = counts[ring] * _NAME_HEIGHT / math.pi if ring else 0.0
        last = radii[ring] = max(last + _STEP, room)
    return radii


def _drawn(
    graph: SiteGraph, points: dict[str, tuple[float, float]], size: float, chosen: str
) -> Iterator[str]:
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size:.0f} {size:.0f}" font-family="sans-serif" font-size="9">\n'
    yield f"<title>{escape(graph.root)}: {len(graph.pages)} pages, {len(graph.documents)} documents</title>\n"
    for edge in sorted(graph.edges, key=lambda edge: edge.target == chosen):
        (x1, y1), (x2, y2) = points[edge.source], points[edge.target]
        colour = _CHOSEN if edge.target == chosen else "#d8d8d8"
        yield f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" stroke="{colour}" stroke-width="0.7"/>\n'
    documents = set(graph.documents)
    for url, (x, y) in points.items():
        colour = _CHOSEN if url == chosen else _DOCUMENT if url in documents else _PAGE
        radius = 8 if url == chosen else 5
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius}" fill="{colour}"><title>{escape(url)}</title></circle>'
        # Names stand outside the rings; a white rim keeps them apart from the lines under them.
        side, anchor = (-9, "end") if x < size / 2 - 1 else (9, "start")
        name = escape(_name(url))
        yield f'<text x="{x + side:.1f}" y="{y + 3:.1f}" text-anchor="{anchor}" stroke="#ffffff" stroke-width="2" paint-order="stroke">{name}</text>\n'
    yield "</svg>\n"


def _name(url: str) -> str:
    """What a node is called: the last part of its path, or the site."""
    parts = urlsplit(url)
    return unquote(parts.path.rstrip("/").rpartition("/")[2])[:40] or parts.netloc[:40]


def _places(graph: SiteGraph) -> dict[str, tuple[int, float]]:
    """For each node the ring and the angle, breadth-first from the first page."""
    children: dict[str, list[str]] = {}
    for edge in graph.edges:
        children.setdefault(edge.source, []).append(edge.target)
    rings: dict[str, int] = {}
    level = [graph.root] if graph.root in graph.pages else list(graph.pages[:1])
    distance = 0
    while level:
        for url in level:
            rings.setdefault(url, distance)
        following = [two for one in level for two in children.get(one, ()) if two not in rings]
        level, distance = list(dict.fromkeys(following)), distance + 1
    for url in (*graph.pages, *graph.documents):
        rings.setdefault(url, distance)
    found: dict[str, tuple[int, float]] = {}
    by_ring: dict[int, list[str]] = {}
    for url, ring in rings.items():
        by_ring.setdefault(ring, []).append(url)
    for ring, on_it in sorted(by_ring.items()):
        for place, url in enumerate(on_it):
            found[url] = (ring, 2 * math.pi * place / len(on_it) + 0.3 * ring)
    return found
