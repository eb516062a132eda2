"""Indico: the list of contributions, the timetable, and the JSON of its export.

A contribution's people are its authors where the export tells them, else its speakers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from selectolax.lexbor import LexborNode

from harvestman.model import Author, Authority, Field
from harvestman.pages.entries import (
    has_class,
    is_no_paper,
    names_in,
    outermost,
    refused,
    text_at,
    text_without,
)
from harvestman.pages.findings import Finding, Notes
from harvestman.pages.islands import Object, objects_in
from harvestman.pages.source import Source, text_of

_ROWS: Final = ".contribution-row, li.timetable-contrib, div.timetable-contrib"
_BLOCKS: Final = ".timetable-block > .timetable-item-body .timetable-item-header .timetable-title"
_PERSON: Final = ".speaker-item-inline, .speaker-list > span:not(.label)"


class IndicoReader:
    """Reads contributions, but for those whose type says that they are no papers."""

    name = "indico"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether there are contributions, on the page or in the export."""
        if source.data is not None:
            data = source.data
            return isinstance(data, dict) and "results" in data and "count" in data
        return source.shows("contribution-row", "timetable-contrib") and source.shows(
            "contrib-title", "timetable-title"
        )

    def read(self, source: Source) -> Iterator[Finding]:
        """A paper for each contribution, in the order of the page."""
        if source.data is not None:
            for one in objects_in(source.data["results"], _is_contribution):
                yield _from_export(one)
            return
        session = ""
        for node in outermost(source, f"{_BLOCKS}, {_ROWS}"):
            if has_class(node, "timetable-title"):
                session = text_of(node)
            else:
                yield _from_page(node, session)


def _from_page(row: LexborNode, session: str) -> Finding:
    heading = row.css_first(".contrib-title a, .contrib-title, .timetable-title")
    title = "" if heading is None else text_without(heading, ".contrib-id, .contrib-code")
    session = text_at(row, ".contrib-session") or session
    kind = text_at(row, ".contrib-type")
    notes = Notes(confidence=0.9)
    notes.add(Field.TITLE, title, locator=".contrib-title")
    notes.add(Field.AUTHORS, list(_people(row)), locator=".speaker-list")
    if is_no_paper(kind) or is_no_paper(session):
        return refused(notes, kind, session)
    track = text_at(row, ".contrib-track")
    notes.add(Field.SESSION, session or track, locator=".contrib-session")
    for link in row.css(".contrib-title a[href]")[:1]:
        notes.add(Field.URL, link.attributes.get("href") or "", locator=".contrib-title a")
    return notes.paper()


def _people(row: LexborNode) -> Iterator[str | Author]:
    found = list(outermost(row, _PERSON))
    for person in found:
        place = text_at(person, ".affiliation").strip("() ")
        name = text_without(person, ".affiliation, .text-superfluous").strip(" ,")
        yield Author(name, (place,) if place else ())
    if not found:
        listed = row.css_first(".speaker-list")
        yield from names_in(text_without(listed, ".label").lstrip(": ")) if listed else []


def _is_contribution(one: Object) -> bool:
    is_one = one.get("_type") == "Contribution" or one.get("entryType") == "Contribution"
    return is_one and isinstance(one.get("title"), str)


def _from_export(one: Object) -> Finding:
    session = next(
        (v for key in ("session", "sessionTitle", "track") if isinstance(v := one.get(key), str)),
        "",
    )
    kind = str(one.get("type") or "")
    notes = Notes(confidence=0.92)
    notes.add(Field.TITLE, one["title"], locator="contributions[].title")
    authors = [*_listed(one, "primaryauthors"), *_listed(one, "coauthors")]
    people = authors or _listed(one, "speakers") or _listed(one, "presenters")
    notes.add(Field.AUTHORS, people, locator="contributions[].primaryauthors")
    if is_no_paper(kind) or is_no_paper(session):
        return refused(notes, kind, session)
    notes.add(Field.ABSTRACT, str(one.get("description") or ""), locator="[].description")
    notes.add(Field.SESSION, session, locator="contributions[].session")
    notes.add(Field.URL, str(one.get("url") or ""), locator="contributions[].url")
    return notes.paper()


def _listed(one: Object, key: str) -> list[str | Author]:
    people: list[str | Author] = []
    entries: Any = one.get(key)
    for person in entries[:500] if isinstance(entries, list) else ():
        if isinstance(person, dict):
            given = person.get("first_name") or person.get("firstName") or ""
            family = person.get("last_name") or person.get("familyName") or ""
            name = f"{given} {family}".strip() or str(person.get("fullName") or person.get("name"))
            place = str(person.get("affiliation") or "")
            people.append(Author(name, (place,) if place else (), family=str(family)))
    return people
