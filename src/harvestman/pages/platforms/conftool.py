"""ConfTool: agendas with `.paper_title`, `.paper_author` and `.paper_organisation`, joined by raised or bracketed numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from selectolax.lexbor import LexborNode

from harvestman.model import Authority, Field
from harvestman.pages.entries import (
    file_link,
    has_class,
    is_no_paper,
    marked_people,
    outermost,
    refused,
    siblings,
)
from harvestman.pages.findings import Finding, Notes
from harvestman.pages.source import Source, text_of

_SESSIONS: Final = ".session_title, .sessionlist_title"


class ConfToolReader:
    """Reads a title with what follows it in the same element."""

    name = "conftool"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether the page has ConfTool's names for the parts of a paper."""
        return (
            source.shows("paper_title")
            and source.shows("paper_author")
            and source.shows("paper_organisation", "conftool")
        )

    def read(self, source: Source) -> Iterator[Finding]:
        """A paper for each title."""
        session = ""
        for node in outermost(source, f"{_SESSIONS}, .paper_title"):
            if not has_class(node, "paper_title"):
                session = text_of(node)
                continue
            parts = _parts(node)
            title = text_of(node)
            notes = Notes(confidence=0.9)
            notes.add(Field.TITLE, title, locator=".paper_title")
            if "paper_author" not in parts:
                yield refused(notes)
                continue
            people = marked_people(parts["paper_author"], parts.get("paper_organisation"))
            notes.add(Field.AUTHORS, people, locator=".paper_author")
            if is_no_paper(session):
                yield refused(notes, session)
                continue
            if "paper_abstract" in parts:
                abstract = text_of(parts["paper_abstract"])
                notes.add(Field.ABSTRACT, abstract, locator=".paper_abstract")
            if node.parent is not None:
                notes.add(Field.PDF, file_link(node), locator=".paper_title a")
            notes.add(Field.SESSION, session, locator=_SESSIONS)
            yield notes.paper()


def _parts(title: LexborNode) -> dict[str, LexborNode]:
    """What follows a title until the next one, by its class."""
    parts: dict[str, LexborNode] = {}
    for node in siblings(title):
        if has_class(node, "paper_title"):
            break
        for name in ("paper_author", "paper_organisation", "paper_abstract"):
            if has_class(node, name):
                parts.setdefault(name, node)
            elif name == "paper_abstract" and (inner := node.css_first(f".{name}")) is not None:
                parts.setdefault(name, inner)
    return parts
