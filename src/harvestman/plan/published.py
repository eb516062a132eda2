"""The JCDL paper's own results, to be shown beside ours, and the tables that do so.

The published figures are of dblp in 2016; ours are of whatever bibliography was judged. They show the same kind of
comparison, not the same experiment.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from harvestman.plan.evaluate import Judged, averages, compare_rankings
from harvestman.plan.months import calendar_month

# Table 1 of the JCDL paper, December 2016: Δ, w_delay, w_r, w_i, w_d, w_cit, w_prm.
TABLE_1: Mapping[str, tuple[float, ...]] = {
    "conf/jcdl": (3, 4, 1.88, 1.192, 0.250, 1.029, 1.312),
    "conf/tpdl": (0, 4, 1.63, 1.577, 0.250, 1.024, 1.352),
    "conf/icadl": (0, 4, 1.75, 1.385, 0.250, 1.009, 1.347),
    "conf/dl": (146, 1, 1.00, 1.039, 0.004, 1.091, 1.445),
}

# Table 2: ndcg-100 from January to December.
TABLE_2: Mapping[str, tuple[float, ...]] = {
    "delay": (0.240, 0.338, 0.353, 0.434, 0.510, 0.505, 0.566, 0.601, 0.690, 0.632, 0.581, 0.605),
    "w_r": (0.230, 0.378, 0.524, 0.627, 0.682, 0.781, 0.783, 0.769, 0.758, 0.725, 0.746, 0.736),
    "w_i": (0.226, 0.331, 0.507, 0.610, 0.639, 0.679, 0.735, 0.758, 0.716, 0.681, 0.732, 0.679),
    "w_d": (0.291, 0.411, 0.615, 0.727, 0.686, 0.673, 0.702, 0.676, 0.779, 0.743, 0.707, 0.711),
    "w_cit": (0.225, 0.333, 0.442, 0.517, 0.546, 0.583, 0.621, 0.634, 0.741, 0.714, 0.652, 0.643),
    "w_prm": (0.248, 0.423, 0.568, 0.637, 0.601, 0.621, 0.671, 0.682, 0.752, 0.678, 0.718, 0.696),
}

# Table 3: ndcg at 10, 20, 100 and 200, averaged over the year.
TABLE_3: Mapping[str, tuple[float, ...]] = {
    "delay": (0.530, 0.545, 0.505, 0.439),
    "w_r": (0.739, 0.716, 0.645, 0.597),
    "w_i": (0.616, 0.632, 0.608, 0.575),
    "w_d": (0.713, 0.686, 0.643, 0.594),
    "w_cit": (0.588, 0.575, 0.554, 0.548),
    "w_prm": (0.681, 0.662, 0.608, 0.577),
}

CUTOFFS = (10, 20, 100, 200)
BASELINE = "delay"


@dataclass(frozen=True, slots=True)
class Line:
    """One ranking's figures, ours and the published ones where the JCDL paper has them."""

    ranking: str
    ours: tuple[float | None, ...]
    stars: tuple[str, ...]
    published: tuple[float, ...] | None


def table_by_month(judged: Sequence[Judged]) -> list[Line]:
    """Table 2: ndcg-100 in each month from January to December; None for a month that was not judged."""
    key = ("pseudo", "ndcg_cut_100")
    found: dict[str, dict[int, float]] = {}
    for each in judged:
        if key in each.values:
            found.setdefault(each.ranking, {})[calendar_month(each.now)] = each.values[key]
    return [
        Line(name, tuple(by_month.get(m) for m in range(1, 13)), (), TABLE_2.get(name))
        for name, by_month in found.items()
    ]


def table_by_cutoff(judged: Sequence[Judged]) -> list[Line]:
    """Table 3: the year's ndcg at each cut-off, with the stars of a paired t-test against the raw delay."""
    means = averages(judged)
    lines = []
    for name, values in means.items():
        keys = [("pseudo", f"ndcg_cut_{cutoff}") for cutoff in CUTOFFS]
        stars = tuple(
            ""
            if name == BASELINE or BASELINE not in means
            else compare_rankings(judged, name, BASELINE, key=key).stars
            for key in keys
        )
        lines.append(Line(name, tuple(values.get(k) for k in keys), stars, TABLE_3.get(name)))
    return lines
