"""How long after a date something happens: a distribution of days, read from a small table of real lags."""

from __future__ import annotations

import csv
from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from pathlib import Path

TABLE = Path(__file__).parent / "data" / "lags.tsv"
ASSUMED = Path(__file__).parent / "data" / "assumed.tsv"
"""Lags that nobody has measured, as we think they are."""


@dataclass(frozen=True, slots=True)
class Lags:
    """Quantiles of a lag in days, evenly spaced from the least to the greatest."""

    days: tuple[float, ...]

    def share_until(self, day: float) -> float:
        """The share of lags that are not longer than `day`."""
        days = self.days
        if day < days[0]:
            return 0.0
        if day >= days[-1]:
            return 1.0
        low = bisect_right(days, day) - 1
        width = days[low + 1] - days[low]
        within = (day - days[low]) / width if width else 0.0
        return (low + within) / (len(days) - 1)

    def at(self, share: float) -> float:
        """The lag that this share of lags does not exceed."""
        place = min(max(share, 0.0), 1.0) * (len(self.days) - 1)
        low = min(int(place), len(self.days) - 2)
        within = (self.days[low + 1] - self.days[low]) * (place - low)
        return min(self.days[low] + within, self.days[low + 1])  # the sum may be rounded up

    def near(self, habit: float, *, spread_days: float) -> Lags:
        """These lags narrowed to those of a series whose habit is known: around it, as wide as `spread_days`."""
        last = len(self.days) - 1
        around = [habit + (i / last - 0.5) * 2 * spread_days for i in range(last + 1)]
        # A tenth of the whole stays on both sides: habits change.
        tenth = max(last // 10, 1)
        return Lags(
            tuple(
                sorted((*around[tenth:-tenth], *self.days[:: len(self.days) // (2 * tenth) or 1]))
            )
        )

    def widened(self, days: float) -> Lags:
        """The same lags counted from a date that is only known to within so many days."""
        last = len(self.days) - 1
        return Lags(tuple(day + (2 * i / last - 1) * days for i, day in enumerate(self.days)))


@cache
def shipped_lags() -> dict[str, Lags]:
    """The tables that are shipped, by kind of lag."""
    found: dict[str, Lags] = {}
    for table in (TABLE, ASSUMED):
        with table.open(encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file, delimiter="\t"))
        found |= {row[0]: Lags(tuple(float(cell) for cell in row[2:])) for row in rows[1:]}
    return found
