"""How good is a ranking? Leave-out protocols: hide a year, rank as if it had not happened, grade by what then came.

`leave_out_months` is the JCDL paper's protocol (section 4): it slides over the months of the hidden year and grades by the age
of the newest entry. `leave_out_year` is the plain question whether a series met at all. Both refuse what would leak.
The measures are those of trec_eval, computed by its own code (`pytrec-eval-terrier`, in the extra `[eval]`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from harvestman.model import UsageError
from harvestman.plan.history import History, SideTables, is_known
from harvestman.plan.months import Month, month_number, year_of
from harvestman.plan.profiles import Scorer, random_scorer, scorer_named
from harvestman.plan.ranking import rank_scene, set_scene

RANDOM_RUNS = 10
"""`random` is the mean over so many orders: one alone may be off by 0.05."""

Grades = dict[str, int]


@dataclass(frozen=True, slots=True)
class Question:
    """One judged list: its name, who is how relevant, and what to measure on it."""

    name: str
    grade: Callable[[Sequence[History], Month], Grades]
    measures: tuple[str, ...]
    """In trec_eval's words: ndcg_cut_20, map, P_100, recall_100."""


def _newest_entry(record: History, now: Month) -> Month | None:
    entries = [v.entered for v in record.volumes if v.entered is not None and v.entered <= now]
    return max(entries, default=None)


