"""When will the proceedings that are still missing really appear? The default profile's view of every series.

For the editions of this year and the last one: the probability that there is one (`model`), spread over the months in
which this series' proceedings come in (`calendar`), less the months in which we would have seen it. The score is what is
probably out there now, fresh things first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from harvestman.plan.calendar import EARLIEST, LATEST, entry_months
from harvestman.plan.grid import Floats, build_grid
from harvestman.plan.history import History
from harvestman.plan.model import EditionModel, Forecast, fit_editions, forecast
from harvestman.plan.months import Month, month_number, year_of

FRESHNESS = 0.8
"""Proceedings that came out a month earlier are worth 0.8 of those of now: somebody may have them already."""
NEVER_CAME = 0.5
"""Of the editions that are missing after all their usual months, half never come at all (2016–2021: 0.4 to 0.6)."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is probably out there, for one series."""

    expected_worth: float
    """Expected worth of a visit now: the probability of something new, fresh things counting more."""
    out_by_now: float
    """Probability that proceedings which are not known have appeared."""
    edition: float
    """Probability that there is an edition of this year at all."""
    likely: Month | None
    """The month in which the proceedings most likely come in; None where every month is alike."""
    in_hand: bool
    """Whether this year's edition is known already."""
    alike: tuple[int, int]
    """Series-years with the same pattern of recent years, and how many of them an edition followed."""
    terms: tuple[float, ...]
    """What each of `model.TERMS` adds to the log-odds of this year's edition."""


def outlooks(
    histories: Sequence[History], now: Month, *, before: Month, blind_from: Month
) -> list[Outlook]:
    """The outlook of every series, in order; every history must have a volume.

    `before` ends what is known; in the months from `blind_from` to `now` nobody may have looked, so that not having
    seen anything then says nothing. A vain look at a series (`History.checked`) ends its blindness.
    """
    if not histories:
        return []
    year = year_of(now)
    grid = build_grid(histories)
    model = fit_editions(grid, year, min(before, month_number(year, 1)))
    months = entry_months(histories, grid, year)
    blind = np.array(
        [blind_from if h.checked is None else max(blind_from, h.checked + 1) for h in histories]
    )
    worth, out = np.zeros(len(histories)), np.zeros(len(histories))
    current = forecast(model, grid, year, before)
    for edition in (year - 1, year):
        seen = forecast(model, grid, edition, before) if edition != year else current
        chance = np.where(grid.has_edition(edition, before), 0.0, seen.probability)
        january = month_number(edition, 1)
        arrives = np.arange(january + EARLIEST, january + LATEST + 1)
        open_months = np.where(arrives[None, :] >= blind[:, None], months, 0.0)
        still = open_months.sum(axis=1)
        missing = chance * still / np.maximum(1 - chance + chance * still, 1e-9)
        missing = missing * (1 - NEVER_CAME * (1 - still)) / np.maximum(still, 1e-9)
        past = arrives <= now
        fresh = np.where(past, FRESHNESS ** np.maximum(now - arrives, 0), 0.0)
        worth += missing * (open_months @ fresh)
        out += missing * (open_months @ past)
    return _collect(histories, now, current, model, months, worth, out, grid.has_edition(year, before))


def _collect(
    histories: Sequence[History],
    now: Month,
    current: Forecast,
    model: EditionModel,
    months: Floats,
    worth: Floats,
    out: Floats,
    in_hand: np.ndarray[tuple[int, ...], np.dtype[np.bool_]],
) -> list[Outlook]:
    first = month_number(year_of(now), 1) + EARLIEST
    peaks = months.argmax(axis=1)
    dated = [any(v.month is not None or v.entered is not None for v in h.volumes) for h in histories]
    return [
        Outlook(
            expected_worth=float(worth[row]),
            out_by_now=float(out[row]),
            edition=float(current.probability[row]),
            likely=first + int(peaks[row]) if dated[row] else None,
            in_hand=bool(in_hand[row]),
            alike=(int(current.alike[row, 0]), int(current.alike[row, 1])),
            terms=tuple(current.terms[row].tolist()),
        )
        for row in range(len(histories))
    ]
