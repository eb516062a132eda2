"""Conference series and their editions. An edition, like a paper, is assembled from what its sources claim.

The rule is short: the event's own site is believed over a portal, a portal over a list, and of two equal ones the newer. Start and
end are taken from the same source, so that two sources never make up a third range.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum, IntEnum

from harvestman.text import find_year


@dataclass(frozen=True, slots=True)
class Series:
    """A conference series, known by its dblp-like key."""

    key: str
    """Such as `conf/jcdl`."""
    name: str
    acronym: str = ""


class EventField(Enum):
    """What can be claimed of an event; the value is its name in JSON, database, commands and docs."""

    SERIES = "series"
    ACRONYM = "acronym"
    """Without its year: `LIME`."""
    NAME = "name"
    YEAR = "year"
    START = "start"
    END = "end"
    SUBMISSION = "submission"
    NOTIFICATION = "notification"
    CAMERA_READY = "camera_ready"
    CITY = "city"
    COUNTRY = "country"
    SITE = "site"
    """The address of the event's own site."""
    PORTAL = "portal"
    """A portal's page about it, which may know its site."""
    PROCEEDINGS = "proceedings"
    """Where a publisher shows its papers."""

    def __str__(self) -> str:
        return self.value


DATE_FIELDS = frozenset(
    {
        EventField.START,
        EventField.END,
        EventField.SUBMISSION,
        EventField.NOTIFICATION,
        EventField.CAMERA_READY,
    }
)


class Origin(IntEnum):
    """What kind of source says it; the higher is believed over the lower."""

    LIST = 1
    """A collection: deadlines, a calendar, a feed, a table."""
    PORTAL = 2
    """A portal's page about this one event."""
    SITE = 3
    """The event's own site."""


@dataclass(frozen=True, slots=True)
class EventClaim:
    """One value of one field of an event, with who says so and where."""

    field: EventField
    value: str
    """Days as 2026-11-16."""
    source: str
    """The address or the name of the file."""
    origin: Origin
    seen: datetime
    locator: str = ""
    quote: str = ""
    """The text as it stood there, cut to `MAX_QUOTE` characters."""


EventSighting = tuple[EventClaim, ...]
"""An event as one source states it."""


@dataclass(frozen=True, slots=True)
class Event:
    """One edition of a series, assembled from its claims."""

    series: str
    year: int
    """0 when nobody says."""
    name: str = ""
    start: date | None = None
    end: date | None = None
    notification: date | None = None
    city: str = ""
    country: str = ""
    site: str = ""
    acronym: str = ""
    submission: date | None = None
    camera_ready: date | None = None
    portal: str = ""
    proceedings: str = ""
    id: str = ""
    """Its public id in the library."""
    sources: tuple[str, ...] = ()
    """Who speaks of it, the most believed first."""

    @property
    def title(self) -> str:
        """What to call it in one line."""
        if self.acronym:
            return f"{self.acronym} {self.year}" if self.year else self.acronym
        return self.name or self.site or self.portal or self.id


def assemble_event(claims: Iterable[EventClaim], *, id: str = "") -> Event:  # noqa: A002 - the field's name
    """The event that these claims are about."""
    ordered = sorted(claims, key=lambda c: (-c.origin, -c.seen.timestamp(), c.source, c.value))
    best: dict[EventField, str] = {}
    for claim in ordered:
        best.setdefault(claim.field, claim.value)
    start = _days(best, EventField.START)
    ends = _end_of(ordered, start)
    return Event(
        series=best.get(EventField.SERIES, ""),
        year=_year(best, start),
        name=best.get(EventField.NAME, ""),
        start=start,
        end=ends,
        notification=_days(best, EventField.NOTIFICATION),
        city=best.get(EventField.CITY, ""),
        country=best.get(EventField.COUNTRY, ""),
        site=best.get(EventField.SITE, ""),
        acronym=best.get(EventField.ACRONYM, ""),
        submission=_days(best, EventField.SUBMISSION),
        camera_ready=_days(best, EventField.CAMERA_READY),
        portal=best.get(EventField.PORTAL, ""),
        proceedings=best.get(EventField.PROCEEDINGS, ""),
        id=id,
        sources=tuple(dict.fromkeys(claim.source for claim in ordered)),
    )


def _end_of(ordered: Sequence[EventClaim], start: date | None) -> date | None:
    """The end that the source of the start gives, or else another source of the same start."""
    if start is None:
        return None
    sources = {
        claim.source
        for claim in ordered
        if claim.field is EventField.START and claim.value == start.isoformat()
    }
    for claim in ordered:
        if claim.field is EventField.END and claim.source in sources:
            end = date.fromisoformat(claim.value)
            if end >= start:
                return end
    return start


def _days(best: dict[EventField, str], field: EventField) -> date | None:
    return date.fromisoformat(best[field]) if field in best else None


def _year(best: dict[EventField, str], start: date | None) -> int:
    """The year it calls itself by, or is held in: the edition of 2026 may begin in December 2025."""
    if EventField.YEAR in best:
        return int(best[EventField.YEAR])
    if start is not None:
        return start.year
    return find_year(best.get(EventField.NAME, "")) or 0


class Waiting(Enum):
    """What an event's site is looked at for."""

    LIST = "list"
    """The list of accepted papers."""
    PAPERS = "papers"
    """The papers themselves: titles with their files."""
    CHANGES = "changes"
    """Papers are there; more may come."""
    EDITION = "edition"
    """The site of the next edition."""
    NOTHING = "nothing"
    """Complete and stable, or given up: never again."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Look:
    """What one visit of an event's site saw."""

    when: datetime
    papers: int = 0
    files: int = 0
    """How many of the papers have their file."""
    has_changed: bool = False
    """Whether papers or files were new or gone since the look before."""
    was_reached: bool = True
    waiting: Waiting = Waiting.PAPERS
    """What it was made for."""
    was_glance: bool = False
    """Whether it ended after the first pages, because none of them had changed."""
    detail: str = ""
    """One line for a person."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """When to look next, and for what; `when` is None when never."""

    when: datetime | None
    waiting: Waiting
    reason: str
