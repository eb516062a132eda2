"""Sched: lists of a conference's sessions. Only those whose type says so are papers; most of Sched's events have none.

The type stands with the details of an event, or behind its number (`ev_3`), which a list of types explains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from selectolax.lexbor import LexborNode

from harvestman.model import Author, Authority, Field
from harvestman.pages.entries import file_link, has_class, outermost, refused, siblings, text_at
from harvestman.pages.findings import Finding, Notes
from harvestman.pages.source import Source, text_of

_EVENTS: Final = ".sched-container-inner, .list-simple .event, span.event"
_NUMBER: Final = re.compile(r"\bev_\d+\b")
_PAPERS: Final = re.compile(
    r"\b(?:papers?|posters?|research (?:talks?|tracks?|presentations?)|technical (?:papers?|sessions?|talks?)|lightning talks?|"
    r"contributed|proceedings|refereed|oral presentations?)\b",
    re.IGNORECASE,
)


class SchedReader:
    """Reads events whose type is one of papers."""

    name = "sched"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether the page is a list of Sched's events."""
        return source.shows("sched-container", "sched-content", "sched.com", "sched.org") and (
            source.shows(" ev_", '"ev_')
        )

    def read(self, source: Source) -> Iterator[Finding]:
        """A paper for each event of such a type."""
        types = _types(source)
        for node in outermost(source, _EVENTS):
            event = node if has_class(node, "event") else node.css_first(".event")
            link = event.css_first("a.name, a[href*='event/']") if event is not None else None
            if event is None or link is None:
                continue
            number = _NUMBER.search(event.attributes.get("class") or "")
            around = [node, *siblings(node, limit=3)] if node.mem_id == event.mem_id else [node]
            kinds = [
                text_of(one) for part in around for one in part.css(".sched-event-type a")[:10]
            ]
            kind = " / ".join(kinds) or types.get(number.group() if number else "", "")
            title = text_of(link)
            notes = Notes(confidence=0.9)
            notes.add(Field.TITLE, title, locator=".event a.name")
            notes.add(Field.URL, link.attributes.get("href") or "", locator=".event a.name")
            people = [person for part in around for person in _people(part)]
            notes.add(Field.AUTHORS, people, locator=".sched-person-session")
            if not _PAPERS.search(kind):
                yield refused(notes, kind)
                continue
            for part in around:
                notes.add(
                    Field.ABSTRACT, text_at(part, ".tip-description"), locator=".tip-description"
                )
                notes.add(Field.PDF, file_link(part), locator="a.file-uploaded")
            notes.add(Field.SESSION, kind, locator=".sched-event-type")
            yield notes.paper()


def _types(source: Source) -> dict[str, str]:
    """The names of the types by their numbers."""
    names: dict[str, str] = {}
    for link in outermost(source, "a[href*='type/']"):
        around = link.parent
        for node in (link, around):
            number = (
                _NUMBER.search(node.attributes.get("class") or "") if node is not None else None
            )
            if number:
                names.setdefault(number.group(), text_of(link))
    return names


def _people(node: LexborNode) -> Iterator[Author]:
    for person in outermost(node, ".sched-person-session, .sched-person"):
        name = text_at(person, "h2 a") or text_at(person, "h2")
        place = text_at(person, ".sched-event-details-company")
        if name:
            yield Author(name, (place,) if place else ())
