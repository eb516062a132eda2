"""Values put right by a person, for papers and for events; an event's visits follow its new dates."""

from __future__ import annotations

from typing import TYPE_CHECKING

from harvestman import store
from harvestman.api.watching import Watching
from harvestman.model import Event
from harvestman.watch import reappoint

if TYPE_CHECKING:
    from harvestman.model import Paper
    from harvestman.rooms import Rooms


def correct(rooms: Rooms, subject: str, field: str, value: str, *, by: str) -> Paper | Event:
    """The work of `hm.correct`."""
    meant = _subject_meant(rooms, subject)
    return _reappointed(rooms, store.correct(rooms.library, meant, field, value, by=by))


def undo_correction(
    rooms: Rooms, subject: str, field: str, *, by: str | None
) -> Paper | Event | None:
    """The work of `hm.undo_correction`."""
    after = store.undo_correction(rooms.library, _subject_meant(rooms, subject), field, by=by)
    return None if after is None else _reappointed(rooms, after)


def _subject_meant(rooms: Rooms, text: str) -> str:
    """The id of the paper or event that this is, or of the watched event that it is the title or the beginning of the id of."""
    library = rooms.library
    known = library.papers.get(text) or library.events.get(text)
    if known is None and library.agenda.some(1):
        known = Watching(rooms).event(text).event
    return known.id if known else text


def _reappointed(rooms: Rooms, after: Paper | Event) -> Paper | Event:
    """Let a corrected event be looked at when its new dates say."""
    if isinstance(after, Event):
        reappoint(rooms.library, after.id, clock=rooms.clock)
    return after
