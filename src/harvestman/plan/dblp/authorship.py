"""Who published how much and where, as columns of numbers, and author prominence for every year computed from them once.

prm(e) of equation 6 needs the publications of all authors of an event until the year before the one asked about. With every
author's running count in one column this is one sum over all events a year, so a ranking needs no author at all.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from harvestman.plan.dblp.gathering import FIRST_YEAR, LAST_YEAR
from harvestman.plan.dblp.merging import AuthorColumns
from harvestman.plan.dblp.records import Column
from harvestman.plan.factors import MIN_PAPERS
from harvestman.store import ProminenceRecord

_NOTHING = np.zeros(0, dtype=np.uint64)
_YEARS_ON = 3  # a publication dated later than that after the newest event has a wrong year


class Authorship:
    """Counts of authors by volume and by year. It empties the columns that it is made of, to save memory."""

    def __init__(self, columns: AuthorColumns, volume_of_event: Column) -> None:
        publications, columns.publications = columns.publications, _NOTHING
        is_first = _changes(publications)
        year_authors = publications[is_first]
        del publications
        self._counts = _lengths(is_first)
        del is_first
        self._years = (year_authors & np.uint64(0xFF)).astype(np.uint16)
        self._years[self._years > 0] += np.uint16(FIRST_YEAR)
        year_authors &= ~np.uint64(0xFF)
        is_new = _changes(year_authors)
        self._authors = year_authors[is_new]
        del year_authors
        self._author_places = np.cumsum(is_new, dtype=np.uint32)
        self._author_places -= np.uint32(1)
        del is_new
        # The volume and the author's place in one number: sorting it sorts both.
        pairs = _places(self._authors, columns.pair_authors)
        columns.pair_authors = _NOTHING
        pairs |= volume_of_event[columns.pair_events].astype(np.uint64) << np.uint64(32)
        columns.pair_events = _NOTHING
        pairs.sort()
        first = np.flatnonzero(_changes(pairs))
        pairs = pairs[first]
        self._pair_volumes = (pairs >> np.uint64(32)).astype(np.int32)
        self._pair_authors = (pairs & np.uint64(0xFFFFFFFF)).astype(np.uint32)

    def authors_by_volume(self, number: int) -> Column:
        """How many distinct authors each volume has."""
        return np.bincount(self._pair_volumes, minlength=number)

    def prominence(
        self, series: Sequence[str], years: Column, papers: Column
    ) -> list[ProminenceRecord]:
        """prm(c) for every year, the last one for all years after it.

        Of each volume its series ("" to leave it out), year and number of papers are given.
        """
        sizes = self.authors_by_volume(len(series))
        counted = (papers >= MIN_PAPERS) & (sizes > 0)
        counted &= (years > FIRST_YEAR) & (years <= LAST_YEAR)
        counted &= np.array([bool(name) for name in series], dtype=bool)
        volumes = np.flatnonzero(counted)
        if not len(volumes):
            return []
        # Volumes by year: those before the year asked about are then the first ones.
        volumes = volumes[np.argsort(years[volumes], kind="stable")]
        bounds = np.searchsorted(self._pair_volumes, np.arange(len(series) + 1))
        members = np.concatenate([self._pair_authors[bounds[v] : bounds[v + 1]] for v in volumes])
        lengths = sizes[volumes]
        ends = np.cumsum(lengths)
        names, number_of = np.unique(
            np.array(series, dtype=object)[volumes].astype(str), return_inverse=True
        )
        by_year = np.argsort(self._years, kind="stable")
        bounds_by_year = np.searchsorted(
            self._years, np.arange(LAST_YEAR + 2, dtype=np.uint16), sorter=by_year
        )
        published = np.zeros(len(self._authors), dtype=np.int32)
        rows: list[ProminenceRecord] = []
        first, newest = int(years[volumes[0]]) + 1, int(years[volumes[-1]])
        last = max(newest, min(int(self._years.max()), newest + _YEARS_ON)) + 1
        for now_year in range(FIRST_YEAR + 1, last + 1):
            # Each author is there once a year, so that adding by place counts everything.
            fresh = by_year[bounds_by_year[now_year - 1] : bounds_by_year[now_year]]
            published[self._author_places[fresh]] += self._counts[fresh].astype(np.int32)
            if now_year < first:
                continue
            known = int(np.searchsorted(years[volumes], now_year))
            total = int(ends[known - 1])
            sums = np.add.reduceat(
                published[members[:total]], np.append(0, ends[: known - 1]), dtype=np.int64
            )
            means = sums / lengths[:known]
            events = np.bincount(number_of[:known], minlength=len(names))
            prm = np.bincount(number_of[:known], weights=means, minlength=len(names))
            rows += [
                ProminenceRecord(str(names[n]), now_year, float(prm[n] / events[n]), int(events[n]))
                for n in np.flatnonzero(events)
            ]
        return rows


def _changes(ordered: Column) -> Column:
    """Marks each place at which a sorted column changes its value; the first place always counts."""
    changes = np.ones(len(ordered), dtype=bool)
    np.not_equal(ordered[1:], ordered[:-1], out=changes[1:])
    return changes


def _lengths(is_first: Column) -> Column:
    """How long each stretch is whose first place is marked."""
    first = np.flatnonzero(is_first)
    lengths = np.full(len(first), len(is_first), dtype=np.uint32)
    np.subtract(first[1:], first[:-1], out=lengths[:-1], casting="unsafe")
    lengths[-1:] -= first[-1:].astype(np.uint32)
    return lengths


def _places(table: Column, wanted: Column) -> Column:
    """Where each wanted value stands in an ascending table; looked up in order, which is five times as fast."""
    order = np.argsort(wanted)
    places = np.empty(len(wanted), dtype=np.uint64)
    places[order] = np.searchsorted(table, wanted[order])
    return places
