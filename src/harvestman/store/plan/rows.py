"""The rows in which the plan hands its bibliography to the store, and gets it back. Plain values, each with its natural key."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

TABLES = "tables"
"""The kind of an import that is no dump."""


@dataclass(frozen=True, slots=True)
class SeriesRecord:
    """A conference series; its key is `key`."""

    key: str
    """Such as conf/jcdl."""
    name: str = ""
    """Of a dump read off the titles of its proceedings, for it names no series."""
    acronym: str = ""
    is_workshop: bool = False
    hosts: tuple[str, ...] = ()
    """Keys of the series that this one is part of."""
    ended: int | None = None


@dataclass(frozen=True, slots=True)
class VolumeRecord:
    """A volume of proceedings, or the papers of an event that has none; its key is `key`."""

    key: str
    """The record's own, or "series year booktitle" (with blanks, which no key of dblp has) where there is no record."""
    series: str
    year: int
    """Of the event, where the title says it, otherwise of the record."""
    strand: str = ""
    """"" for the series' own events; the folded name of a workshop held beside them otherwise."""
    title: str = ""
    booktitle: str = ""
    month: int | None = None
    city: str = ""
    country: str = ""
    is_workshop: bool = False
    colocated_with: str = ""
    """The host event as the title names it."""
    publisher: str = ""
    source: str = ""
    """The host that serves the electronic edition; behind a DOI the one that its prefix is known to lead to."""
    ee: str = ""
    papers: int | None = None
    authors: int | None = None
    modified: date | None = None
    """The newest modification date of its own record."""
    entered: date | None = None
    """When it entered the bibliography; of several imports the oldest date is kept."""


class VolumeLine(NamedTuple):
    """What a ranking looks at of a volume; a tuple, because there are sixty thousand of them in every ranking."""

    series: str
    strand: str
    year: int
    month: int | None
    entered: date | None
    papers: int | None
    country: str
    source: str
    """The host that serves it, or else its publisher."""
    title: str
    """Only where it names a host event (with an @), or the workshop of a strand."""


@dataclass(frozen=True, slots=True)
class ProminenceRecord:
    """prm(c) of equations 6 and 7 for a ranking in `now_year`, the last one also for later years; its key is both."""

    series: str
    now_year: int
    prm: float
    events: int


@dataclass(frozen=True, slots=True)
class RatingRecord:
    """One line of a rating list."""

    list: str
    year: int
    acronym: str
    title: str
    value: float
    """On the JCDL paper's scale, 4 for the best class to 1."""
    series: str = ""
    """The series' key, where the list itself gives it."""


@dataclass(frozen=True, slots=True)
class CitationRecord:
    """How often the events of one year of a series were cited in one year."""

    series: str
    event_year: int
    citing_year: int
    citations: int


@dataclass(frozen=True, slots=True)
class UsageRecord:
    """How often a series was asked for in one month, written as 2016-11."""

    series: str
    month: str
    uses: int


@dataclass(frozen=True, slots=True)
class Observation:
    """An entry that was seen to arrive, or (event year 0) a look in vain."""

    series: str
    seen: date
    event_year: int = 0
    event_month: int | None = None
    source: str = ""


@dataclass(frozen=True, slots=True)
class KnownPapers:
    """Which papers the bibliography has, in the form that those who made it read."""

    titles: bytes = b""
    dois: bytes = b""
    packed: tuple[tuple[bytes, tuple[str, ...]], ...] = ()
    """Records of papers, many together, and the keys of the volumes that they are of."""


@dataclass(frozen=True, slots=True)
class PlanImport:
    """Everything that one import brings."""

    source: str
    """The file's name."""
    kind: str
    """dump, history or tables (`TABLES`)."""
    as_of: date
    """How new it is: what an older import says never replaces what a newer one said, except for entry dates."""
    series: tuple[SeriesRecord, ...] = ()
    volumes: tuple[VolumeRecord, ...] = ()
    prominence: tuple[ProminenceRecord, ...] = ()
    known: KnownPapers | None = None


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """An import that is in the library."""

    source: str
    kind: str
    as_of: date
    series: int
    volumes: int
    imported: datetime
