"""Where things stand, as GROBID writes it: `coords="PAGE,X,Y,WIDTH,HEIGHT;…"` on elements, the sizes of the pages in `facsimile`."""

from __future__ import annotations

from collections.abc import Collection
from xml.etree import ElementTree as ET

from harvestman.formats.xml_escaping import add
from harvestman.model import Places

PLACED = {
    "title": "title",
    "persName": "authors",
    "head": "body",
    "s": "sentences",
    "biblStruct": "citations",
}
"""The elements that can say where they stand, and of which part each is."""


def coordinates(
    places: Places | None, wanted: Collection[str], element: str
) -> dict[int, dict[str, str]]:
    """The `coords` of all elements of a name, by their number; nothing when that is not wanted."""
    if places is None or element not in wanted:
        return {}
    return {
        place.index: {
            "coords": ";".join(
                f"{box.page},{box.x:.2f},{box.y:.2f},{box.width:.2f},{box.height:.2f}"
                for box in place.boxes
            )
        }
        for place in places.found
        if place.part == PLACED[element]
    }


def add_pages(root: ET.Element, places: Places | None, wanted: Collection[str]) -> None:
    """How large the pages are, where coordinates are wanted."""
    if places is None or not wanted:
        return
    facsimile = add(root, "facsimile")
    for number, width, height in places.pages:
        corners = {"ulx": "0.0", "uly": "0.0", "lrx": f"{width:.1f}", "lry": f"{height:.1f}"}
        add(facsimile, "surface", attributes={"n": str(number), **corners})
