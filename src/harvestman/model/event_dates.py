"""What one page says about its event, each value with the text it came from."""

from __future__ import annotations

from dataclasses import dataclass, fields
from datetime import date
from typing import Generic, TypeVar

T = TypeVar("T", str, date)


@dataclass(frozen=True, slots=True)
class Told(Generic[T]):
    """A value and where it was read."""

    value: T
    quote: str
    """The text as it stands on the page, cut to `MAX_QUOTE` characters."""
    locator: str
    """The place: `line 12`, `script[type="application/ld+json"]`, `VEVENT`."""
    note: str = ""
    """What was concluded rather than read, such as a year that the text leaves out."""


@dataclass(frozen=True, slots=True)
class EventDates:
    """The key dates of an event, its name and place. None means that the page does not say."""

    start: Told[date] | None = None
    end: Told[date] | None = None
    notification: Told[date] | None = None
    camera_ready: Told[date] | None = None
    submission: Told[date] | None = None
    name: Told[str] | None = None
    city: Told[str] | None = None
    country: Told[str] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether the page says nothing at all."""
        return all(getattr(self, field.name) is None for field in fields(self))

    def or_else(self, other: EventDates) -> EventDates:
        """This, completed from the other where it says nothing; start and end are taken together."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        for name, value in values.items():
            if value is None and not (name in ("start", "end") and self.start is not None):
                values[name] = getattr(other, name)
        return EventDates(**values)
