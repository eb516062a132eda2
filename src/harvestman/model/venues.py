"""Conference series and their editions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class Series:
    """A conference series, known by its dblp-like key."""

    key: str
    """Such as `conf/jcdl`."""
    name: str
    acronym: str = ""


@dataclass(frozen=True, slots=True)
class Event:
    """One edition of a series."""

    series: str
    year: int
    name: str = ""
    start: date | None = None
    end: date | None = None
    notification: date | None = None
    city: str = ""
    country: str = ""
    site: str = ""
