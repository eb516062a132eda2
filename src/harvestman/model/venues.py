"""Conference series, their editions (assembled from claims like papers, see `assembly.py`), and the looks at their sites."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import Enum

from harvestman.model.papers import event_title


@dataclass(frozen=True, slots=True)
class Series:
    """A conference series, known by its dblp-like key."""

    key: str
    """Such as `conf/jcdl`."""
    name: str
    acronym: str = ""


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
        return (
            event_title(self.acronym, self.year) or self.name or self.site or self.portal or self.id
        )

    @property
    def venue(self) -> str:
        """What its papers are cited under: "5th Workshop on Legs (LEGS 2014)"."""
        short = event_title(self.acronym, self.year)
        if not self.name:
            return short
        year = str(self.year or "")
        if short and f" {self.acronym} " not in f" {self.name} ":
            return f"{self.name} ({short})"
        return self.name if year in self.name else f"{self.name} {year}"


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
