"""A site's graph written out."""

from __future__ import annotations

import csv
import io
from itertools import pairwise
from xml.etree import ElementTree as ET

from harvestman.gather import SiteGraph, write_graph_csv, write_graphml, write_svg
from harvestman.store import Edge

U = "http://uni.example/"
GRAPH = SiteGraph(U, (U, U + "a"), (U + "x.pdf",), (Edge(U, U + "a", "A <b>", 0), Edge(U + "a", U + "x.pdf", "PDF", 0)))  # fmt: skip


def test_graphml_has_all_nodes_and_edges() -> None:
    root = ET.fromstring(write_graphml(GRAPH))
    name = "{http://graphml.graphdrawing.org/xmlns}"
    assert len(root.findall(f".//{name}node")) == 3
    assert [e.findtext(f"{name}data") for e in root.findall(f".//{name}edge")] == ["A <b>", "PDF"]


def test_csv_is_what_neo4j_imports() -> None:
    nodes, links = (list(csv.reader(io.StringIO(text))) for text in write_graph_csv(GRAPH))
    assert nodes[0] == ["url:ID", ":LABEL"]
    assert nodes[3] == [U + "x.pdf", "Document"]
    assert links[1] == [U, U + "a", "LINKS_TO", "A <b>"]


def test_the_drawing_highlights_the_document_in_question() -> None:
    root = ET.fromstring(write_svg(GRAPH, chosen=U + "x.pdf"))
    circles = root.findall("{http://www.w3.org/2000/svg}circle")
    assert [c.get("fill") for c in circles] == ["#9a9a9a", "#9a9a9a", "#d0342c"]


def test_names_are_decoded_and_stand_outside_the_rings() -> None:
    many = tuple(f"{U}n%C3%BA%20{n}.pdf" for n in range(40))
    graph = SiteGraph(U, (U,), many, tuple(Edge(U, one, "", n) for n, one in enumerate(many)))
    root = ET.fromstring(write_svg(graph))
    texts = root.findall("{http://www.w3.org/2000/svg}text")
    assert [one.text for one in texts[:2]] == ["uni.example", "nú 0.pdf"]
    middle = float((root.get("viewBox") or "").split()[2]) / 2
    for one in texts[1:]:
        assert (float(one.get("x") or 0) < middle) == (one.get("text-anchor") == "end")
    heights = sorted(float(one.get("y") or 0) for one in texts if one.get("text-anchor") == "end")
    apart = [below - above for above, below in pairwise(heights[8:-8])]
    assert min(apart) > 9  # no name on another
