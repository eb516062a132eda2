"""Judges the plan on a folder of the shared shape, in three layers that are kept apart.

`oracle`: the authors' published scores, recomputed from their inputs. `real`: did the series really meet that year?
`entered`: month by month, did its proceedings really come in? Only lists published before a judged year are looked at;
links between series carry no date and are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

from harvestman.model import UsageError
from harvestman.plan.evaluate import (
    RECENT_QUESTION,
    SEED_QUESTION,
    STRICT_QUESTION,
    Judged,
    Question,
    averages,
    leave_out_months,
    leave_out_year,
)
from harvestman.plan.factors import SmartScores, SmartTraits, smart_scores
from harvestman.plan.history import SideTables
from harvestman.plan.months import month_number, month_text, parse_month, year_of
from harvestman.plan.prominence import series_prominence
from harvestman.plan.tables import (
    match_ratings,
    read_editions,
    read_ratings,
    read_table,
    read_volumes,
)
from harvestman.store import RatingRecord

ORACLE_NOW = month_number(2018, 8)
REAL_YEARS = (2016, 2018, 2019, 2021)
"""2017 and 2020 were looked at while the model was chosen."""
ENTERED_YEARS = (2022, 2023, 2024)

_ALWAYS = ("harvestman", "jcdl18", "smart-harvesting", "history", "random", "delay", "w_delay")
_REAL_MEASURES = {"map": "ap", "P_100": "p@100", "ndcg_cut_100": "ndcg@100"}
_ENTERED_MEASURES = {
    ("pseudo", "ndcg_cut_20"): "ndcg@20",
    ("strict", "ndcg_cut_100"): "strict_ndcg@100",
    ("recent", "map"): "ap_3_months",
}


@dataclass(frozen=True, slots=True)
class PlanJudgement:
    """The answer, and every judged list behind it for tests of significance."""

    answer: dict[str, object]
    real: list[Judged]
    entered: list[Judged]


def judge_plan(folder: Path) -> dict[str, object]:
    """The answer of `harvestman eval plan`; parts that the folder lacks are left out."""
    return judge_plan_in_full(folder).answer


def judge_plan_in_full(folder: Path) -> PlanJudgement:
    """The answer together with the single lists."""
    answer: dict[str, object] = {}
    real: list[Judged] = []
    entered: list[Judged] = []
    oracle = folder / "sh2-monitoring" / "scores_2018-08.tsv"
    if oracle.exists():
        answer["oracle"] = judge_oracle(read_oracle(oracle))
    lists = folder / "ratings" / "ratings.tsv"
    ratings = read_ratings(lists) if lists.exists() else []
    if (folder / "dblp-2023" / "events.tsv").exists():
        answer["real"], real = _judge_real(folder / "dblp-2023", ratings)
    if (folder / "acl-anthology" / "volumes.tsv").exists():
        answer["entered"], entered = _judge_entered(folder / "acl-anthology", ratings)
    if not answer:
        raise UsageError(f"{folder}: none of sh2-monitoring, dblp-2023 and acl-anthology is in it")
    return PlanJudgement(answer, real, entered)


@dataclass(frozen=True, slots=True)
class OracleRow:
    """One line of the authors' published scores: inputs, and the six outputs as printed."""

    series: str
    inputs: SmartTraits
    rating: Fraction
    printed: tuple[str, str, str, str, str, str]


def read_oracle(path: Path) -> list[OracleRow]:
    """The authors' published features and scores."""
    outputs = (
        "expected_next activity score_baseline score_activity score_rating score_activity_rating"
    ).split()
    columns = "conf_key last_event usual_month interval_months usual_delay_months rating_exact"
    rows = []
    for row in read_table(path, [*columns.split(), *outputs]):
        try:
            month, interval = int(row["usual_month"]), int(row["interval_months"])
            delay = int(row["usual_delay_months"])
            rating = Fraction(row["rating_exact"] or "0")
        except (ValueError, ZeroDivisionError) as error:
            raise UsageError(f"{path}: the line of {row['conf_key']!r}: {error}") from error
        expected, activity, base, active, rated, both = (row[name] for name in outputs)
        rows.append(
            OracleRow(
                row["conf_key"],
                SmartTraits(parse_month(row["last_event"]), month, interval, delay),
                rating,
                (expected, activity, base, active, rated, both),
            )
        )
    return rows


def judge_oracle(rows: Sequence[OracleRow]) -> dict[str, int]:
    """How many of the six printed values of each row differ from what our formulas give."""
    mismatches = 0
    for row in rows:
        scores = smart_scores(row.inputs, ORACLE_NOW, rating=row.rating)
        mismatches += sum(a != b for a, b in zip(printed(scores), row.printed, strict=True))
    return {"rows": len(rows), "mismatches": mismatches}