def pseudo_relevance(histories: Sequence[History], now: Month) -> Grades:
    """The JCDL paper's grades: newest entry 0–3 months old 4, 4–7 3, 8–11 2, older 1."""
    grades = {}
    for record in histories:
        newest = _newest_entry(record, now)
        age = 12 if newest is None else now - newest
        grades[record.series] = max(1, 4 - age // 4)
    return grades


def strict_relevance(histories: Sequence[History], now: Month) -> Grades:
    """Only entries of the year itself count: of this month 4, 1–2 months old 3, 3–5 2, older 1; none 0."""
    grades = {}
    for record in histories:
        newest = _newest_entry(record, now)
        if newest is None or year_of(newest) < year_of(now):
            grades[record.series] = 0
        else:
            age = now - newest
            grades[record.series] = 4 if age == 0 else 3 if age <= 2 else 2 if age <= 5 else 1
    return grades


def recent_entry(histories: Sequence[History], now: Month) -> Grades:
    """1 for an entry of the last three months (of the year itself), else 0."""
    return {series: int(grade >= 3) for series, grade in strict_relevance(histories, now).items()}


SEED_QUESTION = Question(
    "pseudo", pseudo_relevance, ("ndcg_cut_10", "ndcg_cut_20", "ndcg_cut_100", "ndcg_cut_200")
)
STRICT_QUESTION = Question("strict", strict_relevance, ("ndcg_cut_100",))
RECENT_QUESTION = Question("recent", recent_entry, ("map",))


def measure(
    order: Sequence[str], grades: Mapping[str, int], names: Sequence[str]
) -> dict[str, float]:
    """trec_eval's measures of one order. Scores are made from the positions, so its own rule for ties never acts."""
    try:
        import pytrec_eval  # noqa: PLC0415 - an extra that only the evaluation needs
    except ImportError as error:
        raise UsageError("evaluating needs the extra: pip install 'harvestman[eval]'") from error
    qrels = {"q": {series: int(grades.get(series, 0)) for series in order}}
    run = {"q": {series: float(len(order) - place) for place, series in enumerate(order)}}
    found: dict[str, float] = pytrec_eval.RelevanceEvaluator(qrels, set(names)).evaluate(run)["q"]
    return {name: float(found[name]) for name in names}


@dataclass(frozen=True, slots=True)
class Judged:
    """One ranking in one month: its measures by question and measure, and the order itself."""

    ranking: str
    now: Month
    values: dict[tuple[str, str], float]
    order: tuple[str, ...]
    grades: dict[str, Grades]


def _scorers(name: str) -> list[Scorer]:
    if name == "random":
        return [random_scorer(seed) for seed in range(RANDOM_RUNS)]
    return [scorer_named(name)]


def check_leaks(sides: SideTables, *, sides_year: int | None, year: int) -> None:
    """Refuses side tables that were made in the judged year or after it."""
    if (sides.ratings or sides.citations or sides.prominence) and (
        sides_year is None or sides_year >= year
    ):
        made = "at an unknown time" if sides_year is None else f"in {sides_year}"
        raise UsageError(
            f"side tables made {made} would tell the ranking of {year} what nobody knew then; "
            f"give tables of {year - 1} or earlier"
        )


def leave_out_months(
    histories: Sequence[History],
    year: int,
    rankings: Sequence[str],
    *,
    questions: Sequence[Question] = (SEED_QUESTION, STRICT_QUESTION, RECENT_QUESTION),
    sides: SideTables | None = None,
    sides_year: int | None = None,
    months: Sequence[int] = tuple(range(1, 13)),
) -> list[Judged]:
    """Hides what was entered in the year or later, and judges each ranking in each month of the year.

    Only series with a known month take part, as in the JCDL paper. A question for which a month holds nothing relevant is not
    asked in that month.
    """
    sides = sides or SideTables()
    check_leaks(sides, sides_year=sides_year, year=year)
    hidden_from = month_number(year, 1)
    judged = []
    for month in months:
        now = month_number(year, month)
        scene = set_scene(
            _with_month(histories, hidden_from), now, sides=sides, hidden_from=hidden_from
        )
        taking_part = {each.series for each in scene.histories}
        whole = [each for each in histories if each.series in taking_part]
        grades = {question.name: question.grade(whole, now) for question in questions}
        for name in rankings:
            runs = []
            for scorer in _scorers(name):
                order = tuple(row.series for row in rank_scene(scene, scorer))
                values: dict[tuple[str, str], float] = {}
                for question in questions:
                    if any(grades[question.name].values()):
                        found = measure(order, grades[question.name], question.measures)
                        values |= {(question.name, m): v for m, v in found.items()}
                runs.append(Judged(name, now, values, order, grades))
            judged.append(_mean_of_runs(runs))
    return judged


def _with_month(histories: Sequence[History], before: Month) -> list[History]:
    return [
        each
        for each in histories
        if any(v.month is not None and is_known(v, before) for v in each.volumes)
    ]


def _mean_of_runs(runs: Sequence[Judged]) -> Judged:
    first = runs[0]
    values = {key: sum(run.values[key] for run in runs) / len(runs) for key in first.values}
    return Judged(first.ranking, first.now, values, first.order, first.grades)


def leave_out_year(
    histories: Sequence[History],
    year: int,
    rankings: Sequence[str],
    *,
    measures: Sequence[str],
    sides: SideTables | None = None,
    sides_year: int | None = None,
) -> list[Judged]:
    """Hides the editions of the year and later, ranks in its December, and asks who really met that year."""
    sides = sides or SideTables()
    check_leaks(sides, sides_year=sides_year, year=year)
    met = {each.series: int(any(v.year == year for v in each.volumes)) for each in histories}
    question = Question("met", lambda some, now: met, tuple(measures))
    scene = set_scene(
        histories,
        month_number(year, 12),
        sides=sides,
        hidden_from=month_number(year, 1),
    )
    judged = []
    for name in rankings:
        runs = []
        for scorer in _scorers(name):
            order = tuple(row.series for row in rank_scene(scene, scorer))
            found = measure(order, met, measures)
            values = {(question.name, m): v for m, v in found.items()}
            runs.append(Judged(name, scene.now, values, order, {question.name: met}))
        judged.append(_mean_of_runs(runs))
    return judged


def averages(judged: Sequence[Judged]) -> dict[str, dict[tuple[str, str], float]]:
    """The mean over the months (or years) of each measure, by ranking."""
    sums: dict[str, dict[tuple[str, str], list[float]]] = {}
    for each in judged:
        for key, value in each.values.items():
            sums.setdefault(each.ranking, {}).setdefault(key, []).append(value)
    return {
        name: {key: sum(values) / len(values) for key, values in by_key.items()}
        for name, by_key in sums.items()
    }


@dataclass(frozen=True, slots=True)
class Comparison:
    """A two-sided paired t-test of one ranking against another, over months."""

    difference: float
    p: float
    pairs: int

    @property
    def stars(self) -> str:
        """The JCDL paper's signs: *** below 0.001, ** below 0.01, * below 0.05."""
        return "***" if self.p < 0.001 else "**" if self.p < 0.01 else "*" if self.p < 0.05 else ""


def compare_rankings(
    judged: Sequence[Judged], better: str, baseline: str, *, key: tuple[str, str]
) -> Comparison:
    """Whether one ranking differs from another in one measure, month by month."""
    try:
        from scipy.stats import ttest_rel  # noqa: PLC0415 - an extra that only the evaluation needs
    except ImportError as error:
        raise UsageError("testing needs the extra: pip install 'harvestman[eval]'") from error
    values: dict[str, dict[Month, float]] = {better: {}, baseline: {}}
    for each in judged:
        if each.ranking in values and key in each.values:
            values[each.ranking][each.now] = each.values[key]
    shared = sorted(values[better].keys() & values[baseline].keys())
    if len(shared) < 2:
        raise UsageError("a paired test needs at least two months in common")
    ours = [values[better][now] for now in shared]
    theirs = [values[baseline][now] for now in shared]
    difference = sum(a - b for a, b in zip(ours, theirs, strict=True)) / len(shared)
    if all(a == b for a, b in zip(ours, theirs, strict=True)):
        return Comparison(0.0, 1.0, len(shared))
    return Comparison(difference, float(ttest_rel(ours, theirs).pvalue), len(shared))


def run_lines(judged: Sequence[Judged]) -> list[str]:
    """The rankings as a TREC run file, one topic a month; scores are made from the positions."""
    return [
        f"{each.now} Q0 {series} {place} {len(each.order) - place + 1} {each.ranking}"
        for each in judged
        for place, series in enumerate(each.order, start=1)
    ]


def qrels_lines(judged: Sequence[Judged], question: str) -> list[str]:
    """The grades of one question as a TREC qrels file, one topic a month."""
    by_month = {each.now: each.grades[question] for each in judged}
    return [
        f"{now} 0 {series} {grade}"
        for now in sorted(by_month)
        for series, grade in sorted(by_month[now].items())
    ]
