"""researchr: programmes and accepted papers of conf.researchr.org and the sites it makes for conferences.

Every talk is a table cell with a link that opens its details (`data-event-modal`), the track, the people with their
affiliations, and links to publications. Programmes tell the type of each slot in the cell before it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from selectolax.lexbor import LexborNode

from harvestman.model import Author, Authority, Field
from harvestman.pages.entries import (
    has_class,
    is_no_paper,
    labelled_file,
    nearest,
    outermost,
    refused,
    text_at,
    text_without,
)
from harvestman.pages.findings import Finding, Notes
from harvestman.pages.source import Source, text_of
from harvestman.text import squeeze

_SESSION: Final = "div.session-info-in-table"


class ResearchrReader:
    """Reads the rows with `a[data-event-modal]`."""

    name = "researchr"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether talks of the page open in researchr's window."""
        return source.shows("data-event-modal") and source.shows("performers", "prog-track")

    def read(self, source: Source) -> Iterator[Finding]:
        """A paper for each talk that is one by its type and track."""
        session = ""
        for node in outermost(source, f"{_SESSION}, td a[data-event-modal]"):
            if node.tag == "div":
                session = _leading_text(node) or text_of(node)
                continue
            cell = nearest(node, "td")
            if cell is None:
                continue
            title = text_without(node, "span.pull-right, .output-badge, .label")
            row = nearest(cell, "tr") or cell
            kind, track = text_at(row, ".event-type"), text_at(cell, ".prog-track")
            people = list(_people(cell))
            notes = Notes(confidence=0.9)
            notes.add(Field.TITLE, title, locator="td a[data-event-modal]")
            notes.add(Field.AUTHORS, people, locator="td .performers")
            if is_no_paper(kind) or is_no_paper(track) or (kind and not people):
                yield refused(notes, kind, track)
                continue
            notes.add(
                Field.SESSION, session or track, locator=_SESSION if session else ".prog-track"
            )
            for link in cell.css("a.publication-link[href]")[:10]:
                href = link.attributes.get("href") or ""
                if "doi.org/" in href:
                    notes.add(Field.DOI, href, locator="a.publication-link")
            pdf = labelled_file(cell, "a.publication-link[href], a[href$='.pdf']")
            notes.add(Field.PDF, pdf, locator="a.publication-link")
            yield notes.paper()


def _leading_text(node: LexborNode) -> str:
    """What stands before the first element: the session's name, before its room and chairs."""
    inner = node.child
    is_text = inner is not None and inner.tag == "-text"
    return squeeze(inner.text_content or "") if inner is not None and is_text else ""


def _people(cell: LexborNode) -> Iterator[str | Author]:
    """The linked names, each with the affiliation that follows it."""
    for person in outermost(cell, ".performers a"):
        after = person.next
        while (
            after is not None
            and after.tag == "-text"
            and not (after.text_content or "").strip(" ,")
        ):
            after = after.next
        place = text_of(after) if after is not None and has_class(after, "prog-aff") else ""
        yield Author(text_of(person), (place,) if place else ())
