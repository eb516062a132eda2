"""All histories as one table of numbers: series down, years across, so that the model looks at 4,000 series at once.

A cell says from which month on the edition of that year was known. What was known before any month is then a comparison,
and the model for a year can be taught on exactly what earlier years could have known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from harvestman.plan.history import History, Proceedings, host_named_in
from harvestman.plan.months import Month, month_number
from harvestman.text import fold

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

NEVER = np.iinfo(np.int64).max
LOOKBACK = 40
"""Years of history that are looked at; older editions say nothing of the next one."""
MEETING_YEARS = 16
"""Years in which it is looked who met with whom: those the model is taught on, and what they look back on."""
GAP_DECAY = 0.8
"""An older gap between editions counts 0.8 of the one after it."""


@dataclass(frozen=True, slots=True)
class Meetings:
    """Who met with whom: one entry for each series in each gathering of two series or more."""

    series: Ints
    gathering: Ints
    year: Ints
    known_from: Ints
    gatherings: int


@dataclass(frozen=True, slots=True)
class Grid:
    """The histories as arrays; row numbers are positions in `keys`."""

    keys: list[str]
    first_year: int
    known_from: Ints
    """Series × years: the first month in which the edition was known, NEVER if there is none."""
    papers: Ints
    """Series × years: papers of the edition's largest volume."""
    workshop: Floats
    ended: Ints
    meetings: Meetings

    def known(self, year: int, before: Month) -> Flags:
        """Series × lag: whether the edition 1, 2, … years before `year` was known before that month."""
        flags = np.zeros((len(self.keys), LOOKBACK), dtype=np.bool_)
        for lag in range(1, LOOKBACK + 1):
            column = year - lag - self.first_year
            if 0 <= column < self.known_from.shape[1]:
                flags[:, lag - 1] = self.known_from[:, column] <= before
        return flags

    def has_edition(self, year: int, before: Month) -> Flags:
        """Which series had an edition of that year that was known before that month."""
        column = year - self.first_year
        if not 0 <= column < self.known_from.shape[1]:
            return np.zeros(len(self.keys), dtype=np.bool_)
        known: Flags = self.known_from[:, column] <= before
        return known

    def papers_at(self, year: int, lags: Ints) -> Floats:
        """Papers of the edition so many years before `year`, one lag for each series."""
        columns = np.clip(year - lags - self.first_year, 0, self.papers.shape[1] - 1)
        sizes: Floats = self.papers[np.arange(len(self.keys)), columns].astype(np.float64)
        return sizes


@dataclass(frozen=True, slots=True)
class Habits:
    """What the flags of `Grid.known` say of each series: how often, how regular, how long ago."""

    editions: Floats
    silence: Ints
    """Years since the last edition, at least 1."""
    interval: Floats
    """Median of the last four gaps; 1.5 years where there is none."""
    kept: Floats
    """Past gaps, the recent ones counting more, that ended exactly as long as the silence is now."""
    broken: Floats
    """Past gaps that were longer."""
    pattern: Ints
    """Series × depth: the last 1, 2, … years as one number, a digit to the base 3 for each, the newest year's the smallest:
    0 did not meet, 1 met, 2 before the first edition."""


def _seen(volume: Proceedings) -> Month:
    """The first month in which a volume was known; the same rule as `history.is_known`."""
    if volume.entered is not None:
        return volume.entered + 1
    return month_number(volume.year + 1, 1)


