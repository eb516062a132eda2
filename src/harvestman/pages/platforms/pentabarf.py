"""Pentabarf's schedule, which frab and pretalx write too: every event with its type and persons, as XML or JSON.

The pages that these programs make show titles alone, or a page an event; the file that they link to (`schedule.xml`) has everything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from harvestman.model import Authority, Field
from harvestman.pages.entries import is_no_paper, outermost, refused, text_at
from harvestman.pages.findings import Finding, Notes
from harvestman.pages.source import Source, text_of

_MAX_PERSONS: Final = 100
# Types of events that no paper is given at, beside those that all platforms have.
_OTHER_TYPES: Final = re.compile(
    r"podium|meeting|workshop|contest|concert|film|movie|performance|dj[ _-]?set|other|game|community|assembly|stand|panel",
    re.IGNORECASE,
)


class PentabarfReader:
    """Reads the talks of a schedule."""

    name = "pentabarf"
    version = "1"
    authority = Authority.WRAPPER

    def match(self, source: Source) -> bool:
        """Whether this is a schedule file and no page."""
        if source.data is not None:
            return bool(_days(source.data))
        begins = source.html[:2_000].lower()
        return "<schedule" in begins and "<html" not in begins and source.shows("<event")

    def read(self, source: Source) -> Iterator[Finding]:
        """A paper for each event with persons whose type is no other."""
        events = _of_json(source.data) if source.data is not None else _of_xml(source)
        for event in events:
            kind = str(event["type"] or "").replace("_", " ")
            notes = Notes(confidence=0.9)
            notes.add(Field.TITLE, str(event["title"]), locator="event > title")
            notes.add(Field.AUTHORS, event["persons"], locator="event > persons")
            notes.add(Field.ABSTRACT, str(event["abstract"] or ""), locator="event > abstract")
            if not event["persons"] or is_no_paper(kind) or _OTHER_TYPES.search(kind):
                yield refused(notes, kind)
                continue
            notes.add(Field.SESSION, str(event["track"] or ""), locator="event > track")
            notes.add(Field.URL, str(event["url"] or ""), locator="event > url")
            yield notes.paper()


def _of_xml(source: Source) -> Iterator[dict[str, Any]]:
    for node in outermost(source, "event"):
        yield {
            "title": text_at(node, "title"),
            "type": text_at(node, "type"),
            "persons": [text_of(one) for one in node.css("person")[:_MAX_PERSONS]],
            "abstract": text_at(node, "abstract"),
            "track": "",  # an empty element to a parser of HTML
            "url": text_at(node, "url"),
        }


def _of_json(data: Any) -> Iterator[dict[str, Any]]:
    for day in _days(data):
        rooms = day.get("rooms") if isinstance(day, Mapping) else None
        for events in rooms.values() if isinstance(rooms, Mapping) else ():
            for event in events if isinstance(events, list) else ():
                if isinstance(event, Mapping) and isinstance(event.get("title"), str):
                    kept = {
                        name: event.get(name)
                        for name in ("title", "type", "abstract", "track", "url")
                    }
                    yield kept | {"persons": _persons(event.get("persons"))}


def _days(data: Any) -> list[Any]:
    """The days of a schedule in JSON; none of anything else."""
    for name in ("schedule", "conference", "days"):
        data = data.get(name) if isinstance(data, Mapping) else None
    return data if isinstance(data, list) else []


def _persons(persons: Any) -> list[str]:
    names = []
    for one in persons[:_MAX_PERSONS] if isinstance(persons, list) else ():
        name = one.get("public_name") or one.get("name") if isinstance(one, Mapping) else None
        if isinstance(name, str) and name.strip():
            names.append(name)
    return names
