"""The year of a date that leaves it out: from the event's date, else from the page's own year.

Deadlines come before their event. A final version may come after it, where the list of dates says so by its order. A list without
any event whose months begin again ("October, December, February") begins in the year before the page's.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from typing import Final

from harvestman.pages.dates.candidates import Candidate, Context
from harvestman.pages.dates.labels import DatedText

_HALF_A_YEAR: Final = 6  # months: a list that goes back by as many has passed New Year
_AFTERWARDS: Final = timedelta(days=150)  # within which post-proceedings are due
_OF_EVENT: Final = ("the page's title", "the page's first lines")
_NOWHERE: Final = -1


class Years:
    """Completes the dates of a page; made once for all of them."""

    def __init__(
        self, texts: Sequence[DatedText], context: Context, event: Candidate | None = None
    ) -> None:
        self._context = context
        self._event = event
        self._new_year = _new_year(texts, context)
        self._event_lines = {} if event is None else _lines_with(event, texts)

    def day_of(self, text: DatedText) -> tuple[date | None, str]:
        """The (last) day of a date, and how its year was concluded where the text leaves it out."""
        day, event = text.span.last, self._event
        if day.year is not None:
            return day.on(day.year), ""
        if event is not None and event.text is not text:
            nearest = self._after(text, event) or _latest_before(text, event)
            note = f"the year is concluded from the event's date, {event.first}"
            return nearest, note if nearest else ""
        if self._context.year is not None:
            year = self._context.year - (text.line <= self._new_year)
            return day.on(year), f"the year is concluded from {self._context.year_from}"
        return None, ""

    def _after(self, text: DatedText, event: Candidate) -> date | None:
        """The day of a final version that is listed behind the event's own: "June 20: workshop. July 20: camera-ready"."""
        if not self._context.words.has("camera_ready", text.label):
            return None
        day = text.span.last.on(event.last.year)
        is_soon = day is not None and event.last < day <= event.last + _AFTERWARDS
        is_listed = self._event_lines.get(text.heading, text.line) < text.line
        return day if is_soon and is_listed else None


def _latest_before(text: DatedText, event: Candidate) -> date | None:
    for year in (event.last.year, event.last.year - 1):
        day = text.span.last.on(year)
        if day is not None and day <= event.last:
            return day
    return None


def _lines_with(event: Candidate, texts: Sequence[DatedText]) -> dict[str, int]:
    """The first line with the event's date under each heading."""
    lines: dict[str, int] = {}
    for text in texts:
        if text.span.last.on(event.last.year) == event.last:
            lines.setdefault(text.heading, text.line)
    return lines


def _new_year(texts: Sequence[DatedText], context: Context) -> int:
    """The line below which a list without years goes on with the first months of the page's year."""
    months = [(text.line, text.span.last.month) for text in texts if text.span.last.year is None]
    if context.year_from not in _OF_EVENT or len(months) < len(texts):
        return _NOWHERE
    turns = [
        line
        for (line, month), (_, following) in pairwise(months)
        if month - following >= _HALF_A_YEAR
    ]
    return turns[0] if len(turns) == 1 else _NOWHERE
