"""iCalendar files: the events in them. Of a file with one event it is the page's event.

Lines are unfolded and names of properties taken without their parameters (RFC 5545). An end that is a whole day is the day
after the last one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from harvestman.model import EventDates
from harvestman.pages.dates.findings import told
from harvestman.pages.dates.keywords import keywords_for
from harvestman.pages.dates.place import place_in
from harvestman.text.folding import squeeze

MAX_EVENTS: Final = 5_000
_FOLDED: Final = re.compile(r"\r?\n[ \t]")
_PROPERTY: Final = re.compile(
    r"([A-Za-z-]{1,40})((?:;(?:[^:;\"]|\"[^\"]{0,200}\")*+){0,10}+):(.{0,4000})"
)
_DAY: Final = re.compile(r"(\d{4})(\d{2})(\d{2})(T\d{6})?")
_ESCAPED: Final = re.compile(r"\\([\\;,nN])")


def is_ical(text: str) -> bool:
    """Whether this is an iCalendar file."""
    return text[:200].lstrip("\ufeff\r\n ").upper().startswith("BEGIN:VCALENDAR")


@dataclass(frozen=True, slots=True)
class IcalEvent:
    """One entry of a calendar."""

    name: str
    start: date
    end: date
    """The last day, not the one after it."""
    begins: str
    ends: str
    where: str = ""
    city: str = ""
    country: str = ""
    url: str = ""
    description: str = ""
    uid: str = ""


def ical_events(text: str) -> tuple[IcalEvent, ...]:
    """The entries of an iCalendar file, in their order; broken ones are left out."""
    events: list[IcalEvent] = []
    for values in _components(text):
        event = _read(values)
        if event is not None:
            events.append(event)
        if len(events) >= MAX_EVENTS:
            break
    return tuple(events)


def read_ical(text: str) -> tuple[EventDates, ...]:
    """The key dates of each entry of an iCalendar file."""
    return tuple(_dates(event) for event in ical_events(text))


def _components(text: str) -> Iterator[dict[str, str]]:
    values: dict[str, str] | None = None
    for line in _FOLDED.sub("", text).splitlines():
        upper = line[:20].strip().upper()
        if upper == "BEGIN:VEVENT":
            values = {}
        elif upper == "END:VEVENT" and values is not None:
            yield values
            values = None
        elif values is not None and (match := _PROPERTY.match(line)):
            values.setdefault(match.group(1).upper(), match.group(3).strip())


def _read(values: dict[str, str]) -> IcalEvent | None:
    begins, ends = values.get("DTSTART", ""), values.get("DTEND", "")
    start = _day(begins)
    if start is None:
        return None
    end = _day(ends) or start
    if "T" not in ends and end > start:
        end -= timedelta(days=1)
    where = _text(values.get("LOCATION", ""))
    place = place_in(where, 0, keywords_for(where)) if where else None
    return IcalEvent(
        name=_text(values.get("SUMMARY", "")),
        start=start,
        end=max(start, end),
        begins=begins,
        ends=ends,
        where=where,
        city=place.city if place else "",
        country=place.country if place else "",
        url=values.get("URL", ""),
        description=_text(values.get("DESCRIPTION", "")),
        uid=values.get("UID", "")[:200],
    )


def _dates(event: IcalEvent) -> EventDates:
    begins, name, where = f"DTSTART:{event.begins}", event.name, event.where
    return EventDates(
        start=told(event.start, begins, "VEVENT"),
        end=told(event.end, f"DTEND:{event.ends}" if event.ends else begins, "VEVENT"),
        name=told(name, name, "VEVENT SUMMARY") if name else None,
        city=told(event.city, where, "VEVENT LOCATION") if event.city else None,
        country=told(event.country, where, "VEVENT LOCATION") if event.country else None,
    )


def _day(text: str) -> date | None:
    match = _DAY.match(text)
    if match is None:
        return None
    try:
        return date(*map(int, match.groups()[:3]))
    except ValueError:
        return None


def _text(value: str) -> str:
    return squeeze(_ESCAPED.sub(lambda m: " " if m.group(1) in "nN" else m.group(1), value))[:300]
