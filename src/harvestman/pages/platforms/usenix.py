"""USENIX: technical sessions, one `article.node-paper` a talk; the people with their institutions in italics."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from selectolax.lexbor import LexborNode

from harvestman.model import Author, Authority, Field
from harvestman.pages.entries import (
    file_link,
    has_class,
    is_no_paper,
    names_in,
    outermost,
    refused,
    text_at,
)
from harvestman.pages.findings import Finding, Notes
from harvestman.pages.source import Source, text_of

_PEOPLE: Final = ".field-name-field-paper-people-text"
_ABSTRACT: Final = ".field-name-field-paper-description-long, .field-name-field-paper-description"
_CHAIRS: Final = re.compile(r"chairs?\b\s*:|^(?:moderator|panelists?|organizers?)\b", re.IGNORECASE)


class UsenixReader:
    """Reads the talks that have people as papers have them."""

    name = "usenix"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether there are talks with people."""
        return source.shows("node-paper") and source.shows("field-paper-people-text")

    def read(self, source: Source) -> Iterator[Finding]:
        """A paper for each talk, but for keynotes, panels and opening words."""
        session = ""
        for node in outermost(source, ".node-session h2, .node-paper"):
            if not has_class(node, "node-paper"):
                session = text_of(node)
                continue
            title = text_at(node, "h2")
            people = node.css_first(_PEOPLE)
            label = "" if people is None else text_of(people)
            notes = Notes(confidence=0.92)
            notes.add(Field.TITLE, title, locator=".node-paper h2")
            for link in node.css("h2 a[href]")[:1]:
                notes.add(Field.URL, link.attributes.get("href") or "", locator=".node-paper h2 a")
            if people is not None:
                notes.add(Field.AUTHORS, list(_people(people)), locator=_PEOPLE, quote=label)
            notes.add(Field.ABSTRACT, text_at(node, _ABSTRACT), locator=_ABSTRACT)
            if not label or _CHAIRS.search(label) or is_no_paper(session) or is_no_paper(title):
                yield refused(notes, session, title)
                continue
            notes.add(Field.PDF, file_link(node), locator=".node-paper a[href]")
            notes.add(Field.SESSION, session, locator=".node-session h2")
            yield notes.paper()


def _people(node: LexborNode) -> Iterator[str | Author]:
    """ "Ana Ruiz and Eva Gil, *León*; Kim Lee, *Sevilla*": the names before an institution are its people."""
    waiting: list[str] = []
    places: list[str] = []
    for inner in islice(node.traverse(include_text=True), 2_000):
        if inner.tag != "-text" or not (text := inner.text_content or "").strip():
            continue
        if _is_italic(inner):
            places.append(text.strip(" ,;"))
            continue
        group, semicolon, rest = text.partition(";")
        while True:
            if places and (semicolon or names_in(group)):
                yield from (Author(name, tuple(places)) for name in waiting)
                waiting, places = [], []
            waiting += [str(name) for name in names_in(group)]
            if not semicolon:
                break
            group, semicolon, rest = rest.partition(";")
    yield from (Author(name, tuple(places)) for name in waiting)


def _is_italic(node: LexborNode) -> bool:
    around = node.parent
    for _ in range(3):
        if around is not None and around.tag in ("em", "i"):
            return True
        around = around.parent if around is not None else None
    return False