def build_grid(histories: Sequence[History]) -> Grid:
    """The grid of histories that have at least one volume each."""
    years = [v.year for h in histories for v in h.volumes]
    first, last = min(years), max(years)
    # A mistyped year must not blow the table up: what is far before the newest edition is never looked at.
    first = max(first, last - 2 * LOOKBACK)
    shape = (len(histories), last - first + 1)
    known_from = np.full(shape, NEVER, dtype=np.int64)
    papers = np.zeros(shape, dtype=np.int64)
    for row, each in enumerate(histories):
        for volume in each.volumes:
            column = volume.year - first
            if column < 0:
                continue
            seen = _seen(volume)
            known_from[row, column] = min(known_from[row, column], seen)
            if volume.papers:
                papers[row, column] = max(papers[row, column], volume.papers)
    return Grid(
        keys=[h.series for h in histories],
        first_year=first,
        known_from=known_from,
        papers=papers,
        workshop=np.array([float(h.workshop) for h in histories]),
        ended=np.array([NEVER if h.ended is None else h.ended for h in histories]),
        meetings=_meetings(histories, last - MEETING_YEARS),
    )


def _meetings(histories: Sequence[History], since: int) -> Meetings:
    """Gatherings from that year on: one city in one month, or one host named by an @ or by a link."""
    key_of = {fold(each.series.rpartition("/")[2]): each.series for each in histories}
    row_of = {each.series: row for row, each in enumerate(histories)}
    at: dict[tuple[object, ...], dict[int, int]] = {}
    years: dict[tuple[object, ...], int] = {}
    places: dict[str, str] = {}
    for row, each in enumerate(histories):
        for volume in each.volumes:
            year, seen = volume.year, _seen(volume)
            if year < since:
                continue
            gatherings: list[tuple[object, ...]] = []
            if volume.city and volume.month is not None:
                city = volume.city
                if city not in places:
                    places[city] = fold(city)
                gatherings.append((year, volume.month, places[city]))
            named = host_named_in(volume.title) if "@" in volume.title else ""
            for host in [key_of.get(named, named)] if named else each.hosts[:1]:
                gatherings.append((year, "@", host))
                # The host is there too, known or not; its own volume says from when on.
                if host in row_of and host != each.series:
                    for other in histories[row_of[host]].volumes:
                        if other.year == year:
                            members = at.setdefault((year, "@", host), {})
                            there = row_of[host]
                            members[there] = min(_seen(other), members.get(there, NEVER))
            for gathering in gatherings:
                years[gathering] = year
                members = at.setdefault(gathering, {})
                members[row] = min(seen, members.get(row, NEVER))
    kept = [(years[name], members) for name, members in at.items() if len(members) > 1]
    entries = [
        (row, number, year, seen)
        for number, (year, members) in enumerate(kept)
        for row, seen in members.items()
    ]
    table = np.array(entries, dtype=np.int64).reshape(-1, 4)
    return Meetings(table[:, 0], table[:, 1], table[:, 2], table[:, 3], len(kept))


def read_habits(flags: Flags, *, depth: int) -> Habits:
    """The habits of every series at once; rows without any known edition mean nothing."""
    count = len(flags)
    silence = np.argmax(flags, axis=1) + 1
    oldest = LOOKBACK - np.argmax(flags[:, ::-1], axis=1)
    seen = np.zeros(count, dtype=np.int64)
    newer = np.zeros(count, dtype=np.int64)
    kept, broken = np.zeros(count), np.zeros(count)
    gaps = np.full((count, 4), np.nan)
    for lag in range(1, LOOKBACK + 1):
        here = flags[:, lag - 1]
        ends_gap = here & (seen > 0)
        gap = lag - newer
        weight = np.where(ends_gap, GAP_DECAY ** np.maximum(seen - 1, 0), 0.0)
        kept += weight * (gap == silence)
        broken += weight * (gap > silence)
        fills = np.flatnonzero(ends_gap & (seen <= 4))
        gaps[fills, seen[fills] - 1] = gap[fills]
        newer = np.where(here, lag, newer)
        seen = seen + here
    interval = np.full(count, 1.5)
    several = seen > 1
    if several.any():
        interval[several] = np.nanmedian(gaps[several], axis=1)
    digits = flags[:, :depth] + 2 * (np.arange(1, depth + 1)[None, :] > oldest[:, None])
    pattern = np.cumsum(digits * 3 ** np.arange(depth)[None, :], axis=1)
    return Habits(seen.astype(np.float64), silence, interval, kept, broken, pattern)
