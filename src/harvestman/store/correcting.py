"""Corrections as a person types them: the id of a paper or event, the name of a field, and the value in plain words."""

from __future__ import annotations

from harvestman.model import (
    EVENT_FIELDS,
    PAPER_FIELDS,
    Event,
    Field,
    Paper,
    UsageError,
    field_named,
    person_named,
    said_value,
)
from harvestman.store.library import Library


def correct(library: Library, subject: str, field: str, text: str, *, by: str) -> Paper | Event:
    """Put a value right; the paper or event as it is then. UsageError for a field or value that is none."""
    name = person_named(by)
    known = _known(library, subject)
    if isinstance(known, Paper):
        meant = field_named(field, PAPER_FIELDS)
        if meant is Field.EVENT and text.strip():
            text = _event_named(library, text.strip())
        value = said_value(meant, text, authors=known.authors)
    else:
        meant = field_named(field, EVENT_FIELDS)
        value = said_value(meant, text)
    library.say(known.id, meant, value, by=name)
    return _known(library, known.id)


def undo_correction(
    library: Library, subject: str, field: str, *, by: str | None = None
) -> Paper | Event | None:
    """Take back what persons, or one of them, said of a field; the paper or event as it is then, None when nobody had said anything."""
    known = _known(library, subject)
    meant = field_named(field, PAPER_FIELDS if isinstance(known, Paper) else EVENT_FIELDS)
    return _known(library, known.id) if library.take_back(known.id, meant, by=by) else None


def _event_named(library: Library, text: str) -> str:
    """The id of the one event that is meant by its id or by what it is called: "LEGS 2014"."""
    if library.events.get(text) is not None:
        return text
    found = [one.event.id for one in library.papers.volumes(text)]
    if len(found) != 1:
        raise UsageError(
            f"{len(found)} events are called {text!r}: `harvestman events` has the ids"
        )
    return found[0]


def _known(library: Library, subject: str) -> Paper | Event:
    paper = library.papers.get(subject)
    if paper is not None:
        return paper
    event = library.events.get(subject)
    if event is not None:
        return event
    raise UsageError(
        f"there is no paper or event {subject!r}: `harvestman papers` and `harvestman watch list` show the ids"
    )
