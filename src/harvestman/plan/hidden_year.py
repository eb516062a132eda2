"""A year of the library's own series is hidden, its months ranked and the rankings judged: `harvestman plan evaluate`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from harvestman.model import UsageError
from harvestman.plan.bibliography import load_bibliography, load_sides
from harvestman.plan.evaluate import Judged, leave_out_months
from harvestman.plan.history import STRAND_MARK, History, SideTables
from harvestman.plan.months import month_number, year_of
from harvestman.plan.profiles import BASELINES, FACTORS, PROFILES
from harvestman.plan.published import TABLE_1
from harvestman.plan.ranking import set_scene
from harvestman.store import Plan

WEIGHTS = ("delta", "w_delay", "w_r", "w_i", "w_d", "w_cit", "w_prm")
"""What Table 1 of the JCDL paper shows of a series, in its order."""


@dataclass(frozen=True, slots=True)
class YearJudged:
    """How good the rankings of one hidden year were."""

    year: int
    judged: tuple[Judged, ...]
    examples: Mapping[str, Mapping[str, Mapping[str, float]]]
    """For those of the four series of the JCDL paper's Table 1 that the library has: `ours` and `published`, weight by weight."""
    is_of_one_dump: bool
    """Whether all entry dates come from one dump, where every correction moves them."""


def judge_years(plan: Plan, years: Sequence[int], rankings: Sequence[str]) -> Iterator[YearJudged]:
    """Hide each year in turn, rank its months by all rankings or these, and judge them. UsageError where there is nothing to judge by."""
    for name in rankings:
        if name not in PROFILES | FACTORS | BASELINES:
            raise UsageError(f"there is no ranking {name!r}; `plan rank --help` names them")
    bibliography = load_bibliography(plan)
    # Links between series carry no date; nobody can say whether they were known then.
    histories = [
        h if STRAND_MARK in h.series else replace(h, hosts=()) for h in bibliography.histories
    ]
    imports = plan.imports()
    is_of_one_dump = {i.kind for i in imports} == {"dump"} and len({i.as_of for i in imports}) == 1
    for year in years:
        first = month_number(year, 1)
        sides = load_sides(plan, bibliography, first, known_until=year - 1)
        yield YearJudged(
            year,
            tuple(_judge(histories, year, rankings, sides)),
            _examples(histories, year, sides),
            is_of_one_dump,
        )


def _judge(
    histories: Sequence[History], year: int, names: Sequence[str], sides: SideTables
) -> list[Judged]:
    entries = [v.entered for h in histories for v in h.volumes if v.entered is not None]
    if year not in {year_of(entered) for entered in entries}:
        raise UsageError(f"no volume has an entry date in {year}: there is nothing to judge by")
    if not any(entered < month_number(year, 1) for entered in entries):
        raise UsageError(f"nothing was entered before {year}: there is nothing to rank by")
    # The months after the last entry have not happened yet.
    last = min(12, max(entries) - month_number(year, 1) + 1)
    judged = leave_out_months(
        # Without any entry date nobody can say when a series' proceedings came: it cannot be graded.
        [h for h in histories if any(v.entered is not None for v in h.volumes)],
        year,
        names or _covered(sides),
        sides=sides,
        sides_year=year - 1,
        months=tuple(range(1, last + 1)),
    )
    if not any(each.order for each in judged):
        raise UsageError(f"no series with a known month was known before {year}")
    return judged


def _covered(sides: SideTables) -> list[str]:
    """All rankings that there is data for: a factor that covers nobody would only repeat the base."""
    factors = (
        ("w_r", sides.ratings),
        ("w_cit", sides.citations),
        ("w_prm", sides.prominence),
    )
    return [
        *("delay", "w_delay"),
        *(name for name, table in factors[:1] if table),
        *("w_i", "w_d"),
        *(name for name, table in factors[1:] if table),
        *("w_size", "jcdl18", "smart-harvesting", "harvestman", "history", "random"),
    ]


def _examples(
    histories: Sequence[History], year: int, sides: SideTables
) -> dict[str, dict[str, dict[str, float]]]:
    """Table 1 for those of its four series that the library has: our weights and the published ones."""
    scene = set_scene(
        histories, month_number(year, 12), sides=sides, hidden_from=month_number(year, 1)
    )
    examples = {}
    for key, published in TABLE_1.items():
        if key in scene.traits:
            weights = scene.weights[key]
            delta = scene.now - scene.traits[key].expected
            ours = [float(delta), *(float(getattr(weights, name)) for name in WEIGHTS[1:])]
            examples[key] = {
                "ours": dict(zip(WEIGHTS, ours, strict=True)),
                "published": dict(zip(WEIGHTS, published, strict=True)),
            }
    return examples
