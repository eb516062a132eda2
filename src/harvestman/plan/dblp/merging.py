"""Puts the blocks of a dump together: columns of numbers for all records, then the tables that are made of them.

The columns are plain arrays that grow in place (22 bytes a record and 8 for each of its authors); sorting and counting is
numpy's. Blocks are taken in the order of the file, whichever worker is first, so that the result is the same every time.
"""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass
from datetime import date

import numpy as np

from harvestman.plan.dblp.gathering import (
    FIRST_YEAR,
    LAST_YEAR,
    EventFound,
    Gathered,
    VolumeFound,
)
from harvestman.plan.dblp.records import Column

_SLICE = (
    1 << 22
)  # authors that are looked at together; bounds the memory of what is computed on the way
_HISTORY_SHARE = 0.05  # a dump has each record once; a history has 2 to 3 versions of most


@dataclass(slots=True)
class AuthorColumns:
    """The author columns, which are large: whoever uses them empties them, so that nothing is in memory twice."""

    pair_events: Column
    pair_authors: Column
    """Who wrote a paper in which event, once for every paper."""
    publications: Column
    """Author and year in one number, the year in its lowest byte (0: unknown), ascending; once for every publication."""


@dataclass(frozen=True, slots=True)
class PackedPapers:
    """The records of papers in one block, packed, and the events that they are of."""

    records: bytes
    events: tuple[EventFound, ...]


@dataclass(frozen=True, slots=True)
class Papers:
    """All papers and volumes; the newest version of each record only."""

    events: tuple[EventFound, ...]
    volumes: tuple[VolumeFound, ...]
    """The newest version of each, by key."""
    volume_oldest: dict[str, int]
    """The oldest date of each volume's own record."""
    event_papers: Column
    event_oldest: Column
    """The oldest date of an event's papers; 0 where none has one."""
    columns: AuthorColumns
    records: int
    versions: int
    kinds: dict[str, int]
    newest: int
    without_key: int
    without_year: int
    titles: Column
    """The keys of all titles (`known.py`), sorted."""
    dois: Column
    packed: tuple[PackedPapers, ...]

    @property
    def is_history(self) -> bool:
        """Whether the file holds the versions of its records."""
        return self.versions > self.records * (1 + _HISTORY_SHARE)


