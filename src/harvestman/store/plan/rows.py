"""The rows in which the plan hands its bibliography to the store, and gets it back. Plain values, each with its natural key."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import NamedTuple

TABLES = "tables"
"""The kind of an import that is no dump."""


@dataclass(frozen=True, slots=True)
class SeriesRecord:
    """A conference series; its key is `key`."""

    key: str
    name: str = ""
    acronym: str = ""
    is_workshop: bool = False
    hosts: tuple[str, ...] = ()
    """Keys of the series that this one is part of."""
    ended: int | None = None


@dataclass(frozen=True, slots=True)
class VolumeRecord:
    """A volume of proceedings; its key is `key`."""

    key: str
    series: str
    year: int
    strand: str = ""
    """"" for the series' own events; the name of a workshop held beside them otherwise."""
    title: str = ""
    booktitle: str = ""
    month: int | None = None
    city: str = ""
    country: str = ""
    is_workshop: bool = False
    colocated_with: str = ""
    publisher: str = ""
    source: str = ""
    """The host that serves it."""
    ee: str = ""
    papers: int | None = None
    authors: int | None = None
    modified: date | None = None
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
class PackedAuthors:
    """The authors of one volume as packed numbers; `plan.dblp` says how."""

    volume: str
    authors: bytes
    papers: bytes


@dataclass(frozen=True, slots=True)
class PackedYears:
    """The publications by year of some authors as packed numbers; `plan.dblp` says how."""

    bucket: int
    authors: bytes
    years: bytes
    papers: bytes


@dataclass(frozen=True, slots=True)
class ProminenceRecord:
    """prm(c) of a series for a ranking in one year."""

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
class PlanImport:
    """Everything that one import brings; the large tables in batches that are asked for while it is written."""

    source: str
    """The file's name."""
    kind: str
    """dump, history or tables (`TABLES`)."""
    as_of: date
    """How new it is: what an older import says never replaces what a newer one said, except for entry dates."""
    series: tuple[SeriesRecord, ...] = ()
    volumes: tuple[VolumeRecord, ...] = ()
    prominence: tuple[ProminenceRecord, ...] = ()
    volume_authors: Iterable[list[PackedAuthors]] = field(default=())
    author_years: Iterable[list[PackedYears]] = field(default=())


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """An import that is in the library."""

    source: str
    kind: str
    as_of: date
    series: int
    volumes: int
    imported: datetime
