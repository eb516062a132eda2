"""The coming weeks: visits and the dates of events, in order; also as an iCalendar feed (RFC 5545)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from harvestman.model import Plain
from harvestman.store import WatchedEvent

_LINE_OCTETS = 75
_DATES = (
    ("submission", "submission"),
    ("notification", "notification"),
    ("camera_ready", "camera-ready"),
)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something that happens on a day: a visit to make, or a date of an event."""

    day: date
    what: str
    """`visit`, `submission`, `notification`, `camera-ready` or `event`."""
    title: str
    event_id: str
    last_day: date | None = None
    detail: str = ""
    address: str = ""
    name: str = ""
    """The whole name of the event, as its papers are cited under."""
    since: datetime | None = None
    """Since when this is said."""

    def to_plain(self) -> Plain:
        """The entry as JSON."""
        return {
            "day": self.day.isoformat(),
            "last_day": self.last_day.isoformat() if self.last_day else None,
            "what": self.what,
            "title": self.title,
            "event": self.event_id,
            "detail": self.detail or None,
            "address": self.address or None,
        }


def entries(watched: Iterable[WatchedEvent], *, since: date, until: date) -> list[Entry]:
    """What lies within those days, both included, in order."""
    found = [entry for one in watched for entry in _of(one)]
    inside = [e for e in found if e.day <= until and (e.last_day or e.day) >= since]
    # A visit that is overdue is made today.
    late = [e for e in found if e.what == "visit" and e.day < since]
    return sorted(inside + late, key=lambda e: (max(e.day, since), e.what, e.title, e.event_id))


def _of(watched: WatchedEvent) -> Iterable[Entry]:
    event, appointment = watched.event, watched.appointment
    name, since = event.venue or event.title, watched.made
    if appointment.when is not None:
        yield Entry(
            appointment.when.date(),
            "visit",
            event.title,
            event.id,
            detail=appointment.reason,
            address=event.site or event.portal,
            name=name,
            since=since,
        )
    for field, what in _DATES:
        day = getattr(event, field)
        if day is not None:
            yield Entry(
                day, what, event.title, event.id, address=event.site, name=name, since=since
            )
    if event.start is not None:
        place = ", ".join(filter(None, (event.city, event.country)))
        yield Entry(
            event.start, "event", event.title, event.id, event.end, place, event.site, name, since
        )


def to_ical(found: Sequence[Entry], *, now: datetime) -> str:
    """A calendar that any program can subscribe to, with whole names.

    An entry's stamp is the moment since which it is said, so that the same entries are the same bytes tomorrow; `now` where nobody knows.
    """
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Harvestman//watch calendar//EN",
        "CALSCALE:GREGORIAN",
    ]
    for entry in found:
        name = entry.name or entry.title
        summary = name if entry.what == "event" else f"{name}: {entry.what}"
        stamp = (entry.since or now).astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
        lines += [
            "BEGIN:VEVENT",
            f"UID:{entry.event_id}-{entry.what}@harvestman",
            f"DTSTAMP:{stamp}",
            f"DTSTART;VALUE=DATE:{entry.day:%Y%m%d}",
            f"DTEND;VALUE=DATE:{(entry.last_day or entry.day) + timedelta(days=1):%Y%m%d}",
            f"SUMMARY:{_escaped(summary)}",
        ]
        if entry.detail:
            kind = "LOCATION" if entry.what == "event" else "DESCRIPTION"
            lines.append(f"{kind}:{_escaped(entry.detail)}")
        if entry.address:
            lines.append(f"URL:{entry.address}")
        lines += ["TRANSP:TRANSPARENT", "END:VEVENT"]
    lines.append("END:VCALENDAR")
    return "".join(_folded(line) for line in lines)


def _escaped(text: str) -> str:
    """Text as a value: backslash, semicolon and comma are escaped, line ends and control characters are not let through."""
    clean = "".join(c if c >= " " and c != "\x7f" else " " for c in text)
    return clean.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")


def _folded(line: str) -> str:
    """A line in pieces of at most 75 octets, never within a character."""
    pieces, piece, size = [], "", 0
    for character in line:
        octets = len(character.encode("utf-8", "replace"))
        if size + octets > _LINE_OCTETS:
            pieces.append(piece)
            piece, size = " ", 1
        piece += character
        size += octets
    pieces.append(piece)
    return "\r\n".join(pieces) + "\r\n"
