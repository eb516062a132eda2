"""In which month do the proceedings of an edition come in? A distribution for each series, counted from January.

A series' own past entries, the recent ones counting more and each spread over the months beside it, are mixed with those
of the whole bibliography: with one edition behind it a series is expected mostly when the others come, with ten it is
expected when it came itself. A series without any month of its own leans on those that it meets with.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

import numpy as np

from harvestman.plan.grid import Floats, Grid
from harvestman.plan.history import History, Proceedings
from harvestman.plan.months import Month

EARLIEST, LATEST = -3, 20
"""Months after January of the event's year; what came in later was a backlog being cleared, not a habit."""
EDITION_DECAY = 0.8
SHRINK = 6.0
"""The bibliography's months count as much as six editions of the series' own."""
RECENT_YEARS = 4
_OWN_SPREAD = {-2: 0.02, -1: 0.10, 0: 0.70, 1: 0.15, 2: 0.03}
_ALL_SPREAD = {-1: 0.2, 0: 0.6, 1: 0.2}
_MONTHS = LATEST - EARLIEST + 1


def entry_months(histories: Sequence[History], grid: Grid, year: int) -> Floats:
    """Series × months from EARLIEST to LATEST: when the proceedings of an edition come in, each row adding up to 1."""
    lag = _usual_lag(histories, since=year - RECENT_YEARS)
    own = np.zeros((len(histories), _MONTHS))
    # A bibliography without any month knows only the year: every month of it is as likely as the other. Where nobody
    # wrote down when a volume came in, it counts as come in its year (`is_known`), and nothing is ever late.
    dated = any(v.entered is not None for h in histories for v in h.volumes)
    everybody = np.full(_MONTHS, 0.1 if dated else 0.0)
    everybody[-EARLIEST : 12 - EARLIEST] += 0.1
    counted: set[int] = set()
    for row, each in enumerate(histories):
        by_year: dict[int, set[int]] = {}
        for volume in each.volumes:
            position = _position(volume, lag)
            if position is None:
                continue
            by_year.setdefault(volume.year, set()).add(position)
            # One volume may belong to several series; it came in once.
            if volume.year >= year - RECENT_YEARS and id(volume) not in counted:
                counted.add(id(volume))
                everybody[position] += 1
        for age, edition in enumerate(sorted(by_year, reverse=True)):
            positions = by_year[edition]
            for position in positions:
                own[row, position] += EDITION_DECAY**age / len(positions)
    if dated:
        everybody = _spread(everybody[None, :], _ALL_SPREAD)[0]
    everybody /= everybody.sum()
    prior = np.tile(everybody, (len(histories), 1))
    mass = own.sum(axis=1, keepdims=True)
    spread = _spread(own, _OWN_SPREAD)
    _lean_on_company(prior, spread, mass[:, 0], grid)
    mixed: Floats = (spread + SHRINK * prior) / (mass + SHRINK)
    return mixed


def _usual_lag(histories: Sequence[History], *, since: int) -> int:
    """Months from event to entry in the middle of the recent volumes that were entered in time."""
    lags = [
        v.entered - v.event_month
        for h in histories
        for v in h.volumes
        if v.year >= since and v.entered is not None and v.event_month is not None
    ]
    timely = [lag for lag in lags if lag <= LATEST]
    return int(median(timely)) if timely else 0


def _position(volume: Proceedings, lag: int) -> int | None:
    if volume.entered is not None:
        offset: Month = volume.entered - 12 * volume.year
        if EARLIEST <= offset <= LATEST:
            return offset - EARLIEST
    if volume.month is not None:
        return min(volume.month - 1 + max(lag, 0), LATEST) - EARLIEST
    return None


def _spread(counts: Floats, kernel: dict[int, float]) -> Floats:
    """Each month's count smoothed over its neighbours; the sum stays the same."""
    spread = np.zeros_like(counts)
    last = counts.shape[1] - 1
    for shift, share in kernel.items():
        for month in range(counts.shape[1]):
            spread[:, min(max(month + shift, 0), last)] += share * counts[:, month]
    return spread


def _lean_on_company(prior: Floats, spread: Floats, mass: Floats, grid: Grid) -> None:
    """Gives a series without known months those of the events it met with, above all its host's."""
    meetings = grid.meetings
    if not len(meetings.series):
        return
    sums = np.zeros((meetings.gatherings, spread.shape[1]))
    np.add.at(sums, meetings.gathering, spread[meetings.series])
    company = np.zeros_like(prior)
    np.add.at(company, meetings.series, sums[meetings.gathering])
    total = company.sum(axis=1)
    silent = (mass == 0) & (total > 0)
    # As if those were two editions of its own, against SHRINK of the bibliography's.
    prior[silent] = (SHRINK * prior[silent] + 2 * company[silent] / total[silent, None]) / (
        SHRINK + 2
    )
