"""CEUR-WS: the index of a volume, with the classes that it has asked for since 2010, or free-form as before."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from selectolax.lexbor import LexborNode

from harvestman.model import Authority, Field
from harvestman.pages.entries import (
    file_link,
    has_class,
    names_in,
    nearest,
    outermost,
    text_at,
    text_without,
)
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.source import Source, text_of

_MARKS: Final = ("ceurtitle", "ceurvoltitle", "ceur-ws-logo", "urn:nbn:de:0074", "<title>ceur")
_PAGES: Final = re.compile(r"\(?\b(?:pages?|pp?\.?|S\.)\s*(\d+\s*[-–]\s*\d+)\)?", re.IGNORECASE)
_FRONT: Final = re.compile(
    r"^(?:preface|foreword|front ?matter|table of contents|complete proceedings|title page)", re.I
)


class CeurWsReader:
    """Reads `.CEURTITLE` with its list item, or list items with a file and names behind it."""

    name = "ceur-ws"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether the page is the index of a volume."""
        return source.shows(*_MARKS)

    def read(self, source: Source) -> Iterator[PaperFound]:
        """A paper for each entry of the table of contents."""
        venue = _volume(source)
        is_marked = source.tree.css_first(".CEURTITLE") is not None
        session = ""
        seen: set[int] = set()
        for node in outermost(source, f".CEURSESSION, h3, {'.CEURTITLE' if is_marked else 'li'}"):
            if has_class(node, "CEURSESSION") or node.tag == "h3":
                session = text_of(node)
                continue
            entry = nearest(node, "li", "tr", "p") if is_marked else node
            if entry is None or entry.mem_id in seen:
                continue
            seen.update(inner.mem_id for inner in entry.css("li, tr, p"))
            notes = _marked(node, entry) if is_marked else _free(entry)
            if notes is not None:
                notes.add(Field.SESSION, session, locator="CEURSESSION")
                notes.add(Field.VENUE, venue, locator=".CEURFULLTITLE", confidence=0.85)
                yield notes.paper()


def _volume(source: Source) -> str:
    root = source.tree.root
    if root is None:
        return ""
    return text_at(root, ".CEURFULLTITLE") or text_at(root, ".CEURVOLTITLE")


def _marked(title: LexborNode, entry: LexborNode) -> Notes:
    notes = Notes(confidence=0.92)
    notes.add(Field.TITLE, text_of(title), locator=".CEURTITLE")
    people = [name for one in outermost(entry, ".CEURAUTHOR") for name in names_in(text_of(one))]
    names = people or names_in(text_at(entry, ".CEURAUTHORS"))
    notes.add(Field.AUTHORS, names, locator=".CEURAUTHOR")
    notes.add(Field.PAGES, text_at(entry, ".CEURPAGES"), locator=".CEURPAGES")
    notes.add(Field.PDF, file_link(entry), locator="li a[href]")
    return notes


def _free(entry: LexborNode) -> Notes | None:
    """An item such as `<a href="p1.pdf">Title</a><br><i>Ana Ruiz, Eva Gil</i> (pages 1-8)`."""
    link = entry.css_first("a[href]")
    href = file_link(entry)
    if link is None or not href or link.attributes.get("href") != href:
        return None
    title = text_of(link)
    rest = text_without(entry, "a")
    names = text_at(entry, "i, em") or _PAGES.sub("", rest)
    if not names or _FRONT.match(title) or len(title.split()) < 2 or len(names) > 1_000:
        return None
    notes = Notes(confidence=0.8)
    notes.add(Field.TITLE, title, locator="li a[href]")
    notes.add(Field.AUTHORS, names_in(names), locator="li i", quote=names)
    notes.add(Field.PDF, href, locator="li a[href]")
    if pages := _PAGES.search(rest):
        notes.add(Field.PAGES, pages.group(1), locator="li")
    return notes
