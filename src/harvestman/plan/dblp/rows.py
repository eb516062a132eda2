"""What an import brings: plain rows with natural keys, ready to be written in bulk, and written again without harm.

Authors are numbers, the first 56 bits of a hash of their name: the same in every dump and every process, so no table of four
million names is needed (two of them are mixed up with a probability of 1 in 10,000). Long lists of numbers are packed as
little-endian bytes; `unpack` reads them.
"""

from __future__ import annotations

import sys
from array import array
from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True, slots=True)
class SeriesRow:
    """A conference series; its key is `key`."""

    key: str
    """Such as conf/jcdl."""
    name: str
    """Read off the titles of its proceedings: the dump names no series."""
    acronym: str
    is_workshop: bool
    volumes: int
    first_year: int
    last_year: int


@dataclass(frozen=True, slots=True)
class VolumeRow:
    """A volume of proceedings, or the papers of an event that has none; its key is `key`."""

    key: str
    """The record's own, or "series year booktitle" (with blanks, which no key of dblp has) where there is no record."""
    series: str
    strand: str
    """"" for the series' own events; the folded name of a workshop held beside them otherwise."""
    title: str
    booktitle: str
    year: int
    """Of the event, where the title says it, otherwise of the record."""
    month: int | None
    city: str
    country: str
    is_workshop: bool
    colocated_with: str
    """The host event as the title names it."""
    publisher: str
    source: str
    """The host that serves the electronic edition; behind a DOI the one that its prefix is known to lead to."""
    ee: str
    papers: int
    authors: int
    modified: date | None
    """The newest modification date of its own record."""
    entered: date | None
    """The oldest modification date known; of two imports the older one is right."""
    has_record: bool


@dataclass(frozen=True, slots=True)
class VolumeAuthorsRow:
    """The distinct authors of a volume; its key is `volume`."""

    volume: str
    authors: bytes
    """Packed numbers of 8 bytes, ascending."""
    papers: bytes
    """Packed numbers of 4 bytes: how many papers each has in the volume."""


@dataclass(frozen=True, slots=True)
class AuthorYearsRow:
    """Publications per author and year, for the authors of one bucket; its key is `bucket`."""

    bucket: int
    """The first 12 bits of the authors' numbers."""
    authors: bytes
    """Packed numbers of 8 bytes, ascending, each once for every year."""
    years: bytes
    """Packed numbers of 2 bytes."""
    papers: bytes
    """Packed numbers of 4 bytes."""


@dataclass(frozen=True, slots=True)
class ProminenceRow:
    """prm(c) of equations 6 and 7 for a ranking in `now_year`, the last one also for later years; its key is both."""

    series: str
    now_year: int
    prm: float
    events: int


@dataclass(frozen=True, slots=True)
class Summary:
    """What was read, in numbers and, where something is to be known, in sentences."""

    records: int
    by_kind: dict[str, int]
    versions: int
    """More than `records` when the file holds several versions of a record."""
    is_history: bool
    newest: date | None
    """The newest modification date: the day of the dump."""
    without_key: int
    without_year: int
    without_crossref: int
    """Papers whose volume was found by book title, year and key."""
    warnings: tuple[str, ...]


def unpack(packed: bytes, size_bytes: int) -> array[int]:
    """The numbers of a packed column."""
    numbers = array({2: "H", 4: "I", 8: "Q"}[size_bytes])
    numbers.frombytes(packed)
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