def printed(scores: SmartScores) -> tuple[str, ...]:
    """The scores as the authors printed them: three digits, a half rounded up."""
    values = (
        scores.activity,
        scores.baseline,
        scores.with_activity,
        scores.with_rating,
        scores.with_both,
    )
    digits = Decimal("0.001")
    return (
        month_text(scores.expected),
        *(str(Decimal(repr(v)).quantize(digits, ROUND_HALF_UP)) for v in values),
    )


def _judge_real(
    folder: Path, ratings: Sequence[RatingRecord]
) -> tuple[dict[str, object], list[Judged]]:
    # Only the year of an edition is known for all series; a month for some would favour or punish them.
    histories = [
        replace(
            each,
            hosts=(),
            ended=None,
            volumes=tuple(replace(v, month=None) for v in each.volumes),
        )
        for each in read_editions(folder)
    ]
    judged: list[Judged] = []
    years: dict[str, object] = {}
    for year in _judged_years(REAL_YEARS, [v.year for h in histories for v in h.volumes]):
        sides = SideTables(ratings=match_ratings(ratings, histories, before_year=year))
        found = leave_out_year(
            histories,
            year,
            _rankings(sides, sizes=False),
            measures=tuple(_REAL_MEASURES),
            sides=sides,
            sides_year=year - 1,
        )
        judged += found
        years[str(year)] = _real_figures(found)
    return {"mean": _real_figures(judged), **years}, judged


def _real_figures(judged: Sequence[Judged]) -> dict[str, dict[str, float]]:
    return {
        name: {short: values["met", long] for long, short in _REAL_MEASURES.items()}
        for name, values in averages(judged).items()
    }


def _judge_entered(
    folder: Path, ratings: Sequence[RatingRecord]
) -> tuple[dict[str, object], list[Judged]]:
    volumes = read_volumes(folder)
    entries = [v.entered for h in volumes.histories for v in h.volumes if v.entered is not None]
    judged: list[Judged] = []
    years: dict[str, object] = {}
    questions = (
        Question("pseudo", SEED_QUESTION.grade, ("ndcg_cut_20",)),
        STRICT_QUESTION,
        RECENT_QUESTION,
    )
    for year in _judged_years(ENTERED_YEARS, [year_of(entry) for entry in entries]):
        prominence = series_prominence(volumes.authored, now_year=year)
        sides = SideTables(
            ratings=match_ratings(ratings, volumes.histories, before_year=year),
            prominence={series: found.prm for series, found in prominence.items()},
        )
        # In the last year of a bibliography the months after its last entry have not happened yet.
        last = max(entries) - month_number(year, 1) + 1
        found = leave_out_months(
            volumes.histories,
            year,
            _rankings(sides, sizes=True),
            questions=questions,
            sides=sides,
            sides_year=year - 1,
            months=tuple(range(1, min(12, max(last, 1)) + 1)),
        )
        judged += found
        years[str(year)] = _entered_figures(found)
    by_year = [years[key] for key in years]
    return {"mean": _mean_of_years(by_year), **years}, judged


def _entered_figures(judged: Sequence[Judged]) -> dict[str, dict[str, float]]:
    return {
        name: {short: values[long] for long, short in _ENTERED_MEASURES.items() if long in values}
        for name, values in averages(judged).items()
    }


def _mean_of_years(years: Sequence[object]) -> dict[str, dict[str, float]]:
    sums: dict[str, dict[str, list[float]]] = {}
    for year in years:
        assert isinstance(year, dict)
        for name, figures in year.items():
            for key, value in figures.items():
                sums.setdefault(name, {}).setdefault(key, []).append(value)
    return {
        name: {key: sum(values) / len(values) for key, values in figures.items()}
        for name, figures in sums.items()
    }


def _judged_years(usual: Sequence[int], present: Sequence[int]) -> list[int]:
    """The usual years that the folder covers, and any newer one it holds in earnest.

    A newer year counts when it has at least half as much as the year before: the first few editions of a year that has
    only begun would judge the day of the copy, not the ranking.
    """
    counts: dict[int, int] = {}
    for year in present:
        counts[year] = counts.get(year, 0) + 1
    years = [year for year in usual if counts.get(year) and min(counts) < year]
    newer = max(usual) + 1
    while 2 * counts.get(newer, 0) >= counts.get(newer - 1, 0) > 0:
        years.append(newer)
        newer += 1
    return years


def _rankings(sides: SideTables, *, sizes: bool) -> list[str]:
    """The rankings that the folder has data for; a factor that covers nobody would only repeat the base."""
    names = [*_ALWAYS, "w_i", "w_d"]
    if sides.ratings:
        names.append("w_r")
    if sides.prominence:
        names.append("w_prm")
    if sizes:
        names.append("w_size")
    return names