class Merger:
    """Takes the gathered blocks one after the other."""

    def __init__(self) -> None:
        self._waiting: dict[int, Gathered] = {}
        self._next = 0
        self._keys = array("Q")
        self._days = array("I")
        self._years = array("H")
        self._events = array("i")
        self._counts = array("I")
        self._authors = array("Q")
        self._aliases = array("Q")
        self._titles = array("Q")
        self._dois = array("Q")
        self._packed: list[PackedPapers] = []
        self._event_list: list[EventFound] = []
        self._places: dict[EventFound | str, int] = {}
        self._volumes: dict[str, VolumeFound] = {}
        self._volume_oldest: dict[str, int] = {}
        self._kinds: Counter[str] = Counter()
        self._without_key = 0

    def add(self, gathered: Gathered) -> None:
        """Takes a block; one that is ahead of its turn waits for those before it."""
        self._waiting[gathered.number] = gathered
        while (ready := self._waiting.pop(self._next, None)) is not None:
            self._append(ready)
            self._next += 1

    def _append(self, block: Gathered) -> None:
        places = [*map(self._place, block.event_list), -1]  # -1 finds the -1 at the end
        events = np.array(places, dtype=np.int32)[np.frombuffer(block.events, dtype=np.int32)]
        for mine, theirs in (
            (self._keys, block.keys),
            (self._days, block.days),
            (self._years, block.years),
            (self._events, events.tobytes()),
            (self._counts, block.author_counts),
            (self._authors, block.authors),
            (self._aliases, block.aliases),
            (self._titles, block.titles),
            (self._dois, block.dois),
        ):
            mine.frombytes(theirs)
        for volume in block.volumes:
            self._add_volume(volume)
        if block.packed:
            self._packed.append(PackedPapers(block.packed, tuple(block.event_list)))
        self._kinds.update(block.kinds)
        self._without_key += block.without_key

    def _place(self, event: EventFound) -> int:
        """Where an event is listed; papers that refer to a volume meet in it whatever else they say."""
        name = event.key or event
        place = self._places.get(name)
        if place is None:
            place = self._places[name] = len(self._event_list)
            self._event_list.append(event)
        return place

    def _add_volume(self, volume: VolumeFound) -> None:
        known = self._volumes.get(volume.key)
        if known is None or volume.mdate >= known.mdate:
            self._volumes[volume.key] = volume
        days = [d for d in (self._volume_oldest.get(volume.key, 0), volume.mdate) if d]
        self._volume_oldest[volume.key] = min(days, default=0)

    def finish(self) -> Papers:
        """All that was taken; the merger is empty afterwards.

        Each column goes as soon as it is used up: eight million records leave no room for two of everything.
        """
        titles, self._titles = np.unique(_column(self._titles, np.uint64)), array("Q")
        dois, self._dois = np.unique(_column(self._dois, np.uint64)), array("Q")
        counts, kept, oldest = self._newest_versions()
        self._keys, self._counts = array("Q"), array("I")
        years, self._years = _column(self._years, np.uint16), array("H")
        days, self._days = _column(self._days, np.uint32), array("I")
        events, self._events = _column(self._events, np.int32), array("i")
        authors, self._authors = _column(self._authors, np.uint64), array("Q")
        if kept is not None:
            authors = authors[np.repeat(kept, counts)]
            years, events, counts, oldest = (
                column[kept] for column in (years, events, counts, oldest)
            )
        self._give_one_name(authors)
        pair_events = np.repeat(events, counts)
        of_papers = pair_events >= 0
        pair_events, pair_authors = pair_events[of_papers], authors[of_papers]
        del of_papers
        # The column of authors becomes that of publications, in place.
        authors |= np.repeat(_year_bytes(years), counts)
        authors.sort()
        papers = events >= 0
        number = len(self._event_list)
        return Papers(
            events=tuple(self._event_list),
            volumes=tuple(self._volumes[key] for key in sorted(self._volumes)),
            volume_oldest=self._volume_oldest,
            event_papers=np.bincount(events[papers], minlength=number),
            event_oldest=_oldest_by_event(events[papers], oldest[papers], number),
            columns=AuthorColumns(pair_events, pair_authors, authors),
            records=len(years),
            versions=sum(self._kinds.values()) - self._without_key - self._persons(),
            kinds=dict(sorted(self._kinds.items())),
            newest=int(days.max()) if len(days) else 0,
            without_key=self._without_key,
            without_year=int(np.count_nonzero(years == 0)),
            titles=titles,
            dois=dois,
            packed=tuple(self._packed),
        )

    def _persons(self) -> int:
        return self._kinds["www"] + self._kinds["person"]

    def _newest_versions(self) -> tuple[Column, Column | None, Column]:
        """Of each record: its number of authors, whether it is the newest version (None: all are), and its oldest date."""
        keys = _column(self._keys, np.uint64)
        days = _column(self._days, np.uint32)
        counts = _column(self._counts, np.uint32)
        ordered = np.sort(keys)
        if not np.any(ordered[1:] == ordered[:-1]):
            return counts, None, days
        del ordered
        # By key, then by date; versions of one day stay in the order of the file.
        order = np.lexsort((days, keys))
        starts = np.flatnonzero(np.r_[True, keys[order][1:] != keys[order][:-1]])
        last = order[np.r_[starts[1:] - 1, len(order) - 1]]
        kept = np.zeros(len(keys), dtype=bool)
        kept[last] = True
        known = np.where(days == 0, np.uint32(0xFFFFFFFF), days)
        first = np.minimum.reduceat(known[order], starts)
        oldest = days.copy()
        oldest[last] = np.where(first == 0xFFFFFFFF, np.uint32(0), first)
        return counts, kept, oldest

    def _give_one_name(self, authors: Column) -> None:
        """Puts each author under the one name that its person record counts it by, in place."""
        if not self._aliases:
            return
        pairs = _column(self._aliases, np.uint64).reshape(-1, 2)
        others, first = np.unique(pairs[:, 0], return_index=True)
        counted = pairs[first, 1]
        for begin in range(0, len(authors), _SLICE):
            part = authors[begin : begin + _SLICE]
            places = np.minimum(np.searchsorted(others, part), len(others) - 1)
            hits = others[places] == part
            part[hits] = counted[places[hits]]


def _column(numbers: array[int], kind: type[np.generic]) -> Column:
    return np.frombuffer(numbers, dtype=kind) if numbers else np.zeros(0, dtype=kind)


def _year_bytes(years: Column) -> Column:
    """The years as numbers of one byte, 0 for none and for those that cannot be."""
    dated = (years > FIRST_YEAR) & (years <= LAST_YEAR)
    return np.where(dated, years - np.uint16(FIRST_YEAR), np.uint16(0)).astype(np.uint8)


def _oldest_by_event(events: Column, oldest: Column, number: int) -> Column:
    first = np.full(number, 0xFFFFFFFF, dtype=np.uint32)
    dated = oldest > 0
    np.minimum.at(first, events[dated], oldest[dated])
    return np.where(first == 0xFFFFFFFF, np.uint32(0), first)


def day_of(number: int) -> date | None:
    """The date behind a number such as 20180603; None for 0 and for days that do not exist."""
    try:
        return date(number // 10_000, number // 100 % 100, number % 100)
    except ValueError:
        return None
