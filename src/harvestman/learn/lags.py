"""The table of time lags that the agenda and the simulation use: quantiles of real lags (`harvestman learn lags`).

Lags are given by the data in months, to the day or to the calendar month. Those to the month are spread evenly over the days that
they may mean, at fixed places, so that the same data gives the same table.
"""

from __future__ import annotations

import csv
from collections import defaultdict
from math import isfinite
from pathlib import Path

from harvestman.model import UsageError
from harvestman.watch.lags import TABLE
from harvestman.whole_file import write_whole

DAYS_A_MONTH = 30.44
QUANTILES = 41
_SPREAD = (-0.4, -0.2, 0.0, 0.2, 0.4)  # of a month


def learn_lags(path: Path, *, target: Path | None = None) -> dict[str, int]:
    """Write the table from a file of real lags; how many lags of each kind it is made of. UsageError for a file of another kind."""
    days: dict[str, list[float]] = defaultdict(list)
    counts: dict[str, int] = defaultdict(int)
    for kind, months, resolution in _lags(path):
        spread = _SPREAD if resolution == "month" else (0.0,)
        days[kind] += [(months + part) * DAYS_A_MONTH for part in spread]
        counts[kind] += 1
    lines = [
        "kind\tlags\t" + "\t".join(f"{100 * i / (QUANTILES - 1):g}%" for i in range(QUANTILES))
    ]
    for kind in sorted(days):
        lines.append(
            f"{kind}\t{counts[kind]}\t" + "\t".join(f"{day:.1f}" for day in _quantiles(days[kind]))
        )
    write_whole(target or TABLE, ["\n".join([*lines, ""]).encode()])
    return dict(counts)


def _lags(path: Path) -> list[tuple[str, float, str]]:
    """The lags of a file: of what kind, how many months, and to the day or the month; there is at least one."""
    try:
        with path.open(encoding="utf-8", newline="") as file:
            rows = list(csv.DictReader(file, delimiter="\t"))
        lags = [(row["kind"], float(row["months"]), row["resolution"]) for row in rows]
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror}") from error
    except (csv.Error, KeyError, TypeError, ValueError):  # also for what is no UTF-8
        lags = []
    if not lags or not all(isfinite(months) for _, months, _ in lags):
        raise UsageError(
            f"{path} is no table of lags: it needs the columns kind, months and resolution, separated by tabs, "
            "and in each row a number of months"
        )
    return lags


def _quantiles(values: list[float]) -> list[float]:
    ordered = sorted(values)
    found = []
    for i in range(QUANTILES):
        place = (len(ordered) - 1) * i / (QUANTILES - 1)
        low = int(place)
        high = min(low + 1, len(ordered) - 1)
        found.append(ordered[low] + (ordered[high] - ordered[low]) * (place - low))
    return found
