"""ACL Anthology: volumes and events since 2019 (`strong a.align-middle`), its plain pages before, and ACLPUB's tables.

ACLPUB makes the proceedings that go into the Anthology; hundreds of workshops put its table of contents on their sites.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from selectolax.lexbor import LexborNode

from harvestman.model import Authority, Field
from harvestman.pages.entries import file_link, names_in, outermost, text_at, text_without
from harvestman.pages.findings import Notes, PaperFound
from harvestman.pages.source import Source, text_of

_ENTRIES: Final = "p.d-sm-flex, div.d-sm-flex"
_VOLUMES: Final = "h2#title, h4 a.align-middle"
# The paper number 0 is the volume itself, whose editors are printed like authors.
_VOLUME: Final = re.compile(r"\.0/?$|/[A-VX-Z]\d\d-\d000/?$|/W\d\d-\d\d00/?$")
_NUMBER: Final = re.compile(r"[A-Z]\d\d-\d{4}")


class AclAnthologyReader:
    """Reads the three shapes."""

    name = "acl-anthology"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether the page has one of the shapes."""
        return (source.shows("align-middle") and source.shows("/people/")) or (
            source.shows(">bib<") and source.shows('class="bg', "acl anthology")
        )

    def read(self, source: Source) -> Iterator[PaperFound]:
        """The papers of whichever shape the page has."""
        if source.shows("align-middle"):
            yield from _since_2019(source)
        else:
            yield from _plain(source)
            yield from _tables(source)


def _since_2019(source: Source) -> Iterator[PaperFound]:
    venue = ""
    for node in outermost(source, f"{_VOLUMES}, {_ENTRIES}"):
        if node.tag in ("h2", "a"):
            venue = text_of(node)
            continue
        link = node.css_first("strong a.align-middle")
        if link is None or _VOLUME.search(link.attributes.get("href") or ""):
            continue
        notes = Notes(confidence=0.92)
        notes.add(Field.TITLE, text_of(link), locator="strong a.align-middle")
        notes.add(Field.URL, link.attributes.get("href") or "", locator="strong a.align-middle")
        people = [text_of(one) for one in outermost(node, "a[href*='/people/']")]
        notes.add(Field.AUTHORS, people, locator="a[href*='/people/']")
        notes.add(Field.PDF, file_link(node), locator="a.badge")
        notes.add(Field.VENUE, venue, locator=_VOLUMES)
        shown = node.css_first("a[href^='#abstract-'], a[aria-controls^='abstract-']")
        if shown is not None:
            name = shown.attributes.get("aria-controls") or shown.attributes.get("href") or ""
            if re.fullmatch(r"[\w-]+", name := name.lstrip("#")):
                root = source.tree.css_first(f"#{name}")
                notes.add(Field.ABSTRACT, text_of(root) if root is not None else "", locator=name)
        yield notes.paper()


def _plain(source: Source) -> Iterator[PaperFound]:
    """Paragraphs such as `<a href=P10-1001.pdf>P10-1001</a> [bib]: <b>Ana Ruiz; Eva Gil</b><br><i>Title</i>`."""
    for node in outermost(source, "p"):
        link, people, title = node.css_first("a[href]"), node.css_first("b"), node.css_first("i")
        if link is None or people is None or title is None or not _NUMBER.fullmatch(text_of(link)):
            continue
        if _VOLUME.search("/" + text_of(link)):
            continue
        notes = Notes(confidence=0.9)
        notes.add(Field.TITLE, text_of(title), locator="p i")
        notes.add(Field.AUTHORS, names_in(text_of(people)), locator="p b")
        notes.add(Field.PDF, file_link(node) or link.attributes.get("href") or "", locator="p a")
        yield notes.paper()


def _tables(source: Source) -> Iterator[PaperFound]:
    """Rows of ACLPUB: a link to the PDF, one to the BibTeX, the title in italics with the names under it, the pages."""
    for row in outermost(source, "tr.bg1, tr.bg2"):
        found = _row(row)
        if found is not None:
            yield found


def _row(row: LexborNode) -> PaperFound | None:
    if not row.css_first("td a[href$='.bib']"):
        return None
    title = row.css_first("td i")
    cell = title.parent if title is not None else None
    while cell is not None and cell.tag != "td":
        cell = cell.parent
    if title is None or cell is None:
        return None
    notes = Notes(confidence=0.9)
    notes.add(Field.TITLE, text_of(title), locator="tr td i")
    notes.add(Field.AUTHORS, names_in(text_without(cell, "a, i")), locator="tr td")
    notes.add(Field.PDF, file_link(row), locator="tr td a")
    pages = text_at(row, "td:last-child")
    notes.add(Field.PAGES, pages if pages.startswith("pp") else "", locator="tr td:last-child")
    return notes.paper()
