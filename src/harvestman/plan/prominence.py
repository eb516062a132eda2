"""Author prominence, equations 6 and 7 of the JCDL paper: events with much published authors before events with unknown ones.

Apart from the other factors because it alone needs the authors of every volume; it is computed once a year asked about
and then handed to the ranking as a side table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from harvestman.plan.factors import MIN_PAPERS


@dataclass(frozen=True, slots=True)
class AuthoredVolume:
    """One volume with its authors, each with the number of papers it has in the volume."""

    series: Sequence[str]
    """None for a journal: it counts for the authors, but is no event."""
    year: int
    papers: int
    authors: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Prominence:
    """prm(c), and the number of events it was computed from."""

    prm: float
    events: int


def series_prominence(volumes: Iterable[AuthoredVolume], *, now_year: int) -> dict[str, Prominence]:
    """prm(c) of every series with an event of ten papers or more before `now_year`."""
    past = [volume for volume in volumes if volume.year < now_year]
    published: Counter[str] = Counter()
    for volume in past:
        published.update(volume.authors)
    sums: dict[str, list[float]] = {}
    for volume in past:
        if volume.papers < MIN_PAPERS or not volume.authors:
            continue
        prm = sum(published[author] for author in volume.authors) / len(volume.authors)
        for series in volume.series:
            sums.setdefault(series, []).append(prm)
    return {
        series: Prominence(sum(values) / len(values), len(values))
        for series, values in sums.items()
    }
